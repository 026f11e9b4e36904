// What colours, lines and shapes mean.
const SIGNS = { found: "same date", late: "late", early: "early", missed: "missed", spurious: "spurious", repeated: "repeated" };
const HELP = [
  "A bar is a day: its height how much the day says, the filled part what of it earned credit.",
  "Missed: a reference date that earned nothing. Spurious: a system date that earned nothing.",
  "Late or early: a system date that earned credit from a reference date before or after it.",
  "Repeated: another system date earns more with the same partner, or an earlier system date has three quarters of the day's words.",
  "A dashed link counts for one side only: for recall or for precision. Where more than 300 links are in sight, those under 1 % are left out.",
  "Zoom with + and − or with Ctrl and the wheel, move with Shift and the wheel or by dragging, 0 shows all. "
    + "In the picture the left and right arrow keys walk from date to date, up and down change to the partner, Enter keeps a day, Escape lets it go.",
];

function legend() {
  const swatch = (l) => draw("rect", { class: `a-fill a-l${l}`, x: l * 18, y: 2, width: 17, height: 10 });
  const ramp = draw("svg", { width: 108, height: 14, viewBox: "0 0 108 14", role: "img", "aria-label": "six steps from pale to strong" }, ...LEVELS.map(swatch));
  const line = (looks) => draw("svg", { width: 26, height: 12, viewBox: "0 0 26 12", "aria-hidden": "true" },
    draw("path", { class: `a-link a-l4 ${looks}`, d: "M1 6H25", "stroke-width": 2.4, ...(looks ? { "stroke-dasharray": "5 4" } : {}) }));
  const item = (...children) => el("li", {}, ...children);
  return el("ul", { class: "aligned-legend", "aria-label": "Legend" },
    item("credit under 1 %", ramp, "60 % and more"),
    item(line(""), "counts for both"), item(line("a-one-way"), "for one side"),
    ...Object.entries(SIGNS).map(([name, text]) => item(key(name), text)));
}
function help(id) {
  return el("details", { class: "aligned-help" }, el("summary", {}, "What the signs mean, and keys"),
    el("ul", { id }, ...HELP.map((item) => el("li", {}, item))));
}

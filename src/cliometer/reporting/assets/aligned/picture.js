// The picture: axis, marks of days and links, and the chosen day, put in place anew whenever the window moves. What is
// drawn was laid out by timeline_view/picture.py; DRAWING holds what it says of all pictures.
const { lanes: LANES, gap: GAP, bar: BAR, pad: PAD, axis: AXIS, height: HEIGHT, strip: STRIP, months: MONTHS } = DRAWING;
const MIDDLE = (LANES[0] + LANES[1]) / 2;
const f = (value) => Math.round(value * 10) / 10;
const placed = (path, first, last) => path.replaceAll("@", f(first)).replaceAll("&", f(last));

// The window of time that is in sight: k pixels a day, from the day t on.
const CLOSEST = 80;  // pixels a day at the most

class Axis {
  constructor(width, span, changed = () => {}) {
    Object.assign(this, { width, span, changed, k: 0, t: 0 });
    this.clamp();
  }
  get room() { return this.width - 2 * PAD; }
  get fitting() { return this.room / (this.span[1] - this.span[0]); }
  get whole() { return this.k <= this.fitting * 1.0001; }
  x(time) { return clamp(PAD + (time - this.t) * this.k, -1e5, 1e5); }
  sees(x) { return x >= 0 && x <= this.width; }
  // Never less than all days in the width, never beyond them.
  clamp() {
    const least = this.fitting;
    this.k = clamp(this.k || least, least, Math.max(least, CLOSEST));
    this.t = clamp(this.t, this.span[0], Math.max(this.span[0], this.span[1] - this.room / this.k));
    this.changed();
  }
  show([first, last]) {
    this.k = this.room / (last - first);
    this.t = first;
    this.clamp();
  }
  // The day below the pixel `at` stays where it is.
  zoom(factor, at) {
    const time = this.t + (at - PAD) / this.k, least = this.fitting;
    this.k = clamp(this.k * factor, least, Math.max(least, CLOSEST));
    this.moveTo(time - (at - PAD) / this.k);
  }
  moveTo(time) {
    this.t = time;
    this.clamp();
  }
  centre(time) { this.moveTo(time - this.room / this.k / 2); }
}

// The first day of a month, counted from January of the year 0, as in cliometer.model.when.
function firstDay(months) {
  const year = Math.floor((months - 2) / 12), month = months - 2 - 12 * year;  // years that begin in March
  const leaps = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return 365 * year + leaps + Math.floor((153 * month + 2) / 5) - 305;
}
// Ticks between two days, [where, label, what it belongs to], by the finest unit whose labels have room.
function ticks(from, to, scale) {
  const [, step, days, label, era] = DRAWING.ladder.find(([room]) => room * scale >= DRAWING.room), found = [];
  for (let months = Math.floor((from / 30.436875 + 11) / step) * step; firstDay(months) <= to; months += step) {
    const year = Math.floor(months / 12), first = firstDay(months), end = firstDay(months + 1);
    const words = { m: MONTHS[months - 12 * year], y: year > 0 ? String(year) : `${1 - year} BC` };
    for (const day of days.filter((n) => first + n <= Math.min(end, to + 1))) {
      const said = (form) => form.replace(/[dmy]/g, (part) => (part === "d" ? day : words[part]));
      found.push([first + day - 1, said(label), said(era)]);
    }
  }
  return found;
}

// Marks of one look on days of the same flags are one path, so that a thousand days cost as many elements as ten.
class Marks {
  constructor([look, flags, path, shape, places]) {
    Object.assign(this, { look, flags, path, places, shape: DRAWING.shapes[shape], link: path === DRAWING.link });
    this.node = draw("path", { class: `a-${look}` });
    this.sized = new Map();  // a thousand days have a few sizes
    this.weak = look === "link0" || look === "once0";
  }
  // The marks in sight; links that have an end in sight.
  paths(axis) {
    const start = axis.t - (PAD + 12) / axis.k, end = start + (axis.width + 24) / axis.k;
    const seen = (day) => day >= start && day <= end;
    if (this.shape) return this.places.filter(([day]) => seen(day)).map((place) => this.sign(place, axis));
    const drawn = this.places.filter(([first, last]) => seen(first) || seen(last) || (!this.link && first < start && last > end));
    return drawn.map(([first, last]) => placed(this.path, axis.x(first), axis.x(last)));
  }
  sign([day, room, height], axis) {
    const [path, crowded, share, least, most] = this.shape, size = f(Math.min(most, share * room * axis.k));
    if (!this.sized.has(size)) this.sized.set(size, size < least ? crowded : path.replace(/-?\d*\.?\d+/g, (length) => ` ${f(length * size)}`));
    return this.path.replace("@", f(axis.x(day))) + this.sized.get(size).replace("#", height);
  }
}

class Picture {
  constructor(component, help) {
    this.of = component;
    this.grid = draw("g", { "aria-hidden": "true" });
    this.days = draw("g", { "aria-hidden": "true" });
    this.left = draw("text", { class: "a-tick", y: 14, "text-anchor": "end", "aria-hidden": "true" });
    this.chosen = new Chosen(component, help);
    this.node = draw("svg", { class: "aligned-picture", role: "group", "aria-label": "Aligned timelines" },
      this.grid, this.days, this.left, this.chosen.node, this.chosen.days);
    this.names = [REFERENCE, SYSTEM].map((lane) => el("p", { class: `a-lane is-${lane ? "system" : "reference"}`, "aria-hidden": "true" }));
  }
  open(drawing) {
    const { view, name, lanes } = this.of.pair, writers = view.names.length;
    const roles = [[writers === 1 ? "Reference" : `${writers} references`, view.names], ["System", [name]]];
    roles.forEach(([role, names], lane) => this.names[lane].replaceChildren(
      el("span", {}, role, ...names.flatMap((one, i) => [i ? ", " : ": ", bdi(one)])), el("small", {}, counted(lanes[lane].dates.length, "date"))));
    this.marks = drawing.map((marks) => new Marks(marks));
    this.days.replaceChildren(...this.marks.map(({ node }) => node));
    this.dim();
  }
  dim() {
    for (const { node, flags } of this.marks) node.classList.toggle("a-dim", !this.of.lights(flags));
  }
  paint() {
    const { axis } = this.of;
    set(this.node, { viewBox: `0 0 ${axis.width} ${HEIGHT}`, width: axis.width, height: HEIGHT });
    this.paintGrid();
    this.paintMarks();
    this.chosen.paint();
  }
  // Where links are many, those that earned next to nothing are left out; that of the chosen day is drawn in any case.
  paintMarks() {
    const { axis } = this.of, drawn = this.marks.map((marks) => [marks, marks.paths(axis)]);
    const links = drawn.filter(([marks]) => marks.link), sum = (some) => some.reduce((all, [, paths]) => all + paths.length, 0);
    const weak = sum(links) > DRAWING.many ? links.filter(([marks]) => marks.weak) : [], left = sum(weak);
    for (const [marks, paths] of drawn) {
      marks.node.setAttribute("d", left && marks.weak ? "" : paths.join(""));
    }
    this.left.textContent = left ? `${left.toLocaleString("en")} links under 1 % not drawn` : "";
    set(this.left, { x: axis.width - 4 });
  }
  paintGrid() {
    const { axis } = this.of, from = axis.t - PAD / axis.k, to = from + axis.width / axis.k;
    const nodes = LANES.map((y) => draw("path", { class: "a-rail", d: `M0 ${y}H${axis.width}` }));
    const lines = [], eras = [];
    let before = null;
    for (const [where, label, era] of ticks(from, to, axis.k)) {
      const x = f(axis.x(where));
      if (x >= -0.5) lines.push(`M${x} 22V${AXIS - 12}`);
      const daily = axis.k >= DRAWING.room, at = daily ? x + axis.k / 2 : x + 3;  // the name of a day stands below its middle
      const looks = { class: "a-tick", x: f(at), y: AXIS, ...(daily && { "text-anchor": "middle" }) };
      if (at >= 3 && at < axis.width - 14) nodes.push(draw("text", looks, label));
      if (era && era !== before) eras.push([Math.max(x + 3, 4), era]);
      before = era;
    }
    const roomy = eras.filter(([x], i) => i + 1 === eras.length || eras[i + 1][0] - x > DRAWING.eraRoom);
    for (const [x, era] of roomy) nodes.push(draw("text", { class: "a-tick a-era", x: f(x), y: AXIS + 17 }, era));
    this.grid.replaceChildren(draw("path", { class: "a-grid", d: lines.join("") }), ...nodes);
  }
}

// The chosen day in the picture: rings, its link and dates; it alone is an element that can have the focus.
const RING = 8;

class Chosen {
  constructor(component, help) {
    this.of = component;
    this.node = draw("g", { class: "a-chosen", "aria-hidden": "true" });
    this.days = draw("g", { role: "listbox", "aria-label": "Dates of both timelines", "aria-describedby": help });
  }
  paint() {
    const { axis, pair, choice: { day } } = this.of;
    this.node.replaceChildren();
    if (!day) return;
    const partner = pair.partner(day), x = axis.x(pair.centre(day));
    if (partner) this.paintPartner(day, x, partner, axis.x(pair.centre(partner)));
    const ends = day.lane ? [LANES[1] + GAP, LANES[1] + GAP + BAR + 8] : [22, LANES[0] - GAP];
    this.add("a-now-line", `M${f(x)} ${ends[0]}V${ends[1]}`);
    this.ring(day, x);
    this.frame(day, x);
  }
  paintPartner(day, x, partner, other) {
    const looks = this.of.pair.row(day)[CREDIT] ? "a-link4" : "a-now-nothing";
    this.add(looks, day.lane ? placed(DRAWING.link, other, x) : placed(DRAWING.link, x, other));
    this.ring(partner, other);
  }
  add(looks, d) { this.node.append(draw("path", { class: looks, d })); }
  ring(day, x) {
    this.node.append(draw("circle", { class: "a-now", cx: f(x), cy: LANES[day.lane], r: RING }));
    if (this.of.axis.sees(x)) this.label(day, x);
  }
  label(day, x) {
    const text = this.of.pair.date(day), half = text.length * 3.6;
    const place = { x: f(clamp(x, half + 2, this.of.axis.width - half - 2)), y: day.lane ? LANES[1] - 14 : LANES[0] + 24 };
    this.node.append(draw("text", { class: "a-flag", "text-anchor": "middle", ...place }, text));
  }
  // The frame that shows the focus.
  frame({ lane }, x) {
    const high = 10 + GAP + BAR + 3, top = lane ? LANES[1] - 10 : LANES[0] + 10 - high;
    set(this.rect, { x: f(x - RING - 2), y: top, width: 2 * RING + 4, height: high, rx: 4 });
  }
  // The new element takes the focus before the old one goes, lest it be lost.
  place(day, pinned, focus) {
    const { pair } = this.of, held = this.days.contains(document.activeElement), before = this.element;
    const side = day.lane ? "system" : "reference";
    this.rect = draw("rect", { x: 0, y: 0, width: 1, height: 1 });
    this.element = draw("g", {
      class: "a-day", role: "option", tabindex: "0", "aria-selected": String(pinned),
      "aria-label": [pair.date(day), side, ...flagWords(pair.row(day))].join(", "),
      "aria-posinset": day.index + 1, "aria-setsize": pair.lanes[day.lane].dates.length,
    }, this.rect);
    this.element.dataset.lane = side;
    this.element.dataset.date = pair.date(day);
    this.days.append(this.element);
    if (focus || held) this.element.focus({ preventScroll: true });
    if (before) before.remove();
  }
  clear() {
    this.element = null;
    this.days.replaceChildren();
  }
}

// The strip below the picture: all dates and the window in sight; and buttons to the dates beyond it.
class Overview {
  constructor(component) {
    this.of = component;
    this.days = draw("path", { class: "a-all" });
    this.strip = draw("rect", { class: "a-strip", x: PAD, y: 2, height: STRIP - 4, rx: 3 });
    this.window = draw("rect", { class: "a-window", y: 1, height: STRIP - 2, rx: 3 });
    this.node = draw("svg", { class: "aligned-overview", "aria-hidden": "true" }, this.strip, this.days, this.window);
    this.before = this.button("is-before", () => Math.max(...this.beyond().before));
    this.after = this.button("is-after", () => Math.min(...this.beyond().after));
    this.node.addEventListener("pointerdown", (event) => {
      this.node.setPointerCapture(event.pointerId);
      this.jump(event);
    });
    this.node.addEventListener("pointermove", (event) => { if (event.buttons & 1) this.jump(event); });
  }
  button(side, next) {
    const made = el("button", { type: "button", class: `aligned-beyond ${side}`, hidden: true });
    made.addEventListener("click", () => this.of.axis.centre(next()));
    return made;
  }
  jump(event) {
    const { axis } = this.of, frame = this.node.getBoundingClientRect();
    const x = ((event.clientX - frame.left) * axis.width) / frame.width;
    axis.centre(axis.span[0] + (x - PAD) / axis.fitting);
  }
  // Days do not change while the window moves.
  paintDays() {
    const { axis, pair } = this.of;
    this.whole = new Axis(axis.width, axis.span);
    const marks = pair.lanes.flatMap(({ centres }, lane) => centres.map((day) => placed(DRAWING.inStrip[lane], this.whole.x(day))));
    this.days.setAttribute("d", marks.join(""));
    set(this.node, { viewBox: `0 0 ${axis.width} ${STRIP}`, width: axis.width, height: STRIP });
    set(this.strip, { width: axis.room });
  }
  paint() {
    const { axis } = this.of, { before, after } = this.beyond();
    set(this.window, { x: f(this.whole.x(axis.t)), width: f(Math.max(6, (axis.room / axis.k) * axis.fitting)) });
    this.before.hidden = !before.length;
    this.after.hidden = !after.length;
    this.before.textContent = `‹ ${before.length.toLocaleString("en")} earlier`;
    this.after.textContent = `${after.length.toLocaleString("en")} later ›`;
  }
  beyond() {
    const { axis, pair } = this.of, all = pair.lanes.flatMap((lane) => lane.centres);
    const start = axis.t - PAD / axis.k, end = axis.t + (axis.width - PAD) / axis.k;
    return { before: all.filter((time) => time < start), after: all.filter((time) => time > end) };
  }
}

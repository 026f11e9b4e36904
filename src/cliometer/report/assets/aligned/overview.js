// The strip below the picture: all dates and the window in sight; and buttons to the dates beyond it.
const STRIP = 30;

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
    made.addEventListener("click", () => this.of.centre(next()));
    return made;
  }
  jump(event) {
    const { axis } = this.of, frame = this.node.getBoundingClientRect();
    const x = ((event.clientX - frame.left) * axis.width) / frame.width;
    this.of.centre(axis.span[0] + (x - PAD) / axis.fitting);
  }
  // Days do not change while the window moves.
  paintDays() {
    const { axis, pair } = this.of;
    const marks = pair.lanes.map(({ centres }, lane) => centres.map((time) => `M${f(this.x(time))} ${lane ? 17 : 5}v8`).join(""));
    this.days.setAttribute("d", marks.join(""));
    set(this.node, { viewBox: `0 0 ${axis.width} ${STRIP}`, width: axis.width, height: STRIP });
    set(this.strip, { width: axis.room });
  }
  paint() {
    const { axis } = this.of, { before, after } = this.beyond();
    set(this.window, { x: f(this.x(axis.t)), width: f(Math.max(6, (axis.room / axis.k) * axis.fitting)) });
    this.before.hidden = !before.length;
    this.after.hidden = !after.length;
    this.before.textContent = `‹ ${before.length.toLocaleString("en")} earlier`;
    this.after.textContent = `${after.length.toLocaleString("en")} later ›`;
  }
  x(time) { return PAD + (time - this.of.axis.span[0]) * this.of.axis.fitting; }
  beyond() {
    const { axis, pair } = this.of, all = pair.lanes.flatMap((lane) => lane.centres);
    const start = axis.t - PAD / axis.k, end = axis.t + (axis.width - PAD) / axis.k;
    return { before: all.filter((time) => time < start), after: all.filter((time) => time > end) };
  }
}

// One component: holds what is shown (pair, filter, window of time) and tells its parts when that changes.
class Aligned {
  constructor(root) {
    this.root = root;
    this.id = root.id || "aligned";
    this.views = new Views(root);
    if (!this.views.topics.length) return;
    this.axis = new Axis();
    this.choice = new Choice(this);
    this.filter = "";
    this.build();
    this.axis.width = this.room;
    this.openTopic(0);
    this.watch();
  }
  build() {
    const helpId = `${this.id}-help`;
    this.controls = new Controls(this);
    this.picture = new Picture(this, helpId);
    this.overview = new Overview(this);
    this.panel = new Panel(this);
    this.list = new List(this);
    this.stage = el("div", { class: "aligned-stage" },
      this.picture.node, this.overview.before, this.overview.after, this.overview.node);
    this.root.append(...this.controls.nodes, this.stage, legend(), help(helpId), this.panel.node, this.list.node);
    this.gestures = new Gestures(this);
  }
  watch() {
    const touch = () => { this.touched = true; };
    for (const act of ["pointerdown", "keydown", "wheel"]) this.root.addEventListener(act, touch, { passive: true });
    new ResizeObserver(() => this.resize()).observe(this.stage);
    window.addEventListener("beforeprint", () => this.list.fill(Infinity));
  }
  get room() { return Math.max(280, Math.round(this.stage.clientWidth)); }

  // -- what is shown
  openTopic(index) {
    const before = this.pair && this.pair.system && [this.pair.name, this.pair.metric.n];
    const position = (items, name) => Math.max(0, items.findIndex((item) => item.n === name));
    this.view = this.views.open(index);
    this.s = before ? position(this.view.systems, before[0]) : 0;
    this.m = before ? position(this.view.metrics, before[1]) : 0;
    this.controls.offer(this.view, this.s, this.m);
    this.openPair();
    this.openWindow();
  }
  openPair({ s = this.s, m = this.m } = {}) {
    this.s = s;
    this.m = m;
    this.pair = new Pair(this.view, s, m);
    this.sentences = new Sentences(this.pair);
    if (!this.pair.days.some((day) => this.lit(day))) this.filter = "";
    this.axis.span = this.pair.span;
    this.axis.clamp();
    this.controls.writeTotals();
    this.controls.writeFilters();
    this.choice.pinned = false;
    this.choice.choose(this.pair.start, false);
    this.paintStill();
    this.list.refresh();
  }
  lit(day) { return !this.filter || Boolean(this.pair.row(day)[FLAG] & FLAGS[this.filter]); }
  setFilter(name) {
    this.filter = name;
    this.controls.press(name);
    this.choice.follow();
    this.redraw();
    this.list.refresh();
  }

  // -- the window of time
  fit() { this.show(this.axis.span); }
  // Where most dates are, as windows.py found.
  openWindow() { this.show((this.pair.system && this.pair.system.window) || this.axis.span); }
  show(span) {
    this.axis.show(span);
    this.redraw();
  }
  zoom(factor, at) {
    const chosen = this.choice.day ? this.axis.x(this.pair.centre(this.choice.day)) : -1;
    const middle = this.axis.sees(chosen) ? chosen : this.axis.width / 2;
    this.axis.zoom(factor, at === undefined ? middle : at);
    this.redraw();
  }
  pan(share) { this.move(share * this.axis.width); }
  move(pixels) { this.moveTo(this.axis.t + pixels / this.axis.k); }
  moveTo(time) {
    this.axis.moveTo(time);
    this.redraw();
  }
  centre(time) {
    this.axis.centre(time);
    this.redraw();
  }
  reveal(day) {
    const time = this.pair.centre(day), x = this.axis.x(time);
    if (x < PAD || x > this.axis.width - PAD) this.centre(time);
  }
  resize() {
    const { whole } = this.axis, width = this.room;
    if (width === this.axis.width) return;
    this.axis.width = width;
    this.axis.clamp();
    if (!this.touched) this.openWindow();
    else if (whole) this.fit();
    this.paintStill();
  }

  // -- the picture
  paintStill() {
    this.picture.paintNames();
    this.overview.paintDays();
    this.redraw();
  }
  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.picture.paint();
      this.overview.paint();
    });
  }
}

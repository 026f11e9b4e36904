// Which day is chosen, whether it is kept, and how keys walk from day to day.
class Choice {
  constructor(component) {
    this.of = component;
    this.day = null;
    this.pinned = false;
  }
  is(day) { return this.day && this.day.lane === day.lane && this.day.index === day.index; }
  choose(day, focus) {
    const { pair, panel, picture } = this.of;
    if (!day) {
      if (!pair.days.length) this.nothing();
      return;
    }
    const same = this.shown === pair && this.is(day);
    this.day = day;
    if (!same || focus) picture.chosen.place(day, this.pinned, focus);
    if (focus) this.of.reveal(day);
    if (!same) { this.shown = pair; panel.show(day); }
    panel.keep(this.pinned);
    this.of.redraw();
  }
  nothing() {
    this.day = null;
    this.of.picture.chosen.clear();
    this.of.panel.showNothing();
  }
  // A click keeps a day, a second one lets it go.
  pick(day) {
    if (!day) {
      this.pinned = false;
      this.of.panel.keep(false);
      return;
    }
    this.pinned = !(this.is(day) && this.pinned);
    this.choose(day, true);
  }
  pin(pinned) {
    this.pinned = pinned;
    this.choose(this.day, true);
  }
  walk(step) {
    const { lane, index } = this.day;
    const lit = this.of.pair.days.filter((day) => day.lane === lane && this.of.lit(day));
    const ahead = step > 0 ? lit.filter((day) => day.index > index) : lit.filter((day) => day.index < index).reverse();
    const next = Math.abs(step) === Infinity ? ahead[ahead.length - 1] : ahead[0];
    if (next) this.choose(next, true);
  }
  cross(lane) {
    if (this.day.lane === lane || !this.of.pair.lanes[lane].rows.length) return;
    this.choose(this.of.pair.partner(this.day) || this.closest((day) => day.lane === lane), true);
  }
  closest(fits) {
    const { pair } = this.of, time = pair.centre(this.day), away = (day) => Math.abs(pair.centre(day) - time);
    return pair.days.filter(fits).reduce((best, day) => (best && away(best) <= away(day) ? best : day), null);
  }
  // Where the filter hides the chosen day, the closest one that it shows.
  follow() {
    if (!this.day || this.of.lit(this.day)) return;
    const day = this.closest((other) => this.of.lit(other));
    this.pinned = false;
    this.choose(day, false);
    if (day) this.of.reveal(day);
  }
}

// Pointer, wheel and keys on the picture.
const REACH = 40;  // pixels from the pointer to a day
const STEP = 1.6;  // of a zoom

class Gestures {
  constructor(component) {
    this.of = component;
    this.picture = component.picture.node;
    const on = (name, act, options) => this.picture.addEventListener(name, act, options);
    on("pointerdown", (event) => { if (event.button === 0) this.drag = { x: event.clientX, t: this.of.axis.t, moved: false }; });
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => {
      const { moved } = this.drag || {};
      this.endDrag();
      if (moved === false) this.of.choice.pick(this.nearest(event));
    });
    on("pointercancel", () => this.endDrag());
    on("lostpointercapture", () => this.endDrag());
    on("wheel", (event) => this.wheel(event), { passive: false });
    const { days } = component.picture.chosen;
    days.addEventListener("keydown", (event) => this.key(event));
    days.addEventListener("focusin", () => this.of.choice.day && this.of.reveal(this.of.choice.day));
  }
  place(event) {
    const frame = this.picture.getBoundingClientRect(), ratio = this.of.axis.width / frame.width;
    return [(event.clientX - frame.left) * ratio, (event.clientY - frame.top) * ratio];
  }
  move(event) {
    if (this.drag) this.dragTo(event);
    else if (!this.of.choice.pinned) this.of.choice.choose(this.nearest(event), false);
  }
  dragTo(event) {
    if (!(event.buttons & 1)) return this.endDrag();
    const moved = event.clientX - this.drag.x;
    if (!this.drag.moved && Math.abs(moved) < 5) return undefined;
    if (!this.drag.moved) this.picture.setPointerCapture(event.pointerId);
    this.drag.moved = true;
    this.picture.classList.add("is-dragged");
    return this.of.axis.moveTo(this.drag.t - moved / this.of.axis.k);
  }
  endDrag() {
    this.drag = null;
    this.picture.classList.remove("is-dragged");
  }
  wheel(event) {
    const slanted = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : 0;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : slanted;
    if (event.ctrlKey || event.metaKey) this.of.zoom(Math.exp(-clamp(event.deltaY, -120, 120) * 0.004), this.place(event)[0]);
    else if (sideways) this.of.move(sideways);
    else return;
    event.preventDefault();
  }
  nearest(event) {
    const [x, y] = this.place(event), { axis, pair } = this.of, lane = y < MIDDLE ? REFERENCE : SYSTEM;
    let best = null, least = REACH;
    pair.lanes[lane].centres.forEach((centre, index) => {
      const away = Math.abs(axis.x(centre) - x);
      if (away < least && this.of.lit({ lane, index })) { least = away; best = { lane, index }; }
    });
    return best;
  }
  key(event) {
    const { choice } = this.of, pan = (share, walk) => (event.shiftKey ? this.of.pan(share) : choice.walk(walk));
    const act = {
      ArrowLeft: () => pan(-0.25, -1), ArrowRight: () => pan(0.25, 1),
      ArrowUp: () => choice.cross(REFERENCE), ArrowDown: () => choice.cross(SYSTEM),
      Home: () => choice.walk(-Infinity), End: () => choice.walk(Infinity),
      Enter: () => choice.pin(!choice.pinned), " ": () => choice.pin(!choice.pinned), Escape: () => choice.pin(false),
      "+": () => this.of.zoom(STEP), "=": () => this.of.zoom(STEP), "-": () => this.of.zoom(1 / STEP), 0: () => this.of.fit(),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }
}

// One component: holds what is shown (pair, filter, window of time) and tells its parts when that changes.
class Aligned {
  constructor(root) {
    this.root = root;
    this.id = root.id || "aligned";
    this.views = new Views(root);
    this.choice = new Choice(this);
    this.filter = "";
    if (this.views.topics.length) this.openTopic(0);
  }
  build() {
    this.signs = this.root.querySelector("template").content.cloneNode(true);
    this.controls = new Controls(this);
    this.picture = new Picture(this, `${this.id}-help`);
    this.overview = new Overview(this);
    this.panel = new Panel(this);
    this.list = new List(this);
    this.stage = el("div", { class: "aligned-stage" },
      this.picture.node, ...this.picture.names, this.overview.before, this.overview.after, this.overview.node);
    this.root.append(...this.controls.nodes, this.stage, this.signs.cloneNode(true), this.panel.node, this.list.node);
    this.axis = new Axis(this.room, [0, 1], () => this.redraw());
    this.gestures = new Gestures(this);
    this.watch();
  }
  sign(name) { return this.signs.querySelector(`[data-sign="${name}"] svg`).cloneNode(true); }
  watch() {
    const touch = () => { this.touched = true; };
    for (const act of ["pointerdown", "keydown", "wheel"]) this.root.addEventListener(act, touch, { passive: true });
    new ResizeObserver(() => this.resize()).observe(this.stage);
    window.addEventListener("beforeprint", () => this.list.fill(Infinity));
  }
  get room() { return Math.max(280, Math.round(this.stage.clientWidth)); }

  // -- what is shown
  async openTopic(index) {
    this.wanted = index;
    const { view, drawings } = await this.views.open(index);
    if (this.wanted !== index) return;
    const before = this.pair && this.pair.system && [this.pair.name, this.pair.metric.n];
    const position = (items, name) => Math.max(0, items.findIndex((item) => item.n === name));
    if (!this.stage) this.build();
    this.view = view;
    this.drawings = drawings;
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
    this.axis.span = this.pair.system ? this.pair.system.span : [0, 1];
    this.axis.clamp();
    this.controls.writeTotals();
    this.controls.writeFilters();
    this.choice.pinned = false;
    this.choice.choose(this.pair.start, false);
    this.picture.open(this.pair.system ? this.drawings[s][m] : []);
    this.overview.paintDays();
    this.list.refresh();
  }
  lit(day) { return this.lights(this.pair.row(day)[FLAG]); }
  lights(flags) { return !this.filter || Boolean(flags & FLAGS[this.filter]); }
  setFilter(name) {
    this.filter = name;
    this.controls.press(name);
    this.choice.follow();
    this.picture.dim();
    this.list.refresh();
  }

  // -- the window of time
  fit() { this.axis.show(this.axis.span); }
  // Where most dates are, as the data says.
  openWindow() { this.axis.show((this.pair.system && this.pair.system.window) || this.axis.span); }
  zoom(factor, at) {
    const chosen = this.choice.day ? this.axis.x(this.pair.centre(this.choice.day)) : -1;
    const middle = this.axis.sees(chosen) ? chosen : this.axis.width / 2;
    this.axis.zoom(factor, at === undefined ? middle : at);
  }
  pan(share) { this.move(share * this.axis.width); }
  move(pixels) { this.axis.moveTo(this.axis.t + pixels / this.axis.k); }
  reveal(day) {
    const time = this.pair.centre(day), x = this.axis.x(time);
    if (x < PAD || x > this.axis.width - PAD) this.axis.centre(time);
  }
  resize() {
    const { whole } = this.axis, width = this.room;
    if (width === this.axis.width) return;
    this.axis.width = width;
    this.axis.clamp();
    if (!this.touched) this.openWindow();
    else if (whole) this.fit();
    this.overview.paintDays();
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

// Every view of the page, as soon as it is there.
function upgrade() {
  for (const root of document.querySelectorAll(".aligned:not([data-ready])")) {
    root.dataset.ready = "";
    new Aligned(root);
  }
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", upgrade);
else upgrade();

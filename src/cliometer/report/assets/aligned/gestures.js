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
    return this.of.moveTo(this.drag.t - moved / this.of.axis.k);
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

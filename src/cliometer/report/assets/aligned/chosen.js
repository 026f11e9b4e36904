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
    const row = this.of.pair.row(day);
    const looks = row[CREDIT] ? `a-link a-l${Math.max(3, level(share(row)))}` : "a-now-nothing";
    this.add(looks, day.lane ? curve(other, x) : curve(x, other));
    this.ring(partner, other);
  }
  add(looks, d) { this.node.append(draw("path", { class: looks, d })); }
  ring(day, x) {
    this.add("a-now", SHAPES.found(x, LANES[day.lane], RING));
    if (this.of.axis.sees(x)) this.label(day, x);
  }
  label(day, x) {
    const text = this.of.pair.date(day), half = text.length * 3.6;
    const place = { x: f(clamp(x, half + 2, this.of.axis.width - half - 2)), y: day.lane ? LANES[1] - 14 : LANES[0] + 24 };
    this.node.append(draw("text", { class: "a-flag", "text-anchor": "middle", ...place }, text));
  }
  // The frame that shows the focus.
  frame({ lane, index }, x) {
    const bar = this.of.pair.lanes[lane].heights[index], wide = 2 * RING + 4;
    const top = lane ? LANES[1] - 10 : LANES[0] - GAP - bar - 3;
    set(this.rect, { x: f(x - wide / 2), y: f(top), width: f(wide), height: f(10 + GAP + bar + 3), rx: 4 });
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

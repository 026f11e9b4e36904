// The panel of the chosen day: both texts with the shared words marked, and the arithmetic.
class Panel {
  constructor(component) {
    this.of = component;
    this.node = el("div", { class: "aligned-detail", role: "region", "aria-label": "The chosen day", "aria-live": "polite", tabindex: "0" });
    this.kept = el("span", { class: "aligned-kept", hidden: true }, "kept; click it again or press Escape to let it go");
  }
  keep(pinned) { this.kept.hidden = !pinned; }
  show(day) {
    const { pair, sentences } = this.of, partner = pair.partner(day), marks = pair.marks(day);
    const badges = flagWords(pair.row(day)).map((words) => el("span", { class: `aligned-badge is-${words}` }, words));
    const head = el("p", { class: "aligned-day" }, el("strong", {}, pair.date(day)), day.lane ? " · system" : " · references", ...badges, this.kept);
    const sum = el("p", { class: "aligned-sum" }, sentences.arithmetic(day), sentences.together(day), sentences.repetition(day));
    const sides = [REFERENCE, SYSTEM].map((lane) => this.side(lane, lane === day.lane ? day : partner, marks));
    sides[day.lane].classList.add("is-chosen");
    this.node.replaceChildren(head, sum, el("div", { class: "aligned-texts" }, ...sides));
    this.node.scrollTop = 0;
  }
  side(lane, day, marks) {
    const { pair, sentences } = this.of, reference = pair.view.names.length === 1 ? "Reference" : "References";
    const who = lane ? ["System ", bdi(pair.name)] : [reference];
    if (!day) return el("div", {}, el("p", { class: "aligned-who" }, ...who), el("p", { class: "aligned-hint" }, sentences.absent(lane)));
    return el("div", {}, el("p", { class: "aligned-who" }, ...who, ` · ${pair.date(day)}`), ...pair.texts(day, marks));
  }
  showNothing() {
    this.node.replaceChildren(el("p", { class: "aligned-hint" }, "Neither timeline has a date."));
  }
}

// The days as a list, which is also what is printed.
const ROWS = 200;  // before somebody asks for all

class List {
  constructor(component) {
    this.of = component;
    this.node = el("div", { class: "aligned-list", hidden: true });
  }
  toggle() {
    this.node.hidden = !this.node.hidden;
    this.refresh();
    return !this.node.hidden;
  }
  refresh() {
    if (!this.node.hidden) this.fill(ROWS);
  }
  fill(most) {
    const { pair, filter } = this.of;
    if (this.pair === pair && this.filled === `${most} ${filter}`) return;
    this.pair = pair;
    this.filled = `${most} ${filter}`;
    this.node.replaceChildren(...[REFERENCE, SYSTEM].flatMap((lane) => this.table(lane, most)));
  }
  table(lane, most) {
    const { pair } = this.of, days = pair.days.filter((day) => day.lane === lane && this.of.lit(day));
    const name = lane ? ["Dates of the system ", bdi(pair.name)] : ["Reference dates"];
    const heads = ["Date", "What it says", "What it earned"].map((head) => el("th", { scope: "col" }, head));
    const rows = days.slice(0, most).map((day) => this.row(day));
    const table = el("table", { class: "aligned-table" }, el("caption", {}, ...name),
      el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
    return days.length > most ? [table, this.more(days.length)] : [table];
  }
  row(day) {
    const { pair, sentences } = this.of, notes = flagWords(pair.row(day)), partner = pair.partner(day);
    return el("tr", {}, el("th", { scope: "row" }, pair.date(day)), el("td", {}, ...pair.texts(day, pair.marks(day))),
      el("td", {}, ...(notes.length ? [el("strong", {}, notes.join(", ")), ". "] : []),
        partner ? `With ${pair.date(partner)}. ` : "", sentences.arithmetic(day), sentences.repetition(day)));
  }
  more(count) {
    const button = el("button", { type: "button" }, `Show all ${count.toLocaleString("en")} dates`);
    button.addEventListener("click", () => this.fill(Infinity));
    return button;
  }
}

// Above the picture: what is shown, which days are lit, zoom and list, and the totals.
class Controls {
  constructor(component) {
    this.of = component;
    this.choices = el("div", { class: "aligned-bar" });
    this.filters = el("div", { class: "aligned-group", role: "group", "aria-label": "Show days" });
    this.totals = el("p", { class: "aligned-total" });
    this.nodes = [this.choices, el("div", { class: "aligned-bar" }, this.filters, this.tools()), this.totals];
    this.select("Topic", component.views.topics, (index) => component.openTopic(index));
  }
  select(label, names, choose, chosen = 0) {
    const id = `${this.of.id}-${label.toLowerCase()}`;
    const options = names.map((name, index) => el("option", { value: index, selected: index === chosen }, name));
    const control = el("select", { id }, ...options);
    control.addEventListener("change", () => choose(Number(control.value)));
    const field = el("div", { class: "aligned-field" }, el("label", { for: id }, label), control);
    this.choices.append(field);
    return field;
  }
  // The systems and metrics of a topic.
  offer(view, s, m) {
    for (const old of this.offered || []) old.remove();
    const names = (items) => items.map((item) => item.n);
    this.offered = [
      this.select("System", names(view.systems), (system) => this.of.openPair({ s: system }), s),
      this.select("Metric", names(view.metrics), (metric) => this.of.openPair({ m: metric }), m),
    ];
  }
  tools() {
    const button = (name, text, act) => {
      const made = el("button", { type: "button", "aria-label": name, title: name }, text);
      made.addEventListener("click", () => act(made));
      return made;
    };
    const list = button("Show the days as a list", "List", (made) => set(made, { "aria-pressed": String(this.of.list.toggle()) }));
    set(list, { "aria-pressed": "false" });
    return el("div", { class: "aligned-group", role: "group", "aria-label": "Zoom and list" },
      button("Earlier", "‹", () => this.of.pan(-0.4)), button("Later", "›", () => this.of.pan(0.4)),
      button("Zoom out", "−", () => this.of.zoom(1 / STEP)), button("Zoom in", "+", () => this.of.zoom(STEP)),
      button("Show all dates", "Fit", () => this.of.fit()), list);
  }
  writeTotals() {
    const { view, name, metric, found: { v, R, P, e, why } } = this.of.pair;
    const ratio = ([part, whole]) => (e ? `(${number(part)} / ${number(whole)})^(1/${e})` : `${number(part)} / ${number(whole)}`);
    const item = (title, how, value) => el("span", {}, `${title} `, el("b", {}, score(value)), how && el("small", {}, ` = ${how}`));
    this.totals.replaceChildren(
      el("span", { class: "aligned-printed" }, bdi(view.topic), " · ", bdi(name), " · ", bdi(metric.n)),
      item("Recall", v.recall === null ? "" : ratio(R), v.recall),
      item("Precision", v.precision === null ? "" : ratio(P), v.precision),
      item("F", "", v.f), why ? el("small", {}, why) : "",
    );
  }
  writeFilters() {
    const rows = this.of.pair.lanes.flatMap((lane) => lane.rows);
    const counts = Object.entries(FLAGS).map(([name, bit]) => [name, rows.filter((row) => row[FLAG] & bit).length]);
    this.filters.replaceChildren(...[["", rows.length], ...counts].map(([name, count]) => this.filter(name, count)));
  }
  filter(name, count) {
    const button = el("button", { type: "button", "aria-pressed": String(this.of.filter === name), disabled: !count && name !== "" },
      ...(name ? [this.of.sign(name)] : []), name || "all", el("span", { class: "aligned-count" }, count.toLocaleString("en")));
    button.addEventListener("click", () => this.of.setFilter(name));
    button.dataset.filter = name || "all";
    return button;
  }
  press(name) {
    for (const button of this.filters.children) button.setAttribute("aria-pressed", String(button.dataset.filter === (name || "all")));
  }
}

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
    this.node.replaceChildren(head, sum, el("div", { class: "aligned-texts" }, ...sides), ...pair.bookings(day));
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

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
      ...(name ? [key(name)] : []), name || "all", el("span", { class: "aligned-count" }, count.toLocaleString("en")));
    button.addEventListener("click", () => this.of.setFilter(name));
    button.dataset.filter = name || "all";
    return button;
  }
  press(name) {
    for (const button of this.filters.children) button.setAttribute("aria-pressed", String(button.dataset.filter === (name || "all")));
  }
}

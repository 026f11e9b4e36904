// The picture: axis, two lanes of days, links between them. It is drawn anew whenever the window moves.
const FOOT = 309, AXIS = 328, HEIGHT = 350;
const MANY = 300;  // links in sight

class Picture {
  constructor(component, help) {
    this.of = component;
    this.grid = draw("g", { "aria-hidden": "true" });
    this.dim = new Layer({ class: "a-dim", "aria-hidden": "true" });
    this.bright = new Layer({ "aria-hidden": "true" });
    this.names = draw("g", { "aria-hidden": "true" });
    this.left = draw("text", { class: "a-tick", y: 14, "text-anchor": "end", "aria-hidden": "true" });
    this.chosen = new Chosen(component, help);
    this.node = draw("svg", { class: "aligned-picture", role: "group", "aria-label": "Aligned timelines" },
      this.grid, this.dim.node, this.bright.node, this.names, this.left, this.chosen.node, this.chosen.days);
  }
  paint() {
    const { axis } = this.of;
    set(this.node, { viewBox: `0 0 ${axis.width} ${HEIGHT}`, width: axis.width, height: HEIGHT });
    this.paintGrid();
    for (const lane of [REFERENCE, SYSTEM]) this.paintLane(lane);
    this.paintLinks();
    for (const layer of [this.dim, this.bright]) layer.flush();
    this.chosen.paint();
  }
  paintGrid() {
    const { axis } = this.of, from = axis.t - PAD / axis.k, to = from + axis.width / axis.k;
    const nodes = LANES.map((y) => draw("path", { class: "a-rail", d: `M0 ${y}H${axis.width}` }));
    const lines = [], eras = [];
    let before = null;
    for (const [where, label, era] of ticks(from, to, axis.k)) {
      const x = f(axis.x(where));
      if (x >= -0.5) lines.push(`M${x} 22V${AXIS - 12}`);
      const daily = axis.k >= 46, at = daily ? x + axis.k / 2 : x + 3;  // the name of a day stands below its middle
      const looks = { class: "a-tick", x: f(at), y: AXIS, ...(daily && { "text-anchor": "middle" }) };
      if (at >= 3 && at < axis.width - 14) nodes.push(draw("text", looks, label));
      if (era && era !== before) eras.push([Math.max(x + 3, 4), era]);
      before = era;
    }
    const roomy = eras.filter(([x], i) => i + 1 === eras.length || eras[i + 1][0] - x > 62);
    for (const [x, era] of roomy) nodes.push(draw("text", { class: "a-tick a-era", x: f(x), y: AXIS + 17 }, era));
    this.grid.replaceChildren(draw("path", { class: "a-grid", d: lines.join("") }), ...nodes);
  }
  paintNames() {
    const { view, name, lanes } = this.of.pair, writers = view.names.length;
    this.names.replaceChildren(
      this.laneName(14, writers === 1 ? "Reference" : `${writers} references`, view.names, lanes[REFERENCE]),
      this.laneName(FOOT, "System", [name], lanes[SYSTEM]),
    );
  }
  // Several names are left out where each would have room for a few letters only.
  laneName(y, role, names, lane) {
    const room = Math.floor((this.of.axis.width - 190) / 7.6 / names.length) - 2;
    const shown = names.map((name) => isolated(shortened(name, Math.max(8, room)))).join(", ");
    const count = `${lane.dates.length.toLocaleString("en")} ${lane.dates.length === 1 ? "date" : "dates"}`;
    return draw("text", { x: 4, y, class: "a-lane" }, names.length > 1 && room < 8 ? role : `${role}: ${shown}`,
      draw("tspan", { class: "a-tick", dx: 8, "font-weight": 400 }, count));
  }
  paintLane(lane) {
    const { axis, pair } = this.of, { dates } = pair.lanes[lane];
    dates.forEach((date, index) => {
      const near = axis.x(date[date.length - 1] + 1) >= -12 && axis.x(date[1]) <= axis.width + 12;
      if (near) this.paintDay({ lane, index });
    });
  }
  paintDay(day) {
    const { axis, pair } = this.of, { dates, heights } = pair.lanes[day.lane], { index } = day;
    const row = pair.row(day), x = axis.x(pair.centre(day)), y = LANES[day.lane], out = day.lane === REFERENCE ? -1 : 1;
    const layer = this.layer(this.of.lit(day)), room = this.room(day);
    const r = f(clamp(room * 0.9, 1.6, 5.2)), bar = f(clamp(room * 1.35, 1, 8)), thin = r < 2;
    const part = clamp(share(row), 0, 1) * heights[index], base = y + out * GAP, strength = level(share(row));
    if (dates[index].length > 2) this.paintInterval(dates[index], y, layer);
    layer.put("size", box(x - bar / 2, base, bar, out * heights[index]));
    if (part > 0) layer.put(`bar${strength}`, box(x - bar / 2, base, bar, out * Math.max(part, 1)));
    const shape = shapeOf(row);
    if (shape === "missed" || shape === "spurious") layer.put(thin ? `${shape}-thin` : shape, SHAPES[shape](x, y, r * 0.85));
    else layer.put(`node${strength}`, thin ? box(x - 0.6, y - 3, 1.2, 6) : SHAPES[shape](x, y, r));
    if (!(row[FLAG] & FLAGS.repeated)) return;
    if (thin) layer.put("repeated-thin", `M${f(x)} ${y + 5}v3`);
    else layer.put("repeated", SHAPES.repeated(x, y, r * 0.85));
  }
  layer(lit) { return lit ? this.bright : this.dim; }
  // Half the room that a day has beside its neighbours, in pixels.
  room({ lane, index }) {
    const { centres } = this.of.pair.lanes[lane], at = centres[index];
    const before = index ? at - centres[index - 1] : Infinity;
    const after = index + 1 < centres.length ? centres[index + 1] - at : Infinity;
    return Math.min(12, Math.min(before, after) * this.of.axis.k) / 2;
  }
  paintInterval(date, y, layer) {
    const { axis } = this.of;
    const first = Math.max(axis.x(date[1]), -20), last = Math.min(axis.x(date[2] + 1), axis.width + 20);
    if (last - first > 8) layer.put("long", `M${f(first + 3)} ${y}H${f(last - 3)}`);
  }
  // Links with an end in sight. Where they are many, those that earned next to nothing are left out, and weak
  // ones must not hide the strong; the link of the chosen day is drawn in any case.
  paintLinks() {
    const { axis, pair } = this.of;
    const at = (lane, index) => axis.x(pair.lanes[lane].centres[index]), lit = (lane, index) => this.of.lit({ lane, index });
    const seen = pair.found.l.filter(([reference, system]) => axis.sees(at(REFERENCE, reference)) || axis.sees(at(SYSTEM, system)));
    const drawn = seen.length > MANY ? seen.filter((link) => link[3] > 0) : seen;
    for (const [reference, system, kind, strength] of drawn) {
      const layer = this.layer(lit(REFERENCE, reference) || lit(SYSTEM, system));
      layer.put(`link${kind ? " a-one-way" : ""}${strength}`, curve(at(REFERENCE, reference), at(SYSTEM, system)));
    }
    const left = seen.length - drawn.length;
    this.left.textContent = left ? `${left.toLocaleString("en")} links under 1 % not drawn` : "";
    set(this.left, { x: axis.width - 4 });
    const faint = clamp(220 / (drawn.length + 1), 0.16, 0.9);
    for (const layer of [this.dim, this.bright]) layer.fade(faint);
  }
}

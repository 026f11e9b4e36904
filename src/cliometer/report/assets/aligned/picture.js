// The picture: axis, lanes of days, links and the chosen day, placed anew whenever the window moves. Signs, looks
// and places are those of DRAWING, which timeline_view/picture.py describes.
const { lanes: LANES, gap: GAP, bar: BAR, pad: PAD, axis: AXIS, height: HEIGHT, strip: STRIP, signs: SIGNS } = DRAWING;
const MIDDLE = (LANES[0] + LANES[1]) / 2;
const f = (value) => Math.round(value * 10) / 10;

// The sign of a flag; a thousand days have a few sizes.
const sized = new Map();
function sign(flag, x, y, r) {
  const key = `${flag} ${r}`;
  if (!sized.has(key)) sized.set(key, SIGNS[flag].replace(/-?\d*\.?\d+/g, (length) => ` ${f(length * r)}`));
  return `M${f(x)} ${y}${sized.get(key)}`;
}
const bar = (x, y, width, height) => `M${f(x - width / 2)} ${y}h${width}v${f(height)}h${-width}z`;
const curve = (from, to) => `M${f(from)} ${LANES[0] + 6}C${f(from)} ${MIDDLE + 8} ${f(to)} ${MIDDLE - 8} ${f(to)} ${LANES[1] - 6}`;

// The window of time that is in sight: k pixels a day, from the day t on.
const CLOSEST = 80;  // pixels a day at the most

class Axis {
  constructor() {
    this.width = 900;
    this.span = [0, 1];
    this.k = 0;
    this.t = 0;
  }
  get room() { return this.width - 2 * PAD; }
  get fitting() { return this.room / (this.span[1] - this.span[0]); }
  get whole() { return this.k <= this.fitting * 1.0001; }
  x(time) { return PAD + (time - this.t) * this.k; }
  sees(x) { return x >= 0 && x <= this.width; }
  // Never less than all days in the width, never beyond them.
  clamp() {
    const least = this.fitting;
    this.k = clamp(this.k || least, least, Math.max(least, CLOSEST));
    this.t = clamp(this.t, this.span[0], Math.max(this.span[0], this.span[1] - this.room / this.k));
  }
  show([first, last]) {
    this.k = this.room / (last - first);
    this.t = first;
    this.clamp();
  }
  // The day below the pixel `at` stays where it is.
  zoom(factor, at) {
    const time = this.t + (at - PAD) / this.k, least = this.fitting;
    this.k = clamp(this.k * factor, least, Math.max(least, CLOSEST));
    this.moveTo(time - (at - PAD) / this.k);
  }
  moveTo(time) {
    this.t = time;
    this.clamp();
  }
  centre(time) { this.moveTo(time - this.room / this.k / 2); }
}

// The axis is true to the calendar, as in cliometer.model.when.
const { months: MONTHS, room: ROOM } = DRAWING;

function ordinal(year, month, day) {
  const y = year - (month <= 2 ? 1 : 0), era = Math.floor(y / 400), inEra = y - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * 146097 + inEra * 365 + Math.floor(inEra / 4) - Math.floor(inEra / 100) + ofYear - 305;
}
function calendar(number) {
  const era = Math.floor((number + 305) / 146097), day = number + 305 - era * 146097;
  const y = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36524) - Math.floor(day / 146096)) / 365);
  const ofYear = day - (365 * y + Math.floor(y / 4) - Math.floor(y / 100));
  const m = Math.floor((5 * ofYear + 2) / 153), month = m < 10 ? m + 3 : m - 9;
  return [y + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * m + 2) / 5) + 1];
}
const yearName = (year) => (year > 0 ? String(year) : `${1 - year} BC`);

// Ticks between two days: [where, label, what it belongs to]; the finest unit whose labels have room.
function ticks(from, to, scale) {
  const room = ROOM / scale;
  if (room <= 7) return dayTicks(from, to, room <= 1 ? 1 : room <= 2 ? 2 : 7);
  if (room <= 92) return monthTicks(from, to, room <= 30 ? 1 : 3);
  return yearTicks(from, to, room / 365.25);
}
function dayTicks(from, to, step) {
  const found = [];
  for (let number = Math.floor(from); number <= to; number += 1) {
    const [year, month, day] = calendar(number);
    const fits = (day - 1) % step === 0 && (step === 1 || day <= 31 - step / 2);
    if (fits) found.push([number, String(day), `${MONTHS[month - 1]} ${yearName(year)}`]);
  }
  return found;
}
function monthTicks(from, to, step) {
  const found = [];
  let [year, month] = calendar(Math.floor(from));
  for (month -= (month - 1) % step; ; month += step) {
    if (month > 12) { month -= 12; year += 1; }
    const where = ordinal(year, month, 1);
    if (where > to) return found;
    found.push([where, MONTHS[month - 1], yearName(year)]);
  }
}
function yearTicks(from, to, least) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least);
  const found = [];
  for (let year = Math.floor(calendar(Math.floor(from))[0] / step) * step; ; year += step) {
    const where = ordinal(year, 1, 1);
    if (where > to) return found;
    found.push([where, yearName(year), ""]);
  }
}

// A layer of the picture: days and links are drawn together, one path a look, so that a thousand cost as many
// elements as ten.
class Layer {
  constructor(looks) {
    this.paths = new Map(DRAWING.looks.map((look) => [look, { path: draw("path", { class: `a-${look}` }), parts: [] }]));
    this.node = draw("g", looks, ...[...this.paths.values()].map(({ path }) => path));
  }
  put(look, part) { this.paths.get(look).parts.push(part); }
  flush(faint) {
    for (const [look, held] of this.paths) {
      set(held.path, { d: held.parts.join("") });
      if (/^(link|once)/.test(look)) set(held.path, { "stroke-opacity": f(Math.min(0.95, faint + 0.2 * Number(look.slice(-1)))) });
      held.parts = [];
    }
  }
}

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
    const faint = this.paintLinks();
    for (const layer of [this.dim, this.bright]) layer.flush(faint);
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
      const daily = axis.k >= ROOM, at = daily ? x + axis.k / 2 : x + 3;  // the name of a day stands below its middle
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
      this.laneName(309, "System", [name], lanes[SYSTEM]),
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
  // A bar as high as the day's size, filled as far as it earned, and the sign of the day.
  paintDay(day) {
    const { axis, pair } = this.of, { dates, heights } = pair.lanes[day.lane], { index } = day;
    const row = pair.row(day), x = axis.x(pair.centre(day)), y = LANES[day.lane], out = day.lane === REFERENCE ? -1 : 1;
    const layer = this.layer(this.of.lit(day)), room = this.room(day), flag = row[FLAG] & ~FLAGS.repeated;
    const r = f(clamp(room * 0.9, ...DRAWING.radius)), thin = r < 2 ? "-thin" : "", wide = f(clamp(room * 1.35, 1, 8));
    const part = clamp(share(row), 0, 1) * heights[index], base = y + out * GAP, strength = level(share(row));
    if (dates[index].length > 2) this.paintInterval(dates[index], y, layer);
    layer.put("size", bar(x, base, wide, out * heights[index]));
    if (part > 0) layer.put(`bar${strength}`, bar(x, base, wide, out * Math.max(part, 1)));
    if (flag === FLAGS.missed || flag === FLAGS.spurious) layer.put((flag === FLAGS.missed ? "missed" : "spurious") + thin, sign(flag, x, y, r * 0.85));
    else layer.put(`node${strength}`, thin ? bar(x, y - 3, 1.2, 6) : sign(flag, x, y, r));
    if (row[FLAG] & FLAGS.repeated) layer.put(`repeated${thin}`, thin ? `M${f(x)} ${y + 5}v3` : sign(FLAGS.repeated, x, y, r * 0.85));
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
  // Links with an end in sight; returns how faint they are. Where they are many, those that earned next to nothing are left out, and weak
  // ones must not hide the strong; the link of the chosen day is drawn in any case.
  paintLinks() {
    const { axis, pair } = this.of;
    const at = (lane, index) => axis.x(pair.lanes[lane].centres[index]), lit = (lane, index) => this.of.lit({ lane, index });
    const seen = pair.found.l.filter(([reference, system]) => axis.sees(at(REFERENCE, reference)) || axis.sees(at(SYSTEM, system)));
    const drawn = seen.length > DRAWING.many ? seen.filter((link) => link[3] > 0) : seen;
    for (const [reference, system, kind, strength] of drawn) {
      const layer = this.layer(lit(REFERENCE, reference) || lit(SYSTEM, system));
      layer.put(`${kind ? "once" : "link"}${strength}`, curve(at(REFERENCE, reference), at(SYSTEM, system)));
    }
    const left = seen.length - drawn.length;
    this.left.textContent = left ? `${left.toLocaleString("en")} links under 1 % not drawn` : "";
    set(this.left, { x: axis.width - 4 });
    return clamp(220 / (drawn.length + 1), 0.16, 0.9);
  }
}

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
    const looks = row[CREDIT] ? `a-link${Math.max(3, level(share(row)))}` : "a-now-nothing";
    this.add(looks, day.lane ? curve(other, x) : curve(x, other));
    this.ring(partner, other);
  }
  add(looks, d) { this.node.append(draw("path", { class: looks, d })); }
  ring(day, x) {
    this.add("a-now", sign(0, x, LANES[day.lane], RING));
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

// The strip below the picture: all dates and the window in sight; and buttons to the dates beyond it.
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

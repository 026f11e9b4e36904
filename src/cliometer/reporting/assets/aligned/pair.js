// The data of a page: topics with their texts, one pair of timelines by one metric, and its days in sentences.
const REFERENCE = 0, SYSTEM = 1;
const PARTNER = 0, LATE = 1, WEIGHT = 2, HITS = 3, SIZE = 4, CREDIT = 5, FLAG = 6, OUTDONE = 7, AGAIN = 8;
const { flags: FLAGS } = DRAWING;

const worth = (row) => (row[CREDIT] === null ? row[HITS] : row[CREDIT]);
function flagWords(row) {
  const timed = (name) => (name === "late" || name === "early" ? `${counted(Math.abs(row[LATE]), "day")} ${name}` : name);
  return Object.keys(FLAGS).filter((name) => row[FLAG] & FLAGS[name]).map(timed);
}

// Topics are unpacked when they are looked at.
class Views {
  constructor(root) {
    this.sources = [...root.querySelectorAll("script[data-topic]")];
    this.known = new Map();
  }
  get topics() { return this.sources.map((source) => source.dataset.topic); }
  async open(index) {
    if (!this.known.has(index)) this.known.set(index, await unpacked(this.sources[index].textContent));
    return this.known.get(index);
  }
}
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// One system beside the references of one topic, by one metric.
class Pair {
  constructor(view, s, m) {
    this.view = view;
    this.system = view.systems[s];
    this.metric = view.metrics[m];
    this.found = this.system ? this.system.m[m] : { r: [], s: [], l: [], v: {}, R: [0, 0], P: [0, 0] };
    this.name = this.system ? this.system.n : "";
    const lane = (dates, rows) => ({ dates, rows, centres: dates.map((date) => (date[1] + date[date.length - 1] + 1) / 2) });
    this.lanes = [lane(view.dates, this.found.r), lane(this.system ? this.system.dates : [], this.found.s)];
  }
  row({ lane, index }) { return this.lanes[lane].rows[index]; }
  date({ lane, index }) { return this.lanes[lane].dates[index][0]; }
  centre({ lane, index }) { return this.lanes[lane].centres[index]; }
  partner(day) {
    const index = this.row(day)[PARTNER];
    return index < 0 ? null : { lane: 1 - day.lane, index };
  }
  get days() {
    return this.lanes.flatMap(({ rows }, lane) => rows.map((_, index) => ({ lane, index })));
  }
  // The day that is shown first: the reference date that earned most.
  get start() {
    const lane = this.lanes.findIndex(({ rows }) => rows.length);
    if (lane < 0) return null;
    const { rows } = this.lanes[lane];
    return { lane, index: rows.reduce((best, row, index) => (worth(row) > worth(rows[best]) ? index : best), 0) };
  }
  // The marks of a day and its partner: those of the system's text, then of each reference that has the date.
  marks({ lane, index }) {
    const found = this.system && this.system.marks[this.metric.k];
    if (!found) return [];
    if (this.metric.w) return lane ? [found.s[index]] : [[], ...found.r[index]];
    const partner = this.lanes[lane].rows[index][PARTNER];
    return found[lane ? `${index},${partner}` : `${partner},${index}`] || [];
  }
  // The bookings of a day from sentence to sentence, where the metric has any.
  bookings({ lane, index }) {
    const found = (this.found.b || [[], []])[lane][index] || [];
    return found.length ? [el("ul", { class: "aligned-sum" }, ...found.map((line) => el("li", {}, line)))] : [];
  }
  // What a day says, as elements; each reference with its name where there are several.
  texts({ lane, index }, marks) {
    if (lane) return paragraphs(this.system.texts[index], marks[0] || []);
    const { names, texts } = this.view;
    return texts[index].flatMap(([writer, text], i) => [
      ...(names.length > 1 ? [el("p", { class: "aligned-writer" }, bdi(names[writer]))] : []),
      ...paragraphs(text, marks[i + 1] || []),
    ]);
  }
}

// The numbers of a day in sentences.
class Sentences {
  constructor(pair) { this.pair = pair; }
  arithmetic(day) {
    const row = this.pair.row(day), [one, many] = this.pair.metric.u;
    const said = (count) => `${number(count)} ${count === 1 ? one : many}`;
    if (this.pair.metric.w) return this.loose(row);
    if (row[PARTNER] < 0) return `No partner: 0 of ${said(row[SIZE])}.`;
    const credit = row[WEIGHT] === 1 ? number(row[CREDIT]) : `${fraction(row[WEIGHT])} × ${number(row[HITS])} = ${number(row[CREDIT])}`;
    const missed = `${number(row[SIZE] - row[HITS])} missed;`;
    const earned = one === "date" ? "" : ` ${number(row[HITS])} of ${said(row[SIZE])} shared${this.copies(day)}, ${missed}`;
    return `${this.apart(day)}: weight ${fraction(row[WEIGHT])};${earned} credit ${credit} of ${number(row[SIZE])}.`;
  }
  loose(row) {
    const words = row[SIZE] === 1 ? "1 word" : `${number(row[SIZE])} words`;
    return `${number(row[HITS])} of ${words} found in the other timeline, on whatever date; this metric reads all days together.`;
  }
  apart(day) {
    const late = this.pair.row(day)[LATE];
    if (late) return `${counted(Math.abs(late), "day")} apart`;
    return this.pair.date(day) === this.pair.date(this.pair.partner(day)) ? "Same date" : "Dates overlap";
  }
  // How a day of the system is counted where there are several references.
  copies(day) {
    const writers = this.pair.view.names.length, row = this.pair.row(day);
    if (!day.lane || writers < 2) return "";
    if (this.pair.metric.c) return ` (${number(row[SIZE] / writers)} for each of ${writers} references)`;
    const having = this.pair.view.texts[row[PARTNER]].length;
    return having > 1 ? ` (on average of the ${having} references that have the date)` : "";
  }
  together({ lane }) {
    const { P, R, v } = this.pair.found, [part, whole] = lane ? P : R, name = lane ? "precision" : "recall";
    return ` All days together: ${number(part)} of ${number(whole)}, ${name} ${score(v[name])}.`;
  }
  repetition(day) {
    const row = this.pair.row(day), at = (index) => this.pair.system.dates[index][0];
    const better = row[OUTDONE] >= 0 ? ` Repeated: ${at(row[OUTDONE])} earns more with the same date.` : "";
    return better + (row[AGAIN] >= 0 ? ` Repeated: ${at(row[AGAIN])} has already said most of it.` : "");
  }
  absent(lane) {
    if (this.pair.metric.w) return "Days are not paired by this metric. Marked words stand somewhere in the other timeline.";
    return lane ? "No date of the system is paired with this one." : "No reference date is paired with this one.";
  }
}

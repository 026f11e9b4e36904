// One system beside the references of one topic, by one metric.
class Pair {
  constructor(view, s, m) {
    this.view = view;
    this.system = view.systems[s];
    this.metric = view.metrics[m];
    this.found = this.system ? this.system.m[m] : { r: [], s: [], l: [], v: {}, R: [0, 0], P: [0, 0] };
    this.name = this.system ? this.system.n : "";
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
  // All days, with a margin.
  get span() {
    const dates = this.lanes.flatMap((lane) => lane.dates);
    if (!dates.length) return [0, 1];
    const low = dates.reduce((least, date) => Math.min(least, date[1]), Infinity);
    const high = dates.reduce((most, date) => Math.max(most, date[date.length - 1] + 1), -Infinity);
    const margin = Math.max(1, (high - low) * 0.015);
    return [low - margin, high + margin];
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

function lane(dates, rows) {
  const largest = rows.reduce((most, row) => Math.max(most, row[SIZE]), 1);
  const flat = rows.every((row) => row[SIZE] === largest);
  const height = (size) => (size ? Math.max(4, BAR * Math.sqrt(size / largest)) : 2);
  return {
    dates, rows,
    centres: dates.map((date) => (date[1] + date[date.length - 1] + 1) / 2),
    heights: rows.map((row) => (flat ? BAR * 0.6 : height(row[SIZE]))),
  };
}

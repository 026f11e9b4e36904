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
    if (late) return `${days(Math.abs(late))} apart`;
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

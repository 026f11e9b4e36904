// The axis is true to the calendar, as in cliometer.model.calendar; its ticks are those of ticks.py.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

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
  const room = 46 / scale;
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

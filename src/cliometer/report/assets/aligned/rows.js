// What the numbers of a day mean: sides.py makes the rows, links.py the levels.
const REFERENCE = 0, SYSTEM = 1;
const FLAGS = { missed: 1, spurious: 2, late: 4, early: 8, repeated: 16 };
const PARTNER = 0, LATE = 1, WEIGHT = 2, HITS = 3, SIZE = 4, CREDIT = 5, FLAG = 6, OUTDONE = 7, AGAIN = 8;
const STEPS = [0.01, 0.1, 0.2, 0.35, 0.6];
const LEVELS = [0, 1, 2, 3, 4, 5];

const level = (share) => STEPS.filter((step) => share >= step).length;
const worth = (row) => (row[CREDIT] === null ? row[HITS] : row[CREDIT]);
const share = (row) => (row[SIZE] ? worth(row) / row[SIZE] : 0);
function shapeOf(row) {
  return ["missed", "spurious", "late", "early"].find((name) => row[FLAG] & FLAGS[name]) || "found";
}
function flagWords(row) {
  const timed = (name) => (name === "late" || name === "early" ? `${days(Math.abs(row[LATE]))} ${name}` : name);
  return Object.keys(FLAGS).filter((name) => row[FLAG] & FLAGS[name]).map(timed);
}

// Shapes of days, bars and links as paths: a kind of day is told by its shape, never by its colour alone.
const BAR = 60, GAP = 9, LANES = [100, 222], MIDDLE = 161;
const f = (value) => Math.round(value * 10) / 10;
const SHAPES = {
  found: (x, y, r) => `M${f(x - r)} ${y}a${r} ${r} 0 1 0 ${f(2 * r)} 0a${r} ${r} 0 1 0 ${f(-2 * r)} 0z`,
  late: (x, y, r) => `M${f(x - r * 0.9)} ${f(y - r * 1.15)}l${f(r * 2.1)} ${f(r * 1.15)}l${f(-r * 2.1)} ${f(r * 1.15)}z`,
  early: (x, y, r) => `M${f(x + r * 0.9)} ${f(y - r * 1.15)}l${f(-r * 2.1)} ${f(r * 1.15)}l${f(r * 2.1)} ${f(r * 1.15)}z`,
  missed: (x, y, r) => `M${f(x - r)} ${f(y - r)}l${f(2 * r)} ${f(2 * r)}m0 ${f(-2 * r)}l${f(-2 * r)} ${f(2 * r)}`,
  spurious: (x, y, r) => `M${f(x)} ${f(y - r * 1.2)}l${f(r * 1.2)} ${f(r * 1.2)}l${f(-r * 1.2)} ${f(r * 1.2)}l${f(-r * 1.2)} ${f(-r * 1.2)}z`,
  repeated: (x, y, r) => `M${f(x - r * 1.75)} ${f(y - r * 1.75)}h${f(r * 3.5)}v${f(r * 3.5)}h${f(-r * 3.5)}z`,
};
function box(x, y, width, height) {
  const top = height < 0 ? y + height : y;
  return `M${f(x)} ${f(top)}h${width}v${f(Math.abs(height))}h${-width}z`;
}
function curve(from, to) {
  const top = LANES[0] + 6, bottom = LANES[1] - 6;
  return `M${f(from)} ${top}C${f(from)} ${MIDDLE + 8} ${f(to)} ${MIDDLE - 8} ${f(to)} ${bottom}`;
}

// The sign of a kind of day beside its name.
function key(name) {
  const picture = draw("svg", { class: "aligned-key", width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" });
  if (name === "repeated") picture.append(draw("path", { class: "a-fill a-l4", d: SHAPES.found(8, 8, 3.4) }));
  const looks = name === "missed" || name === "spurious" || name === "repeated" ? `a-${name}` : "a-fill a-l4";
  picture.append(draw("path", { class: looks, d: SHAPES[name](8, 8, name === "repeated" ? 3.7 : 4.6) }));
  return picture;
}

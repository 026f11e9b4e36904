// A layer of the picture: days and links are drawn together, one path a look, so that a thousand cost as many
// elements as ten.
const WIDTHS = [1, 1.3, 1.8, 2.4, 3.1, 3.8];

class Layer {
  constructor(looks) {
    this.node = draw("g", looks);
    this.paths = new Map();
    for (const kind of ["", " a-one-way"]) {
      for (const l of LEVELS) this.add(`link${kind}${l}`, `a-link${kind} a-l${l}`, { "stroke-width": WIDTHS[l] });
    }
    this.add("long", "a-long");
    this.add("size", "a-size");
    for (const l of LEVELS) this.add(`bar${l}`, `a-fill a-l${l}`);
    for (const l of LEVELS) this.add(`node${l}`, `a-node a-fill a-l${l}`);
    for (const name of ["missed", "spurious", "repeated"]) {
      this.add(`${name}-thin`, `a-${name} is-thin`);
      this.add(name, `a-${name}`);
    }
  }
  add(name, looks, more = {}) {
    const path = draw("path", { class: looks, ...more });
    this.paths.set(name, { path, parts: [] });
    this.node.append(path);
  }
  put(name, part) { this.paths.get(name).parts.push(part); }
  fade(faint) {
    for (const [name, { path }] of this.paths) {
      if (name.startsWith("link")) path.setAttribute("stroke-opacity", f(Math.min(0.95, faint + 0.2 * Number(name.slice(-1)))));
    }
  }
  flush() {
    for (const held of this.paths.values()) {
      held.path.setAttribute("d", held.parts.join(""));
      held.parts = [];
    }
  }
}

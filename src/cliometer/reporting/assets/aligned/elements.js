// Elements of the page. Texts reach it as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}
function el(tag, attributes = {}, ...children) {
  const node = set(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}
function draw(tag, attributes = {}, ...children) {
  const node = set(document.createElementNS(SVG, tag), attributes);
  node.append(...children);
  return node;
}
const bdi = (text) => el("bdi", {}, text);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

// Numbers in words, and texts with the words marked that earned the points.
const number = (value) => (value === null || value === undefined ? "undefined" : String(Number(value.toPrecision(4))));
const score = (value) => (value === null || value === undefined ? "undefined" : value.toFixed(3));
const counted = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
function fraction(weight) {
  const below = 1 / weight;
  return weight < 1 && Math.abs(below - Math.round(below)) < 1e-4 * below ? `1/${Math.round(below)}` : number(weight);
}

// A text with its marked stretches: one paragraph a sentence.
function paragraphs(text, marks) {
  if (!text) return [el("p", { class: "aligned-hint" }, "(no text)")];
  const stretches = [];
  let at = 0;
  for (let i = 0; i < marks.length; i += 2) {
    const start = at + marks[i];
    at = start + marks[i + 1];
    stretches.push([start, at]);
  }
  let start = 0, next = 0;
  return text.split("\n").map((line) => {
    const end = start + line.length, paragraph = el("p", { class: "aligned-text", dir: "auto" });
    let done = start;
    for (; next < stretches.length && stretches[next][0] < end; next += 1) {
      const [first, last] = stretches[next];
      paragraph.append(text.slice(done, first), el("mark", {}, text.slice(first, last)));
      done = last;
    }
    paragraph.append(text.slice(done, end));
    start = end + 1;
    return paragraph;
  });
}

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
const isolated = (text) => `\u2068${text}\u2069`;  // whatever direction it has, what follows keeps its own
function shortened(text, room) {
  const letters = [...text];
  return letters.length > room ? `${letters.slice(0, room - 1).join("")}…` : text;
}
const bdi = (text) => el("bdi", {}, text);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

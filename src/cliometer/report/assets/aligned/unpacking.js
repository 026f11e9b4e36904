// Views as markup.py wrote them: the texts of all topics stand once, and are packed as packing.py says.
const CODE = /[!-B]|[C-u].|[v-}]..|~..../g;  // no code begins another
const UNUSED = '"&<>\\';
const DIGITS = new Map(Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  .filter((letter) => !UNUSED.includes(letter)).map((letter, i) => [letter, i]));
const BASE = DIGITS.size;
const SKIPPED = skipped([[1, 30], [2, 50], [3, 8], [5, 1]]);

// For each length of codes: the first of them, read as a number, less the words that have shorter ones.
function skipped(groups) {
  const found = {};
  let before = 0, words = 0;
  for (const [length, begin] of groups) {
    const unit = BASE ** (length - 1);
    found[length] = before * unit - words;
    before += begin;
    words += begin * unit;
  }
  return found;
}
function rank(code) {
  let read = 0;
  for (const digit of code) read = read * BASE + DIGITS.get(digit);
  return read - SKIPPED[code.length];
}

class Views {
  constructor(root) {
    this.sources = [...root.querySelectorAll("script[data-topic]")];
    this.packed = root.querySelector("script[data-texts]");
    this.known = new Map();
  }
  get topics() { return this.sources.map((source) => source.dataset.topic); }
  open(index) {
    if (!this.known.has(index)) this.known.set(index, this.read(this.sources[index]));
    return this.known.get(index);
  }
  read(source) {
    const view = JSON.parse(source.textContent);
    for (const date of view.texts) for (const said of date) said[1] = this.text(said[1]);
    for (const system of view.systems) system.texts = system.texts.map((number) => this.text(number));
    return view;
  }
  text(number) {
    if (!this.texts) {
      const [words, texts] = JSON.parse(this.packed.textContent);
      this.words = words.split(" ");
      this.texts = texts;
    }
    return this.texts[number].match(CODE).map((code) => this.words[rank(code)]).join(" ").replaceAll(" \n ", "\n");
  }
}

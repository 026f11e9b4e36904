// Checked timelines: sentences with verdicts as marks, and the evidence of the chosen one beside it.
(function () {
"use strict";
const VERDICTS = {
  "supported": ["\u2713", "good", "The articles carry this sentence on this date."],
  "other date": ["\u2194", "warn", "The articles carry this sentence, but on another date."],
  "date not told": ["?", "warn", "The articles carry this sentence, but do not tell its date."],
  "contradicted": ["\u2717", "bad", "An article says otherwise on this date."],
  "unsupported": ["\u2205", "muted", "No article carries this sentence. It may be worded too freely to be found."],
};
const MISFIT = { expression: "names", "month or week": "names", publication: "appeared on" };
const NARROW = 640;

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}
const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const words = (text) => text.match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) || [];

// The text with some of its words marked; `kind` gives the class of a word, or nothing.
function marked(text, kind) {
  const node = el("span", { dir: "auto" });
  let done = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu)) {
    const name = kind(match[0].toLowerCase());
    if (!name) continue;
    node.append(text.slice(done, match.index), el("mark", { class: name }, match[0]));
    done = match.index + match[0].length;
  }
  node.append(text.slice(done));
  return node;
}
const lower = (list) => new Set((list || []).map((word) => word.toLowerCase()));

function alike(a, b) {
  if (a === b) return true;
  const least = Math.min(a.length, b.length), same = Math.max(4, least - 2);
  return least >= 4 && Math.abs(a.length - b.length) <= 4 && a.slice(0, same) === b.slice(0, same);
}
const COMMON = lower("a an the of to in on at by for from with and or but as is are was were be been it its that this his her he she they their not no after before into over have has had will would".split(" "));

function evidencePart(sentence, evidence) {
  const missing = lower(sentence.missing), against = lower(evidence.against);
  const held = words(sentence.sentence.toLowerCase()).filter((word) => !missing.has(word) && !COMMON.has(word));
  const kind = (word) => (against.has(word) ? "is-against" : !COMMON.has(word) && held.some((other) => alike(word, other)) ? "is-held" : "");
  const day = evidence.date, how = `${MISFIT[evidence.how]} ${day}`;
  const told = evidence.how === "publication" ? `The article ${how} and its sentence names no day.` : `The sentence ${how}; the article appeared on ${evidence.published}.`;
  return el("div", { class: "checked-source" },
    el("p", { class: "checked-article" }, el("strong", { dir: "auto" }, evidence.article), el("span", {}, ` support ${evidence.support.toFixed(2)}`)),
    el("blockquote", {}, ...evidence.sentences.map((text) => el("p", {}, marked(text, kind)))),
    el("p", { class: "checked-told" }, told),
    evidence.conflicts.length ? el("p", { class: "checked-conflict" }, `Contradicts by ${evidence.conflicts.join(" and ")}${evidence.against.length ? `: ${evidence.against.join(", ")}` : ""}.`) : null);
}

function panelOf(sentence) {
  const [sign, colour, meaning] = VERDICTS[sentence.verdict];
  const parts = [
    el("p", { class: "checked-verdict" }, el("span", { class: `checked-sign is-${colour}`, "aria-hidden": "true" }, sign), el("strong", {}, sentence.verdict), ` on ${sentence.date}`),
    el("p", {}, meaning),
    sentence.missing.length ? el("p", { class: "checked-missing" }, `Words that the evidence lacks: ${sentence.missing.join(", ")}.`) : null,
  ];
  if (!sentence.evidence) parts.push(el("p", { class: "checked-told" }, "No sentence of the articles shares enough of its words."));
  else parts.push(el("h4", {}, "Evidence"), evidencePart(sentence, sentence.evidence));
  if (sentence.second) parts.push(el("h4", {}, "For the rest of the sentence"), evidencePart(sentence, sentence.second));
  return parts.filter(Boolean);
}

function build(root) {
  const rows = JSON.parse(root.querySelector("script").textContent);
  const groups = new Map();
  for (const row of rows) {
    const key = `${row.system}: ${row.topic}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  const shown = new Set(Object.keys(VERDICTS));
  let current = [...groups.keys()][0], chosen = null;

  const picker = el("select", { id: `${root.id}-timeline` }, ...[...groups.keys()].map((key) => el("option", { value: key }, key)));
  const filters = el("div", { class: "checked-filters", role: "group", "aria-label": "Verdicts shown" });
  const next = el("button", { type: "button" }, "Next doubt");
  const list = el("ol", { class: "checked-days" });
  const panel = el("div", { class: "checked-panel", role: "region", "aria-label": "Evidence", "aria-live": "polite" });
  const status = el("p", { class: "checked-status", role: "status" });
  const bar = el("div", { class: "checked-bar" }, groups.size > 1 ? el("label", {}, "Timeline ", picker) : null, filters, next);
  const keys = el("p", { class: "checked-keys" }, "Arrow keys move between sentences; n and p go to the next and the previous one that is not supported.");
  const side = el("div", { class: "checked-side" }, panel);
  root.append(bar, status, el("div", { class: "checked-columns" }, list, side), keys);

  const buttons = () => [...list.querySelectorAll("button")].filter((button) => !button.closest("[hidden]"));

  function choose(button, focus) {
    if (!button) return;
    if (chosen) { chosen.setAttribute("aria-pressed", "false"); chosen.tabIndex = -1; chosen.lastChild.replaceWith(el("span", { class: "checked-text", dir: "auto" }, chosen.row.sentence)); }
    chosen = button;
    chosen.setAttribute("aria-pressed", "true");
    chosen.tabIndex = 0;
    const missing = lower(chosen.row.missing);
    const text = marked(chosen.row.sentence, (word) => (missing.has(word) ? "is-missing" : ""));
    text.className = "checked-text";
    chosen.lastChild.replaceWith(text);
    panel.replaceChildren(...panelOf(chosen.row));
    place();
    if (focus) chosen.focus();
  }

  // On a narrow screen the evidence stands under its sentence.
  function place() {
    const narrow = root.clientWidth < NARROW;
    if (narrow && chosen && !chosen.closest("[hidden]")) chosen.parentElement.append(panel);
    else if (panel.parentElement !== side) side.append(panel);
  }

  function filter() {
    let count = 0;
    for (const item of list.querySelectorAll("li[data-verdict]")) {
      item.hidden = !shown.has(item.dataset.verdict);
      count += !item.hidden;
    }
    for (const day of list.children) day.hidden = !day.querySelector("li:not([hidden])");
    const total = groups.get(current).length;
    status.textContent = count === total ? plural(total, "sentence") : `${count.toLocaleString("en")} of ${plural(total, "sentence")}`;
    if (count && chosen) choose(chosen.closest("[hidden]") ? buttons()[0] : chosen);
    if (!count) {
      place();
      panel.replaceChildren(el("p", {}, "No sentence has a verdict that is shown."));
    }
  }

  function drawFilters() {
    const counts = Object.fromEntries(Object.keys(VERDICTS).map((name) => [name, 0]));
    for (const row of groups.get(current)) counts[row.verdict] += 1;
    filters.replaceChildren(...Object.entries(VERDICTS).map(([name, [sign, colour]]) => {
      const button = el("button", { type: "button", "aria-pressed": String(shown.has(name)) },
        el("span", { class: `checked-sign is-${colour}`, "aria-hidden": "true" }, sign), ` ${name} `, el("span", { class: "checked-count" }, String(counts[name])));
      button.addEventListener("click", () => {
        if (shown.has(name)) shown.delete(name); else shown.add(name);
        button.setAttribute("aria-pressed", String(shown.has(name)));
        filter();
      });
      return button;
    }));
  }

  function drawList() {
    chosen = null;
    side.append(panel);
    const days = new Map();
    for (const row of groups.get(current)) {
      if (!days.has(row.date)) days.set(row.date, []);
      days.get(row.date).push(row);
    }
    list.replaceChildren(...[...days].map(([date, several]) => el("li", {}, el("h4", {}, date), el("ol", {}, ...several.map((row) => {
      const [sign, colour] = VERDICTS[row.verdict];
      const button = el("button", { type: "button", "aria-pressed": "false", tabindex: -1 },
        el("span", { class: `checked-sign is-${colour}`, "aria-hidden": "true" }, sign), el("span", { class: "checked-said" }, `${row.verdict}: `),
        el("span", { class: "checked-text", dir: "auto" }, row.sentence));
      button.row = row;
      button.addEventListener("click", () => choose(button));
      return el("li", { "data-verdict": row.verdict }, button);
    })))));
    drawFilters();
    filter();
    choose(buttons().find((button) => button.row.verdict !== "supported") || buttons()[0]);
  }

  function step(by, doubtful) {
    const all = buttons(), start = all.indexOf(chosen);
    for (let at = start + by; at >= 0 && at < all.length; at += by) {
      if (!doubtful || all[at].row.verdict !== "supported") return choose(all[at], true);
    }
    if (doubtful && by > 0) choose(all.find((button) => button.row.verdict !== "supported"), true);
  }
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowDown: [1, false], ArrowUp: [-1, false], n: [1, true], p: [-1, true] };
    if (event.key === "Home") choose(buttons()[0], true);
    else if (event.key === "End") choose(buttons().pop(), true);
    else if (moves[event.key]) step(...moves[event.key]);
    else return;
    event.preventDefault();
  });
  next.addEventListener("click", () => step(1, true));
  picker.addEventListener("change", () => { current = picker.value; drawList(); });
  new ResizeObserver(place).observe(root);
  drawList();
}

document.querySelectorAll("section.checked").forEach(build);
})();

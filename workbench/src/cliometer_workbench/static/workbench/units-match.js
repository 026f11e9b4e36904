"use strict";
/* The matching screen: a unit, a marked mention or sentence, and the links of the unit as a tree. */
(() => {
  const chosen = new Set(); // marks and groups of the unit at hand
  let inTree = false; // what keys act on
  const marks = new Events.Rows("mark", ".un-mark, .un-sentence", (row) => { inTree = false; Events.showStory(Events.storyOf(row)); tell(); });
  const nodes = new Events.Rows("node", ".un-node", () => { inTree = true; tell(); });
  const units = new Events.Rows("unit", ".un-unit", (row) => show(row));
  const unit = () => units.now && units.now.dataset.unit;
  const tree = () => units.now && document.getElementById(`tree-${units.now.dataset.number}`);
  const nodeOf = (member) => tree() && Events.all(".un-node", tree()).find((node) => node.dataset.member === member);
  const at = () => (inTree ? nodes.now && nodes.now.dataset.member : marks.now && marks.now.dataset.mark);
  const elements = new Map(); // of each mark

  const hints = Events.suggestions(3, () => tree() || document);
  const toHint = (hint) => { const mentions = hint && elements.get(hint.dataset.about); if (mentions) marks.go(mentions[0]); };

  const collect = () => {
    elements.clear();
    for (const mention of Events.all("#un-documents [data-mark]")) {
      if (!elements.has(mention.dataset.mark)) elements.set(mention.dataset.mark, []);
      elements.get(mention.dataset.mark).push(mention);
    }
  };
  const each = (mark, then) => { for (const element of elements.get(mark) || []) then(element); };
  /* Shows the links of the present unit in the documents; mentions of other units are underlined. */
  const paint = () => {
    for (const element of Events.all("#un-documents :is(.un-linked, .un-looked, .un-used, .un-chosen, .un-hinted)")) {
      element.classList.remove("un-linked", "un-looked", "un-used", "un-chosen", "un-hinted");
      delete element.dataset.v;
    }
    for (const node of Events.all(".un-node[data-kind=mark]")) each(node.dataset.member, (element) => element.classList.add("un-used"));
    for (const node of tree() ? Events.all(".un-node[data-kind=mark]", tree()) : []) {
      each(node.dataset.member, (element) => element.classList.add("un-linked"));
      const first = (elements.get(node.dataset.member) || []).at(-1);
      if (first) first.dataset.v = node.dataset.v;
    }
    for (const row of tree() ? Events.all("[data-looked]", tree()) : []) each(row.dataset.looked, (mark) => mark.classList.add("un-looked"));
    for (const hint of tree() ? Events.all("[data-about]", tree()) : []) each(hint.dataset.about, (mark) => mark.classList.add("un-hinted"));
    for (const id of chosen) each(id, (element) => element.classList.add("un-chosen"));
    for (const node of Events.all(".un-node")) node.querySelector(".ev-picked").hidden = !chosen.has(node.dataset.member);
  };
  const state = (id) => {
    const node = nodeOf(id), v = node && node.dataset.v;
    if (node) return gettext("linked with v = {v}", { v });
    return tree() && Events.all("[data-looked]", tree()).some((row) => row.dataset.looked === id) ? gettext("examined, does not say it") : gettext("not linked");
  };
  const tell = () => {
    const id = at(), row = inTree ? nodes.now : marks.now, place = document.getElementById("un-at");
    if (!row || !id) { place.textContent = ""; return; }
    const words = inTree ? row.querySelector(".ev-grow").firstChild.textContent.trim() || row.textContent.trim() : row.textContent;
    const short = words.length > 60 ? `${words.slice(0, 58)}…` : words, kind = row.matches(".un-sentence") ? `${gettext("Sentence")} ` : "";
    place.textContent = `${kind}“${short}”: ${state(id)}.${chosen.size ? ` ${gettext("{count} selected.", { count: chosen.size })}` : ""}`;
  };
  const show = (row) => {
    for (const element of Events.all(".un-tree")) element.hidden = element.id !== `tree-${row.dataset.number}`;
    hints.draw();
    paint();
    tell();
  };
  const toUnit = (row) => {
    if (!row) return;
    chosen.clear();
    units.go(row, { focus: false });
    if (inTree) toText();
  };
  const toText = () => { inTree = false; if (marks.now) marks.go(marks.now); };
  const toTree = () => {
    const first = tree() && tree().querySelector(".un-node");
    if (inTree || !first) { toText(); return; }
    nodes.go(nodes.now && !nodes.now.closest("[hidden]") ? nodes.now : first);
  };

  const step = (by, selector) => {
    if (inTree) {
      const list = Events.all(".un-node", tree()), now = list.indexOf(nodes.now);
      if (list.length) nodes.go(list[Math.min(Math.max(now + by, 0), list.length - 1)]);
      return;
    }
    const list = Events.all(selector);
    if (!list.length) return;
    const now = marks.now;
    let next = now && now.matches(selector) ? list[list.indexOf(now) + by] : null;
    if (!next && now && !now.matches(selector)) {
      const follows = (mark) => now.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING;
      next = by > 0 ? list.find(follows) : list.findLast((mark) => !follows(mark));
    }
    if (next) marks.go(next);
    else if (!now) marks.go(list[0]);
  };

  const need = () => {
    if (unit() && at()) return Sheet.writable;
    Sheet.refuse(gettext("Choose a unit with n and a mention with j first."));
    return false;
  };
  const link = (v) => {
    if (!need()) return;
    if (nodeOf(at())) Sheet.act("weigh", { unit: unit(), member: at(), v });
    else Sheet.act("link", { unit: unit(), mark: at(), v });
  };
  const unlink = () => {
    if (!need()) return;
    const node = nodeOf(at());
    if (node && node.dataset.kind === "group") Sheet.act("ungroup", { unit: unit(), group: at() });
    else Sheet.act("unlink", { unit: unit(), mark: at() });
  };
  const look = () => {
    if (!need()) return;
    if (inTree && nodes.now.dataset.kind === "group") { Sheet.refuse(gettext("A group cannot be marked as examined; take it apart with x.")); return; }
    Sheet.act("look", { unit: unit(), mark: at() });
  };
  const select = () => {
    if (!need()) return;
    if (!chosen.delete(at())) chosen.add(at());
    paint();
    tell();
  };
  const group = (either) => {
    if (chosen.size < 2) { Sheet.refuse(gettext("Select two or more first: press space on each mention, or on links in the tree.")); return; }
    const members = [...chosen];
    if (either) {
      for (const member of members) if (nodeOf(member) && nodeOf(member).dataset.v !== "1") Sheet.act("weigh", { unit: unit(), member, v: 1 });
    }
    Sheet.act("group", { unit: unit(), members });
    chosen.clear();
  };
  const anchor = () => {
    const words = Words.selected();
    if (!words) { Sheet.refuse(gettext("Select words of a document first, with the pointer or with → and shift →.")); return; }
    Sheet.act("anchor", words).then(() => {
      Words.forget();
      const made = (elements.get(`${words.source}/m${words.start}-${words.end}`) || [])[0];
      if (made) marks.go(made);
    });
  };
  const finish = () => {
    const row = units.now;
    if (!row || !Sheet.writable) return;
    if (row.dataset.done === "yes") { Sheet.act("undone", { unit: unit() }); return; }
    Sheet.act("done", { unit: unit() });
    toUnit(units.next((unit) => unit.dataset.done === "no"));
  };
  const words = (by, event) => {
    const sentence = !inTree && marks.now && marks.now.closest(".un-sentence");
    if (sentence) Words.choose(sentence, by, event.shiftKey);
  };
  const beside = (by) => { const list = units.rows, place = list.indexOf(units.now) + by; toUnit(list[Math.min(Math.max(place, 0), list.length - 1)]); };

  Events.table({
    n: () => beside(1), p: () => beside(-1), j: () => step(1, ".un-mark"), k: () => step(-1, ".un-mark"),
    ArrowDown: () => step(1, ".un-mark"), ArrowUp: () => step(-1, ".un-mark"),
    J: () => step(1, ".un-sentence"), K: () => step(-1, ".un-sentence"),
    ArrowRight: (event) => words(1, event), ArrowLeft: (event) => words(-1, event),
    l: () => link(1), x: unlink, e: look, " ": select, g: () => group(false), o: () => group(true), t: toTree,
    s: anchor, d: finish, ...hints.keys, w: () => toHint(tree() && tree().querySelector("[data-about]:not([hidden])")), "/": () => Events.focusOn("ev-find"),
    Escape: () => { chosen.clear(); Words.forget(); paint(); tell(); if (inTree) toText(); },
  }, (key) => (/^[0-9]$/.test(key) ? link(Number(key) / 10) : false));
  document.addEventListener("pointerdown", (event) => { if (event.target.closest("[data-press]")) event.preventDefault(); }); // the selection stays
  document.addEventListener("click", (event) => { if (!event.target.closest("button")) toHint(event.target.closest("[data-about]")); });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "un-v" || !event.target.value) return;
    link(Number(event.target.value) / 10);
    event.target.value = "";
  });
  Events.jumps((story) => { story.scrollIntoView({ block: "start" }); marks.go(story.querySelector(".un-mark, .un-sentence"), { scroll: false }); });
  Events.search(".un-sentence", (row) => marks.go(row, { focus: false }), () => marks.focus());
  Events.answered(() => {
    collect();
    const tied = inTree, had = nodes.now;
    units.renew();
    marks.renew();
    if (tied && tree() && tree().querySelector(".un-node")) nodes.go(had && tree().contains(had) ? had : tree().querySelector(".un-node"));
  });
  collect();
  units.begin(document.querySelector(".un-unit[data-done=no]"));
  marks.begin(document.querySelector(".un-mark"));
})();

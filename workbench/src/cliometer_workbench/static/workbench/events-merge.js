"use strict";
/* The merging board: candidates are selected and put into events by keys or by dragging. */
(() => {
  const board = new Events.Board({
    prefix: "ev", card: ".ev-card", group: ".ev-merged", key: "candidate", groupKey: "event", names: ["card", "merged"], changed: (row) => near(row),
    draw: (card, on) => { card.querySelector(".ev-picked").hidden = !on; },
  });
  const { cards, groups: merged } = board;

  const near = (row) => {
    const alike = new Set((row.dataset.alike || "").split(" "));
    for (const card of Events.all(".ev-card")) card.querySelector(".ev-similar").hidden = !alike.has(card.dataset.number);
  };
  const cardsOf = (row) => (row.dataset.cards || "").split(" ");
  const already = (known) => known ? gettext("Event {number} consists of these candidates already: {text}", { number: known.dataset.place, text: known.querySelector(".ev-text").textContent }) : gettext("This event is being made already.");
  const make = (list = board.selection) => {
    if (!list.length) { Sheet.refuse(gettext("Select candidates first: press space on each.")); return; }
    if (!board.isMade(list, cardsOf, already)) board.make(list, { candidates: list });
  };
  const put = (event, list = board.selection) => {
    if (!event || !list.length) { Sheet.refuse(gettext("Select candidates with space, and move to the event into which they go.")); return; }
    board.send(list, list.map((candidate) => Sheet.act("put", { candidate, event })));
  };

  Events.newText("ev-own", "ev-own-text", "make", (text) => Sheet.act("make", { candidates: [], text }), () => board.across(0));
  document.body.addEventListener("htmx:responseError", () => {
    for (const card of cards.rows) if (!card.querySelector(".badge:not([hidden])")) card.classList.remove("ev-placed");
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "ev-why" && event.key === "Enter") { event.preventDefault(); event.target.closest("dialog").close("other"); }
  });
  const hints = Events.suggestions();
  document.addEventListener("dblclick", (event) => { if (event.target.closest(".ev-card") && !event.target.closest("button")) board.toggle(); });

  /* Dragging has the same effect as the keys m and p. */
  let dragged = null;
  const over = (event) => event.target.closest && event.target.closest(".ev-merged, .ev-drop");
  document.addEventListener("dragstart", (event) => {
    const card = event.target.closest && event.target.closest(".ev-card");
    if (!card) return;
    dragged = card.dataset.candidate;
    event.dataTransfer.setData("text/plain", dragged);
  });
  document.addEventListener("dragover", (event) => { if (dragged && over(event)) event.preventDefault(); });
  document.addEventListener("dragend", () => { dragged = null; });
  document.addEventListener("drop", (event) => {
    const target = over(event);
    if (!dragged || !target) return;
    event.preventDefault();
    const list = board.chosen.has(dragged) ? [...board.chosen] : [dragged];
    if (target.matches(".ev-drop")) make(list); else put(target.dataset.event, list);
    dragged = null;
  });

  Events.table({
    ...board.keys, m: () => make(), p: () => put(merged.now && merged.now.dataset.event),
    ...hints.keys, n: hints.no, o: () => board.omit(),
    a: () => Events.focusOn("ev-own-text"), e: () => Events.edit(merged.now, "reword"),
    J: () => board.shift(1, 1), K: () => board.shift(-1, 1), i: () => board.join(),
    D: () => merged.now && Sheet.act("drop", { event: merged.now.dataset.event }),
  });
  Events.edits(".ev-merged");
  Events.answered(() => { hints.draw(); board.renew(); });
  hints.draw();
  cards.begin();
  merged.held = false;
})();

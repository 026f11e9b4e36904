"use strict";
/* The merging board: candidates are selected and put into events by keys or by dragging. */
(() => {
  const board = new Events.Board({
    card: ".ev-card", group: ".ev-merged", key: "candidate", names: ["card", "merged"], changed: (row) => near(row),
    draw: (card, on) => { card.querySelector(".ev-picked").hidden = !on; },
  });
  const { cards, groups: merged } = board;

  const near = (row) => {
    const alike = new Set((row.dataset.alike || "").split(" "));
    for (const card of Events.all(".ev-card")) card.querySelector(".ev-similar").hidden = !alike.has(card.dataset.number);
  };
  /* Finds the event that consists of exactly these candidates; `under` holds those that were sent but not answered. */
  const under = new Set();
  const same = (list) => [...list].sort().join(" ");
  const made = (list) => merged.rows.find((row) => same((row.dataset.cards || "").split(" ")) === same(list));
  const make = (list = board.selection) => {
    if (!list.length) { Sheet.refuse(gettext("Select candidates first: press space on each.")); return; }
    const known = made(list);
    if (known || under.has(same(list))) {
      Sheet.refuse(known ? gettext("Event {number} consists of these candidates already: {text}", { number: known.dataset.place, text: known.querySelector(".ev-text").textContent }) : gettext("This event is being made already."));
      return;
    }
    under.add(same(list));
    for (const id of list) Events.all(".ev-card").find((card) => card.dataset.candidate === id).classList.add("ev-placed");
    Sheet.act("make", { candidates: list }).then(() => board.markLast());
    board.clear();
    board.onwards();
  };
  const put = (event, list = board.selection) => {
    if (!event || !list.length) { Sheet.refuse(gettext("Select candidates with space, and move to the event into which they go.")); return; }
    for (const candidate of list) Sheet.act("put", { candidate, event });
    board.clear();
  };
  const shift = (by) => {
    const row = merged.now;
    if (!row) return;
    const to = Math.min(Math.max(Number(row.dataset.place) + by, 1), merged.rows.length);
    Sheet.act("move", { event: row.dataset.event, to }).then(() => merged.go(document.getElementById(`me-${to}`)));
  };
  const omit = () => {
    const list = board.selection;
    if (!list.length || !Sheet.writable) return;
    Events.ask("ev-omit", (answer) => {
      if (!answer) return;
      const why = answer === "other" ? document.getElementById("ev-why").value : answer;
      for (const candidate of list) Sheet.act("omit", { candidate, why });
      board.clear();
    });
  };
  const join = () => {
    const row = merged.now;
    if (!row || !Sheet.writable) return;
    const event = row.dataset.event;
    Events.ask("ev-join", (answer) => { if (answer) Sheet.act("join", { event, into: document.getElementById("ev-into").value }); });
  };

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "ev-own") return;
    event.preventDefault();
    const field = document.getElementById("ev-own-text"), text = field.value;
    if (!text.trim()) return;
    field.value = "";
    Sheet.act("make", { candidates: [], text });
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    const field = document.getElementById("ev-own-text"), sent = event.detail.requestConfig.parameters;
    if (field && event.detail.xhr.status !== 401 && sent.verb === "make" && sent.text && !field.value) field.value = sent.text;
    for (const card of cards.rows) if (!card.querySelector(".badge:not([hidden])")) card.classList.remove("ev-placed");
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "ev-why" && event.key === "Enter") { event.preventDefault(); event.target.closest("dialog").close("other"); }
    if (event.target.id === "ev-own-text" && event.key === "Escape") { event.target.blur(); board.across(0); }
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
    ...hints.keys, n: hints.no, o: omit,
    a: () => Events.focusOn("ev-own-text"), e: () => Events.edit(merged.now, "reword"),
    J: () => shift(1), K: () => shift(-1), i: join,
    D: () => merged.now && Sheet.act("drop", { event: merged.now.dataset.event }),
  });
  Events.edits(".ev-merged");
  Events.answered(() => {
    under.clear();
    hints.draw();
    board.renew();
  });
  hints.draw();
  cards.begin();
  merged.held = false;
})();

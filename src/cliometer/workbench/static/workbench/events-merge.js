"use strict";
/* The board: candidates are selected and put into events, by keys or by dragging. */
(() => {
  const chosen = new Set(); // candidates
  let inEvents = false; // which column j and k move in
  const cards = new Events.Rows("card", ".ev-card", (row) => { inEvents = false; near(row); });
  const merged = new Events.Rows("merged", ".ev-merged", () => { inEvents = true; });
  const columns = () => Events.all(".ev-column").filter((column) => column.querySelector(".ev-card, .ev-merged"));

  const near = (row) => {
    const alike = new Set((row.dataset.alike || "").split(" "));
    for (const card of Events.all(".ev-card")) card.querySelector(".ev-similar").hidden = !alike.has(card.dataset.number);
  };
  const draw = () => {
    for (const card of Events.all(".ev-card")) {
      const on = chosen.has(card.dataset.candidate);
      card.classList.toggle("ev-chosen", on);
      card.querySelector(".ev-picked").hidden = !on;
    }
    document.getElementById("ev-chosen").textContent = chosen.size ? `${chosen.size} selected.` : "";
  };
  const candidates = () => chosen.size ? [...chosen] : cards.now && !inEvents ? [cards.now.dataset.candidate] : [];
  const done = () => { chosen.clear(); draw(); };

  const go = (row) => (row.matches(".ev-card") ? cards : merged).go(row);
  const move = (by) => {
    const row = inEvents ? merged.now : cards.now;
    const rows = row ? Events.all(".ev-card, .ev-merged", row.closest(".ev-column")) : Events.all(".ev-card");
    if (rows.length) go(rows[Math.min(Math.max(rows.indexOf(row) + by, 0), rows.length - 1)]);
  };
  const across = (by) => {
    const list = columns(), row = inEvents ? merged.now : cards.now;
    const at = row ? list.indexOf(row.closest(".ev-column")) : 0;
    const to = list[Math.min(Math.max(at + by, 0), list.length - 1)];
    if (!to) return;
    const rows = Events.all(".ev-card, .ev-merged", to), known = to.querySelector("[aria-current]");
    go(known || rows[0]);
  };

  const toggle = () => {
    const row = cards.now;
    if (!row || inEvents) return;
    const id = row.dataset.candidate;
    if (!chosen.delete(id)) chosen.add(id);
    draw();
  };
  /* The event that is made of these candidates and no others; what was sent just now counts as made. */
  const under = new Set();
  const same = (list) => [...list].sort().join(" ");
  const made = (list) => merged.rows.find((row) => same((row.dataset.cards || "").split(" ")) === same(list));
  const onwards = () => {
    if (inEvents || !cards.now) return;
    const list = cards.rows, at = list.indexOf(cards.now);
    const free = [...list.slice(at + 1), ...list.slice(0, at)].find((row) => !row.matches(".ev-placed"));
    if (free) cards.go(free);
  };
  const make = (list = candidates()) => {
    if (!list.length) { Sheet.refuse("Select candidates first: space on each."); return; }
    const known = made(list);
    if (known || under.has(same(list))) {
      Sheet.refuse(known ? `Event ${known.dataset.place} is made of just that already: ${known.querySelector(".ev-text").textContent}` : "That is being made already.");
      return;
    }
    under.add(same(list));
    for (const id of list) Events.all(".ev-card").find((card) => card.dataset.candidate === id).classList.add("ev-placed");
    Sheet.act("make", { candidates: list }).then(() => {
      const last = merged.rows.at(-1);
      if (last) { const was = inEvents; merged.go(last, { focus: false }); inEvents = was; }
    });
    done();
    onwards();
  };
  const put = (event, list = candidates()) => {
    if (!event || !list.length) { Sheet.refuse("Select candidates with space, and mark the event that they go into."); return; }
    for (const candidate of list) Sheet.act("put", { candidate, event });
    done();
  };
  const accept = (button) => {
    if (!button) return;
    const { one, other, into, put: loose } = button.dataset;
    if (into) Sheet.act("put", { candidate: loose, event: into });
    else Sheet.act("make", { candidates: [one, other] });
  };
  const shift = (by) => {
    const row = merged.now;
    if (!row) return;
    const to = Math.min(Math.max(Number(row.dataset.place) + by, 1), merged.rows.length);
    Sheet.act("move", { event: row.dataset.event, to }).then(() => merged.go(document.getElementById(`me-${to}`)));
  };
  const omit = () => {
    const list = candidates();
    if (!list.length || !Sheet.writable) return;
    Events.ask("ev-omit", (answer) => {
      if (!answer) return;
      const why = answer === "other" ? document.getElementById("ev-why").value : answer;
      for (const candidate of list) Sheet.act("omit", { candidate, why });
      done();
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
    if (event.target.id === "ev-own-text" && event.key === "Escape") { event.target.blur(); across(0); }
  });
  const hints = Events.suggestions(accept, ({ dataset }) => `${dataset.one} ${dataset.other}`);
  document.addEventListener("dblclick", (event) => { if (event.target.closest(".ev-card") && !event.target.closest("button")) toggle(); });

  /* Dragging does what m and p do. */
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
    const list = chosen.has(dragged) ? [...chosen] : [dragged];
    if (target.matches(".ev-drop")) make(list); else put(target.dataset.event, list);
    dragged = null;
  });

  Events.table({
    j: () => move(1), k: () => move(-1), h: () => across(-1), l: () => across(1),
    ArrowDown: () => move(1), ArrowUp: () => move(-1), ArrowLeft: () => across(-1), ArrowRight: () => across(1),
    " ": toggle, m: () => make(), p: () => put(merged.now && merged.now.dataset.event),
    y: hints.yes, n: hints.no, o: omit,
    b: () => { for (const candidate of candidates()) Sheet.act("restore", { candidate }); done(); },
    a: () => Events.focusOn("ev-own-text"), e: () => Events.edit(merged.now, "reword"),
    J: () => shift(1), K: () => shift(-1), i: join,
    D: () => merged.now && Sheet.act("drop", { event: merged.now.dataset.event }),
    Escape: done,
  });
  Events.edits(".ev-merged");
  Events.answered(() => {
    const was = inEvents;
    merged.renew();
    cards.renew();
    inEvents = was;
    under.clear();
    hints.draw();
    draw();
  });
  hints.draw();
  cards.begin();
  merged.held = false;
})();

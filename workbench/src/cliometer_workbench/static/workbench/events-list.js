"use strict";
/* The listing screen: a key focuses the box for a new event, which keeps the focus after each event. */
(() => {
  const rows = new Events.Rows("event", ".ev-candidate");
  const story = Events.reading("story");
  const pane = document.querySelector(".ev-pane");

  const move = (by) => {
    const row = rows.now;
    if (row) Sheet.act("move", { event: row.dataset.event, to: Math.max(Number(row.dataset.place) + by, 1) });
  };
  const add = () => {
    const field = document.getElementById("ev-new"), chosen = window.getSelection();
    if (!field) return;
    const words = chosen.toString().trim().replace(/\s+/g, " ");
    if (words && !field.value && pane.contains(chosen.anchorNode)) field.value = words.slice(0, 1000);
    field.focus();
  };

  Events.newText("ev-add", "ev-new", "add", (text) => Sheet.act("add", { text }).then(() => rows.go(rows.rows.at(-1), { focus: false })), () => rows.focus());

  const hints = Events.suggestions(1);
  Events.table({
    a: add, ...hints.keys, ...rows.keys,
    e: () => Events.edit(rows.now, "reword"), o: () => Events.edit(rows.now, "note"),
    J: () => move(1), K: () => move(-1),
    x: () => rows.now && Sheet.act("remove", { event: rows.now.dataset.event }),
    n: () => story.move(1), p: () => story.move(-1),
    s: () => Events.focusOn("ev-find"),
  });
  Events.edits(".ev-candidate");
  Events.search(".ev-line", (line) => line.scrollIntoView({ block: "center" }), () => document.activeElement.blur());
  Events.answered(() => { hints.draw(); rows.renew(); });
  hints.draw();
  rows.begin();
  story.begin();
})();

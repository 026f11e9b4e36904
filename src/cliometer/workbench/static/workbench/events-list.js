"use strict";
/* A judge's own list: the box for new events is one key away, and stays at hand after each. */
(() => {
  const rows = new Events.Rows("event", ".ev-candidate");
  const place = `cliometer-place:${window.location.pathname}:story`;
  const pane = document.querySelector(".ev-pane");
  let story = null;

  const show = (to) => {
    if (!to) return;
    story = to;
    to.scrollIntoView({ block: "start" });
    Events.showStory(to);
    localStorage.setItem(place, to.id);
  };
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

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "ev-add") return;
    event.preventDefault();
    const field = document.getElementById("ev-new"), text = field.value;
    if (!text.trim()) return;
    field.value = "";
    Sheet.act("add", { text }).then(() => {
      const last = rows.rows.at(-1);
      if (last) rows.go(last, { focus: false });
    });
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    const field = document.getElementById("ev-new"), sent = event.detail.requestConfig.parameters;
    if (field && event.detail.xhr.status !== 401 && sent.verb === "add" && !field.value) field.value = sent.text;
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "ev-new" && event.key === "Escape") { event.target.blur(); if (rows.now) rows.now.focus(); }
  });

  Events.table({
    a: add, j: () => rows.move(1), k: () => rows.move(-1), ArrowDown: () => rows.move(1), ArrowUp: () => rows.move(-1),
    e: () => Events.edit(rows.now, "reword"), o: () => Events.edit(rows.now, "note"),
    J: () => move(1), K: () => move(-1),
    x: () => rows.now && Sheet.act("remove", { event: rows.now.dataset.event }),
    n: () => show(Events.beside(story, 1)), p: () => show(Events.beside(story, -1)),
    s: () => Events.focusOn("ev-find"),
  });
  Events.edits(".ev-candidate");
  Events.jumps(show);
  Events.search(".ev-line", (line) => line.scrollIntoView({ block: "center" }), () => document.activeElement.blur());
  Events.answered(() => rows.renew());
  rows.begin();
  show(document.getElementById(localStorage.getItem(place) || "") || Events.stories()[0]);
})();

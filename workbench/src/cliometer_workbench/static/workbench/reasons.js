"use strict";
/* The screen of coders, and of who settles between them: a category for each reason. */
(() => {
  const rows = new Events.Rows("reason", ".code-row");
  const verb = () => document.querySelector("[data-screen=code]").dataset.verb;
  const choose = (row, category) => Sheet.act(verb(), { reason: row.dataset.reason, category });
  const open = () => rows.next((row) => !row.dataset.chosen);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-category]:not(:disabled)");
    if (button) choose(button.closest(".code-row"), button.dataset.category);
  });
  Events.table({
    ...rows.keys, n: () => rows.go(open()),
    x: () => rows.now && Sheet.act("clear", { reason: rows.now.dataset.reason }),
  }, (key) => {
    const button = rows.now && /^[1-9]$/.test(key) && rows.now.querySelectorAll("button[data-category]")[key - 1];
    if (!button || !Sheet.writable) return false;
    choose(rows.now, button.dataset.category);
    rows.move(1);
    return true;
  });
  Events.answered(() => rows.renew());
  rows.begin(open());
})();

"use strict";
/* Verifying: disagreements first; a decision goes on to the next case that is undecided. */
(() => {
  const rows = new Events.Rows("case", ".ev-case");
  const reason = (row) => row.querySelector(".ev-reason");
  const waiting = (row) => row.dataset.verdict === "undecided";

  const next = (from) => {
    const list = rows.rows, at = list.indexOf(from);
    return [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0))].find(waiting);
  };
  const decide = (verb, row = rows.now, stay = false) => {
    if (!row || !Sheet.writable) return;
    const details = { sentences: row.dataset.sentences.split("+"), event: row.dataset.event };
    if (verb !== "clear" && reason(row).value.trim()) details.reason = reason(row).value;
    const to = !stay && verb !== "clear" && waiting(row) ? next(row) : null;
    row.was = row.dataset.verdict; // shown before the answer, so that fast keys do not come back to it
    if (verb !== "clear") row.dataset.verdict = verb === "accept" ? "accepted" : "rejected";
    Sheet.act(verb, details);
    rows.go(to || row);
  };

  const kinds = { all: () => true, undecided: waiting, disputed: (row) => row.dataset.agreed === "no" && row.dataset.added === "no", added: (row) => row.dataset.added === "yes" };
  const filter = () => {
    const kind = kinds[document.getElementById("ev-show").value], event = document.getElementById("ev-of").value;
    for (const row of Events.all(".ev-case")) row.hidden = !(kind(row) && (!event || row.dataset.number === event));
  };
  const add = () => {
    const event = rows.now && rows.now.dataset.event;
    Events.ask("ev-adding", () => rows.renew(), () => { if (event) document.getElementById("ev-add-event").value = event; })
      .then(() => Events.focusOn("ev-add-filter"));
  };

  document.body.addEventListener("htmx:responseError", () => {
    for (const row of Events.all(".ev-case")) if (row.was) row.dataset.verdict = row.was;
  });
  document.addEventListener("change", (event) => {
    if (["ev-show", "ev-of"].includes(event.target.id)) { filter(); rows.renew(); }
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "ev-add-filter") return;
    const words = Events.wordsOf(event.target);
    for (const option of document.getElementById("ev-add-sentences").options) option.hidden = !Events.says(option, words);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "ev-add-form") return;
    event.preventDefault();
    const sentences = [...document.getElementById("ev-add-sentences").selectedOptions].map((option) => option.value);
    const said = document.getElementById("ev-add-reason").value.trim();
    const details = { sentences, event: document.getElementById("ev-add-event").value, ...(said && { reason: said }) };
    document.getElementById("ev-adding").close();
    Sheet.act("add", details);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#ev-add-link")) { add(); return; }
    const button = event.target.closest("button[data-decide]");
    if (button) decide(button.dataset.decide, button.closest(".ev-case"));
  });
  /* Enter in the field of the reason keeps the decision and adds the reason to it. */
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches(".ev-reason") || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    const row = event.target.closest(".ev-case"), stands = { accepted: "accept", agreed: "accept", rejected: "reject" };
    row.focus();
    if (event.key === "Enter" && stands[row.dataset.verdict]) decide(stands[row.dataset.verdict], row, true);
  });

  const back = () => { if (rows.now) rows.now.focus({ preventScroll: true }); };
  Events.search(".ev-case", (row) => rows.go(row, { focus: false }), back);
  Events.table({
    j: () => rows.move(1), k: () => rows.move(-1), ArrowDown: () => rows.move(1), ArrowUp: () => rows.move(-1),
    n: () => rows.go(next(rows.now)), a: () => decide("accept"), x: () => decide("reject"), c: () => decide("clear"),
    e: () => rows.now && reason(rows.now) && reason(rows.now).focus(), "+": add, s: () => Events.focusOn("ev-find"),
  });
  Events.answered(() => { filter(); rows.renew(); });

  const event = /^#event-(\d+)$/.exec(window.location.hash);
  if (event) { document.getElementById("ev-of").value = event[1]; filter(); rows.go(rows.rows[0]); }
  rows.begin(event ? rows.rows[0] : rows.rows.find(waiting));
})();

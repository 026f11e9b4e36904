"use strict";
/* The verification screen: after a decision the next undecided case is marked. */
(() => {
  const rows = new Events.Rows("case", ".ev-case", () => {}, (row) => `${row.dataset.sentences} ${row.dataset.event}`);
  const reason = (row) => row.querySelector(".ev-reason");
  const waiting = (row) => row.dataset.verdict === "undecided";

  /* A reason that is typed right after a decision belongs to the case just decided. */
  let passed = null; // that case, and the case that was marked next
  const decide = (verb, row = rows.now, stay = false) => {
    if (!row || !Sheet.writable) return;
    const details = { sentences: row.dataset.sentences.split("+"), event: row.dataset.event };
    if (verb !== "clear" && reason(row).value.trim()) details.reason = reason(row).value;
    const to = !stay && verb !== "clear" && waiting(row) ? rows.next(waiting, row) : null;
    row.was = row.dataset.verdict; // shown before the server answers, so that fast keys do not return to it
    if (verb !== "clear") row.dataset.verdict = verb === "accept" ? "accepted" : "rejected";
    Sheet.act(verb, details);
    passed = to ? { from: row.id, to: to.id } : null;
    rows.go(to || row);
  };

  const kinds = { all: () => true, undecided: waiting, disputed: (row) => row.dataset.agreed === "no" && row.dataset.added === "no", added: (row) => row.dataset.added === "yes" };
  const filter = () => {
    const kind = kinds[document.getElementById("ev-show").value], event = document.getElementById("ev-of").value;
    for (const row of Events.all(".ev-case")) row.hidden = !(kind(row) && (!event || row.dataset.number === event)) && !row.contains(document.activeElement);
  };
  const add = () => {
    const event = rows.now && rows.now.dataset.event;
    Events.ask("ev-adding", () => rows.renew(), () => { if (event) document.getElementById("ev-add-event").value = event; })
      .then(() => Events.focusOn("ev-add-filter"));
  };

  document.body.addEventListener("htmx:responseError", () => {
    for (const row of Events.all(".ev-case")) if (row.was) { row.dataset.verdict = row.was; delete row.was; }
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
    const reason = document.getElementById("ev-add-reason").value.trim();
    const details = { sentences, event: document.getElementById("ev-add-event").value, ...(reason && { reason }) };
    document.getElementById("ev-adding").close();
    Sheet.act("add", details);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#ev-add-link")) { add(); return; }
    const button = event.target.closest("button[data-decide]");
    if (button) decide(button.dataset.decide, button.closest(".ev-case"));
  });
  /* Leaving the field of the reason adds the reason to the present decision. */
  const STANDS = { accepted: "accept", agreed: "accept", rejected: "reject" };
  const reword = (row) => {
    const field = reason(row), verb = STANDS[row.dataset.verdict];
    if (!verb || !Sheet.writable || field.value.trim() === field.defaultValue.trim()) return;
    const details = { sentences: row.dataset.sentences.split("+"), event: row.dataset.event, reason: field.value.trim() };
    field.defaultValue = field.value; // sent
    Sheet.act(verb, details);
  };
  let swapping = false; // replacing the field by an answer does not count as leaving it
  document.body.addEventListener("htmx:beforeOnLoad", () => { swapping = true; });
  document.body.addEventListener("htmx:afterRequest", () => { swapping = false; });
  document.addEventListener("focusout", (event) => {
    const row = !swapping && event.target.matches(".ev-reason") && event.target.closest(".ev-case");
    if (row && !(event.relatedTarget && event.relatedTarget.matches("[data-decide]") && row.contains(event.relatedTarget))) reword(row);
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches(".ev-reason") || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    const row = event.target.closest(".ev-case"), on = passed && passed.from === row.id && document.getElementById(passed.to);
    if (event.key === "Escape" && STANDS[row.dataset.verdict]) { event.target.value = event.target.defaultValue; event.target.dispatchEvent(new Event("input", { bubbles: true })); }
    rows.go(on || row);
    passed = null;
  });
  const justDecided = () => passed && rows.id === passed.to && document.getElementById(passed.from);
  const explain = () => {
    const row = justDecided() || rows.now;
    if (!row || !reason(row)) return;
    row.hidden = false; // a filter may have hidden it
    reason(row).focus();
  };
  const move = (by) => { passed = null; rows.move(by); };
  document.addEventListener("pointerdown", () => { passed = null; });

  Events.search(".ev-case", (row) => rows.go(row, { focus: false }), () => rows.focus());
  Events.table({
    j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
    n: () => { passed = null; rows.go(rows.next(waiting)); }, a: () => decide("accept"), x: () => decide("reject"), c: () => decide("clear"),
    e: explain, "+": add, s: () => Events.focusOn("ev-find"),
  });
  Events.answered(() => { filter(); rows.renew(); });

  const event = /^#event-(\d+)$/.exec(window.location.hash);
  if (event) { document.getElementById("ev-of").value = event[1]; filter(); rows.go(rows.rows[0]); }
  rows.begin(event ? rows.rows[0] : rows.rows.find(waiting));
})();

"use strict";
/* The writing screen: a key focuses the boxes for a new line, and dates are checked while they are typed. */
(() => {
  const rows = new Events.Rows("line", ".un-line");
  const shown = Events.reading("document");
  const pane = document.getElementById("un-documents");
  const form = () => document.getElementById("un-add");

  /* Returns what is wrong with a date as far as the page can tell; the server checks it again. */
  const POINT = /^(-?\d{4}|Y-?\d{5,9})(?:-(\d\d)(?:-(\d\d))?)?$/;
  const ERA = /^(?:(?:AD|CE) [1-9]\d{0,3}|[1-9]\d{0,3} ?(?:BCE?|AD|CE))$/i;
  const days = (year, month) => [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  const fault = (point) => {
    const match = POINT.exec(point);
    if (!match) return ERA.test(point.replaceAll(".", "")) ? "" : "expected";
    const [year, month, day] = [match[1].replace("Y", ""), match[2], match[3]].map((part) => (part === undefined ? null : Number(part)));
    if (month !== null && (month < 1 || month > 12)) return gettext("there is no month {month}", { month: match[2] });
    if (day !== null && (day < 1 || day > days(year, month))) return gettext("{month} has {days} days", { month: `${match[1]}-${match[2]}`, days: days(year, month) });
    return "";
  };
  const wrong = (text) => {
    const ends = text.trim().split("/");
    return ends.length > 2 ? "expected" : ends.map((end) => fault(end.trim())).find(Boolean) || "";
  };
  const check = (field) => {
    const holder = field.form, note = holder.querySelector(".un-date-note"), text = field.value.trim();
    const why = text ? wrong(text) : "";
    note.textContent = why === "expected" ? gettext("Expected {form}.", { form: form().dataset.expected }) : why ? gettext("No such date: {why}.", { why }) : "";
    field.setAttribute("aria-invalid", String(Boolean(why)));
    return !why;
  };
  document.addEventListener("input", (event) => { if (event.target.name === "date" && event.target.form.querySelector(".un-date-note").textContent) check(event.target); });
  document.addEventListener("focusout", (event) => { if (event.target.name === "date") check(event.target); });

  /* Returns a date among the selected words, or else the first date of the sentence in which they begin. */
  const dateNear = (range) => {
    const node = range.startContainer, start = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest(".un-sentence");
    const dates = start ? Events.all(".un-mark", start) : [];
    const inside = dates.find((date) => range.intersectsNode(date)) || dates[0];
    return inside ? inside.dataset.mark.split("@")[0] : "";
  };
  const add = () => {
    if (!form()) return;
    const { date, text } = form().elements, chosen = window.getSelection();
    const words = chosen.toString().trim().replace(/\s+/g, " ");
    if (words && !text.value && pane.contains(chosen.anchorNode)) {
      text.value = words.slice(0, 1000);
      const near = dateNear(chosen.getRangeAt(0));
      if (!date.value && near && !wrong(near)) date.value = near;
    }
    (date.value ? text : date).focus();
  };
  const edit = (row) => {
    const box = row && row.querySelector(".un-edit");
    if (!box || !Sheet.writable) return;
    box.hidden = false;
    box.elements.text.focus();
  };

  document.addEventListener("submit", (event) => {
    const box = event.target, { date, text } = box.elements;
    if (!box.matches("#un-add, .un-edit")) return;
    event.preventDefault();
    if (!check(date)) { date.focus(); return; }
    const details = { date: date.value, text: text.value };
    if (box.matches(".un-edit")) {
      const row = box.closest(".un-line");
      row.focus();
      Sheet.act("edit", { line: row.dataset.line, ...details });
      return;
    }
    const before = new Set(rows.rows.map((row) => row.id));
    box.reset(); // at once, so that the next line can be typed while this one is on its way
    date.focus();
    Sheet.act("add", details).then(() => {
      const made = rows.rows.find((row) => !before.has(row.id));
      if (made) rows.go(made, { focus: false, scroll: false });
    });
  });
  /* A refused line goes back into the boxes, unless something else is being typed there. */
  document.body.addEventListener("htmx:responseError", (event) => {
    const sent = event.detail.requestConfig.parameters;
    if (!form() || event.detail.xhr.status === 401 || sent.verb !== "add") return;
    const { date, text } = form().elements;
    if (date.value || text.value) Sheet.refuse(`${event.detail.xhr.responseText} ${gettext("Not added: {line}", { line: `${sent.date} ${sent.text}` })}`);
    else { date.value = sent.date; text.value = sent.text; }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !event.target.form) return;
    const box = event.target.form;
    if (box.matches(".un-edit")) { box.reset(); box.hidden = true; box.closest(".un-line").focus(); }
    if (box.matches("#un-add")) { event.target.blur(); if (rows.now) rows.now.focus(); }
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-open=edit]");
    if (button) edit(button.closest(".un-line"));
  });

  const hints = Events.suggestions(1);
  Events.table({
    a: add, ...hints.keys, ...rows.keys,
    e: () => edit(rows.now), x: () => rows.now && Sheet.act("remove", { line: rows.now.dataset.line }),
    n: () => shown.move(1), p: () => shown.move(-1), s: () => Events.focusOn("ev-find"),
  });
  Events.search(".un-sentence", (line) => line.scrollIntoView({ block: "center" }), () => document.activeElement.blur());
  Events.answered(() => { hints.draw(); rows.renew(); });
  hints.draw();
  rows.begin();
  shown.begin();
})();

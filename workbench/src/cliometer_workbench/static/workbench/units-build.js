"use strict";
/* The building board: lines of writers are selected and put into units. A line that is a unit of its own brings it along. */
(() => {
  const board = new Events.Board({
    prefix: "un", card: ".un-card", group: ".un-unit", key: "line", groupKey: "unit", names: ["line", "unit"],
    draw: (card, on) => { const box = card.querySelector(".un-pick"); if (box) box.checked = on; },
  });
  const { cards, groups: units } = board;
  const cardOf = (line) => cards.rows.find((card) => card.dataset.line === line);

  /* Lines go into a unit; one that makes up a unit of its own brings it along. */
  const into = (unit, list) => {
    const put = (line) => {
      const { alone } = cardOf(line).dataset;
      return alone === unit || (alone ? Sheet.act("join", { unit: alone, into: unit }) : Sheet.act("put", { line, unit }));
    };
    board.send(list, list.map(put));
  };
  const linesOf = (unit) => Events.all(".un-part", unit).map((part) => part.dataset.line);
  const already = (known) => known ? gettext("Unit {number} consists of these lines already: {text}", { number: Number(known.dataset.place) + 1, text: known.querySelector("strong").textContent }) : gettext("This unit is being made already.");
  const make = (list = board.selection) => {
    if (!list.length) { Sheet.refuse(gettext("Select lines first: press space on each.")); return; }
    if (board.isMade(list, linesOf, already)) return;
    const first = list.find((line) => cardOf(line).dataset.alone);
    if (first && list.length > 1) into(cardOf(first).dataset.alone, list.filter((line) => line !== first));
    else board.make(list, { lines: list });
  };
  const put = () => {
    const unit = units.now && units.now.dataset.unit, list = board.selection;
    if (!unit || !list.length) { Sheet.refuse(gettext("Select lines with space, and move to the unit into which they go.")); return; }
    into(unit, list);
  };

  const needUnit = () => {
    if (!units.now) Sheet.refuse(gettext("Move to a unit first: press l."));
    return Sheet.writable ? units.now : null;
  };
  const free = (name, value, number) => {
    const holder = document.createElement("div"), label = document.createElement("label"), field = document.createElement("input");
    label.htmlFor = field.id = `un-free-${number}`;
    label.textContent = name;
    Object.assign(field, { value, maxLength: 1000, autocomplete: "off" });
    field.dataset.role = name;
    holder.append(label, field);
    return holder;
  };
  const roles = () => {
    const row = needUnit();
    if (!row) return;
    const dialog = document.getElementById("un-roles"), fields = dialog.querySelector("form").elements;
    document.getElementById("un-roles-number").textContent = Number(row.dataset.place) + 1;
    for (const name of ["label", "action", "agent", "patient", "time", "location"]) fields[name].value = row.dataset[name];
    fields.time.placeholder = row.dataset.follows ? gettext("{time}, from the lines", { time: row.dataset.follows }) : "";
    document.getElementById("un-free-roles").replaceChildren(...Events.all(".un-free", row).map((role, at) => free(role.dataset.role, role.dataset.value, at)));
    document.getElementById("un-new-role").value = document.getElementById("un-new-value").value = "";
    dialog.showModal();
    fields.action.focus();
  };
  const saveRoles = (form) => {
    const row = units.now, details = { unit: row.dataset.unit };
    for (const name of ["label", "action", "agent", "patient", "time", "location"]) {
      if (form.elements[name].value.trim() !== row.dataset[name]) details[name] = form.elements[name].value;
    }
    if (Object.keys(details).length > 1) Sheet.act("describe", details);
    for (const field of Events.all("#un-free-roles input")) {
      if (field.value !== field.defaultValue || !field.value) saveRole(row, field.dataset.role, field.value);
    }
    const name = document.getElementById("un-new-role").value.trim();
    if (name) saveRole(row, name, document.getElementById("un-new-value").value);
  };
  const saveRole = (row, name, value) => {
    const known = Events.all(".un-free", row).find((role) => role.dataset.role === name);
    if ((known ? known.dataset.value : "") !== value) Sheet.act("role", { unit: row.dataset.unit, name, value });
  };
  const partOf = (line) => Events.all(".un-part", units.now).find((part) => part.dataset.line === line);
  const showPart = () => {
    const part = partOf(document.getElementById("un-trim-line").value);
    document.getElementById("un-trim-text").value = part.dataset.kept;
    document.getElementById("un-trim-rest").value = part.dataset.discarded;
  };
  const trim = (line = cards.now && cards.now.dataset.line) => {
    const row = needUnit();
    if (!row) return;
    const select = document.getElementById("un-trim-line");
    select.replaceChildren(...Events.all(".un-part", row).map((part) => new Option(`${cardOf(part.dataset.line).querySelector(".un-when").textContent} ${part.dataset.kept} (${part.dataset.line.split("/")[0]})`, part.dataset.line)));
    if (partOf(line)) select.value = line;
    showPart();
    document.getElementById("un-trim").showModal();
    document.getElementById("un-trim-text").focus();
  };

  document.addEventListener("change", (event) => {
    if (event.target.id === "un-trim-line") showPart();
    if (event.target.matches(".un-pick")) board.toggle(event.target.closest(".un-card"));
  });
  document.addEventListener("submit", (event) => {
    const dialog = event.target.closest("#un-roles, #un-trim");
    if (!dialog) return;
    event.preventDefault();
    dialog.close();
    if (dialog.id === "un-roles") saveRoles(event.target);
    else Sheet.act("trim", { line: document.getElementById("un-trim-line").value, unit: units.now.dataset.unit, text: document.getElementById("un-trim-text").value, discarded: document.getElementById("un-trim-rest").value });
  });
  document.addEventListener("click", (event) => {
    const part = event.target.closest("[data-trim]");
    if (part) trim(part.dataset.trim);
  });

  const hints = Events.suggestions(1); // one at a time, so that the board stays in view
  Events.table({
    ...board.keys, m: () => make(), p: put, ...hints.keys, n: hints.no, o: () => board.omit(),
    e: roles, t: () => trim(), i: () => board.join(needUnit()), J: () => board.shift(1, 0), K: () => board.shift(-1, 0),
  });
  Events.answered(() => { hints.draw(); board.renew(); });
  hints.draw();
  units.begin();
  cards.begin();
  board.inGroups = false;
  window.scrollTo(0, 0); // the instructions are above the board
})();

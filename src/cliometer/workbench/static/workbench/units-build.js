"use strict";
/* The board: lines of writers are selected and put into units. A line that is a unit all alone moves with it. */
(() => {
  const chosen = new Set(); // lines
  let inUnits = false; // where j and k move
  const cards = new Events.Rows("line", ".un-card", () => { inUnits = false; });
  const units = new Events.Rows("unit", ".un-unit", () => { inUnits = true; });
  const columns = () => Events.all(".ev-column").filter((column) => column.querySelector(".un-card, .un-unit"));
  const cardOf = (line) => cards.rows.find((card) => card.dataset.line === line);

  const draw = () => {
    for (const card of cards.rows) {
      const on = chosen.has(card.dataset.line), box = card.querySelector(".un-pick");
      card.classList.toggle("ev-chosen", on);
      if (box) box.checked = on;
    }
    document.getElementById("un-chosen").textContent = chosen.size ? `${chosen.size} selected.` : "";
  };
  const lines = () => chosen.size ? [...chosen] : cards.now && !inUnits ? [cards.now.dataset.line] : [];
  const done = () => { chosen.clear(); draw(); };

  const go = (row) => (row.matches(".un-card") ? cards : units).go(row);
  const move = (by) => {
    const row = inUnits ? units.now : cards.now;
    const rows = row ? Events.all(".un-card, .un-unit", row.closest(".ev-column")) : cards.rows;
    if (rows.length) go(rows[Math.min(Math.max(rows.indexOf(row) + by, 0), rows.length - 1)]);
  };
  const across = (by) => {
    const list = columns(), row = inUnits ? units.now : cards.now;
    const to = list[Math.min(Math.max((row ? list.indexOf(row.closest(".ev-column")) : 0) + by, 0), list.length - 1)];
    if (to) go(to.querySelector("[aria-current]") || to.querySelector(".un-card, .un-unit"));
  };
  const toggle = (card = inUnits ? null : cards.now) => {
    if (!card || !Sheet.writable) return;
    if (!chosen.delete(card.dataset.line)) chosen.add(card.dataset.line);
    draw();
  };

  /* Lines go into a unit; one that makes up a unit of its own brings it along. */
  const into = (unit, list) => {
    for (const line of list) {
      const alone = cardOf(line).dataset.alone;
      if (alone === unit) continue;
      if (alone) Sheet.act("join", { unit: alone, into: unit });
      else Sheet.act("put", { line, unit });
    }
    done();
  };
  const under = new Set(); // what was sent just now
  const onwards = () => {
    if (inUnits || !cards.now) return;
    const list = cards.rows, at = list.indexOf(cards.now);
    const free = [...list.slice(at + 1), ...list.slice(0, at)].find((row) => !row.matches(".ev-placed"));
    if (free) cards.go(free);
  };
  const make = (list = lines()) => {
    if (!list.length) { Sheet.refuse("Select lines first: space on each."); return; }
    const first = list.find((line) => cardOf(line).dataset.alone);
    const same = (one) => [...one].sort().join(" ");
    const known = units.rows.find((unit) => same(Events.all(".un-part", unit).map((part) => part.dataset.line)) === same(list));
    if (known) { Sheet.refuse(`Unit ${Number(known.dataset.place) + 1} is made of just that already: ${known.querySelector("strong").textContent}`); return; }
    if (under.has(same(list))) { Sheet.refuse("That is being made already."); return; }
    if (first && list.length > 1) { into(cardOf(first).dataset.alone, list.filter((line) => line !== first)); return; }
    under.add(same(list));
    for (const line of list) cardOf(line).classList.add("ev-placed");
    Sheet.act("make", { lines: list }).then(() => {
      const last = units.rows.at(-1), was = inUnits;
      if (last) units.go(last, { focus: false });
      inUnits = was;
    });
    done();
    onwards();
  };
  const put = () => {
    const unit = units.now && units.now.dataset.unit, list = lines();
    if (!unit || !list.length) { Sheet.refuse("Select lines with space, and mark the unit that they go into."); return; }
    into(unit, list);
  };
  /* A suggestion whose lines are partly in a unit already completes that unit. */
  const accept = (button) => {
    if (!button) return;
    const list = button.dataset.lines.split(" ");
    const known = units.rows.find((unit) => list.some((line) => unit.querySelector(`.un-part[data-line="${CSS.escape(line)}"]`) && !cardOf(line).dataset.alone));
    if (!known) { make(list); return; }
    into(known.dataset.unit, list.filter((line) => !known.querySelector(`.un-part[data-line="${CSS.escape(line)}"]`)));
  };
  const shift = (by) => {
    const row = units.now;
    if (!row) return;
    const to = Math.min(Math.max(Number(row.dataset.place) + by, 0), units.rows.length - 1);
    Sheet.act("move", { unit: row.dataset.unit, to }).then(() => units.go(document.getElementById(`unit-${to + 1}`)));
  };

  /* Dialogs: `then` gets what the button says, once. */
  const ask = (id, then) => {
    const dialog = document.getElementById(id);
    dialog.returnValue = "";
    dialog.onclose = () => { if (dialog.returnValue) then(dialog.returnValue); };
    dialog.showModal();
  };
  const needUnit = () => {
    if (!units.now) Sheet.refuse("Mark a unit first: l moves to the units.");
    return Sheet.writable ? units.now : null;
  };
  const omit = () => {
    const list = lines();
    if (!list.length || !Sheet.writable) return;
    ask("un-omit", (answer) => {
      const why = answer === "other" ? document.getElementById("un-why").value : answer;
      for (const line of list) Sheet.act("omit", { line, why });
      done();
    });
  };
  const join = () => {
    const row = needUnit();
    if (row) ask("un-join", () => Sheet.act("join", { unit: row.dataset.unit, into: document.getElementById("un-into").value }));
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
    fields.time.placeholder = row.dataset.follows ? `${row.dataset.follows}, from the lines` : "";
    document.getElementById("un-free-roles").replaceChildren(...Events.all(".un-free", row).map((one, at) => free(one.dataset.role, one.dataset.value, at)));
    document.getElementById("un-new-role").value = document.getElementById("un-new-value").value = "";
    dialog.showModal();
    fields.action.focus();
  };
  const saveRoles = (form) => {
    const row = units.now, told = { unit: row.dataset.unit };
    for (const name of ["label", "action", "agent", "patient", "time", "location"]) {
      if (form.elements[name].value.trim() !== row.dataset[name]) told[name] = form.elements[name].value;
    }
    if (Object.keys(told).length > 1) Sheet.act("describe", told);
    for (const field of Events.all("#un-free-roles input")) {
      if (field.value !== field.defaultValue || !field.value) saveRole(row, field.dataset.role, field.value);
    }
    const name = document.getElementById("un-new-role").value.trim();
    if (name) saveRole(row, name, document.getElementById("un-new-value").value);
  };
  const saveRole = (row, name, value) => {
    const known = Events.all(".un-free", row).find((one) => one.dataset.role === name);
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
    if (event.target.matches(".un-pick")) toggle(event.target.closest(".un-card"));
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
    const part = event.target.closest("[data-trim]"), key = event.target.closest("[data-press]");
    if (part) trim(part.dataset.trim);
    if (key) table[key.dataset.press]();
  });

  const hints = Events.suggestions(accept, ({ dataset }) => dataset.lines);
  const table = {
    j: () => move(1), k: () => move(-1), h: () => across(-1), l: () => across(1),
    ArrowDown: () => move(1), ArrowUp: () => move(-1), ArrowLeft: () => across(-1), ArrowRight: () => across(1),
    " ": () => toggle(), m: () => make(), p: put, y: hints.yes, n: hints.no, o: omit,
    b: () => { for (const line of lines()) Sheet.act("restore", { line }); done(); },
    e: roles, t: () => trim(), i: join, J: () => shift(1), K: () => shift(-1), Escape: done,
  };
  Events.table(table);
  Events.answered(() => {
    const was = inUnits;
    units.renew();
    cards.renew();
    inUnits = was;
    for (const line of chosen) if (!cardOf(line)) chosen.delete(line);
    under.clear();
    hints.draw();
    draw();
  });
  hints.draw();
  units.begin();
  cards.begin();
  inUnits = false;
  window.scrollTo(0, 0); // what there is to do stands above the board
})();

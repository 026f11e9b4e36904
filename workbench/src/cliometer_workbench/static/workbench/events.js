"use strict";
/* Parts that the screens of events and units share: a marked row that keys move and that survives answers and reloads. */
const Events = (() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const after = (list, from, fits) => { const at = list.indexOf(from); return [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0))].find(fits); };
  const store = (name) => `cliometer-place:${window.location.pathname}:${name}`;

  class Rows {
    /* `what` returns what a row is about; without it, the element id stands for it, which holds where no one else acts. */
    constructor(name, selector, changed = () => {}, what = (row) => row.id) {
      Object.assign(this, { name, selector, changed, what, id: null, about: null, place: 0 });
      document.addEventListener("pointerdown", (event) => this.touch(event.target));
      document.addEventListener("focusin", (event) => this.touch(event.target));
    }
    touch(element) {
      const row = element.closest(this.selector);
      if (row && row.id !== this.id) this.go(row, { focus: false, scroll: false });
    }
    get rows() { return all(this.selector).filter((row) => !row.hidden); }
    get now() { return this.id && document.getElementById(this.id); }
    go(row, { focus = true, scroll = true } = {}) {
      if (!row) return;
      const old = this.now;
      if (old && old !== row) { old.removeAttribute("aria-current"); old.tabIndex = -1; }
      this.id = row.id;
      this.mark(row);
      if (focus) row.focus({ preventScroll: true });
      if (scroll) row.scrollIntoView({ block: "nearest" });
      localStorage.setItem(store(this.name), row.id);
      this.changed(row);
    }
    mark(row) {
      row.setAttribute("aria-current", "true");
      row.tabIndex = 0;
      this.about = this.what(row);
      this.place = this.rows.indexOf(row);
    }
    move(by) {
      const rows = this.rows, at = this.now ? rows.indexOf(this.now) : -1;
      if (rows.length) this.go(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]);
    }
    get keys() { return { j: () => this.move(1), k: () => this.move(-1), ArrowDown: () => this.move(1), ArrowUp: () => this.move(-1) }; }
    focus() { if (this.now) this.now.focus({ preventScroll: true }); }
    /* Returns the next row that fits, from the end on again from the beginning. */
    next(fits, from = this.now) { return after(this.rows, from, fits); }
    /* Marks the row again after an answer, which may have replaced or removed it. */
    renew() {
      const rows = this.rows;
      const row = rows.find((other) => this.what(other) === this.about) || rows[Math.min(this.place, rows.length - 1)];
      if (!row) { this.id = null; return; }
      const lost = document.activeElement === document.body || document.activeElement === null;
      this.id = row.id;
      this.mark(row);
      if (lost && this.held) row.focus({ preventScroll: true });
      this.changed(row);
    }
    /* Marks the row of the URL, or else the row marked last time, or else the given one. */
    begin(first = null) {
      const pointed = document.getElementById(window.location.hash.slice(1));
      const last = document.getElementById(localStorage.getItem(store(this.name)) || "");
      const row = [pointed, last, first].find((row) => row && row.matches(this.selector)) || this.rows[0];
      this.held = true;
      if (!row) return;
      this.go(row);
      requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" })); // rows outside the screen get their height late
    }
  }

  const keys = (does) => document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || Sheet.typing(event.target)) return;
    if ([" ", "Enter"].includes(event.key) && event.target.closest("button, a, summary")) return;
    if (does(event.key, event) !== false) event.preventDefault();
  });
  /* Handles keys by a table, and buttons that press one; other keys go to `other`, which returns false if it does nothing. */
  const table = (entries, other = () => false) => {
    keys((key, event) => Object.hasOwn(entries, key) ? entries[key](event) : other(key, event));
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-press]");
      if (button) entries[button.dataset.press](event);
    });
  };

  /* On a narrow screen two panes become two tabs; the chosen one stays when the screen is drawn anew. */
  let pane = "0";
  const tabs = () => {
    const pair = document.querySelector(".ev-pair, .un-match, .un-board");
    if (!pair || pair.querySelector(".ev-tabs")) return;
    const bar = document.createElement("div");
    bar.className = "ev-tabs";
    const show = (which) => {
      pair.dataset.pane = pane = which;
      all("button", bar).forEach((button, at) => button.setAttribute("aria-pressed", String(String(at) === which)));
    };
    for (const [at, section] of all(":scope > :is(.ev-pane, .ev-board, .un-units)", pair).entries()) {
      const button = document.createElement("button"), title = document.getElementById(section.getAttribute("aria-labelledby") || "");
      Object.assign(button, { type: "button", textContent: section.getAttribute("aria-label") || (title ? title.textContent : gettext("Part {number}", { number: at + 1 })) });
      button.addEventListener("click", () => show(String(at)));
      bar.append(button);
    }
    (pair.querySelector(".un-tools") || pair).prepend(bar);
    show(pane);
  };
  tabs();
  document.body.addEventListener("htmx:afterSettle", tabs);

  /* Text that somebody is typing must survive an answer. */
  let held = null, drafts = [];
  document.body.addEventListener("htmx:beforeOnLoad", () => {
    const field = document.activeElement;
    drafts = Sheet.drafts().map((field) => ({ field, id: field.id, value: field.value }));
    held = field && field.matches("#work input[id]")
      ? { field, id: field.id, value: field.value, start: field.selectionStart, end: field.selectionEnd } : null;
  });
  const again = ({ field, id, value }) => {
    const renewed = !field.isConnected && document.getElementById(id);
    if (!renewed) return;
    renewed.value = value;
    const form = renewed.closest("form[hidden]");
    if (form) form.hidden = false;
  };
  const giveBack = () => {
    drafts.forEach(again);
    const field = held && !held.field.isConnected && document.getElementById(held.id);
    if (!field) return;
    const form = field.closest("form[hidden]");
    if (form) form.hidden = false;
    field.value = held.value;
    field.focus();
    field.setSelectionRange(held.start, held.end);
  };
  const answered = (then) => document.body.addEventListener("htmx:afterRequest", () => { giveBack(); held = null; then(); });

  /* Handles typing, Enter and Escape in the box with this id, also after the page is redrawn. */
  const box = (id, { input = () => {}, enter = () => {}, leave = () => {} }) => {
    const is = (event) => event.target.id === id;
    document.addEventListener("input", (event) => { if (is(event)) input(event.target); });
    document.addEventListener("keydown", (event) => {
      if (!is(event) || !["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "Enter") { enter(event.target); return; }
      event.target.value = "";
      input(event.target);
      leave(event.target);
    });
  };
  /* A form with one field for something new: the words are sent, and come back into the field where they are refused. */
  const newText = (form, id, verb, send, leave) => {
    document.addEventListener("submit", (event) => {
      if (event.target.id !== form) return;
      event.preventDefault();
      const field = document.getElementById(id), text = field.value;
      if (!text.trim()) return;
      field.value = "";
      send(text);
    });
    document.body.addEventListener("htmx:responseError", (event) => {
      const field = document.getElementById(id), sent = event.detail.requestConfig.parameters;
      if (field && event.detail.xhr.status !== 401 && sent.verb === verb && sent.text && !field.value) field.value = sent.text;
    });
    document.addEventListener("keydown", (event) => {
      if (event.target.id === id && event.key === "Escape") { event.target.blur(); leave(); }
    });
  };
  const focusOn = (id) => { const field = document.getElementById(id); if (field) { field.focus(); field.select(); } };

  const says = (element, words) => words.every((word) => element.textContent.toLowerCase().includes(word));
  const wordsOf = (field) => field.value.toLowerCase().split(/\s+/).filter(Boolean);

  /* Searches rows: hits are highlighted, and Enter moves from one to the next. */
  const search = (selector, to, back) => {
    const hits = () => all(`${selector}.ev-hit`).filter((row) => !row.hidden);
    let at = -1;
    box("ev-find", {
      input: (field) => {
        const words = wordsOf(field);
        for (const row of all(selector)) row.classList.toggle("ev-hit", words.length > 0 && says(row, words));
        at = -1;
        const count = hits().length;
        document.getElementById("ev-hits").textContent = !words.length ? "" : count ? gettext("{count} found, Enter shows the next", { count }) : gettext("0 found");
      },
      enter: () => { const list = hits(); if (list.length) { at = (at + 1) % list.length; to(list[at]); } },
      leave: back,
    });
  };

  /* Stories: the one chosen from the list, and the next one. */
  const stories = () => all(".ev-story");
  const storyOf = (row) => row && row.closest(".ev-story");
  const beside = (story, by) => { const list = stories(); return list[Math.min(Math.max(list.indexOf(story) + by, 0), list.length - 1)]; };
  const showStory = (story) => { const jump = document.getElementById("ev-jump"); if (jump && story) jump.value = story.id; };
  const jumps = (to) => document.addEventListener("change", (event) => {
    if (event.target.id === "ev-jump") to(document.getElementById(event.target.value));
  });

  /* The story or document that is being read, remembered between visits. */
  const reading = (name) => {
    const place = store(name);
    let now = null;
    const show = (to) => {
      if (!to) return;
      now = to;
      to.scrollIntoView({ block: "start" });
      showStory(to);
      localStorage.setItem(place, to.id);
    };
    jumps(show);
    const begin = () => show(document.getElementById(localStorage.getItem(place) || "") || stories()[0]);
    return { begin, move: (by) => show(beside(now, by)) };
  };

  /* Opens the field for editing a row. */
  const edit = (row, verb) => {
    const form = row && row.querySelector(`form.ev-edit[data-verb="${verb}"]`);
    if (!form || !Sheet.writable) return;
    form.hidden = false;
    const field = form.querySelector("input");
    field.focus();
    field.select();
  };
  /* Opens a dialog once all actions are answered, because an answer may redraw the page. */
  const ask = (id, then, before = () => {}) => Sheet.settled().then(() => {
    const dialog = document.getElementById(id);
    if (!dialog || dialog.open) return;
    before(dialog);
    dialog.returnValue = "";
    dialog.onclose = () => then(dialog.returnValue);
    dialog.showModal();
  });
  const edits = (rowSelector) => {
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-open]");
      if (button) edit(button.closest(rowSelector), button.dataset.open);
    });
    document.addEventListener("keydown", (event) => {
      const form = event.target.closest("form.ev-edit");
      if (!form || event.key !== "Escape") return;
      form.reset();
      form.hidden = true;
      form.closest(rowSelector).focus();
    });
    document.addEventListener("submit", (event) => {
      const form = event.target.closest("form.ev-edit");
      if (!form) return;
      event.preventDefault();
      const row = form.closest(rowSelector);
      form.hidden = true;
      row.focus();
      Sheet.act(form.dataset.verb, { event: row.dataset.event, [form.dataset.field]: form.querySelector("input").value });
    });
  };

  /* Suggestions hold the actions that carry them out; refusing one is an action too. The first few of a list are shown. */
  const take = (suggestion) => {
    if (!suggestion || !Sheet.writable) return;
    suggestion.hidden = true;
    for (const [verb, details] of JSON.parse(suggestion.dataset.actions)) Sheet.act(verb, { ...details, suggestion: suggestion.dataset.suggestion });
  };
  const decline = (suggestion) => {
    if (!suggestion || !Sheet.writable) return;
    suggestion.hidden = true;
    Sheet.act("decline", { suggestion: suggestion.dataset.suggestion });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-accept], [data-decline]");
    if (button) (button.matches("[data-accept]") ? take : decline)(button.closest("[data-suggestion]"));
  });
  const suggestions = (most = 4, within = () => document) => {
    const draw = () => {
      const holder = within().querySelector(".ev-suggestions");
      if (!holder) return;
      const open = all("li", holder);
      for (const [place, element] of open.entries()) element.hidden = place >= most;
      for (const key of all("li kbd", holder)) key.hidden = key.closest("li") !== open[0];
      holder.querySelector(".ev-open").textContent = open.length > most ? gettext("{most} of {count}", { most, count: open.length }) : open.length;
    };
    const first = (then) => {
      const drawn = Sheet.redraws();
      return Sheet.settled().then(() => { if (Sheet.redraws() === drawn) then(all(".ev-suggestions li", within()).find((element) => !element.hidden)); });
    };
    const yes = () => first(take), no = () => first(decline);
    return { draw, yes, no, keys: { y: yes, "+": yes, "-": no } };
  };

  const same = (ids) => [...ids].sort().join(" ");
  /* A board: columns of cards, which are selected by their data-`key`, and a column of groups that are made of them. */
  class Board {
    constructor({ prefix, card, group, key, groupKey, names, draw, changed = () => {} }) {
      Object.assign(this, { prefix, card, key, groupKey, both: `${card}, ${group}`, paint: draw, chosen: new Set(), under: new Set(), inGroups: false });
      this.cards = new Rows(names[0], card, (row) => { this.inGroups = false; changed(row); }, (row) => row.dataset[key]);
      this.groups = new Rows(names[1], group, () => { this.inGroups = true; }, (row) => row.dataset[groupKey]);
    }
    get row() { return this.inGroups ? this.groups.now : this.cards.now; }
    get selection() { return this.chosen.size ? [...this.chosen] : this.row && !this.inGroups ? [this.row.dataset[this.key]] : []; }
    get columns() { return all(".ev-column").filter((column) => column.querySelector(this.both)); }
    go(row) { (row.matches(this.card) ? this.cards : this.groups).go(row); }
    move(by) {
      const row = this.row, rows = row ? all(this.both, row.closest(".ev-column")) : this.cards.rows;
      if (rows.length) this.go(rows[Math.min(Math.max(rows.indexOf(row) + by, 0), rows.length - 1)]);
    }
    across(by) {
      const list = this.columns, at = this.row ? list.indexOf(this.row.closest(".ev-column")) : 0;
      const to = list[Math.min(Math.max(at + by, 0), list.length - 1)];
      if (to) this.go(to.querySelector("[aria-current]") || to.querySelector(this.both));
    }
    /* Moves to the next card that is in no group. */
    onwards() {
      if (this.inGroups || !this.cards.now) return;
      this.cards.go(this.cards.next((row) => !row.matches(".ev-placed")));
    }
    /* Refuses to make a group that is there, or is being made (`under`); `parts` are the ids of a group's cards. */
    isMade(list, parts, message) {
      const known = this.groups.rows.find((group) => same(parts(group)) === same(list));
      if (known || this.under.has(same(list))) Sheet.refuse(message(known));
      return Boolean(known) || this.under.has(same(list));
    }
    make(list, details) {
      this.under.add(same(list));
      for (const card of all(this.card)) if (list.includes(card.dataset[this.key])) card.classList.add("ev-placed");
      this.send(list, [Sheet.act("make", details)]).then((done) => { if (done) this.markLast(); });
      this.onwards();
    }
    /* Moves a group to another place of its column, whose first place is `first`. */
    shift(by, first) {
      const row = this.groups.now;
      if (!row) return;
      const to = Math.min(Math.max(Number(row.dataset.place) + by, first), first + this.groups.rows.length - 1);
      Sheet.act("move", { [this.groupKey]: row.dataset[this.groupKey], to }).then(() => this.groups.go(this.groups.rows[to - first]));
    }
    omit() {
      const list = this.selection;
      if (!list.length || !Sheet.writable) return;
      ask(`${this.prefix}-omit`, (answer) => {
        if (!answer) return;
        const why = answer === "other" ? document.getElementById(`${this.prefix}-why`).value : answer;
        this.send(list, list.map((id) => Sheet.act("omit", { [this.key]: id, why })));
      });
    }
    join(row = this.groups.now) {
      if (!row || !Sheet.writable) return;
      const group = row.dataset[this.groupKey];
      ask(`${this.prefix}-join`, (answer) => { if (answer) Sheet.act("join", { [this.groupKey]: group, into: document.getElementById(`${this.prefix}-into`).value }); });
    }
    toggle(card = this.inGroups ? null : this.cards.now) {
      if (!card || !Sheet.writable) return;
      const id = card.dataset[this.key];
      if (!this.chosen.delete(id)) this.chosen.add(id);
      this.draw();
    }
    draw() {
      for (const card of this.cards.rows) {
        const on = this.chosen.has(card.dataset[this.key]);
        card.classList.toggle("ev-chosen", on);
        this.paint(card, on);
      }
      document.getElementById("ev-chosen").textContent = this.chosen.size ? `${this.chosen.size} selected.` : "";
    }
    clear() { this.chosen.clear(); this.draw(); }
    /* Ends the selection of cards that actions are about; if one is refused, what was selected is selected again. */
    async send(list, actions) {
      const chosen = list.filter((id) => this.chosen.has(id));
      this.clear();
      const done = (await Promise.all(actions)).every(Boolean);
      for (const id of done ? [] : chosen) this.chosen.add(id);
      this.draw();
      return done;
    }
    /* Marks the group made last, while keys stay in the column where they are. */
    markLast() {
      const last = this.groups.rows.at(-1), was = this.inGroups;
      if (last) this.groups.go(last, { focus: false });
      this.inGroups = was;
    }
    renew() {
      const was = this.inGroups;
      this.under.clear();
      this.groups.renew();
      this.cards.renew();
      this.inGroups = was;
      for (const id of this.chosen) if (!this.cards.rows.some((card) => card.dataset[this.key] === id)) this.chosen.delete(id);
      this.draw();
    }
    get keys() {
      const [down, up, left, right] = [() => this.move(1), () => this.move(-1), () => this.across(-1), () => this.across(1)];
      const restore = () => this.send(this.selection, this.selection.map((id) => Sheet.act("restore", { [this.key]: id })));
      return {
        j: down, k: up, h: left, l: right, ArrowDown: down, ArrowUp: up, ArrowLeft: left, ArrowRight: right,
        " ": () => this.toggle(), b: restore, Escape: () => this.clear(),
      };
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-close]");
    if (button) button.closest("dialog").close("");
  });

  return { all, after, Rows, Board, table, answered, box, newText, focusOn, says, wordsOf, search, stories, storyOf, beside, showStory, jumps, reading, edit, edits, ask, suggestions, take, decline };
})();

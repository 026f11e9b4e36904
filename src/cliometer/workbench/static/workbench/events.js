"use strict";
/* What the screens of a study of events share: a marked row that keys move, kept over answers and reloads. */
const Events = (() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const store = (name) => `cliometer-place:${window.location.pathname}:${name}`;

  class Rows {
    constructor(name, selector, changed = () => {}) {
      Object.assign(this, { name, selector, changed, id: null, place: 0 });
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
      this.place = this.rows.indexOf(row);
    }
    move(by) {
      const rows = this.rows, at = this.now ? rows.indexOf(this.now) : -1;
      if (rows.length) this.go(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]);
    }
    /* An answer may have replaced the row, or taken it away. */
    renew() {
      const rows = this.rows;
      const row = this.now && !this.now.hidden ? this.now : rows[Math.min(this.place, rows.length - 1)];
      if (!row) { this.id = null; return; }
      const lost = document.activeElement === document.body || document.activeElement === null;
      this.id = row.id;
      this.mark(row);
      if (lost && this.held) row.focus({ preventScroll: true });
      this.changed(row);
    }
    /* Where the address points, else where one left off, else the place that the page names. */
    begin(first = null) {
      const pointed = document.getElementById(window.location.hash.slice(1));
      const last = document.getElementById(localStorage.getItem(store(this.name)) || "");
      const row = [pointed, last, first].find((one) => one && one.matches(this.selector)) || this.rows[0];
      this.held = true;
      if (!row) return;
      this.go(row);
      requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" })); // rows off the screen get their height late
    }
  }

  const keys = (does) => document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || Sheet.typing(event.target)) return;
    if ([" ", "Enter"].includes(event.key) && event.target.closest("button, a, summary")) return;
    if (does(event.key, event) !== false) event.preventDefault();
  });
  /* From a table of keys; what is in no table goes to `other`, which says false where it does nothing. */
  const table = (entries, other = () => false) => keys((key, event) =>
    Object.hasOwn(entries, key) ? entries[key](event) : other(key, event));

  /* An answer must not take away what somebody is typing. */
  let held = null, drafts = [];
  document.body.addEventListener("htmx:beforeOnLoad", () => {
    const field = document.activeElement;
    drafts = Sheet.drafts().map((one) => ({ field: one, id: one.id, value: one.value }));
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

  /* A box that leaves by Escape and does something by Enter; `on` is called again after the page is redrawn. */
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
  const focusOn = (id) => { const field = document.getElementById(id); if (field) { field.focus(); field.select(); } };

  const says = (element, words) => words.every((word) => element.textContent.toLowerCase().includes(word));
  const wordsOf = (field) => field.value.toLowerCase().split(/\s+/).filter(Boolean);

  /* Search in rows: hits are marked, Enter goes from one to the next. */
  const search = (selector, to, back) => {
    const hits = () => all(`${selector}.ev-hit`).filter((row) => !row.hidden);
    let at = -1;
    box("ev-find", {
      input: (field) => {
        const words = wordsOf(field);
        for (const row of all(selector)) row.classList.toggle("ev-hit", words.length > 0 && says(row, words));
        at = -1;
        const found = hits().length;
        document.getElementById("ev-hits").textContent = words.length ? `${found} found${found ? ", Enter goes on" : ""}` : "";
      },
      enter: () => { const found = hits(); if (found.length) { at = (at + 1) % found.length; to(found[at]); } },
      leave: back,
    });
  };

  /* Stories: a list to choose from, and the next one by key. */
  const stories = () => all(".ev-story");
  const storyOf = (row) => row && row.closest(".ev-story");
  const beside = (story, by) => { const list = stories(); return list[Math.min(Math.max(list.indexOf(story) + by, 0), list.length - 1)]; };
  const showStory = (story) => { const jump = document.getElementById("ev-jump"); if (jump && story) jump.value = story.id; };
  const jumps = (to) => document.addEventListener("change", (event) => {
    if (event.target.id === "ev-jump") to(document.getElementById(event.target.value));
  });

  /* Fields inside a row that open on demand. */
  const edit = (row, verb) => {
    const form = row && row.querySelector(`form.ev-edit[data-verb="${verb}"]`);
    if (!form || !Sheet.writable) return;
    form.hidden = false;
    const field = form.querySelector("input");
    field.focus();
    field.select();
  };
  /* A question waits for answers under way: they may redraw the page below it. */
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

  /* Suggestions: the first few are shown, without those that this browser was told are different. */
  const MOST = 4;
  const suggestions = (accept, keyOf) => {
    const place = store("different");
    const different = () => new Set(JSON.parse(localStorage.getItem(place) || "[]"));
    const shown = () => all(".ev-suggestions li").filter((one) => !one.hidden);
    const draw = () => {
      const holder = document.querySelector(".ev-suggestions"), no = different();
      if (!holder) return;
      const open = all("li", holder).filter((one) => !no.has(keyOf(one.querySelector("[data-accept]"))));
      for (const one of all("li", holder)) one.hidden = true;
      for (const one of open.slice(0, MOST)) one.hidden = false;
      for (const key of all("li kbd", holder)) key.hidden = key.closest("li") !== open[0];
      holder.querySelector(".ev-open").textContent = open.length > MOST ? `${MOST} of ${open.length}` : open.length;
      holder.hidden = !open.length;
    };
    const dismiss = (one) => {
      if (!one) return;
      localStorage.setItem(place, JSON.stringify([...different(), keyOf(one.querySelector("[data-accept]"))]));
      draw();
    };
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-accept], [data-dismiss]");
      if (!button) return;
      if (button.matches("[data-accept]")) accept(button); else dismiss(button.closest("li"));
    });
    const first = (then) => Sheet.settled().then(() => { const [one] = shown(); if (one) then(one); });
    return { draw, yes: () => first((one) => accept(one.querySelector("[data-accept]"))), no: () => first(dismiss) };
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-close]");
    if (button) button.closest("dialog").close("");
  });

  return { all, Rows, table, answered, box, focusOn, says, wordsOf, search, stories, storyOf, beside, showStory, jumps, edit, edits, ask, suggestions };
})();

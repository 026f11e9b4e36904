"use strict";
/* The voting screen: one pair at a time. The answer includes the time for which the pair was in view. */
(() => {
  const pair = () => document.getElementById("pair");
  const box = () => document.getElementById("why");
  const ballot = () => document.querySelector(".ballot");
  const dirty = () => Boolean(box() && !box().readOnly && box().value.trim() !== box().dataset.saved.trim());

  let looked = 0, since = performance.now(), busy = false, leaving = null, sent = "";
  const look = () => { looked = 0; since = performance.now(); };
  const seconds = () => (looked + (document.hidden ? 0 : performance.now() - since)) / 1000;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) looked += performance.now() - since; else since = performance.now();
  });

  const send = (choice, blank = {}) => {
    const shown = pair(), why = box() ? box().value : "";
    sent = why;
    const spent = Math.min(parseFloat(shown.dataset.seconds) + seconds(), 86400);
    const seen = { item: shown.dataset.item, models_seen: shown.dataset.models, ...(isEarly() ? { early: "true" } : {}) };
    return Sheet.act("answer", { ...seen, choice, ...blank, reason: why, seconds: spent.toFixed(1) });
  };
  const answer = async (choice, blank) => {
    if (!Sheet.writable || busy || !pair()) return;
    busy = true;
    try { await send(choice, blank); } finally { busy = false; }
  };

  /* Several questions on one item: each is a blank, and keys fill in the current one. The page shows a choice at once
     and moves on to the next blank; choices that are not answered yet are painted again when an answer redraws the page. */
  const blanks = () => [...document.querySelectorAll("[data-blank]")];
  const named = ({ criterion, part }) => ({ criterion, ...(part ? { part } : {}) });
  const nameOf = (blank) => `${pair()?.dataset.item} ${JSON.stringify(named(blank.dataset))}`;
  const flying = new Map();
  const pressed = (blank) => blank.querySelector("[aria-pressed=true]");
  const current = () => document.querySelector("[data-blank][data-current]");
  const point = (blank) => {
    current()?.removeAttribute("data-current");
    blank?.setAttribute("data-current", "");
  };
  const paint = () => {
    for (const blank of blanks()) {
      const choice = flying.get(nameOf(blank));
      if (choice) for (const button of blank.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.choice === choice));
    }
    for (const question of document.querySelectorAll(".asked > li")) {
      question.classList.toggle("answered", [...question.querySelectorAll("[data-blank]")].every(pressed));
    }
    point(Sheet.writable ? blanks().find((blank) => !pressed(blank)) : blanks()[0]);
  };
  const fill = async (blank, choice, pressing = false) => {
    if (!Sheet.writable || !blank) return;
    const name = nameOf(blank), { item } = pair().dataset;
    flying.set(name, choice);
    paint();
    await send(choice, named(blank.dataset));
    if (flying.get(name) === choice) flying.delete(name);
    if (document.activeElement && document.activeElement !== document.body) return;
    const again = pressing && blanks().find((blank) => nameOf(blank) === name)?.querySelector(`[data-choice="${choice}"]`);
    (again || document.getElementById("question"))?.focus({ preventScroll: pair()?.dataset.item === item });
  };
  const step = (by) => {
    const all = blanks(), place = all.indexOf(current());
    point(all[place < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(place + by, 0), all.length - 1)]);
    current()?.scrollIntoView({ block: "nearest" });
  };
  const choose = async (choice, pressed = false) => {
    const item = pair()?.dataset.item, stays = () => pair()?.dataset.item === item;
    await answer(choice);
    const again = pressed && stays() && document.querySelector(`button[data-choice=${choice}]`);
    if (document.activeElement?.id === "why") return;
    (again || document.getElementById("question"))?.focus({ preventScroll: stays() });  // and not the box for reasons, since the next key may be a choice
  };
  /* Saves the words of a reason once there is a choice, and returns whether everything is saved. */
  const unsaved = () => dirty() && Boolean(pair()?.dataset.choice);
  const save = async () => {
    clearTimeout(leaving);
    await Sheet.settled();
    if (unsaved()) await answer(pair().dataset.choice, blanks().length ? named(pair().dataset) : {});
    return !unsaved();  // a refusal leaves the words in the box
  };

  /* Every pair that is shown is an entry in the history of the browser, so that Back leads to the pair before. */
  const here = () => pair()?.dataset.item ?? "end";
  let place = here();
  const show = (href) => htmx.ajax("GET", window.location.pathname + href, { target: "#work", select: "#work", swap: "outerHTML" });
  const enter = () => {
    if (here() === place) return;
    place = here();
    history.pushState(null, "", `?item=${place}`);
  };
  if (ballot()) history.replaceState(null, "", `?item=${place}`);
  window.addEventListener("popstate", async () => {
    const wanted = new URLSearchParams(window.location.search).get("item");
    if (!wanted || wanted === place) return;
    if (!await save() || dirty()) { history.pushState(null, "", `?item=${place}`); go(`?item=${wanted}`); return; }
    place = wanted; // which is an entry already
    await show(`?item=${wanted}`);
    document.getElementById("question")?.focus();
  });

  const go = async (href) => {
    if (!await save()) return;
    if (dirty()) { Sheet.refuse(gettext("Your words are saved with a choice. Choose first, or empty the box.")); return; }
    await show(href);
    document.getElementById("question")?.focus();
  };
  const follow = (id) => { const link = document.getElementById(id); if (link) go(link.getAttribute("href")); };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go]");
    const button = event.target.closest("button[data-choice]");
    const asked = event.target.closest(".asked-at")?.closest("li");  // a phone shows one question at a time
    if (asked) point(asked.querySelector("[data-blank]"));
    else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(link.getAttribute("href")); }
    else if (button && !button.disabled && button.closest("[data-blank]")) fill(button.closest("[data-blank]"), button.dataset.choice, true);
    else if (button && !button.disabled) choose(button.dataset.choice, true);
  });
  /* Saves the words before other actions, because the answer to an action replaces the box. */
  document.addEventListener("click", (event) => {
    const { verb } = event.target.closest("button[data-verb]:not(:disabled)")?.dataset ?? {};
    if (!verb || !unsaved()) return;
    event.stopPropagation();
    save().then((done) => { if (done) Sheet.act(verb); });
  }, true);
  document.addEventListener("focusout", (event) => { if (event.target.id === "why") leaving = setTimeout(save, 300); });
  document.addEventListener("focusin", (event) => { if (event.target.id === "why") clearTimeout(leaving); });
  Sheet.beforeHandIn(save);
  for (const swapped of ["htmx:oobAfterSwap", "htmx:afterSwap"]) {
    document.body.addEventListener(swapped, (event) => { if (event.detail.target.id === "work") { look(); enter(); paint(); bringSources(); drawAxis(); } });
  }

  /* Keeps words that are typed while an action is being answered. */
  let typed = null;
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id !== "work") return;
    const why = box();
    typed = dirty() && why.value !== sent
      ? { item: pair().dataset.item, words: why.value, place: why.selectionStart, focused: document.activeElement === why } : null;
  });
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id !== "work" || !typed || !box() || pair()?.dataset.item !== typed.item) return;
    box().value = typed.words;
    if (typed.focused) { box().focus(); box().setSelectionRange(typed.place, typed.place); }
  });
  window.addEventListener("beforeunload", (event) => { if (dirty()) event.preventDefault(); });

  /* Timelines on one axis: which of them a phone shows (0: all), the first date in view, and whose ends were in view. */
  const axis = () => document.querySelector(".axis");
  let view = "0", item = null, ends = new Set(), places = {};
  const isEarly = () => Boolean(axis()) && pair().dataset.read !== "yes" && ends.size < axis().tHead.rows[0].cells.length - 1;
  const drawn = (element) => element.getClientRects().length > 0;
  const where = () => {
    if (!axis()) return;
    const top = document.querySelector(".axis-top").getBoundingClientRect().bottom, bottom = document.querySelector(".answer-bar").getBoundingClientRect().top;
    const rows = [...axis().tBodies[0].rows].filter(drawn), end = (row) => row.getBoundingClientRect().bottom;
    const place = Math.max(rows.findIndex((row) => end(row) > top + 60), 0); // below the names of the columns
    places[view] = rows[place];
    document.getElementById("axis-at").textContent = gettext("{date}, {place} of {count}", { date: rows[place].cells[0].textContent, place: place + 1, count: rows.length });
    for (const side of [...axis().tHead.rows[0].cells].keys()) {
      const last = side && [...axis().querySelectorAll(`.side-${side}:not(.axis-none)`)].at(-1);
      if (last && drawn(last) && end(last) <= bottom + 1 && end(last) > top) ends.add(side);
    }
  };
  const drawAxis = () => {
    if (!axis()) return;
    if (item !== pair().dataset.item) { ({ item } = pair().dataset); ends = new Set(); places = {}; }
    if (!document.querySelector(`[data-view="${view}"]`)) view = "0"; // a set of fewer timelines than the one before
    for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    axis().classList.toggle("axis-all", view === "0");
    for (const row of axis().tBodies[0].rows) {
      for (const cell of row.querySelectorAll("td")) cell.classList.toggle("axis-off", view !== "0" && !cell.matches(`.side-${view}`));
      row.classList.toggle("axis-off", view !== "0" && !row.querySelector(`.side-${view}:not(.axis-none)`));
    }
    where();
  };
  let waiting = 0;
  const soon = () => { waiting ||= requestAnimationFrame(() => { waiting = 0; where(); }); };
  for (const kind of ["scroll", "resize"]) window.addEventListener(kind, soon, { passive: true });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-view]");
    if (!button) return;
    const row = places[button.dataset.view];
    view = button.dataset.view;
    drawAxis();
    if (row?.isConnected) row.scrollIntoView({ block: "start" }); else axis().scrollIntoView({ block: "start" });
  });
  paint();
  drawAxis();

  /* The documents of a topic are loaded once, and kept with their place and search while its pairs are shown. */
  const sources = () => document.getElementById("sources");
  let read = null;
  const search = () => {
    const field = document.getElementById("sources-search"), count = document.getElementById("sources-count");
    if (!field) return;
    const wanted = field.value.trim().toLowerCase();
    let hits = 0;
    for (const article of document.querySelectorAll(".sources-list article")) {
      article.hidden = !article.textContent.toLowerCase().includes(wanted);
      hits += article.hidden ? 0 : 1;
    }
    count.textContent = hits === 1 ? count.dataset.one : count.dataset.many.replace("#", hits);
  };
  const openSources = async () => {
    const pane = sources();
    if (!pane?.open) { if (pane && read?.topic === pane.dataset.topic) read.open = false; return; }
    if (read?.topic === pane.dataset.topic) { read.open = true; return; }
    const answer = await fetch(pane.dataset.from);
    if (!answer.ok) { Sheet.refuse(gettext("The documents could not be loaded. Close the pane and open it again.")); return; }
    const text = await answer.text(), body = document.getElementById("sources-body");
    if (sources()?.dataset.topic !== pane.dataset.topic) return; // another topic is shown by now
    body.innerHTML = text; // escaped by the server, and the policy of the page lets no script in
    read = { topic: pane.dataset.topic, body, open: true, place: 0 };
    search();
  };
  const bringSources = () => {
    const pane = sources();
    if (!pane || read?.topic !== pane.dataset.topic) return;
    document.getElementById("sources-body").replaceWith(read.body);
    pane.open = read.open;
    const list = read.body.querySelector(".sources-list");
    if (list) list.scrollTop = read.place;
  };
  document.addEventListener("toggle", (event) => { if (event.target.id === "sources") openSources(); }, true);
  document.addEventListener("scroll", (event) => { if (read && event.target.classList?.contains("sources-list")) read.place = event.target.scrollTop; }, true);
  document.addEventListener("input", (event) => { if (event.target.id === "sources-search") search(); });

  const keys = { 1: "left", ArrowLeft: "left", 2: "right", ArrowRight: "right", t: "tie" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (event.target.id === "why") {
      if (event.key === "Escape") document.getElementById("question")?.focus();
      else if (event.key === "Enter" && !event.shiftKey) follow("next");
      else return;
      event.preventDefault();
      return;
    }
    if (Sheet.typing(event.target) || !ballot()) return;
    const arrows = { ArrowUp: -1, ArrowDown: 1 };
    if (blanks().length && event.key in arrows && !event.target.closest(".duel-text")) step(arrows[event.key]);
    else if (blanks().length && pair() && (event.key in keys || /^[1-9]$/.test(event.key))) {
      const all = [...current()?.querySelectorAll("button") ?? []];
      const button = all.find((option) => option.dataset.choice === keys[event.key]) ?? all[Number(event.key) - 1];
      if (button) fill(current(), button.dataset.choice);
    }
    else if (event.key in keys && pair() && (keys[event.key] !== "tie" || ballot().dataset.tie === "yes")) choose(keys[event.key]);
    else if (event.key === "w" && box()) box().focus();
    else if (event.key === "s" && sources()) sources().open = !sources().open;
    else if (event.key === "/" && sources()?.open) document.getElementById("sources-search")?.focus();
    else if (event.key === "n") follow("next");
    else if (event.key === "p") follow("previous");
    else if (event.key === "Enter" && !event.target.closest("a, button:not([data-choice][aria-pressed=true]), summary")) follow("next");
    else return;
    event.preventDefault();
  });
})();

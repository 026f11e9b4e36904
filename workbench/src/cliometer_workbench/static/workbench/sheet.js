"use strict";
/* Every sheet: actions have ids and are sent until the server has them; the status line shows whether all is saved. */
const Sheet = (() => {
  const root = document.getElementById("sheet");
  const OWN = `${root.dataset.user}:${root.dataset.do}`; // nobody sends the actions of another person
  const WAITING = `cliometer-waiting:${OWN}`;
  const TRIED = `${WAITING}:tried`;
  const RETRY_MS = 3000, NEWS_MS = 3000, REPORT_MS = 30000, IDLE_MS = 120000, PRESS_MS = 1000;
  const writable = root.dataset.writable === "yes";

  const newOp = () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`);
  const say = (text, kind = "") => {
    const saved = document.getElementById("saved");
    if (saved) { saved.textContent = text; saved.dataset.kind = kind; }
  };
  const refuse = (text) => {
    const place = document.getElementById("refusal");
    place.textContent = text;
    place.hidden = !text;
  };
  /* Fields marked data-draft with typed words that were not sent yet. */
  const drafts = () => [...document.querySelectorAll("#work [data-draft]")].filter((field) => !field.closest("form[hidden]") && field.value.trim() !== field.defaultValue.trim());
  /* What is typed is kept in this browser until it is sent, across reloads and crashes. */
  const DRAFTS = `cliometer-drafts:${OWN}`;
  const boxes = () => [...document.querySelectorAll("#work [data-draft], #work [data-typed]")];
  const boxName = (field) => field.dataset.typed || field.id;
  const readDrafts = () => JSON.parse(localStorage.getItem(DRAFTS) || "{}");
  const keepDrafts = () => {
    const all = readDrafts();
    for (const field of boxes()) {
      if (field.value.trim() === field.defaultValue.trim()) delete all[boxName(field)]; else all[boxName(field)] = field.value;
    }
    localStorage.setItem(DRAFTS, JSON.stringify(all));
  };
  const bringBack = () => {
    const all = readDrafts();
    for (const field of boxes().filter((box) => Object.hasOwn(all, boxName(box)) && box.value === box.defaultValue)) {
      field.value = all[boxName(field)];
      const form = field.closest("form[hidden]");
      if (form) form.hidden = false;
    }
  };
  /* Shows the status when no request is under way; a refused action leaves nothing unsaved. */
  const rest = () => {
    const count = waiting().length, [draft] = drafts();
    if (count) say(signedOut ? gettext("Not saved: you are signed out. {count} waiting", { count }) : gettext("Not saved: there is no connection. {count} waiting, trying again", { count }), "bad");
    else if (draft) say(draft.dataset.draft, "warn");
    else say(gettext("All changes saved"));
  };
  const seen = () => document.getElementById("status")?.dataset.seq; // the last action that the page shows
  const isAction = (detail) => detail.requestConfig ? detail.requestConfig.path === root.dataset.do : detail.path === root.dataset.do;

  /* Actions that could not be sent yet, and those that are not answered yet, kept across reloads and crashes. */
  const FLYING = `cliometer-flying:${OWN}`;
  const list = (key) => JSON.parse(localStorage.getItem(key) || "[]");
  const put = (key, all) => all.length ? localStorage.setItem(key, JSON.stringify(all)) : localStorage.removeItem(key);
  const waiting = () => list(WAITING);
  const keep = (all) => put(WAITING, all);
  const append = (key, { verb, op, ...details }) => put(key, [...list(key).filter((action) => action.op !== op), { verb, details, op }]);
  const remember = (action) => append(WAITING, action);
  const land = (op) => put(FLYING, list(FLYING).filter((action) => action.op !== op));

  /* After signing out elsewhere, actions wait until the person is signed in again. */
  let signedOut = false;
  const signOut = () => {
    signedOut = true;
    const place = document.getElementById("refusal"), link = document.createElement("a"), count = waiting().length;
    link.href = root.dataset.login;
    link.textContent = gettext("Sign in");
    const kept = count === 1 ? gettext("Your last action is kept in this browser and will be sent when you are signed in again.")
      : count ? gettext("Your last {count} actions are kept in this browser and will be sent when you are signed in again.", { count }) : gettext("Nothing is lost.");
    place.replaceChildren(`${gettext("You were signed out.")} ${kept} `, link);
    place.hidden = false;
    rest();
  };

  let retrying = null, sending = false, stale = false, refused = "";
  const retrySoon = () => { retrying ??= setTimeout(retry, RETRY_MS); };
  const retry = async () => {
    retrying = null;
    const [first] = waiting();
    if (!first && stale) { renew(); return; }
    if (!first || sending) return;
    if (!signedOut) rest();
    try {
      sending = true;
      const response = await send(first).finally(() => { sending = false; });
      if (response.status >= 500) throw new Error("server");
      if (response.status === 401) { signOut(); return; }
      if (response.status === 403 && sessionStorage.getItem(TRIED) !== first.op) { // perhaps the page needs a new token
        sessionStorage.setItem(TRIED, first.op);
        reload();
        return;
      }
      if (!response.ok) refused = await message(response);
      keep(waiting().filter((action) => action.op !== first.op)); // other actions may have been added meanwhile
      if (waiting().length) { retry(); } else { await renew(); }
    } catch { retrySoon(); }
  };
  /* Draws the sheet anew after waiting actions were sent. A reload would show an error page if the line dropped again. */
  const renew = async () => {
    stale = true;
    try {
      await htmx.ajax("GET", root.dataset.news + window.location.search, { target: "#work", swap: "innerHTML settle:0ms" });
    } catch { retrySoon(); return; }
    stale = failed = false;
    bringBack();
    refuse(refused);
    refused = "";
    rest();
  };
  let leaving = false;
  const reload = () => { leaving = true; window.location.reload(); };
  /* Sends an action as a form, like the first time; the server knows which details are lists and numbers. */
  const send = ({ verb, details, op }) => {
    const form = new FormData();
    const fields = { ...details, verb, op, csrfmiddlewaretoken: root.dataset.token };
    for (const [name, value] of Object.entries(fields)) {
      for (const part of [value].flat()) form.append(name, part);
    }
    return fetch(root.dataset.do, { method: "POST", headers: { Accept: "application/json" }, body: form });
  };
  const message = async (response) => {
    try { return (await response.json()).error || response.statusText; } catch { return response.statusText; }
  };

  /* An answer must not replace a button that is being pressed, because the click would be lost. */
  let pressed = false, release = () => {};
  const letGo = () => { pressed = false; setTimeout(() => release()); };
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const kind of ["pointerup", "pointercancel", "dragend"]) document.addEventListener(kind, letGo, true);
  const released = () => pressed && new Promise((done) => { release = done; setTimeout(done, PRESS_MS); });

  /* When others' changes are drawn, keys and buttons of the work rest for a moment, since what is under the finger may be
     something that nobody has read yet, and what changed is marked. */
  const CALM_MS = 1000;
  let calm = 0, redraws = 0;
  const shown = () => new Map([...document.querySelectorAll("#work .ev-row:not([hidden]), #work li[data-suggestion]:not([hidden])")].map((row) => {
    const words = row.cloneNode(true), { suggestion, sentence, sentences, candidate, event, line, unit } = row.dataset;
    for (const part of words.querySelectorAll(".ev-number, .visually-hidden, kbd, [hidden]")) part.remove();
    return [[suggestion, sentence, sentences, candidate, event, line, unit].join(" "), [row, words.textContent]];
  }));
  document.body.addEventListener("htmx:beforeSwap", ({ detail: { xhr, target, requestConfig } }) => {
    const latest = /id="status"[^>]*data-seq="(\d+)"/.exec(xhr.responseText), isOurs = requestConfig.path === root.dataset.do && xhr.status < 400;
    if (root.dataset.shared !== "yes" || target.id !== "work" || !latest || Number(latest[1]) - Number(isOurs) <= Number(seen())) return;
    const before = shown();
    [calm, redraws] = [Date.now() + CALM_MS, redraws + 1];
    setTimeout(() => {
      const changed = [...shown()].filter(([name, [, text]]) => before.get(name)?.[1] !== text).map(([, [row]]) => row);
      for (const row of changed) row.classList.add("ev-changed");
      document.getElementById("here").textContent = gettext("Others have changed something. It is marked, and keys wait for a moment.");
    });
  });
  const rests = (event) => {
    const key = event.type === "keydown" && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab" && !typing(event.target);
    if (Date.now() > calm || !(key || (event.type === "click" && event.target.closest("#work button")))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of ["keydown", "click"]) document.addEventListener(kind, rests, true);

  /* Carries out an action; the answer replaces what it changed. Actions are sent one after the other, because htmx
     drops requests between the first and the last of those that overlap. The promise says whether it was not refused. */
  let line = Promise.resolve(), pending = 0, failed = false;
  const rejected = new Set(); // ops of refused actions
  const act = (verb, details = {}, target = "#work") => {
    if (!writable) return Promise.resolve(false);
    const form = new FormData();
    form.append("verb", verb);
    if (seen()) form.append("seen", seen());
    for (const [name, value] of Object.entries(details)) {
      for (const part of Array.isArray(value) ? value : [value]) form.append(name, part);
    }
    const values = {};
    for (const name of new Set(form.keys())) {
      const all = form.getAll(name);
      values[name] = all.length > 1 || Array.isArray(details[name]) ? all : all[0];
    }
    if (signedOut) { remember({ ...values, op: newOp() }); signOut(); return Promise.resolve(true); }
    if (waiting().length) { remember({ ...values, op: newOp() }); rest(); retrySoon(); return Promise.resolve(true); } // actions keep their order
    pending += 1;
    values.op = newOp();
    append(FLYING, values);
    say(gettext("Saving …"));
    line = line.then(released).then(() => htmx.ajax("POST", root.dataset.do, { target, swap: "innerHTML settle:0ms", values }))
      .catch(() => {})
      .then(() => { pending -= 1; if (!pending && !failed) rest(); return !rejected.delete(values.op); });
    return line;
  };

  document.body.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.path !== root.dataset.do) return;
    event.detail.parameters.op ||= newOp();
    event.detail.parameters.seen ||= seen();
    refuse("");
    failed = false;
    say(gettext("Saving …"));
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (isAction(event.detail) && event.detail.xhr.status) land(event.detail.requestConfig.parameters.op);
    if (!isAction(event.detail) || !event.detail.successful) return;
    const notice = event.detail.xhr.getResponseHeader("X-Notice");
    if (notice) refuse(decodeURIComponent(notice));
    if (pending > 1) say(gettext("Saving …")); else rest();
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail, { status, responseText } = xhr, sent = () => Object.fromEntries(Object.entries(event.detail.requestConfig.parameters));
    failed = status >= 500 || status === 401;
    if (status === 401) { if (isAction(event.detail)) remember(sent()); signOut(); return; }
    if (status === 403 && isAction(event.detail) && xhr.getResponseHeader("X-Rule") === "csrf-token-wrong") { remember(sent()); reload(); return; } // signed in again in another tab
    leaving = false;
    if (isAction(event.detail)) rejected.add(sent().op);
    refuse(status < 500 ? responseText : gettext("The server failed to do this. Everything that was saved before is safe."));
    if (status >= 500) say(gettext("Not saved"), "bad"); else if (pending > 1) say(gettext("Saving …")); else rest();
  });
  /* If the sheet was changed elsewhere, the answer is its present state, and a header has the reason. */
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status !== 410 || !isAction(event.detail)) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    rejected.add(event.detail.requestConfig.parameters.op);
    refuse(decodeURIComponent(event.detail.xhr.getResponseHeader("X-Refused")));
  });
  document.body.addEventListener("htmx:sendError", (event) => {
    if (!isAction(event.detail)) return;
    failed = true;
    remember(Object.fromEntries(Object.entries(event.detail.requestConfig.parameters)));
    land(event.detail.requestConfig.parameters.op);
    retrySoon();
    rest();
  });

  /* Counts the requests of forms, which htmx sends by itself. */
  let flying = 0;
  const landed = []; // callbacks for when they are answered
  document.body.addEventListener("htmx:beforeSend", (event) => { if (isAction(event.detail)) flying += 1; });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!isAction(event.detail)) return;
    flying = Math.max(0, flying - 1);
    if (!flying) for (const done of landed.splice(0)) done();
  });
  /* Resolves when all actions so far are answered. */
  const settled = async () => {
    for (let seen = null; seen !== line;) { seen = line; await seen; }
    if (flying) await new Promise((done) => { landed.push(done); });
  };

  /* Handing in waits until everything is saved. It does not use the form, because an answer may replace the form and
     htmx sends nothing for an element that left the page. A step adds what it has to save; false stops handing in. */
  const savers = [];
  const beforeHandIn = (save) => { savers.push(save); };
  const confirmed = async () => {
    const { here } = await news().catch(() => ({ here: [] }));
    const others = here.length ? gettext("Still at work on it: {names}.", { names: here.join(", ") }) : "";
    return window.confirm(`${others} ${gettext("Hand in for all who share this sheet? Afterwards only the owner can reopen it.")}`.trim());
  };
  let handing = false;
  const handIn = async (path) => {
    if (handing) return;
    handing = true;
    try {
      for (const save of savers) if (await save() === false) return;
      await settled();
      if (waiting().length) refuse(gettext("The sheet was not handed in, because something is not saved yet. Try again when it is."));
      else if (root.dataset.shared !== "yes" || await confirmed()) await htmx.ajax("POST", path, { target: "body", swap: "none" });
    } finally { handing = false; }
  };
  document.body.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.path.endsWith("/hand-in") || !event.detail.elt.matches("form")) return;
    event.preventDefault();
    handIn(event.detail.path);
  });

  /* Typed words that were not sent are named in the status line, and confirmed before they would be lost. */
  beforeHandIn(() => {
    const [draft] = drafts();
    if (!draft || window.confirm(gettext("{draft}: “{text}”. Hand in without it?", { draft: draft.dataset.draft, text: draft.value.trim() }))) { leaving = Boolean(draft); return true; }
    draft.focus();
    return false;
  });
  document.addEventListener("input", () => { keepDrafts(); if (!pending && !failed) rest(); });
  for (const kind of ["submit", "reset"]) document.addEventListener(kind, () => setTimeout(() => { keepDrafts(); if (!pending && !failed) rest(); }));
  document.addEventListener("reset", () => queueMicrotask(keepDrafts)); // at once: a crash must not find a line that waits as a draft, too
  document.body.addEventListener("htmx:afterRequest", () => setTimeout(keepDrafts)); // after the screen gave words back
  window.addEventListener("beforeunload", (event) => { if (writable && !leaving && drafts().length) event.preventDefault(); });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-verb]");
    if (!button || button.disabled) return;
    const { verb, target, ...details } = button.dataset;
    act(verb, details, target || "#work");
  });

  /* Single keys act, unless somebody types or has turned them off. */
  const KEYS = "cliometer-keys-off";
  const switchKeys = document.getElementById("keys-off");
  switchKeys.checked = localStorage.getItem(KEYS) === "yes";
  switchKeys.addEventListener("change", () => localStorage.setItem(KEYS, switchKeys.checked ? "yes" : "no"));
  document.getElementById("keys-open").addEventListener("click", () => document.getElementById("keys").showModal());
  const typing = (element) => switchKeys.checked || element.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog[open]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "u") act("undo");
    else if (event.key === "r") act("redo");
    else if (event.key === "." && guide) showGuide(guide.hidden);
    else if (event.key === "?") document.getElementById("keys").showModal();
    else return;
    event.preventDefault();
  });

  /* The guidelines open beside the work, which stays where it is; the browser remembers whether they are open. */
  const guide = document.getElementById("guide"), GUIDE = "cliometer-guidelines";
  const showGuide = (open, focus = true) => {
    const button = document.getElementById("guide-open"), version = `${GUIDE}:${guide.dataset.study}`;
    guide.hidden = !open;
    document.body.classList.toggle("guided", open);
    button.setAttribute("aria-expanded", String(open));
    localStorage.setItem(GUIDE, open ? "open" : "closed");
    if (open) localStorage.setItem(version, guide.dataset.version);
    button.querySelector(".badge").hidden = localStorage.getItem(version) === guide.dataset.version;
    if (focus) (open ? guide : button).focus({ preventScroll: true });
  };
  if (guide) {
    document.getElementById("guide-open").addEventListener("click", () => showGuide(guide.hidden));
    document.getElementById("guide-close").addEventListener("click", () => showGuide(false));
    guide.addEventListener("keydown", (event) => { if (event.key === "Escape") showGuide(false); });
    showGuide(localStorage.getItem(GUIDE) === "open" && !matchMedia("(max-width: 44rem)").matches, false); // which it would cover
  }

  /* Active time: the seconds in which the page is in view and the judge did something recently. */
  let active = 0, latest = Date.now();
  for (const kind of ["keydown", "pointermove", "pointerdown", "scroll", "wheel", "touchstart"]) {
    document.addEventListener(kind, () => { latest = Date.now(); }, { passive: true, capture: true });
  }
  const report = () => {
    if (!root.dataset.time || active < 1) return;
    const form = new FormData();
    form.append("seconds", String(active));
    form.append("csrfmiddlewaretoken", root.dataset.token);
    if (navigator.sendBeacon(root.dataset.time, form)) active = 0;
  };
  setInterval(() => { if (!document.hidden && Date.now() - latest < IDLE_MS) active += 1; }, 1000);
  setInterval(report, REPORT_MS);
  document.addEventListener("visibilitychange", () => { if (document.hidden) report(); });
  window.addEventListener("pagehide", report);

  /* A shared sheet shows what others do, and who they are. */
  const busy = () => pressed || pending || flying || waiting().length || signedOut || document.querySelector("dialog[open]");
  const news = async () => {
    const response = await fetch(root.dataset.news, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error("news");
    return response.json();
  };
  const watch = async () => {
    if (document.hidden || busy()) return;
    try {
      const { seq, open, here } = await news();
      document.getElementById("here").textContent = here.length ? gettext("Here too: {names}", { names: here.join(", ") }) : "";
      if (!open && writable) refuse(gettext("This sheet was handed in or replaced. Reload the page to see it as it is now."));
      else if (String(seq) !== seen() && !busy()) await htmx.ajax("GET", root.dataset.news, { target: "#work", swap: "innerHTML settle:0ms" });
    } catch { /* the next look may reach the server */ }
  };
  if (root.dataset.shared === "yes") { setInterval(watch, NEWS_MS); setTimeout(report, NEWS_MS); }

  keep([...list(FLYING).filter(({ op }) => !waiting().some((action) => action.op === op)), ...waiting()]); // the page was left before the answer
  put(FLYING, []);
  if (writable) { bringBack(); rest(); }
  if (waiting().length) retry();
  window.addEventListener("focus", () => { if (signedOut) retry(); });
  return { act, typing, refuse, writable, settled, beforeHandIn, drafts, redraws: () => redraws };
})();

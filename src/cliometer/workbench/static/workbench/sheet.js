"use strict";
/* A sheet: every action has an id of its own, is sent until the server has it, and shows whether it is saved. */
const Sheet = (() => {
  const root = document.getElementById("sheet");
  const WAITING = `cliometer-waiting:${root.dataset.do}`;
  const RETRY_MS = 3000, REPORT_MS = 30000, IDLE_MS = 120000;
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
  const isAction = (detail) => detail.requestConfig ? detail.requestConfig.path === root.dataset.do : detail.path === root.dataset.do;

  /* What could not be sent yet, kept across reloads. */
  const waiting = () => JSON.parse(localStorage.getItem(WAITING) || "[]");
  const keep = (list) => list.length ? localStorage.setItem(WAITING, JSON.stringify(list)) : localStorage.removeItem(WAITING);
  const remember = (verb, details, op) => { keep([...waiting(), { verb, details, op }]); retrySoon(); };

  let retrying = null;
  const retrySoon = () => { retrying ??= setTimeout(retry, RETRY_MS); };
  const retry = async () => {
    retrying = null;
    const list = waiting();
    if (!list.length) return;
    say(`Not saved: no connection. ${list.length} waiting, trying again`, "bad");
    try {
      const response = await send(list[0]);
      if (response.status >= 500) throw new Error("server");
      if (!response.ok) refuse(await message(response));
      keep(list.slice(1));
      if (list.length > 1) { retry(); } else { window.location.reload(); }
    } catch { retrySoon(); }
  };
  /* As a form, as it was sent at first: the server knows which details are lists and numbers. */
  const send = ({ verb, details, op }) => {
    const form = new FormData();
    const fields = { ...details, verb, op, csrfmiddlewaretoken: root.dataset.token };
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) form.append(name, one);
    }
    return fetch(root.dataset.do, { method: "POST", headers: { Accept: "application/json" }, body: form });
  };
  const message = async (response) => {
    try { return (await response.json()).error || response.statusText; } catch { return response.statusText; }
  };

  /* An action from a key or a script; the answer replaces what it changed. One waits for the other: of
     requests that overlap, htmx would send the first and the last. */
  let line = Promise.resolve(), pending = 0, failed = false;
  const act = (verb, details = {}, target = "#work") => {
    if (!writable) return Promise.resolve();
    const form = new FormData();
    form.append("verb", verb);
    for (const [name, value] of Object.entries(details)) {
      for (const one of Array.isArray(value) ? value : [value]) form.append(name, one);
    }
    const values = {};
    for (const name of new Set(form.keys())) {
      const all = form.getAll(name);
      values[name] = all.length > 1 || Array.isArray(details[name]) ? all : all[0];
    }
    pending += 1;
    say("Saving …");
    line = line.then(() => htmx.ajax("POST", root.dataset.do, { target, swap: "innerHTML settle:0ms", values }))
      .catch(() => {})
      .then(() => { pending -= 1; if (!pending && !failed) say("All changes saved"); });
    return line;
  };

  document.body.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.path !== root.dataset.do) return;
    event.detail.parameters.op ||= newOp();
    refuse("");
    failed = false;
    say("Saving …");
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (isAction(event.detail) && event.detail.successful) say(pending > 1 ? "Saving …" : "All changes saved");
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    const status = event.detail.xhr.status;
    failed = true;
    if (status === 401) { window.location.reload(); return; }
    refuse(status < 500 ? event.detail.xhr.responseText : "The server could not do that. What was saved before is safe.");
    say("Not saved", "bad");
  });
  document.body.addEventListener("htmx:sendError", (event) => {
    if (!isAction(event.detail)) return;
    failed = true;
    const { verb, op, ...details } = Object.fromEntries(Object.entries(event.detail.requestConfig.parameters));
    remember(verb, details, op);
    say("Not saved: no connection. Trying again", "bad");
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-verb]");
    if (!button || button.disabled) return;
    const { verb, target, ...details } = button.dataset;
    act(verb, details, target || "#work");
  });

  const typing = (element) => element.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog[open]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "u") act("undo");
    else if (event.key === "r") act("redo");
    else if (event.key === "?") document.getElementById("keys").showModal();
    else return;
    event.preventDefault();
  });

  /* Active time: seconds in which the page was looked at and the judge did something not long ago. */
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

  if (waiting().length) retry();
  const settled = () => line; // when all actions so far are answered
  return { act, typing, refuse, writable, settled };
})();

"use strict";
/* A pair at a time: choose by key, say why, go on. How long a pair was looked at goes with the answer. */
(() => {
  const pair = () => document.getElementById("pair");
  const box = () => document.getElementById("why");
  const ballot = () => document.querySelector(".ballot");
  const dirty = () => Boolean(box() && !box().readOnly && box().value.trim() !== box().dataset.saved.trim());

  let looked = 0, since = performance.now(), busy = false, leaving = null;
  const look = () => { looked = 0; since = performance.now(); };
  const seconds = () => (looked + (document.hidden ? 0 : performance.now() - since)) / 1000;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) looked += performance.now() - since; else since = performance.now();
  });

  const answer = async (choice, why = box() ? box().value : "") => {
    const shown = pair();
    if (!Sheet.writable || busy || !shown) return;
    busy = true;
    const spent = Math.min(parseFloat(shown.dataset.seconds) + seconds(), 86400);
    try {
      await Sheet.act("answer", { item: shown.dataset.item, choice, reason: why, seconds: spent.toFixed(1) });
    } finally { busy = false; }
  };
  const choose = async (choice) => {
    const item = pair()?.dataset.item;
    await answer(choice);
    if (pair()?.dataset.item === item && pair()?.dataset.choice === choice && box()) box().focus();
    else if (pair()?.dataset.item !== item) document.getElementById("question")?.focus();
  };
  /* Words that were not saved yet; nothing to do before there is a choice. */
  const save = async () => {
    clearTimeout(leaving);
    if (dirty() && pair()?.dataset.choice) await answer(pair().dataset.choice);
  };

  const go = async (href) => {
    await save();
    if (dirty() && pair()?.dataset.choice) return;  // refused: the words stay where they are
    await htmx.ajax("GET", window.location.pathname + href, { target: "#work", select: "#work", swap: "outerHTML" });
    history.replaceState(null, "", href);
    document.getElementById("question")?.focus();
  };
  const follow = (id) => { const link = document.getElementById(id); if (link) go(link.getAttribute("href")); };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go]");
    const button = event.target.closest("button[data-choice]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(link.getAttribute("href")); }
    else if (button && !button.disabled) choose(button.dataset.choice);
  });
  document.addEventListener("focusout", (event) => { if (event.target.id === "why") leaving = setTimeout(save, 300); });
  document.addEventListener("focusin", (event) => { if (event.target.id === "why") clearTimeout(leaving); });
  document.body.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.path.endsWith("/hand-in") || !dirty()) return;
    event.preventDefault();
    save().then(() => event.detail.issueRequest(true));
  });
  for (const swapped of ["htmx:oobAfterSwap", "htmx:afterSwap"]) {
    document.body.addEventListener(swapped, (event) => { if (event.detail.target.id === "work") look(); });
  }

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
    if (event.key in keys && pair() && (keys[event.key] !== "tie" || ballot().dataset.tie === "yes")) choose(keys[event.key]);
    else if (event.key === "w" && box()) box().focus();
    else if (event.key === "n") follow("next");
    else if (event.key === "p") follow("previous");
    else if (event.key === "Enter" && !event.target.closest("a, button, summary")) follow("next");
    else return;
    event.preventDefault();
  });
})();

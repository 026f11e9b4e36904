"use strict";
/* Every page: texts in its language, questions before what cannot be undone, buttons that copy, and the tab in view. */
const MESSAGES = JSON.parse(document.getElementById("messages-of-scripts")?.textContent || "{}"); // empty in English
const gettext = (text, values = {}) => (MESSAGES[text] || text).replace(/\{(\w+)\}/g, (_, name) => values[name]);
(() => {
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (question && !window.confirm(question)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  /* Settings that the chosen format does not use are hidden, and have their usual values. */
  const format = document.querySelector("select[name=settings-format]");
  const showUsed = (chosen) => {
    for (const field of document.querySelectorAll("[data-used-by]")) {
      const used = field.dataset.usedBy.split(" ").includes(format.value);
      if (chosen && !used) field.value = field.dataset.usual;
      const hidden = !used && field.value === field.dataset.usual;
      for (const element of [field, ...field.labels, document.getElementById(`${field.id}_helptext`)]) element.hidden = hidden;
    }
  };
  if (format) { showUsed(false); format.addEventListener("change", () => showUsed(true)); }

  /* Long texts are not left without a question while they are not saved. */
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.dataset.unsaved) form.dataset.unsaved = "yes";
  });
  document.addEventListener("submit", (event) => { if (event.target.dataset.unsaved) event.target.dataset.unsaved = "sent"; });
  window.addEventListener("beforeunload", (event) => { if (document.querySelector("form[data-unsaved=yes]")) event.preventDefault(); });

  /* A page on which somebody waits looks from time to time whether there is work. */
  setInterval(async () => {
    const old = document.querySelector("[data-waiting]");
    if (!old || document.hidden) return;
    try {
      const response = await fetch(window.location.href);
      const page = new DOMParser().parseFromString(response.ok ? await response.text() : "", "text/html");
      const fresh = page.getElementById(old.id);
      if (fresh && fresh.outerHTML !== old.outerHTML) old.replaceWith(fresh);
    } catch { /* the next look may reach the server */ }
  }, 10000);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    navigator.clipboard.writeText(field.value ?? field.textContent).then(() => { button.textContent = gettext("Copied"); });
  });
})();

"use strict";
/* Every page: texts in its language, confirmation before a form is sent that cannot be undone, and buttons that copy. */
const MESSAGES = JSON.parse(document.getElementById("messages-of-scripts")?.textContent || "{}"); // empty in English
const gettext = (text, values = {}) => (MESSAGES[text] || text).replace(/\{(\w+)\}/g, (_, name) => values[name]);
(() => {
  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.confirm;
    if (question && !window.confirm(question)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    navigator.clipboard.writeText(field.value ?? field.textContent).then(() => { button.textContent = gettext("Copied"); });
  });
})();

"use strict";
/* Every page: confirmation before a form is sent that cannot be undone, and buttons that copy a text. */
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
    navigator.clipboard.writeText(field.value ?? field.textContent).then(() => { button.textContent = "Copied"; });
  });
})();

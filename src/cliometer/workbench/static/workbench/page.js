"use strict";
/* What every page needs: questions before what cannot be taken back, and copying of links. */
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

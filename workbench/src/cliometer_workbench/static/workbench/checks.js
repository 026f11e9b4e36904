"use strict";
/* Keys of the screen on which decisions of a model are checked. */
(() => {
  const choices = { y: "yes", p: "partly", n: "no" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || Sheet.typing(event.target) || !choices[event.key]) return;
    const button = document.querySelector(`#work button[data-choice="${choices[event.key]}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
})();

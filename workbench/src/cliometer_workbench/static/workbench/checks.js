"use strict";
/* The screen on which decisions of a model are checked. */
(() => {
  const choices = { y: "yes", p: "partly", n: "no" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || Sheet.typing(event.target) || !choices[event.key]) return;
    const button = document.querySelector(`#work button[data-choice="${choices[event.key]}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  /* The next text is read from its beginning. */
  let item = document.getElementById("check").dataset.item;
  document.body.addEventListener("htmx:oobAfterSwap", () => {
    const shown = document.getElementById("check");
    if (shown.dataset.item !== item && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
    ({ item } = shown.dataset);
  });
})();

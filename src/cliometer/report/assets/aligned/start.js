// Every view of the page, as soon as it is there.
function upgrade() {
  for (const root of document.querySelectorAll(".aligned:not([data-ready])")) {
    root.dataset.ready = "";
    new Aligned(root);
  }
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", upgrade);
else upgrade();

// Reports: draws charts, those in view first, and switches the theme.
(function () {
  "use strict";
  const themes = JSON.parse(document.getElementById("themes").textContent);
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const charts = Array.from(document.querySelectorAll("figure .chart"));

  function theme() {
    return root.dataset.theme || (dark.matches ? "dark" : "light");
  }

  // {"theme": "good"} becomes the colour of that name, as report/theme.py has it.
  function themed(value, colours) {
    if (Array.isArray(value)) return value.map((inner) => themed(inner, colours));
    if (value === null || typeof value !== "object") return value;
    const keys = Object.keys(value);
    if (keys.length === 1 && keys[0] === "theme") return colours[value.theme];
    return Object.fromEntries(keys.map((key) => [key, themed(value[key], colours)]));
  }

  async function embed(place, chart, name) {
    const spec = JSON.parse(chart.closest("figure").querySelector("script").textContent);
    const { colours, config } = themes[name];
    await window.vegaEmbed(place, themed(spec, colours), {
      mode: "vega-lite", renderer: "svg", actions: false, config, tooltip: { disableDefaultStyle: true },
    });
    // The chart is an image with a caption; its parts have no names that a reader would need.
    place.querySelectorAll("svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
  }

  const drawing = new Map(); // chart -> the promise of its last drawing

  function draw(chart) {
    const current = theme();
    if (chart.dataset.drawn !== current) {
      chart.dataset.drawn = current;
      drawing.set(chart, drawn(chart, current));
    }
    return drawing.get(chart);
  }

  async function drawn(chart, current) {
    try {
      await embed(chart, chart, current);
      chart.classList.add("done");
      const scroll = chart.parentElement;
      if (scroll.scrollWidth > scroll.clientWidth) scroll.tabIndex = 0;
      if (current === "dark") await drawForPaper(chart);
    } catch (error) {
      chart.classList.add("failed");
      console.error(error);
    }
  }

  // A browser prints before a chart could be drawn anew: what paper will show in its place is ready beside it.
  async function drawForPaper(chart) {
    if (chart.nextElementSibling) return;
    const paper = document.createElement("div");
    paper.className = "paper";
    paper.setAttribute("aria-hidden", "true");
    chart.after(paper);
    await embed(paper, chart, "light");
  }

  const drawAll = () => Promise.all(charts.map(draw));
  const redraw = () => charts.filter((chart) => chart.dataset.drawn).forEach(draw);
  const seen = new IntersectionObserver((entries) => {
    entries.filter((entry) => entry.isIntersecting).forEach((entry) => draw(entry.target));
  }, { rootMargin: "600px" });
  charts.forEach((chart) => seen.observe(chart));
  window.cliometerReport = { drawAll };

  // The rest are drawn one by one while the reader reads, so that they are there when the page is printed.
  const idle = window.requestIdleCallback || ((call) => window.setTimeout(call, 50));
  function drawRest() {
    const next = charts.find((chart) => !chart.dataset.drawn);
    if (next) draw(next).then(() => idle(drawRest));
  }
  idle(drawRest);

  dark.addEventListener("change", redraw);
  window.addEventListener("beforeprint", () => {
    document.querySelectorAll("main details").forEach((details) => { details.open = true; });
  });

  const names = ["auto", "light", "dark"];
  const button = document.getElementById("theme");
  function choose(name) {
    if (name === "auto") delete root.dataset.theme; else root.dataset.theme = name;
    button.textContent = "Theme: " + name;
    document.dispatchEvent(new Event("themechange"));
    redraw();
  }
  button.addEventListener("click", () => {
    choose(names[(names.indexOf(root.dataset.theme || "auto") + 1) % names.length]);
  });
  document.getElementById("print").addEventListener("click", async () => {
    await drawAll();
    window.print();
  });
  document.querySelector(".tools").hidden = false;

  const links = new Map(Array.from(document.querySelectorAll("nav a"), (a) => [a.hash.slice(1), a]));
  const here = new IntersectionObserver((entries) => {
    const first = entries.find((entry) => entry.isIntersecting);
    if (!first) return;
    links.forEach((link) => link.removeAttribute("aria-current"));
    const link = links.get(first.target.id);
    if (link) link.setAttribute("aria-current", "true");
  }, { rootMargin: "0px 0px -70% 0px" });
  document.querySelectorAll("main section > :is(h2, h3, h4)").forEach((heading) => here.observe(heading));
})();

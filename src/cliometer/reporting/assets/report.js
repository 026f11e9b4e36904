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

  // The same chart with less room for its marks; labels and cells keep their size, and what stands beside moves along.
  function narrowed(spec, share, edge = Infinity, moved = 0) {
    if (Array.isArray(spec)) return spec.map((inner) => narrowed(inner, share, edge, moved));
    if (spec === null || typeof spec !== "object") return spec;
    const isView = ["layer", "mark", "spec"].some((key) => key in spec);
    if (isView && typeof spec.width === "number") [edge, moved] = [spec.width, Math.round((share - 1) * spec.width)];
    const at = (place) => (place >= edge ? place + moved : place);
    const beside = spec.encoding && spec.encoding.x && spec.encoding.x.scale === null && spec.encoding.x.field;
    return Object.fromEntries(Object.entries(spec).map(([key, value]) => {
      if (key === "data" && beside && value.values) return [key, { ...value, values: value.values.map((row) => ({ ...row, [beside]: at(row[beside]) })) }];
      if (key === "data") return [key, value];
      if (key === "width" && isView && typeof value === "number") return [key, value + moved];
      if ((key === "x" || key === "x2") && value && typeof value.value === "number") return [key, { ...value, value: at(value.value) }];
      return [key, narrowed(value, share, edge, moved)];
    }));
  }

  const [LEAST, LEAST_PIXELS, TRIAL, SMALLEST] = [0.25, 220, 0.6, 0.6];

  // A chart that is wider than its room gets narrower marks, then one column, and after that it is made smaller as a whole.
  async function embed(place, chart, name, room = Infinity) {
    let spec = JSON.parse(chart.closest("figure").querySelector("script").textContent);
    const { colours, config } = themes[name];
    const width = async (share) => {
      await window.vegaEmbed(place, narrowed(themed(spec, colours), share), {
        mode: "vega-lite", renderer: "svg", actions: false, config, tooltip: { disableDefaultStyle: true },
      });
      return place.querySelector("svg").width.baseVal.value;
    };
    const fitted = async () => {
      const wide = await width(1);
      if (wide <= room) return wide;
      const saved = (wide - await width(TRIAL)) / (1 - TRIAL); // what the marks take
      const least = spec.width > LEAST_PIXELS ? LEAST_PIXELS / spec.width : LEAST;
      return width(saved > 0 ? Math.max(least, 1 - (wide - room) / saved) : 1);
    };
    let wide = await fitted();
    if (wide > room && spec.columns > 1) {
      spec = { ...spec, columns: 1 };
      wide = await fitted();
    }
    if (wide > room) Object.assign(place.querySelector("svg").style, { width: Math.max(room, SMALLEST * wide) + "px", height: "auto" });
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
      const scroll = chart.parentElement;
      await embed(chart, chart, current, scroll.clientWidth);
      chart.classList.add("done");
      chart.dataset.room = scroll.clientWidth;
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
  let turning = 0;
  window.addEventListener("resize", () => {
    window.clearTimeout(turning);
    turning = window.setTimeout(() => {
      const other = charts.filter((chart) => chart.dataset.room && Number(chart.dataset.room) !== chart.parentElement.clientWidth);
      for (const chart of other) delete chart.dataset.drawn;
      other.forEach(draw);
    }, 200);
  });
  window.addEventListener("beforeprint", () => {
    document.querySelectorAll("main details").forEach((details) => { details.open = true; });
  });

  // On a phone a table of which little more than a column would be out of view has smaller letters.
  const LETTERS = 0.8, SMALLEST_LETTERS = 0.6;
  function fit() {
    for (const table of document.querySelectorAll(".scroll > table")) {
      const room = table.parentElement;
      table.style.fontSize = "";
      for (let size = LETTERS - 0.04; window.innerWidth <= 640 && size >= SMALLEST_LETTERS && room.scrollWidth > room.clientWidth; size -= 0.04) table.style.fontSize = size + "rem";
      if (room.scrollWidth > room.clientWidth) table.style.fontSize = "";
    }
  }
  fit();
  window.addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);

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

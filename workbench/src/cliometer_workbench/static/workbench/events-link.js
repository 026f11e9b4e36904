"use strict";
/* The linking screen: a key for each event links the marked sentence, and the link is shown before the server answers. */
(() => {
  const chosen = new Set(); // sentences for a group
  let grouping = false;
  const rows = new Events.Rows("sentence", ".ev-sentence", (row) => show(row));
  const events = () => Events.all(".ev-event");
  const linked = (row) => row.linkedNow || new Set((row.dataset.linked || "").split(" ").filter(Boolean));

  const show = (row) => {
    const on = linked(row);
    for (const event of events()) event.setAttribute("aria-pressed", String(on.has(event.dataset.number)));
    Events.showStory(Events.storyOf(row));
  };
  const draw = () => {
    for (const row of rows.rows) {
      const on = chosen.has(row.dataset.sentence);
      row.classList.toggle("ev-chosen", on);
      row.querySelector(".ev-picked").hidden = !on;
    }
    const mode = document.getElementById("ev-mode");
    mode.textContent = grouping ? gettext("A group of {count} sentences: press the key of its event, or Escape to cancel.", { count: chosen.size })
      : chosen.size ? gettext("{count} selected: press x to select more, g to make a group.", { count: chosen.size }) : "";
  };

  const toggle = (event) => {
    const row = rows.now;
    if (!row || !Sheet.writable) return;
    const on = new Set(linked(row)), number = event.dataset.number;
    const verb = on.delete(number) ? "unlink" : "link";
    if (verb === "link") on.add(number);
    row.linkedNow = on;
    show(row);
    Sheet.act(verb, { sentence: row.dataset.sentence, event: event.dataset.event });
  };
  const pick = (event) => {
    if (!grouping) { toggle(event); return; }
    Sheet.act("group", { sentences: [...chosen], event: event.dataset.event });
    leave();
  };
  const leave = () => { grouping = false; chosen.clear(); draw(); };
  const select = () => {
    if (!rows.now) return;
    const id = rows.now.dataset.sentence;
    if (!chosen.delete(id)) chosen.add(id);
    draw();
  };
  const group = () => {
    if (chosen.size < 2) { Sheet.refuse(gettext("A group needs two sentences or more: select each with x first.")); return; }
    grouping = true;
    draw();
  };
  /* Links a sentence and its twins to all events of any of them. */
  const twins = () => {
    const row = rows.now;
    const others = row ? (row.dataset.twins || "").split(" ").filter(Boolean).map((place) => document.getElementById(`s-${place}`)) : [];
    if (!others.length) { Sheet.refuse(gettext("There is no other sentence that says the same.")); return; }
    const same = [row, ...others], numbers = new Set(same.flatMap((twin) => [...linked(twin)]));
    if (!numbers.size) { Sheet.refuse(gettext("Link the sentence to an event first.")); return; }
    const sentences = same.map((twin) => twin.dataset.sentence);
    for (const number of numbers) Sheet.act("link_all", { sentences, event: document.getElementById(`ev-${number}`).dataset.event });
  };
  const flag = () => {
    const row = rows.now, note = document.getElementById("ev-flag-note");
    if (!row || !Sheet.writable) return;
    Events.ask("ev-flags", (flag) => {
      rows.renew();
      if (flag) Sheet.act("flag", { sentence: row.dataset.sentence, flag, note: note.value });
    }, () => { note.value = ""; });
  };

  const hint = () => rows.now && [...rows.now.querySelectorAll("[data-suggestion]")].find((element) => !element.hidden);
  const head = (story) => story.querySelector(".ev-story-head");
  const toStory = (story) => {
    if (!story) return;
    head(story).scrollIntoView({ block: "start" });
    rows.go(story.querySelector(".ev-sentence"), { scroll: false });
  };
  const read = () => {
    const story = Events.storyOf(rows.now);
    if (!story) return;
    const unread = head(story).dataset.done === "no";
    Sheet.act(unread ? "read" : "unread", { story: head(story).dataset.story });
    if (unread) toStory(Events.after(Events.stories(), story, (other) => head(other).dataset.done === "no"));
  };

  const filter = (field) => {
    const words = Events.wordsOf(field);
    for (const event of events()) event.closest("li").hidden = !Events.says(event, words);
  };
  const back = () => rows.focus();
  Events.box("ev-filter", {
    input: filter,
    enter: (field) => {
      const first = events().find((event) => !event.closest("li").hidden);
      if (first && field.value.trim()) pick(first);
      field.value = "";
      filter(field);
      back();
    },
    leave: back,
  });
  Events.search(".ev-sentence", (row) => rows.go(row, { focus: false }), back);

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".ev-event");
    if (button) { pick(button); return; }
    const twin = event.target.closest(".ev-twin a");
    if (twin) { event.preventDefault(); rows.go(document.querySelector(twin.getAttribute("href"))); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "ev-flag-note" || event.key !== "Enter") return;
    event.preventDefault(); // Enter must not choose a flag
    event.target.closest("dialog").querySelector("button").focus();
  });
  document.body.addEventListener("htmx:responseError", () => {
    for (const row of rows.rows) delete row.linkedNow;
    if (rows.now) show(rows.now);
  });

  Events.table({
    ...rows.keys,
    n: () => toStory(Events.beside(Events.storyOf(rows.now), 1)), p: () => toStory(Events.beside(Events.storyOf(rows.now), -1)),
    x: select, g: group, t: twins, f: flag, d: read, "+": () => Events.take(hint()), "-": () => Events.decline(hint()),
    "/": () => Events.focusOn("ev-filter"), s: () => Events.focusOn("ev-find"), Escape: leave,
  }, (key) => {
    const event = !"ur?".includes(key) && events().find((button) => button.dataset.key === key);
    return event ? pick(event) : false;
  });
  Events.jumps(toStory);
  Events.answered(() => { rows.renew(); draw(); });
  rows.begin(document.getElementById(document.querySelector("[data-next]").dataset.next));
  const pointed = document.getElementById(window.location.hash.slice(1));
  if (pointed && pointed.matches(".ev-event")) pointed.scrollIntoView({ block: "center" });
})();

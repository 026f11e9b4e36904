"use strict";
/* The screen of sentence boundaries: the marked sentence is cut before the chosen word. */
(() => {
  let word = 0; // which word of the marked sentence
  let marked = ""; // the word stays chosen as long as the sentence is the same, whatever others change
  const rows = new Events.Rows("sentence", ".ev-cut", (row) => {
    const now = `${row.dataset.sentence} ${textOf(row).textContent}`;
    if (now !== marked) [word, marked] = [0, now];
    draw();
  }, (row) => row.dataset.sentence);
  const textOf = (row) => row.querySelector(".ev-text");
  const words = (row) => [...textOf(row).textContent.matchAll(/\S+/g)];

  const plain = () => { for (const text of Events.all(".ev-text:has(mark)")) text.textContent = text.textContent; };
  const draw = () => {
    plain();
    const row = rows.now;
    if (!row || !word) return;
    const match = words(row)[word], text = textOf(row), whole = text.textContent, mark = document.createElement("mark");
    mark.textContent = match[0];
    text.replaceChildren(whole.slice(0, match.index), mark, whole.slice(match.index + match[0].length));
  };
  const choose = (by) => {
    if (!rows.now) return;
    word = Math.min(Math.max(word + by, 0), words(rows.now).length - 1);
    draw();
  };
  /* The server counts code points, while JavaScript counts UTF-16 units. */
  const cut = () => {
    const row = rows.now;
    if (!row) return;
    if (!word) { Sheet.refuse(gettext("Choose the word that starts the second sentence: press l and h, or click on it.")); return; }
    const offset = [...textOf(row).textContent.slice(0, words(row)[word].index)].length;
    Sheet.act("cut", { sentence: row.dataset.sentence, offset });
  };
  const story = (by) => { const to = Events.beside(Events.storyOf(rows.now), by); rows.go(to && to.querySelector(".ev-cut")); };

  document.addEventListener("click", (event) => {
    const row = event.target.closest(".ev-cut"), selection = window.getSelection();
    if (!row || !event.target.closest(".ev-text") || !selection.rangeCount) return;
    const range = document.createRange();
    range.setStart(textOf(row), 0);
    range.setEnd(selection.anchorNode, selection.anchorOffset);
    const at = range.toString().length;
    word = Math.max(words(row).findLastIndex((match) => match.index <= at), 0);
    draw();
  });

  Events.table({
    ...rows.keys, n: () => story(1), p: () => story(-1),
    l: () => choose(1), h: () => choose(-1), ArrowRight: () => choose(1), ArrowLeft: () => choose(-1),
    J: () => rows.now && Sheet.act("join", { sentence: rows.now.dataset.sentence, following: rows.now.dataset.following }),
    c: cut, s: () => rows.go(rows.next((row) => row.querySelector(".ev-suspect"))),
  });
  Events.answered(() => rows.renew());
  rows.begin();
})();

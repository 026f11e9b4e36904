"use strict";
/* Words of a document that are selected by keys or by the pointer, and their offsets as the server counts them. */
const Words = (() => {
  const length = (text) => [...text].length; // in code points: JavaScript counts UTF-16 units
  const before = (holder, node, offset) => {
    const range = document.createRange();
    range.setStart(holder, 0);
    range.setEnd(node, offset);
    return range.toString();
  };
  const holderOf = (node) => node && (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest(".un-text");

  /* Returns the document, start and end of the selection without blanks around it, or null. */
  const selected = () => {
    const chosen = window.getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0), holder = holderOf(range.startContainer);
    if (!holder || holder !== holderOf(range.endContainer)) return null;
    const text = range.toString(), kept = text.trim();
    if (!kept) return null;
    const start = length(before(holder, range.startContainer, range.startOffset)) + length(text) - length(text.trimStart());
    return { source: holder.dataset.source, start, end: start + length(kept) };
  };

  const point = (root, at) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (at <= node.length) return [node, at];
      at -= node.length;
    }
    return [root, root.childNodes.length];
  };
  /* Selects the next word of a sentence, or one more word. */
  let last = null; // sentence, first and last word
  const choose = (sentence, by, extend) => {
    const words = [...sentence.textContent.matchAll(/[\p{L}\p{N}](?:[^\s]*[\p{L}\p{N}])?/gu)];
    if (!words.length) return;
    const clamp = (number) => Math.min(Math.max(number, 0), words.length - 1);
    if (!last || last.sentence !== sentence) last = { sentence, first: by > 0 ? -1 : words.length, end: by > 0 ? -1 : words.length };
    const end = clamp(last.end + by), first = extend && last.first >= 0 && last.first < words.length ? last.first : end;
    last = { sentence, first, end };
    const [from, to] = [words[Math.min(first, end)], words[Math.max(first, end)]];
    const range = document.createRange();
    range.setStart(...point(sentence, from.index));
    range.setEnd(...point(sentence, to.index + to[0].length));
    window.getSelection().removeAllRanges();
    window.getSelection().addRange(range);
  };
  const forget = () => { last = null; window.getSelection().removeAllRanges(); };

  return { selected, choose, forget };
})();

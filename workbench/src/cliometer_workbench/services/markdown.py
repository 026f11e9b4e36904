"""Markdown that people of the workbench write (instructions, guidelines, consent), as HTML that is safe to show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token

PICTURE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}\.(?:png|jpg|jpeg|gif|webp)")
"""The name of an uploaded picture, as Markdown refers to it: ![A table](table.png)."""
_LINK = re.compile(r"(?:https?://|mailto:)\S", re.IGNORECASE)
_BELOW = 2  # the page and its part have the first two levels of headings
_BLOCKS = {"paragraph_open", "heading_open", "list_item_open", "blockquote_open", "th_open", "td_open"}


def render(text: str, pictures: str = "") -> SafeString:
    """Return Markdown as HTML, without any HTML of the text itself.

    Links lead to http, https and mailto addresses only. A picture is the name of an uploaded one, whose address
    begins with `pictures`; other pictures are shown as their descriptions, since the browser loads nothing foreign.
    """
    return SafeString(_parser().render(text, {"pictures": pictures}))  # the parser escapes all HTML


def picture_names(text: str) -> set[str]:
    """Return the names of the uploaded pictures that Markdown shows."""
    tokens, names = _parser().parse(text), set[str]()
    while tokens:
        token = tokens.pop()
        tokens += token.children or ()
        if token.type == "image" and PICTURE_NAME.fullmatch(address := str(token.attrGet("src"))):
            names.add(address)
    return names


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    parser.validateLink = _is_allowed  # type: ignore[assignment,method-assign]  # how the library lets one change it
    parser.add_render_rule("image", _image)
    parser.core.ruler.push("workbench", lambda state: _adapt(state.tokens))
    return parser


def _is_allowed(address: str) -> bool:
    return bool(_LINK.match(address) or PICTURE_NAME.fullmatch(address))


def _adapt(tokens: Sequence[Token]) -> None:
    """Lower the headings, let each block have the direction of its language, and open links beside the work."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + _BELOW)}"
        if token.type in _BLOCKS:
            token.attrSet("dir", "auto")
            if align := token.attrs.pop("style", ""):  # the policy of the pages forbids inline styles
                token.attrSet("class", str(align).replace("text-align:", "align-"))
        if token.type == "link_open":
            if not _LINK.match(str(token.attrGet("href"))):
                token.attrs.pop("href", None)  # the name of a picture is no page
            token.attrs |= {"rel": "noopener noreferrer", "target": "_blank"}
        _adapt(token.children or ())


def _image(self: RendererProtocol, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    about = escape(token.content)
    address = str(token.attrGet("src"))
    if env["pictures"] and PICTURE_NAME.fullmatch(address):
        return f'<img src="{escape(env["pictures"] + address)}" alt="{about}" loading="lazy">'
    return f'<span class="no-picture">[{about or "picture"}]</span>'

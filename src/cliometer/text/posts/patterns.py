"""What stands in a post besides words, as regular expressions of the standard library.

Emoji are Unicode's pictographs with their selectors, skin tones and joiners (a family is one emoji), flags
and keycaps. Arrows and signs such as © that are text by default count as emoji only with the selector U+FE0F.
"""

from __future__ import annotations

_PICTURE = (
    "[\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u25fd\u25fe\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_TEXTUAL = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u2300-\u23ff\u24c2"
    "\u25aa-\u25fc\u2934-\u2b07\u3030\u303d\u3297\u3299]\ufe0f"
)
_TONE = "[\U0001f3fb-\U0001f3ff]"
_ONE = f"(?:{_PICTURE}(?:\ufe0f|{_TONE})?|{_TEXTUAL})"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0020-\U000e007f]+"
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"

EMOJI = f"{_FLAG}|{_KEYCAP}|{_ONE}(?:\u200d{_ONE})*"

# A bare domain counts only with a path behind it: bit.ly/x, not a full stop without a blank.
URL = (
    r"https?:(?:/\S*|$)|(?<![\w@])www\.\w\S*"
    r"|(?<![\w@.])[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*\.[a-zA-Z]{2,6}/\S*"
)
MENTION = r"(?<![\w@])@\w{1,30}(?:'s\b)?"
HASHTAG = r"(?<![\w#&])#\w*[^\W\d_]\w*"
NUMBER = r"(?<!\w)[+-]?\d+(?:[.,:/]\d+)*%?(?!\w)"
CONTRACTION = r"[^\W\d_]+(?:'[^\W\d_]+)+"

_MOUTH = r"(?:[)(\[\]{}|/\\@*]+|[dDpPoO3]\b)"
EMOTICON = (
    rf"(?<!\w)[<>]?[:;=]['\-]?{_MOUTH}(?![\w/])|(?<!\w)[)(\]\[][\-]?[:;=](?!\w)"
    r"|(?<!\w)[xX]D+\b|</?3|(?<!\w)\^_*\^|\\o/"
)

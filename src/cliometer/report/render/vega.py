"""Vega-Lite through vl-convert, which carries the drawing library: no network, no browser, no Node."""

from __future__ import annotations

import json
from functools import cache
from types import ModuleType
from typing import Any, Literal

from cliometer.errors import UsageError, remedy
from cliometer.report.document import Figure
from cliometer.report.render.drawable import drawable
from cliometer.report.theme import STILL_FONT, themed, vega_config

VEGA_LITE = "6.4"
_STILL = {"background": "white", "font": STILL_FONT}
Form = Literal["svg", "pdf", "png"]


@cache
def script() -> str:
    """The drawing library as one script that defines `vegaEmbed` and can stand inside a page."""
    bundle: str = _library().javascript_bundle(vl_version=VEGA_LITE)
    return "(function () {" + bundle.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "})();"


def drawn(figure: Figure, form: Form) -> bytes:
    """A figure as a file, in the light theme."""
    spec: dict[str, Any] = drawable(themed(figure.spec))
    spec = {**spec, "config": {**vega_config(), **spec.get("config", {}), **_STILL}}
    convert = getattr(_library(), f"vegalite_to_{form}")
    made: str | bytes = convert(json.dumps(spec), vl_version=VEGA_LITE)
    return made.encode() if isinstance(made, str) else made


def drawn_svg(svg: str, form: Form) -> bytes:
    """A picture of our own as a file."""
    if form == "svg":
        return svg.encode()
    made: bytes = getattr(_library(), f"svg_to_{form}")(svg)
    return made


def _library() -> ModuleType:
    try:
        import vl_convert
    except ModuleNotFoundError:
        raise UsageError(f"charts need vl-convert; {remedy('report')}") from None
    module: ModuleType = vl_convert
    return module

"""The timeline view: two timelines on one true time axis, what was paired, and what it earned.

`topic_view` turns one topic into data, `page_part` puts views into a page (with the script in
`assets/aligned` and `assets/aligned.css`), `static_svg` draws one pair without a script.
"""

from cliometer.reporting.timeline_view.picture import page_part, static_svg
from cliometer.reporting.timeline_view.view_data import drawable, topic_view

__all__ = ["drawable", "page_part", "static_svg", "topic_view"]

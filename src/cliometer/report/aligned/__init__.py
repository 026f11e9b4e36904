"""The aligned timeline view: two timelines on one true time axis, what was paired, and what it earned.

`topic_view` turns one topic into data, `page_part` puts views into a page (with the script in
`assets/aligned` and `assets/aligned.css`), `static_svg` draws one pair without a script.
"""

from cliometer.report.aligned.markup import page_part
from cliometer.report.aligned.picture import static_svg
from cliometer.report.aligned.views import drawable, topic_view

__all__ = ["drawable", "page_part", "static_svg", "topic_view"]

"""Two timelines on one true time axis: the data of a topic (`view_data`), and its picture (`picture`)."""

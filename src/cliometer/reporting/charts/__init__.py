"""Charts as specifications of Vega-Lite: plain dictionaries, drawn by `report.render`."""

"""What the pages and the API both call: studies, sheets, people, releases."""

"""The services that the pages and the API share: studies, sheets, people, imports, releases, backups."""

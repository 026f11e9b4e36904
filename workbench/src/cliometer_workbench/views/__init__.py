"""The pages of the workbench: each view reads a request, calls a service and renders a template."""

"""The JSON API, which offers the actions of the pages to programs, its OpenAPI document, and a page on it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render
from ninja import NinjaAPI

from cliometer.version import __version__
from cliometer_workbench.api import people_operations, sheet_operations, study_operations
from cliometer_workbench.api.operations import OPERATIONS, StrictParser, answer_failures, router

_PARTS = (study_operations, sheet_operations, people_operations)  # imported because they register operations

api = NinjaAPI(
    title="Cliometer workbench",
    version=__version__,
    description="Run studies by script. Make a key on the account page and send it as `Authorization: Bearer KEY`.",
    urls_namespace="api",
    docs_url=None,  # Ninja's page loads scripts from elsewhere; the workbench has its own at api/docs
    openapi_url=None,
    parser=StrictParser(),
)
api.add_router("", router)
answer_failures(api)

_WHO = {
    "person": "everybody who is signed in",
    "staff": "staff, who may begin studies",
    "member": "everybody with a seat in the study",
    "owner": "the owners of the study",
    "reading": "everybody who may read the sheet",
    "working": "everybody who may write on the sheet",
}


def openapi(request: HttpRequest) -> HttpResponseBase:
    """Send the OpenAPI document."""
    return JsonResponse(_schema())


def docs(request: HttpRequest) -> HttpResponseBase:
    """Show the page of all operations and shapes."""
    schema = _schema()
    shown = {"operations": _operations(schema), "shapes": _shapes(schema)}
    return render(request, "workbench/api.html", shown)


@cache
def _schema() -> dict[str, Any]:
    return dict(api.get_openapi_schema())


def _operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    access = {operation.name: _WHO[operation.access] for operation in OPERATIONS}
    return [
        {
            "method": method.upper(),
            "path": path,
            "who": access[operation["operationId"]],
            "about": operation["summary"],
            "body": next(iter(_content(operation.get("requestBody", {}))), ("", "")),
            "answers": [
                (status, shape)
                for status, answer in operation["responses"].items()
                for _, shape in _content(answer) or [("", "any value")]
            ],
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def _content(message: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the content types of a body, each with the name of its shape."""
    return [(kind, _shape_name(content["schema"])) for kind, content in message.get("content", {}).items()]


def _shape_name(schema: dict[str, Any]) -> str:
    """Return the name of a shape, or of its JSON type."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if schema.get("type") == "array":
        return f"list of {_shape_name(schema['items'])}"
    if "anyOf" in schema:
        return " or ".join(_shape_name(option) for option in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(word) for word in schema["enum"])
    return str(schema.get("type", "any value"))


def _shapes(schema: dict[str, Any]) -> list[dict[str, Any]]:
    shapes = schema["components"]["schemas"]
    return [
        {
            "name": name,
            "about": shape.get("description", ""),
            "fields": [
                (field, _shape_name(kind), field in shape.get("required", ()))
                for field, kind in shape.get("properties", {}).items()
            ],
        }
        for name, shape in sorted(shapes.items())
    ]

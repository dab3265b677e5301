"""A model is told how to write bytes, wherever an argument stands for some."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolmint.profiles import PROFILES

from support.compiling import compile_text
from support.openapi import document, tool

BINARY = {"type": "string", "format": "binary"}
HOW = "give text as it is, bytes as `data:TYPE;base64,...`, a file of the host as `file:PATH`"


def properties(body: dict[str, Any], **operation: Any) -> dict[str, Any]:
    found = tool(document({"requestBody": body, **operation})).input_schema["properties"]
    assert isinstance(found, dict)
    return found


def text_of(schema: Any, media_type: str = "multipart/form-data", **media: Any) -> str | None:
    """Return what a model reads of the only argument of a body."""
    whole = media_type != "multipart/form-data"
    shape = schema if whole else {"type": "object", "properties": {"one": schema}}
    body = {"required": True, "content": {media_type: {"schema": shape, **media}}}
    text: str | None = properties(body)["body" if whole else "one"].get("description")
    return text


@pytest.mark.parametrize(
    ("schema", "encoding", "text"),
    [
        (BINARY, None, HOW),
        ({**BINARY, "description": "The scan"}, None, f"The scan ({HOW})"),
        ({**BINARY, "description": "One.\n\n- two"}, None, f"One.\n\n- two\n({HOW})"),
        ({"type": "array", "items": BINARY}, None, HOW),
        ({"oneOf": [{"type": "string", "contentMediaType": "image/png"}, {"type": "null"}]}, None, HOW),
        ({"$ref": "#/components/schemas/Scan"}, None, HOW),
        ({"type": "string"}, "image/png", HOW.replace("TYPE", "image/png")),
        ({"type": "string"}, "application/octet-stream", HOW),
        (BINARY, "image/png, image/jpeg", f"{HOW}; TYPE is one of image/png, image/jpeg"),
        (BINARY, "image/*", f"{HOW}; TYPE is one of image/*"),
        ({"type": "string", "contentEncoding": "base64"}, None, "give base64, a file of the host as `file:PATH`"),
        ({"type": "string", "format": "byte"}, "image/png", "give base64, a file of the host as `file:PATH`"),
        ({"type": "string", "contentEncoding": "quoted-printable"}, None, None),
        ({"type": "string"}, None, None),
        ({"type": "string"}, "text/csv", None),
        ({"type": "object"}, "application/json", None),
    ],
)
def test_a_part_of_a_multipart_body(schema: Any, encoding: str | None, text: str | None) -> None:
    shape = {"type": "object", "properties": {"one": schema}}
    media: dict[str, Any] = {"schema": shape}
    if encoding is not None:
        media["encoding"] = {"one": {"contentType": encoding}}
    components = {"schemas": {"Scan": BINARY}}
    operation = {"requestBody": {"required": True, "content": {"multipart/form-data": media}}}
    found = tool(document(operation, components=components)).input_schema["properties"]
    assert found["one"].get("description") == text  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("media_type", "schema", "text"),
    [
        ("application/octet-stream", {"type": "string"}, HOW),
        ("application/pdf", BINARY, HOW.replace("TYPE", "application/pdf")),
        ("image/*", BINARY, f"{HOW}; TYPE is one of image/*"),
        ("image/jpeg", {"type": "string", "format": "byte"}, "give base64, a file of the host as `file:PATH`"),
        ("text/plain", {"type": "string"}, None),
        ("application/json", BINARY, None),
        ("application/xml", {"type": "string"}, None),
        ("application/soap+xml; charset=utf-8", {"type": "string"}, None),
        ("application/xml", BINARY, HOW.replace("TYPE", "application/xml")),
    ],
)
def test_a_body_that_is_bytes(media_type: str, schema: Any, text: str | None) -> None:
    assert text_of(schema, media_type) == text


def test_a_multipart_body_that_is_one_argument_names_its_files() -> None:
    shape = {
        "type": "object",
        "required": ["a b"],
        "properties": {"a b": BINARY, "files": {"type": "array", "items": BINARY}, "image": BINARY, "note": {}},
    }
    media = {"schema": shape, "encoding": {"image": {"contentType": "image/png"}}}
    body = {"description": "What is kept", "content": {"multipart/form-data": media}}
    expected = f"`a_b`, `files`: {HOW}; `image`: {HOW.replace('TYPE', 'image/png')}"
    assert properties(body)["body"]["description"] == f"What is kept ({expected})"


def test_values_of_the_host_are_not_spoken_of() -> None:
    shape = {"type": "object", "properties": {"a": {**BINARY, "x-tool": {"context": True}}, "b": {"type": "string"}}}
    body = {"required": True, "content": {"multipart/form-data": {"schema": shape}}}
    assert list(properties(body)) == ["b"]


def test_every_file_that_a_model_reads_says_it_in_the_language_of_the_tool(tmp_path: Path) -> None:
    operation = {"requestBody": {"required": True, "content": {"application/octet-stream": {}}}}
    chinese = "文本直接填写，字节写作 `data:TYPE;base64,...`，宿主的文件写作 `file:PATH`"
    for summary, how in (("Keep a file.", HOW), ("保存文件。", chinese)):
        text = document({**operation, "summary": summary})
        result = compile_text(text, tmp_path, targets=("python", "markdown", *sorted(PROFILES)))
        files = [name for name in result.files if name.endswith((".json", "tools.md", "tools.py", "models.py"))]
        assert len(files) > 16
        for name in files:
            if not name.endswith("manifest.json"):
                content = result.files[name].decode()
                said = json.dumps(how, ensure_ascii=False)[1:-1]
                assert said in content.replace("\\`", "`").replace("\\u0060", "`"), name

"""What openapi-core cannot read, shown on requests written by hand: no tool of ours is in these tests.

tests/corpus/test_requests_validate.py excuses such requests; should a release read them, the test here fails and the
excuse can go.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from support.validator_environment import OPENAPI_CORE, SCHEMATHESIS, Kind, Validator

pytestmark = [pytest.mark.slow]

OBJECT = {"type": "object", "properties": {"scope": {"type": "string"}}, "required": ["scope"]}


def problems(operation: dict[str, Any], requests: list[dict[str, Any]], root: Path, folder: Path, kind: Kind) -> Any:
    """Return what a validator says of requests to a document with one operation, `POST /things`."""
    file = folder / "document.json"
    whole = {"responses": {"204": {"description": "done"}}, **operation}
    document = {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/things": {"post": whole}}}
    file.write_text(json.dumps(document), encoding="utf-8")
    return Validator(kind, root, file).problems(requests)


def request(target: str = "/things", body: bytes = b"", content_type: str | None = None) -> dict[str, Any]:
    headers = [] if content_type is None else [["Content-Type", content_type]]
    encoded = base64.b64encode(body).decode("ascii")
    return {"method": "POST", "target": target, "headers": headers, "body": encoded, "operation": ["/things", "POST"]}


@pytest.mark.parametrize("explode", [True, False])
@pytest.mark.parametrize("style", ["form", "spaceDelimited", "pipeDelimited"])
def test_no_text_is_an_object_inside_a_list_of_a_query(style: str, explode: bool, root: Path, tmp_path: Path) -> None:
    schema = {"type": "array", "items": OBJECT}
    parameter = {"name": "filters", "in": "query", "style": style, "explode": explode, "schema": schema}
    value = json.dumps({"scope": "global"})
    ways = [
        f"filters={quote(value)}",
        f"filters={quote(f'[{value}]')}",
        "filters=scope,global",
        "filters=scope%3Dglobal",
        "filters[scope]=global",
        "filters[0][scope]=global",
        "filters[][scope]=global",
        "filters=scope&filters=global",
    ]
    asked = [request(f"/things?{way}") for way in ways]
    answers = problems({"parameters": [{**parameter, "required": True}]}, asked, root, tmp_path, OPENAPI_CORE)
    assert [way for way, answer in zip(ways, answers, strict=True) if not answer] == []


@pytest.mark.parametrize("way", ["0", "1.0", '"0"'])
def test_no_text_in_a_part_is_a_number(way: str, root: Path, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"duration": {"type": "integer"}}}
    operation = {"requestBody": {"content": {"multipart/form-data": {"schema": schema}}}}
    part = f'--b\r\nContent-Disposition: form-data; name="duration"\r\n\r\n{way}\r\n--b--\r\n'
    asked = [request(body=part.encode(), content_type="multipart/form-data; boundary=b")]
    ((*said,),) = problems(operation, asked, root, tmp_path, OPENAPI_CORE)
    assert any("is not of type 'integer'" in text for text in said)


def test_the_two_validators_read_nullable_beside_a_composition_differently(root: Path, tmp_path: Path) -> None:
    shape = {"type": "object", "properties": {"link": {"allOf": [OBJECT], "nullable": True}}}
    operation = {"requestBody": {"required": True, "content": {"application/json": {"schema": shape}}}}
    asked = [
        request(body=body, content_type="application/json")
        for body in (b'{"link": null}', b'{"link": {"scope": "a"}}', b'{"link": 3}')
    ]
    said = [
        [bool(answer) for answer in problems(operation, asked, root, tmp_path, kind)]
        for kind in (OPENAPI_CORE, SCHEMATHESIS)
    ]
    assert said == [[True, False, True], [False, False, True]]

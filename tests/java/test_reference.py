"""What AgentScope's own schema generator made of these classes, and what toolmint reads in their source.

`expected.json` of each folder was observed by running AgentScope's generator on the compiled classes (victools 4.38.0,
Jackson 2.19 to 2.21, Java 17); `matrix` is the reference of the design, the others go further in one direction each.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from toolmint.ir.binding import JavaBinding
from toolmint.source import Extraction

from support.java import extract_java

_FOLDER = Path(__file__).parent / "reference"
_FOLDERS = sorted(folder.name for folder in _FOLDER.iterdir())


@cache
def _extraction(folder: str) -> Extraction:
    return extract_java(_FOLDER / folder)


def _bindings(folder: str) -> list[JavaBinding]:
    catalog = _extraction(folder).catalog
    held = [one.binding for one in (*catalog.contracts, *catalog.left_out)]
    return [one for one in held if isinstance(one, JavaBinding)]


def _expected(folder: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((_FOLDER / folder / "expected.json").read_bytes())
    return [entry for entry in entries if not entry["bridge"]]


def _cases() -> list[Any]:
    return [
        pytest.param(folder, entry, id=f"{entry['class']}.{entry['method']}")
        for folder in _FOLDERS
        for entry in _expected(folder)
    ]


@pytest.mark.parametrize(("folder", "entry"), _cases())
def test_a_method_is_what_agentscope_makes_of_it(folder: str, entry: dict[str, Any]) -> None:
    own = [one for one in _bindings(folder) if (one.class_name, one.method) == (entry["class"], entry["method"])]
    if "error" in entry:
        assert own == []
        reasons = [one for one in _extraction(folder).catalog.left_out if one.failed]
        assert any(entry["method"] in one.what for one in reasons)
        return
    registered = [one.registered for one in own]
    found = [
        {
            "name": one.name,
            "description": one.description,
            "parameters": one.parameters,
            "strict": True if one.strict else None,
        }
        for one in registered
    ]
    wanted = {key: entry[key] for key in ("name", "description", "parameters", "strict")}
    # Compared as JSON text too: in Python `1 == True`.
    assert json.dumps(wanted, sort_keys=True) in [json.dumps(one, sort_keys=True) for one in found], found


def test_the_reference_is_whole() -> None:
    assert len(_expected("matrix")) == 72
    assert sum(len(_expected(folder)) for folder in _FOLDERS) >= 150


@pytest.mark.parametrize("folder", _FOLDERS)
def test_nothing_is_read_that_agentscope_does_not_register(folder: str) -> None:
    known = {(entry["class"], entry["method"]) for entry in _expected(folder)}
    inherited = {("T2", "inherited")}  # a bridge that the compiler adds
    assert {(one.class_name, one.method) for one in _bindings(folder)} <= known | inherited

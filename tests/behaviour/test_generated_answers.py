"""Bodies of answers as values: JSON by the letter, however it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.client_catalog import client_catalog, secured_catalog
from support.fake_http import fake_api
from support.importing import imported

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with imported(client_catalog(), tmp_path_factory.mktemp("answers"), "answered") as package:
        yield package


def read(shop: ModuleType, body: bytes) -> Any:
    from importlib import import_module

    return import_module(f"{shop.__name__}.answers").read_value("application/json", body, None)


@given(value=VALUES, indent=st.sampled_from([None, 1]), ascii_only=st.booleans())
def test_json_is_read_as_it_was_written(shop: ModuleType, value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found, note = read(shop, text.encode("utf-8", "surrogatepass"))
    assert note is None
    assert found == json.loads(text)
    assert repr(found) == repr(json.loads(text)), "`1` and `1.0` and `true` are three values"


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"\xef\xbb\xbf{}", {}),
        (b' {"a": 1, "a": 2}\n', {"a": 2}),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        # Legal in JSON's escapes, and in no text that can be sent on.
        (b'["\\ud83d"]', ["\ufffd"]),
        (b"[" * 300 + b"]" * 300, None),
        (b"123456789012345678901234567890", 123456789012345678901234567890),
        (b"-0.0", -0.0),
    ],
)
def test_what_is_legal_and_rare(shop: ModuleType, body: bytes, value: Any) -> None:
    found, note = read(shop, body)
    assert note is None
    assert repr(found) == repr(json.loads(body) if value is None else value)


@pytest.mark.parametrize(
    "body", [b"NaN", b"[Infinity]", b"{'a': 1}", b"[1,]", b"01", b'"\x01"', b"\xff", b"{", b"[" * 9999]
)
def test_what_is_no_json_comes_as_text_with_a_note(shop: ModuleType, body: bytes) -> None:
    found, note = read(shop, body)
    assert isinstance(found, str)
    assert note == "the API says that this is JSON, which it is not"


def test_no_url_with_a_credential_is_kept(tmp_path: Any) -> None:
    with imported(secured_catalog(), tmp_path, "kept") as package, fake_api() as api:
        from importlib import import_module

        client = import_module("kept.client")
        with package.SyncToolset(base_url=api.url, auth={"query": "a-secret-key"}) as tools:
            assert tools.call("by_query", {}).ok
            assert client._parsed.cache_info().currsize == 0
            assert tools.call("by_none", {}).ok
            assert client._parsed.cache_info().currsize == 1

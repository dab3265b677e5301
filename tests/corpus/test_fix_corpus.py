"""Fixes in real documents: only words of texts and keywords of schemas change, and a second run changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolmint.cli.main import main
from toolmint.documents import parse_document
from toolmint.ir.schema import Json

LARGE = 300_000
KEYWORDS = {"default", "enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"}
KEYWORDS |= {"exclusiveMinimum", "exclusiveMaximum"}


def test_fixes_do_what_they_may_and_once(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    mended = 0
    for file in sorted([*(corpus / "openapi").iterdir(), *(corpus / "mcp").iterdir()]):
        if file.suffix not in (".json", ".yaml", ".yml") or file.stat().st_size > LARGE:
            continue
        copy = tmp_path / file.name
        copy.write_bytes(file.read_bytes())
        main(["lint", file.name, "--select", "ID,CT", "--fix", "--quiet"])
        once = copy.read_bytes()
        capsys.readouterr()
        main(["lint", file.name, "--select", "ID,CT", "--fix"])
        assert "nothing to mend" in capsys.readouterr().err or once == file.read_bytes(), file.name
        assert copy.read_bytes() == once, file.name
        old, new = (parse_document(content, path=file.name, file=file).value for content in (file.read_bytes(), once))
        for change in changes(old, new, ()):
            mended += 1
            assert change is None, f"{file.name}: {change}"
    assert mended > 50


def changes(old: Json, new: Json, path: tuple[str, ...]) -> Iterator[str | None]:
    """Yield each difference: None where a fix may make it, else what it is."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in new.keys() - old.keys():
            yield None if key in KEYWORDS else f"{'/'.join(path)}: new key {key}"
        for key, held in old.items():
            yield from changes(held, new.get(key), (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from changes(one, other, (*path, str(index)))
    elif old != new:
        alike = isinstance(old, str) and isinstance(new, str) and form(old) == form(new)
        yield None if alike else f"{'/'.join(path)}: {old!r} became {new!r}"


def form(text: str) -> str:
    """Return a text without what distinguishes two spellings of a name."""
    return re.sub(r"[-_ .]", "", text).lower()

"""Drift: each cause is told apart, and no difference is invisible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from toolmint.build import BuildResult, SourceSummary
from toolmint.digest import file_digest
from toolmint.drift import Difference, counts, diff_output
from toolmint.manifest import MANIFEST, Manifest, merged, parse_manifest, read_manifests

FILES = {"a.py": b"a = 1\n", "b.md": b"# b\n"}


def manifest(files: Mapping[str, bytes], catalog: str = "c", **contracts: str) -> Manifest:
    digests = {path: file_digest(content) for path, content in files.items()}
    return Manifest(files=digests, catalog=catalog, contracts=contracts)


def result(files: Mapping[str, bytes] = FILES, **options: str) -> BuildResult:
    entry = manifest(files, **options)
    named = {f"p/{path}": content for path, content in files.items()}
    source = SourceSummary(name="p", label="specs/p.yaml", status="built", tools=1, files=len(files) + 1)
    return BuildResult(files={**named, f"p/{MANIFEST}": entry.to_bytes()}, manifests={"p": entry}, sources=(source,))


def check_in(out: Path, built: BuildResult) -> None:
    for path, content in built.files.items():
        file = out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def diff(built: BuildResult, out: Path, *, whole: bool = True, lines: int | None = 60) -> dict[str, Difference]:
    found = diff_output(built, out, whole=whole, manifests=read_manifests(out), max_diff_lines=lines)
    return {difference.path: difference for difference in found}


def told(built: BuildResult, out: Path) -> dict[str, tuple[str, str]]:
    return {path: (difference.cause, difference.mend) for path, difference in diff(built, out).items()}


def test_nothing(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    assert diff(result(), tmp_path) == {}


def test_line_ends_and_caches_are_no_drift(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    for file in (tmp_path / "p").iterdir():
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    (tmp_path / "p/__pycache__").mkdir()
    (tmp_path / "p/__pycache__/a.cpython-311.pyc").write_bytes(b"")
    (tmp_path / "p/a.pyc").write_bytes(b"")
    assert diff(result(), tmp_path) == {}


def test_the_source_changed(tmp_path: Path) -> None:
    check_in(tmp_path, result(x="1", y="1", gone="1"))
    fresh = result({**FILES, "a.py": b"a = 2\n"}, catalog="d", x="2", y="1", added="1")
    found = diff(fresh, tmp_path)
    assert list(found) == ["p/a.py"]
    assert (found["p/a.py"].cause, found["p/a.py"].mend) == ("changed", "generate")
    assert found["p/a.py"].detail == "`x` changed; `added` added; `gone` removed in specs/p.yaml"
    assert found["p/a.py"].diff == (
        "--- p/a.py (checked in)",
        "+++ p/a.py (fresh)",
        "@@ -1 +1 @@",
        "-a = 1",
        "+a = 2",
    )


def test_something_outside_the_contracts_changed(tmp_path: Path) -> None:
    check_in(tmp_path, result(x="1"))
    found = diff(result({**FILES, "a.py": b"a = 2\n"}, catalog="d", x="1"), tmp_path)
    assert found["p/a.py"].detail == "shared parts changed in specs/p.yaml"


def test_templates_changed(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    found = diff(result({**FILES, "a.py": b"a = 2\n"}), tmp_path)
    assert found["p/a.py"].detail == "templates or toolmint changed; the source did not"


def test_edited_by_hand_even_when_the_source_changed_too(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    (tmp_path / "p/a.py").write_bytes(b"a = 3\n")
    assert told(result(catalog="d"), tmp_path)["p/a.py"] == ("hand-edited", "move-edit")


def test_a_file_of_someone_in_the_place_of_a_new_one(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    (tmp_path / "p/new.py").write_bytes(b"mine\n")
    assert told(result({**FILES, "new.py": b""}), tmp_path)["p/new.py"] == ("hand-edited", "move-edit")


def test_missing_and_stale(tmp_path: Path) -> None:
    check_in(tmp_path, result({**FILES, "old.py": b""}))
    (tmp_path / "p/a.py").unlink()
    (tmp_path / "p/mine.py").write_bytes(b"")
    assert told(result(), tmp_path) == {
        "p/a.py": ("missing", "generate"),
        "p/mine.py": ("stale", "remove"),
        "p/old.py": ("stale", "generate"),
    }


def test_no_folder_at_all(tmp_path: Path) -> None:
    many = {f"{number}.py": b"" for number in range(10)}
    found = diff(result(many), tmp_path / "nowhere")
    assert [(d.path, d.cause, d.files) for d in found.values()] == [("p/", "missing", 11)]
    assert counts(list(found.values())) == {"changed": 0, "missing": 11, "stale": 0, "hand-edited": 0}


def test_packages_without_a_source(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    gone = {f"{number}.py": b"" for number in range(5)}
    for name, files in (("gone", gone), ("small", FILES)):
        (tmp_path / name).mkdir()
        for path, content in {**files, MANIFEST: manifest(files).to_bytes()}.items():
            (tmp_path / name / path).write_bytes(content)
    (tmp_path / "gone/mine.txt").write_bytes(b"")
    (tmp_path / "web").mkdir()
    (tmp_path / "web/manifest.json").write_text('{"name": "an app"}')
    (tmp_path / "other").mkdir()
    assert told(result(), tmp_path) == {
        "gone/": ("stale", "generate"),
        "gone/mine.txt": ("stale", "remove"),
        "small/a.py": ("stale", "generate"),
        "small/b.md": ("stale", "generate"),
        "small/manifest.json": ("stale", "generate"),
    }
    assert diff(result(), tmp_path, whole=False) == {}


@pytest.mark.parametrize("status", ["blocked", "unreadable"])
def test_a_source_that_was_not_compiled_is_not_judged(tmp_path: Path, status: str) -> None:
    check_in(tmp_path, result())
    source = replace(result().sources[0], status=status)
    assert diff(BuildResult(sources=(source,)), tmp_path) == {}


def test_without_a_manifest_nobody_can_know(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    (tmp_path / "p/manifest.json").unlink()
    fresh = result({**FILES, "a.py": b"a = 2\n"})
    assert told(fresh, tmp_path) == {"p/a.py": ("changed", "review"), "p/manifest.json": ("missing", "generate")}
    (tmp_path / "p/manifest.json").write_text("<<<<<<< HEAD\n")
    assert told(fresh, tmp_path) == {"p/a.py": ("changed", "review"), "p/manifest.json": ("changed", "generate")}


def test_a_manifest_that_alone_differs(tmp_path: Path) -> None:
    check_in(tmp_path, result())
    (tmp_path / "p/manifest.json").write_bytes(manifest({}).to_bytes())
    found = diff(result(), tmp_path)
    assert found["p/manifest.json"].detail == "its digests are not those of the files beside it"


def test_long_diffs_are_cut(tmp_path: Path) -> None:
    old = "".join(f"line {number}\n" for number in range(200)).encode()
    check_in(tmp_path, result({"a.py": old}))
    fresh = result({"a.py": old.replace(b"line", b"row")})
    assert (len(diff(fresh, tmp_path)["p/a.py"].diff), diff(fresh, tmp_path)["p/a.py"].cut) == (60, 343)
    whole = diff(fresh, tmp_path, lines=None)["p/a.py"]
    assert (len(whole.diff), whole.cut) == (403, 0)


def test_hunks_count_from_the_beginning_of_the_file(tmp_path: Path) -> None:
    lines = [f"line {number}\n" for number in range(1, 101)]
    check_in(tmp_path, result({"a.py": "".join(lines).encode()}))
    lines[49] = "another\n"
    found = diff(result({"a.py": "".join(lines).encode()}), tmp_path)["p/a.py"].diff
    assert found[2:] == (
        "@@ -47,7 +47,7 @@",
        " line 47",
        " line 48",
        " line 49",
        "-line 50",
        "+another",
        " line 51",
        " line 52",
        " line 53",
    )


def test_huge_files_are_not_compared_line_by_line(tmp_path: Path) -> None:
    old = "".join(f"{number % 7}\n" for number in range(60_000)).encode()
    new = "".join(f"{number % 5}\n" for number in range(60_000)).encode()
    check_in(tmp_path, result({"a.py": old}))
    assert diff(result({"a.py": new}), tmp_path)["p/a.py"].cut == -1


def test_no_difference_is_invisible(tmp_path: Path) -> None:
    check_in(tmp_path, result({"a.py": b"a\x1b[31m\n", "b.json": b"x" * 1000}))
    found = diff(result({"a.py": b"a\xe2\x80\x8b\n", "b.json": b"x" * 1000 + b"\n"}), tmp_path)
    assert "-a\\x1b[31m" in found["p/a.py"].diff
    assert "+a\\u200b" in found["p/a.py"].diff
    assert found["p/b.json"].diff[3] == f"-{'x' * 399}… 627 more characters"
    last = diff(result({"a.py": b"a"}), tmp_path)["p/a.py"].diff[-1]
    assert last == "+a (no line feed at the end)"


def test_manifests_come_back_as_they_were() -> None:
    entry = manifest(FILES, x="1")
    assert parse_manifest(entry.to_bytes()) == entry
    for wrong in (
        b"",
        b"[]",
        b"{}",
        b'{"version": 2}',
        entry.to_bytes().replace(b'"source"', b'"sauce"'),
        entry.to_bytes().replace(b'"a.py"', b'"../a"'),
    ):
        assert not parse_manifest(wrong).readable


def test_merging_keeps_what_was_not_printed() -> None:
    earlier = manifest(FILES, catalog="old", x="1")
    fresh = manifest({"b.md": b"new\n"}, catalog="new", x="2")
    both = merged(fresh, earlier)
    assert both.files == {**earlier.files, **fresh.files}
    assert (both.catalog, both.contracts) == ("old", {"x": "1"})
    assert merged(fresh, None) == fresh
    assert merged(fresh, Manifest(readable=False)) == fresh
    assert merged(manifest(FILES, catalog="new"), earlier).catalog == "new"

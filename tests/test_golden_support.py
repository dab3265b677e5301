"""The golden comparer: it must fail when it should, and say why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.golden import MAX_DIFF_LINES, Golden, compare, read_tree, write_tree

GOLDEN = Golden(update=False, command="pytest here --update-golden")
UPDATE = Golden(update=True, command="")
TREE = {"a.txt": b"one\ntwo\n", "sub/b.txt": b"three\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_tree(TREE, tmp_path / "expected")
    return tmp_path / "expected"


def failure(produced: dict[str, bytes], folder: Path) -> str:
    with pytest.raises(pytest.fail.Exception) as caught:
        GOLDEN.check_tree(produced, folder)
    return str(caught.value)


def test_an_equal_tree_passes(folder: Path) -> None:
    GOLDEN.check_tree(dict(reversed(TREE.items())), folder)
    assert read_tree(folder) == TREE


def test_a_file_that_was_not_produced_is_missing(folder: Path) -> None:
    message = failure({"a.txt": TREE["a.txt"]}, folder)
    assert "sub/b.txt: missing\n" in message
    assert "\n-three\n" in message


def test_a_file_that_was_not_expected_is_unexpected(folder: Path) -> None:
    message = failure({**TREE, "sub/c.txt": b"four\n"}, folder)
    assert "sub/c.txt: unexpected\n" in message
    assert "\n+four\n" in message


def test_a_folder_that_does_not_exist_expects_nothing(tmp_path: Path) -> None:
    GOLDEN.check_tree({}, tmp_path / "none")
    assert "a.txt: unexpected" in failure(TREE, tmp_path / "none")


def test_a_change_shows_a_diff_the_count_and_the_command(folder: Path) -> None:
    message = failure({**TREE, "a.txt": b"one\nTWO\n"}, folder)
    assert message == (
        f"1 file is not as expected in {folder}\n\n"
        "a.txt: changed\n"
        "--- expected\n+++ produced\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n"
        "\nto update: pytest here --update-golden"
    )


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        pytest.param(b"a\n", b"a", "+a (no line feed at the end)", id="no-line-feed-at-the-end"),
        pytest.param(b"a\n", b"a\r\n", "+a\\x0d", id="line-ends"),
        pytest.param(b"a\n", b"a\n\n", "+\n", id="blank-line-at-the-end"),
        pytest.param(b"ab\n", "a\u200bb\n".encode(), "+a\\u200bb", id="invisible-character"),
        pytest.param(b"a b\n", "a\u2028b\n".encode(), "+a\\u2028b", id="line-separator"),
        pytest.param(b"a\n", b"\xff", "not UTF-8; 2 bytes expected, 1 byte produced", id="not-text"),
        pytest.param(None, b"", "an empty file", id="empty-and-unexpected"),
        pytest.param(b"", None, "an empty file", id="empty-and-missing"),
    ],
)
def test_every_difference_in_bytes_can_be_seen(old: bytes | None, new: bytes | None, shown: str) -> None:
    (difference,) = compare({} if new is None else {"f": new}, {} if old is None else {"f": old})
    assert shown in str(difference)


def test_a_long_diff_is_cut() -> None:
    (difference,) = compare({"f": b"line\n" * 1000}, {"f": b""})
    assert len(difference.diff.splitlines()) == MAX_DIFF_LINES + 1
    assert difference.diff.endswith("more lines\n")


def test_what_python_caches_is_ignored(folder: Path) -> None:
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__/a.cpython-311.pyc").write_bytes(b"\0")
    GOLDEN.check_tree(TREE, folder)


def test_update_writes_and_deletes(folder: Path) -> None:
    wanted = {"a.txt": b"ONE\n", "new/c.txt": b"four\n"}
    UPDATE.check_tree(wanted, folder)
    assert read_tree(folder) == wanted
    assert not (folder / "sub").exists()
    GOLDEN.check_tree(wanted, folder)


@pytest.mark.parametrize("path", ["", "../a.txt", "sub/../../a.txt", "/a.txt", "sub\\a.txt"])
def test_update_never_leaves_its_folder(folder: Path, path: str) -> None:
    with pytest.raises(ValueError, match="not a relative path"):
        UPDATE.check_tree({path: b"x"}, folder)
    assert read_tree(folder) == TREE


def test_a_single_file_is_compared_and_updated(tmp_path: Path) -> None:
    expected = tmp_path / "case/expected.txt"
    with pytest.raises(pytest.fail.Exception, match=r"expected\.txt: unexpected"):
        GOLDEN.check_file(b"text\n", expected)
    UPDATE.check_file(b"text\n", expected)
    GOLDEN.check_file(b"text\n", expected)
    with pytest.raises(pytest.fail.Exception, match=r"expected\.txt: changed"):
        GOLDEN.check_file(b"other\n", expected)


def test_the_fixture_names_this_test(golden: Golden) -> None:
    assert golden.command.endswith(
        "python -m pytest tests/test_golden_support.py::test_the_fixture_names_this_test --update-golden"
    )


@pytest.mark.parametrize("key", ["a b"])
def test_the_command_is_quoted_for_the_shell(golden: Golden, key: str) -> None:
    assert f"'tests/test_golden_support.py::test_the_command_is_quoted_for_the_shell[{key}]'" in golden.command


def test_update_is_refused_in_ci(root: Path) -> None:
    command = [sys.executable, "-m", "pytest", "--update-golden", "--collect-only", "-q", __file__]
    run = subprocess.run(command, cwd=root, env={**os.environ, "CI": "true"}, capture_output=True, text=True)
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "`--update-golden` is refused where CI is set" in run.stderr

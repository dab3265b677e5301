"""Input of every bad kind: the exit code that docs/cli.md promises, a clickable first line, and nothing written."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from toolmint.cli.main import main

HEAD = b'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'
GOOD = HEAD + b"paths:\n  /a:\n    get: {operationId: a, responses: {'204': {description: done}}}\n"
FIRST_LINE = re.compile(r"(?P<path>[^:]+):(?P<line>[1-9]\d*):(?P<column>[1-9]\d*): error\[(?P<code>[A-Z]{2}-\d\d)\] \S")
BOMB = b"x-a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"x-%c: &%c [%s]\n" % (letter, letter, b",".join([b"*%c" % (letter - 1)] * 9)) for letter in range(98, 106)
)
PARAMETER = b"paths:\n  /a:\n    get:\n      operationId: a\n      parameters: [{$ref: '%s'}]\n"


class Folder:
    """A folder, what was printed there, and what was written."""

    def __init__(self, path: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self._capture = capture

    def write(self, name: str, content: bytes) -> None:
        (self.path / name).write_bytes(content)

    def generate(self, *arguments: str) -> tuple[int, list[str], list[str]]:
        """Run `generate`; return the exit code, the lines that were printed, and the files that appeared."""
        before = set(self._files())
        code = main(["generate", *arguments, "--out", "out"])
        printed = self._capture.readouterr()
        return code, (printed.out + printed.err).splitlines(), sorted(set(self._files()) - before)

    def _files(self) -> Iterator[str]:
        for folder, _, names in os.walk(self.path):
            yield from (f"{folder}/{name}" for name in names)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capsys)


CASES: dict[str, tuple[str, bytes | None, int, str]] = {
    # name of the file, its content, exit code, place and code of the first line
    "an empty file": ("spec.yaml", b"", 2, "spec.yaml:1:1 IN-01"),
    "an empty JSON file": ("spec.json", b"", 2, "spec.json:1:1 IN-01"),
    "white space and comments": ("spec.yaml", b"\n  \n# nothing\n", 2, "spec.yaml:1:1 IN-01"),
    "a file that is not there": ("spec.yaml", None, 2, "spec.yaml:1:1 IN-01"),
    "binary data": ("spec.yaml", bytes(range(256)) * 8, 2, "spec.yaml:1:1 IN-01"),
    "a picture": ("spec.json", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1", 2, "spec.json:1:1 IN-01"),
    "a NUL byte": ("spec.yaml", GOOD + b"x-n: a\0b\n", 2, "spec.yaml:6:7 IN-01"),
    "a NUL byte in JSON": ("spec.json", b'{"openapi": "3.1.0", "x": "a\0b"}', 2, "spec.json:1:29 IN-01"),
    "UTF-16": ("spec.yaml", GOOD.decode().encode("utf-16"), 2, "spec.yaml:1:1 IN-01"),
    "UTF-16 without a mark": ("spec.yaml", GOOD.decode().encode("utf-16-le"), 2, "spec.yaml:1:1 IN-01"),
    "UTF-32": ("spec.yaml", GOOD.decode().encode("utf-32"), 2, "spec.yaml:1:1 IN-01"),
    "Latin-1": ("spec.yaml", GOOD + b"x-n: caf\xe9\n", 2, "spec.yaml:6:9 IN-01"),
    "nested too deep in YAML": ("spec.yaml", GOOD + b"x-n: " + b"[" * 5000, 2, "spec.yaml:6:1005 IN-01"),
    "nested too deep in blocks": (
        "spec.yaml",
        GOOD + b"".join(b" " * depth + b"x-n:\n" for depth in range(300)),
        2,
        "spec.yaml:206:201 IN-01",
    ),
    "nested too deep in JSON": ("spec.json", b'{"a":' * 5000, 2, "spec.json:1:1001 IN-01"),
    "a key twice": ("spec.yaml", GOOD + b"info: {title: U}\n", 2, "spec.yaml:6:1 IN-02"),
    "a key twice in JSON": ("spec.json", b'{"openapi": "3.1.0",\n "openapi": "3.1.0"}', 2, "spec.json:2:2 IN-02"),
    "an alias bomb": ("spec.yaml", HEAD + BOMB + b"paths: {}\n", 2, "spec.yaml:9:16 IN-03"),
    "a remote reference": (
        "spec.yaml",
        HEAD + PARAMETER % b"https://example.com/p.yaml",
        1,
        "spec.yaml:7:27 IN-10",
    ),
    "a reference to a file that is not there": (
        "spec.yaml",
        HEAD + PARAMETER % b"gone.yaml",
        1,
        "spec.yaml:7:27 IN-09",
    ),
    "a reference to a folder": ("spec.yaml", HEAD + PARAMETER % b"folder.yaml", 1, "spec.yaml:7:27 IN-09"),
    "truncated JSON": ("spec.json", b'{"openapi": "3.1.0", "paths": {"/a"', 2, "spec.json:1:36 IN-01"),
    "JSON after the end": ("spec.json", b'{"openapi": "3.1.0"} {}', 2, "spec.json:1:22 IN-01"),
    "truncated YAML": ("spec.yaml", HEAD + b"paths: {/a: {get: \n", 2, "spec.yaml:4:1 IN-01"),
    "a list": ("spec.yaml", b"- openapi: 3.1.0\n", 2, "spec.yaml:1:1 IN-04"),
    "no version": ("spec.yaml", b"paths: {}\n", 2, "spec.yaml:1:1 IN-04"),
    "two versions": ("spec.yaml", b"swagger: '2.0'\n" + GOOD, 2, "spec.yaml:1:10 IN-04"),
    "no paths": ("spec.yaml", HEAD, 1, "spec.yaml:1:1 IN-17"),
    "another kind of file": ("spec.txt", GOOD, 2, "spec.txt:1:1 IN-04"),
    "defects in a file with CRLF and a byte-order mark": (
        "spec.yaml",
        b"\xef\xbb\xbf" + (HEAD + b"paths: 5\n").replace(b"\n", b"\r\n"),
        1,
        "spec.yaml:3:8 IN-06",
    ),
    "a line separator of Unicode, which ends no line": (
        "spec.yaml",
        HEAD + 'x-n: "a\u2028b"\npaths: 5\n'.encode(),
        1,
        "spec.yaml:4:8 IN-06",
    ),
}


@pytest.mark.parametrize(("name", "content", "code", "expected"), CASES.values(), ids=CASES)
def test_a_bad_file(folder: Folder, name: str, content: bytes | None, code: int, expected: str) -> None:
    if content is not None:
        folder.write(name, content)
    (folder.path / "folder.yaml").mkdir()
    exit_code, lines, written = folder.generate(name)
    found = FIRST_LINE.match(lines[0])
    assert found is not None, lines
    assert (exit_code, f"{found['path']}:{found['line']}:{found['column']} {found['code']}") == (code, expected), lines
    assert written == []
    assert all(line.isprintable() for line in lines)


def test_crlf_and_a_byte_order_mark_alone_are_no_defect(folder: Folder) -> None:
    folder.write("spec.yaml", b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"))
    exit_code, _, written = folder.generate("spec.yaml")
    assert exit_code == 0
    assert written


def _pipe(path: Path) -> None:
    os.mkfifo(path / "spec.yaml")


def _loop(path: Path) -> None:
    (path / "spec.yaml").symlink_to("spec.yaml")


def _dangling_link(path: Path) -> None:
    (path / "spec.yaml").symlink_to("gone.yaml")


def _folder(path: Path) -> None:
    (path / "spec.yaml").mkdir()


def _device(path: Path) -> None:
    (path / "spec.yaml").symlink_to("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (_pipe, "spec.yaml:1:1: error[IN-01] found a pipe, wanted a file"),
        (_device, "spec.yaml:1:1: error[IN-01] found a device, wanted a file"),
        (_loop, "spec.yaml:1:1: error[IN-01] found a symbolic link that leads back to itself, wanted a file"),
        (_dangling_link, "spec.yaml:1:1: error[IN-01] the file does not exist"),
        (_folder, "spec.yaml:1:1: error[IN-04] this is a folder that holds no source as a whole"),
    ],
)
@pytest.mark.parametrize("place", ["named", "in the project", "referred to"])
def test_what_is_no_file(folder: Folder, make: Callable[[Path], None], expected: str, place: str) -> None:
    if place == "named":
        make(folder.path)
        exit_code, lines, written = folder.generate("spec.yaml")
        assert (exit_code, written) == (2, [])
        assert lines[0].startswith(expected)
    elif place == "in the project":
        specs = folder.path / "specs"
        specs.mkdir()
        make(specs)
        folder.write("specs/good.yaml", GOOD)
        exit_code, lines, _ = folder.generate()
        if make is _folder:  # it may hold whatever it likes
            assert exit_code == 0
        else:
            assert exit_code == 2
            assert f"specs/{expected}" in lines
    else:
        (folder.path / "parts").mkdir()
        make(folder.path / "parts")
        folder.write("root.yaml", HEAD + PARAMETER % b"parts/spec.yaml")
        exit_code, lines, written = folder.generate("root.yaml")
        assert (exit_code, written) == (1, [])
        assert lines[0].startswith("root.yaml:7:27: error[IN-09] `$ref` leads to `parts/spec.yaml`: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "spec.yaml"),
        ("lint", "spec.yaml"),
        ("check", "spec.yaml"),
        ("diff", "spec.yaml", "good.yaml"),
        ("diff", "good.yaml", "spec.yaml"),
        ("check", "good.yaml", "--against", "spec.yaml"),
        ("lint", "good.yaml", "--baseline", "spec.yaml"),
    ],
    ids=" ".join,
)
def test_no_command_waits_for_a_pipe(
    folder: Folder, arguments: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(folder.path)
    folder.write("good.yaml", GOOD)
    assert main(list(arguments)) == 2
    printed = capsys.readouterr()
    assert "found a pipe, wanted a file" in printed.out + printed.err


def _refuse(names: Sequence[str], original: Callable[..., Any]) -> Callable[..., Any]:
    def call(path: Any, *arguments: Any, **options: Any) -> Any:
        if Path(path).name in names:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return original(path, *arguments, **options)

    return call


def test_a_file_that_may_not_be_read(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("spec.yaml", GOOD)
    for method in ("read_bytes", "open"):
        monkeypatch.setattr(Path, method, _refuse(["spec.yaml"], getattr(Path, method)))
    exit_code, lines, written = folder.generate("spec.yaml")
    assert (exit_code, written) == (2, [])
    assert lines[0] == "spec.yaml:1:1: error[IN-01] cannot be read: permission denied"


def test_a_folder_that_may_not_be_read(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("specs", "more"):
        (folder.path / name).mkdir()
    monkeypatch.setattr(Path, "iterdir", _refuse(["specs", "more"], Path.iterdir))
    exit_code, lines, _ = folder.generate("./more/")
    assert exit_code == 2
    assert lines[0] == "more:1:1: error[IN-01] cannot be read: permission denied"
    exit_code, lines, _ = folder.generate()
    assert exit_code == 2
    assert lines[0] == "error: `specs`: cannot be read: permission denied"


def test_what_the_system_refuses_is_no_bug(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.path / "toolmint.toml").write_bytes(b"")
    monkeypatch.setattr(Path, "is_file", _refuse(["toolmint.toml"], Path.is_file))
    exit_code, lines, _ = folder.generate()
    assert exit_code == 2
    assert re.fullmatch(r"error: cannot read or write `.*toolmint\.toml`: permission denied", lines[0])


def test_a_name_that_is_too_long(folder: Folder) -> None:
    exit_code, lines, _ = folder.generate("x" * 300 + ".yaml")
    assert exit_code == 2
    assert lines[0].endswith(":1:1: error[IN-01] cannot be read: file name too long")


def test_an_empty_source(folder: Folder) -> None:
    folder.write("spec.yaml", GOOD)
    for arguments in ([""], ["spec.yaml", ""]):
        exit_code, lines, written = folder.generate(*arguments)
        assert (exit_code, written) == (2, [])
        assert lines[0] == "error: found an empty SOURCE, wanted a source's name or a path"


def test_a_path_that_is_given_twice_is_taken_once(folder: Folder) -> None:
    folder.write("spec.yaml", GOOD)
    (folder.path / "link.yaml").symlink_to("spec.yaml")
    exit_code, lines, _ = folder.generate("spec.yaml", "./spec.yaml", str(folder.path / "spec.yaml"), "link.yaml")
    assert exit_code == 0
    assert lines[-1].startswith("compiled 1 source: 1 tool")

"""Writing: whole files, nothing outside, nothing of anyone else's, nothing half done."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from toolmint.digest import file_digest
from toolmint.errors import OutputError
from toolmint.manifest import MANIFEST, Manifest, is_safe_path, parse_manifest, read_manifests
from toolmint.output import WriteReport, write_output

FILES = {"a.py": b"a = 1\n", "docs/b.md": b"# b\n"}


def package(files: Mapping[str, bytes], name: str = "p") -> tuple[dict[str, bytes], dict[str, Manifest]]:
    manifest = Manifest(files={path: file_digest(content) for path, content in files.items()}, catalog="c")
    named = {f"{name}/{path}": content for path, content in files.items()}
    return {**named, f"{name}/{MANIFEST}": manifest.to_bytes()}, {name: manifest}


def write(out: Path, files: Mapping[str, bytes] = FILES, **options: Any) -> WriteReport:
    named, manifests = package(files)
    return write_output(named, out, fresh=manifests, earlier=read_manifests(out), **options)


def tree(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_first_time(tmp_path: Path) -> None:
    out = tmp_path / "deep/out"
    report = write(out)
    assert report == WriteReport(changed=("p/a.py", "p/docs/b.md", "p/manifest.json"))
    assert tree(out) == package(FILES)[0]


def test_new_files_follow_the_umask(tmp_path: Path) -> None:
    previous = os.umask(0o027)
    try:
        write(tmp_path / "out")
    finally:
        os.umask(previous)
    assert (tmp_path / "out/p/a.py").stat().st_mode & 0o777 == 0o640


def test_what_is_the_same_is_not_touched(tmp_path: Path) -> None:
    write(tmp_path)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}
    assert write(tmp_path) == WriteReport()
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == before


def test_a_crlf_checkout_is_the_same(tmp_path: Path) -> None:
    write(tmp_path)
    for file in (tmp_path / "p").rglob("*.*"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    before = tree(tmp_path)
    assert write(tmp_path) == WriteReport()
    assert tree(tmp_path) == before
    report = write(tmp_path, {**FILES, "a.py": b"a = 2\n"})
    assert report.changed == ("p/a.py", "p/manifest.json")
    assert report.hand_edited == ()


def test_only_what_the_manifest_lists_is_deleted(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "old/c.py": b"c = 1\n", "old/d.py": b"d = 1\n"})
    (tmp_path / "p/old/mine.py").write_bytes(b"mine = 1\n")
    (tmp_path / "p/old/__pycache__").mkdir()
    report = write(tmp_path)
    assert report.deleted == ("p/old/c.py", "p/old/d.py")
    assert report.hand_edited == ()
    assert (tmp_path / "p/old/mine.py").exists()


def test_empty_folders_go_with_what_python_cached_there(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "old/sub/c.py": b"c = 1\n"})
    cache = tmp_path / "p/old/sub/__pycache__"
    cache.mkdir()
    (cache / "c.cpython-311.pyc").write_bytes(b"")
    write(tmp_path)
    assert not (tmp_path / "p/old").exists()
    assert (tmp_path / "p/docs").exists()


def test_a_hand_edited_file_is_replaced_and_told(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "old.py": b"1\n"})
    (tmp_path / "p/a.py").write_bytes(b"edited\n")
    (tmp_path / "p/old.py").write_bytes(b"edited\n")
    report = write(tmp_path)
    assert report.hand_edited == ("p/a.py", "p/old.py")
    assert report.deleted == ("p/old.py",)
    assert (tmp_path / "p/a.py").read_bytes() == FILES["a.py"]


def test_a_file_that_toolmint_never_wrote_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p/a.py").write_bytes(b"mine\n")
    with pytest.raises(OutputError, match=r"`p/a.py` in .* is no file that toolmint wrote"):
        write(tmp_path)
    assert tree(tmp_path) == {"p/a.py": b"mine\n"}


def test_the_same_bytes_without_a_manifest_are_taken_over(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p/a.py").write_bytes(FILES["a.py"])
    assert write(tmp_path).changed == ("p/docs/b.md", "p/manifest.json")


def test_packages_that_no_source_produces(tmp_path: Path) -> None:
    for name in ("gone", "kept"):
        files, manifests = package(FILES, name)
        write_output(files, tmp_path, fresh=manifests, earlier={})
    (tmp_path / "kept/mine.txt").write_bytes(b"")
    report = write(tmp_path, obsolete=["gone", "kept"])
    assert "gone/manifest.json" in report.deleted
    assert not (tmp_path / "gone").exists()
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("path", ["../a", "/a", "a/../../b", "a\\..\\b", "C:/a", "", "a//b", "./a", "a/", "a\0b"])
def test_paths_that_leave_the_folder(tmp_path: Path, path: str) -> None:
    assert not is_safe_path(path)
    with pytest.raises(OutputError, match="does not lie inside"):
        write_output({path: b""}, tmp_path / "out", fresh={}, earlier={})
    assert not (tmp_path / "out").exists()


def test_a_manifest_cannot_delete_elsewhere(tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_bytes(b"")
    evil = Manifest(files={"../../victim.txt": file_digest(b"")}, catalog="c")
    assert not parse_manifest(evil.to_bytes()).readable
    with pytest.raises(OutputError):
        write_output({}, tmp_path / "out", fresh={"p": Manifest()}, earlier={"p": evil})
    assert victim.exists()


@pytest.mark.parametrize("link", ["p", "p/docs", "p/a.py"])
def test_links_that_lead_outside(tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    out = tmp_path / "out"
    (out / link).parent.mkdir(parents=True)
    (out / link).symlink_to(outside)
    with pytest.raises(OutputError, match=rf"`out/{link}` is a symbolic link that leads out of `out`"):
        write(out)
    assert tree(outside) == {}


def test_the_output_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "real")
    write(tmp_path / "out")
    assert tree(tmp_path / "real") == package(FILES)[0]


def test_a_file_where_a_folder_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"")
    with pytest.raises(OutputError, match=r"cannot write `.*out"):
        write(tmp_path / "out")


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(OutputError, match=r"cannot write `.*`: permission denied"):
            write(tmp_path / "out")
    finally:
        tmp_path.chmod(0o755)


def test_a_refusal_while_staging_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path)
    before = tree(tmp_path)
    original = Path.open

    def refuse(self: Path, mode: str = "r", *args: Any, **options: Any) -> Any:
        if mode == "xb" and ".b.md." in self.name:
            raise PermissionError(13, "Permission denied", str(self))
        return original(self, mode, *args, **options)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(OutputError, match=r"cannot write `.*/p/docs/b.md`: permission denied"):
        write(tmp_path, {"a.py": b"new\n", "docs/b.md": b"new\n"})
    assert tree(tmp_path) == before


MOMENTS = 12
"""More than there are calls in which the test below interrupts; the last ones interrupt nothing."""


@pytest.mark.parametrize("moment", range(MOMENTS))
@pytest.mark.parametrize("calls", [("open", "replace"), ("replace", "unlink")])
def test_an_interrupt_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int, calls: tuple[str, ...]
) -> None:
    old = {**FILES, "gone.py": b"gone\n"}
    new = {"a.py": b"new a\n", "docs/b.md": b"new b\n", "fresh/c.py": b"new c\n"}
    write(tmp_path, old)
    (tmp_path / "p/a.py").write_bytes(b"edited\n")
    left = moment

    def interrupting(name: str) -> Any:
        original = getattr(Path, name)

        def call(self: Path, *args: Any, **options: Any) -> Any:
            nonlocal left
            if name == "open" and args[:1] != ("xb",):
                return original(self, *args, **options)
            left -= 1
            if left == -1:
                raise KeyboardInterrupt
            return original(self, *args, **options)

        return call

    with monkeypatch.context() as patch:
        for name in calls:
            patch.setattr(Path, name, interrupting(name))
        try:
            write(tmp_path, new)
        except KeyboardInterrupt:
            pass
        else:
            assert left >= 0
    whole = {path: {content} for path, content in package(old)[0].items()}
    for path, content in package(new)[0].items():
        whole.setdefault(path, set()).add(content)
    whole["p/a.py"].add(b"edited\n")
    for path, content in tree(tmp_path).items():
        assert content in whole[path], path
    write(tmp_path, new)
    assert tree(tmp_path) == package(new)[0]


def test_the_manifest_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[str] = []
    original = Path.replace

    def replace(self: Path, target: Path) -> Path:
        moved.append(target.relative_to(tmp_path).as_posix())
        return original(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    write(tmp_path, {**FILES, "z.py": b""})
    assert moved == ["p/a.py", "p/docs/b.md", "p/z.py", "p/manifest.json"]

"""What happens when a run cannot go on: exit codes, messages, and nothing half written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolmint.cli.console import Console
from toolmint.cli.main import main
from toolmint.errors import InternalError

SPEC = "openapi: 3.1.0\ntools:\n  list_stock: Use this to see what the shop has in stock.\n"


@pytest.fixture
def project(terminal: Any) -> Any:
    terminal.write("specs/stock.yaml", SPEC)
    return terminal


def test_interrupted(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("toolmint.cli.compiling.build", interrupt)
    assert project.run("generate") == 130
    assert project.stderr == "interrupted\n"
    assert not (project.folder / "generated").exists()


@pytest.mark.parametrize("error", [ZeroDivisionError("of\x1b[31m mine"), InternalError("of\x1b[31m mine")])
def test_a_bug(project: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise error

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("toolmint.cli.compiling.build", fail)
    assert project.run("generate", "--quiet") == 3
    first = project.stderr.splitlines()[0]
    assert first == f"error: this is a bug in toolmint: {type(error).__name__}: of\\x1b[31m mine"
    (log,) = tmp_path.glob("toolmint-bug-*.md")
    assert str(log) in project.stderr.replace("[DIR]", str(project.folder))
    text = log.read_text(encoding="utf-8")
    assert "- command: `toolmint generate --quiet`" in text
    assert "Traceback" in text


def test_output_that_cannot_be_written(project: Any) -> None:
    project.write("blocked", "a file\n")
    assert project.run("generate", "--out", "blocked/below") == 2
    assert project.stdout == ""
    assert project.stderr.startswith("error: cannot write `[DIR]/blocked/below")


def test_a_folder_that_toolmint_did_not_write(project: Any) -> None:
    project.write("stock/tools.py", "mine = 1\n")
    assert project.run("generate", "--out", ".") == 2
    assert "is no file that toolmint wrote" in project.stderr
    assert project.read("stock/tools.py") == "mine = 1\n"
    assert [entry.name for entry in (project.folder / "stock").iterdir()] == ["tools.py"]


FAILURES = [
    pytest.param(["chek"], "there is no command `chek`", id="no such command"),
    pytest.param(["check", "--target", "python"], "`toolmint check` has no option `--target`", id="no such option"),
    pytest.param(["check", "--only", "prose"], "invalid value for `--only`", id="wrong value"),
    pytest.param(["generate", "--out"], "option `--out` requires an argument", id="no value"),
    pytest.param(["generate", "--quiet", "--verbose"], "contradict each other", id="contradiction"),
    pytest.param(["generate", "stok"], "there is no source `stok`", id="no such source"),
    pytest.param(["check", "--project", "nowhere"], "`--project nowhere` is no folder", id="no such project"),
    pytest.param(["explain", "RF-99"], "there is no code `RF-99`", id="no such code"),
    pytest.param(["show", "stock", "nothing"], "`stock` has no tool `nothing`", id="no such tool"),
    pytest.param(["show"], "missing argument `SOURCE`", id="no argument"),
    pytest.param(["show", "stock", "a", "b"], "`b` is more than `toolmint show` takes", id="too many arguments"),
]


@pytest.mark.parametrize(("arguments", "message"), FAILURES)
def test_failures_in_the_format_that_was_asked_for(project: Any, arguments: list[str], message: str) -> None:
    assert project.run(*arguments) == 2
    assert (project.stdout, project.stderr.startswith("error: ")) == ("", True)
    assert message in project.stderr
    # Also where the option that is wrong comes first.
    written = [[*arguments, "--format", "json"], [arguments[0], "--format=json", *arguments[1:]]]
    for command in written[1:] if arguments[-1].startswith("--") else written:
        assert project.run(*command) == 2
        told = json.loads(project.stdout)
        assert project.stderr == ""
        assert (told["diagnostics"], told["summary"]) == ([], {})
        assert message in told["failure"]["message"]
    if arguments[0] not in ("explain", "show"):
        assert project.run(arguments[0], "--format", "github", *arguments[1:]) == 2
        assert project.stdout.startswith("::error title=toolmint::")
        assert project.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "text", "arguments", "code", "place"),
    [
        ("toolmint.toml", "outt = 'x'\n", [], "PF-01", ("toolmint.toml", 1, 1)),
        ("toolmint.toml", "out = [\n", [], "PF-01", ("toolmint.toml", 2, 1)),
        (
            "toolmint.toml",
            "[sources.s]\npath = 'specs/stock.yaml'\nexclude = ['tg:x']\n",
            [],
            "SL-02",
            ("toolmint.toml", 3, 12),
        ),
        ("specs/stock.json", '{"openapi": "3.1.0"}', [], "PF-02", ("specs/stock.yaml", 1, 1)),
        ("specs/broken.yaml", "openapi: [\n", [], "IN-01", ("specs/broken.yaml", 2, 1)),
        ("unused", "", ["nowhere.yaml"], "IN-01", ("nowhere.yaml", 1, 1)),
    ],
)
def test_unreadable_input_in_the_format_that_was_asked_for(
    project: Any, file: str, text: str, arguments: list[str], code: str, place: tuple[str, int, int]
) -> None:
    project.write(file, text)
    for command in ("generate", "check"):
        assert project.run(command, *arguments) == 2
        first = (project.stdout or project.stderr).splitlines()[0]
        assert first.startswith(f"{place[0]}:{place[1]}:{place[2]}: error[{code}] ")
        assert project.run(command, *arguments, "--format", "json") == 2
        told = json.loads(project.stdout)
        assert [(one["code"], one["path"], one["line"], one["column"]) for one in told["diagnostics"]] == [
            (code, *place)
        ]
        assert project.run(command, *arguments, "--format", "github") == 2
        assert project.stdout.startswith(f"::error file={place[0]},line={place[1]},col={place[2]},title={code} ")


@pytest.mark.parametrize("files", [{}, {"a.yaml": "openapi: 3.1.0\n"}, {"deep/x.py": ""}, {"A.java": ""}])
def test_a_folder_is_no_source(terminal: Any, files: dict[str, str]) -> None:
    terminal.write("somewhere/README", "")
    for path, text in files.items():
        terminal.write(f"somewhere/{path}", text)
    assert terminal.run("generate", "somewhere") == 2
    assert terminal.stderr.startswith("somewhere:1:1: error[IN-04] this is a folder that holds no source as a whole\n")
    assert terminal.stderr.endswith("hint: name a document, or the folder of a project: `--project somewhere`\n")


def test_findings_and_a_failure_are_one_object(project: Any) -> None:
    warning = "findings:\n  - {code: NM-03, severity: warning, message: cut, at: /tools}\n"
    project.write("specs/stock.yaml", SPEC + warning)
    project.write("blocked", "a file\n")
    assert project.run("generate", "--out", "blocked/below", "--format", "json") == 2
    told = json.loads(project.stdout)
    assert [one["code"] for one in told["diagnostics"]] == ["NM-03"]
    assert told["failure"]["message"].startswith("cannot write `[DIR]/blocked/below")
    assert told["summary"]["tools"] == 1


def test_a_bug_in_the_format_that_was_asked_for(project: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("mine")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("toolmint.cli.compiling.build", fail)
    assert project.run("generate", "--format", "json") == 3
    told = json.loads(project.stdout)
    assert told["failure"]["message"] == "this is a bug in toolmint: ZeroDivisionError: mine"


def test_a_server_keeps_stdout_to_itself(project: Any) -> None:
    assert project.run("serve", "stock", "--format", "json") == 2
    assert project.stdout == ""
    assert "`toolmint serve` has no option `--format`" in project.stderr


def test_a_manifest_with_conflict_markers(project: Any) -> None:
    project.run("generate")
    manifest = project.read("generated/stock/manifest.json")
    project.write("generated/stock/manifest.json", f"<<<<<<< HEAD\n{manifest}=======\n>>>>>>> other\n")
    project.write("generated/stock/tools.py", "<<<<<<< HEAD\n")
    assert project.run("check") == 1
    assert "hint: look at the difference first" in project.stderr
    assert project.run("generate") == 0
    assert project.stderr.startswith(
        "warning: replaced what differed in `generated/stock`; its manifest cannot be read"
    )
    assert project.run("check") == 0


@pytest.mark.parametrize(
    ("arguments", "environment", "colored"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"NO_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colors(
    project: Any,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    colored: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    project.write("generated/stock/manifest.json", "")
    assert project.run("check", *arguments) == 1
    assert ("\x1b[" in project.stdout + project.stderr) is colored


def test_colors_change_no_word(project: Any) -> None:
    project.write("specs/stock.yaml", SPEC + "findings:\n  - {code: RF-01, severity: error, message: m, at: /tools}\n")
    project.run("check", "--color", "never")
    plain = project.stdout
    project.run("check", "--color", "always")
    for code in ("1;31", "36", "2", "0"):
        project.stdout = project.stdout.replace(f"\x1b[{code}m", "")
    assert project.stdout == plain


def test_text_that_the_terminal_cannot_show(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    with file.open("w", encoding="ascii") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        Console().data("caf\u00e9 \ud800\n")
    assert file.read_bytes() == b"caf\\xe9 \\ud800\n"


def test_the_version_needs_no_other_import() -> None:
    code = """
import sys
from toolmint.cli.main import main
code = main(["--version"])
print(code, sorted({name.partition(".")[0] for name in sys.modules} & {"typer", "click", "rich", "yaml", "jinja2"}))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    line, modules = run.stdout.splitlines()
    assert line.startswith("toolmint ")
    assert modules == "0 []"


def test_help_needs_no_compiler() -> None:
    code = """
import sys
from toolmint.cli.main import main
main(["generate", "--help"])
print(sorted({name.partition(".")[0] for name in sys.modules} & {"rich", "yaml", "jinja2", "openapi_spec_validator"}))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    code = "import sys; from toolmint.cli.main import main; sys.exit(main(['explain', 'RF-01']))"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
    assert "Traceback" not in errors
    assert "bug" not in errors


def test_version_and_other_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "generate"]) == 0
    assert capsys.readouterr().out.startswith("toolmint ")

"""What went wrong in the user's code, as the one finding of its source: no traceback, the place in their own files."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.errors import SourceError
from toolmint.execution.process import ANSWER_LIMIT, Outcome
from toolmint.location import Location
from toolmint.source import Execution
from toolmint.text import comma_list, nearest, plural, visible

__all__ = ["Subject", "failed", "unanswered", "unusable_interpreter"]

_FRAME = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)
_TOO_OLD = re.compile(r'File ".*[/\\]child[/\\]main\.py", line \d+\n(?:.*\n)*SyntaxError: ')
"""What an interpreter prints that does not know the child's syntax."""
_MODULES_LOOKED_AT = 2_000
_LOOKED_FOR = "modules are looked for in the project's folder and its `src`"
_LIBRARIES = ("site-packages", "dist-packages")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is run."""

    execution: Execution
    root: Path
    """The project's folder."""
    folders: Sequence[Path]
    """Where its modules are looked for."""
    interpreter: Path
    name: str
    """What messages call it: the app, or the file whose types are resolved."""
    module: str

    @property
    def place(self) -> Location:
        """Where a finding points that has no better place."""
        return self.execution.place or Location(path=self.name, line=1, column=1)

    def in_code(self, file: object, line: object, column: object = 1) -> Location | None:
        """Return a place in the project's own code; None for one elsewhere."""
        if not isinstance(file, str) or not isinstance(line, int) or line < 1:
            return None
        root, real = Path(os.path.realpath(self.root)), Path(os.path.realpath(file))
        if not real.is_relative_to(root) or any(name in real.parts for name in _LIBRARIES):
            return None
        column = max(column, 1) if isinstance(column, int) else 1
        return Location(path=real.relative_to(root).as_posix(), line=line, column=column)


def unusable_interpreter(reason: str, execution: Execution, name: str) -> SourceError:
    """Make the failure of an interpreter that is not there or cannot be started."""
    place = execution.place or Location(path=name, line=1, column=1)
    hint = 'name one in the source\'s table: `python = ".venv"`, a program or a command'
    return _error("EX-05", reason, place, hint)


def unanswered(outcome: Outcome, subject: Subject) -> SourceError:
    """Make the failure of a process that has ended without an answer."""
    if outcome.ended == "late":
        place = next(_frames(outcome.answer, subject), subject.place)
        seconds = plural(subject.execution.seconds, "second")
        hint = "wait for others in the app's lifespan, not at import, or raise `timeout` in the source's table"
        return _error("EX-03", f"`{subject.name}` was not ready after {seconds}; it was here then", place, hint)
    if outcome.ended == "flooded":
        return _too_large(subject)
    if outcome.status < 0:
        try:
            name = signal.Signals(-outcome.status).name
        except ValueError:
            name = f"signal {-outcome.status}"
        reason = f"was ended by {name}"
    elif _TOO_OLD.search(outcome.output):
        message = f"`{_shown(subject)}` is too old, wanted Python 3.7 or newer"
        return _error("EX-05", message, subject.place, "`python` in the source's table names another interpreter")
    else:
        reason = f"ended its process with status {outcome.status}"
    message = f"`{subject.name}` {reason} before it had told anything"
    return _error("EX-02", message, subject.place, _interpreter_hint(subject, "it was run by"))


def failed(answer: Mapping[str, Any], subject: Subject) -> SourceError:
    """Make the failure that the child has told."""
    match answer.get("failure"):
        case "module":
            return _missing_module(str(answer.get("missing")), subject)
        case "attribute":
            return _missing_attribute(answer, subject)
        case "raised" | "exit":
            return _raised(answer, subject)
        case "size":
            return _too_large(subject)
        case "missing-pydantic":
            hint = _interpreter_hint(subject, "install pydantic for")
            version = answer.get("version")
            there = f"pydantic 2, and {visible(str(version))} is there" if version else "pydantic, which is not there"
            return _error("EX-05", f"`{_shown(subject)}` needs {there}", subject.place, hint)
        case kind:
            message, hint = _no_document(str(kind), answer, subject)
            return _error("EX-04", message, subject.place, hint)


def _no_document(kind: str, answer: Mapping[str, Any], subject: Subject) -> tuple[str, str]:
    """Say why what is named is no app that describes itself, and what to name in its place."""
    name = subject.name
    found = visible(str(answer.get("found", "")))
    factory = "a factory is named with its call, `module:create_app()`, and is called without arguments"
    match kind:
        case "arguments":
            signature = visible(str(answer.get("signature")))
            return f"`{name}` wants arguments: `{signature}`", "name a function that needs none, and call it there"
        case "async-factory":
            return f"`{name}` is a coroutine, wanted an app", "name a plain function that makes the app"
        case "not-callable":
            return f"found {found} for `{name}`, wanted a function", "leave `()` out where it is the app itself"
        case "document":
            hint = "`openapi()` of FastAPI returns a `dict`"
            return f"`{name}` describes itself as {found}, wanted a mapping", hint
        case "not-json":
            place = visible(str(answer.get("pointer"))) or "/"
            return f"the document of `{name}` holds {found} at `{place}`, which is not JSON", "mend it in the code"
        case _ if answer.get("is_factory"):
            hint = f"write `{name}()`, if it makes the app; it is called without arguments"
            return f"`{name}` is {found}, wanted an app that describes itself", hint
        case _:
            inside = answer.get("inside")
            hint = f"`{name}{inside}` does" if inside else f"name a FastAPI or Litestar app, or a mapping; {factory}"
            return f"`{name}` is {found}, which does not describe itself by `openapi()`", hint


def _missing_module(missing: str, subject: Subject) -> SourceError:
    modules = list(_modules(subject.folders))
    last = subject.module.rpartition(".")[2]
    near = [one for one in modules if one.rpartition(".")[2] == last][:3] or nearest(subject.module, modules)
    rest = f":{subject.name.partition(':')[2]}" if ":" in subject.name else ""
    hint = f"did you mean {comma_list([f'{one}{rest}' for one in near])}?" if near else _LOOKED_FOR
    asked = f" of `{subject.module}`" if missing != subject.module else ""
    return _error("EX-01", f"there is no module `{visible(missing)}`{asked}", subject.place, hint)


def _modules(folders: Iterable[Path]) -> Iterator[str]:
    """Yield the modules of a project, hidden folders and virtual environments left out."""
    looked_at = 0
    for folder in folders:
        for top, below, files in os.walk(folder):
            below[:] = sorted(
                name for name in below if name.isidentifier() and not (Path(top) / name / "pyvenv.cfg").exists()
            )
            package = Path(top).relative_to(folder).parts
            for name in sorted(files):
                stem, _, ending = name.rpartition(".")
                looked_at += 1
                if looked_at > _MODULES_LOOKED_AT:
                    return
                if ending == "py" and stem.isidentifier():
                    yield ".".join(package if stem == "__init__" else (*package, stem))


def _missing_attribute(answer: Mapping[str, Any], subject: Subject) -> SourceError:
    missing = visible(str(answer.get("missing")))
    names, apps = ([str(one) for one in answer.get(key, ())] for key in ("names", "apps"))
    near = nearest(missing, apps) or apps[:3] or nearest(missing, names)
    hint = f"did you mean {comma_list([f'{subject.module}:{one}' for one in near])}?" if near else None
    return _error("EX-01", f"`{subject.module}` has no `{missing}`", subject.place, hint)


def _raised(answer: Mapping[str, Any], subject: Subject) -> SourceError:
    stages = {
        "import": f"importing `{subject.module}`",
        "attribute": f"reading `{subject.name}`",
        "call": f"calling `{subject.name}`",
        "openapi": f"describing `{subject.name}`",
    }
    stage = stages.get(str(answer.get("stage")), f"running `{subject.name}`")
    place = subject.in_code(answer.get("file"), answer.get("line"), answer.get("column")) or subject.place
    if answer.get("failure") == "exit":
        code = visible(str(answer.get("code") or ""))
        return _error(
            "EX-02", f"{stage} ended in `sys.exit({code})`", place, "a module does not end the process that imports it"
        )
    said = visible(str(answer.get("said") or ""))
    exception = visible(str(answer.get("exception")))
    message = f"{stage} raised `{exception}`" + (f": {said}" if said else "")
    hint = "the code is run as it would be by a server, so it needs the same environment"
    missing = str(answer.get("missing") or "")
    own = list(_modules(subject.folders)) if missing else []
    if missing.partition(".")[0] in {one.partition(".")[0] for one in own}:
        near = nearest(missing, own)
        hint = f"the nearest modules: {comma_list(near)}" if near else _LOOKED_FOR
    elif missing:
        hint = _interpreter_hint(subject, "install what it needs for")
    return _error("EX-02", message, place, hint)


def _too_large(subject: Subject) -> SourceError:
    message = f"`{subject.name}` tells more than {ANSWER_LIMIT // 1024**2} MB, which no description of an API has"
    return _error("EX-04", message, subject.place, None)


def _interpreter_hint(subject: Subject, verb: str) -> str:
    return f"{verb} `{_shown(subject)}`; `python` in the source's table names another interpreter"


def _shown(subject: Subject) -> Path:
    """Return the interpreter as people would write it."""
    shown = subject.interpreter
    return shown.relative_to(subject.root) if shown.is_relative_to(subject.root) else shown


def _frames(stack: bytes, subject: Subject) -> Iterator[Location]:
    """Yield the places in the project's code where a process was, innermost first."""
    for file, line in _FRAME.findall(stack.decode("utf-8", "replace")):
        place = subject.in_code(file, int(line))
        if place is not None:
            yield place


def _error(code: str, message: str, place: Location, hint: str | None) -> SourceError:
    return SourceError.at(Diagnostic(code=code, severity=Severity.ERROR, message=message, location=place, hint=hint))

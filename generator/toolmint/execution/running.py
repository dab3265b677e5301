"""Runs what sources ask for, and puts what it tells into the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore, TextIndex, parse_document
from toolmint.errors import SourceError, system_reason
from toolmint.execution.failures import Subject, failed, unanswered, unusable_interpreter
from toolmint.execution.interpreter import NoInterpreterError, find_interpreter
from toolmint.execution.places import app_origins
from toolmint.execution.process import run_child
from toolmint.source import Execution, SourceInput

__all__ = ["FailedRun", "run_sources"]

_SOURCE_FOLDER = "src"


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedRun:
    """Code that did not tell what it was asked for; the store says why."""

    name: str
    """What was run, as people call it."""
    output: str
    """The end of what it printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What became of a run."""

    answer: dict[str, Any]
    output: str
    failure: SourceError | None = None
    """Why there is no answer."""


def run_sources(
    sources: Iterable[SourceInput],
    store: DocumentStore,
    *,
    begin: Callable[[str], None] = lambda what: None,
) -> tuple[FailedRun, ...]:
    """Run the code that sources ask for.

    Args:
        sources: those without an `execution` are passed over.
        store: its root is the working directory; it is given the document of each, or the reason why there is none.
        begin: told of each run.

    Returns:
        The runs that failed and have printed something.
    """
    runs = []
    for source in sources:
        execution = source.execution
        if execution is None:
            continue
        if execution.app is not None:
            begin(f"{source.name}: running {execution.app}")
            runs.append(_describe_app(source, execution, execution.app, store))
        else:
            runs.append(_resolve_types(source, execution, store, begin))
    return tuple(run for run in runs if run is not None and run.output.strip())


def _describe_app(source: SourceInput, execution: Execution, app: str, store: DocumentStore) -> FailedRun | None:
    try:
        subject = _subject(execution, store.root, [], name=app, module=app.partition(":")[0])
        told = _asked(subject, {"task": "app", "app": app})
        if told.failure is None:
            _drop_made_summaries(told.answer)
            content = json.dumps(told.answer["document"], indent=1).encode()
            document = parse_document(content, path=source.file.as_posix(), file=store.root / source.file)
            origins = app_origins(told.answer, document.path, store)
            store.add(replace(document, origins=origins), index=TextIndex("", {}))
            return None
    except SourceError as error:
        store.add_failure(source.file, error)
        return None
    store.add_failure(source.file, told.failure)
    return FailedRun(name=app, output=told.output)


def _drop_made_summaries(answer: dict[str, Any]) -> None:
    """Take out the summaries that FastAPI makes of functions' names, where an author has written a docstring."""
    for route in answer["routes"]:
        paths = answer["document"].get("paths")
        path = paths.get(route["path"]) if isinstance(paths, dict) else None
        if not route["made_summary"] or not isinstance(path, dict):
            continue
        for method in route["methods"]:
            operation = path.get(method.lower())
            if isinstance(operation, dict) and operation.get("description"):
                operation.pop("summary", None)


def _resolve_types(
    source: SourceInput, execution: Execution, store: DocumentStore, begin: Callable[[str], None]
) -> FailedRun | None:
    """Import the modules of a source whose types the code alone does not tell; none where it tells all."""
    # Only who imports types pays for what reads Python.
    from toolmint.execution.type_documents import import_folders, types_document, types_request
    from toolmint.sources.python.source import unresolved

    try:
        asked = unresolved(source, store)
    except SourceError:
        return None  # its extraction says so again
    told = _Told(answer={}, output="")
    reasons: dict[str, Diagnostic] = {}
    name = source.file.name
    if asked:
        begin(f"{source.name}: importing for types")
        try:
            subject = _subject(execution, store.root, import_folders(asked, store.root), name=name, module=name)
            told = _asked(subject, types_request(asked))
            for failure in told.answer.pop("failed", ()):
                module = str(failure["module"])
                reasons |= _reasons(failed(failure, replace(subject, module=module)), [module])
        except SourceError as error:
            told = _Told(answer={}, output="", failure=error)
        if told.failure is not None:
            reasons |= _reasons(told.failure, [one.module for one in asked])
    place = store.root / str(source.options["schemas"])
    store.add(types_document(asked, told.answer, reasons, place), index=TextIndex("", {}))
    return FailedRun(name=name, output=told.output) if reasons else None


def _reasons(error: SourceError, modules: Sequence[str]) -> dict[str, Diagnostic]:
    return {} if error.diagnostic is None else dict.fromkeys(modules, error.diagnostic)


def _subject(execution: Execution, root: Path, folders: Sequence[Path], *, name: str, module: str) -> Subject:
    try:
        interpreter = find_interpreter(execution.python, root)
    except NoInterpreterError as error:
        raise unusable_interpreter(str(error), execution, name) from error
    every = [folder for folder in (*folders, root, root / _SOURCE_FOLDER) if folder.is_dir()]
    return Subject(
        execution=execution,
        root=root,
        folders=list(dict.fromkeys(every)),
        interpreter=interpreter,
        name=name,
        module=module,
    )


def _asked(subject: Subject, request: dict[str, Any]) -> _Told:
    """Run the child.

    Raises:
        SourceError: the interpreter cannot be started.
    """
    request = {**request, "name": subject.name, "folders": [str(folder) for folder in subject.folders]}
    try:
        outcome = run_child(subject.interpreter, request, folder=subject.root, seconds=subject.execution.seconds)
    except OSError as error:
        reason = f"the interpreter `{subject.interpreter}` cannot be started: {system_reason(error)}"
        raise unusable_interpreter(reason, subject.execution, subject.name) from error
    answer: object = None
    if outcome.ended == "exited":
        try:
            answer = json.loads(outcome.answer)
        except (ValueError, RecursionError):
            answer = None
    if not isinstance(answer, dict):
        return _Told(answer={}, output=outcome.output, failure=unanswered(outcome, subject))
    if "failure" in answer:
        return _Told(answer={}, output=outcome.output, failure=failed(answer, subject))
    return _Told(answer=answer, output=outcome.output)

"""Runs what sources ask for, and puts what it tells into the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

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
    """Code that did not tell what it was asked for; the store raises why."""

    name: str
    """What was run, as people call it."""
    output: str
    """The end of what it printed."""


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
        if execution is not None and execution.app is not None:
            begin(f"{source.name}: running {execution.app}")
            runs.append(_describe_app(source, execution, execution.app, store))
    return tuple(run for run in runs if run is not None and run.output.strip())


def _describe_app(source: SourceInput, execution: Execution, app: str, store: DocumentStore) -> FailedRun | None:
    try:
        subject = _subject(execution, store.root, name=app, module=app.partition(":")[0])
        answer, output, failure = _asked(subject, {"task": "app", "app": app})
    except SourceError as error:
        store.add_failure(source.file, error)
        return None
    if failure is not None:
        store.add_failure(source.file, failure)
        return FailedRun(name=app, output=output)
    _drop_made_summaries(answer)
    content = json.dumps(answer["document"], indent=1).encode()
    file = store.root / source.file
    try:
        document = parse_document(content, path=source.file.as_posix(), file=file)
    except SourceError as error:
        store.add_failure(source.file, error)
        return FailedRun(name=app, output=output)
    origins = app_origins(answer, document.path, store)
    store.add(replace(document, origins=origins), index=TextIndex("", {}))
    return None


def _drop_made_summaries(answer: dict[str, Any]) -> None:
    """Take out the summaries that FastAPI makes of functions' names, where an author has written a docstring."""
    for route in answer["routes"]:
        path = (answer["document"].get("paths") or {}).get(route["path"])
        for method in route["methods"] if route["made_summary"] and isinstance(path, dict) else ():
            operation = path.get(method.lower())
            if isinstance(operation, dict) and operation.get("description"):
                operation.pop("summary", None)


def _subject(execution: Execution, root: Path, *, name: str, module: str) -> Subject:
    try:
        interpreter = find_interpreter(execution.python, root)
    except NoInterpreterError as error:
        raise unusable_interpreter(str(error), execution, name) from error
    folders = [folder for folder in (root, root / _SOURCE_FOLDER) if folder.is_dir()]
    return Subject(execution=execution, root=root, folders=folders, interpreter=interpreter, name=name, module=module)


def _asked(subject: Subject, request: dict[str, Any]) -> tuple[dict[str, Any], str, SourceError | None]:
    """Run the child.

    Returns:
        Its answer, what the code printed, and why there is no answer.

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
        return {}, outcome.output, unanswered(outcome, subject)
    if "failure" in answer:
        return answer, outcome.output, failed(answer, subject)
    return answer, outcome.output, None

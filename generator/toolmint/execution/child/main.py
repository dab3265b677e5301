"""What runs in the user's interpreter: it imports code and answers with JSON. It imports no toolmint and nothing else.

`execution.process` starts it as a script, with one argument that says what is wanted. The interpreter may be older
than toolmint's own, so nothing here is newer than Python 3.7. The answer goes through a file descriptor, as stdout
belongs to the code that is run.
"""

from __future__ import annotations

import faulthandler
import functools
import importlib
import importlib.util
import inspect
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["Failure", "describe_app", "main", "raised"]

_FOLDER = Path(__file__).resolve().parent
_LINK = re.compile(r"For further information visit \S+")
"""What pydantic adds to each error."""
_SHOWN = 300
"""Characters of what an exception says."""
_SHORT = 40
_NAMES = 500
"""Names that may have been meant."""
_DEEPEST = 500
_GRACE_SECONDS = 10
"""How long after its time limit the process ends itself, in case that whoever started it is gone."""


class Failure(Exception):
    """Something that the user's code does not do, or does wrong.

    Args:
        kind: what `execution.failures` makes a message of.
        details: what the message says.
    """

    def __init__(self, kind: str, **details: Any) -> None:
        super().__init__(kind)
        self.answer: dict[str, Any] = {"failure": kind}
        self.answer.update(details)


def main(argument: str) -> None:
    """Do what is asked for, answer, and end the process, whatever threads the user's code has started."""
    request: dict[str, Any] = json.loads(argument)
    descriptor: int = request["descriptor"]
    process = os.getpid()
    os.set_inheritable(descriptor, False)
    faulthandler.register(signal.SIGUSR1, file=descriptor, all_threads=False)
    faulthandler.dump_traceback_later(request["seconds"] + _GRACE_SECONDS, exit=True, file=descriptor)
    if sys.path and Path(sys.path[0]).resolve() == _FOLDER:
        del sys.path[0]
    sys.path[:0] = request["folders"]
    sys.argv = [request["name"]]
    try:
        task = describe_app if request["task"] == "app" else _sibling("type_schemas")
        content = _encoded(task(request), request["limit"])
    except Failure as failure:
        content = json.dumps(failure.answer).encode()
    if os.getpid() == process:  # not in a copy of the process that the user's code has made
        _send(descriptor, content)
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # whatever the user's code has put there
            stream.flush()
    os._exit(0)


def describe_app(request: dict[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI document of an app, and where its parts are written.

    Args:
        request: `app` is `module:name`, `module:name.of.attribute` or `module:factory()`.

    Raises:
        Failure: there is no such app, or it describes no API.
    """
    written: str = request["app"]
    module_name, _, path = written.partition(":")
    with_call = path.endswith("()")
    module = imported(module_name, request["folders"])
    app = _attribute(module, path[:-2] if with_call else path, request["folders"])
    if with_call:
        app = _called(app, path[:-2], request["folders"])
    document = _document(app, request["folders"])
    if inspect.iscoroutine(document):
        document.close()
        raise Failure("document", found="a coroutine")
    if not isinstance(document, dict):
        raise Failure("document", found=_article(type(document).__name__))
    unfit = next(_unfit(document, "", 0), None)
    if unfit is not None:
        raise Failure("not-json", pointer=unfit[0], found=unfit[1])
    return {
        "document": document,
        "module": getattr(module, "__file__", None),
        "routes": _safely(lambda: list(_routes(app)), []),
        "models": _safely(lambda: dict(_models(document)), {}),
    }


def imported(name: str, folders: list[str]) -> Any:
    """Import a module.

    Raises:
        Failure: there is none, or its code fails.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing and (name == missing or name.startswith(missing + ".")):
            raise Failure("module", missing=missing) from error
        raise raised(error, "import", folders) from error
    except BaseException as error:
        raise raised(error, "import", folders) from error


def raised(error: BaseException, stage: str, folders: list[str]) -> Failure:
    """Make the failure for an exception of the user's code.

    Args:
        error: what was raised.
        stage: what was done: `import`, `attribute`, `call` or `openapi`.
        folders: where the user's own code is.
    """
    file, line, column = _place(error, folders)
    details = {"stage": stage, "file": file, "line": line, "column": column}
    if isinstance(error, SystemExit):
        code = error.code if error.code is None or isinstance(error.code, int) else _said(error)
        return Failure("exit", code="" if code is None else json.dumps(code), **details)
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    return Failure("raised", exception=type(error).__name__, said=_said(error), missing=missing, **details)


def _sibling(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return the function of another script of this folder, which is no package here."""
    spec = importlib.util.spec_from_file_location(f"_toolmint_{name}", _FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return functools.partial(module.describe, child=sys.modules[__name__])


def _encoded(answer: dict[str, Any], limit: int) -> bytes:
    content = json.dumps(answer, allow_nan=False).encode()
    if len(content) > limit:
        raise Failure("size", size=len(content))
    return content


def _send(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def _place(error: BaseException, folders: list[str]) -> tuple[str | None, int, int]:
    """Return where the user's code failed: the last line of it, or of anybody's where there is none."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return error.filename, error.lineno, error.offset or 1
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    own = [place for place in places if _is_own(place[0], folders)]
    if own:
        return own[-1][0], own[-1][1], 1
    return None, 0, 0


def _is_own(file: str, folders: list[str]) -> bool:
    is_inside = any(file.startswith(folder + os.sep) for folder in folders)
    return is_inside and not {"site-packages", "dist-packages"} & set(Path(file).parts)


def _said(error: BaseException) -> str:
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)
        text = " ".join(_LINK.sub("", text).split())
    except Exception:
        return ""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _attribute(module: Any, path: str, folders: list[str]) -> Any:
    found = module
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError as error:
            if not inspect.ismodule(found) and part in dir(found):  # a property whose own code fails so
                raise raised(error, "attribute", folders) from error
            names = [name for name in dir(found) if not name.startswith("_")][:_NAMES]
            apps = [name for name in names if _describes(getattr(found, name, None))]
            raise Failure("attribute", missing=part, names=names, apps=apps) from error
        except BaseException as error:
            raise raised(error, "attribute", folders) from error
    return found


def _called(factory: Any, path: str, folders: list[str]) -> Any:
    if not callable(factory):
        raise Failure("not-callable", found=_article(type(factory).__name__))
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):
        signature = None
    if signature is not None:
        try:
            signature.bind()
        except TypeError as error:
            raise Failure("arguments", signature=f"{path}{signature}"[:_SHOWN]) from error
    try:
        made = factory()
    except BaseException as error:
        raise raised(error, "call", folders) from error
    if inspect.iscoroutine(made):
        made.close()
        raise Failure("async-factory")
    return made


def _document(app: Any, folders: list[str]) -> Any:
    """Return what an app says of itself: FastAPI and its kin have `openapi()`, Litestar has `openapi_schema`."""
    if isinstance(app, dict):
        return app
    if inspect.isclass(app) or inspect.isroutine(app) or inspect.ismodule(app):
        kind = "class" if inspect.isclass(app) else "module" if inspect.ismodule(app) else "function"
        raise Failure("no-app", found=f"a {kind}", is_factory=kind == "function")
    try:
        if callable(getattr(app, "openapi", None)):
            return app.openapi()
        schema: Any = getattr(app, "openapi_schema", None)
        if callable(getattr(schema, "to_schema", None)):
            return schema.to_schema()
    except BaseException as error:
        raise raised(error, "openapi", folders) from error
    raise Failure("no-app", found=_article(type(app).__name__), is_factory=False, inside=_inside(app))


def _describes(value: Any) -> bool:
    return not inspect.isclass(value) and callable(getattr(value, "openapi", None))


def _inside(app: Any) -> str | None:
    """Return how to name the app that a middleware wraps, if one does."""
    path = ""
    for _ in range(10):
        app = getattr(app, "app", None)
        path += ".app"
        if app is None:
            return None
        if _describes(app):
            return path
    return None


def _unfit(value: Any, pointer: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield where a document holds what JSON does not have."""
    if depth > _DEEPEST:
        yield pointer[:_SHORT], "a value that nests too deep, or holds itself"
    elif isinstance(value, dict):
        for key, child in value.items():
            if not isinstance(key, (str, int)):
                yield pointer, f"a key that is {_article(type(key).__name__)}"
                return
            yield from _unfit(child, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}", depth + 1)
    elif isinstance(value, (list, tuple)):
        for index, child in enumerate(value):
            yield from _unfit(child, f"{pointer}/{index}", depth + 1)
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        yield pointer, f"the number {value}"
    elif value is not None and not isinstance(value, (str, int, float)):
        yield pointer, _article(type(value).__name__)


def _routes(app: Any) -> Iterator[dict[str, Any]]:
    """Yield the routes of a FastAPI app and where the function of each is written."""
    routes: Iterable[Any] = getattr(app, "routes", ())
    flat = getattr(sys.modules.get("fastapi.routing"), "iter_route_contexts", None)
    for route in flat(routes) if flat is not None else routes:
        path, methods = getattr(route, "path_format", None), getattr(route, "methods", None)
        code = _code(getattr(route, "endpoint", None))
        if isinstance(path, str) and methods and code is not None:
            place = {"file": code.co_filename, "line": code.co_firstlineno}
            made = getattr(route, "summary", None) is None
            yield {"path": path, "methods": sorted(map(str, methods)), "made_summary": made, **place}


def _code(function: Any) -> Any:
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function) if callable(function) else function
    return getattr(getattr(function, "__func__", function), "__code__", None)


def _models(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the schemas of a document that are pydantic models, each with its file and class."""
    base = getattr(sys.modules.get("pydantic"), "BaseModel", None)
    classes: dict[str, list[Any]] = {}
    pending = list(base.__subclasses__()) if base is not None else []
    seen = set()
    while pending:
        model = pending.pop()
        if model in seen:
            continue
        seen.add(model)
        pending += model.__subclasses__()
        dotted = f"{model.__module__}.{model.__qualname__}".replace(".", "__")
        for name in (model.__name__, dotted):
            for spelling in (name, f"{name}-Input", f"{name}-Output"):
                classes.setdefault(spelling, []).append(model)
    for key in (document.get("components") or {}).get("schemas") or {}:
        found = classes.get(key, [])
        file = getattr(sys.modules.get(found[0].__module__), "__file__", None) if len(found) == 1 else None
        if file is not None:
            yield key, {"file": file, "name": found[0].__qualname__}


def _safely(work: Callable[[], Any], otherwise: Any) -> Any:
    """Do what only places depend on: they are not worth a failure."""
    try:
        return work()
    except Exception:
        return otherwise


def _article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} `{name}`"


if __name__ == "__main__":
    main(sys.argv[1])

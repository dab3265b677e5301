"""What a source's table says of code that is run."""

from __future__ import annotations

import keyword
import os
from pathlib import Path

from toolmint.config.project_file import ProjectFile, SourceTable
from toolmint.source import Execution, is_app_name

__all__ = ["app_hint", "app_name", "execution_of", "names_app", "schemas_option"]

_NEEDED = "`app` or `import = true`"
_HOW = ("python", "timeout")


def execution_of(read: ProjectFile, table: SourceTable) -> Execution | None:
    """Return the code that a source's table asks to run; None where it asks for none.

    Raises:
        ConfigError: it names no app, or says how to run what it does not run.
    """
    at, values = ("sources", table.name), table.values
    if "app" not in values and values.get("import"):
        return _execution(read, table, "import")
    if "app" not in values:
        for key in _HOW:
            if key in values:
                message = f"`{key}` says how code is run, and source `{table.name}` runs none"
                read.fail(message, [*at, key], hint=f"add {_NEEDED}, or remove it")
        return None
    app: str = values["app"]
    if not is_app_name(app):
        message = f"found `{app}` for `app`, wanted `module:app` or `module:create_app()`"
        read.fail(message, [*at, "app"], hint=app_hint(app))
    if "path" in values:
        read.fail("found both `app` and `path`, wanted one of them", [*at, "path"])
    return _execution(read, table, "app")


def _execution(read: ProjectFile, table: SourceTable, key: str) -> Execution:
    return Execution(
        app=table.values.get("app"),
        python=table.values.get("python"),
        seconds=table.values.get("timeout", Execution().seconds),
        place=read.place("sources", table.name, key),
    )


def schemas_option(file: Path, execution: Execution | None) -> dict[str, object]:
    """Return the option that names the document of types that running the code tells."""
    return {"schemas": f"{file.as_posix()}:types"} if execution is not None and execution.app is None else {}


def names_app(argument: str | Path, folder: Path) -> bool:
    """Say whether what was typed is the name of an app, and no file of that name is there."""
    return is_app_name(str(argument)) and not os.path.lexists(folder / argument)


def app_name(app: str | Path) -> str:
    """Make the name of a source, a Python identifier, of an app's name: `shop.main:app` gives `shop_main`."""
    module = str(app).partition(":")[0].replace(".", "_")
    return f"{module}_" if keyword.iskeyword(module) else module


def app_hint(text: str) -> str | None:
    """Return the hint for what is nearly the name of an app: a file in place of a module, or no name in it."""
    module, _, name = text.partition(":")
    module = module.removesuffix(".py").replace("\\", "/").strip("./").replace("/", ".")
    meant = f"{module}:{name.strip() or 'app'}"
    return f"write `{meant}`" if is_app_name(meant) and meant != text else None

"""`toolmint serve`: compile a source in memory and serve its tools over MCP.

Nothing is printed to stdout, which belongs to the protocol when it is spoken there.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolmint.cli.compiling import Compiled, Request, compile_sources, errors_only, exit_code, print_report
from toolmint.cli.console import Console
from toolmint.cli.garbage import collect_as_usual
from toolmint.cli.memory import importable
from toolmint.errors import ExitCode, UsageError
from toolmint.ir.binding import PythonBinding
from toolmint.listing import CommandServer, UrlServer
from toolmint.text import plural

__all__ = ["ServeOptions", "run"]

_NEEDED = ("mcp_types", "httpx2", "pydantic", "jsonschema_rs")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """How the tools are served, as typed."""

    port: int | None = None
    """Where to answer on 127.0.0.1; None: on stdin and stdout."""
    base_url: str | None = None
    """Where the API answers; None: where the document says."""
    context: Sequence[str] = ()
    """`KEY=ENV:NAME` each."""
    auth: Sequence[str] = ()
    """`SCHEME=ENV:NAME` each."""


def run(console: Console, request: Request, options: ServeOptions) -> int:
    """Compile one source and serve its tools until the client leaves or the run is interrupted.

    Args:
        console: prints, to stderr alone.
        request: names the source.
        options: how to serve it.

    Returns:
        The exit code.

    Raises:
        ToolmintError: the run cannot take place.
    """
    for module in _NEEDED:
        if importlib.util.find_spec(module) is None:
            raise UsageError(
                f"`toolmint serve` needs the module `{module}`, which is not installed",
                hint="install it with `pip install 'toolmint[serve]'`",
            )
    compiled = compile_sources(console, request)
    code = exit_code(compiled.result)
    if code is not ExitCode.CLEAN:
        _tell_errors(console, compiled)
        return code
    package = _only_package(compiled)
    files = {
        path.removeprefix(f"{package}/"): content
        for path, content in compiled.result.files.items()
        if path.startswith(f"{package}/")
    }
    collect_as_usual()
    with importable(package, files) as name:
        if _is_pinned(compiled, package):
            return _serve_pinned(console, package, name, options, request)
        _find_functions(compiled)
        return _serve(console, importlib.import_module(f"{name}.server"), options)


def _serve(console: Console, server: Any, options: ServeOptions) -> int:
    """Serve with the generated module, whose messages are the ones that its own command line has."""
    try:
        code: int = server.run(
            port=options.port,
            base_url=options.base_url,
            context=options.context,
            auth=options.auth,
            tell=console.say,
        )
    except server.SettingError as error:
        raise UsageError(error.message, hint=error.hint) from None
    return code


def _find_functions(compiled: Compiled) -> None:
    """Let the modules of Python functions be imported from where they were read, after all that is installed."""
    for catalog in compiled.result.catalogs.values():
        for contract in catalog.contracts:
            if isinstance(contract.binding, PythonBinding):
                folder = _import_folder(compiled.project.root / contract.origin.path, contract.binding.module)
                if folder is not None and folder not in sys.path:
                    sys.path.append(folder)


def _import_folder(file: Path, module: str) -> str | None:
    """Return the folder below which a file is a module of that name; None where it is not."""
    names = module.split(".")
    inner = file.parent if file.name == "__init__.py" else file.with_suffix("")
    if list(inner.parts[-len(names) :]) != names:
        return None
    return str(inner.parents[len(names) - 1])


def _is_pinned(compiled: Compiled, package: str) -> bool:
    """Say whether the tools are a server's, which the project file tells how to reach."""
    origins = {pin.name: pin.origin for pin in compiled.project.pins}
    return isinstance(origins.get(package), CommandServer | UrlServer)


def _serve_pinned(console: Console, pin: str, package: str, options: ServeOptions, request: Request) -> int:
    from toolmint.cli.pins import open_pins
    from toolmint.cli.serve_pinned import run as run_pinned

    for option, given in (("base-url", options.base_url), ("auth", options.auth), ("context", options.context)):
        if given:
            raise UsageError(
                f"`--{option}` says nothing of pin `{pin}`",
                hint=f"where its server is, and what it is passed, stands in `[tool.toolmint.pins.{pin}]`",
            )
    return run_pinned(console, open_pins(request.folder), pin, package, port=options.port)


def _only_package(compiled: Compiled) -> str:
    names = [source.name for source in compiled.result.sources]
    if len(names) != 1:
        raise UsageError(f"`toolmint serve` serves one source, and this names {plural(len(names), 'source')}")
    return names[0]


def _tell_errors(console: Console, compiled: Compiled) -> None:
    errors = errors_only(compiled.result.diagnostics)
    print_report(console, compiled, report_format="text", summary={}, findings=errors, as_data=False)
    console.tell(f"\nnothing is served: {plural(len(errors), 'error')}")

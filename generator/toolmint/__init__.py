"""A compiler from OpenAPI documents to LLM tool definitions.

Importing this package imports nothing else: `toolmint.annotations` is for programs that have none of the compiler's
dependencies installed. The public names below load their module when they are first used (PEP 562).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolmint.diagnostics import Diagnostic, Severity
    from toolmint.errors import ToolmintError
    from toolmint.linting import lint
    from toolmint.location import Location

__all__ = ["Diagnostic", "Location", "Severity", "ToolmintError", "__version__", "lint"]

__version__ = "0.1.0"

_MODULES = {
    "Diagnostic": "toolmint.diagnostics",
    "Location": "toolmint.location",
    "Severity": "toolmint.diagnostics",
    "ToolmintError": "toolmint.errors",
    "lint": "toolmint.linting",
}
"""Where each public name lives; `__all__` and the imports for type checkers say the same."""


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

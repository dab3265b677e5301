"""The `python` target: a typed package that stands alone on pydantic and jsonschema-rs."""

from __future__ import annotations

from toolmint.targets.python.package import TARGET, PythonTarget

__all__ = ["TARGET", "PythonTarget"]

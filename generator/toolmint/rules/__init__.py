"""The rules: one module each, by category. A new file is found by looking into the folder; no list names it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache

from toolmint.rule import Rule

__all__ = ["all_rules"]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, sorted by code; the modules are imported at the first call.

    Raises:
        ValueError: two rules have the same code or name.
    """
    rules = sorted((cls() for cls in _classes()), key=lambda rule: rule.code)
    for key in ("code", "name"):
        seen: dict[str, Rule] = {}
        for rule in rules:
            other = seen.setdefault(getattr(rule, key), rule)
            if other is not rule:
                raise ValueError(f"{type(other).__name__} and {type(rule).__name__} have the same {key}")
    return tuple(rules)


def _classes() -> Iterator[type[Rule]]:
    for category in pkgutil.iter_modules(__path__, f"{__name__}."):
        package = importlib.import_module(category.name)
        for module in pkgutil.iter_modules(getattr(package, "__path__", ()), f"{category.name}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, Rule) and value.__module__ == module.name:
                    yield value

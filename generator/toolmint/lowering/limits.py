"""Names and sizes against a dialect's limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import Schema, walk
from toolmint.profiles import Limit, NameRule, Profile
from toolmint.text import comma_list, plural

__all__ = ["description_diagnostics", "key_diagnostics", "name_diagnostics", "property_keys"]

_Rule = TypeVar("_Rule", NameRule, Limit)


def name_diagnostics(contracts: Sequence[ToolContract], profile: Profile) -> Iterator[Diagnostic]:
    """Report tools whose names the dialect does not take."""
    reported: set[str] = set()
    for rule in _enforced_first(profile.tool_names):
        fits = _fitting(rule)
        bad = [contract for contract in contracts if not fits(contract.name) and contract.name not in reported]
        if bad:
            reported.update(contract.name for contract in bad)
            yield _finding(
                bad[0],
                rule.enforced,
                f"{profile.dialect} wants tool names of {_wanted(rule)},"
                f" found {comma_list([contract.name for contract in bad])}",
                "set `x-tool.name`",
            )


def description_diagnostics(described: Sequence[tuple[ToolContract, str]], profile: Profile) -> Iterator[Diagnostic]:
    """Report tools whose descriptions are too long for the dialect; they are never cut."""
    reported: set[str] = set()
    for limit in _enforced_first(profile.descriptions):
        long = [(c, len(text)) for c, text in described if len(text) > limit.maximum and c.name not in reported]
        if long:
            reported.update(contract.name for contract, _ in long)
            first, length = max(long, key=lambda pair: pair[1])
            longest = f"; the longest is {length:,}" if len(long) > 1 else f" and is {length:,}"
            yield _finding(
                first,
                limit.enforced,
                f"{profile.dialect}: {plural(limit.maximum, 'character')} is the limit of a description, over it:"
                f" {comma_list([contract.name for contract, _ in long])}{longest}",
                "shorten the description, or say less in `notes`",
            )


def key_diagnostics(
    contracts: Sequence[ToolContract],
    keys: Callable[[str, Schema], frozenset[str]],
    definitions: Mapping[str, Schema],
    profile: Profile,
) -> Iterator[Diagnostic]:
    """Report property keys that the dialect does not take, in arguments and in shared definitions.

    Args:
        contracts: the tools.
        keys: collects the property keys of a schema, which it may remember by the name given.
        definitions: the shared schemas.
        profile: the dialect.
    """
    for rule in profile.property_keys:
        fits = cache(_fitting(rule))
        shared = {key for name, schema in definitions.items() for key in keys(f"$defs {name}", schema) if not fits(key)}
        own = [(c, sorted(key for key in keys(c.name, c.input_schema) if not fits(key))) for c in contracts]
        first = next((pair for pair in own if pair[1]), None)
        bad = sorted(shared.union(*(keys for _, keys in own)))
        if bad and contracts:
            yield _finding(
                first[0] if first else contracts[0],
                rule.enforced,
                f"{profile.dialect} wants property keys of {_wanted(rule)}, found {comma_list(bad)}",
                "set `x-tool.name` on the property",
            )


def _finding(contract: ToolContract, enforced: bool, message: str, hint: str) -> Diagnostic:
    return Diagnostic(
        code="PT-02",
        severity=Severity.ERROR if enforced else Severity.WARNING,
        message=message,
        location=contract.origin,
        hint=hint,
        tool=contract.name,
    )


def _enforced_first(rules: Iterable[_Rule]) -> list[_Rule]:
    return sorted(rules, key=lambda rule: not rule.enforced)


def _fitting(rule: NameRule) -> Callable[[str], bool]:
    pattern = re.compile(rule.pattern)
    return lambda name: len(name) <= rule.maximum and pattern.fullmatch(name) is not None


def _wanted(rule: NameRule) -> str:
    return f"at most {rule.maximum} characters that match `{rule.pattern}`"


def property_keys(schema: Schema) -> Iterator[str]:
    """Yield the keys that a schema declares, at any depth; references are not followed."""
    for _, part in walk(schema):
        properties = part.get("properties") if isinstance(part, Mapping) else None
        if isinstance(properties, Mapping):
            yield from properties

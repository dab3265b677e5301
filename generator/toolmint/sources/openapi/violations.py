"""What a validator's error means, in one sentence, at one place.

Two libraries report errors: jsonschema-rs on the meta-schema, jsonschema on single schemas and defaults. Both are
brought into one form, `Violation`. An error of `oneOf` or `anyOf` is followed into the branch that the author meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolmint.text import comma_list, kind_of, visible

__all__ = ["Violation", "flatten_rust_error", "flatten_schema_error", "shown_value"]

_SHOWN = 60
_KINDS = {
    "array": "a list",
    "boolean": "`true` or `false`",
    "integer": "an integer",
    "null": "`null`",
    "number": "a number",
    "object": "a mapping",
    "string": "a string",
}
_LIMITS = {
    "exclusiveMaximum": "is not below the exclusive maximum",
    "exclusiveMinimum": "is not above the exclusive minimum",
    "maximum": "is above the maximum",
    "maxItems": "has more entries than",
    "maxLength": "is longer than",
    "maxProperties": "has more keys than",
    "minimum": "is below the minimum",
    "minItems": "has fewer entries than",
    "minLength": "is shorter than",
    "minProperties": "has fewer keys than",
    "multipleOf": "is no multiple of",
}
_CHOICES = frozenset({"anyOf", "oneOf"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One way in which a value breaks a schema."""

    keyword: str
    """The JSON Schema keyword that failed."""
    tokens: tuple[str, ...]
    """The way to the value, as reference tokens."""
    instance: Any
    """The value that failed."""
    wanted: Any
    """What the keyword asks for: its value, or the part of it that failed."""
    branches: tuple[tuple[Violation, ...], ...] = ()
    """For `oneOf` and `anyOf`: what is wrong with each branch."""

    @property
    def last_name(self) -> str:
        """The last reference token that is no index; empty at the root."""
        return next((token for token in reversed(self.tokens) if not token.isdigit()), "")

    @property
    def names(self) -> tuple[str, ...]:
        """The keys that are missing or unknown."""
        return tuple(self.wanted) if self.keyword in ("required", "unknown") else ()

    @property
    def sentence(self) -> str:
        """What was found and what was wanted: lower case, no full stop, values cut."""
        found = shown_value(self.instance)
        match self.keyword:
            case "required":
                return f"{comma_list(self.names)} {'is' if len(self.names) == 1 else 'are'} missing"
            case "unknown":
                return f"unknown {'key' if len(self.names) == 1 else 'keys'} {comma_list(self.names)}"
            case "type":
                return f"found {found} where {self._kinds()} was wanted"
            case "enum" if len(self.wanted) == 1:
                return f"found {found} where {shown_value(self.wanted[0])} was wanted"
            case "enum":
                options = [shown_value(option).strip("`") for option in self.wanted]
                return f"{found} is none of {comma_list(options, limit=6)}"
            case "const":
                return f"found {found} where {shown_value(self.wanted)} was wanted"
            case "format":
                return f"{found} is no {self._format()}"
            case "pattern":
                return f"{found} does not match the pattern {shown_value(self.wanted)}"
            case "uniqueItems":
                return "the list repeats an entry"
            case "dependencies" | "dependentRequired":
                return f"{shown_value(self.wanted)} is missing beside a key that needs it"
            case "anyOf" | "oneOf":
                return f"{found} has none of the forms that are allowed here"
            case "not":
                return "a combination that the standard excludes"
            case _ if self.keyword in _LIMITS:
                return f"{found} {_LIMITS[self.keyword]} {shown_value(self.wanted)}"
            case _:
                return f"{found} breaks `{self.keyword}`"

    def _kinds(self) -> str:
        wanted = [self.wanted] if isinstance(self.wanted, str) else list(self.wanted)
        return " or ".join(_KINDS.get(kind, kind) for kind in wanted)

    def _format(self) -> str:
        names = {
            "regex": "regular expression of ECMA 262",
            "uri": "URI",
            "uri-reference": "URI",
            "email": "e-mail address",
        }
        return names.get(self.wanted, f"value of the format `{self.wanted}`")


def shown_value(value: Any) -> str:
    """Write a value for a message: scalars in backticks, cut; collections by their kind alone."""
    if isinstance(value, (dict, list)):
        return kind_of(value)
    shown = (
        {None: "null", True: "true", False: "false"}[value]
        if value is None or value is True or value is False
        else str(value)
    )
    shown = visible(shown.replace("\n", " "))
    return f"`{shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + '…'}`"


def flatten_rust_error(error: Any) -> Iterator[Violation]:
    """Turn an error of jsonschema-rs into violations, choices followed.

    Args:
        error: a `jsonschema_rs.ValidationError`.
    """
    yield from _leaves(_from_rust(error))


def flatten_schema_error(error: Any, prefix: Sequence[str]) -> Iterator[Violation]:
    """Turn an error of jsonschema into violations, choices followed.

    Args:
        error: a `jsonschema.exceptions.ValidationError` or `SchemaError`.
        prefix: the way to the value that was validated, as reference tokens.
    """
    yield from _leaves(_from_python(error, tuple(prefix)))


def _leaves(violation: Violation) -> Iterator[Violation]:
    chosen = _chosen_branch(violation)
    if not chosen:
        yield violation
    for inner in chosen:
        yield from _leaves(inner)


def _chosen_branch(violation: Violation) -> tuple[Violation, ...]:
    """Guess which branch of a choice the author meant.

    Not `Reference` where there is no `$ref`, and only that where there is one; else the branch whose errors lie
    deepest, since a branch of another kind fails at its root.
    """
    is_mapping = isinstance(violation.instance, dict)
    has_ref = is_mapping and "$ref" in violation.instance
    depth = len(violation.tokens)

    def is_reference_branch(branch: tuple[Violation, ...]) -> bool:
        return any(
            error.keyword == "required" and "$ref" in error.names and len(error.tokens) == depth for error in branch
        )

    def fitness(branch: tuple[Violation, ...]) -> tuple[int, int, int]:
        wrong_kind = any(error.keyword in ("type", "const") and len(error.tokens) == depth for error in branch)
        return (not wrong_kind, max(len(error.tokens) for error in branch), -len(branch))

    branches = [branch for branch in violation.branches if branch]
    meant = branches if has_ref else [branch for branch in branches if not is_reference_branch(branch)]
    if not meant:
        return ()
    best = max(meant, key=fitness)
    # Scalars fit a choice of scalar forms equally badly; saying so beats naming one of them.
    if not is_mapping and len(meant) > 1 and all(len(error.tokens) == depth for branch in meant for error in branch):
        return ()
    return tuple(_with_all_options(error, meant) for error in best)


def _with_all_options(error: Violation, branches: list[tuple[Violation, ...]]) -> Violation:
    """Offer what any branch allows: a parameter's `in` has a branch for each of its values."""
    if error.keyword != "enum":
        return error
    same = (other for branch in branches for other in branch if (other.keyword, other.tokens) == ("enum", error.tokens))
    return replace(error, wanted=list(dict.fromkeys(str(option) for other in same for option in other.wanted)))


def _from_rust(error: Any) -> Violation:
    kind = error.kind
    keyword = str(kind.name)
    tokens = tuple(str(token) for token in error.instance_path)
    wanted: Any = None
    for name in (
        "property",
        "unexpected",
        "types",
        "options",
        "expected_value",
        "format",
        "pattern",
        "limit",
        "multiple_of",
    ):
        if hasattr(kind, name):
            wanted = getattr(kind, name)
            break
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        keyword, wanted = "unknown", list(wanted or ())
    elif keyword == "required":
        wanted = [wanted]
    elif keyword == "propertyNames":
        inner = _from_rust(kind.error)
        return Violation(keyword="unknown", tokens=tokens, instance=error.instance, wanted=[str(inner.instance)])
    branches: tuple[tuple[Violation, ...], ...] = ()
    if keyword in _CHOICES:
        branches = tuple(tuple(_from_rust(inner) for inner in branch) for branch in getattr(kind, "context", ()))
    return Violation(keyword=keyword, tokens=tokens, instance=error.instance, wanted=wanted, branches=branches)


def _from_python(error: Any, prefix: tuple[str, ...]) -> Violation:
    keyword = str(error.validator)
    tokens = prefix + tuple(str(token) for token in error.relative_path)
    wanted = error.validator_value
    instance = error.instance
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        keyword, wanted = "unknown", _quoted(error.message) or ["?"]
    elif keyword == "required":
        wanted = _quoted(error.message)[:1] or ["?"]
    elif keyword in ("minimum", "maximum") and "or equal to" in error.message:
        # Draft 4, and so OpenAPI 3.0, writes an exclusive bound as a boolean beside the bound.
        keyword = "exclusive" + keyword.capitalize()
    elif keyword in ("dependencies", "dependentRequired"):
        wanted = (_quoted(error.message) or ["?"])[0]
    return Violation(
        keyword=keyword,
        tokens=tokens,
        instance=instance,
        wanted=wanted,
        branches=_python_branches(error, keyword, tokens),
    )


def _python_branches(error: Any, keyword: str, tokens: tuple[str, ...]) -> tuple[tuple[Violation, ...], ...]:
    if keyword not in _CHOICES:
        return ()
    grouped: dict[int, list[Violation]] = {}
    for inner in error.context:
        grouped.setdefault(inner.schema_path[0], []).append(_from_python(inner, tokens))
    return tuple(tuple(branch) for _, branch in sorted(grouped.items()))


def _quoted(message: str) -> list[str]:
    """Return the names in quotes in a message of jsonschema; it keeps them nowhere else."""
    return re.findall(r"'((?:[^'\\]|\\.)*)'", message)

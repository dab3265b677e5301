"""Lists that are too long or too large, with the tools that make them so and a selection that would help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.binding import HttpBinding
from toolmint.ir.schema import walk
from toolmint.location import Location
from toolmint.lowering.findings import dialect_finding
from toolmint.lowering.listing import LoweredTool, write_tool
from toolmint.lowering.size import Budget, Size, size_of
from toolmint.profiles import Profile
from toolmint.text import comma_list, plural

__all__ = ["budget_diagnostics", "count_diagnostics", "selection_hint"]

_LARGEST = 3
_PATTERNS = 6
_SPENDS = ("spends", "spend up to")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sized:
    tool: LoweredTool
    size: Size


def count_diagnostics(tools: Sequence[LoweredTool], place: Location, profile: Profile) -> Iterator[Diagnostic]:
    """Report a list that holds more tools, or more properties, than a request may.

    Args:
        tools: the list.
        place: where the source begins.
        profile: the dialect.
    """
    fields = sum(map(_fields, tools)) if profile.fields else 0
    for limits, count, noun, nouns, most in (
        (profile.tools, len(tools), "tool", "tools", len),
        (profile.fields, fields, "property", "properties", None),
    ):
        over = [limit for limit in limits if count > limit.maximum]
        if over:
            limit = max(over, key=lambda one: one.maximum)
            whose = "of a request's tools together" if most is None else "a request"
            yield dialect_finding(
                profile.dialect,
                ("takes", "take"),
                f"{plural(limit.maximum, noun, nouns)} {whose}, this list has {count:,}",
                code="PT-02",
                severity=Severity.ERROR if limit.enforced else Severity.WARNING,
                location=place,
                hint=selection_hint(_sized(tools, profile), tools_at_most=limit.maximum if most else None),
            )


def budget_diagnostics(
    tools: Sequence[LoweredTool], place: Location, profile: Profile, budget: Budget
) -> Iterator[Diagnostic]:
    """Report tools and lists that are larger than the project wants.

    Args:
        tools: the list.
        place: where the source begins.
        profile: the dialect.
        budget: the limits, in estimated tokens.
    """
    if budget.tokens_per_tool is None and budget.tokens_per_list is None:
        return
    sized = _sized(tools, profile)
    most = budget.tokens_per_tool
    over = [one for one in sized if most is not None and one.size.tokens > most]
    if most is not None and over:
        first = max(over, key=lambda one: one.size.tokens)
        names = comma_list([one.tool.contract.name for one in over])
        others = f"; over it: {names}" if len(over) > 1 else ""
        name = first.tool.contract.name
        yield dialect_finding(
            profile.dialect,
            _SPENDS,
            f"about {first.size.tokens:,} tokens on `{name}`, `tokens_per_tool` is {most:,}{others}",
            code="PT-03",
            location=first.tool.contract.origin,
            hint="say less in descriptions, or hide properties that no call needs",
            tool=name,
            subject="tokens_per_tool",
            weight=first.size.tokens,
        )
    total = sum(one.size.tokens for one in sized)
    if budget.tokens_per_list is not None and total > budget.tokens_per_list:
        yield dialect_finding(
            profile.dialect,
            _SPENDS,
            f"about {total:,} tokens on this list, `tokens_per_list` is {budget.tokens_per_list:,}",
            code="PT-03",
            location=place,
            hint=selection_hint(sized, tokens_at_most=budget.tokens_per_list),
            subject="tokens_per_list",
            weight=total,
        )


def selection_hint(
    sized: Sequence[_Sized], *, tools_at_most: int | None = None, tokens_at_most: int | None = None
) -> str:
    """Name the largest tools, and patterns of `include` that keep a list within limits.

    Whole tags are chosen, else first segments of paths; those with most tools first, as long as they fit.
    """
    largest = sorted(sized, key=lambda one: -one.size.tokens)[:_LARGEST]
    named = ", ".join(f"`{one.tool.contract.name}` (about {one.size.tokens:,} tokens)" for one in largest)
    chosen: list[str] = []
    tools = tokens = 0
    for pattern, members in _groups(sized):
        size = sum(one.size.tokens for one in members)
        fits = tools_at_most is None or tools + len(members) <= tools_at_most
        if fits and (tokens_at_most is None or tokens + size <= tokens_at_most) and len(chosen) < _PATTERNS:
            chosen.append(pattern)
            tools, tokens = tools + len(members), tokens + size
    hint = f"the largest: {named}"
    if not chosen:
        return f"{hint}; choose with `include`"
    listed = ", ".join(f'"{pattern}"' for pattern in chosen)
    return f"{hint}; `include = [{listed}]` would keep {plural(tools, 'tool')} of about {tokens:,} tokens"


def _groups(sized: Sequence[_Sized]) -> list[tuple[str, list[_Sized]]]:
    groups: dict[str, list[_Sized]] = {}
    for one in sized:
        contract = one.tool.contract
        if contract.tags:
            groups.setdefault(f"tag:{contract.tags[0]}", []).append(one)
        elif isinstance(contract.binding, HttpBinding):
            segment = contract.binding.path.strip("/").partition("/")[0]
            groups.setdefault(f"path:/{segment}*", []).append(one)
    if len(groups) < 2:
        return []
    return sorted(groups.items(), key=lambda pair: -len(pair[1]))


def _sized(tools: Sequence[LoweredTool], profile: Profile) -> list[_Sized]:
    return [_Sized(tool=tool, size=size_of(write_tool(tool, profile))) for tool in tools]


def _fields(tool: LoweredTool) -> int:
    count = 0
    definitions = (tool.input_schema or {}).get("$defs", {})
    for schema in (tool.input_schema or {}, *(definitions.values() if isinstance(definitions, dict) else ())):
        for _, part in walk(schema):
            properties = part.get("properties") if isinstance(part, dict) else None
            count += len(properties) if isinstance(properties, dict) else 0
    return count

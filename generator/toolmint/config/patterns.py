"""The patterns of `include` and `exclude`: those that are wrong are refused where they are written."""

from __future__ import annotations

from toolmint.config.project_file import ProjectFile, SourceTable
from toolmint.location import Location

__all__ = ["function_places", "pattern_places"]


def pattern_places(read: ProjectFile, table: SourceTable, kind: str) -> dict[str, Location]:
    """Find where the patterns of a source are written.

    Args:
        read: the project file.
        table: the source's table in it.
        kind: of the source, which says what patterns there are.

    Returns:
        `include/0`, `exclude/0` and so on to place.

    Raises:
        ConfigError: an entry is no pattern (SL-02).
    """
    found: dict[str, Location] = {}
    for key in ("include", "exclude"):
        entries: list[str] = table.values.get(key, [])
        for index, entry in enumerate(entries):
            at = ("sources", table.name, key)
            place = found[f"{key}/{index}"] = read.place(*at, entry=entry, number=entries[:index].count(entry))
            _refuse_malformed(read, entry, key, place, kind)
    return found


def function_places(read: ProjectFile, table: SourceTable) -> dict[str, Location]:
    """Find where the functions of a source are listed: `functions/NAME` to place."""
    listed: list[str] = table.values.get("functions", [])
    return {f"functions/{name}": read.place("sources", table.name, "functions", entry=name) for name in listed}


def _refuse_malformed(read: ProjectFile, entry: str, key: str, place: Location, kind: str) -> None:
    # Only who has patterns pays for what reads them.
    from toolmint.selection import FORMS, InvalidPattern, parse_pattern

    try:
        parse_pattern(entry, FORMS.get(kind, FORMS["python"]))
    except InvalidPattern as problem:
        read.fail(f"{problem.message}, in `{key}`", [], hint=problem.hint, code="SL-02", place=place)

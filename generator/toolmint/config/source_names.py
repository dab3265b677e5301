"""Names of sources: each is a folder of the output, so that no two may be the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.documents import shown_path
from toolmint.errors import ConfigError
from toolmint.location import Location
from toolmint.source import SourceInput

__all__ = ["refuse_equal_names"]


def refuse_equal_names(sources: Sequence[SourceInput], root: Path) -> None:
    """Refuse sources that would be generated into one folder.

    Raises:
        ConfigError: PF-02, at the second of the two.
    """
    seen: dict[str, SourceInput] = {}
    for source in sources:
        # Folders whose names differ in case alone are one folder on macOS and Windows.
        other = seen.setdefault(source.name.casefold(), source)
        if other is not source:
            first, second = (shown_path(entry.file, root) for entry in (other, source))
            earlier = Related(message="the other one", location=Location(path=first, line=1, column=1))
            message = f"`{first}` and `{second}` would both be generated as `{source.name}`"
            hint = "rename one of them, or give it another `name` in the project file"
            location = Location(path=second, line=1, column=1)
            raise ConfigError.at(
                Diagnostic(
                    code="PF-02",
                    severity=Severity.ERROR,
                    message=message,
                    location=location,
                    hint=hint,
                    related=(earlier,),
                )
            )

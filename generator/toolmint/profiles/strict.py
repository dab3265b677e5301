"""A dialect in strict mode, as a row of its own: what a schema is lowered by before it is called strict."""

from __future__ import annotations

from dataclasses import replace

from toolmint.profiles.entries import SAYABLE, table
from toolmint.profiles.profile import Handling, KeywordRule, Profile

__all__ = ["strict_row"]


def strict_row(profile: Profile) -> Profile:
    """Return the row of a dialect's strict mode.

    Args:
        profile: a row that has strict rules.

    Raises:
        ValueError: the dialect has no strict mode.
    """
    rules = profile.strict
    if rules is None:
        raise ValueError(f"{profile.dialect} has no strict mode")
    return replace(
        profile,
        title=f"{profile.title}, strict",
        keywords=table(
            (Handling.PROSE, SAYABLE),
            (Handling.REWRITTEN, "oneOf allOf prefixItems"),
            (Handling.KEPT, " ".join(sorted(rules.keywords))),
            evidence=rules.evidence,
        ),
        unlisted=KeywordRule(handling=Handling.DROPPED, evidence=rules.evidence),
        values=rules.values,
        typed="where described",
        union_siblings="annotations",
        reference_siblings=False,
        closes=True,
        completes=rules.all_required,
        form_evidence=rules.evidence,
    )

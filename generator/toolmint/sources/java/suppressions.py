"""Findings that Java code lets pass: `@SuppressWarnings("toolmint:CF-04 why")`, on a method or its class."""

from __future__ import annotations

import re

from toolmint.sources.java.constants import NotConstant
from toolmint.sources.java.drafts import Draft
from toolmint.sources.java.model import Model
from toolmint.sources.java.places import Places

__all__ = ["add_suppressions"]

_MARK = "toolmint:"
_WRITTEN = re.compile(r"\s*([A-Z]{2,3}-\d{2})\s*(.*)", re.DOTALL)


def add_suppressions(draft: Draft, model: Model, places: Places) -> None:
    """Add to a tool what its annotations let pass; without a reason nothing passes."""
    owner = draft.owner
    for marks, name in ((owner.annotations, ""), (draft.method.annotations, draft.method.name)):
        use = model.annotations.find(marks, owner, "java.lang.SuppressWarnings", bundled=False)
        if use is None:
            continue
        place = places.at(owner.file, use.annotation.span, owner.binary, name, "SuppressWarnings")
        try:
            listed = [one.removeprefix(_MARK) for one in use.texts("value") if one.startswith(_MARK)]
        except NotConstant:
            continue  # not for toolmint, which would be written as it stands here
        for text in listed:
            found = _WRITTEN.fullmatch(text)
            if found is None or not found[2].strip():
                hint = 'write `@SuppressWarnings("toolmint:FS-02 why")`'
                draft.warning(
                    "JV-05", f"`toolmint:{text.strip()}` lets nothing pass without a code and a reason", place, hint
                )
            else:
                draft.ignore[found[1]] = found[2].strip()
                draft.places[f"ignore/{found[1]}"] = place

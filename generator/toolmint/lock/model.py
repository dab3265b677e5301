"""What a lock says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolmint.digest import rfc8785_digest

__all__ = ["Approval", "Entry", "Group", "Lock", "PinKind", "PinLock"]

PinKind: TypeAlias = Literal["mcp", "openapi"]
Group: TypeAlias = Literal["tools", "prompts", "resourceTemplates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """Somebody's word that one state may take the place of another: it holds for these two digests and no others."""

    before: str | None
    """The digest that was accepted until then; None: it was not there. Written as `from`."""
    after: str | None
    """The digest that is accepted since; None: it is gone. Written as `to`."""
    by: str
    reason: str
    grade: str
    """The gravest grade of what changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One object, a server's instructions, or an OpenAPI document."""

    sha256: str
    """Of the whole, unknown keys included, written by RFC 8785."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """JSON pointer inside the object to the sha256 of what stands there."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """JSON pointer to the text that stands there, which a model reads."""
    fields: tuple[str, ...] = ()
    """The arguments and what is inside them, such as `items[].sku`, sorted."""
    approvals: tuple[Approval, ...] = ()
    """From the first to the last; none: as it was pinned."""

    @property
    def unbound(self) -> str | None:
        """What is wrong with the approvals, as the end of a sentence; None where each continues the one before."""
        before: str | None = None
        for number, approval in enumerate(self.approvals, 1):
            if not approval.by.strip() or not approval.reason.strip():
                missing = "who gave it" if not approval.by.strip() else "a reason"
                return f"approval {number} does not say {missing}"
            if number > 1 and approval.before != before:
                return f"approval {number} is for another state than the one before it led to"
            before = approval.after
        if self.approvals and before != self.sha256:
            return "the last approval is for another digest"
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PinLock:
    """What was accepted of one pin."""

    kind: PinKind
    order: tuple[str, ...] = ()
    """The tools in the server's order."""
    tools: Mapping[str, Entry] = field(default_factory=dict)
    prompts: Mapping[str, Entry] = field(default_factory=dict)
    templates: Mapping[str, Entry] = field(default_factory=dict)
    instructions: Entry | None = None
    document: Entry | None = None
    """The OpenAPI document of a pin of that kind."""
    removed: Mapping[str, tuple[Approval, ...]] = field(default_factory=dict)
    """Tools that are gone, and the approvals that they had, the last one of their going."""

    def group(self, group: Group) -> Mapping[str, Entry]:
        """Return the entries of one of the lists that a server gives."""
        return {"tools": self.tools, "prompts": self.prompts, "resourceTemplates": self.templates}[group]

    @property
    def digest(self) -> str:
        """The sha256 of everything that is accepted, which a review is bound to."""
        state = {
            "order": list(self.order),
            "instructions": self.instructions and self.instructions.sha256,
            "document": self.document and self.document.sha256,
            **{
                group: {name: entry.sha256 for name, entry in self.group(group).items()}
                for group in ("tools", "prompts", "resourceTemplates")
            },
        }
        return rfc8785_digest(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Every pin of a project."""

    pins: Mapping[str, PinLock] = field(default_factory=dict)

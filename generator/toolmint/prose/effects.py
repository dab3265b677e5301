"""What a call of a tool does to the world, as far as its source lets one know."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import ToolContract
from toolmint.prose.catalog_names import http_call
from toolmint.prose.description import purpose_of
from toolmint.prose.verbs import WRITING, Verb, opening_verb, verb_of_name
from toolmint.text import name_words

__all__ = ["Evidence", "evidence_of", "is_reading_post", "writes"]

Effect: TypeAlias = Literal["read", "write"]

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "TRACE"})
_NO_VERB = frozenset({"POST", "PUT", "PATCH", "HEAD", "OPTIONS"})
"""Methods that say something else as the first word of a name: `post_donations` posts no donation."""
_READING_PATH = re.compile(
    r"(?:^|[/:_.-])(?:search|searches|query|queries|list|graphql|rpc|lookup|find|filter|count|preview|validate|verify|"
    r"check|estimate|calculate|quote|export|report|reports|inspect|introspect|mget|get[A-Z_-]\w*|batch[-_]?get)"
    r"(?:[/:_.-]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for reading or for writing, each on its own."""

    call: HttpBinding | None
    name: Verb | None
    """The verb of the tool's name that does most."""
    prose: Verb | None
    """The main verb of the first sentence."""

    @property
    def method(self) -> Effect | None:
        """What the HTTP method says; None for POST, which may do anything (RFC 9110 section 9.3.3)."""
        if self.call is None or self.call.method == "POST":
            return None
        return "read" if self.call.method in _SAFE else "write"


def evidence_of(contract: ToolContract) -> Evidence:
    """Gather what speaks for reading or for writing."""
    call = http_call(contract)
    name = _own_name(contract.name, call)
    opening = opening_verb(purpose_of(contract))
    return Evidence(call=call, name=verb_of_name(name), prose=opening.verb if opening is not None else None)


def _own_name(name: str, call: HttpBinding | None) -> str:
    """Return a name without the HTTP method that stands before a path's words."""
    if call is None or call.method not in _NO_VERB:
        return name
    words = name_words(name)
    return "_".join(words[1:]) if words and words[0].upper() == call.method else name


def is_reading_post(contract: ToolContract, evidence: Evidence) -> bool:
    """Whether a POST only reads: a search, a GraphQL query, a lookup whose body is too long for a URL."""
    call = evidence.call
    if call is None or call.method != "POST":
        return False
    reads = evidence.prose is not None and evidence.prose.act == "read"
    if evidence.name is not None:
        # A client's name of `POST` is often `create`, whatever the call does.
        return evidence.name.act == "read" or (evidence.name.act in ("create", "make", "run") and reads)
    last = call.path.rstrip("/").rpartition("/")[2]
    if _READING_PATH.search(last):
        return True
    return reads


def writes(contract: ToolContract, evidence: Evidence) -> bool:
    """Whether a call changes something, on the best evidence: the source's word, the HTTP method, the verbs."""
    stated = contract.annotations.read_only
    if stated is not None:
        return not stated and not (evidence.call is not None and is_reading_post(contract, evidence))
    if evidence.method is not None:
        return evidence.method == "write"
    for verb in (evidence.name, evidence.prose):
        if verb is not None and (verb.act == "read" or verb.act in WRITING):
            return verb.act in WRITING
    return False

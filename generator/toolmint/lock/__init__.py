"""Third-party pins: what was accepted of what somebody else wrote, by its digests, and by whom.

`toolmint.lock` holds the digests, texts and approvals; the objects themselves lie in `specs/`, as they were sent.
"""

from __future__ import annotations

from toolmint.lock.lockfile import LOCK, lock_bytes, parse_lock
from toolmint.lock.model import Approval, Entry, Lock, PinLock
from toolmint.lock.objects import GROUPS, Named, document_entry, entry_of, named_objects, text_entry
from toolmint.lock.specs import OPENAPI_SPEC, SPEC, laid_out, listing_of_text, parse_spec, same_spelling, spec_text

__all__ = [
    "GROUPS",
    "LOCK",
    "OPENAPI_SPEC",
    "SPEC",
    "Approval",
    "Entry",
    "Lock",
    "Named",
    "PinLock",
    "document_entry",
    "entry_of",
    "laid_out",
    "listing_of_text",
    "lock_bytes",
    "named_objects",
    "parse_lock",
    "parse_spec",
    "same_spelling",
    "spec_text",
    "text_entry",
]

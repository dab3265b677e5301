"""What each provider takes, as data.

No SDK checks its provider's rules, and one bad tool fails a whole request or list; so they are checked here.
"""

from __future__ import annotations

from toolmint.profiles.profile import (
    Evidence,
    Handling,
    KeywordRule,
    Limit,
    NameRule,
    Profile,
    RequestLimits,
    StrictRules,
)
from toolmint.profiles.rows import PROFILES

__all__ = [
    "PROFILES",
    "Evidence",
    "Handling",
    "KeywordRule",
    "Limit",
    "NameRule",
    "Profile",
    "RequestLimits",
    "StrictRules",
]

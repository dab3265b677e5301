"""What each provider takes, as data.

No SDK checks its provider's rules, and one bad tool fails a whole request or list; so they are checked here.
"""

from __future__ import annotations

from toolmint.profiles.layout import Layout, Slot, Template
from toolmint.profiles.profile import (
    Evidence,
    Handling,
    KeywordRule,
    Limit,
    NameRule,
    Profile,
    RequestLimits,
    StrictRules,
    ValueRules,
)
from toolmint.profiles.rows import PROFILES
from toolmint.profiles.strict import strict_row

__all__ = [
    "PROFILES",
    "Evidence",
    "Handling",
    "KeywordRule",
    "Layout",
    "Limit",
    "NameRule",
    "Profile",
    "RequestLimits",
    "Slot",
    "StrictRules",
    "Template",
    "ValueRules",
    "strict_row",
]

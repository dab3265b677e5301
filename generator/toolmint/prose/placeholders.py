"""Values that stand for one that the reader is to put in: `<order id>`, `...`, `{{order_id}}`."""

from __future__ import annotations

import re

__all__ = ["is_placeholder"]

_PLACEHOLDER = re.compile(
    r"\.\.\.|…|^<.*>$|^\{.*\}$|\$\{|\{\{|^\$[A-Za-z_]|^%[A-Za-z_(]|^(?i:your|my|some)[-_ ]|^[xX]{3,}$|^_+$", re.DOTALL
)


def is_placeholder(value: object) -> bool:
    """Whether a value stands for another."""
    return isinstance(value, str) and _PLACEHOLDER.search(value) is not None

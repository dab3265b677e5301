"""Third-party tool servers, live: what they list, as they spell it. Nothing else in toolmint touches the network.

`read_listing` is the way in, and `fetching.fetch` that for a document. It speaks through the official `mcp` SDK, which
is an extra and slow to import, so that nothing here is imported before a live server is asked.
"""

from __future__ import annotations

from toolmint.live.limits import Limits
from toolmint.live.reading import read_listing

__all__ = ["Limits", "read_listing"]

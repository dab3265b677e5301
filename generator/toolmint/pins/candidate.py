"""What was reviewed and is not accepted yet.

It lies in `.toolmint/review/`, out of git's sight, and says which accepted state it was compared with: an acceptance
holds for what somebody read, and for nothing that came in between.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from toolmint.digest import file_digest
from toolmint.errors import OutputError, UsageError, system_reason
from toolmint.output import write_whole

__all__ = ["Candidate", "drop_candidate", "read_candidate", "write_candidate"]

_FOLDER = ".toolmint"
_REVIEWS = "review"
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One reviewed state of a pin."""

    against: str
    """Digest of the accepted state that it was compared with."""
    text: str
    """What the pin's file in the specs folder would hold."""

    @property
    def digest(self) -> str:
        """The sha256 of the text, by which a review names what it showed."""
        return file_digest(self.text.encode())


def write_candidate(root: Path, name: str, candidate: Candidate) -> None:
    """Keep what was reviewed.

    Raises:
        OutputError: the operating system refuses.
    """
    file = _file(root, name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        ignore = file.parents[1] / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write `{_FOLDER}`: {system_reason(error)}") from error
    value = {"version": _VERSION, "against": candidate.against, "sha256": candidate.digest, "text": candidate.text}
    write_whole(file, (json.dumps(value, indent=2) + "\n").encode())


def read_candidate(root: Path, name: str) -> Candidate:
    """Read what was reviewed last.

    Raises:
        UsageError: nothing was reviewed, or the file is not what the review wrote.
    """
    again = f"run `toolmint pin review {name}`"
    try:
        value = json.loads(_file(root, name).read_bytes())
        candidate = Candidate(against=value["against"], text=value["text"])
        intact = value["version"] == _VERSION and value["sha256"] == candidate.digest
    except FileNotFoundError:
        raise UsageError(
            f"nothing of `{name}` was reviewed since it was last accepted", hint=f"{again} first"
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        intact = False
    if not intact:
        shown = f"{_FOLDER}/{_REVIEWS}/{name}.json"
        raise UsageError(f"`{shown}` is not what the review wrote", hint=f"{again} again")
    return candidate


def drop_candidate(root: Path, name: str) -> None:
    """Forget a review; one that is not there is forgotten already."""
    _file(root, name).unlink(missing_ok=True)


def _file(root: Path, name: str) -> Path:
    return root / _FOLDER / _REVIEWS / f"{name}.json"

"""Tool names: legal for every provider, unique, independent of document order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolmint.lifting.frame import Frame
from toolmint.lifting.keys import TOOL_NAME, digest_suffix
from toolmint.location import Location
from toolmint.text import ascii_spelling, snake_case

__all__ = ["MAX_LENGTH", "NameRequest", "tool_names"]

MAX_LENGTH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRequest:
    """What a name is made from."""

    method: str
    path: str
    operation_id: str | None
    explicit: tuple[str, Location] | None
    """`x-tool.name`, taken as it is."""
    place: Location

    @property
    def identity(self) -> str:
        """`METHOD path`: what tells the operation apart from every other."""
        return f"{self.method} {self.path}"

    @property
    def digest(self) -> str:
        """Six digits of what tells the operation apart."""
        return digest_suffix(self.identity)


def tool_names(requests: Sequence[NameRequest], frames: Sequence[Frame]) -> list[str]:
    """Name every operation of a document.

    An `x-tool.name` stands as written. Members of a colliding group are each qualified from their own method, then
    from their own path; so the names do not depend on the order of the document.

    Args:
        requests: one an operation.
        frames: one an operation, for problems (NM-01 to NM-03, NM-07).

    Returns:
        One name a request, in the same order.
    """
    names = [_first_choice(request) for request in requests]
    for qualify in (_with_method, _with_path, _with_digest):
        crowded = _crowded(names)
        names = [
            qualify(request) if request.explicit is None and name in crowded else name
            for request, name in zip(requests, names, strict=True)
        ]
    names = [
        name if request.explicit else _shortened(name, request, frame)
        for request, name, frame in zip(requests, names, frames, strict=True)
    ]
    for name, request, frame in zip(names, requests, frames, strict=True):
        _mention_spelling(name, request, frame)
    _check_explicit(requests, names, frames)
    return names


def _crowded(names: Sequence[str]) -> set[str]:
    # Compared without case and with `-` as `_`: names that differ in no more than that are easily mistaken.
    folded: dict[str, int] = {}
    for name in names:
        folded[_folded(name)] = folded.get(_folded(name), 0) + 1
    return {name for name in names if folded[_folded(name)] > 1}


def _folded(name: str) -> str:
    return name.lower().replace("-", "_")


def _first_choice(request: NameRequest) -> str:
    if request.explicit is not None:
        return request.explicit[0]
    return _base(request) or _from_path(request)


def _base(request: NameRequest) -> str:
    """Write the operationId in snake_case; nothing where that would lose letters, as half a name misleads."""
    return _legal_start(snake_case(ascii_spelling(request.operation_id or "") or ""))


def _from_path(request: NameRequest) -> str:
    spelt = ascii_spelling(request.path)
    words = snake_case(request.path if spelt is None else spelt)
    # Words that the path lost might be all that tells it from another.
    return "_".join(
        [
            request.method.lower(),
            *([words] if words else []),
            *([] if words and spelt else [request.digest]),
        ]
    )


def _with_method(request: NameRequest) -> str:
    base = _base(request)
    return f"{base}_{request.method.lower()}" if base else _from_path(request)


def _with_path(request: NameRequest) -> str:
    base = _base(request)
    words = snake_case(ascii_spelling(request.path) or request.path)
    return f"{_with_method(request)}_{words}" if base and words else _with_digest(request)


def _with_digest(request: NameRequest) -> str:
    stem = _base(request) or _from_path(request)
    return f"{stem}_{request.digest}"


def _legal_start(name: str) -> str:
    return "_" + name if name[:1].isdigit() else name


def _shortened(name: str, request: NameRequest, frame: Frame) -> str:
    if len(name) <= MAX_LENGTH:
        return name
    room = MAX_LENGTH - 7
    cut = name[: room + 1].rfind("_")
    # A word border near the end, else a hard cut: one endless word leaves no border.
    stem = name[:cut] if cut > room // 2 else name[:room]
    short = f"{stem}_{request.digest}"
    frame.warning(
        "NM-03",
        f"`{name}` is {len(name)} characters; it becomes `{short}`",
        request.place,
        "choose a name: `x-tool: {name: …}`, 64 characters at most",
    )
    return short


def _mention_spelling(name: str, request: NameRequest, frame: Frame) -> None:
    """Say what became of letters that not every provider takes."""
    written = request.operation_id
    if request.explicit is not None:
        return
    hint = f"choose a name: `x-tool: {{name: …}}` on `{request.identity}`"
    if written is None:
        if ascii_spelling(request.path) is None:
            message = f"found no operationId, and letters outside ASCII in the path; the tool becomes `{name}`"
            frame.warning("NM-07", message, request.place.of_key(), hint)
        return
    place = request.place.child("operationId")
    if not _base(request):
        message = f"found `{written}` for operationId, wanted letters of ASCII; the tool is named by its path, `{name}`"
        frame.warning("NM-07", message, place, hint)
    elif not written.isascii():
        message = f"operationId `{written}` becomes `{name}`, since not every provider takes letters outside ASCII"
        frame.info("NM-07", message, place, hint)


def _check_explicit(requests: Sequence[NameRequest], names: Sequence[str], frames: Sequence[Frame]) -> None:
    owners: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        owners.setdefault(name, []).append(index)
    for index, request in enumerate(requests):
        if request.explicit is None:
            continue
        name, place = request.explicit
        if not TOOL_NAME.fullmatch(name):
            frames[index].error(
                "NM-01",
                f"found `{name}` for a tool's name, wanted one that every provider takes",
                place,
                "a letter or `_` first, then letters, digits, `_` and `-`, 64 characters at most",
            )
        others = [requests[other].identity for other in owners[name] if other != index]
        if others:
            frames[index].error("NM-02", f"`{name}` is also the name of `{others[0]}`", place, "give each its own name")

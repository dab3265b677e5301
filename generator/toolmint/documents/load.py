"""Bytes to documents: encoding, syntax, and errors with a place.

YAML and JSON only; what the values mean is for `sources`. Reading keeps no positions, as they cost several times the
parse; `positions` finds a place again when something is reported there.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.documents.faults import Fault
from toolmint.documents.files import read_file, why_unreadable
from toolmint.documents.json_reader import has_lone_surrogate, read_json
from toolmint.documents.lines import LineTable
from toolmint.documents.origins import Origins
from toolmint.errors import SourceError
from toolmint.location import Location
from toolmint.text import visible

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = ["Document", "decode", "decode_text", "load_document", "parse_document", "unreadable_file"]

_PEEKED = 200
"""Bytes or characters at the beginning that tell what a file is."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file that was read and parsed."""

    path: str
    """The file as shown to people."""
    file: Path
    """The file as it is opened."""
    syntax: Literal["yaml", "json"]
    """How the text was read, whatever the file's name ends in."""
    value: Json
    """The root value: plain dicts, lists, str, int, float, bool, None. Nobody changes it; aliases share objects."""
    content: bytes
    """What was read, byte for byte."""
    origins: Origins | None = None
    """Where the values stand, if the document was made from others; its own `path` is then no file's."""

    @property
    def text(self) -> str:
        """The content as text, without a byte-order mark; decoded at each call."""
        return self.content.decode("utf-8-sig")


def load_document(file: Path, *, path: str) -> Document:
    """Read and parse a file.

    Args:
        file: what to open.
        path: the file as shown to people.

    Raises:
        SourceError: with a diagnostic: the file cannot be read, decoded or parsed.
    """
    try:
        content = read_file(file)
    except OSError as error:
        raise unreadable_file(error, path=path) from error
    return parse_document(content, path=path, file=file)


def unreadable_file(error: OSError, *, path: str) -> SourceError:
    """Return the failure of a file that the operating system does not give."""
    return _failure(Fault(why_unreadable(error), 0), LineTable(""), path)


def parse_document(content: bytes, *, path: str, file: Path) -> Document:
    """Parse the content of a YAML or JSON file.

    JSON goes through a JSON parser: what a `.json` file holds, and any content that begins with a bracket and is
    JSON. A `.json` file that begins like YAML is read as YAML.

    Args:
        content: the bytes of the file; UTF-8, with or without a byte-order mark.
        path: the file as shown to people.
        file: the file as it is opened.

    Raises:
        SourceError: with a diagnostic whose line and column are known. IN-01: not UTF-8, not YAML or JSON, empty,
            several documents, a tag, nested too deep. IN-02: a repeated key. IN-03: aliases that explode.
    """
    try:
        text = decode(content)
        value, syntax = _parse(text, is_json_file=file.suffix.lower() == ".json")
    except Fault as fault:
        raise _failure(fault, LineTable(content.decode("utf-8-sig", "replace")), path) from None
    return Document(path=path, file=file, syntax=syntax, value=value, content=content)


def decode_text(content: bytes, *, path: str) -> str:
    """Decode a file that is neither YAML nor JSON.

    Args:
        content: the bytes of the file.
        path: the file as shown to people.

    Raises:
        SourceError: with a diagnostic (IN-01): it is not UTF-8.
    """
    try:
        return decode(content)
    except Fault as fault:
        raise _failure(fault, LineTable(content.decode("utf-8-sig", "replace")), path) from None


def decode(content: bytes) -> str:
    """Decode UTF-8, with or without a byte-order mark.

    Raises:
        Fault: another encoding; says which byte stands where and what the encoding looks like.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        beginning = content[:_PEEKED]
        if content.startswith(_UTF16_MARKS) or beginning.count(b"\0") > len(beginning) // 3:
            raise Fault("found what looks like UTF-16, wanted UTF-8", 0, hint="save the file as UTF-8") from None
        if b"\0" in beginning:  # no text of any encoding of one byte a character has it
            raise Fault("found binary data, wanted text in UTF-8", 0) from None
        bad = error.object[error.start]
        # Bytes 0x80 to 0x9F are control characters in Latin-1, which nobody writes, and letters in Windows-1252.
        name = "windows-1252" if 0x80 <= bad <= 0x9F else "latin-1"
        letter = bytes([bad]).decode(name, "replace")
        label = {"latin-1": "Latin-1", "windows-1252": "Windows-1252"}[name]
        raise Fault(
            f"byte 0x{bad:02X} is not UTF-8; the file looks like {label}, where it is `{letter}`",
            # `start` counts bytes of the part after a byte-order mark, all of them valid UTF-8.
            len(error.object[: error.start].decode("utf-8")),
            width=1,
            hint="save the file as UTF-8",
        ) from None


def _parse(text: str, *, is_json_file: bool) -> tuple[Json, Literal["yaml", "json"]]:
    beginning = text.lstrip()[:1]
    if not beginning:
        raise Fault("the document is empty", 0)
    if "\0" in text:
        raise _nul_fault(text)
    if beginning in "{[" or (is_json_file and beginning in '"-0123456789'):
        try:
            return read_json(text), "json"
        except Fault as fault:
            # A repeated key or a number out of range is no reason to try another grammar.
            if is_json_file or fault.code != "IN-01" or not _could_be_yaml(text, fault):
                raise
    from toolmint.documents.yaml_values import parse_yaml  # PyYAML is imported where a document is YAML

    value = parse_yaml(text)
    if has_lone_surrogate(text, value):  # only the parser in Python lets them pass
        raise Fault("found half of a surrogate pair, wanted a character", 0)
    return value, "yaml"


def _nul_fault(text: str) -> Fault:
    """Refuse a character that neither YAML nor JSON may hold; many of them are another encoding, or no text."""
    if text[:_PEEKED].count("\0") > len(text[:_PEEKED]) // 10:
        return Fault("found what looks like UTF-16 or binary data, wanted UTF-8", 0, hint="save the file as UTF-8")
    return Fault("found a NUL character, which no text may hold", text.index("\0"), width=1, hint="remove it")


def _could_be_yaml(text: str, fault: Fault) -> bool:
    return "surrogate" not in fault.message and "nest" not in fault.message


def _failure(fault: Fault, lines: LineTable, path: str) -> SourceError:
    def place(offset: int, width: int) -> Location:
        line, column = lines.position(offset)
        return Location(path=path, line=line, column=column, width=max(1, min(width, lines.line_end(offset) - offset)))

    related: tuple[Related, ...] = ()
    if fault.earlier is not None:
        words, offset, width = fault.earlier
        first = place(offset, width)
        related = (Related(message=f"{words} (line {first.line})", location=first),)
    diagnostic = Diagnostic(
        code=fault.code,
        severity=Severity.ERROR,
        message=visible(fault.message),
        location=place(fault.offset, fault.width),
        hint=fault.hint and visible(fault.hint),
        related=related,
    )
    return SourceError(diagnostic.message, hint=diagnostic.hint, diagnostic=diagnostic)

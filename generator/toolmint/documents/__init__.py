"""Documents: files read into plain values, cursors on them, references between them, and places in them."""

from toolmint.documents.files import (
    SpecialFileError,
    beginning_of,
    check_regular,
    read_file,
    shown_path,
    why_unreadable,
)
from toolmint.documents.load import Document, load_document, parse_document
from toolmint.documents.node import Node
from toolmint.documents.origins import Origins
from toolmint.documents.positions import locate
from toolmint.documents.refs import ReferenceProblem, is_reference
from toolmint.documents.store import DocumentStore
from toolmint.documents.text_files import TextIndex

__all__ = [
    "Document",
    "DocumentStore",
    "Node",
    "Origins",
    "ReferenceProblem",
    "SpecialFileError",
    "TextIndex",
    "beginning_of",
    "check_regular",
    "is_reference",
    "load_document",
    "locate",
    "parse_document",
    "read_file",
    "shown_path",
    "why_unreadable",
]

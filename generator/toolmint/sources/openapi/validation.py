"""What openapi-spec-validator says of a document, as findings.

Of real documents in daily use one in five fails the validator, so nothing here stops a build: every finding is a
warning. Extraction reports what it cannot read; the caller raises a finding whose pointer a tool's request reaches.

The meta-schema that the validator bundles is run directly through jsonschema-rs, which takes milliseconds. Only a
document that fails it without a cause that can be named is given to the validator itself, which takes seconds.
"""

from __future__ import annotations

import importlib.resources
import importlib.util
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import Document, DocumentStore, Node, ReferenceProblem, is_reference
from toolmint.documents.refs import READABLE_SUFFIXES
from toolmint.errors import SourceError
from toolmint.lifting.violations import Violation, flatten_rust_error, flatten_schema_error
from toolmint.location import Location
from toolmint.sources.openapi.version import SpecVersion, spec_version
from toolmint.text import shown_value, visible

__all__ = ["HARMLESS", "HarmlessForm", "ValidatorFinding", "validate"]

_PACKAGE = "openapi_spec_validator"
_PLACE = "_toolmint_place"

# Extraction reports these itself, with a place, as IN-11 and IN-12 and with the parameter's name.
_LEFT_TO_EXTRACTION = frozenset({"DuplicateOperationIDError", "UnresolvableParameterError", "ParameterDuplicateError"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatorFinding:
    """Something that the validator does not accept; the first of its kind, with the places of the others."""

    diagnostic: Diagnostic
    """A warning: IN-05, or IN-14 where the validator itself failed."""
    harmless: bool
    """Whether the form is in `HARMLESS`: it is read without guessing, whatever uses it."""
    others: tuple[Location, ...] = ()
    """Where the same stands again, lines not looked up; the hint counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmlessForm:
    """A form that breaks the standard and is read without guessing."""

    name: str
    """Kebab-case, for the documentation."""
    reason: str
    """How it is read."""
    matches: Callable[[Violation], bool]
    """Whether a violation is of this form."""


def _is_querystring(value: object) -> bool:
    return isinstance(value, dict) and value.get("in") == "querystring"


HARMLESS: tuple[HarmlessForm, ...] = (
    HarmlessForm(
        name="boolean-required",
        reason="`required: true` on a schema is OpenAPI's spelling for parameters; it says nothing inside a schema",
        matches=lambda v: v.keyword == "type" and v.last_name == "required" and isinstance(v.instance, bool),
    ),
    HarmlessForm(
        name="repeated-required",
        reason="a name listed twice in `required` is required once",
        matches=lambda v: v.keyword == "uniqueItems" and v.last_name == "required",
    ),
    HarmlessForm(
        name="undeclared-required",
        reason="JSON Schema allows `required` to name a property that is not declared",
        matches=lambda v: v.keyword == "undeclared-required",
    ),
    HarmlessForm(
        name="exclusive-bound-of-another-version",
        reason="3.0 writes a boolean beside the bound and 3.1 the bound itself; which is meant shows in its type",
        matches=lambda v: (
            (v.keyword == "type" and v.last_name in ("exclusiveMinimum", "exclusiveMaximum"))
            or (v.keyword in ("dependencies", "dependentRequired") and v.wanted in ("minimum", "maximum"))
        ),
    ),
    HarmlessForm(
        name="tuple-of-another-version",
        reason="a list of schemas as `items` is what 2020-12 calls `prefixItems`",
        matches=lambda v: v.keyword in ("type", "oneOf") and v.last_name == "items" and isinstance(v.instance, list),
    ),
    HarmlessForm(
        name="querystring-without-name",
        reason="the name of a `querystring` parameter takes no part in the request (3.2 section 4.12.1)",
        matches=lambda v: v.keyword == "required" and v.names == ("name",) and _is_querystring(v.instance),
    ),
    HarmlessForm(
        name="missing-response-description",
        reason="a response's description is prose that no schema depends on",
        matches=lambda v: v.keyword == "required" and v.names == ("description",) and "responses" in v.tokens,
    ),
    HarmlessForm(
        name="unknown-key",
        reason="a key that the standard does not know is not read; `<<` in JSON is one",
        matches=lambda v: v.keyword == "unknown",
    ),
    HarmlessForm(
        name="pattern-of-another-dialect",
        reason="patterns are passed on as text; extraction judges those that a tool uses",
        matches=lambda v: v.keyword == "format" and v.wanted == "regex",
    ),
    HarmlessForm(
        name="odd-format",
        reason="URIs and e-mail addresses are text here; extraction judges the server's address",
        matches=lambda v: v.keyword == "format" and v.wanted != "regex",
    ),
    HarmlessForm(
        name="default-outside-its-schema",
        reason="a default is an annotation (JSON Schema 2020-12 section 9.2); no call is made from it",
        matches=lambda v: v.keyword == "default",
    ),
    HarmlessForm(
        name="odd-tag",
        reason="tags group operations; a repeated or unknown one changes no tool",
        matches=lambda v: v.tokens[:1] == ("tags",),
    ),
)
"""Forms that real documents are full of (contract.md section 3). Response codes written as integers need no entry:
the YAML reader makes every key text."""


def validate(document: Document, store: DocumentStore, *, full: bool = False) -> list[ValidatorFinding]:
    """Judge a document by the standard's meta-schema.

    Args:
        document: the document at the root of a description; files that it refers to are read through `store`.
        store: reads those files and follows references; nothing is fetched.
        full: run the validator's own checks too, even if the meta-schema finds nothing.

    Returns:
        The first finding of each kind, in the order of discovery. Empty where the version is unknown, which
        `spec_version` reports, and where extraction reports the same (IN-09 to IN-12).
    """
    try:
        version = spec_version(document)
    except SourceError:
        return []
    collected = _Collected(document, store)
    meta = _meta_validator(version)
    try:
        if not full and meta.is_valid(document.value):
            return []
        for error in meta.iter_errors(document.value):
            for violation in flatten_rust_error(error):
                collected.add(violation)
    except Exception as error:  # a crash of the validator is a finding, whatever it is (contract.md section 3)
        collected.crashed(error)
    if not full and collected.explained:
        return collected.findings()  # the validator's own checks take seconds, and stumble over what is told already
    try:
        for violation in _semantic_violations(document, store, version):
            collected.add(violation)
    except Exception as error:  # the same
        collected.crashed(error)
    return collected.findings()


@cache
def _meta_validator(version: SpecVersion) -> Any:
    import jsonschema_rs

    text = _bundled(f"resources/schemas/v{version}/schema.json")
    return jsonschema_rs.validator_for(json.loads(text), offline=True)


def _bundled(path: str) -> str:
    """Read a file of the validator's package without importing it, which costs over half a second."""
    spec = importlib.util.find_spec(_PACKAGE)
    reader: Any = getattr(spec and spec.loader, "get_resource_reader", lambda _: None)(_PACKAGE)
    files = reader.files() if hasattr(reader, "files") else importlib.resources.files(_PACKAGE)
    content: str = files.joinpath(*path.split("/")).read_text(encoding="utf-8")
    return content


class _Collected:
    """Violations by kind, in order."""

    def __init__(self, document: Document, store: DocumentStore) -> None:
        self._document = document
        self._store = store
        self._places: dict[tuple[Any, ...], dict[Location, None]] = {}
        self._first: dict[tuple[Any, ...], tuple[Violation, bool]] = {}
        self._crashes: list[ValidatorFinding] = []
        self._vague = False

    def add(self, violation: Violation) -> None:
        """Take one violation."""
        harmless = any(form.matches(violation) for form in HARMLESS)
        detail = violation.names or violation.last_name
        if violation.keyword == "default":
            detail = ""
        kind = (violation.keyword, detail, harmless)
        self._first.setdefault(kind, (violation, harmless))
        self._vague |= not harmless and violation.keyword not in _OWN_WORDS and violation.is_vague
        place = _location(self._document, self._store, violation)
        self._places.setdefault(kind, {})[place] = None

    @property
    def explained(self) -> bool:
        """Whether all that was found so far is harmless or names its cause."""
        return not self._crashes and not self._vague

    def crashed(self, error: Exception) -> None:
        """Take a failure of the validator itself."""
        reference = getattr(error, "ref", None)  # of the exceptions of `referencing`, which print whole documents
        if isinstance(reference, str):
            shown = f"$ref: {reference}"
        else:
            shown = f"{type(error).__name__}: {' '.join(str(error).split())}"
        shown = visible(shown if len(shown) <= 80 else shown[:79] + "…")
        self._crashes.append(
            ValidatorFinding(
                diagnostic=Diagnostic(
                    code="IN-14",
                    severity=Severity.WARNING,
                    message=f"the validator stopped at `{shown}`",
                    location=Location(path=self._document.path),
                    hint="the rest of the document was not validated; extraction reads it all the same",
                ),
                harmless=True,
            )
        )

    def findings(self) -> list[ValidatorFinding]:
        """Return one finding a kind."""
        made = []
        for kind, (violation, harmless) in self._first.items():
            first, *others = self._places[kind]
            diagnostic = Diagnostic(
                code="IN-05",
                severity=Severity.WARNING,
                message=visible(violation.sentence if violation.keyword not in _OWN_WORDS else str(violation.wanted)),
                location=first,
                hint=f"and {len(others):,} more like it" if others else None,
            )
            made.append(ValidatorFinding(diagnostic=diagnostic, harmless=harmless, others=tuple(others)))
        # A crash over what the findings name already would tell nothing.
        return made if any(not one.harmless for one in made) else made + self._crashes


# Keywords of our own, whose `wanted` is the sentence.
_OWN_WORDS = frozenset({"default", "undeclared-required", "other"})


def _location(document: Document, store: DocumentStore, violation: Violation) -> Location:
    """Find the value that a violation is about, through the references on its way."""
    node = Node.root(document)
    tokens = list(violation.tokens)
    at_key = violation.keyword == "unknown"
    if at_key:
        tokens.append(violation.names[0])
    for index, token in enumerate(tokens):
        try:
            node = _child(node, token, store)
        except (KeyError, ReferenceProblem):
            return replace(node.location.child(*tokens[index:]), at="value")
    return node.key_location if at_key else node.location


def _child(node: Node, token: str, store: DocumentStore) -> Node:
    try:
        return node.child(token)
    except KeyError:
        if not is_reference(node):
            raise
        return store.resolve(node).child(token)


def _semantic_violations(document: Document, store: DocumentStore, version: SpecVersion) -> Iterator[Violation]:
    """Run the validator's own checks: schemas by their dialect, defaults, `required`, tags.

    Its run of the meta-schema is left out: it throws away which branch of a choice failed where.
    """
    from jsonschema_path.paths import SchemaPath
    from openapi_spec_validator.validation import exceptions, validators

    shipped: Any = {
        "2.0": validators.OpenAPIV2SpecValidator,
        "3.0": validators.OpenAPIV30SpecValidator,
        "3.1": validators.OpenAPIV31SpecValidator,
        "3.2": validators.OpenAPIV32SpecValidator,
    }[version]
    placed = {
        **shipped.keyword_validators,
        "schema": _placing(shipped.keyword_validators["schema"]),
        "parameter": _placing(shipped.keyword_validators["parameter"]),
        "tags": _placing(shipped.keyword_validators["tags"]),
    }
    validator_class = type("PlacingValidator", (shipped,), {"keyword_validators": placed})
    base_uri = (store.root / document.file).as_uri()
    root = SchemaPath.from_dict(document.value, base_uri=base_uri, handlers=_StoreHandlers(store))  # type: ignore[arg-type]  # a mapping of every scheme
    validator: Any = validator_class(root)
    for error in validator.root_validator(root):
        prefix = [str(part) for part in getattr(error, _PLACE, ())]
        name = type(error).__name__
        if name in _LEFT_TO_EXTRACTION:
            continue
        if isinstance(error, exceptions.ExtraParametersError):
            yield _undeclared_required(error, prefix)
        elif isinstance(error, exceptions.OpenAPIValidationError):
            if isinstance(error.validator, str):
                yield from flatten_schema_error(error, prefix)
            else:
                yield _in_own_words("other", prefix, _short(error.message))
        else:
            yield _default_violation(error, prefix)


def _placing(shipped: Any) -> Any:
    """Make a keyword validator write the way to the value into its errors: the shipped one loses it."""

    def call(self: Any, path: Any, *arguments: Any, **options: Any) -> Iterator[Any]:
        for error in shipped.__call__(self, path, *arguments, **options):
            if not hasattr(error, _PLACE):  # the innermost call knows best
                setattr(error, _PLACE, path.parts)
            yield error

    return type(f"Placing{shipped.__name__}", (shipped,), {"__call__": call})


def _undeclared_required(error: Any, prefix: Sequence[str]) -> Violation:
    names = error.message.partition("[")[2].rstrip("]").replace("'", "`")
    return _in_own_words(
        "undeclared-required", [*prefix, "required"], f"`required` names undeclared properties: {names}"
    )


def _default_violation(error: Any, prefix: Sequence[str]) -> Violation:
    inner = next(iter(flatten_schema_error(error, ())))
    sentence = f"the default breaks its own schema: {inner.sentence}"
    return _in_own_words("default", [*prefix, "default", *inner.tokens], sentence)


def _in_own_words(keyword: str, tokens: Sequence[str], sentence: str) -> Violation:
    return Violation(keyword=keyword, tokens=tuple(tokens), instance=None, wanted=sentence)


def _short(message: str) -> str:
    words = re.sub(r"'([^'\s]+)'", r"`\1`", " ".join(message.split()).rstrip("."))
    words = words if len(words) <= 100 else words[:99] + "…"
    return words[:1].lower() + words[1:]


class _Refused(Exception):
    """The validator asked for a URL."""


class _StoreHandlers(dict[str, Any]):
    """Gives the validator files from the store, and nothing else.

    The validator fetches any scheme that it finds no handler for, so this mapping claims to have them all.
    """

    def __init__(self, store: DocumentStore) -> None:
        super().__init__()
        self._store = store

    def __contains__(self, scheme: object) -> bool:
        return True

    def __missing__(self, scheme: str) -> Callable[[str], Any]:
        return self._read if scheme == "file" else self._refuse

    def _read(self, uri: str) -> Any:
        parts = urlsplit(uri)
        file = Path(url2pathname(parts.path))
        # A reference to `//host/x` or to an absolute path has become a file address too by now.
        known = {document.file for document in self._store.loaded()}
        is_ours = file.is_relative_to(self._store.root) and file.name.lower().endswith(READABLE_SUFFIXES)
        if parts.netloc or not (is_ours or file in known):
            return self._refuse(uri)
        return self._store.load(file).value

    def _refuse(self, uri: str) -> Any:
        raise _Refused(f"{shown_value(uri).strip('`')} is not fetched")

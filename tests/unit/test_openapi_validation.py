"""What the validator says, as findings with a place and one sentence."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolmint.diagnostics import Severity
from toolmint.documents import DocumentStore, Node
from toolmint.errors import SourceError
from toolmint.location import Location
from toolmint.sources.openapi.validation import HARMLESS, ValidatorFinding, validate

ROOT = Path("/project").absolute()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


def findings_of(text: str, *, full: bool = False, **others: str) -> tuple[DocumentStore, list[ValidatorFinding]]:
    files = {ROOT / "api.yaml": text.encode()}
    files |= {ROOT / f"{name}.yaml": other.encode() for name, other in others.items()}

    def read(file: Path) -> bytes:
        if file not in files:
            raise FileNotFoundError(2, "No such file or directory")
        return files[file]

    store = DocumentStore(ROOT, read=read)
    return store, validate(store.load(Path("api.yaml")), store, full=full)


def rows(text: str, *, full: bool = False, **others: str) -> list[tuple[str, str, bool]]:
    _, found = findings_of(text, full=full, **others)
    return [(f.diagnostic.location.pointer, f.diagnostic.message, f.harmless) for f in found]


def api(version: str, rest: str) -> str:
    head = f"openapi: {version}\ninfo: {{title: T, version: '1'}}\n"
    return head + ("" if "paths:" in rest else "paths: {}\n") + rest


CLEAN = api("3.0.3", "paths: {/x: {get: {responses: {'200': {description: ok}}}}}\n")
SCHEMA = "components: {{schemas: {{S: {0}}}}}\n"


def test_a_clean_document_has_no_findings() -> None:
    assert rows(CLEAN) == rows(CLEAN, full=True) == []


@pytest.mark.parametrize("head", ["openapi: 9.0.0", "title: x", "swagger: '1.2'"])
def test_an_unknown_version_is_not_judged(head: str) -> None:
    assert rows(head) == []


@pytest.mark.parametrize(
    ("name", "text", "pointer", "message"),
    [
        (
            "boolean-required",
            api("3.0.3", SCHEMA.format("{type: string, required: true}")),
            "/components/schemas/S/required",
            "found `true` for `required`, wanted a list",
        ),
        (
            "repeated-required",
            api("3.0.3", SCHEMA.format("{type: object, required: [a, a]}")),
            "/components/schemas/S/required",
            "found an entry twice for `required`, wanted each once",
        ),
        (
            "exclusive-bound-of-another-version",
            api("3.0.3", SCHEMA.format("{type: integer, exclusiveMinimum: 0}")),
            "/components/schemas/S/exclusiveMinimum",
            "found `0` for `exclusiveMinimum`, wanted `true` or `false`",
        ),
        (
            "exclusive-bound-of-another-version",
            api("3.1.0", SCHEMA.format("{type: integer, minimum: 0, exclusiveMinimum: true}")),
            "/components/schemas/S/exclusiveMinimum",
            "found `true` for `exclusiveMinimum`, wanted a number",
        ),
        (
            "tuple-of-another-version",
            api("3.0.3", SCHEMA.format("{type: array, items: [{type: string}]}")),
            "/components/schemas/S/items",
            "found a list for `items`, wanted a mapping",
        ),
        (
            "querystring-without-name",
            api(
                "3.2.0",
                "paths: {/x: {get: {parameters: [{in: querystring, content: {a/b: {schema: {}}}}], responses: {}}}}\n",
            ),
            "/paths/~1x/get/parameters/0",
            "`name` is missing",
        ),
        (
            "missing-response-description",
            api("3.0.3", "paths: {/x: {get: {responses: {200: {content: {}}}}}}\n"),
            "/paths/~1x/get/responses/200",
            "`description` is missing",
        ),
        (
            "unknown-key",
            api("3.0.3", "paths: {/x: {get: {tittle: a, responses: {'200': {description: ok}}}}}\n"),
            "/paths/~1x/get/tittle",
            "unknown key `tittle`",
        ),
        (
            "pattern-of-another-dialect",
            api("3.0.3", SCHEMA.format("{type: string, pattern: '(?i)[a-z'}")),
            "/components/schemas/S/pattern",
            "found `(?i)[a-z` for `pattern`, wanted a regular expression of ECMA 262",
        ),
        (
            "odd-format",
            "openapi: 3.0.3\ninfo: {title: T, version: '1', contact: {email: nobody}}\npaths: {}\n",
            "/info/contact/email",
            "found `nobody` for `email`, wanted an e-mail address",
        ),
        (
            "default-outside-its-schema",
            api("3.0.3", SCHEMA.format("{properties: {p: {type: integer, default: x}}}")),
            "/components/schemas/S/properties/p/default",
            "the default breaks its own schema: found `x`, wanted an integer",
        ),
        (
            "undeclared-required",
            api("3.0.3", SCHEMA.format("{allOf: [{type: object}], required: [ghost]}")),
            "/components/schemas/S/required",
            "`required` names undeclared properties: `ghost`",
        ),
        ("odd-tag", api("3.0.3", "tags: [{name: a}, {name: a}]\n"), "/tags", "duplicate tag name `a`"),
    ],
)
def test_harmless_forms(name: str, text: str, pointer: str, message: str) -> None:
    assert name in {form.name for form in HARMLESS}
    assert (pointer, message, True) in rows(text, full=True)


def test_every_harmless_form_is_tested() -> None:
    tested = {case[0] for mark in test_harmless_forms.pytestmark for case in mark.args[1]}  # type: ignore[attr-defined]  # pytest adds it
    assert tested == {form.name for form in HARMLESS}


@pytest.mark.parametrize(
    ("text", "pointer", "message"),
    [
        (
            api(
                "3.0.3",
                "paths: {/x: {get: {parameters: [{name: q, in: quary}], responses: {'200': {description: ok}}}}}\n",
            ),
            "/paths/~1x/get/parameters/0/in",
            "found `quary` for `in`, wanted one of ",
        ),
        (
            api("3.0.3", SCHEMA.format("{type: {type: string}}")),
            "/components/schemas/S/type",
            "found a mapping for `type`, wanted one of ",
        ),
        (
            api("3.0.3", SCHEMA.format("{properties: {a: {items: {$ref: 3}}}}")),
            "/components/schemas/S/properties/a/items/$ref",
            "found `3` for `$ref`, wanted a string",
        ),
        ("openapi: 3.0.3\npaths: {}\n", "", "`info` is missing"),
    ],
)
def test_harmful_forms(text: str, pointer: str, message: str) -> None:
    matching = [row for row in rows(text) if row[0] == pointer and row[1].startswith(message) and not row[2]]
    assert len(matching) == 1


def test_findings_are_warnings_with_a_place() -> None:
    store, found = findings_of(
        api("3.0.3", "paths:\n  /x:\n    get:\n      responses:\n        '200':\n          content: {}\n")
    )
    [finding] = found
    assert (finding.diagnostic.code, finding.diagnostic.severity) == ("IN-05", Severity.WARNING)
    place = store.locate(finding.diagnostic.location)
    assert (place.path, place.line) == ("api.yaml", 8)


def test_the_like_is_counted_and_kept() -> None:
    schemas = ", ".join(f"S{i}: {{type: string, required: true}}" for i in range(91))
    _, [finding] = findings_of(api("3.0.3", f"components: {{schemas: {{{schemas}}}}}\n"))
    assert finding.diagnostic.hint == "and 90 more like it"
    assert finding.others[-1] == Location(path="api.yaml", pointer="/components/schemas/S90/required")


def test_no_message_dumps_a_value() -> None:
    long = "x" * 5_000
    for _, message, _ in rows(api("3.0.3", SCHEMA.format(f"{{type: {long}, description: [{long}]}}")), full=True):
        assert len(message) < 200


@pytest.mark.parametrize(
    "rest",
    [
        # IN-11 and IN-12 say these better, with the parameter's place.
        "paths: {/x: {get: &o {operationId: a, responses: {'200': {description: ok}}}, put: *o}}\n",
        "paths: {'/x/{id}': {get: {responses: {'200': {description: ok}}}}}\n",
    ],
)
def test_what_extraction_reports_is_left_to_it(rest: str) -> None:
    assert rows(api("3.0.3", rest), full=True) == []


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            api(
                "3.0.3",
                "paths: {/x: {get: {parameters: [{name: q, in: query}], responses: {'200': {description: o}}}}}\n",
            ),
            ["found none of `schema`, `content` in `parameters`, wanted one of them"],
        ),
        (
            api(
                "3.1.0",
                "paths: {/x: {get: {parameters: [{name: q, in: query, schema: {}, content: {a/b: {}}}]}}}\n",
            ),
            ["found both `schema` and `content` in `parameters`, wanted one of them"],
        ),
        (
            api(
                "3.0.3",
                "components: {parameters: {P: {name: q, in: query, schema: {}, example: 1, examples: {}}}}\n",
            ),
            ["found `example` beside `examples` for `P`, wanted one of them"],
        ),
        (
            api("3.0.3", "components: {parameters: {P: {name: q, in: path, required: false, schema: {}}}}\n"),
            ["found `false` for `required`, wanted `true`"],
        ),
        (
            api(
                "3.2.0",
                "paths: {/x: {get: {parameters: [{name: a, in: query, schema: {}}, "
                "{name: b, in: querystring, content: {a/b: {}}}]}}}\n",
            ),
            ["found `in: query` beside `in: querystring` for `parameters`, wanted one of them"],
        ),
        (
            api(
                "3.2.0",
                "paths: {/x: {get: {parameters: [{name: a, in: querystring, content: {a/b: {}}}, "
                "{name: b, in: querystring, content: {a/b: {}}}]}}}\n",
            ),
            ["found several parameters `in: querystring`, wanted at most one"],
        ),
        (
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n",
            ["found none of `paths`, `components`, `webhooks`, wanted one of them"],
        ),
        (api("3.1.0", "paths: {/a: null}\n"), ["found `null` for `/a`, wanted a mapping"]),
        (
            api("3.1.0", "servers: [{url: /, variables: {v: {default: a, enum: []}}}]\n"),
            ["found 0 entries for `enum`, wanted at least 1"],
        ),
    ],
)
def test_a_finding_says_what_was_found_and_what_was_wanted(
    text: str, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What names its cause is not looked into any further.
    monkeypatch.setattr("toolmint.sources.openapi.validation._semantic_violations", None)
    assert [message for _, message, harmless in rows(text) if not harmless] == messages


def test_a_crash_of_the_validator_is_not_told_beside_its_cause() -> None:
    text = api(
        "3.0.3", "paths: {/b: {get: {operationId: a, parameters: 5, responses: {'204': {description: done}}}}}\n"
    )
    for full in (False, True):
        _, found = findings_of(text, full=full)
        assert [one.diagnostic.code for one in found] == ["IN-05"]


def test_a_crash_of_the_validator_is_one_warning() -> None:
    # The validator takes for granted that a parameter has a name.
    text = api("3.2.0", "paths: {/x: {get: {parameters: [{in: querystring, content: {a/b: {}}}]}}}\n")
    _, found = findings_of(text, full=True)
    [crash] = [f for f in found if f.diagnostic.code == "IN-14"]
    assert crash.diagnostic.severity is Severity.WARNING
    assert "KeyError" in crash.diagnostic.message


REMOTE = "paths: {{/x: {{get: {{parameters: [{{$ref: '{0}'}}], responses: {{'200': {{description: ok}}}}}}}}}}\n"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/p.yaml#/p",
        "ftp://example.com/p.yaml#/p",
        "//example.com/p.yaml#/p",
        f"//example.com{ROOT.as_posix()}/p.yaml#/p",
        "/elsewhere/p.yaml#/p",
        "file:///elsewhere/p.yaml#/p",
        "notes.txt#/p",
    ],
)
def test_nothing_is_fetched_and_no_stray_file_is_read(url: str) -> None:
    text = api("3.0.3", REMOTE.format(url)).encode()
    reads = []

    def read(file: Path) -> bytes:
        reads.append(file)
        return text

    store = DocumentStore(ROOT, read=read)
    [finding] = validate(store.load(Path("api.yaml")), store, full=True)
    assert finding.diagnostic.code == "IN-14"
    assert finding.diagnostic.message.startswith("the validator stopped at `$ref: ")
    assert reads == [ROOT / "api.yaml"]


def test_other_files_are_read_through_the_store() -> None:
    text = api("3.0.3", REMOTE.format("other.yaml#/p"))
    other = "p: {name: q, in: query, schema: {type: integer, default: x}}"
    store, [finding] = findings_of(text, full=True, other=other)
    assert finding.diagnostic.location.path == "other.yaml"
    assert finding.diagnostic.location.pointer == "/p/schema/default"
    assert store.locate(finding.diagnostic.location).column == other.index("x}") + 1


def test_the_fast_path_does_not_import_the_validator() -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom toolmint.documents import DocumentStore\n"
        "from toolmint.sources.openapi.validation import validate\n"
        f"store = DocumentStore(Path({str(ROOT)!r}), read=lambda _: {CLEAN.encode()!r})\n"
        "assert validate(store.load(Path('api.yaml')), store) == []\n"
        "assert not {'openapi_spec_validator', 'jsonschema'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(filter(None, sys.path))})


def test_corpus_findings_have_a_place_and_are_short(corpus: Path) -> None:
    store = DocumentStore(corpus)
    judged = 0
    for file in sorted((corpus / "openapi").glob("*.*")):
        try:
            document = store.load(file)
        except SourceError:
            continue
        for finding in validate(document, store):
            judged += 1
            place = finding.diagnostic.location
            assert len(finding.diagnostic.message) < 200
            assert store.locate(place).line >= 1
            loaded = {doc.path: doc for doc in store.loaded()}
            if not finding.diagnostic.message.startswith(("`", "the validator")):
                assert Node.root(loaded[place.path]).at(place.pointer) is not None
    assert judged >= 5

"""Following references, and saying where one leads nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.diagnostics import Diagnostic
from toolmint.documents import Document, DocumentStore, Node, ReferenceProblem, is_reference, parse_document
from toolmint.errors import SourceError
from toolmint.location import join_pointer

ROOT = Path("/project").absolute()


class Disk:
    """Files in memory, and a record of what was read."""

    def __init__(self, files: dict[str, str | bytes]) -> None:
        self.files = {ROOT / name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
        self.reads: list[Path] = []

    def read(self, file: Path) -> bytes:
        self.reads.append(file)
        try:
            return self.files[file]
        except KeyError:
            raise FileNotFoundError(2, "No such file or directory", str(file)) from None


def store_of(**files: str | bytes) -> tuple[DocumentStore, Disk]:
    disk = Disk({name.replace("__", "/").replace("_", "."): text for name, text in files.items()})
    return DocumentStore(ROOT, read=disk.read), disk


def resolved(store: DocumentStore, pointer: str, file: str = "a.yaml") -> Node:
    node = store.root_node(Path(file)).at(pointer)
    assert node is not None
    return store.resolve(node)


def problem(store: DocumentStore, pointer: str, file: str = "a.yaml") -> Diagnostic:
    with pytest.raises(ReferenceProblem) as caught:
        resolved(store, pointer, file)
    return caught.value.diagnostic


A = """\
openapi: 3.1.0
paths:
  /x/{id}: {get: {summary: here}}
components:
  schemas:
    Pet: {type: object, properties: {"a/b": {type: string}, "50%": {type: number}}}
    Alias: {$ref: '#/components/schemas/Pet'}
    Twice: {$ref: '#/components/schemas/Alias'}
    Named: {$anchor: pet-name, type: string}
    Embedded: {$id: 'https://example.com/embedded', properties: {p: {type: integer}}}
refs:
  local: {$ref: '#/components/schemas/Pet'}
  chain: {$ref: '#/components/schemas/Twice'}
  escaped: {$ref: '#/components/schemas/Pet/properties/a~1b'}
  percent: {$ref: '#/components/schemas/Pet/properties/50%25'}
  path: {$ref: '#/paths/~1x~1%7Bid%7D/get'}
  root: {$ref: '#'}
  through: {$ref: '#/components/schemas/Twice/properties/a~1b'}
  anchor: {$ref: '#pet-name'}
  embedded: {$ref: 'https://example.com/embedded#/properties/p'}
  index: {$ref: '#/list/1'}
list: [{n: 0}, {n: 1}]
"""


@pytest.mark.parametrize(
    ("name", "pointer"),
    [
        ("local", "/components/schemas/Pet"),
        ("chain", "/components/schemas/Pet"),
        ("escaped", "/components/schemas/Pet/properties/a~1b"),
        ("percent", "/components/schemas/Pet/properties/50%"),
        ("path", "/paths/~1x~1{id}/get"),
        ("root", ""),
        ("through", "/components/schemas/Pet/properties/a~1b"),
        ("anchor", "/components/schemas/Named"),
        ("embedded", "/components/schemas/Embedded/properties/p"),
        ("index", "/list/1"),
    ],
)
def test_references_within_a_document(name: str, pointer: str) -> None:
    store, _ = store_of(a_yaml=A)
    found = resolved(store, f"/refs/{name}")
    assert (found.document.path, found.pointer) == ("a.yaml", pointer)
    assert not is_reference(found)


def test_a_value_without_reference_stays_itself() -> None:
    store, _ = store_of(a_yaml=A)
    node = store.root_node(Path("a.yaml")).child("list")
    assert store.resolve(node) is node


def test_one_step_stops_at_the_next_reference() -> None:
    store, _ = store_of(a_yaml=A)
    node = store.root_node(Path("a.yaml")).at("/refs/chain")
    assert node is not None
    assert store.follow(node).pointer == "/components/schemas/Twice"


def test_the_same_target_is_the_same_node() -> None:
    store, _ = store_of(a_yaml=A)
    assert resolved(store, "/refs/local") is resolved(store, "/refs/chain")


FILES = {
    "specs__a_yaml": "one: {$ref: 'sub/b.yaml#/x'}\ntwo: {$ref: ./sub/b.yaml}\nspace: {$ref: 'my%20file.yml#/k'}\n",
    "specs__sub__b_yaml": "x: {$ref: '../c.json#/deep/0'}\ny: 1\n",
    "specs__c_json": '{"deep": [{"ok": true}], "home": {"$ref": "a.yaml"}}',
}


@pytest.mark.parametrize(
    ("file", "pointer", "target"),
    [
        ("specs/a.yaml", "/one", ("specs/c.json", "/deep/0")),
        ("specs/a.yaml", "/two", ("specs/sub/b.yaml", "")),
        ("specs/c.json", "/home", ("specs/a.yaml", "")),
        ("specs/a.yaml", "/space", ("specs/my file.yml", "/k")),
    ],
)
def test_references_between_files(file: str, pointer: str, target: tuple[str, str]) -> None:
    store, disk = store_of(**FILES)
    disk.files[ROOT / "specs/my file.yml"] = b"k: 1\n"
    found = resolved(store, pointer, file)
    assert (found.document.path, found.pointer) == target
    assert len(disk.reads) == len(set(disk.reads))


@pytest.mark.parametrize(
    ("ref", "code", "says", "hint"),
    [
        ("#/components/schemas/Pets", "IN-09", "`#/components/schemas` has no `Pets`", "`Pet`"),
        ("#/component", "IN-09", "the root has no `component`", "`components`"),
        ("#/list/2", "IN-09", "`#/list` has no `2`", None),
        ("#/list/01", "IN-09", "`#/list` has no `01`", None),
        ("#/components/schemas/", "IN-09", "leads nowhere: no name follows its last `/`", None),
        ("#pet-nam", "IN-09", "no `$anchor` is called `pet-nam`", "`pet-name`"),
        ("#components/schemas/Pet", "IN-09", "no `$anchor`", "write `#/components/schemas/Pet`"),
        ("Pet", "IN-09", "wanted a file that ends in `.yaml`, `.yml` or `.json`", "write `#/components/schemas/Pet`"),
        ("./description.md", "IN-09", "wanted a file that ends in `.yaml`, `.yml` or `.json`", None),
        ("gone.yaml#/x", "IN-09", "`gone.yaml`: the file does not exist", None),
        ("https://example.com/a.yaml#/x", "IN-10", "outside this project", "toolmint never fetches"),
        ("//example.com/a.yaml", "IN-10", "outside this project", "toolmint never fetches"),
        ("file:///etc/passwd.yaml", "IN-10", "outside this project", "toolmint never fetches"),
        ("urn:example:pet", "IN-10", "outside this project", "toolmint never fetches"),
        ("/etc/hosts.yaml", "IN-10", "absolute path", "relative"),
        ("%2Fetc%2Fhosts.yaml", "IN-10", "absolute path", "relative"),
    ],
)
def test_references_that_lead_nowhere(ref: str, code: str, says: str, hint: str | None) -> None:
    store, disk = store_of(a_yaml=A + f"bad:\n  $ref: '{ref}'\n")
    finding = problem(store, "/bad")
    assert finding.code == code
    assert says in finding.message
    assert (hint is None and finding.hint is None) or (hint is not None and hint in (finding.hint or ""))
    place = store.locate(finding.location)
    assert (place.path, place.line, place.column) == ("a.yaml", len(A.splitlines()) + 2, 9)
    assert not [file for file in disk.reads if file.name in ("hosts.yaml", "passwd.yaml", "description.md")]


def test_a_reference_that_is_no_text() -> None:
    store, _ = store_of(a_yaml="bad: {$ref: 3}")
    assert problem(store, "/bad").message == "found a number for `$ref`, wanted a string"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x: {$ref: '#/x'}", "#/x -> #/x"),
        ("x: {$ref: '#/y'}\ny: {$ref: '#/z'}\nz: {$ref: '#/y'}", "#/y -> #/z -> #/y"),
        ("x: {$ref: '#/x/y'}", "#/x"),
    ],
)
def test_a_chain_that_leads_only_to_itself(text: str, shown: str) -> None:
    store, _ = store_of(a_yaml=text)
    finding = problem(store, "/x")
    assert finding.code == "IN-09"
    assert finding.message == f"`$ref` leads back to itself: `{shown}`"


def test_a_recursive_schema_is_no_cycle() -> None:
    store, _ = store_of(a_yaml="T: {properties: {next: {$ref: '#/T'}}}")
    assert resolved(store, "/T/properties/next").pointer == "/T"


def test_a_broken_second_file_is_a_problem_of_the_reference() -> None:
    store, disk = store_of(a_yaml="x:\n  $ref: b.yaml\n", b_yaml="k: 1\nk: 2\n")
    finding = problem(store, "/x")
    assert (finding.code, finding.location.path, finding.location.line) == ("IN-02", "b.yaml", 2)
    assert finding.related[-1].location == Node.root(store.load(Path("a.yaml"))).child("x").child("$ref").location
    assert problem(store, "/x") == finding
    assert [file.name for file in disk.reads] == ["a.yaml", "b.yaml"]
    assert store.source_line("b.yaml", 2) == "k: 2"


def test_a_reader_that_refuses_is_obeyed() -> None:
    def read(file: Path) -> bytes:
        if not file.is_relative_to(ROOT):
            raise PermissionError(13, "Permission denied")
        return b"x: {$ref: '../secret.yaml'}"

    store = DocumentStore(ROOT, read=read)
    finding = problem(store, "/x")
    assert finding.code == "IN-09"
    assert "permission denied" in finding.message


def test_paths_are_shown_relative_to_the_root() -> None:
    store, disk = store_of(specs__a_yaml="x: {$ref: ../../out/b.yaml}")
    disk.files[ROOT.parent / "out/b.yaml"] = b"k: 1"
    assert store.load(ROOT / "specs" / "a.yaml").path == "specs/a.yaml"
    assert resolved(store, "/x", "specs/a.yaml").document.path == "../out/b.yaml"


def test_a_file_that_cannot_be_read_fails_alike_each_time() -> None:
    store, disk = store_of()
    for _ in range(2):
        with pytest.raises(SourceError, match="does not exist"):
            store.load(Path("gone.yaml"))
    assert len(disk.reads) == 1


def test_a_document_can_take_the_place_of_its_file() -> None:
    store, _ = store_of(a_yaml="x: {$ref: '#/y'}\ny: 1\n")
    assert resolved(store, "/x").value == 1
    changed = parse_document(b"x: {$ref: '#/y'}\n\ny: 2\n", path="a.yaml", file=ROOT / "a.yaml")
    store.add(changed)
    assert resolved(store, "/x").value == 2
    assert store.locate(resolved(store, "/x").location).line == 3


def test_lines_for_code_frames() -> None:
    store, _ = store_of(a_yaml=b"\xef\xbb\xbfa: 1\r\nb: 2\n", latin_yaml="a: é\nb: 1\n".encode("latin-1"))
    store.load(Path("a.yaml"))
    assert [store.source_line("a.yaml", line) for line in (0, 1, 2, 3, 4)] == [None, "a: 1", "b: 2", "", None]
    with pytest.raises(SourceError):
        store.load(Path("latin.yaml"))
    assert store.source_line("latin.yaml", 2) == "b: 1"
    assert store.source_line("unread.yaml", 1) is None


def test_cursors() -> None:
    document = parse_document(b"a: [1, {b/c: text}]\n", path="a.yaml", file=Path("a.yaml"))
    root = Node.root(document)
    leaf = root.child("a").child(1).child("b/c")
    assert leaf.pointer == "/a/1/b~1c"
    assert (leaf.text, leaf.mapping, leaf.sequence, leaf.kind) == ("text", None, None, "a string")
    assert leaf.key_location.at == "key"
    assert root.at("/a/1/b~1c") is not None
    assert root.at("/a/2") is None
    assert root.get("absent") is None
    assert leaf.get("x") is None
    assert "a" in root
    assert "1" not in root.child("a")
    assert [key for key, _ in root.items()] == ["a"]
    assert [node.token for node in root.child("a").elements()] == ["0", "1"]
    assert list(leaf.items()) == list(leaf.elements()) == []
    with pytest.raises(KeyError):
        root.child("absent")


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=4))
def test_any_path_of_keys_can_be_referred_to(keys: list[str]) -> None:
    from urllib.parse import quote

    value: object = "found"
    for key in reversed(keys):
        value = {key: value}
    fragment = quote(join_pointer(["target", *keys]), safe="/~")
    document = Document(
        path="a.json",
        file=ROOT / "a.json",
        syntax="json",
        value={"ref": {"$ref": f"#{fragment}"}, "target": value},  # type: ignore[dict-item]  # nested mappings
        content=b"{}",
    )
    store = DocumentStore(ROOT, read=Disk({}).read)
    store.add(document)
    if keys[0] == "$ref" or "$ref" in keys:
        return  # a mapping with that key is a reference itself
    assert store.resolve(Node.root(document).child("ref")).value == "found"

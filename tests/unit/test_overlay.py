"""Overlays: what each action does to a document, what is refused, and where things are reported."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node
from toolmint.location import Location
from toolmint.source import Extraction, SourceInput
from toolmint.sources.openapi.overlay import apply_overlays
from toolmint.sources.openapi.source import SOURCE

ROOT = Path("/project")
SETS = ("description-and-summary", "remove-matching-responses", "replace-servers-for-sandbox", "update-root")

BASE = """\
openapi: 3.1.0
info: {title: Shop, version: '1'}
tags: [{name: a}]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: An order
      tags: [orders, old, more]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: debug, in: query, schema: {type: boolean}}
        - {name: lang, in: query, schema: {type: string}}
      responses:
        '200': {description: ok}
  /carts:
    get:
      operationId: listCarts
      responses:
        '200': {description: ok}
"""


def overlay(actions: str, *, version: str = "1.1.0", head: str = "") -> str:
    text = f"overlay: {version}\ninfo: {{title: T, version: '1'}}\n{dedent(head)}actions:\n"
    return text + "".join(f"  {line}\n" for line in dedent(actions).strip().splitlines())


class Applied:
    """What applying overlays to a document gave."""

    def __init__(self, base: str, *overlays: str, allow_unmatched: bool = False, **files: str) -> None:
        names = [f"one{number}.overlay.yaml" for number in range(len(overlays))]
        contents = {"spec.yaml": dedent(base), **dict(zip(names, overlays, strict=True)), **files}

        def read(file: Path) -> bytes:
            return contents[file.relative_to(ROOT).as_posix()].encode()

        self.texts = contents
        self.store = DocumentStore(ROOT, read=read)
        self.source = SourceInput(
            name="spec",
            kind="openapi",
            file=Path("spec.yaml"),
            overlays=tuple(Path(name) for name in names),
            options={"allow_unmatched": allow_unmatched},
        )
        self.changed, self.found = apply_overlays(self.source, self.store)

    @property
    def value(self) -> Any:
        return self.changed.load(Path("spec.yaml")).value

    @property
    def findings(self) -> list[str]:
        return [self.line(one) for one in self.found]

    def line(self, one: Diagnostic) -> str:
        place = self.store.locate(one.location)
        return f"{place.path}:{place.line}:{place.column} {one.severity.value} {one.code} {one.message}"

    def at(self, pointer: str, **how: Any) -> str:
        """Return file, line and the text at a place of the changed document."""
        node = self.changed.root_node(Path("spec.yaml"))
        place = self.store.locate(replace(node.location, pointer=pointer, **how))
        line = self.texts[place.path].splitlines()[place.line - 1]
        return f"{place.path}:{place.line}: {line[place.column - 1 : place.column - 1 + place.width]}"

    def extract(self) -> Extraction:
        return SOURCE.extract(self.source, self.store)


def changed(actions: str, base: str = BASE, **options: Any) -> Any:
    applied = Applied(base, overlay(actions, **options))
    assert applied.findings == []
    return applied.value


def get(value: Any) -> Any:
    return value["paths"]["/orders/{id}"]["get"]


# What actions do


def test_an_update_merges_mappings_to_any_depth_and_leaves_the_rest_in_order() -> None:
    value = changed(
        """
        - target: $
          update:
            info: {description: All about orders}
            paths:
              /orders/{id}:
                get: {x-tool: {when: the user asks for an order}, summary: One order}
        """
    )
    expected = yaml.safe_load(BASE)
    expected["info"]["description"] = "All about orders"
    get(expected)["summary"] = "One order"
    get(expected)["x-tool"] = {"when": "the user asks for an order"}
    assert value == expected
    assert list(get(value)) == [*get(yaml.safe_load(BASE)), "x-tool"]


def test_an_update_of_lists_appends_one_value_and_concatenates_a_list() -> None:
    assert get(changed("- {target: '$.paths.*.get.tags', update: extra}"))["tags"] == ["orders", "old", "more", "extra"]
    value = changed("- {target: '$.paths.*.get.tags', update: [x, y]}")
    assert get(value)["tags"] == ["orders", "old", "more", "x", "y"]
    assert changed("- {target: $.tags, update: {name: b}}")["tags"] == [{"name": "a"}, {"name": "b"}]


def test_lists_inside_an_update_are_concatenated() -> None:
    assert get(changed("- {target: $.paths.*.get, update: {tags: [x]}}"))["tags"] == ["orders", "old", "more", "x"]


def test_an_update_replaces_primitive_values_with_version_1_1() -> None:
    value = changed("- {target: $..description, update: fine}")
    assert {one["get"]["responses"]["200"]["description"] for one in value["paths"].values()} == {"fine"}
    assert changed("- {target: $.info.version, update: null}")["info"]["version"] is None


def test_each_selected_value_is_changed_once_and_apart_from_the_others() -> None:
    value = changed(
        """
        - target: $.paths.*.get['responses', 'responses']
          update: {'404': {description: none}}
        - target: $['tags', 'tags']
          update: {name: once}
        - target: $.paths['/carts'].get.responses['404']
          update: {x-only: carts}
        """
    )
    assert value["tags"] == [{"name": "a"}, {"name": "once"}]
    assert get(value)["responses"]["404"] == {"description": "none"}
    assert value["paths"]["/carts"]["get"]["responses"]["404"] == {"description": "none", "x-only": "carts"}


def test_removal_takes_out_keys_and_elements_by_the_place_they_had() -> None:
    value = changed("- {target: '$.paths[\"/orders/{id}\"].get.tags[0, 2]', remove: true}")
    assert get(value)["tags"] == ["old"]
    value = changed("- {target: \"$..parameters[?@.in == 'query']\", remove: true, update: {ignored: 1}}")
    assert [one["name"] for one in get(value)["parameters"]] == ["id"]
    assert "/carts" not in changed("- {target: \"$.paths['/carts']\", remove: true}")["paths"]


def test_removal_of_a_value_and_of_something_inside_it() -> None:
    base = "openapi: 3.1.0\na: {x: {x: 1, y: 2}, z: 3}\n"
    assert changed("- {target: $..x, remove: true}", base)["a"] == {"z": 3}


def test_copy_merges_what_another_query_selects() -> None:
    value = changed("- {target: \"$.paths['/carts']\", copy: \"$.paths['/orders/{id}']\"}")
    expected = yaml.safe_load(BASE)["paths"]
    expected["/carts"]["get"] = {**expected["/carts"]["get"], **expected["/orders/{id}"]["get"]}
    assert value["paths"] == expected
    assert changed("- {target: $.info.title, copy: $.info.version}")["info"]["title"] == "1"
    assert changed("- {target: $.tags, copy: $.tags}")["tags"] == [{"name": "a"}, {"name": "a"}]


def test_a_rename_by_copy_and_removal() -> None:
    value = changed(
        """
        - {target: $.paths, update: {/baskets: {}}}
        - {target: "$.paths['/baskets']", copy: "$.paths['/carts']"}
        - {target: "$.paths['/carts']", remove: true}
        """
    )
    assert value["paths"]["/baskets"] == yaml.safe_load(BASE)["paths"]["/carts"]
    assert "/carts" not in value["paths"]


def test_what_was_copied_lives_apart_from_its_source() -> None:
    value = changed(
        """
        - {target: $, update: {copied: {}, info: {contact: {name: N}}}}
        - {target: $.info.contact, update: {url: U}}
        - {target: $.copied, copy: $.info}
        - {target: $.info.contact, update: {name: Changed}}
        - {target: $.copied, update: {version: '2', contact: {url: Other}}}
        """
    )
    assert value["info"] == {"title": "Shop", "version": "1", "contact": {"name": "Changed", "url": "U"}}
    assert value["copied"] == {"title": "Shop", "version": "2", "contact": {"name": "N", "url": "Other"}}


def test_actions_and_overlays_are_applied_in_order() -> None:
    first = overlay("- {target: $.info, update: {x: 1}}\n- {target: $.info.x, remove: true}")
    second = overlay("- {target: $.info, update: {x: {deep: 2}}}\n- {target: $.info.x.deep, update: 3}")
    assert Applied(BASE, first, second).value["info"]["x"] == {"deep": 3}


def test_documents_are_not_changed_in_place() -> None:
    shared = "openapi: 3.1.0\na: &one {x: {y: 1}, l: [1]}\nb: *one\nc: &two {x: {y: 1}, l: [1]}\nd: *two\n"
    put_in = overlay(
        """
        - {target: $.a.x, update: {z: [1]}}
        - {target: $.a, update: {list: [1]}}
        - {target: $.a.x.z, update: 2}
        - {target: $.a.x.y, remove: true}
        - {target: $, update: {c: {x: {z: 3}, l: [2]}}}
        """
    )
    applied = Applied(shared, put_in)
    assert applied.value == {
        "openapi": "3.1.0",
        "a": {"x": {"z": [1, 2]}, "l": [1], "list": [1]},
        "b": {"x": {"y": 1}, "l": [1]},
        "c": {"x": {"y": 1, "z": 3}, "l": [1, 2]},
        "d": {"x": {"y": 1}, "l": [1]},
    }
    assert applied.store.load(Path("spec.yaml")).value == yaml.safe_load(shared)
    assert applied.store.load(Path("one0.overlay.yaml")).value == yaml.safe_load(put_in)


def test_another_file_that_refers_back_meets_the_changed_document() -> None:
    base = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /a:
            get:
              operationId: a
              parameters: [{$ref: 'other.yaml#/P'}]
              responses: {'204': {description: done}}
        components: {schemas: {S: {type: string}}}
        """
    other = "P: {name: p, in: query, schema: {$ref: 'spec.yaml#/components/schemas/S'}}\n"
    applied = Applied(
        base, overlay("- {target: $.components.schemas.S, update: {maxLength: 3}}"), **{"other.yaml": other}
    )
    extraction = applied.extract()
    assert extraction.diagnostics == ()
    assert extraction.catalog.definitions.input["S"] == {"type": "string", "maxLength": 3}
    plain = SOURCE.extract(replace(applied.source, overlays=()), applied.store)
    assert plain.catalog.definitions.input["S"] == {"type": "string"}


# What is refused


@pytest.mark.parametrize(
    ("actions", "finding", "hint"),
    [
        (
            "- {target: '$.paths[''/order/{id}''].get', update: {}}",
            "4:14 error OV-01 `target` matches nothing: `$.paths` has no `/order/{id}`",
            "the nearest keys there: `/orders/{id}`",
        ),
        (
            "- {target: $.paths.*.gte, remove: true}",
            "4:14 error OV-01 `target` matches nothing: nothing that `$.paths[*]` selects has `gte`",
            "the nearest keys there: `get`",
        ),
        (
            "- {target: $..operationid, update: x}",
            "4:14 error OV-01 `target` matches nothing: `$` has no `operationid` below it",
            "the nearest keys there: `operationId`",
        ),
        (
            "- {target: \"$.tags[?@.name == 'z]']\", remove: true}",
            "4:14 error OV-01 `target` matches nothing: `[?@['name'] == 'z]']` selects nothing of `$.tags`",
            "remove the action, or set `allow_unmatched = true` in the project file to let it pass",
        ),
        (
            "- {target: $.info.title.x, update: {}}",
            "4:14 error OV-01 `target` matches nothing: `$.info.title` has no `x`",
            "remove the action, or set `allow_unmatched = true` in the project file to let it pass",
        ),
        (
            "- {target: $.info, copy: $.inof}",
            "4:28 error OV-01 `copy` matches nothing: `$` has no `inof`",
            "the nearest keys there: `info`",
        ),
    ],
)
def test_an_action_that_matches_nothing_is_an_error_with_the_nearest_key(actions: str, finding: str, hint: str) -> None:
    applied = Applied(BASE, overlay(actions))
    assert applied.findings == [f"one0.overlay.yaml:{finding}"]
    assert applied.found[0].hint == hint
    assert applied.value == yaml.safe_load(BASE)
    assert Applied(BASE, overlay(actions), allow_unmatched=True).findings == []


@pytest.mark.parametrize(
    ("actions", "finding"),
    [
        ("- {target: info.title, update: x}", "4:14 `info.title` is no JSONPath query of RFC 9535"),
        (
            "- {target: $.tags, update: x, copy: $.info}",
            "4:33 found both `update` and `copy` in an action, wanted one of them",
        ),
        ("- {target: 3, update: x}", "4:14 found a number for `target`, wanted a JSONPath query"),
        ("- {update: x}", "4:5 found an action without `target`, wanted a JSONPath query there"),
        ("- {target: $.info, remove: 'yes'}", "4:30 found a string for `remove`, wanted `true` or `false`"),
        ("- {target: $.info, updte: {}}", "4:22 an action has no key `updte`"),
        ("- {target: $, remove: true}", "4:14 `$` is the whole document, which stays"),
        (
            "- {target: $.info, update: text}",
            "4:30 found a string for `update`, wanted a mapping: `target` selects mappings",
        ),
        (
            "- {target: $.info.title, update: [x]}",
            "4:36 found a list for `update`, wanted a primitive value: `target` selects primitive values",
        ),
        (
            "- {target: $.*, update: {}}",
            "4:14 found primitive values and mappings and lists for `target`, wanted values of one kind",
        ),
        ("- {target: $.tags, copy: $.info.*}", "4:28 found 2 values for `copy`, wanted one"),
        ("- target", "4:5 found a string for an action, wanted a mapping"),
    ],
)
def test_an_action_that_cannot_be_applied_changes_nothing(actions: str, finding: str) -> None:
    applied = Applied(BASE, overlay(actions + "\n- {target: $.info, update: {x: 1}}"))
    assert [line.replace(" error OV-02", "") for line in applied.findings] == [f"one0.overlay.yaml:{finding}"]
    assert applied.found[0].severity is Severity.ERROR
    expected = yaml.safe_load(BASE)
    expected["info"]["x"] = 1  # the other action is applied
    assert applied.value == expected


def test_an_action_without_a_change_is_a_warning() -> None:
    applied = Applied(BASE, overlay("- {target: $.info, description: nothing}"))
    (finding,) = applied.findings
    assert finding.startswith("one0.overlay.yaml:4:5 warning OV-02 found an action that changes nothing, wanted ")


def test_an_extension_name_without_brackets_is_no_query_and_the_hint_writes_it() -> None:
    applied = Applied(BASE, overlay("- {target: '$.paths.*.get.x-tool', remove: true}"))
    assert applied.found[0].code == "OV-02"
    assert applied.found[0].hint == "write `['x-tool']` in place of `.x-tool`"


def test_a_value_that_does_not_fit_is_reported_where_it_stands_and_with_what_stands_there() -> None:
    applied = Applied(
        BASE,
        overlay(
            """
            - target: $.paths['/carts'].get
              update:
                x-fits: true
                responses:
                  '200': gone
            """
        ),
    )
    assert applied.findings == [
        "one0.overlay.yaml:8:16 error OV-02 found a string for `200`, wanted a mapping in `update`"
    ]
    assert applied.store.locate(applied.found[0].related[0].location).line == 20
    assert applied.value["paths"]["/carts"]["get"]["responses"] == {"200": {"description": "ok"}}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("- 1", "1:1 error OV-02 found a list for an overlay, wanted a mapping"),
        ("actions: []", "1:1 error OV-02 found an overlay without a version, wanted `overlay: 1.0.0` or `1.1.0`"),
        (
            "overlay: 2.0.0\nactions: []",
            "1:10 error OV-02 found `overlay: 2.0.0`, wanted `overlay: 1.0.0` or `1.1.0`",
        ),
        (
            "overlay: 1.0.0\ninfo: {title: T, version: '1'}\nactions: []",
            "3:10 error OV-02 found no action, wanted a list of actions",
        ),
        (
            "overlay: 1.0.0\ninfo: {title: T, version: '1'}\nactions: {}",
            "3:10 error OV-02 found a mapping for `actions`, wanted a list of actions",
        ),
        (
            "overlay: 1.0.0\ninfo: {title: T}\nactions: [{target: $.info, update: {}}]",
            "2:1 warning OV-02 the standard requires `info.version` of an overlay",
        ),
        (
            "overlay: 1.0.0\ninfo: {title: T, version: '1'}\nextend: a\nactions: [{target: $.info, update: {}}]",
            "3:1 error OV-02 an overlay has no key `extend`",
        ),
    ],
)
def test_an_overlay_of_the_wrong_shape(text: str, finding: str) -> None:
    assert Applied(BASE, text).findings == [f"one0.overlay.yaml:{finding}"]


@pytest.mark.parametrize(
    ("actions", "finding"),
    [
        ("- {target: $.info.title, update: x}", "4:14 error OV-02 version 1.0 updates mappings and lists only"),
        ("- {target: $.info, copy: $.info}", "4:22 error OV-02 version 1.0 has no `copy`"),
    ],
)
def test_version_1_0_has_less(actions: str, finding: str) -> None:
    applied = Applied(BASE, overlay(actions, version="1.0.0"))
    assert applied.findings == [f"one0.overlay.yaml:{finding}"]
    assert "overlay: 1.1.0" in (applied.found[0].hint or "")


@pytest.mark.parametrize("name", ["spec.yaml", "./spec.yaml", "https://example.com/openapi.json", "/openapi.yaml"])
def test_extends_that_may_be_this_document_passes(name: str) -> None:
    assert Applied(BASE, overlay("- {target: $.info, update: {}}", head=f"extends: {name}\n")).findings == []


def test_extends_that_names_another_document_is_a_warning() -> None:
    applied = Applied(BASE, overlay("- {target: $.info, update: {x: 1}}", head="extends: petstore.yaml\n"))
    assert applied.findings == [
        "one0.overlay.yaml:3:10 warning OV-03 `extends` names `petstore.yaml`; the overlay is applied to `spec.yaml`"
    ]
    assert applied.value["info"]["x"] == 1


def test_copies_of_copies_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolmint.sources.openapi.overlay.NODE_BUDGET", 1000)
    doubling = "\n".join(["- {target: $.a, copy: $.b}", "- {target: $.b, copy: $.a}"] * 40)
    applied = Applied("openapi: 3.1.0\na: [1]\nb: [1]\n", overlay(doubling))
    assert [one.code for one in applied.found] == ["IN-03"]
    assert len(applied.value["a"]) < 1000


def test_values_that_would_nest_too_deep_are_not_put_in() -> None:
    def nested(depth: int) -> str:
        return '{"k":' * depth + '{"leaf": {}}' + "}" * depth

    base = f'{{"openapi": "3.1.0", "a": {nested(150)}}}'
    assert Applied(base, overlay(f"- {{target: $..leaf, update: {nested(20)}}}")).findings == []
    applied = Applied(base, overlay(f"- {{target: $..leaf, update: {nested(60)}}}"))
    assert [one.code for one in applied.found] == ["IN-03"]
    assert applied.value == json.loads(base)


# Where things are


def test_what_an_overlay_put_in_is_found_in_the_overlay() -> None:
    put_in = overlay(
        """
        - target: $.paths['/orders/{id}'].get
          update:
            summary: One order
            x-tool:
              when: asked
            tags: [first, second]
        - {target: $.tags, update: {name: b}}
        """
    )
    applied = Applied(BASE, put_in)
    operation = "/paths/~1orders~1{id}/get"
    assert applied.at(f"{operation}/summary") == "one0.overlay.yaml:6: One order"
    assert applied.at(f"{operation}/summary", at="key") == "one0.overlay.yaml:6: summary"
    assert applied.at(f"{operation}/x-tool/when") == "one0.overlay.yaml:8: asked"
    assert applied.at(f"{operation}/x-tool/absent") == "one0.overlay.yaml:7: x-tool"
    assert applied.at(f"{operation}/tags/1") == "spec.yaml:9: old"
    assert applied.at(f"{operation}/tags/4") == "one0.overlay.yaml:9: second"
    assert applied.at(f"{operation}/operationId") == "spec.yaml:7: getOrder"
    assert applied.at("/tags/1/name") == "one0.overlay.yaml:10: b"
    assert applied.at(operation).startswith("spec.yaml:7:")


def test_what_moved_is_found_where_it_is_written() -> None:
    actions = """
        - {target: "$..parameters[?@.in == 'path']", remove: true}
        - {target: $..parameters, update: {name: new}}
        - {target: '$..parameters[0]', remove: true}
        - {target: $, update: {x-kept: {}}}
        - {target: "$['x-kept']", copy: "$.paths['/orders/{id}'].get"}
        """
    applied = Applied(BASE, overlay(actions))
    assert [one["name"] for one in get(applied.value)["parameters"]] == ["lang", "new"]
    for way in ("/paths/~1orders~1{id}/get", "/x-kept"):
        assert applied.at(f"{way}/parameters/0/name") == "spec.yaml:13: lang"
        assert applied.at(f"{way}/parameters/1/name") == "one0.overlay.yaml:5: new"
        assert applied.at(f"{way}/operationId") == "spec.yaml:7: getOrder"


def test_the_same_value_in_two_places_has_places_of_its_own() -> None:
    actions = """
        - {target: $, update: {source: {l: [{n: 1}]}, one: {}, two: {}, lists: [[], []]}}
        - {target: $.source.l, update: {n: 2}}
        - {target: "$['one', 'two']", copy: $.source}
        - {target: "$.lists.*", update: {n: 3}}
        - {target: "$.one.l[0]", update: {m: 4}}
        - {target: "$.one.l[0].n", remove: true}
        - {target: "$.lists[0][0].n", update: 5}
        """
    applied = Applied("openapi: 3.1.0\n", overlay(actions))
    assert applied.findings == []
    assert (applied.value["one"]["l"], applied.value["two"]["l"]) == ([{"m": 4}, {"n": 2}], [{"n": 1}, {"n": 2}])
    assert applied.at("/one/l/0/m") == "one0.overlay.yaml:8: 4"
    assert applied.at("/one/l/0/n") == "one0.overlay.yaml:9: true"
    assert applied.at("/two/l/0/n") == "one0.overlay.yaml:4: 1"
    assert applied.at("/two/l/1/n") == "one0.overlay.yaml:5: 2"
    assert applied.at("/source/l/0/n") == "one0.overlay.yaml:4: 1"
    assert applied.at("/lists/0/0/n") == "one0.overlay.yaml:10: 5"
    assert applied.at("/lists/1/0/n") == "one0.overlay.yaml:7: 3"


def test_a_place_that_is_gone_leads_to_the_action_that_removed_it() -> None:
    applied = Applied(BASE, overlay("- target: $.paths.*.get.summary\n  remove: true"))
    assert applied.at("/paths/~1orders~1{id}/get/summary") == "one0.overlay.yaml:5: true"


def test_the_document_itself_keeps_its_places() -> None:
    applied = Applied(BASE, overlay("- {target: '$..tags[0]', remove: true}"))
    assert applied.at("/paths/~1orders~1{id}/get/tags/0") == "spec.yaml:9: old"
    raw = applied.store.locate(Location(path="spec.yaml", pointer="/paths/~1orders~1{id}/get/tags/0"))
    assert (raw.path, raw.line, raw.column) == ("spec.yaml", 9, 14)


def test_a_finding_of_extraction_points_into_the_overlay() -> None:
    put_in = overlay(
        """
        - target: $.paths['/orders/{id}'].get
          update:
            x-tool:
              when: the user names {order_id}
              reuqires: nothing
        """
    )
    applied = Applied(BASE, put_in)
    lines = [applied.line(one) for one in applied.extract().diagnostics]
    assert lines == [
        "one0.overlay.yaml:8:9 error IN-13 `x-tool` has no key `reuqires`",
        "one0.overlay.yaml:7:30 error RF-01 `{order_id}` names nothing that this tool has",
    ]


def test_a_finding_of_the_base_points_into_the_base() -> None:
    base = BASE.replace("in: path, required: true", "in: path, required: true, x-tool: {nmae: x}")
    applied = Applied(base, overlay("- {target: '$.paths.*.get', update: {x-tool: {when: asked}}}"))
    (finding,) = applied.extract().diagnostics
    assert applied.line(finding).startswith("spec.yaml:11:")


def test_a_tool_and_the_catalog_come_from_the_base() -> None:
    applied = Applied(BASE, overlay("- {target: '$.paths.*.get', update: {x-tool: {when: asked}}}"))
    catalog = applied.extract().catalog
    assert [applied.store.locate(one.origin).path for one in catalog.contracts] == ["spec.yaml", "spec.yaml"]
    assert applied.store.locate(catalog.origin).path == "spec.yaml"


def test_two_sources_may_lay_different_overlays_over_one_file() -> None:
    names = [overlay(f"- {{target: $.info, update: {{title: {word}}}}}") for word in ("One", "Two")]
    applied = Applied(BASE, *names)
    stores = [
        apply_overlays(replace(applied.source, overlays=(file,)), applied.store)[0] for file in applied.source.overlays
    ]
    titles = [store.load(Path("spec.yaml")).value["info"]["title"] for store in stores]  # type: ignore[index, call-overload]
    assert titles == ["One", "Two"]
    for number, store in enumerate(stores):
        title = store.root_node(Path("spec.yaml")).at("/info/title")
        assert isinstance(title, Node)
        assert applied.store.locate(title.location).path == f"one{number}.overlay.yaml"


# The standard's own sets


@pytest.mark.parametrize("name", SETS)
def test_the_standards_own_sets(name: str, corpus: Path) -> None:
    folder = corpus / "overlay" / name
    store = DocumentStore(folder)
    source = SourceInput(name="spec", kind="openapi", file=Path("openapi.yaml"), overlays=(Path("overlay.yaml"),))
    before = copy.deepcopy(store.load(Path("openapi.yaml")).value)
    changed_store, found = apply_overlays(source, store)
    assert found == []
    value = changed_store.load(Path("openapi.yaml")).value
    assert value == store.load(Path("output.yaml")).value
    assert value != before
    assert store.load(Path("openapi.yaml")).value == before


def test_the_query_library_is_not_imported_without_an_overlay(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(BASE, encoding="utf-8")
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from toolmint.documents import DocumentStore\n"
        "from toolmint.source import SourceInput\n"
        "from toolmint.sources.openapi.source import SOURCE\n"
        "SOURCE.extract(SourceInput(name='s', kind='openapi', file=Path('spec.yaml')), DocumentStore(Path.cwd()))\n"
        "print(json.dumps([name for name in sys.modules if 'jsonpath_rfc' in name]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import json\n{program}"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == []


def test_options_reach_from_the_project_file(tmp_path: Path) -> None:
    from toolmint.config import load_project

    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "spec.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "specs" / "spec.overlay.yaml").write_text(
        overlay("- {target: $.nothing, remove: true}"), encoding="utf-8"
    )

    def codes(settings: Mapping[str, str]) -> list[str]:
        lines = [f"{key} = {value}" for key, value in settings.items()]
        (tmp_path / "toolmint.toml").write_text("\n".join(lines), encoding="utf-8")
        store = DocumentStore(tmp_path)
        (source,) = load_project(tmp_path, store).sources
        return [one.code for one in apply_overlays(source, store)[1]]

    assert codes({}) == ["OV-01"]
    assert codes({"allow_unmatched": "true"}) == []

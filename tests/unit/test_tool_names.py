"""Tool names: legal for every provider, unique, independent of document order."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.diagnostics import Severity
from toolmint.lifting.frame import Frame
from toolmint.lifting.keys import TOOL_NAME
from toolmint.location import Location
from toolmint.sources.openapi.names import NameRequest, tool_names

PLACE = Location(path="a.yaml", pointer="/paths")


def request(method: str, path: str, operation_id: str | None = None, explicit: str | None = None) -> NameRequest:
    return NameRequest(
        method=method,
        path=path,
        operation_id=operation_id,
        explicit=None if explicit is None else (explicit, PLACE),
        place=PLACE,
    )


def names(*requests: NameRequest) -> list[str]:
    return tool_names(requests, [Frame() for _ in requests])


@pytest.mark.parametrize(
    ("operation_id", "name"),
    [
        ("getUserById", "get_user_by_id"),
        ("users.get", "users_get"),
        ("repos/update-x", "repos_update_x"),
        ("getHTTPResponse", "get_http_response"),
        ("already_snake", "already_snake"),
        ("1stThing", "_1st_thing"),
        ("UsersController_findOne[0]", "users_controller_find_one_0"),
    ],
)
def test_an_operation_id_in_snake_case_loses_no_letter(operation_id: str, name: str) -> None:
    assert names(request("GET", "/x", operation_id)) == [name]


def test_without_operation_id_the_name_is_method_and_path() -> None:
    assert names(request("GET", "/users/{id}/orders")) == ["get_users_id_orders"]


def test_a_path_without_words_is_told_apart_by_a_digest() -> None:
    # sha256 of `POST /`
    assert names(request("POST", "/")) == ["post_" + hashlib.sha256(b"POST /").hexdigest()[:6]]


def test_an_operation_id_without_latin_letters_falls_back_to_method_and_path() -> None:
    assert names(request("GET", "/tasks", "查询任务")) == ["get_tasks"]


def test_every_member_of_a_colliding_group_is_qualified_from_its_own_method_then_path() -> None:
    group = [request("GET", "/u/{id}", "users.get"), request("PATCH", "/u/{id}", "users_get")]
    assert names(*group, request("DELETE", "/u/{id}", "users-get")) == [
        "users_get_get",
        "users_get_patch",
        "users_get_delete",
    ]
    assert names(request("GET", "/a", "item.get"), request("GET", "/b", "item-get")) == [
        "item_get_get_a",
        "item_get_get_b",
    ]


def test_a_name_of_the_authors_own_stands_and_pushes_others_aside() -> None:
    assert names(request("GET", "/a", "list"), request("GET", "/b", "x", "list")) == ["list_get", "list"]


def test_a_long_name_is_cut_at_a_word_and_told_apart_by_its_own_operation() -> None:
    long = "list_the_things_that_belong_to_the_customer_of_the_current_tenant_"
    frames = [Frame(), Frame()]
    found = tool_names([request("GET", "/a", long + "alpha"), request("GET", "/b", long + "beta")], frames)
    assert len(set(found)) == 2
    assert all(len(name) <= 64 and TOOL_NAME.fullmatch(name) for name in found)
    assert all(name.startswith("list_the_things_that_belong_to_the_customer_of_the_") for name in found)
    assert [one.code for frame in frames for one in frame.diagnostics] == ["NM-03", "NM-03"]


@pytest.mark.parametrize("name", ["has space", "", "1st", "a" * 65, "名字", "dot.ted"])
def test_a_name_that_some_provider_refuses_is_an_error(name: str) -> None:
    frame = Frame()
    tool_names([request("GET", "/a", "a", name)], [frame])
    assert [one.code for one in frame.diagnostics] == ["NM-01"]


def test_two_equal_names_of_the_authors_own_are_errors_of_both() -> None:
    frames = [Frame(), Frame()]
    tool_names([request("GET", "/a", None, "same"), request("GET", "/b", None, "same")], frames)
    assert [[one.message for one in frame.diagnostics] for frame in frames] == [
        ["`same` is also the name of `GET /b`"],
        ["`same` is also the name of `GET /a`"],
    ]


_IDS = st.none() | st.text("abAB_.-/1中", min_size=1, max_size=8)
_PATHS = st.lists(st.text("ab-{}中", min_size=1, max_size=3), min_size=0, max_size=3).map(lambda s: "/" + "/".join(s))
_OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["GET", "PUT", "DELETE"]), _PATHS, _IDS),
    max_size=8,
    unique_by=lambda one: one[:2],
)


@given(_OPERATIONS, st.randoms())
def test_names_are_legal_unique_and_independent_of_order(
    operations: list[tuple[str, str, str | None]], random: object
) -> None:
    requests = [request(*one) for one in operations]
    found = dict(zip(operations, names(*requests), strict=True))
    assert all(TOOL_NAME.fullmatch(name) for name in found.values())
    assert len(set(found.values())) == len(found)
    shuffled = list(operations)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    again = dict(zip(shuffled, names(*[request(*one) for one in shuffled]), strict=True))
    assert again == found


@pytest.mark.parametrize(
    ("operation_id", "name"),
    [
        ("größe", "grosse"),
        ("créerCommande", "creer_commande"),
        ("cre\u0301er", "creer"),  # the mark as a character of its own
        ("SøgÆble", "sog_aeble"),
        ("Łódź", "lodz"),
        ("\uff27\uff25\uff34\uff12", "get2"),  # letters of full width
        ("Straße", "strasse"),
        ("İstanbul\u0131", "istanbuli"),
    ],
)
def test_letters_with_marks_lose_the_marks_alone(operation_id: str, name: str) -> None:
    frame = Frame()
    assert tool_names([request("GET", "/x", operation_id)], [frame]) == [name]
    [note] = frame.diagnostics
    assert (note.code, note.severity) == ("NM-07", Severity.INFO)
    assert f"`{operation_id}` becomes `{name}`" in note.message


@pytest.mark.parametrize("operation_id", ["查询任务", "获取Order", "заказ", "ご注文id", "orderΩ", "--"])
def test_half_a_name_is_no_name(operation_id: str) -> None:
    frame = Frame()
    assert tool_names([request("GET", "/orders/{id}", operation_id)], [frame]) == ["get_orders_id"]
    [warning] = frame.diagnostics
    assert (warning.code, warning.severity) == ("NM-07", Severity.WARNING)
    assert warning.location.pointer == "/paths/operationId"
    assert f"`{operation_id}`" in warning.message
    assert "`get_orders_id`" in warning.message
    assert warning.hint == "choose a name: `x-tool: {name: …}` on `GET /orders/{id}`"


def test_paths_that_lose_words_are_told_apart_by_a_digest() -> None:
    frames = [Frame(), Frame(), Frame()]
    requests = [request("GET", "/用户/{id}"), request("GET", "/订单/{id}"), request("GET", "/größe/{id}")]
    found = tool_names(requests, frames)
    assert found == [
        *(f"get_id_{hashlib.sha256(f'GET {one.path}'.encode()).hexdigest()[:6]}" for one in requests[:2]),
        "get_grosse_id",
    ]
    assert [one.code for frame in frames for one in frame.diagnostics] == ["NM-07", "NM-07"]


def test_an_explicit_name_ends_the_matter() -> None:
    frame = Frame()
    assert tool_names([request("GET", "/用户", "获取用户", "get_user")], [frame]) == ["get_user"]
    assert frame.diagnostics == []

"""Types that are read are compared with what pydantic itself says of them."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from toolmint.documents import DocumentStore
from toolmint.lifting.dialect import Direction
from toolmint.sources.python.constants import Constants
from toolmint.sources.python.contexts import Env
from toolmint.sources.python.modules import ValueSymbol
from toolmint.sources.python.program import Program
from toolmint.sources.python.schemas import TypeReader

from support.python_code import import_file, plain_schema, require

FILE = Path(__file__).with_name("type_cases.py")
_NAMES = [
    statement.targets[0].id
    for statement in ast.parse(FILE.read_text()).body
    if isinstance(statement, ast.Assign)
    and isinstance(statement.targets[0], ast.Name)
    and statement.targets[0].id.startswith("case_")
]
_MODES = {Direction.INPUT: "validation", Direction.OUTPUT: "serialization"}


@pytest.fixture(scope="module")
def readers() -> tuple[Any, Any, dict[Direction, TypeReader]]:
    program = Program(DocumentStore(FILE.parent))
    module = program.add_file(FILE, None)
    constants = Constants(program)
    return import_file(FILE), module, {one: TypeReader(program, constants, one) for one in Direction}


@pytest.mark.parametrize("direction", list(Direction), ids=lambda one: one.value)
@pytest.mark.parametrize("name", _NAMES)
def test_a_type_means_what_pydantic_says(name: str, direction: Direction, readers: Any) -> None:
    if name == "case_mail":
        require("email_validator")
    imported, module, types = readers
    reader = types[direction]
    symbol = module.scope.names[name]
    assert isinstance(symbol, ValueSymbol)
    assert symbol.value is not None
    ours = plain_schema(reader.schema(symbol.value, Env(module.scope)), reader.classes.definitions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = TypeAdapter(getattr(imported, name)).json_schema(mode=_MODES[direction])
    assert ours == plain_schema(theirs, theirs.get("$defs", {}))

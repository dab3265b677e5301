"""What is wrong with a call that is written down, by the schema of the tool."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolmint.ir.contract import ToolContract
from toolmint.ir.paths import is_open
from toolmint.ir.schema import Json, reachable_definitions
from toolmint.prose.placeholders import is_placeholder
from toolmint.prose.prompts.names import ProjectNames
from toolmint.prose.prompts.texts import Call, Keys
from toolmint.prose.schema_lexicon import SchemaLexicon
from toolmint.text import comma_list, nearest, visible

if TYPE_CHECKING:
    import jsonschema_rs

__all__ = ["CallFault", "CallJudge", "FaultKind"]

FaultKind: TypeAlias = Literal["unknown", "missing", "invalid"]

_LONGEST = 120
"""Characters of a value or of the validator's words that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFault:
    """One thing that is wrong with a call."""

    kind: FaultKind
    keys: Keys
    """Where: the argument, or something inside one; of what is missing, the name that is."""
    said: str
    """What is wrong, after "the call of `tool`"."""
    hint: str | None = None
    sure: bool = True
    """Whether it is a name, a type or one of listed values, about which no two readers differ."""


class CallJudge:
    """Judges calls by the schemas of a project's tools; a schema is compiled once.

    Args:
        names: the tools.
    """

    def __init__(self, names: ProjectNames) -> None:
        self._names = names
        self._validators: dict[str, list[jsonschema_rs.Draft202012Validator | None]] = {}

    def faults(self, call: Call, tool: str) -> tuple[CallFault, ...]:
        """Return what is wrong with a call of a tool; where sources have several of its name, of the likeliest."""
        lexicons = self._names.lexicons(tool)
        validators = self._validators.get(tool)
        if validators is None:
            validators = self._validators[tool] = [_validator(one) for one in lexicons]
        judged = [
            _faults(call, lexicon, validator)
            for lexicon, validator in zip(lexicons, validators, strict=True)
            if validator is not None
        ]
        return min(judged, key=len, default=())


def _validator(lexicon: SchemaLexicon) -> jsonschema_rs.Draft202012Validator | None:
    """Compile the input schema of a tool; None where that fails, which is for other rules to tell."""
    import jsonschema_rs

    schema = lexicon.contract.input_schema if lexicon.contract is not None else {}
    try:
        needed = reachable_definitions(schema, lexicon.names.catalog.definitions.input)
        return jsonschema_rs.Draft202012Validator({**schema, "$defs": needed})
    except (ValueError, KeyError):
        return None


def _faults(call: Call, lexicon: SchemaLexicon, validator: jsonschema_rs.Draft202012Validator) -> tuple[CallFault, ...]:
    required = _required(lexicon.contract)
    # A null for what may be left out means that nothing is passed: the calls of strict modes say so.
    passed = {name: value for name, value in call.arguments.items() if value is not None or name in required}
    found = list(_unknown_names(call, lexicon))
    for problem in validator.iter_errors(passed):
        found += _faults_of(problem, passed, call, lexicon)
    # What is passed by a former name, or in another spelling, is not left out as well.
    meant = {_name_now(one.keys, lexicon) for one in found if one.kind == "unknown"}
    return tuple(one for one in dict.fromkeys(found) if one.kind != "missing" or one.keys not in meant)


def _required(contract: ToolContract | None) -> frozenset[str]:
    listed = contract.input_schema.get("required") if contract is not None else None
    return frozenset(map(str, listed)) if isinstance(listed, Sequence) else frozenset()


def _unknown_names(call: Call, lexicon: SchemaLexicon) -> Iterator[CallFault]:
    """Yield arguments that the tool does not have.

    A schema that lists its properties and says nothing of others lets these pass, but no tool reads them; one that
    takes others outright is only asked for names that it once had or spells otherwise.
    """
    schema = lexicon.contract.input_schema if lexicon.contract is not None else {}
    is_closed = not is_open(schema, lexicon.names.catalog.definitions.input)
    for name in (*call.arguments, *sorted(call.others)):
        if name in lexicon.arguments or is_placeholder(name):
            continue
        if is_closed or _name_now((name,), lexicon) is not None:
            yield _unknown((name,), lexicon)


def _name_now(keys: Keys, lexicon: SchemaLexicon) -> Keys | None:
    """Return where something is meant that has another name now, or another spelling; None for what is unknown."""
    name, above = str(keys[-1]), keys[:-1]
    past = lexicon.former.get(name)
    if past is not None:
        return (*above, past.now) if past.now is not None else above
    other = lexicon.field_spelt_otherwise(name)
    return (*above, other) if other is not None and (above or other in lexicon.arguments) else None


def _unknown(keys: Keys, lexicon: SchemaLexicon) -> CallFault:
    name, at_root = str(keys[-1]), len(keys) == 1
    past = lexicon.former.get(name)
    now = _name_now(keys, lexicon)
    hint = f"write `{now[-1]}`" if now is not None and len(now) == len(keys) else None
    if past is not None:
        said = f"which is called `{past.now}` now" if past.now is not None else "which the schema no longer has"
    elif now is not None:
        said = f"and the schema spells it `{now[-1]}`"
    elif at_root and _is_context(name, lexicon):
        said = "which the host supplies and the model never does"
    else:
        said = "and the tool has no such argument" if at_root else "and there is no such key"
        near = nearest(name, sorted(lexicon.arguments if at_root else lexicon.fields))
        hint = "did you mean " + " or ".join(f"`{one}`" for one in near) + "?" if near else None
    return CallFault(kind="unknown", keys=keys, said=f"passes `{visible(_written(keys))}`, {said}", hint=hint)


def _is_context(name: str, lexicon: SchemaLexicon) -> bool:
    return lexicon.contract is not None and any(name in (one.name, one.key) for one in lexicon.contract.context)


def _faults_of(
    problem: jsonschema_rs.ValidationError, passed: Mapping[str, Json], call: Call, lexicon: SchemaLexicon
) -> Iterator[CallFault]:
    import jsonschema_rs

    kinds = jsonschema_rs.ValidationErrorKind
    problem = _innermost(problem)
    keys, kind = tuple(problem.instance_path), problem.kind
    held = _at(passed, keys)
    if is_placeholder(held):
        return
    if isinstance(kind, kinds.AdditionalProperties | kinds.UnevaluatedProperties):
        for name in kind.unexpected:
            if not is_placeholder(name):
                yield _unknown((*keys, name), lexicon)
    elif isinstance(kind, kinds.Required):
        shortened = isinstance(held, Mapping) and any(map(is_placeholder, held))
        elsewhere = not keys and kind.property in call.others
        if call.whole and not shortened and not elsewhere:
            absent = (*keys, kind.property)
            said = f"leaves out `{visible(_written(absent))}`, which is required"
            yield CallFault(kind="missing", keys=absent, said=said)
    elif keys or (call.whole and not call.others):
        yield _invalid(problem, keys)


def _innermost(problem: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """Return what is wrong in the one variant that a value is of by its type, such as the one beside null."""
    import jsonschema_rs

    kinds = jsonschema_rs.ValidationErrorKind
    while isinstance(problem.kind, kinds.AnyOf | kinds.OneOfNotValid):
        path = problem.instance_path
        meant = [
            branch
            for branch in problem.kind.context
            if not any(isinstance(one.kind, kinds.Type) and one.instance_path == path for one in branch)
        ]
        if len(meant) != 1 or not meant[0]:
            break
        problem = meant[0][0]
    return problem


def _invalid(problem: jsonschema_rs.ValidationError, keys: Keys) -> CallFault:
    import jsonschema_rs

    kinds = jsonschema_rs.ValidationErrorKind
    kind = problem.kind
    if isinstance(kind, kinds.Enum):
        wanted = "one of " + comma_list([_plain(option) for option in kind.options])
    elif isinstance(kind, kinds.Constant):
        wanted = f"`{_plain(kind.expected_value)}`"
    elif isinstance(kind, kinds.Type):
        wanted = " or ".join(f"`{name}`" for name in kind.types)
    else:
        about = f"a `{visible(_written(keys))}`" if keys else "arguments"
        verb = "is" if keys else "are"
        said = f"passes {about} that {verb} not valid: {visible(_cut(problem.message))}"
        return CallFault(kind="invalid", keys=keys, said=said, sure=False)
    shown = visible(_cut(json.dumps(problem.instance, ensure_ascii=False)))
    said = f"passes `{shown}` for `{visible(_written(keys))}`; {wanted} was wanted"
    return CallFault(kind="invalid", keys=keys, said=said)


def _written(keys: Keys) -> str:
    return ".".join(key if isinstance(key, str) else "[]" for key in keys).replace(".[]", "[]")


def _plain(value: object) -> str:
    return visible(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _at(value: Json, keys: Keys) -> Json:
    for key in keys:
        if isinstance(value, Mapping) and isinstance(key, str):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int):
            value = value[key]
    return value

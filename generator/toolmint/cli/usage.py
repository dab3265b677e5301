"""Wrong command lines in toolmint's own words: typer's messages are its own, and know one command at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import typer

from toolmint.errors import UsageError
from toolmint.reporters import REPORTERS
from toolmint.text import comma_list, nearest, visible

__all__ = ["asked_format", "translated"]

_QUOTED = re.compile(r"'([^']*)'")
_NO_COMMAND = re.compile(r"no such command '(.*?)'", re.IGNORECASE | re.DOTALL)
_TOO_MANY = re.compile(r"got unexpected extra arguments?(?:\(s\))? \((.*)\)", re.IGNORECASE | re.DOTALL)
_SERVER = "serve"


def asked_format(arguments: Sequence[str]) -> str:
    """Find the format that was asked for, without judging anything else: a wrong option is told in it too.

    Args:
        arguments: what was typed.

    Returns:
        A key of `reporters.REPORTERS`; `text` for a server, whose stdout belongs to its protocol.
    """
    if _SERVER in arguments[:1]:
        return "text"
    asked = "text"
    own = list(arguments)
    if "--" in own:  # what follows is another program's
        del own[own.index("--") :]
    for index, argument in enumerate(own):
        option, equals, value = argument.partition("=")
        if option == "--format":
            following = own[index + 1] if index + 1 < len(own) else ""
            asked = value if equals else following
    return asked if asked in REPORTERS else "text"


def translated(error: Exception, commands: Mapping[str, Any], arguments: Sequence[str]) -> UsageError:
    """Say what typer has against a command line.

    Args:
        error: what typer raised.
        commands: name to typer's command.
        arguments: what was typed.
    """
    said = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    command, commands = _command(commands, arguments)
    option = getattr(error, "option_name", None)
    if option is not None and hasattr(error, "possibilities"):
        return _unknown_option(option, command, commands)
    if found := _NO_COMMAND.search(said):
        near = nearest(found[1], commands)
        meant = f"did you mean {comma_list(near)}?" if near else f"commands: {comma_list(list(commands))}"
        return UsageError(f"there is no command `{visible(found[1])}`", hint=meant)
    hint = f"`{_typed(command)} --help` lists what it takes"
    if found := _TOO_MANY.search(said):
        return UsageError(f"`{visible(found[1])}` is more than `{_typed(command)}` takes", hint=hint)
    return UsageError(_in_our_words(said), hint=hint)


def _command(commands: Mapping[str, Any], arguments: Sequence[str]) -> tuple[str | None, Mapping[str, Any]]:
    """Return the command that was typed, such as `pin accept`, and those that might have been, each in full."""
    command = next((argument for argument in arguments if argument in commands), None)
    below = getattr(commands.get(command or ""), "commands", None)
    if command is None or below is None:
        return command, commands
    rest = arguments[list(arguments).index(command) + 1 :]
    inner = next((argument for argument in rest if argument in below), None)
    if inner is None:
        return None, below
    named = {f"{command} {name}": held for name, held in below.items()}
    others = {name: held for name, held in commands.items() if name != command}
    return f"{command} {inner}", {**others, **named}


def _unknown_option(option: str, command: str | None, commands: Mapping[str, Any]) -> UsageError:
    message = f"`{_typed(command)}` has no option `{visible(option)}`"
    own = list(_options(commands[command])) if command is not None else []
    near = nearest(option, own, limit=1)
    others = [f"{_typed(name)}" for name in commands if name != command and option in _options(commands[name])]
    if near and not others:
        return UsageError(message, hint=f"did you mean `{near[0]}`?")
    if others:
        return UsageError(message, hint=f"it is an option of {comma_list(others)}")
    return UsageError(message, hint=f"`{_typed(command)} --help` lists what it takes")


def _options(command: Any) -> Iterator[str]:
    for parameter in command.params:
        yield from (name for name in parameter.opts if name.startswith("-"))


def _typed(command: str | None) -> str:
    return f"toolmint {command}" if command is not None else "toolmint"


def _in_our_words(said: str) -> str:
    text = _QUOTED.sub(r"`\1`", said).rstrip(".").replace("Value error, ", "")
    # The validator's sentence has a second half that says how it tried.
    text = re.sub(r"Input should be ([^,]*),? .*", r"it should be \1", text) if ", unable" in text else text
    text = text.replace("Input should be", "it should be")
    return visible(text[:1].lower() + text[1:])

"""What a project file may hold of a pin: a credential is none of it."""

from __future__ import annotations

import pytest

from toolmint.config import refused_command


@pytest.mark.parametrize(
    "arguments",
    [
        ("--token=s3",),
        ("--api-key", "s3"),
        ("-e", "GITHUB_TOKEN=s3"),
        ("--header", "Authorization: Bearer s3"),
        ("--header", "X-API-Key:s3"),
        ("ghp_abcdefghijklmnopqrstu",),
        ("sh", "-c", "exec server --key sk-abcdefghijklmnop"),
        ("postgresql://me:s3@db/orders",),
        ("https://h/mcp?exaApiKey=1&api_key=s3",),
    ],
)
def test_a_credential_in_a_command(arguments: tuple[str, ...]) -> None:
    said = refused_command(("server", *arguments))
    assert said is not None
    assert "pass it by `--env`" in said
    assert "s3" not in said
    assert "abcdef" not in said


@pytest.mark.parametrize(
    "arguments",
    [
        ("-y", "@vendor/token-server", "."),
        ("--token", "$TOKEN"),
        ("--token", "--verbose"),
        ("--token-file", "token.txt"),
        ("-e", "GITHUB_TOKEN", "image"),
        ("--header", "Authorization:${AUTH}"),
        ("--header", "Authorization: Bearer ${AUTH}"),
        ("sh", "-c", 'server --key "$KEY"'),
        ("https://user@h/mcp?token_type=x", "postgresql://me:$PW@db/x"),
    ],
)
def test_a_command_without_a_credential(arguments: tuple[str, ...]) -> None:
    assert refused_command(("server", *arguments)) is None

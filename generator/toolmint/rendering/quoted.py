"""The one type of text that a template may print, and the proof types that some filters ask for."""

from __future__ import annotations

import ast
import keyword

__all__ = ["PythonExpression", "PythonName", "PythonSource", "Quoted", "UnquotedTextError"]


class UnquotedTextError(TypeError):
    """A template tried to print text that went through no quoting filter."""


class Quoted(str):
    """Text that a quoting filter made safe for the file it goes into.

    It has no `__html__`, so that Jinja's `~` gives a plain `str`, which the renderer refuses.
    """

    __slots__ = ()


class PythonName(str):
    """A string that is proven to be an ASCII Python identifier and no keyword.

    Args:
        text: the name.

    Raises:
        ValueError: it is not such a name.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> PythonName:
        """Prove the name."""
        # Python reads identifiers in NFKC (reference, section 2.3): two spellings outside ASCII may be one name.
        if not (text.isascii() and text.isidentifier()) or keyword.iskeyword(text):
            raise ValueError(f"not a Python name: {text!r}")
        return super().__new__(cls, text)


class PythonExpression(str):
    """A string that is proven to be one Python expression on one line, such as a type annotation.

    Args:
        text: the expression.

    Raises:
        ValueError: it is none.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> PythonExpression:
        """Prove the expression."""
        try:
            ast.parse(text, mode="eval")
            # A comment would parse alone, and here swallows the bracket as it would swallow what follows it in a file.
            ast.parse(f"({text})", mode="eval")
        except (SyntaxError, ValueError, RecursionError) as error:
            raise ValueError(f"not a Python expression: {text!r}") from error
        if text != text.strip() or len(text.splitlines()) != 1:
            raise ValueError(f"not a Python expression on one line: {text!r}")
        return super().__new__(cls, text)

    @classmethod
    def of(cls, node: ast.expr) -> PythonExpression:
        """Write a syntax tree as an expression."""
        return cls(ast.unparse(node))


class PythonSource(str):
    """Lines of Python that a printer of ours made of a syntax tree; only such a printer makes one."""

    __slots__ = ()

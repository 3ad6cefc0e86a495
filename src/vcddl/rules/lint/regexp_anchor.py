"""`.regexp` patterns with `^` and `$` for anchors. In XSD they are ordinary characters.

RFC 8610 section 3.8.3: the pattern matches the whole text anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.syntax.ast import Type1, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a pattern that is written out. Cost: linear."""
    for tree in context.trees:
        for node in tree.nodes:
            if not isinstance(node, Type1) or node.operator != ".regexp":
                continue
            pattern = node.controller
            if not isinstance(pattern, Value) or not isinstance(pattern.value, str):
                continue
            anchors = _anchors(pattern.value)
            if anchors:
                signs = " and ".join(f"`{sign}`" for sign in anchors)
                words = "is an ordinary character, no anchor"
                if len(anchors) > 1:
                    words = "are ordinary characters, no anchors"
                message = f"in a `.regexp` pattern, {signs} {words}"
                yield context.finding(
                    codes.ANCHOR_IN_PATTERN,
                    message,
                    span=pattern.span,
                    rule=tree.rule.name.name,
                    help="leave them out: a pattern always matches the whole text",
                )


def _anchors(pattern: str) -> tuple[str, ...]:
    """``^`` at the start and ``$`` at the end, unless a backslash stands before it."""
    start = ("^",) if pattern.startswith("^") else ()
    body = pattern.removesuffix("$")
    backslashes = len(body) - len(body.rstrip("\\"))
    end = ("$",) if body != pattern and backslashes % 2 == 0 else ()
    return start + end

"""Control operators on types that they say nothing about.

RFC 8610 section 3.8, RFC 9165 sections 3 and 4, RFC 9741.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.extent import Kinds, kinds_of
from vcddl.syntax.ast import Type1

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.context import Context

_Wanted = tuple[Kinds, str]
_TEXT: _Wanted = (Kinds.TSTR, "text strings")
_BYTES: _Wanted = (Kinds.BSTR, "byte strings")
_NUMBERS: _Wanted = (Kinds.NUMBER, "numbers")
_TARGETS: dict[str, _Wanted] = {
    ".size": (
        Kinds.BSTR | Kinds.TSTR | Kinds.NUMBER,
        "text strings, byte strings and unsigned integers",
    ),
    ".bits": (Kinds.BSTR | Kinds.NUMBER, "byte strings and unsigned integers"),
    **dict.fromkeys((".regexp", ".pcre", ".json", ".base10", ".printf"), _TEXT),
    **dict.fromkeys((".b64u", ".b64u-sloppy", ".b64c", ".b64c-sloppy"), _TEXT),
    **dict.fromkeys((".hex", ".hexlc", ".hexuc", ".b32", ".h32", ".b45"), _TEXT),
    **dict.fromkeys((".cbor", ".cborseq"), _BYTES),
    **dict.fromkeys((".lt", ".le", ".gt", ".ge"), _NUMBERS),
    **dict.fromkeys((".abnf", ".abnfb", ".join"), (Kinds.TSTR | Kinds.BSTR, "strings")),
}


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an operator whose target holds nothing that it looks at. Cost: linear."""
    for tree in context.trees:
        for node in tree.nodes:
            if not isinstance(node, Type1) or node.operator not in _TARGETS:
                continue
            wanted, words = _TARGETS[node.operator]
            parts = context.extents.of_type2(node.target, tree.scope)
            if parts and not kinds_of(parts) & wanted:
                target = context.text(node.target.span)
                message = f"`{node.operator}` is about {words}; `{target}` is none of them"
                yield context.finding(
                    codes.CONTROL_ON_WRONG_TARGET,
                    message,
                    span=node.span,
                    rule=tree.rule.name.name,
                )

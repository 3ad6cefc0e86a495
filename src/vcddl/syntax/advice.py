"""What people mean when they write text that is not CDDL: one suggestion for a place in it.

Collected from faulty files in the wild. Knows text only; says nothing where it is not sure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMENT = "a comment begins with `;`"
_RULE = "a rule is written `name = type`"
_OCCURRENCE = "an occurrence stands before its entry: `? name: type`, `* type => type`"
_PROSE = "only CDDL can stand here: take it out of the document around it"
_NAME = r"[A-Za-z@_$][-.\w@$]*"


@dataclass(frozen=True, slots=True)
class _Mistake:
    """A mistake by the text at its place and by the end of the text before it on its line.

    ``is_rule`` limits it to places where only a rule can begin, or where one cannot.
    """

    here: str
    advice: str
    before: str = ""
    is_rule: bool | None = None


_MISTAKES = (
    _Mistake(r"\\\r?\n", "is this text folded with `\\` (RFC 8792)? unfold it first"),
    _Mistake(r"\|", "alternatives are joined with `/`"),
    _Mistake(r"/\*|--|//", _COMMENT, is_rule=True),
    _Mistake(r"--", _COMMENT),
    _Mistake(r"#(?![0-9])", _COMMENT, is_rule=True),
    _Mistake(r"[oO][0-7]", "there are no octal numbers; write `0x…`, `0b…` or decimal", r"\b0$"),
    _Mistake(r"[\u2018-\u201f\u00ab\u00bb]", "strings stand in straight quotes, `\"…\"` or `'…'`"),
    _Mistake(r"```|~~~|<CODE", _PROSE),
    _Mistake(rf"{_NAME}[ \t]*(?:->|::?=)|->|::?=", _RULE, is_rule=True),
    _Mistake(rf"{_NAME}[ \t]+<", "no space stands between a name and `<`", is_rule=True),
    _Mistake(rf"{_NAME}[ \t]*:", f"{_RULE}; members with `:` stand in brackets", is_rule=True),
    _Mistake(_NAME, f"{_RULE}: is there an `=` missing?", r"^[ \t]*$", is_rule=True),
    _Mistake(
        _NAME, "alternatives are joined with `/`, entries stand in brackets", r"\W$", is_rule=True
    ),
    _Mistake(r"->", "the arrow of a member is `=>`"),
    _Mistake(r":", "an optional member is written `? name: type`", r"\?[ \t]*$"),
    _Mistake(
        r":", "a key before `:` is a name or a literal; for any other type write `type => value`"
    ),
    _Mistake(r"=>", _OCCURRENCE, r"[*+?][ \t]*$"),
    _Mistake(r"=>", "an entry has one key: `name: type` or `type => type`"),
    _Mistake(r"=", f"{_RULE}; a member is written `key: type` or `key => type`"),
    _Mistake(r"[?+*]", _OCCURRENCE),
    _Mistake(r"[\])}]", _OCCURRENCE, r"[*+?][ \t]*$"),
    _Mistake(
        r",", "rules are not separated by commas, and an entry is followed by one comma at most"
    ),
    _Mistake(
        r"\.\.",
        "a range behind an operator stands in parentheses, `a .op (1..4)`",
        r"\.[A-Za-z].*$",
    ),
    _Mistake(
        r"\.[A-Za-z]",
        "one operator a type: put the first one in parentheses, `(a .op b) .op c`",
        r"\.[.\w].*$",
    ),
    _Mistake(r"\.(?!\.)", "a number has digits on both sides of its point", r"\d$"),
    _Mistake(r"\.\d", "a number has digits on both sides of its point"),
    _Mistake(r"'", "the qualifiers of a byte string are `h` and `b64`", rf"{_NAME}$"),
    _Mistake(r"!", "there is no negation; `.ne` excludes a value"),
)


def advise(text: str, offset: int, *, is_rule: bool) -> str | None:
    """A suggestion for the fault at ``offset``, the first that fits, or None.

    Args:
        text: the whole file.
        offset: where something stands that cannot stand there.
        is_rule: whether a rule could begin there.
    """
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    for mistake in _MISTAKES:
        if mistake.is_rule not in (None, is_rule):
            continue
        if re.compile(mistake.here).match(text, offset) and re.search(mistake.before, line):
            return mistake.advice
    return None

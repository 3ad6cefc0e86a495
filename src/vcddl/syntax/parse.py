"""CDDL text → `Cddl` tree, or diagnostics that say where the text stops being CDDL.

The only module that imports lark: an LALR(1) parser made from ``cddl.lark`` once per process.
Knows nothing of what names mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from vcddl.diagnostics.codes import syntax as codes
from vcddl.diagnostics.model import Code, Diagnostic
from vcddl.diagnostics.place import rule_ref
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.source import SourceFile, Span
from vcddl.syntax.advice import advise
from vcddl.syntax.ast import Cddl, Comment
from vcddl.syntax.build import Builder

if TYPE_CHECKING:
    from collections.abc import Iterator


_STRING_OR_COMMENT = r'"(?:[^"\\\n]|\\.)*"|(?:[hH]|[bB]64)?\'(?:[^\'\\]|\\[\s\S])*\'|;[^\n]*'
_LEXEMES = re.compile(_STRING_OR_COMMENT + r"|[\[\](){}<]|=?>|\t|\r(?!\n)")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_WORDS = {
    "ASSIGN": "`=`",
    "TYPE_CHOICE": "`/=`",
    "GROUP_CHOICE": "`//=`",
    "RULENAME": "a rule",
    "ID": "a name",
    "BAREWORD": "a member key",
    "KEYVALUE": "a member key",
    "NUMBER": "a literal",
    "TEXT": "a literal",
    "BYTES": "a literal",
    "OCCUR": "an occurrence (`?`, `*`, `+`, `n*m`)",
    "RANGEOP": "a range",
    "CTLOP": "a control operator",
    "TAG": "a type",
    "MAJOR": "a type",
    "COMMA": "`,`",
    "CUT": "`^`",
    "$END": "the end of the file",
}
_MANY = 6
_RARELY_MEANT = frozenset({"a control operator", "a range", "`//`", "`/`", "`<`", "`^`"})
_IMPLIED_BY_TYPE = frozenset(
    {"a name", "a literal", "`(`", "`[`", "`{`", "`&`", "`~`", "`#`", "`#6.<`", "`#7.<`"}
)
_TYPE_STARTS = frozenset({"ID", "NUMBER", "TEXT", "BYTES", "LPAR", "LBRACE", "LSQB", "TAG"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file gave: ``cddl`` is None when there is an error among ``diagnostics``."""

    cddl: Cddl | None
    diagnostics: tuple[Diagnostic, ...]


@cache
def _parser() -> Lark:
    grammar = files("vcddl.syntax").joinpath("cddl.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def parse_cddl(source: SourceFile, *, limits: Limits = DEFAULT_LIMITS) -> Parsed:
    """Parse one file.

    The result has warnings for layout that the grammar does not allow but people write (tabs, CR
    line ends, a last comment without an end). RFC 9682 appendix A; an empty file is CDDL.

    Cost: linear in the text, about 2 µs a character.
    """
    text = source.text
    found = list(_layout(source))
    if text.startswith("\ufeff"):
        text = " " + text[1:]
        found.append(diagnostic_at(source, codes.CDDL_BOM, "byte order mark at the start", (0, 1)))
    if too_deep := _nesting_problem(source, text, limits.depth):
        return Parsed(None, (*found, too_deep))
    text = re.sub(r"\r(?!\n)", "\n", text)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        return Parsed(None, (*found, _explain(source, text, error)))
    builder = Builder(source.name)
    rules = builder.transform(tree)
    problems = [
        diagnostic_at(source, code, message, (span.start, span.end))
        for code, message, span in builder.problems
    ]
    if problems:
        return Parsed(None, (*found, *problems))
    cddl = Cddl(rules, tuple(_comments(source, text)), Span(source.name, 0, len(text)))
    return Parsed(cddl, tuple(found))


def diagnostic_at(
    source: SourceFile,
    code: Code,
    message: str,
    extent: tuple[int, int],
    help: str | None = None,
) -> Diagnostic:
    """A diagnostic about a stretch of CDDL text, given as offsets."""
    rule = rule_ref(source, Span(source.name, *extent))
    return Diagnostic(code=code, message=message, severity=code.severity, rule=rule, help=help)


def _comments(source: SourceFile, text: str) -> Iterator[Comment]:
    for match in _LEXEMES.finditer(text):
        if match.group()[0] == ";":
            comment = match.group().rstrip("\r")
            span = Span(source.name, match.start(), match.start() + len(comment))
            yield Comment(comment, span)


def _layout(source: SourceFile) -> Iterator[Diagnostic]:
    """One warning a kind: the first place, and how many there are."""
    seen: dict[str, list[int]] = {"\t": [], "\r": []}
    last_comment_end = -1
    for match in _LEXEMES.finditer(source.text):
        lexeme = match.group()
        if lexeme in seen:
            seen[lexeme].append(match.start())
        elif lexeme[0] == ";":
            last_comment_end = match.end()
    for lexeme, code, one, many in (
        ("\t", codes.TAB_IN_LAYOUT, "tab in the layout", "tabs in the layout"),
        ("\r", codes.CR_LINE_END, "line end without line feed", "line ends without line feed"),
    ):
        if places := seen[lexeme]:
            message = one if len(places) == 1 else f"{len(places)} {many}, the first here"
            yield diagnostic_at(source, code, message, (places[0], places[0] + 1))
    if last_comment_end == len(source.text) and last_comment_end > 0:
        message = "the last comment has no line end"
        extent = (last_comment_end - 1, last_comment_end)
        yield diagnostic_at(source, codes.COMMENT_WITHOUT_END, message, extent)


def _nesting_problem(source: SourceFile, text: str, limit: int) -> Diagnostic | None:
    depth = 0
    for match in _LEXEMES.finditer(text):
        lexeme = match.group()
        if lexeme in "([{<":
            depth += 1
            if depth > limit:
                message = f"brackets are nested more than {limit} deep"
                return diagnostic_at(source, codes.TOO_DEEP, message, match.span())
        elif lexeme in ")]}>":
            depth -= 1
    return None


def _unbalanced(source: SourceFile, text: str, until: int) -> Diagnostic | None:
    """The bracket to blame, if the brackets up to the end of the file do not pair up."""
    open_brackets: list[tuple[str, int]] = []
    for match in _LEXEMES.finditer(text):
        lexeme = match.group()
        if lexeme in ("(", "[", "{"):
            open_brackets.append((lexeme, match.start()))
        elif lexeme in _CLOSING:
            if open_brackets and open_brackets[-1][0] == _CLOSING[lexeme]:
                open_brackets.pop()
                continue
            if match.start() > until:
                break
            message = f"`{lexeme}` closes nothing"
            if open_brackets:
                opener, start = open_brackets[-1]
                line, column = source.line_column(start)
                message = f"`{lexeme}` does not close the `{opener}` of line {line}:{column}"
            return diagnostic_at(source, codes.UNBALANCED_BRACKET, message, match.span())
    still_open = [item for item in open_brackets if item[1] <= until]
    if not still_open:
        return None
    opener, start = still_open[-1]
    message = f"`{opener}` is never closed"
    return diagnostic_at(source, codes.UNBALANCED_BRACKET, message, (start, start + 1))


def _explain(source: SourceFile, text: str, error: UnexpectedInput) -> Diagnostic:
    position = error.pos_in_stream
    if position is None or position < 0 or _at_end(error):
        position = len(text.rstrip())
    if unbalanced := _unbalanced(source, text, position):
        return unbalanced
    if isinstance(error, UnexpectedToken):
        return _unexpected_token(source, text, error, position)
    return _unexpected_character(source, text, position)


def _at_end(error: UnexpectedInput) -> bool:
    return isinstance(error, UnexpectedToken) and error.token.type == "$END"


def _unexpected_character(source: SourceFile, text: str, position: int) -> Diagnostic:
    character = text[position : position + 1]
    if character == '"':
        message = "the text string that begins here is not closed on its line"
        end = text.find("\n", position)
        extent = (position, len(text) if end < 0 else end)
        return diagnostic_at(source, codes.BAD_LITERAL, message, extent)
    if character == "'":
        message = "the byte string that begins here is never closed"
        return diagnostic_at(source, codes.BAD_LITERAL, message, (position, position + 1))
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    message = f"`{shown}` cannot stand here"
    advice = advise(text, position, is_rule=False)
    return diagnostic_at(source, codes.SYNTAX_ERROR, message, (position, position + 1), advice)


def _unexpected_token(
    source: SourceFile, text: str, error: UnexpectedToken, position: int
) -> Diagnostic:
    token: Token = error.token
    if token.type == "$END":
        extent = (max(0, position - 1), position)
        message = f"the file ends where {_expected(error)} must follow"
        return diagnostic_at(source, codes.SYNTAX_ERROR, message, extent)
    extent = (position, position + len(str(token).split("\n", maxsplit=1)[0]))
    advice = advise(text, position, is_rule="RULENAME" in (error.accepts or error.expected))
    message = f"`{str(token)[:40]}` cannot stand here; expected {_expected(error)}"
    return diagnostic_at(source, codes.SYNTAX_ERROR, message, extent, advice)


def _expected(error: UnexpectedToken) -> str:
    """What can stand there, in words; of a long list only what people are likely to mean."""
    names = set(error.accepts or error.expected)
    words = {word for name in names if (word := _WORDS.get(name) or _punctuation(name))}
    if names >= _TYPE_STARTS:
        words = words - _IMPLIED_BY_TYPE | {"a type"}
    if len(words) > _MANY:
        words -= _RARELY_MEANT
    ordered = sorted(words, key=lambda word: (word.startswith("`"), word))
    *others, last = ordered
    return f"{', '.join(others)} or {last}" if others else last


@cache
def _terminals() -> dict[str, str]:
    return {
        terminal.name: str(terminal.pattern.value)
        for terminal in _parser().terminals
        if terminal.pattern.type == "str"
    }


def _punctuation(name: str) -> str:
    text = _terminals().get(name)
    return f"`{text}`" if text else ""

"""Codes VC1xx: what is wrong with the text of a CDDL file."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

SYNTAX_ERROR = Code(
    id="VC101",
    name="syntax-error",
    severity=Severity.ERROR,
    section="RFC 9682 appendix A",
    meaning="The text is not CDDL: at this place something else must stand.",
    why="A file that does not parse defines nothing. The message names what can stand here.",
    bad="person = { name tstr age: uint : }",
    good="person = { name: tstr, }",
)
UNBALANCED_BRACKET = Code(
    id="VC102",
    name="unbalanced-bracket",
    severity=Severity.ERROR,
    section="RFC 9682 appendix A",
    meaning="A bracket is opened and never closed, or closed and never opened.",
    why="The place shown is the bracket itself, not the point where the parser gave up.",
    bad="a = [ int\nb = tstr",
    good="a = [ int ]\nb = tstr",
)
BAD_LITERAL = Code(
    id="VC103",
    name="bad-literal",
    severity=Severity.ERROR,
    section="RFC 9682 §2.1",
    meaning="A number, text string or byte string is written in a way the grammar does not allow.",
    why="Only the escapes of JSON and `\\u{...}` exist, and a text string ends on its line.",
    bad='a = "\\q"',
    good='a = "q"',
)
NOT_UTF8 = Code(
    id="VC104",
    name="cddl-not-utf-8",
    severity=Severity.ERROR,
    section="RFC 8610 §3.1",
    meaning="The CDDL file holds bytes that are not UTF-8.",
    why="CDDL is text in UTF-8; save the file in that encoding.",
    bad="; caf\\xe9 (Latin-1)",
    good="; café (UTF-8)",
)
GROUP_AS_TYPE = Code(
    id="VC105",
    name="group-in-type-position",
    severity=Severity.ERROR,
    section="RFC 9682 appendix A",
    meaning="A parenthesis holds a group, but at this place only a type can stand.",
    why="Groups live in maps, arrays and other groups. Put it in `{}` or `[]`, or use `&( )`.",
    bad="a = (x: int) / tstr",
    good="a = {x: int} / tstr",
)
TOO_DEEP = Code(
    id="VC106",
    name="cddl-too-deep",
    severity=Severity.ERROR,
    section="vcddl limits",
    meaning="Brackets are nested more deeply than the limit allows.",
    why="The limit guards against hostile files; `--max-depth` raises it.",
    bad="a = [[[[[[…]]]]]]",
    good="a = [ b ]\nb = [ … ]",
)
TAB_IN_LAYOUT = Code(
    id="VC110",
    name="tab-in-layout",
    severity=Severity.WARNING,
    section="RFC 9682 appendix A (WS)",
    meaning="A tab stands between tokens; the grammar allows spaces and line ends only.",
    why="vcddl reads it as a space, other tools may refuse it. `vcddl fmt` puts spaces.",
    bad="a =\tint",
    good="a = int",
)
CR_LINE_END = Code(
    id="VC111",
    name="cr-line-end",
    severity=Severity.WARNING,
    section="RFC 9682 appendix A (CRLF)",
    meaning="A line ends with a carriage return alone.",
    why="vcddl reads it as a line end, the grammar knows LF and CR LF only.",
    bad="a = int\\r",
    good="a = int\\n",
)
COMMENT_WITHOUT_END = Code(
    id="VC112",
    name="last-comment-without-line-end",
    severity=Severity.WARNING,
    section="RFC 9682 appendix A (COMMENT)",
    meaning="The file ends inside a comment; the grammar wants a line end behind each comment.",
    why="Concatenating such a file with another one makes its first rule part of the comment.",
    bad="a = int ; the end (no line end)",
    good="a = int ; the end\\n",
)
CDDL_BOM = Code(
    id="VC113",
    name="cddl-byte-order-mark",
    severity=Severity.WARNING,
    section="RFC 8610 §3.1",
    meaning="The CDDL file begins with a byte order mark.",
    why="The grammar has no place for it; vcddl skips it, other tools may not.",
    bad="\\uFEFFa = int",
    good="a = int",
)

CODES = (
    SYNTAX_ERROR,
    UNBALANCED_BRACKET,
    BAD_LITERAL,
    NOT_UTF8,
    GROUP_AS_TYPE,
    TOO_DEEP,
    TAB_IN_LAYOUT,
    CR_LINE_END,
    COMMENT_WITHOUT_END,
    CDDL_BOM,
)

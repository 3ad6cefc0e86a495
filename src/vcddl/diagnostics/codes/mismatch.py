"""Codes VC30x to VC33x: an instance does not match the CDDL, or it cannot be told."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

MISSING_MEMBER = Code(
    id="VC301",
    name="missing-member",
    severity=Severity.ERROR,
    section="RFC 8610 §3.5.1",
    meaning="A map lacks a member that the CDDL requires at this place.",
    why="An entry without `?` or `*` must be there. The pointer names the map that lacks it.",
    bad='CDDL: a = {name: tstr, age: uint}\ndata: {"name": "Ada"}',
    good='data: {"name": "Ada", "age": 36}',
)
UNEXPECTED_MEMBER = Code(
    id="VC302",
    name="unexpected-member",
    severity=Severity.ERROR,
    section="RFC 8610 §3.5.1",
    meaning="A map has a member that no entry of the CDDL takes.",
    why=(
        "A map without a wildcard is closed: every member must be matched by an entry. Often "
        "the name is a slip of the pen, or it belongs to an extension whose CDDL was not given."
    ),
    bad='CDDL: a = {name: tstr}\ndata: {"name": "Ada", "nmae": 1}',
    good='data: {"name": "Ada"}',
)
WRONG_TYPE = Code(
    id="VC303",
    name="wrong-type",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2",
    meaning="An item is of another kind than the CDDL wants.",
    why="CDDL makes no conversions: the text 43 in quotes is not the number 43.",
    bad='CDDL: a = uint\ndata: "43"',
    good="data: 43",
)
WRONG_VALUE = Code(
    id="VC304",
    name="wrong-value",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.2.1",
    meaning="An item is of the right kind, but not one of the values that the CDDL lists.",
    why="Literals match exactly; text is compared byte by byte, so case and spaces count.",
    bad='CDDL: a = "once" / "standing"\ndata: "Once"',
    good='data: "once"',
)
OUT_OF_RANGE = Code(
    id="VC305",
    name="out-of-range",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.2.1, §3.8.6",
    meaning="A number lies outside the range that the CDDL sets.",
    why="Bounds come from ranges (`1..10`) and from `.lt .le .gt .ge`.",
    bad="CDDL: a = uint .ge 1\ndata: 0",
    good="data: 1",
)
NO_ALTERNATIVE = Code(
    id="VC306",
    name="no-alternative",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.2",
    meaning=(
        "None of the alternatives of a choice matches, and none comes near enough to blame it "
        "alone."
    ),
    why="The alternatives are listed with the reason why each was passed over; `-v` shows all.",
    bad="CDDL: a = int / [tstr]\ndata: {}",
    good="data: 1",
)
MISSING_ELEMENT = Code(
    id="VC307",
    name="missing-element",
    severity=Severity.ERROR,
    section="RFC 8610 §3.4",
    meaning="An array ends before all that the CDDL wants has come.",
    why=(
        "Occurrences are greedy and never give back (RFC 8610 appendix A): `[* int, int]` "
        "matches nothing."
    ),
    bad="CDDL: a = [int, tstr]\ndata: [1]",
    good='data: [1, "x"]',
)
UNEXPECTED_ELEMENT = Code(
    id="VC308",
    name="unexpected-element",
    severity=Severity.ERROR,
    section="RFC 8610 §3.4",
    meaning="An array goes on after all that the CDDL allows has come.",
    why="Without an occurrence such as `*` an entry stands for exactly one element.",
    bad="CDDL: a = [int]\ndata: [1, 2]",
    good="data: [1]",
)
WRONG_SIZE = Code(
    id="VC309",
    name="wrong-size",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8.1",
    meaning="A string or number has another size than `.size` allows.",
    why=(
        "`.size` counts bytes; text counts as UTF-8, so `ä` has two. For `uint`, n bytes hold "
        "numbers below 256 to the power n."
    ),
    bad='CDDL: a = tstr .size 3\ndata: "ab"',
    good='data: "abc"',
)
WRONG_BITS = Code(
    id="VC310",
    name="wrong-bits",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8.2",
    meaning="A bit is set that `.bits` does not list.",
    why="Bit 0 is the least significant bit of a number, and of the first byte of a byte string.",
    bad="CDDL: a = uint .bits &(r: 2, w: 1, x: 0)\ndata: 8",
    good="data: 6",
)
PATTERN_MISMATCH = Code(
    id="VC311",
    name="pattern-mismatch",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8.3",
    meaning="A text does not match the regular expression.",
    why=(
        "`.regexp` is an XSD pattern and must match the whole text; `^` and `$` are ordinary "
        "characters there."
    ),
    bad='CDDL: a = tstr .regexp "[0-9]+"\ndata: "12a"',
    good='data: "12"',
)
GRAMMAR_MISMATCH = Code(
    id="VC312",
    name="grammar-mismatch",
    severity=Severity.ERROR,
    section="RFC 9165 §3",
    meaning="A string is not what the ABNF grammar produces.",
    why="`.abnf` reads code points, `.abnfb` bytes; ABNF strings ignore case unless written `%s`.",
    bad='CDDL: a = tstr .abnf "1*%x30-39"\ndata: "12a"',
    good='data: "12"',
)
BAD_EMBEDDED = Code(
    id="VC313",
    name="bad-embedded-data",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8.4, RFC 9741 §2.4",
    meaning="A string should hold encoded CBOR or JSON, and what it holds cannot be read.",
    why="`.cbor` wants exactly one data item, `.cborseq` a sequence, `.json` one JSON text.",
    bad="CDDL: a = bytes .cbor int\ndata: h'1901'",
    good="data: h'190100'",
)
DEFAULT_SENT = Code(
    id="VC314",
    name="default-value-sent",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8.6",
    meaning="A member has the very value that `.default` says its absence stands for.",
    why=(
        "`.default` implies `.ne`: leave the member out. `--allow-default-values` reads it more"
        " kindly."
    ),
    bad='CDDL: a = {? n: uint .default 1}\ndata: {"n": 1}',
    good="data: {}",
)
BAD_ENCODING = Code(
    id="VC315",
    name="bad-text-encoding",
    severity=Severity.ERROR,
    section="RFC 9741 §2.1",
    meaning="A text is not in the base encoding that the CDDL names.",
    why="These operators are strict: the alphabet, the padding and the unused bits must be right.",
    bad='CDDL: a = text .b64u bytes\ndata: "aGVsbG8="',
    good='data: "aGVsbG8"',
)
BAD_NUMERAL = Code(
    id="VC316",
    name="bad-numeral",
    severity=Severity.ERROR,
    section="RFC 9741 §2.2",
    meaning="A text is not a decimal integer without leading zeros.",
    why="`.base10` matches `0|-?[1-9][0-9]*`.",
    bad='CDDL: a = text .base10 int\ndata: "042"',
    good='data: "42"',
)
BAD_FORMAT = Code(
    id="VC317",
    name="format-mismatch",
    severity=Severity.ERROR,
    section="RFC 9741 §2.3, §3.1",
    meaning="A string cannot be put together from the parts that `.printf` or `.join` name.",
    why="The text must be exactly what the format or the concatenation gives for allowed values.",
    bad='CDDL: a = text .printf (["0x%04x", 19])\ndata: "0x13"',
    good='data: "0x0013"',
)
TAKEN_EARLIER = Code(
    id="VC318",
    name="taken-by-earlier-entry",
    severity=Severity.ERROR,
    section="RFC 8610 §3.5.3, appendix A",
    meaning="A member is there, but an earlier, greedy entry of the map has taken it.",
    why="A wildcard written first takes all that it can. Put wildcards last.",
    bad='CDDL: a = {* tstr => any, x: int}\ndata: {"x": 1}',
    good="CDDL: a = {x: int, * tstr => any}",
)
BAD_TAG_CONTENT = Code(
    id="VC320",
    name="bad-tag-content",
    severity=Severity.ERROR,
    section="RFC 8949 §3.4",
    meaning="The content of a tagged item is not what the definition of the tag asks for.",
    why="Checked on request only (`--check-tags`): the prelude of CDDL does not ask for it.",
    bad='CDDL: a = tdate\ndata: 0("yesterday")',
    good='data: 0("2026-09-01T10:00:00Z")',
)
NO_MATCH = Code(
    id="VC321",
    name="no-match",
    severity=Severity.ERROR,
    section="RFC 8610 appendix A",
    meaning="The item does not match this rule, and no single part of it is to blame.",
    why="Groups are matched in order, without going back. Look at the order of the entries.",
    bad="CDDL: a = {(? x: int // y: int)}\ndata: {'y': 1}",
    good="CDDL: a = {(y: int // ? x: int)}",
)
UNDECIDED_CONTROL = Code(
    id="VC330",
    name="undecided-control",
    severity=Severity.WARNING,
    section="RFC 8610 §3.8",
    meaning="The answer depends on a control operator that vcddl does not implement.",
    why="The verdict is undecided: the item may be right or wrong.",
    bad="CDDL: a = bytes .sdnv uint",
    good="CDDL: a = bytes",
)
LIMIT_REACHED = Code(
    id="VC331",
    name="limit-reached",
    severity=Severity.WARNING,
    section="vcddl limits",
    meaning="A limit on depth, size, steps or time was reached before there was an answer.",
    why="The verdict is undecided. Raise the limit if the data can be trusted.",
    bad="an array nested 100,000 deep",
    good="--max-depth 1000",
)

CODES = (
    MISSING_MEMBER,
    UNEXPECTED_MEMBER,
    WRONG_TYPE,
    WRONG_VALUE,
    OUT_OF_RANGE,
    NO_ALTERNATIVE,
    MISSING_ELEMENT,
    UNEXPECTED_ELEMENT,
    WRONG_SIZE,
    WRONG_BITS,
    PATTERN_MISMATCH,
    GRAMMAR_MISMATCH,
    BAD_EMBEDDED,
    DEFAULT_SENT,
    BAD_ENCODING,
    BAD_NUMERAL,
    BAD_FORMAT,
    TAKEN_EARLIER,
    BAD_TAG_CONTENT,
    NO_MATCH,
    UNDECIDED_CONTROL,
    LIMIT_REACHED,
)

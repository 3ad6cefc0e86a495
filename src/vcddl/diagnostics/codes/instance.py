"""Codes VC4xx: an instance that cannot be read, or is not what its format asks for."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

UNREADABLE_FILE = Code(
    id="VC401",
    name="unreadable-file",
    severity=Severity.ERROR,
    section="",
    meaning="The file of the instance could not be opened or read.",
    why="Nothing can be said of data that is not there. Check the path and its permissions.",
    bad="vcddl check no-such-file.json",
    good="vcddl check call.json",
)
TOO_LARGE = Code(
    id="VC402",
    name="too-large",
    severity=Severity.ERROR,
    section="",
    meaning="The instance is larger than the limit on bytes, or nested deeper than the limit on "
    "depth.",
    why="Limits keep hostile input from using up the machine. Raise the limit if the file is what "
    "you meant to check.",
    bad="[[[[…]]]] with 100,000 brackets",
    good="[[[[1]]]]",
)
UNKNOWN_TYPE = Code(
    id="VC403",
    name="unknown-type",
    severity=Severity.ERROR,
    section="",
    meaning="Neither the name nor the content of the file says in which format it is written.",
    why="A guess would give a misleading verdict. Name the format with `--type`.",
    bad="vcddl check data.bin",
    good="vcddl check --type cbor data.bin",
)
EMPTY = Code(
    id="VC404",
    name="empty-instance",
    severity=Severity.ERROR,
    section="RFC 8259 §2",
    meaning="The instance has no content: nothing, or white space alone.",
    why="A JSON text and a CBOR data item are exactly one value. An empty file is often the trace "
    "of a program that failed before it wrote.",
    bad="",
    good="{}",
)
JSON_SYNTAX = Code(
    id="VC405",
    name="json-syntax",
    severity=Severity.ERROR,
    section="RFC 8259 §2",
    meaning="The text is not JSON.",
    why="Readers refuse the text or, worse, each repair it in another way. Comments, trailing "
    "commas, single quotes and unquoted names belong to other languages.",
    bad="{'a': 1,}",
    good='{"a": 1}',
)
TRAILING_DATA = Code(
    id="VC406",
    name="trailing-data",
    severity=Severity.ERROR,
    section="RFC 8259 §2",
    meaning="After the value comes more text.",
    why="A JSON text is one value. A file with one value a line is JSON Lines: read it with "
    "`--type jsonl`.",
    bad='{"a": 1} {"a": 2}',
    good='[{"a": 1}, {"a": 2}]',
)
DUPLICATE_KEY = Code(
    id="VC407",
    name="duplicate-key",
    severity=Severity.ERROR,
    section="RFC 8259 §4, RFC 8949 §5.6",
    meaning="An object or map has the same key twice.",
    why="Readers keep the first value, the last one, or none: two of them can see two different "
    "documents, and a signature covers both.",
    bad='{"uuid": "a", "uuid": "b"}',
    good='{"uuid": "b"}',
)
LONE_SURROGATE = Code(
    id="VC408",
    name="lone-surrogate",
    severity=Severity.ERROR,
    section="RFC 8259 §8.2, RFC 7493 §2.1",
    meaning="A string has a `\\uD800` to `\\uDFFF` escape that is not half of a pair.",
    why="It names no character, cannot be written as UTF-8, and readers replace or refuse it.",
    bad='"\\ud83d"',
    good='"\\ud83d\\ude00"',
)
NON_FINITE_NUMBER = Code(
    id="VC409",
    name="non-finite-number",
    severity=Severity.ERROR,
    section="RFC 8259 §6",
    meaning="`NaN`, `Infinity` or `-Infinity` stands where a JSON number should be.",
    why="JSON has no such numbers. Some libraries write them unless told not to; others fail.",
    bad='{"score": NaN}',
    good='{"score": null}',
)
INVALID_UTF8 = Code(
    id="VC410",
    name="invalid-utf8",
    severity=Severity.ERROR,
    section="RFC 8259 §8.1",
    meaning="The text is not UTF-8.",
    why="JSON that is exchanged is UTF-8. Latin-1 and UTF-16 files come from editors and old "
    "exports: convert them.",
    bad="bytes 22 e9 22 (Latin-1)",
    good="bytes 22 c3 a9 22 (UTF-8)",
)
BYTE_ORDER_MARK = Code(
    id="VC411",
    name="byte-order-mark",
    severity=Severity.WARNING,
    section="RFC 8259 §8.1",
    meaning="The text begins with a byte order mark (EF BB BF).",
    why="JSON must not be sent with one; many readers fail at the first byte. Save the file as "
    "UTF-8 without BOM.",
    bad="bytes ef bb bf 7b 7d",
    good="bytes 7b 7d",
)
CBOR_MALFORMED = Code(
    id="VC412",
    name="cbor-malformed",
    severity=Severity.ERROR,
    section="RFC 8949 §3, appendix C",
    meaning="The bytes are not well-formed CBOR.",
    why="No reader can know what they mean. The offset says at which byte the rule is broken.",
    bad="1c (additional information 28 is reserved)",
    good="18 1c (the integer 28)",
)
CBOR_TRUNCATED = Code(
    id="VC413",
    name="cbor-truncated",
    severity=Severity.ERROR,
    section="RFC 8949 §3, appendix C",
    meaning="The data ends inside an item.",
    why="A transfer was cut off, or a length says more than there is.",
    bad="83 01 02 (an array of three, two there)",
    good="82 01 02",
)
CBOR_INVALID_UTF8 = Code(
    id="VC414",
    name="cbor-invalid-utf8",
    severity=Severity.ERROR,
    section="RFC 8949 §3.1, §5.3.1",
    meaning="A text string (major type 3) is not UTF-8, or a chunk of one ends inside a character.",
    why="The item is well-formed but not valid. Bytes that are not text belong into a byte string.",
    bad="62 c3 28",
    good="42 c3 28",
)
CBOR_TRAILING_BYTES = Code(
    id="VC415",
    name="cbor-trailing-bytes",
    severity=Severity.ERROR,
    section="RFC 8949 §3",
    meaning="After the data item come more bytes.",
    why="An instance is one data item. Several items in a row are a CBOR sequence (RFC 8742): "
    "read them with `--type cbor-seq`.",
    bad="01 02",
    good="82 01 02",
)
NOT_DETERMINISTIC = Code(
    id="VC416",
    name="not-deterministic",
    severity=Severity.WARNING,
    section="RFC 8949 §4.2.1",
    meaning="The item is not in the core deterministic encoding.",
    why="Hashes and signatures over the bytes differ from those of another encoder. Integers, "
    "lengths and floats take their shortest form, lengths are definite, map keys are sorted.",
    bad="18 0a (the integer 10 in two bytes)",
    good="0a",
)
EDN_SYNTAX = Code(
    id="VC417",
    name="edn-syntax",
    severity=Severity.ERROR,
    section="RFC 8949 §8, RFC 8610 appendix G",
    meaning="The text is not CBOR diagnostic notation.",
    why="Diagnostic notation is JSON with more: h'…' bytes, 1(…) tags, simple(…), undefined, keys "
    "of any type, comments.",
    bad="{1: h'0g'}",
    good="{1: h'0a'}",
)
HEX_SYNTAX = Code(
    id="VC418",
    name="hex-syntax",
    severity=Severity.ERROR,
    section="",
    meaning="The text is not a row of hexadecimal digit pairs.",
    why="`--type hex` takes pairs of digits; white space and `#` comments may stand between them.",
    bad="a1 6",
    good="a1 61 61 01",
)

CODES: tuple[Code, ...] = (
    UNREADABLE_FILE,
    TOO_LARGE,
    UNKNOWN_TYPE,
    EMPTY,
    JSON_SYNTAX,
    TRAILING_DATA,
    DUPLICATE_KEY,
    LONE_SURROGATE,
    NON_FINITE_NUMBER,
    INVALID_UTF8,
    BYTE_ORDER_MARK,
    CBOR_MALFORMED,
    CBOR_TRUNCATED,
    CBOR_INVALID_UTF8,
    CBOR_TRAILING_BYTES,
    NOT_DETERMINISTIC,
    EDN_SYNTAX,
    HEX_SYNTAX,
)

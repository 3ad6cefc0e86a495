"""Codes VC5xx: CDDL that can be used and yet is not what its author can have meant."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

UNUSED_RULE = Code(
    id="VC501",
    name="unused-rule",
    severity=Severity.WARNING,
    section="RFC 8610 §2.2.4",
    meaning="No other rule uses this rule, and it is not the root.",
    why="It decides nothing. The first rule is the root unless `--root` names another one.",
    bad="start = {n: int}\nname = tstr",
    good="start = {n: name}\nname = tstr",
)
UNREACHABLE_RULE = Code(
    id="VC502",
    name="unreachable-rule",
    severity=Severity.INFO,
    section="RFC 8610 §2.2.4",
    meaning="Only rules that the root does not reach use this rule.",
    why="It decides nothing until one of them is used.",
    bad="start = int\nunused = [* item]\nitem = tstr",
    good="start = int / [* item]\nitem = tstr",
)
DUPLICATE_DEFINITION = Code(
    id="VC503",
    name="duplicate-definition",
    severity=Severity.INFO,
    section="RFC 8610 appendix C",
    meaning="A name is given the same right-hand side once more.",
    why="It is allowed and changes nothing, but the two can drift apart. Keep one.",
    bad="start = id\nid = tstr\nid = tstr",
    good="start = id\nid = tstr",
)
UNUSED_PARAMETER = Code(
    id="VC504",
    name="unused-parameter",
    severity=Severity.WARNING,
    section="RFC 8610 §3.10",
    meaning="A generic rule never uses one of its parameters.",
    why="Every argument gives the same type, which is seldom meant.",
    bad="start = list<int>\nlist<t> = [* any]",
    good="start = list<int>\nlist<t> = [* t]",
)
PARAMETER_HIDES_RULE = Code(
    id="VC505",
    name="parameter-hides-rule",
    severity=Severity.WARNING,
    section="RFC 8610 §3.10",
    meaning="A generic parameter has the name of a rule, which cannot be used there any more.",
    why="Readers take the name for the rule. Give the parameter another name.",
    bad="start = list<int> / item\nlist<item> = [* item]\nitem = tstr",
    good="start = list<int> / item\nlist<t> = [* t]\nitem = tstr",
)
UNFILLED_SOCKET = Code(
    id="VC506",
    name="unfilled-socket",
    severity=Severity.INFO,
    section="RFC 8610 §3.9",
    meaning="A socket is used and none of the files fills it.",
    why="It is an empty choice: `* $$x` takes nothing, and a bare `$x` or `$$x` never matches.",
    bad="start = {n: int, * $$more}",
    good="start = {n: int, * $$more}\n$$more //= (name: tstr)",
)
UNUSED_PLUG = Code(
    id="VC507",
    name="plug-without-socket",
    severity=Severity.WARNING,
    section="RFC 8610 §3.9",
    meaning="A rule fills a socket that none of the files uses.",
    why="The plug decides nothing: its name has a slip, or the CDDL with the socket is missing.",
    bad="start = {* $$start-ext}\n$$strat-ext //= (x: int)",
    good="start = {* $$start-ext}\n$$start-ext //= (x: int)",
)
SHADOWED_MEMBER = Code(
    id="VC510",
    name="shadowed-member",
    severity=Severity.WARNING,
    section="RFC 8610 §3.5.4",
    meaning="An earlier entry of the map takes every member that this one could match.",
    why="Entries are tried in order and take all they can. Put the entry for all others last.",
    bad="start = {* tstr => any, ? x: int}",
    good="start = {? x: int, * tstr => any}",
)
REPEATED_KEY = Code(
    id="VC511",
    name="repeated-key",
    severity=Severity.WARNING,
    section="RFC 8610 §3.5.4",
    meaning="An earlier entry of the map has the same key and leaves nothing for this one.",
    why="A key occurs once in a map, and `:` is a cut. Join the two types with `/`.",
    bad="start = {? x: int, ? x: tstr}",
    good="start = {? x: int / tstr}",
)
ENTRY_WITHOUT_KEY = Code(
    id="VC512",
    name="map-entry-without-key",
    severity=Severity.WARNING,
    section="RFC 8610 §2.1",
    meaning="An entry of a map has no key, so no member ever matches it.",
    why="A map needs keys. `~name` takes the members of another map in.",
    bad="start = {base, x: int}\nbase = {y: int}",
    good="start = {~base, x: int}\nbase = {y: int}",
)
KEY_MORE_THAN_ONCE = Code(
    id="VC513",
    name="key-more-than-once",
    severity=Severity.WARNING,
    section="RFC 8610 §2.1",
    meaning="An occurrence asks for one and the same key twice or more.",
    why="Keys of a map are unique, so no map can match. A list of values is an array.",
    bad="start = {2*4 phone: tstr}",
    good="start = {phone: [2*4 tstr]}",
)
IMPOSSIBLE_OCCURRENCE = Code(
    id="VC514",
    name="impossible-occurrence",
    severity=Severity.WARNING,
    section="RFC 8610 §3.2",
    meaning="The least number of an occurrence is above its greatest.",
    why="Nothing can occur that often. Swap the two numbers.",
    bad="start = [4*2 int]",
    good="start = [2*4 int]",
)
SHADOWED_ELEMENT = Code(
    id="VC515",
    name="shadowed-element",
    severity=Severity.WARNING,
    section="RFC 8610 §3.2, appendix A",
    meaning="A loop before this entry of an array takes every element that could be its own.",
    why="Occurrences take all they can and give nothing back.",
    bad='start = [* tstr, "end"]',
    good='start = ["begin", * tstr]',
)
COVERED_ALTERNATIVE = Code(
    id="VC516",
    name="covered-alternative",
    severity=Severity.INFO,
    section="RFC 8610 §2.2.2",
    meaning="The alternatives before this one take all of its values already.",
    why="It documents something at best. If only some values are meant, drop the wider type.",
    bad='start = tstr / "a"',
    good='start = "a" / "b"',
)
REPEATED_ALTERNATIVE = Code(
    id="VC517",
    name="repeated-alternative",
    severity=Severity.WARNING,
    section="RFC 8610 §2.2.2",
    meaning="The same alternative stands twice in a choice.",
    why="One of the two was meant to be something else, or is not needed.",
    bad='start = "a" / "b" / "a"',
    good='start = "a" / "b" / "c"',
)
GROUP_NEVER_REACHED = Code(
    id="VC518",
    name="group-never-reached",
    severity=Severity.WARNING,
    section="RFC 8610 §2.2.2, appendix A",
    meaning="An earlier alternative of a choice between groups succeeds before this one is tried.",
    why="The first success is final. Put the alternative that asks for more first.",
    bad="start = {? x: int // y: int}",
    good="start = {y: int // ? x: int}",
)
EMPTY_RANGE = Code(
    id="VC519",
    name="empty-range",
    severity=Severity.WARNING,
    section="RFC 8610 §2.2.2.1",
    meaning="No number lies in a range.",
    why="The lower bound comes first; `...` leaves the upper one out.",
    bad="start = 10..0",
    good="start = 0..10",
)
NEVER_IN_JSON = Code(
    id="VC520",
    name="never-in-json",
    severity=Severity.INFO,
    section="RFC 8610 appendix E",
    meaning="A type or a key that JSON does not have: bytes, tags, `undefined`, keys beside text.",
    why="Fine in CDDL for CBOR. For JSON write `tstr`; `~tdate` is `tdate` without its tag.",
    bad="start = {? at: tdate}",
    good="start = {? at: ~tdate}",
)
CBOR_ONLY = Code(
    id="VC521",
    name="cbor-only",
    severity=Severity.INFO,
    section="RFC 8610 appendix E",
    meaning="The root needs something that JSON does not have, so no JSON text ever matches.",
    why="Fine in CDDL for CBOR. For JSON put that right first; then further places are told.",
    bad="start = {at: tdate}",
    good="start = {at: ~tdate}",
)
ANCHOR_IN_PATTERN = Code(
    id="VC530",
    name="anchor-in-pattern",
    severity=Severity.WARNING,
    section="RFC 8610 §3.8.3",
    meaning="A `.regexp` pattern has `^` at its start or `$` at its end.",
    why="In XSD patterns these are ordinary characters; a pattern matches the whole text anyway.",
    bad='start = tstr .regexp "^[a-z]+$"',
    good='start = tstr .regexp "[a-z]+"',
)
CONTROL_ON_WRONG_TARGET = Code(
    id="VC531",
    name="control-on-wrong-target",
    severity=Severity.WARNING,
    section="RFC 8610 §3.8",
    meaning="An operator stands behind a type that it says nothing about.",
    why="Nothing matches then. The number of elements is an occurrence: `[3*5 int]`.",
    bad="start = [* int] .size 3",
    good="start = [3*3 int]",
)

CODES = (
    UNUSED_RULE,
    UNREACHABLE_RULE,
    DUPLICATE_DEFINITION,
    UNUSED_PARAMETER,
    PARAMETER_HIDES_RULE,
    UNFILLED_SOCKET,
    UNUSED_PLUG,
    SHADOWED_MEMBER,
    REPEATED_KEY,
    ENTRY_WITHOUT_KEY,
    KEY_MORE_THAN_ONCE,
    IMPOSSIBLE_OCCURRENCE,
    SHADOWED_ELEMENT,
    COVERED_ALTERNATIVE,
    REPEATED_ALTERNATIVE,
    GROUP_NEVER_REACHED,
    EMPTY_RANGE,
    NEVER_IN_JSON,
    CBOR_ONLY,
    ANCHOR_IN_PATTERN,
    CONTROL_ON_WRONG_TARGET,
)

"""Codes VC2xx: names, sockets, generics and modules of CDDL."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

UNDEFINED_NAME = Code(
    id="VC201",
    name="undefined-name",
    severity=Severity.ERROR,
    section="RFC 8610 §3.9",
    meaning="A name is used and no file defines it.",
    why=(
        "Only sockets (`$x`, `$$x`) may be left undefined. Give the file that defines the name too."
    ),
    bad="a = {b: nosuch}",
    good="a = {b: nosuch}\nnosuch = tstr",
)
NO_RULE = Code(
    id="VC202",
    name="no-rule",
    severity=Severity.ERROR,
    section="RFC 9682 §3.1",
    meaning="The CDDL has no rule, so there is nothing to match an instance against.",
    why="An empty file parses, but a data model needs a root.",
    bad="; nothing but a comment",
    good="start = any",
)
REDEFINED = Code(
    id="VC203",
    name="redefined-name",
    severity=Severity.ERROR,
    section="RFC 8610 appendix C",
    meaning="A name is defined twice with different right-hand sides.",
    why="The same definition twice is fine. To add an alternative, use `/=` or `//=`.",
    bad="a = int\na = tstr",
    good="a = int\na /= tstr",
)
TYPE_AND_GROUP = Code(
    id="VC204",
    name="type-and-group",
    severity=Severity.ERROR,
    section="RFC 8610 appendix C",
    meaning="A name is used as a type and as a group, or a group stands where a type must.",
    why="`/=` and `$x` make types, `//=` and `$$x` make groups; a group goes into `{}` or `[]`.",
    bad="a = int / g\ng = (x: int)",
    good="a = int / {g}\ng = (x: int)",
)
WRONG_ARGUMENTS = Code(
    id="VC205",
    name="wrong-generic-arguments",
    severity=Severity.ERROR,
    section="RFC 8610 §3.10",
    meaning="A name is used with another number of generic arguments than it has parameters.",
    why="Every parameter needs its argument, and only generic names take arguments.",
    bad="a = pair<int>\npair<x, y> = [x, y]",
    good="a = pair<int, tstr>\npair<x, y> = [x, y]",
)
ROOT_IS_GROUP = Code(
    id="VC206",
    name="root-is-not-a-type",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.4",
    meaning="The root is a group or a generic rule; an instance is matched against a type.",
    why="The first rule is the root unless `--root` names another. `--root '{ g }'` wraps a group.",
    bad="g = (x: int, y: int)",
    good="a = {g}\ng = (x: int, y: int)",
)
ENDLESS_GENERIC = Code(
    id="VC207",
    name="endless-generic",
    severity=Severity.ERROR,
    section="RFC 8610 §3.10",
    meaning=(
        "A generic rule uses itself with ever larger arguments, so it stands for no finite type."
    ),
    why="Recursion with the same arguments is fine; growing arguments never end.",
    bad="b = a<int>\na<t> = [* a<[t]>]",
    good="b = a<int>\na<t> = [t, * a<t>]",
)
ENDLESS_RULE = Code(
    id="VC208",
    name="rule-without-progress",
    severity=Severity.ERROR,
    section="RFC 8610 appendix C",
    meaning="A rule leads back to itself before anything of the instance is matched.",
    why="Such a rule never says what matches. Recursion must pass through `[]`, `{}` or a tag.",
    bad="a = b / int\nb = a",
    good="a = [* a] / int",
)
UNKNOWN_CONTROL = Code(
    id="VC209",
    name="unknown-control",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8",
    meaning="A control operator is not in the IANA registry of CDDL control operators.",
    why="Its meaning is not known to anyone; most often it is a slip of the pen.",
    bad="a = tstr .length 3",
    good="a = tstr .size 3",
)
BAD_CONTROLLER = Code(
    id="VC210",
    name="bad-control-operand",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8",
    meaning="The target or the controller of an operator is not what the operator can work with.",
    why="Each operator says what may stand on its two sides.",
    bad="a = tstr .regexp int",
    good='a = tstr .regexp "[0-9]+"',
)
BAD_RANGE = Code(
    id="VC211",
    name="bad-range",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.2.1",
    meaning="A range needs two integers or two floating-point numbers.",
    why="Mixed and non-numeric bounds have no meaning; names are fine if they stand for numbers.",
    bad='a = 1.."x"',
    good="a = 1..10",
)
BAD_PATTERN = Code(
    id="VC212",
    name="bad-pattern",
    severity=Severity.ERROR,
    section="RFC 8610 §3.8.3, RFC 9165 §3",
    meaning="A regular expression, ABNF grammar or format string is not well-formed.",
    why="`.regexp` takes XSD patterns, `.abnf` RFC 5234 with RFC 7405, `.printf` C formats.",
    bad='a = tstr .regexp "["',
    good='a = tstr .regexp "[a-z]"',
)
BAD_UNWRAP = Code(
    id="VC213",
    name="bad-unwrap",
    severity=Severity.ERROR,
    section="RFC 8610 §3.7",
    meaning="`~` stands before a name that is neither a map, an array nor a tagged type.",
    why="Unwrapping takes the brackets or the tag away; there must be one.",
    bad="a = [~b]\nb = int",
    good="a = [~b]\nb = [int, int]",
)
BAD_GROUP_CHOICE = Code(
    id="VC214",
    name="bad-choice-from-group",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.2.2",
    meaning="`&` makes a choice of the values of a group; here it has no values to choose from.",
    why="Behind `&` stands a group in parentheses, or the name of a group.",
    bad="a = &b\nb = int",
    good="a = &b\nb = (x: 1, y: 2)",
)
UNKNOWN_ROOT = Code(
    id="VC215",
    name="unknown-root",
    severity=Severity.ERROR,
    section="RFC 8610 §2.2.4",
    meaning="The root asked for is not defined in the CDDL given.",
    why="The root is a rule name or a CDDL type such as `{ $$event-type-ext }`.",
    bad="vcddl check --root persn --cddl my.cddl x.json",
    good="vcddl check --root person --cddl my.cddl x.json",
)
PRELUDE_REDEFINED = Code(
    id="VC216",
    name="prelude-name-redefined",
    severity=Severity.WARNING,
    section="RFC 8610 appendix D",
    meaning="A rule gives another meaning to a name of the standard prelude.",
    why="The prelude is deemed to be fixed; readers and other tools will take the usual meaning.",
    bad="tdate = tstr",
    good="my-date = tstr",
)
MODULE_NOT_FOUND = Code(
    id="VC220",
    name="module-not-found",
    severity=Severity.ERROR,
    section="draft-ietf-cbor-cddl-modules",
    meaning="No file beside the CDDL and no shipped specification has the name of the module.",
    why="Modules are looked for in the folder of the CDDL file, then among the shipped ones.",
    bad=";# import rfc9999",
    good=";# import tool-invocation",
)
MODULE_REFUSED = Code(
    id="VC221",
    name="module-refused",
    severity=Severity.ERROR,
    section="draft-ietf-cbor-cddl-modules §Security Considerations",
    meaning="The file of a module lies outside the folder of the CDDL file.",
    why="A CDDL file from a stranger must not read other files. Allow it with `--allow-outside`.",
    bad=";# include link-to-etc-passwd",
    good=";# include common",
)
BAD_DIRECTIVE = Code(
    id="VC222",
    name="bad-directive",
    severity=Severity.ERROR,
    section="draft-ietf-cbor-cddl-modules appendix A",
    meaning="A line that begins with `;#` is not a directive of the module structure.",
    why="`;# import [names from] file [as prefix]` and `;# include …` are the two forms.",
    bad=";# import from rfc9052",
    good=";# import label from rfc9052 as cose",
)
MODULE_LACKS_NAME = Code(
    id="VC223",
    name="module-lacks-name",
    severity=Severity.ERROR,
    section="draft-ietf-cbor-cddl-modules",
    meaning="A directive asks for a rule that the module does not have.",
    why="Only rules of the module itself can be taken from it.",
    bad=";# include lable from rfc9052",
    good=";# include label from rfc9052",
)
UNSUPPORTED_CONTROL = Code(
    id="VC230",
    name="unsupported-control",
    severity=Severity.WARNING,
    section="RFC 8610 §3.8",
    meaning="A control operator is registered, but vcddl does not implement it.",
    why="What depends on it comes out as undecided: neither valid nor invalid.",
    bad="a = bytes .sdnv uint",
    good="a = bytes",
)

CODES = (
    UNDEFINED_NAME,
    NO_RULE,
    REDEFINED,
    TYPE_AND_GROUP,
    WRONG_ARGUMENTS,
    ROOT_IS_GROUP,
    ENDLESS_GENERIC,
    ENDLESS_RULE,
    UNKNOWN_CONTROL,
    BAD_CONTROLLER,
    BAD_RANGE,
    BAD_PATTERN,
    BAD_UNWRAP,
    BAD_GROUP_CHOICE,
    UNKNOWN_ROOT,
    PRELUDE_REDEFINED,
    MODULE_NOT_FOUND,
    MODULE_REFUSED,
    BAD_DIRECTIVE,
    MODULE_LACKS_NAME,
    UNSUPPORTED_CONTROL,
)

"""Codes VC35x: which specification a vCon asks for, and whether it is a vCon at all."""

from __future__ import annotations

from vcddl.diagnostics.model import Code, Severity

NOT_A_VCON = Code(
    id="VC350",
    name="not-a-vcon",
    severity=Severity.ERROR,
    section="vCon core, forms of a vCon",
    meaning="The data has none of the parameters that make a vCon, in any of its three forms.",
    why="Nothing else is reported: the first thing to look at is whether this is the right file.",
    bad='{"conversation": [], "people": []}',
    good='{"uuid": "…", "created_at": "2026-09-01T10:00:00Z", "parties": [], "dialog": []}',
)
MIXED_FORMS = Code(
    id="VC351",
    name="mixed-forms",
    severity=Severity.ERROR,
    section="vCon core, forms of a vCon",
    meaning="Members of two forms stand in one object: signed, encrypted or unsigned.",
    why="Members beside a signature or a ciphertext are neither signed nor encrypted, and a "
    "reader may take them for what was. Keep one form.",
    bad='{"payload": "…", "signatures": [], "parties": []}',
    good='{"payload": "…", "signatures": []}',
)
UNKNOWN_VERSION = Code(
    id="VC352",
    name="unknown-syntax-version",
    severity=Severity.WARNING,
    section="vCon core, vcon",
    meaning="The syntax version is none that vcddl has CDDL for; the newest one judges.",
    why="The verdict speaks of another version than the vCon names. `--core` gives another CDDL.",
    bad='{"vcon": "0.6.0", …}',
    good='{"vcon": "0.5.0", …}',
)
OLDER_SYNTAX = Code(
    id="VC353",
    name="older-syntax-version",
    severity=Severity.INFO,
    section="vCon core, vcon",
    meaning="The syntax version is older than 0.4.0; the open core of 0.4.0 judges.",
    why="Parameters that were renamed since then (`mimetype`, `appended`) pass there unseen.",
    bad='{"vcon": "0.0.1", …}',
    good='{"vcon": "0.4.0", …}',
)
CORE_BY_FEATURES = Code(
    id="VC354",
    name="core-chosen-by-features",
    severity=Severity.INFO,
    section="vCon core, vcon",
    meaning="The vCon names no syntax version; its parameters decided which core judges.",
    why="`vcon` is deprecated and need not be there. `--core` overrules the choice.",
    bad='{"uuid": "…", "created_at": "…", "sessions": []}',
    good='{"vcon": "0.5.0", "uuid": "…", "created_at": "…", "sessions": []}',
)
UNKNOWN_EXTENSION = Code(
    id="VC355",
    name="unknown-extension",
    severity=Severity.INFO,
    section="vCon core, extensions",
    meaning="The vCon lists an extension that vcddl has no CDDL for.",
    why="Parameters, types and values that nobody here knows are accepted, as they may come from "
    "it. `--extension NAME=FILE` gives its CDDL.",
    bad='{"extensions": ["contact-center"], …}',
    good='{"extensions": ["tool-invocation"], …}',
)
UNKNOWN_CRITICAL_EXTENSION = Code(
    id="VC356",
    name="unknown-critical-extension",
    severity=Severity.ERROR,
    section="vCon core, critical",
    meaning="The vCon says that it cannot be processed without an extension that vcddl does not "
    "know.",
    why="A reader without it must do no more than reject or report, so nothing else was checked. "
    "`--extension NAME=FILE` gives its CDDL.",
    bad='{"critical": ["lawful-basis"], …}',
    good='{"critical": [], "extensions": ["lawful-basis"], …}',
)
EXTENSION_BY_USE = Code(
    id="VC357",
    name="extension-chosen-by-use",
    severity=Severity.INFO,
    section="draft-petrie-vcon-tool-invocation §3",
    meaning="An event has a type of an extension that the vCon does not list; its CDDL judges too.",
    why="The name of the extension should stand in `extensions`.",
    bad='{"events": [{"type": "tool-result", …}], …}',
    good='{"extensions": ["tool-invocation"], "events": [{"type": "tool-result", …}], …}',
)
EXTENSION_NEEDS_OTHER_CORE = Code(
    id="VC358",
    name="extension-needs-other-core",
    severity=Severity.WARNING,
    section="vCon core, extensions",
    meaning="The extension is written for another syntax version of the core than this vCon has.",
    why="Its events and parameters were not judged by it.",
    bad='{"vcon": "0.4.0", "extensions": ["tool-invocation"], …}',
    good='{"vcon": "0.5.0", "extensions": ["tool-invocation"], …}',
)
CORE_NOT_VISIBLE = Code(
    id="VC359",
    name="core-not-visible",
    severity=Severity.INFO,
    section="vCon core, signed and encrypted form",
    meaning="The vCon is signed or encrypted, so its syntax version cannot be seen from outside.",
    why="The wrapping is judged by the newest core; what it holds is not judged.",
    bad='{"payload": "…", "signatures": [ … ]}',
    good='{"uuid": "…", "created_at": "2026-09-01T10:00:00Z"}',
)

CODES = (
    NOT_A_VCON,
    MIXED_FORMS,
    UNKNOWN_VERSION,
    OLDER_SYNTAX,
    CORE_BY_FEATURES,
    UNKNOWN_EXTENSION,
    UNKNOWN_CRITICAL_EXTENSION,
    EXTENSION_BY_USE,
    EXTENSION_NEEDS_OTHER_CORE,
    CORE_NOT_VISIBLE,
)

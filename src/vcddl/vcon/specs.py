"""Which specifications a vCon asks for.

Turns a value into the CDDL files and the root type that judge it, and says why. Works on paths
and values: reads no CDDL and no file, uses no network.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from vcddl.diagnostics.codes import vcon as codes
from vcddl.diagnostics.model import Code, Diagnostic, InstanceRef, Severity
from vcddl.instance.values import PairMap
from vcddl.vcon.catalogue import NEWEST, Kind, Spec, given_spec, list_specs
from vcddl.vcon.forms import UNSIGNED_MEMBERS, Form, form_of, member_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from vcddl.instance.values import Value

__all__ = ["Kind", "Spec", "SpecChoice", "choose_spec", "list_specs"]

_OLDER_VERSION = re.compile(r"0\.[0-3]\.[0-9]+")
_ONLY_IN_0_5_0 = ("sessions", "events", "redacted_from", "amended_from")
_ONLY_IN_0_4_0 = ("redacted", "amended", "group", "appended", "must_support")
_DIALOG_TYPES_ONLY_IN_0_4_0 = ("transfer", "recording-set")
_DIALOG_ONLY_IN_0_4_0 = (
    "party_history",
    "originator",
    "recordings",
    "recording_set",
    "transferee",
    "transferor",
    "transfer_target",
    "original",
    "consultation",
    "target_dialog",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecChoice:
    """The specifications that judge one vCon.

    Attributes:
        core: the core.
        extensions: those listed or used, then those given by the user; no name twice.
        open: parameters that nobody defined are accepted.
        form: the form of the vCon.
        diagnostics: why this choice, in the order of the decisions.
        cddl_files: all CDDL to load, the core first.
        root: the rule to match. A core given by the user may lack it: then its first rule.
        title: the choice in words, ``vcon 0.5.0 + tool-invocation``.
    """

    core: Spec
    extensions: tuple[Spec, ...]
    open: bool
    form: Form
    diagnostics: tuple[Diagnostic, ...]
    cddl_files: tuple[Path, ...]
    root: str
    title: str

    @property
    def is_refused(self) -> bool:
        """An error stands against the vCon already; nothing else is to be checked."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


class _Finding(NamedTuple):
    code: Code
    pointer: str
    message: str
    help: str | None = None


def choose_spec(
    value: Value,
    *,
    open: bool = False,
    core: Path | None = None,
    extensions: Mapping[str, Path] | None = None,
    file: str = "",
) -> SpecChoice:
    """Choose what judges ``value``, from its ``vcon``, ``extensions``, ``critical`` and events.

    Args:
        value: an instance of the value model; need not be a vCon.
        open: accept parameters that nobody defined.
        core: CDDL to use in place of the shipped core.
        extensions: CDDL by extension name; replaces the shipped one of that name. All of them
            are used, listed by the vCon or not.
        file: name of the instance, for the diagnostics.

    Returns:
        The choice; look at ``is_refused`` before any matching.

    Cost: one pass over the members of the vCon, its dialogs without ``vcon``, and its events.
    """
    given = {
        name: given_spec(name, path, Kind.EXTENSION) for name, path in (extensions or {}).items()
    }
    form = form_of(value)
    version, core_findings = _choose_version(value, form)
    known = {spec.name: spec for spec in list_specs() if spec.kind is Kind.EXTENSION} | given
    chosen, is_unknown, extension_findings = _choose_extensions(value, version, known=known)
    plugs = _plugs(value, version, is_open=open or is_unknown, is_any_type=is_unknown)
    used_core = _spec(f"vcon-core-{version}") if core is None else _given_core(core)
    files = (used_core, *chosen, *map(_spec, plugs))
    said = (*_form_findings(value, form), *(() if core else core_findings), *extension_findings)
    return SpecChoice(
        core=used_core,
        extensions=chosen,
        open=open or is_unknown or version != NEWEST,
        form=form,
        diagnostics=tuple(_diagnostic(finding, file) for finding in said),
        cddl_files=tuple(path for spec in files for path in spec.cddl_paths),
        root=form.root,
        title=_title(used_core, chosen, is_open=open or is_unknown),
    )


def _spec(name: str) -> Spec:
    return next(spec for spec in list_specs() if spec.name == name)


def _given_core(path: Path) -> Spec:
    return given_spec(path.stem, path, Kind.CORE)


def _title(core: Spec, extensions: tuple[Spec, ...], *, is_open: bool) -> str:
    name = f"vcon {core.version}" if core.is_shipped else core.title
    return " + ".join((name, *(spec.name for spec in extensions))) + (", open" if is_open else "")


def _plugs(value: Value, version: str, *, is_open: bool, is_any_type: bool) -> tuple[str, ...]:
    """Names of the plug files; the core of 0.4.0 is open by itself."""
    if version != NEWEST:
        return ("vcon-older",) if _is_older(_member(value, "vcon")) else ()
    return ("vcon-open",) * is_open + ("vcon-any-type",) * is_any_type


def _diagnostic(finding: _Finding, file: str) -> Diagnostic:
    return Diagnostic(
        code=finding.code,
        message=finding.message,
        severity=finding.code.severity,
        instance=InstanceRef(file=file, pointer=finding.pointer),
        help=finding.help,
    )


# the form


def _form_findings(value: Value, form: Form) -> Iterator[_Finding]:
    if form is Form.MIXED:
        yield _Finding(codes.MIXED_FORMS, "", "members of different forms of a vCon are mixed")
    if form is Form.NONE:
        message = "this is not a vCon: it has no `uuid`, `created_at`, `parties` or `dialog`"
        yield _Finding(codes.NOT_A_VCON, "", message, _advice(value))


def _advice(value: Value) -> str | None:
    """What the value may be instead, only where its shape tells."""
    if isinstance(value, str):
        if value.lstrip().startswith("{"):
            return "the text holds JSON: decode it once more"
        if value.count(".") in (2, 4) and value.startswith("ey"):
            return "this is a compact JWS or JWE: the core wants the general JSON serialization"
        return None
    names = member_names(value)
    if names & {"payload", "ciphertext"}:
        return "a signed or encrypted vCon has the general JSON serialization of JWS or JWE"
    wanted = sorted(UNSIGNED_MEMBERS)
    for name in sorted(names):
        near = get_close_matches(name.lower(), wanted, n=1, cutoff=0.8)
        if near:
            return f"did you mean `{near[0]}` by `{_shown(name)}`?"
    return None


# the core


def _choose_version(value: Value, form: Form) -> tuple[str, tuple[_Finding, ...]]:
    """The version of the shipped core for ``value``, and what is to be said about it."""
    if form in (Form.SIGNED, Form.ENCRYPTED):
        message = f"the {form} form hides the syntax version; the core of {NEWEST} judges it"
        return NEWEST, (_Finding(codes.CORE_NOT_VISIBLE, "", message),)
    if form is not Form.UNSIGNED:
        return NEWEST, ()
    if "vcon" not in member_names(value):
        return _version_by_features(value)
    named = _member(value, "vcon")
    if named in (NEWEST, "0.4.0"):
        return named, ()
    if _is_older(named):
        message = f"syntax version `{named}` is older than 0.4.0; the core of 0.4.0 judges it"
        return "0.4.0", (_Finding(codes.OLDER_SYNTAX, "/vcon", message),)
    what = f"`{_shown(named)}` is unknown" if isinstance(named, str) else "is not a text"
    message = f"syntax version {what}; the core of {NEWEST} judges it"
    return NEWEST, (_Finding(codes.UNKNOWN_VERSION, "/vcon", message),)


def _is_older(version: Value) -> bool:
    return isinstance(version, str) and _OLDER_VERSION.fullmatch(version) is not None


def _version_by_features(value: Value) -> tuple[str, tuple[_Finding, ...]]:
    names = member_names(value)
    newer = [name for name in _ONLY_IN_0_5_0 if name in names]
    older = [] if newer else [name for name in _ONLY_IN_0_4_0 if name in names]
    if newer:
        version, why = NEWEST, f"as it has `{newer[0]}`"
    elif older:
        version, why = "0.4.0", f"as it has `{older[0]}`"
    elif feature := _older_dialog_feature(value):
        version, why = "0.4.0", f"as a dialog has {feature}"
    else:
        version, why = NEWEST, "as nothing tells another version"
    message = f"no `vcon` member; the core of {version} judges it, {why}"
    return version, (_Finding(codes.CORE_BY_FEATURES, "", message),)


def _older_dialog_feature(value: Value) -> str:
    """The first thing in a dialog that only 0.4.0 knows, in words; empty if there is none."""
    for dialog in _elements(value, "dialog"):
        kind = _member(dialog, "type")
        if kind in _DIALOG_TYPES_ONLY_IN_0_4_0:
            return f"the type `{kind}`"
        names = member_names(dialog)
        for name in _DIALOG_ONLY_IN_0_4_0:
            if name in names:
                return f"`{name}`"
    return ""


# the extensions


def _choose_extensions(
    value: Value, version: str, *, known: Mapping[str, Spec]
) -> tuple[tuple[Spec, ...], bool, list[_Finding]]:
    """The extensions to load, whether one is unknown, and what is to be said."""
    listed = _names_in(value, "extensions")
    critical = _names_in(value, "critical")
    findings = [
        _unknown(codes.UNKNOWN_CRITICAL_EXTENSION, pointer, name, known)
        for name, pointer in critical.items()
        if name not in known
    ]
    findings += [
        _unknown(codes.UNKNOWN_EXTENSION, pointer, name, known)
        for name, pointer in listed.items()
        if name not in known and name not in critical
    ]
    is_unknown = bool(findings)
    used = _used_extensions(value, known, already={*listed, *critical})
    findings += [
        _Finding(
            codes.EXTENSION_BY_USE,
            pointer,
            f"an event has a type of the extension `{name}`, which `extensions` does not list",
        )
        for name, pointer in used.items()
    ]
    wanted = {**listed, **critical, **used}
    chosen = [spec for name, spec in known.items() if name in wanted or not spec.is_shipped]
    misfits = [spec for spec in chosen if spec.version not in ("", version)]
    findings += [_misfit(spec, version, wanted[spec.name]) for spec in misfits]
    return tuple(spec for spec in chosen if spec not in misfits), is_unknown, findings


def _unknown(code: Code, pointer: str, name: str, known: Mapping[str, Spec]) -> _Finding:
    near = get_close_matches(name, known, n=1, cutoff=0.8)
    shown = _shown(name)
    message = (
        f"extension `{shown}` is critical and unknown; nothing else was checked"
        if code is codes.UNKNOWN_CRITICAL_EXTENSION
        else f"extension `{shown}` is unknown; what nobody here knows is accepted"
    )
    return _Finding(code, pointer, message, f"did you mean `{near[0]}`?" if near else None)


def _misfit(spec: Spec, version: str, pointer: str) -> _Finding:
    message = (
        f"extension `{spec.name}` is written for the core of {spec.version}, "
        f"not of {version}; it was not applied"
    )
    return _Finding(codes.EXTENSION_NEEDS_OTHER_CORE, pointer, message)


def _names_in(value: Value, member: str) -> dict[str, str]:
    """The texts in a list member, each with the pointer of its first place."""
    places: dict[str, str] = {}
    for index, name in enumerate(_elements(value, member)):
        if isinstance(name, str):
            places.setdefault(name, f"/{member}/{index}")
    return places


def _used_extensions(
    value: Value, known: Mapping[str, Spec], *, already: set[str]
) -> dict[str, str]:
    """Extensions of ``known`` not in ``already`` that an event needs, with the event's place."""
    by_type = {
        event_type: name
        for name, spec in known.items()
        if name not in already
        for event_type in spec.event_types
    }
    places: dict[str, str] = {}
    for index, event in enumerate(_elements(value, "events") if by_type else ()):
        event_type = _member(event, "type")
        if isinstance(event_type, str) and event_type in by_type:
            places.setdefault(by_type[event_type], f"/events/{index}/type")
    return places


# values


def _member(value: Value, name: str) -> Value:
    """The value of a member, None where there is none."""
    if isinstance(value, dict):
        return value.get(name)
    if isinstance(value, PairMap):
        return next((item for key, item in value.pairs if key == name), None)
    return None


def _elements(value: Value, member: str) -> list[Value]:
    """The elements of a list member; empty where there is no such list."""
    found = _member(value, member)
    return found if isinstance(found, list) else []


def _shown(text: str) -> str:
    """A name as a message may hold it: one line, no control characters, cut at 60."""
    cut = text if len(text) <= 60 else text[:59] + "…"
    return "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in cut)

"""A vCon → a report: the specification is chosen from the vCon itself, then the engine judges.

Knows which CDDL belongs to a vCon; `vcddl.check` knows what CDDL means.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from vcddl.check import (
    CompiledCddl,
    as_source,
    limited_report,
    merge_reports,
    ticks_for,
)
from vcddl.deep import deep_recursion
from vcddl.diagnostics.codes.instance import UNKNOWN_TYPE
from vcddl.diagnostics.codes.mismatch import UNEXPECTED_MEMBER
from vcddl.diagnostics.model import Diagnostic, InstanceRef, sort_diagnostics
from vcddl.errors import CddlError, ResourceLimit
from vcddl.instance.decode import DECLINED, decode_cbor, decode_json
from vcddl.instance.detect import InstanceType, detect_type
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match.emit_runtime import Declined
from vcddl.match.options import DEFAULT_OPTIONS, Options
from vcddl.report import Report, Verdict
from vcddl.shipped import shipped_root
from vcddl.source import SourceFile
from vcddl.store import Store, user_store
from vcddl.vcon.specs import SpecChoice, choose_spec

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from vcddl.instance.values import Value
    from vcddl.match.full import Subject

_NO_EXTENSIONS: Mapping[str, Path] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class VconChecker:
    """Checks vCons, keeping the CDDL that they ask for compiled.

    Attributes:
        core, extensions: CDDL of the user that replaces or joins the shipped one.
        open: accept parameters that nobody defined.
        limits, options: of the engine.
        store: where compiled CDDL is kept between runs.
    """

    core: Path | None = None
    extensions: Mapping[str, Path] = field(default_factory=dict)
    open: bool = False
    limits: Limits = DEFAULT_LIMITS
    options: Options = DEFAULT_OPTIONS
    store: Store = field(default_factory=user_store)
    _compiled: dict[tuple[object, ...], CompiledCddl] = field(default_factory=dict, init=False)

    def check(
        self,
        data: bytes,
        *,
        name: str = "<vcon>",
        type: InstanceType | None = None,
        deterministic: bool = False,
    ) -> Report:
        """Judge one vCon, or each one of a sequence.

        Raises `CddlError` where CDDL given by the user cannot be used.
        """
        kind = type or detect_type(name, data)
        if kind is None:
            return _unknown_type(name)
        if not deterministic and (report := self._fast(data, kind, name)):
            return report
        from vcddl.match.full import read_instance

        with deep_recursion():
            try:
                subjects = read_instance(
                    data, kind, name=name, limits=self.limits, deterministic=deterministic
                )
                reports = [self._judge(subject, name) for subject in subjects]
            except ResourceLimit as limit:
                return limited_report(limit, name, "")
            except RecursionError:  # groups that recurse along an array nest no value
                return limited_report(ResourceLimit("depth", self.limits.depth), name, "")
        return merge_reports(reports, name)

    def _choose(self, value: Value, name: str) -> SpecChoice:
        return choose_spec(
            value, open=self.open, core=self.core, extensions=self.extensions, file=name
        )

    def _load(self, choice: SpecChoice) -> CompiledCddl:
        key = (choice.cddl_files, choice.root)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = self._load_root(choice)
        return compiled

    def _load_root(self, choice: SpecChoice) -> CompiledCddl:
        """The CDDL of a choice; a core of the user's may not have our name for the root."""
        files = [_source(path) for path in choice.cddl_files]
        limits, options = self.limits, self.options
        try:
            return self.store.load(files, root=choice.root, limits=limits, options=options)
        except CddlError:
            if choice.core.is_shipped:
                raise
            return self.store.load(files, root=None, limits=limits, options=options)

    def _fast(self, data: bytes, kind: InstanceType, name: str) -> Report | None:
        """The fast lane: VALID or None."""
        if kind is InstanceType.JSON:
            value = decode_json(data, self.limits)
        elif kind is InstanceType.CBOR:
            value = decode_cbor(data, self.limits, text_keys=True)
        else:
            return None
        if value is DECLINED:
            return None
        choice = self._choose(value, name)
        if choice.is_refused:
            return None
        compiled = self._load(choice)
        lanes = compiled.json if kind is InstanceType.JSON else compiled.cbor
        if lanes.fast is None:
            return None
        try:
            if not lanes.fast.root(value, ticks=ticks_for(data)):
                return None
        except (Declined, RecursionError, ResourceLimit):
            return None
        return Report(
            verdict=Verdict.VALID,
            diagnostics=choice.diagnostics,
            file=name,
            spec=choice.title,
            root=compiled.root,
        )

    def _judge(self, subject: Subject, name: str) -> Report:
        if not subject.reading.readable:
            diagnostics = subject.reading.diagnostics
            return Report(verdict=Verdict.INVALID, diagnostics=diagnostics, file=name)
        from vcddl.match.diagnose import place_pointers

        choice = self._choose(subject.reading.value, subject.name or name)
        said = place_pointers(choice.diagnostics, subject)
        if choice.is_refused:
            diagnostics = sort_diagnostics((*said, *subject.reading.diagnostics))
            return Report(
                verdict=Verdict.INVALID, diagnostics=diagnostics, file=name, spec=choice.title
            )
        compiled = self._load(choice)
        report = compiled.judge([subject], name)
        found = [self._advise(item, choice) for item in report.diagnostics]
        diagnostics = sort_diagnostics((*said, *found))
        return replace(report, diagnostics=diagnostics, spec=choice.title, root=compiled.root)

    def _advise(self, diagnostic: Diagnostic, choice: SpecChoice) -> Diagnostic:
        """Say how a vCon with an unknown member can be accepted."""
        is_guess = diagnostic.help is not None and diagnostic.help.startswith("did you mean")
        if diagnostic.code is not UNEXPECTED_MEMBER or choice.open or is_guess:
            return diagnostic
        advice = "`--extension FILE` adds CDDL that defines it, `--open` accepts unknown parameters"
        return replace(diagnostic, help=advice)


def _source(path: Path) -> SourceFile:
    """A CDDL file; a shipped one is called by its place in vcddl, wherever that is installed."""
    source = as_source(path)
    root = shipped_root()
    if not path.is_relative_to(root):
        return source
    return SourceFile(path.relative_to(root).as_posix(), source.text)


def _unknown_type(name: str) -> Report:
    code = UNKNOWN_TYPE
    diagnostic = Diagnostic(
        code=code,
        message="neither name nor content says the format",
        severity=code.severity,
        instance=InstanceRef(file=name),
    )
    return Report(verdict=Verdict.UNDECIDED, diagnostics=(diagnostic,), file=name)


@cache
def _checker(
    core: Path | None,
    extensions: tuple[tuple[str, Path], ...],
    open: bool,  # noqa: FBT001
    limits: Limits,
    options: Options,
) -> VconChecker:
    return VconChecker(
        core=core, extensions=dict(extensions), open=open, limits=limits, options=options
    )


def check_vcon(
    data: bytes,
    *,
    name: str = "<vcon>",
    type: InstanceType | None = None,
    core: Path | None = None,
    extensions: Mapping[str, Path] = _NO_EXTENSIONS,
    open: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    deterministic: bool = False,
) -> Report:
    """Judge a vCon in JSON or CBOR by the specifications that it asks for itself.

    Args:
        data: the bytes of the vCon.
        name: what diagnostics call it; its ending helps to tell the format.
        type: the format, where name and content do not tell.
        core: CDDL file to use in place of the shipped core.
        extensions: CDDL files by extension name; they replace or join the shipped ones.
        open: accept parameters that nobody defined.
        limits: of the engine.
        options: of the engine.
        deterministic: warn of CBOR that is not encoded deterministically.

    Returns:
        The report; ``spec`` says which CDDL was used, and info diagnostics why. The shipped core
        of syntax 0.5.0 is a reconstruction.

    Raises:
        CddlError: CDDL given by the user cannot be used.
    """
    checker = _checker(core, tuple(sorted((extensions or {}).items())), open, limits, options)
    return checker.check(data, name=name, type=type, deterministic=deterministic)

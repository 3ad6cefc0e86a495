"""CDDL → a checker of JSON and CBOR instances. The public interface of the engine.

A check runs the fast lane first: decode natively, ask emitted functions. Where that does not say
VALID, the full lane reads strictly, judges, explains and finds the places. What reads CDDL, and
the full lane, are imported when they are needed: a valid instance starts without them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vcddl.deep import deep_recursion
from vcddl.diagnostics.codes import mismatch as codes
from vcddl.diagnostics.codes.syntax import NOT_UTF8
from vcddl.diagnostics.model import Diagnostic, InstanceRef, RuleRef, Severity
from vcddl.errors import CddlError, ResourceLimit, UsageError
from vcddl.instance.decode import DECLINED, decode_cbor, decode_json
from vcddl.instance.detect import InstanceType
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match.emit_runtime import Declined
from vcddl.match.lanes import Lanes, build_lanes
from vcddl.match.options import DEFAULT_OPTIONS, Options
from vcddl.report import Report, Verdict
from vcddl.shipped import shipped_root
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vcddl.instance.values import Value
    from vcddl.match.full import Subject
    from vcddl.rules.modules import ModuleFinder

Source = str | Path | SourceFile


class CompiledCddl:
    """CDDL that is ready to judge instances. Safe to share between threads.

    Attributes:
        sources: every CDDL file by name, for excerpts.
        root: the type that instances are matched against, as CDDL text.
        limits, options: as given.
        diagnostics: warnings about the CDDL.
    """

    def __init__(
        self,
        sources: Mapping[str, SourceFile],
        root: str,
        lanes: Callable[[bool], Lanes],
        *,
        limits: Limits,
        options: Options,
        diagnostics: tuple[Diagnostic, ...] = (),
    ) -> None:
        """``lanes`` makes the lanes of a number model (True: JSON) when they are first used."""
        self.sources = sources
        self.root = root
        self.limits = limits
        self.options = options
        self.diagnostics = diagnostics
        self._lanes = lanes

    @cached_property
    def json(self) -> Lanes:
        """The lanes for JSON. Raises `CddlError` where an operand of the CDDL is unusable."""
        return self._lanes(True)

    @cached_property
    def cbor(self) -> Lanes:
        """The lanes for CBOR. Raises as `json` does."""
        return self._lanes(False)

    def accepts_json(self, data: bytes) -> bool:
        """Whether ``data`` is JSON and matches; undecided counts as no."""
        return self.fast_accepts(data, json=True) or (
            self.check_json(data).verdict is Verdict.VALID
        )

    def accepts_cbor(self, data: bytes) -> bool:
        """Whether ``data`` is one CBOR data item and matches. Undecided counts as no."""
        return self.fast_accepts(data, json=False) or (
            self.check_cbor(data).verdict is Verdict.VALID
        )

    def fast_accepts(self, data: bytes, *, json: bool) -> bool | None:
        """The fast lane alone: True is VALID; False is *not* a verdict; None is declined."""
        lanes = self.json if json else self.cbor
        if lanes.fast is None:
            return None
        if json:
            value = decode_json(data, self.limits)
        else:
            value = decode_cbor(data, self.limits, text_keys=lanes.text_keys)
        if value is DECLINED:
            return None
        try:
            return lanes.fast.root(value, ticks=ticks_for(data))
        except (Declined, RecursionError, ResourceLimit):
            return None

    def check_json(self, data: bytes, *, name: str = "<json>") -> Report:
        """Judge a JSON text and say why. An instance that cannot be read is INVALID."""
        return self.check(data, type=InstanceType.JSON, name=name)

    def check_cbor(self, data: bytes, *, name: str = "<cbor>") -> Report:
        """Judge one CBOR data item and say why."""
        return self.check(data, type=InstanceType.CBOR, name=name)

    def check(
        self,
        data: bytes,
        *,
        type: InstanceType,
        name: str,
        deterministic: bool = False,
    ) -> Report:
        """Judge an instance of any type; ``deterministic`` adds warnings about CBOR encoding.

        Sequences (``cbor-seq``, ``jsonl``) are judged item by item in one report.
        """
        json = type in (InstanceType.JSON, InstanceType.JSONL)
        is_plain = type in (InstanceType.JSON, InstanceType.CBOR) and not deterministic
        if is_plain and self.fast_accepts(data, json=json):
            return Report(verdict=Verdict.VALID, file=name, root=self.root)
        from vcddl.match.full import read_instance

        with deep_recursion():
            try:
                subjects = read_instance(
                    data, type, name=name, limits=self.limits, deterministic=deterministic
                )
                return self.judge(subjects, name)
            except ResourceLimit as limit:
                return limited_report(limit, name, self.root)
            except RecursionError:  # groups that recurse along an array nest no value
                return limited_report(_too_deep(self.limits), name, self.root)

    def check_value(self, value: Any, *, name: str = "<value>", json: bool = True) -> Report:
        """Judge data that a program holds decoded; places are pointers only.

        ``json`` says whether numbers are those of JSON (1.0 is an integer) or of CBOR.
        See `vcddl.instance.python_value` for what Python types stand for what.

        Raises `UsageError` for what neither JSON nor CBOR can hold.
        """
        from vcddl.instance.python_value import value_of
        from vcddl.match.full import Subject

        with deep_recursion():
            try:
                read = value_of(value, json=json, limits=self.limits)
                return self.judge([Subject.of_value(read, json=json)], name)
            except ResourceLimit as limit:
                return limited_report(limit, name, self.root)
            except RecursionError:  # groups that recurse along an array nest no value
                return limited_report(_too_deep(self.limits), name, self.root)

    def judge(self, subjects: Iterable[Subject], name: str) -> Report:
        """The full lane over instances that were read. Raises `ResourceLimit`."""
        from vcddl.match.full import full_report

        reports = []
        for subject in subjects:
            lanes = self.json if subject.json else self.cbor
            reports.append(
                full_report(
                    subject,
                    lanes.program,
                    self.sources,
                    shortcut=_shortcut(lanes, subject),
                    limits=self.limits,
                    options=self.options,
                    name=name,
                )
            )
        return merge_reports(reports, name, self.root)


def compile_cddl(
    *sources: Source,
    root: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    finder: ModuleFinder | None = None,
) -> CompiledCddl:
    """Make CDDL ready to judge instances.

    Args:
        sources: CDDL texts or paths, in any number. A ``str`` with a line end or ``=`` in it is
            text, any other ``str`` a path.
        root: a rule name or a CDDL type such as ``{ $$event-type-ext }``; else the first rule.
        limits: what a check may cost.
        options: readings of CDDL.
        finder: where ``;# import`` finds its files; else beside the source and among the shipped.

    Raises:
        CddlError: the CDDL cannot be used; its ``diagnostics`` say why.
        UsageError: a path cannot be read, or there is no source.

    Cost: linear in the CDDL, about 5 µs a character.
    """
    compiled = load_cddl(sources, root=root, limits=limits, options=options, finder=finder)
    _ = compiled.json  # operands are looked at now, not when the first instance comes
    return compiled


def load_cddl(
    sources: Sequence[Source],
    *,
    root: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    finder: ModuleFinder | None = None,
) -> CompiledCddl:
    """As `compile_cddl`, but a number model is compiled only when it is first used."""
    if not sources:
        raise UsageError("no CDDL was given", "pass at least one text or path")
    from vcddl.match.compile import compile_graph
    from vcddl.root import find_root
    from vcddl.rules.modules import FolderFinder
    from vcddl.rules.resolve import has_errors, resolve

    files = [as_source(source, index) for index, source in enumerate(sources)]
    shipped = shipped_root() / "cddl"
    finder = finder or FolderFinder((shipped, shipped / "extensions"))
    with deep_recursion():
        graph = resolve(files, finder, limits=limits)
        if has_errors(graph.diagnostics):
            raise CddlError(tuple(d for d in graph.diagnostics if d.severity is Severity.ERROR))
        graph, name, root_type = find_root(graph, root, limits=limits)

    def lanes(json: bool) -> Lanes:  # noqa: FBT001
        with deep_recursion():
            compiled = compile_graph(graph, root_type, json=json, options=options)
            if compiled.program is None:
                raise CddlError(compiled.diagnostics)
            return build_lanes(compiled.program, limits=limits, check_tags=options.check_tags)

    return CompiledCddl(
        graph.sources, name, lanes, limits=limits, options=options, diagnostics=graph.diagnostics
    )


def _is_text(source: str) -> bool:
    """Whether a string is CDDL rather than the path of a file."""
    if "\n" in source or not source.strip():
        return True
    return "=" in source and not Path(source).is_file()


def _shortcut(lanes: Lanes, subject: Subject) -> Callable[[int, Value], bool] | None:
    """The fast lane's help for the full one, where the value holds nothing that it declines."""
    if lanes.fast is None or subject.exotic:
        return None
    return lanes.fast.shortcut(ticks=ticks_for(subject.data or b""))


def ticks_for(data: bytes) -> int:
    """A budget for the fast lane that no honest instance of this size needs."""
    return 10_000 + 16 * len(data)


def as_source(source: Source, index: int = 0) -> SourceFile:
    """The file that a source names. Raises `UsageError`, and `CddlError` if it is not UTF-8."""
    if isinstance(source, SourceFile):
        return source
    if isinstance(source, str) and _is_text(source):
        return SourceFile("<cddl>" if index == 0 else f"<cddl-{index + 1}>", source)
    try:
        data = Path(source).read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot read `{source}`: {reason}", "check the path") from error
    try:
        return SourceFile(str(source), data.decode())
    except UnicodeDecodeError as error:
        message = f"byte {error.start} of the file is not UTF-8"
        line = data[: error.start].count(b"\n") + 1
        place = RuleRef(file=str(source), line=line, column=1)
        raise CddlError(
            (Diagnostic(code=NOT_UTF8, message=message, severity=Severity.ERROR, rule=place),)
        ) from error


def _too_deep(limits: Limits) -> ResourceLimit:
    return ResourceLimit("depth", limits.depth)


def limited_report(limit: ResourceLimit, name: str, root: str) -> Report:
    """UNDECIDED, because a limit was reached."""
    code = codes.LIMIT_REACHED
    diagnostic = Diagnostic(
        code=code,
        message=f"not decided: {limit}",
        severity=code.severity,
        instance=InstanceRef(file=name),
        help=f"raise it with `{_LIMIT_OPTIONS[limit.limit]}` if the data can be trusted",
    )
    return Report(verdict=Verdict.UNDECIDED, diagnostics=(diagnostic,), file=name, root=root)


_LIMIT_OPTIONS = {
    "depth": "--max-depth",
    "bytes": "--max-bytes",
    "steps": "--max-steps",
    "seconds": "--timeout",
}


def merge_reports(reports: Sequence[Report], name: str, root: str = "") -> Report:
    """One report for all items of a sequence: INVALID if any is, else UNDECIDED if any is."""
    if len(reports) == 1:
        return replace(reports[0], file=name, root=root or reports[0].root)
    verdicts = {report.verdict for report in reports}
    verdict = next(
        (item for item in (Verdict.INVALID, Verdict.UNDECIDED) if item in verdicts), Verdict.VALID
    )
    diagnostics = tuple(item for report in reports for item in report.diagnostics)
    omitted = sum(report.omitted for report in reports)
    return Report(verdict=verdict, diagnostics=diagnostics, omitted=omitted, file=name, root=root)

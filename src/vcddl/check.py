"""CDDL → a checker of JSON and CBOR instances. The public interface of the engine.

A check runs the fast lane first: decode natively, ask emitted functions. Where that does not say
VALID, the full lane reads strictly, judges, explains and finds the places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vcddl.deep import deep_recursion
from vcddl.diagnostics.codes import mismatch as codes
from vcddl.diagnostics.codes.syntax import NOT_UTF8
from vcddl.diagnostics.model import Diagnostic, InstanceRef, RuleRef, Severity
from vcddl.errors import CddlError, ResourceLimit, UsageError
from vcddl.instance.decode import DECLINED, decode_cbor, decode_json
from vcddl.instance.detect import InstanceType
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match.compile import Options, compile_graph
from vcddl.match.emit import Declined, FastProgram
from vcddl.match.full import Subject, full_report, read_instance
from vcddl.match.map_plan import uses_only_text_keys
from vcddl.match.nodes import Program
from vcddl.report import Report, Verdict
from vcddl.root import find_root
from vcddl.rules.graph import RuleGraph
from vcddl.rules.modules import FolderFinder, ModuleFinder
from vcddl.rules.resolve import has_errors, resolve
from vcddl.shipped import shipped_root
from vcddl.source import SourceFile

if TYPE_CHECKING:
    from vcddl.instance.values import Value
    from vcddl.syntax.ast import Type

Source = str | Path | SourceFile


@dataclass(frozen=True, slots=True)
class Lanes:
    """One number model: the program, and its emitted functions (None if it cannot decide all)."""

    program: Program
    fast: FastProgram | None
    text_keys: bool


class CompiledCddl:
    """CDDL that is ready to judge instances. Safe to share between threads.

    Attributes:
        graph: what the CDDL says, names resolved.
        root: the type that instances are matched against, as CDDL text.
        options: the readings chosen.
        diagnostics: warnings about the CDDL.
    """

    def __init__(
        self, graph: RuleGraph, root: tuple[str, Type], *, limits: Limits, options: Options
    ) -> None:
        self.graph = graph
        self.root, self._root_type = root
        self.limits = limits
        self.options = options
        self.diagnostics = graph.diagnostics

    @cached_property
    def json(self) -> Lanes:
        """The lanes for JSON. Raises `CddlError` where an operand of the CDDL is unusable."""
        return self._lanes(json=True)

    @cached_property
    def cbor(self) -> Lanes:
        """The lanes for CBOR. Raises as `json` does."""
        return self._lanes(json=False)

    def _lanes(self, *, json: bool) -> Lanes:
        with deep_recursion():
            compiled = compile_graph(
                self.graph, self._root_type, json=json, options=self.options
            )
            if compiled.program is None:
                raise CddlError(compiled.diagnostics)
            program = compiled.program
            fast = None
            if not program.undecidable:
                check_tags = self.options.check_tags
                fast = FastProgram(program, limits=self.limits, check_tags=check_tags)
        return Lanes(program, fast, uses_only_text_keys(program))

    def accepts_json(self, data: bytes) -> bool:
        """Whether ``data`` is JSON and matches. Undecided counts as no; ask `check_json` for why."""
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
            return lanes.fast.root(value)
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
        type: InstanceType,  # noqa: A002
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
        with deep_recursion():
            try:
                subjects = read_instance(
                    data, type, name=name, limits=self.limits, deterministic=deterministic
                )
                return self._judge(subjects, name)
            except ResourceLimit as limit:
                return _limited(limit, name, self.root)

    def check_value(self, value: Value, *, name: str = "<value>", json: bool = False) -> Report:
        """Judge decoded data of the value model of `vcddl.instance.values`.

        ``json`` says whether numbers are those of JSON. Positions are pointers only.
        """
        with deep_recursion():
            try:
                return self._judge([Subject.of_value(value, json=json)], name)
            except ResourceLimit as limit:
                return _limited(limit, name, self.root)

    def _judge(self, subjects: Iterable[Subject], name: str) -> Report:
        reports = []
        for subject in subjects:
            lanes = self.json if subject.json else self.cbor
            reports.append(
                full_report(
                    subject,
                    lanes.program,
                    self.graph.sources,
                    shortcut=lanes.fast.shortcut if lanes.fast and not subject.exotic else None,
                    limits=self.limits,
                    options=self.options,
                    name=name,
                )
            )
        return _merge(reports, name, self.root)


def compile_cddl(
    *sources: Source,
    root: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = Options(),
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
    options: Options = Options(),
    finder: ModuleFinder | None = None,
) -> CompiledCddl:
    """As `compile_cddl`, but a number model is compiled only when it is first used."""
    if not sources:
        raise UsageError("no CDDL was given", "pass at least one text or path")
    files = [as_source(source, index) for index, source in enumerate(sources)]
    shipped = shipped_root() / "cddl"
    finder = finder or FolderFinder((shipped, shipped / "extensions"))
    with deep_recursion():
        graph = resolve(files, finder, limits=limits)
        if has_errors(graph.diagnostics):
            raise CddlError(tuple(d for d in graph.diagnostics if d.severity is Severity.ERROR))
        graph, name, root_type = find_root(graph, root, limits=limits)
    return CompiledCddl(graph, (name, root_type), limits=limits, options=options)


def as_source(source: Source, index: int = 0) -> SourceFile:
    """The file that a source names. Raises `UsageError`, and `CddlError` if it is not UTF-8."""
    if isinstance(source, SourceFile):
        return source
    if isinstance(source, str) and ("\n" in source or "=" in source or not source.strip()):
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


def _limited(limit: ResourceLimit, name: str, root: str) -> Report:
    code = codes.LIMIT_REACHED
    diagnostic = Diagnostic(
        code=code,
        message=f"not decided: {limit}",
        severity=code.severity,
        instance=InstanceRef(file=name),
    )
    return Report(verdict=Verdict.UNDECIDED, diagnostics=(diagnostic,), file=name, root=root)


def _merge(reports: list[Report], name: str, root: str) -> Report:
    """One report for all items of a sequence: INVALID if any is, else UNDECIDED if any is."""
    verdicts = {report.verdict for report in reports}
    verdict = next(
        (item for item in (Verdict.INVALID, Verdict.UNDECIDED) if item in verdicts), Verdict.VALID
    )
    diagnostics = tuple(item for report in reports for item in report.diagnostics)
    omitted = sum(report.omitted for report in reports)
    return Report(
        verdict=verdict, diagnostics=diagnostics, omitted=omitted, file=name, root=root
    )

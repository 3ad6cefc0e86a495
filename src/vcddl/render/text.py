"""Reports → text for people: header, places, source lines with carets, notes, help, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.model import Role, RuleRef, Severity
from vcddl.render import DEFAULT_OPTIONS, RenderOptions
from vcddl.render.escape import escape
from vcddl.render.paint import paint
from vcddl.render.snippet import cut_line
from vcddl.render.summary import summary_line
from vcddl.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vcddl.diagnostics.model import Diagnostic, InstanceRef, Related
    from vcddl.report import Report


def render(reports: Sequence[Report], options: RenderOptions = DEFAULT_OPTIONS) -> str:
    """The text of ``reports``; see `vcddl.render.Renderer`."""
    lines: list[str] = []
    for report in reports:
        lines += _Page(options).report(report)
    if not options.quiet:
        lines.append(summary_line(reports, options))
    return "".join(f"{line}\n" for line in lines)


def render_diagnostic(diagnostic: Diagnostic, options: RenderOptions = DEFAULT_OPTIONS) -> str:
    """One diagnostic as it stands in a report, with a line end."""
    return "".join(f"{line}\n" for line in _Page(options).diagnostic(diagnostic))


class _Page:
    """Prints with one set of options."""

    def __init__(self, options: RenderOptions) -> None:
        self.options = options

    def paint(self, text: str, style: str) -> str:
        return paint(text, style) if self.options.color else text

    def report(self, report: Report) -> Iterator[str]:
        """Findings, then the verdict; a blank line between blocks."""
        for diagnostic in report.diagnostics:
            if not self.options.quiet or diagnostic.severity is Severity.ERROR:
                yield from self.diagnostic(diagnostic)
        if report.omitted:
            yield self.paint(f"... and {report.omitted} more errors (see --max-errors)", "bold")
        if not self.options.verdicts:
            return
        if not self.options.quiet or report.verdict is not Verdict.VALID:
            yield self.verdict(report)

    def verdict(self, report: Report) -> str:
        word = self.paint(report.verdict.value, report.verdict.value)
        shown = [report.spec] if report.spec else []
        if report.root and (self.options.verbose or not report.spec):
            shown.append(f"root {report.root}")
        by = f" ({escape(', '.join(shown))})" if shown else ""
        return f"{escape(report.file)}: {word}{by}"

    def diagnostic(self, diagnostic: Diagnostic) -> Iterator[str]:
        code = diagnostic.code
        label = self.paint(f"{diagnostic.severity.value}[{code.id}]", diagnostic.severity.value)
        header = f"{label} {self.paint(f'{code.name}: {escape(diagnostic.message)}', 'bold')}"
        if diagnostic.severity is Severity.INFO and not self.options.verbose:
            place = diagnostic.instance or diagnostic.rule
            yield f"{header} ({escape(place.place)})" if place else header
            return
        yield header
        gutter = _gutter(diagnostic)
        yield from self.places(diagnostic, gutter)
        for word, text in (("expected", diagnostic.expected), ("found", diagnostic.actual)):
            if text is not None:
                yield self.note(gutter, f"{word}: {escape(text)}")
        yield from self.related(diagnostic.related, gutter)
        if diagnostic.help:
            yield self.note(gutter, f"help: {escape(diagnostic.help)}")
        yield ""

    def places(self, diagnostic: Diagnostic, gutter: int) -> Iterator[str]:
        instance, rule = diagnostic.instance, diagnostic.rule
        if instance is not None:
            yield self.arrow("-->", _where(instance), gutter)
            yield from self.source(instance, gutter)
        if rule is not None:
            path = f"  rule {escape(' > '.join(rule.path))}" if rule.path else ""
            arrow = "-->" if instance is None else ":::"
            yield self.arrow(arrow, f"{escape(rule.place)}{path}", gutter)
            yield from self.source(rule, gutter)

    def arrow(self, arrow: str, where: str, gutter: int) -> str:
        return f"{' ' * gutter}{self.paint(arrow, 'frame')} {where}"

    def source(self, place: InstanceRef | RuleRef, gutter: int) -> Iterator[str]:
        """The source line with its caret; nothing where the place has no excerpt."""
        if place.excerpt is None:
            return
        column = place.column if isinstance(place, RuleRef) else place.excerpt_column
        snippet = cut_line(
            place.excerpt, column=column, length=place.length, width=self.options.width
        )
        number = "" if place.line is None else str(place.line)
        bar = self.paint("|", "frame")
        yield f"{self.paint(number.rjust(gutter), 'frame')} {bar} {snippet.text}"
        if place.line is not None:
            caret = self.paint("^" * snippet.length, "error")
            was_cut = snippet.is_cut or column != place.column
            said = f"  {self.paint('(the line is cut)', 'dim')}" if was_cut else ""
            yield f"{' ' * gutter} {bar} {' ' * snippet.indent}{caret}{said}"

    def note(self, gutter: int, text: str) -> str:
        return f"{' ' * gutter} {self.paint('=', 'frame')} {text}"

    def related(self, related: tuple[Related, ...], gutter: int) -> Iterator[str]:
        """A note each; alternatives that were not meant are counted unless asked for."""
        hidden = 0
        for item in related:
            if item.role is Role.OTHER_ALTERNATIVE and not self.options.verbose:
                hidden += 1
                continue
            place = item.instance or item.rule
            at = f" ({escape(place.place)})" if place else ""
            yield self.note(gutter, f"note: {escape(item.message)}{at}")
        if hidden:
            plural = "alternative" if hidden == 1 else "alternatives"
            yield self.note(gutter, f"note: {hidden} other {plural} did not match (-v shows them)")


def _where(instance: InstanceRef) -> str:
    """Place and pointer; the file alone where nothing inside it is meant."""
    if instance.pointer or instance.line is not None or instance.offset is not None:
        return f'{escape(instance.place)}  (pointer "{escape(instance.pointer)}")'
    return escape(instance.place)


def _gutter(diagnostic: Diagnostic) -> int:
    """Width of the widest line number among the places of ``diagnostic``; at least 1."""
    places = (diagnostic.instance, diagnostic.rule)
    return max(len(str(place.line or "")) if place else 1 for place in places) or 1

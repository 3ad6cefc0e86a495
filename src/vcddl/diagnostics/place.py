"""Spans of a source file → places as diagnostics carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.model import RuleRef

if TYPE_CHECKING:
    from vcddl.source import SourceFile, Span


def rule_ref(source: SourceFile, span: Span, path: tuple[str, ...] = ()) -> RuleRef:
    """The place of ``span``, with its line; the caret stays on the first line of the span."""
    line, column = source.line_column(span.start)
    excerpt = source.line_text(line)
    length = max(1, min(span.end - span.start, len(excerpt) - column + 1))
    return RuleRef(
        file=source.name, line=line, column=column, path=path, excerpt=excerpt, length=length
    )

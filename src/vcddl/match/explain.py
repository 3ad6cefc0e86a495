"""`Program` + a value that does not match → `Mismatch`es: the message an expert would give.

Asks the judge about parts and goes down where the answer is not true: into the alternative that
was meant, to the deepest place. Every fault is reported once; where no part alone is to blame,
the smallest item that fails is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vcddl.diagnostics.codes import mismatch as codes
from vcddl.diagnostics.model import Code, Role, Severity
from vcddl.instance.values import PairMap, Tag
from vcddl.match import nodes as n
from vcddl.match.controls.table import find_control
from vcddl.match.describe import describe, describe_any, kind_of, literal_text, near, one_of, show
from vcddl.match.explain_array import choose_array, explain_array, first_values
from vcddl.match.explain_map import explain_map, explain_map_choice
from vcddl.match.judge import Judge, in_ranges
from vcddl.match.leaf import (
    Leaf,
    has_number,
    is_literal,
    is_prelude,
    is_range,
    is_scalar,
    kind_of_leaf,
    leaves_of,
    map_of,
)
from vcddl.match.mismatch import Mismatch, Note
from vcddl.pointer import Inside, Path
from vcddl.rules.graph import PRELUDE_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

Value = Any
Mismatches = list[Mismatch]
_MOST_OTHERS = 8


class Explainer:
    """Explains one value. ``room`` is how many mismatches are still wanted."""

    def __init__(self, judge: Judge, *, most: int) -> None:
        self.judge = judge
        self.program = judge.program
        self._most = most
        self.found = 0

    @property
    def is_full(self) -> bool:
        """Whether enough has been explained; from then on faults are only counted."""
        return self.found >= self._most

    def explain(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        """Mismatches of ``value`` against a type that does not accept it; at least one."""
        node = self.program.nodes[node_id]
        return _EXPLAIN.get(type(node), Explainer._scalar)(self, node_id, value, path, rules)

    def mismatch(
        self,
        code: Code,
        message: str,
        node: n.Node,
        path: Path,
        rules: tuple[str, ...],
        **more: Any,  # the other fields of `Mismatch`
    ) -> Mismatch:
        """A mismatch at a node; counts it."""
        self.found += 1
        return Mismatch(code=code, message=message, path=path, span=node.span, rules=rules, **more)

    def _ref(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.RefNode)
        found = self.explain(node.target, value, path, (*rules, node.name))
        return [_outside_prelude(mismatch, node, (*rules, node.name)) for mismatch in found]

    def _scalar(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        node = self.program.nodes[node_id]
        wanted = describe(self.program, node_id)
        code = codes.WRONG_TYPE
        advice = None
        if isinstance(node, n.LiteralNode) and kind_of(node.value) == kind_of(value):
            code = codes.WRONG_VALUE
            advice = _did_you_mean(value, [node.value])
        elif isinstance(node, n.RangeNode | n.IntegersNode) and kind_of(value) == "number":
            code = codes.OUT_OF_RANGE
        message = f"must be {wanted}, not {show(value)}"
        return [self.mismatch(code, message, node, path, rules, actual=value, help=advice)]

    def _tag(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.TagNode)
        if not isinstance(value, Tag):
            message = f"must be {describe(self.program, node_id)}, not {show(value)}"
            advice = None
            if self.program.json:
                way_out = f"`~{rules[-1]}`" if rules else "the type without its tag"
                advice = (
                    "JSON has no tags, so this type never matches JSON: "
                    f"write {way_out} in the CDDL, or check with `--json-tags ignore`"
                )
            return [
                self.mismatch(
                    codes.WRONG_TYPE, message, node, path, rules, actual=value, help=advice
                )
            ]
        if not in_ranges(node.numbers, value.tag):
            message = f"must be {describe(self.program, node_id)}, not tag {value.tag}"
            return [self.mismatch(codes.WRONG_VALUE, message, node, path, rules, actual=value)]
        if node.content is not None and self.judge.accepts(node.content, value.value) is not True:
            return self.explain(node.content, value.value, (*path, Inside("tag")), rules)
        message = f"the content is not what tag {value.tag} is defined for"
        return [self.mismatch(codes.BAD_TAG_CONTENT, message, node, path, rules, actual=value)]

    def _map(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.MapNode)
        if not isinstance(value, dict | PairMap):
            message = f"must be a map, not {show(value)}"
            return [self.mismatch(codes.WRONG_TYPE, message, node, path, rules, actual=value)]
        found = explain_map(self, node, value, path, rules)
        return found or [self._no_match(node, value, path, rules)]

    def _array(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.ArrayNode)
        if not isinstance(value, list):
            message = f"must be an array, not {show(value)}"
            return [self.mismatch(codes.WRONG_TYPE, message, node, path, rules, actual=value)]
        found = explain_array(self, node, value, path, rules)
        return found or [self._no_match(node, value, path, rules)]

    def _no_match(self, node: n.Node, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatch:
        name = f"`{rules[-1]}`" if rules else "the CDDL"
        message = f"this {kind_of(value)} does not match {name}, although each part of it does"
        advice = "entries are matched in order and never again: look at their order"
        return self.mismatch(codes.NO_MATCH, message, node, path, rules, actual=value, help=advice)

    def _control(
        self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]
    ) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.ControlNode)
        target = self.judge.accepts(node.target, value)
        if target is False or (target is None and self.judge.predicate(node)(value) is not False):
            return self.explain(node.target, value, path, rules)
        fault = find_control(node.operator).fault(node, value, self.judge.context)
        for step, controller, inner in fault.inside:
            inner_path = (*path, Inside(step)) if step else path
            if self.judge.accepts(controller, inner) is not True:
                return self.explain(controller, inner, inner_path, rules)
        return [self.mismatch(fault.code, fault.message, node, path, rules, actual=value)]

    def _unsupported(
        self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]
    ) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.UnsupportedNode)
        if self.judge.accepts(node.target, value) is False:
            return self.explain(node.target, value, path, rules)
        message = f"not decided: `{node.operator}` is not implemented"
        return [self.mismatch(codes.UNDECIDED_CONTROL, message, node, path, rules, actual=value)]

    # Choices

    def _choice(self, node_id: int, value: Value, path: Path, rules: tuple[str, ...]) -> Mismatches:
        node = self.program.nodes[node_id]
        assert isinstance(node, n.ChoiceNode)
        if not node.alternatives:
            is_socket = bool(rules) and rules[-1].startswith("$")
            socket = f"no CDDL fills the socket `{rules[-1]}`" if is_socket else ""
            why = socket or "there is no alternative"
            message = f"nothing can stand here: {why}"
            return [self.mismatch(codes.NO_ALTERNATIVE, message, node, path, rules, actual=value)]
        if len(node.alternatives) == 1:
            return self.explain(node.alternatives[0], value, path, rules)
        leaves = leaves_of(self.program, node_id, rules)
        undecided = [leaf for leaf in leaves if self.judge.accepts(leaf[0], value) is None]
        if undecided:
            return self.explain(undecided[0][0], value, path, undecided[0][1])
        fitting = [
            leaf
            for leaf in leaves
            if kind_of_leaf(self.program, leaf[0]) in (kind_of(value), "any")
        ]
        structured = [leaf for leaf in fitting if not is_literal(self.program, leaf[0])]
        if len(fitting) > 1 and all(is_scalar(self.program, leaf[0], value) for leaf in structured):
            structured = []
        if structured:
            found, meant = self._structured(node, structured, value, path, rules)
            found = [_outside_prelude(mismatch, node, rules) for mismatch in found]
            return found if meant is None else self._with_others(found, meant, leaves)
        return [self._none_of(node, leaves, value, path, rules, has_kind=bool(fitting))]

    def _structured(
        self,
        node: n.ChoiceNode,
        leaves: list[Leaf],
        value: Value,
        path: Path,
        rules: tuple[str, ...],
    ) -> tuple[Mismatches, Leaf | None]:
        """Mismatches with the alternative that was meant; None in its place if nothing tells it."""
        maps = [leaf for leaf in leaves if map_of(self.program, leaf[0])]
        if len(maps) > 1 and isinstance(value, dict | PairMap):
            found, meant = explain_map_choice(self, node, maps, value, path, rules)
            if meant is not None and not found:
                found = [self._no_match(self.program.nodes[meant[0]], value, path, meant[1])]
            return found, meant
        if isinstance(value, Tag):
            leaves = [
                leaf for leaf in leaves if has_number(self.program, leaf[0], value.tag)
            ] or leaves
        meant = maps[0] if maps else leaves[0]
        if isinstance(value, list) and len(leaves) > 1:
            meant = choose_array(self, leaves, value)
            if meant is None:
                return [self._strange_array(node, leaves, value, path, rules)], None
        return self.explain(meant[0], value, path, meant[1]), meant

    def probe(self) -> Explainer:
        """An explainer whose findings do not count, for comparing alternatives."""
        return Explainer(self.judge, most=8)

    def _strange_array(
        self, node: n.Node, leaves: list[Leaf], value: list[Any], path: Path, rules: tuple[str, ...]
    ) -> Mismatch:
        """The first element of an array should tell which one it is, and does not."""
        values = first_values(self, leaves)
        words = one_of(f"`{literal_text(item)}`" for item in values)
        same_kind = any(kind_of(item) == kind_of(value[0]) for item in values)
        return self.mismatch(
            codes.WRONG_VALUE if same_kind else codes.WRONG_TYPE,
            f"must be {words}, not {show(value[0])}",
            node,
            (*path, 0),
            rules,
            actual=value[0],
            help=_did_you_mean(value[0], values),
        )

    def _with_others(
        self,
        found: Mismatches,
        best: Leaf,
        leaves: list[Leaf],
    ) -> Mismatches:
        """Name the other alternatives on the first mismatch, one line each."""
        others: dict[Any, list[Leaf]] = {}
        for leaf in leaves:
            if leaf != best:  # what a name of the prelude stands for is one alternative
                is_named = is_prelude(self.program.nodes[leaf[0]])
                others.setdefault(leaf[1] if is_named else leaf, []).append(leaf)
        if not found or not others:
            return found
        notes = tuple(self._other(group) for group in list(others.values())[:_MOST_OTHERS])
        first, *rest = found
        return [_add_notes(first, notes), *rest]

    def _other(self, leaves: list[Leaf]) -> Note:
        node_id, rules = leaves[0]
        node = self.program.nodes[node_id]
        words = describe_any(self.program, (leaf[0] for leaf in leaves))
        title = f"{words} (`{rules[-1]}`)" if rules else words
        span = None if is_prelude(node) else node.span
        return Note(Role.OTHER_ALTERNATIVE, f"other alternative: {title}", span)

    def _none_of(
        self,
        node: n.Node,
        leaves: list[Leaf],
        value: Value,
        path: Path,
        rules: tuple[str, ...],
        *,
        has_kind: bool,
    ) -> Mismatch:
        words = describe_any(self.program, (leaf for leaf, _ in leaves))
        literals = [
            leaf_node.value
            for leaf, _ in leaves
            if isinstance(leaf_node := self.program.nodes[leaf], n.LiteralNode)
        ]
        code = codes.WRONG_VALUE if has_kind and literals else codes.WRONG_TYPE
        if has_kind and isinstance(value, Tag):
            code = codes.WRONG_VALUE
        elif has_kind and any(is_range(self.program, leaf) for leaf, _ in leaves):
            code = codes.OUT_OF_RANGE
        if any(isinstance(self.program.nodes[leaf], n.MapNode | n.ArrayNode) for leaf, _ in leaves):
            code = codes.WRONG_TYPE if len(leaves) == 1 else codes.NO_ALTERNATIVE
        message = f"must be {words}, not {show(value)}"
        advice = _did_you_mean(value, literals)
        if (
            not advice
            and self.program.json
            and any(isinstance(self.program.nodes[leaf], n.TagNode) for leaf, _ in leaves)
        ):
            advice = "JSON has no tags, so tagged types never match; see `--json-tags ignore`"
        return self.mismatch(code, message, node, path, rules, actual=value, help=advice)


def _add_notes(mismatch: Mismatch, notes: tuple[Note, ...]) -> Mismatch:
    return replace(mismatch, notes=(*mismatch.notes, *notes))


def _outside_prelude(mismatch: Mismatch, use: n.Node, rules: tuple[str, ...]) -> Mismatch:
    """A mismatch of a prelude type is met at its use: nobody needs to see the prelude's text."""
    if mismatch.span is None or mismatch.span.file != PRELUDE_NAME:
        return mismatch
    return replace(mismatch, span=use.span, rules=rules)


def _did_you_mean(value: Value, literals: list[Any]) -> str | None:
    if not isinstance(value, str):
        same = [item for item in literals if isinstance(item, str) and item == str(value)]
        return f"write it as text: `{literal_text(same[0])}`" if same else None
    found = near(value, [item for item in literals if isinstance(item, str)])
    return f"did you mean `{literal_text(found)}`?" if found else None


_EXPLAIN: dict[type, Callable[..., Mismatches]] = {
    n.RefNode: Explainer._ref,
    n.TagNode: Explainer._tag,
    n.MapNode: Explainer._map,
    n.ArrayNode: Explainer._array,
    n.ControlNode: Explainer._control,
    n.UnsupportedNode: Explainer._unsupported,
    n.ChoiceNode: Explainer._choice,
}


def explain(judge: Judge, value: Value, *, most: int) -> tuple[Mismatches, int]:
    """Why ``value`` does not match the root: at most ``most`` mismatches, and how many more.

    They are errors where it does not match, and warnings where that is undecided.
    Precondition: the judge does not accept it. Cost: that of judging, times the nesting of the
    parts that fail.
    """
    explainer = Explainer(judge, most=most)
    root = judge.program.root
    found = explainer.explain(root, value, (), ())
    omitted = max(0, explainer.found - most)
    is_error = judge.accepts(root, value) is False
    told = [item for item in found[:most] if (item.code.severity is Severity.ERROR) is is_error]
    if told:
        return told, omitted
    node = judge.program.nodes[root]
    if is_error:
        return [explainer._no_match(node, value, (), ())], omitted
    message = "not decided: it depends on an operator that is not implemented"
    return [explainer.mismatch(codes.UNDECIDED_CONTROL, message, node, (), ())], omitted

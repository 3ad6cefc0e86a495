"""`Program` → Python functions that say True or False at once, for the fast lane.

The source holds names that are made here and literals by their `repr`; every other constant is
bound as an object, so nothing of the CDDL can become code. A function raises `Declined` where a
native decoder may have lost what decides (large JSON floats, maps of odd keys).

Values are those of `vcddl.instance.decode` or of the strict readers; both give the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.match import emit_array, emit_map
from vcddl.match import nodes as n
from vcddl.match.array_group import ArrayWalk
from vcddl.match.controls.model import Context
from vcddl.match.controls.table import find_control
from vcddl.match.emit_runtime import DEFAULT_TICKS, RUNTIME, Budget, Declined
from vcddl.match.map_group import MapWalk
from vcddl.match.scalars import scalar_expression, widest_floats_first

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType

_LONGEST_INLINE = 360
_DEEPEST_INLINE = 4
_FEWEST_FOR_SET = 3
_MOST_LEAVES = 64
_CALLS_THAT_MAY_REPEAT = 2


@dataclass(frozen=True, slots=True)
class Emitted:
    """What the emitter made of a program: plain data that can be stored.

    Attributes:
        source: Python source of all functions.
        constants: objects that the source names.
        predicates: control nodes whose tests the source names.
        functions: type nodes that have a function.
    """

    source: str
    constants: Mapping[str, Any]
    predicates: tuple[int, ...]
    functions: tuple[int, ...]


def emit(program: n.Program, *, check_tags: bool = False) -> Emitted:
    """Write the functions of a program. Cost: linear in the nodes that the root reaches."""
    emitter = Emitter(program, check_tags=check_tags)
    emitter.function(program.root)
    source = emitter.finish()
    return Emitted(source, emitter.constants, tuple(emitter.predicates), tuple(emitter.functions))


class FastProgram:
    """The emitted functions of one program, ready to be asked."""

    def __init__(
        self,
        program: n.Program,
        emitted: Emitted,
        *,
        limits: Limits = DEFAULT_LIMITS,
        code: CodeType | None = None,
    ) -> None:
        """``code`` is the compiled source, where it has been stored."""
        self.program = program
        self.emitted = emitted
        self.code = code or compile(emitted.source, "<emitted>", "exec")
        self._functions: dict[int, Callable[[Any], bool]] = {}
        self._budget = Budget()
        walk = _Walker(self, self._budget)
        runtime = {**RUNTIME, "walk": walk, "tick": self._budget.tick}
        namespace: dict[str, Any] = {**runtime, **emitted.constants}
        context = Context(program, self.accepts, limits)
        for node_id in emitted.predicates:
            node = program.nodes[node_id]
            assert isinstance(node, n.ControlNode)
            namespace[f"p{node_id}"] = find_control(node.operator).predicate(node, context)
        exec(self.code, namespace)  # noqa: S102  its names and literals are the emitter's own
        for node_id in emitted.functions:
            self._functions[node_id] = namespace[f"f{node_id}"]
        self._root = self._functions[program.root]

    def root(self, value: Any, *, ticks: int = DEFAULT_TICKS) -> bool:
        """Whether ``value`` matches the root.

        Raises `Declined`, also after ``ticks`` choices between maps or arrays: CDDL that makes
        alternatives look at the same parts again and again must not hang the fast lane.
        """
        self._budget.left = ticks
        return self._root(value)

    def accepts(self, node_id: int, value: Any) -> bool:
        """Whether ``value`` matches a type node that has a function. Raises `Declined`."""
        return self._functions[node_id](value)

    def shortcut(self, *, ticks: int = DEFAULT_TICKS) -> Callable[[int, Any], bool]:
        """A function that says True where a node's function does, and False where it cannot tell.

        It never raises; all its answers together get ``ticks``, then it only says False.
        """
        left = ticks

        def answer(node_id: int, value: Any) -> bool:
            nonlocal left
            function = self._functions.get(node_id)
            if function is None or left < 0:
                return False
            self._budget.left = left
            try:
                return function(value)
            except (Declined, RecursionError):
                return False
            finally:
                left = self._budget.left

        return answer


@dataclass(slots=True)
class _Walker:
    """Groups that the emitter does not unfold, matched by the walks of the full lane."""

    fast: FastProgram
    budget: Budget
    program: n.Program = field(init=False)

    def __post_init__(self) -> None:
        self.program = self.fast.program

    def accepts(self, node_id: int, value: Any) -> bool:
        return self.fast.accepts(node_id, value)

    def spend(self, steps: int) -> None:
        """Count work as the full lane does. Raises `Declined`."""
        del steps
        self.budget.tick()

    def map(self, group: int, value: Any) -> bool:
        walk = MapWalk(self, value)  # type: ignore[arg-type]
        return walk.group(group) is None and walk.claimed == len(walk.keys)

    def array(self, group: int, items: list[Any]) -> bool:
        return ArrayWalk(self, items).group(group, 0) == len(items)  # type: ignore[arg-type]


class Emitter:
    """Writes the functions of one program; `finish` gives the source."""

    def __init__(self, program: n.Program, *, check_tags: bool = False) -> None:
        self.program = program
        self._check_tags = check_tags
        self.functions: set[int] = set()
        self.predicates: set[int] = set()
        self.constants: dict[str, Any] = {}
        self._waiting: list[int] = []
        self._chunks: list[str] = []
        self._tables: list[str] = []
        self._groups = 0

    def finish(self) -> str:
        """Write all functions that are waiting, and those they ask for."""
        while self._waiting:
            node_id = self._waiting.pop()
            lines = self._body(node_id)
            self._chunks.append(
                "\n".join([f"def f{node_id}(x):", *(f"    {line}" for line in lines)])
            )
        return "\n\n".join([*self._chunks, *self._tables]) + "\n"

    def function(self, node_id: int) -> str:
        """The name of the function of a type node."""
        if node_id not in self.functions:
            self.functions.add(node_id)
            self._waiting.append(node_id)
        return f"f{node_id}"

    def constant(self, value: Any) -> str:
        """A name for an object that has no safe literal."""
        name = f"k{len(self.constants)}"
        self.constants[name] = value
        return name

    def group_function(self, lines: list[str]) -> str:
        """The name of a function over a map ``x`` with the lines given."""
        self._groups += 1
        name = f"g{self._groups}"
        self._chunks.append("\n".join([f"def {name}(x):", *(f"    {line}" for line in lines)]))
        return name

    def group_table(self, functions: Mapping[str, str]) -> str:
        """The name of a table from texts to group functions."""
        self._groups += 1
        name = f"t{self._groups}"
        items = ", ".join(f"{text!r}: {function}" for text, function in functions.items())
        self._tables.append(f"{name} = {{{items}}}")
        return name

    def texts(self, node_id: int) -> frozenset[str] | None:
        """The texts that a type consists of, if it is nothing but literal texts."""
        texts: set[str] = set()
        seen: set[int] = set()
        stack = [node_id]
        while stack:
            current = self.resolved(stack.pop())
            if current in seen:
                continue
            seen.add(current)
            node = self.program.nodes[current]
            if isinstance(node, n.LiteralNode) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, n.ChoiceNode):
                stack.extend(node.alternatives)
            else:
                return None
        return frozenset(texts)

    def expression(self, node_id: int, variable: str) -> str:
        """A Python expression that is true if ``variable`` matches a type node."""
        text = self._inline(node_id, variable, 0)
        if text is None or len(text) > _LONGEST_INLINE:
            return f"{self.function(self.resolved(node_id))}({variable})"
        return text

    def resolved(self, node_id: int) -> int:
        """The node behind references and choices of one alternative."""
        for _ in range(len(self.program.nodes)):
            node = self.program.nodes[node_id]
            if isinstance(node, n.RefNode):
                node_id = node.target
            elif isinstance(node, n.ChoiceNode) and len(node.alternatives) == 1:
                node_id = node.alternatives[0]
            else:
                break
        return node_id

    def _inline(self, node_id: int, variable: str, depth: int) -> str | None:
        """An expression without a call of its own function, if there is a short one."""
        node = self.program.nodes[self.resolved(node_id)]
        text = scalar_expression(self, node, variable)
        if text is not None:
            return text
        if isinstance(node, n.ChoiceNode) and depth < _DEEPEST_INLINE:
            return self._inline_choice(node_id, variable, depth)
        if isinstance(node, n.ControlNode) and depth < _DEEPEST_INLINE:
            return self._inline_control(node, variable, depth)
        return None

    def _inline_choice(self, node_id: int, variable: str, depth: int) -> str | None:
        texts = self.texts(node_id)
        if texts is not None and len(texts) > _FEWEST_FOR_SET:
            return f"(type({variable}) is str and {variable} in {self.constant(texts)})"
        leaves = self._leaves(node_id)
        parts = [self._inline(item, variable, depth + 1) for item in leaves]
        called = [leaf for leaf, part in zip(leaves, parts, strict=True) if part is None]
        if len(called) >= _CALLS_THAT_MAY_REPEAT or len(called) == len(leaves):
            return None
        tests = [part for part in parts if part is not None]
        tests += [f"{self.function(self.resolved(leaf))}({variable})" for leaf in called]
        return f"({' or '.join(tests)})"

    def _leaves(self, node_id: int) -> list[int]:
        """The alternatives of a choice, nested choices opened, without what another one covers."""
        leaves: list[int] = []
        seen: set[int] = set()
        stack = [node_id]
        while stack and len(leaves) < _MOST_LEAVES:
            current = self.resolved(stack.pop())
            if current in seen:
                continue
            seen.add(current)
            node = self.program.nodes[current]
            if isinstance(node, n.ChoiceNode) and node.alternatives:
                stack.extend(reversed(node.alternatives))
            else:
                leaves.append(current)
        return widest_floats_first(self.program, [*leaves, *stack])

    def _inline_control(self, node: n.ControlNode, variable: str, depth: int) -> str | None:
        test = find_control(node.operator).inline(node, variable)
        target = self._inline(node.target, variable, depth + 1)
        return f"({target} and {test})" if test is not None and target is not None else None

    def _body(self, node_id: int) -> list[str]:
        """The lines of a function over ``x``."""
        node = self.program.nodes[self.resolved(node_id)]
        if isinstance(node, n.MapNode):
            return emit_map.body(self, node)
        if isinstance(node, n.ArrayNode):
            return emit_array.body(self, node)
        if isinstance(node, n.TagNode):
            return self._tag(node)
        if isinstance(node, n.ControlNode):
            return self._control(self.resolved(node_id), node)
        if isinstance(node, n.ChoiceNode):
            parts = [self.expression(item, "x") for item in node.alternatives]
            asked = [f"return {' or '.join(parts) or 'False'}"]
            calls = sum(part.endswith("(x)") for part in parts)
            return asked if calls < _CALLS_THAT_MAY_REPEAT else ["tick()", *asked]
        text = scalar_expression(self, node, "x")
        assert text is not None, node
        return [f"return {text}"]

    def _tag(self, node: n.TagNode) -> list[str]:
        lines = ["if type(x) is not Tag: return False"]
        if node.numbers is not None:
            lines.append(f"if not in_ranges({self.constant(node.numbers)}, x.tag): return False")
        if self._check_tags:
            lines.append("if not tag_content_is_valid(x): return False")
        if node.content is None:
            return [*lines, "return True"]
        return [*lines, "v = x.value", f"return {self.expression(node.content, 'v')}"]

    def _control(self, node_id: int, node: n.ControlNode) -> list[str]:
        self.predicates.add(node_id)
        for controller in node.controllers:
            self.functions_below(controller)
        target = self.expression(node.target, "x")
        value = "(whole(x) if type(x) is float else x)" if node.json else "x"
        return [f"return {target} and p{node_id}({value}) is True"]

    def functions_below(self, node_id: int) -> None:
        """Make functions for the types that a group node or a type node asks about."""
        seen: set[int] = set()
        stack = [node_id]
        while stack:
            current = stack.pop()
            if current in seen:
                continue
            seen.add(current)
            node = self.program.nodes[current]
            if isinstance(node, n.MemberNode):
                self.function(node.value)
                if node.key is not None:
                    self.function(node.key)
            elif isinstance(node, n.SequenceNode):
                stack.extend(node.entries)
            elif isinstance(node, n.GroupChoiceNode):
                stack.extend(node.alternatives)
            elif isinstance(node, n.OccurrenceNode):
                stack.append(node.entry)
            elif isinstance(node, n.RefNode) and node.is_group:
                stack.append(node.target)
            else:
                self.function(current)

"""What a ``check`` asks, as a value that travels to other processes, and the answers to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vcddl.cli.inputs import Input, read, read_cddl, refusal
from vcddl.diagnostics.codes.instance import UNKNOWN_TYPE
from vcddl.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.instance.detect import InstanceType
    from vcddl.match.options import Options
    from vcddl.report import Report

FILES_WORTH_A_PROCESS = 256
BYTES_WORTH_A_PROCESS = 8_000_000

Judge = Callable[[bytes, str], "Report"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What every instance of a run is checked against.

    Attributes:
        cddl: files to use; empty: the shipped ones that the vCon itself asks for.
        root: rule or type to match; None leaves it to the CDDL.
        core, extensions: files that replace shipped ones; for vCons only.
        open: accept parameters that nobody defined; for vCons only.
        type: format of the instances; None leaves it to name and content.
        deterministic: warn of CBOR that is not encoded so.
        options, limits: of the engine.
    """

    cddl: tuple[Path, ...]
    root: str | None = None
    core: Path | None = None
    extensions: Mapping[str, Path] = field(default_factory=dict)
    open: bool = False
    type: InstanceType | None = None
    deterministic: bool = False
    options: Options
    limits: Limits = DEFAULT_LIMITS

    def judge(self) -> tuple[Judge, tuple[Diagnostic, ...]]:
        """What answers for one instance, and what is to be said about the CDDL.

        Raises:
            CddlError: the CDDL cannot be used.
        """
        return self._judge_cddl() if self.cddl else (self._judge_vcon(), ())

    def _judge_vcon(self) -> Judge:
        from vcddl.vcon.check import check_vcon

        for path in filter(None, (self.core, *self.extensions.values())):
            read_cddl(path, max_bytes=self.limits.bytes)

        def judge(data: bytes, name: str) -> Report:
            return check_vcon(
                data,
                name=name,
                type=self.type,
                core=self.core,
                extensions=self.extensions,
                open=self.open,
                limits=self.limits,
                options=self.options,
                deterministic=self.deterministic,
            )

        return judge

    def _judge_cddl(self) -> tuple[Judge, tuple[Diagnostic, ...]]:
        from vcddl.instance.detect import detect_type
        from vcddl.store import user_store

        sources = [read_cddl(path, max_bytes=self.limits.bytes) for path in self.cddl]
        compiled = user_store().load(
            sources, root=self.root, limits=self.limits, options=self.options
        )

        def judge(data: bytes, name: str) -> Report:
            instance_type = self.type or detect_type(name, data)
            if instance_type is None:
                return refusal(name, UNKNOWN_TYPE, "neither name nor content says the format")
            return compiled.check(
                data, type=instance_type, name=name, deterministic=self.deterministic
            )

        return judge, compiled.diagnostics


def answer(
    question: Question, judge: Judge, inputs: Sequence[Input], *, jobs: int | None
) -> Iterator[Report]:
    """A report for each of ``inputs``, in their order, as they come.

    ``judge`` is that of ``question``. ``jobs`` processes share the work; None uses all cores
    where the files are worth it. Standard input is read by this process alone.
    """
    workers = _workers(inputs, jobs)
    if workers == 1:
        for item in inputs:
            yield _answer_one(judge, item, question.limits.bytes)
        return
    from concurrent.futures import ProcessPoolExecutor

    chunk = max(1, min(256, len(inputs) // (4 * workers)))
    with ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(question,)) as pool:
        try:
            yield from pool.map(_work, inputs, chunksize=chunk)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _answer_one(judge: Judge, item: Input, max_bytes: int) -> Report:
    data = read(item, max_bytes=max_bytes)
    return judge(data, item.name) if isinstance(data, bytes) else data


def _workers(inputs: Sequence[Input], jobs: int | None) -> int:
    """How many processes are worth their start; 1 works in this process."""
    if any(item.path is None for item in inputs):
        return 1
    if jobs is not None:
        return min(jobs, len(inputs))
    is_much = len(inputs) >= FILES_WORTH_A_PROCESS or _size(inputs) >= BYTES_WORTH_A_PROCESS
    return min(os.cpu_count() or 1, len(inputs)) if is_much else 1


def _size(inputs: Sequence[Input]) -> int:
    return sum(item.path.stat().st_size for item in inputs if item.path and item.path.is_file())


class _Worker:
    """The judge of a worker process: built once, when the process starts."""

    judge: Judge
    max_bytes: int


def _start_worker(question: Question) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.judge, _ = question.judge()
    _Worker.max_bytes = question.limits.bytes


def _work(item: Input) -> Report:
    return _answer_one(_Worker.judge, item, _Worker.max_bytes)

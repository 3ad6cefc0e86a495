"""`Program` → instances that it accepts: minimal, full or random, the same for the same seed.

`generate` asks a `Drawer`, which walks the nodes of the plan and makes values; `Reach` tells it
the shortest way out of recursion, `Mode` what to do with what is optional. Knows no CDDL text.
"""

from vcddl.generate.generator import generate
from vcddl.generate.model import CannotGenerate, Mode

__all__ = ["CannotGenerate", "Mode", "generate"]

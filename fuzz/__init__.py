"""Fuzzing: what may be thrown at vcddl (`targets`), where it starts (`seeds`), and the long run."""

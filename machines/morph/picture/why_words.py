"""Why Morph made its move, in words: what sets the move apart from the others."""

from devices.screen.words import Words
from machines.morph.scene import Fold

WORDS = Words("morph")
MEN = "PNBRQ"
"""Of which a material pattern counts the differences."""


def sentence(fold: Fold) -> str:
    """The sentences; until Morph has moved, that they will stand there."""
    if not fold.mover:
        return WORDS("why_waits")
    if not fold.steps:
        return WORDS("none_known")
    told = []
    for kind, man, target in fold.reasons:
        own, other = ("your", "its") if kind == "spares" else ("its", "your")
        whose = own if kind == "guards" else other
        named = {"a": f"{own}_{man}", "b": f"{whose}_{target}"}
        words = {name: WORDS(key) for name, key in named.items() if not key.endswith("_")}
        told.append(WORDS(f"why_{kind}", **words))
    return " ".join(told) or WORDS("why_many")


def material(differences: tuple[int, ...]) -> str:
    """How many men more or less, as a rule of one kind; empty for a pattern that isn't material."""
    kinds = [(letter.lower(), by) for letter, by in zip(MEN, differences, strict=False) if by]
    return ", ".join(
        WORDS(f"{'up' if by > 0 else 'down'}_{letter}", n=abs(by)) for letter, by in kinds
    )

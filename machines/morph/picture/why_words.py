"""Why Morph made its move, in words: the pattern whose weight spoke most for it."""

from devices.screen.words import Words
from machines.morph.scene import Fold, Mark, Sketch

WORDS = Words("morph")
EVEN = 0.5
"""A weight that speaks neither for nor against."""
MEN = "PNBRQ"
"""Of which a material pattern counts the differences."""


def sentence(fold: Fold) -> str:
    """The sentence; empty while no move has been chosen."""
    if not fold.mover:
        return ""
    told = [step for step in fold.steps if described(step.sketch, fold.mover)]
    if not told:
        return WORDS("none_known")
    best = max(reversed(told), key=lambda step: step.weight)
    name = "likes" if best.weight >= EVEN else "dislikes"
    return WORDS(name, pattern=described(best.sketch, fold.mover))


def described(sketch: Sketch, mover: str) -> str:
    """A pattern in words; ``mover`` is whose move it speaks for."""
    if not sketch.nodes:
        return _material(sketch.material)
    if not sketch.arrows:
        return WORDS("stands", a=_named(sketch.nodes[0], mover))
    at = {node.square: node for node in sketch.nodes}
    arrow = sketch.arrows[0]
    source, target = at.get(arrow.source), at.get(arrow.target)
    if source is None or target is None:
        return WORDS("stands", a=_named(sketch.nodes[0], mover))
    same = source.label.isupper() == target.label.isupper()
    how = "guards" if same and target.label not in "*oO" else "attacks"
    if arrow.kind in ("indirect", "discovered"):
        how = "through"
    return WORDS(how, a=_named(source, mover), b=_named(target, mover))


def _named(node: Mark, mover: str) -> str:
    """A man by whose it is, or a square."""
    if node.label == "*":
        return WORDS("any_square")
    whose = "its" if node.label.isupper() == (mover == "white") else "your"
    if node.label in "oO":
        return WORDS(f"by_{whose}_king")
    return WORDS(f"{whose}_{node.label.lower()}")


def _material(differences: tuple[int, ...]) -> str:
    """How many men more or less, as far as there are words for it: of one kind."""
    if not any(differences):
        return WORDS("material_even") if differences else ""
    kinds = [(letter.lower(), by) for letter, by in zip(MEN, differences, strict=True) if by]
    told = []
    for letter, by in kinds:
        way = "up" if by > 0 else "down"
        told.append(
            WORDS(f"{way}_{letter}_1") if abs(by) == 1 else WORDS(f"{way}_{letter}", n=abs(by))
        )
    return ", ".join(told)

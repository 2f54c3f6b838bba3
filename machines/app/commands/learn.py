"""``main.py learn``: Samuel's series, networks that play by evolution, Morph's chess."""

import argparse
import os
from pathlib import Path

from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    JOBS,
    MOST_JOBS,
    RUNS_FOLDER,
    SCHEDULER,
    Command,
    Group,
    Option,
    csv_option,
    flag,
    place,
    plot_option,
    read_positive,
    read_share,
    seed_option,
    whole,
)
from machines.app.program import NAME

MOST_GAMES = 1_000_000
MOST_GENERATIONS = 1_000_000
MOST_CHESS_GAMES = 10_000_000


def _read_terms(text: str, where: str) -> list[str]:
    del where
    return text.upper().split(",")


def _read_kinds(text: str, where: str) -> list[str]:
    del where
    return text.split(",")


# -- Samuel's program ------------------------------------------------------------------------------

SAMUEL_SETTINGS = (
    Option("--series", "which (second)", choices=("first", "second", "rote", "both")),
    seed_option("of all chance (1)"),
    Option("--ply N", "the minimum ply, 1 to 20 (3)", whole(1, 20)),
    Option(
        "--without LETTERS",
        "second, both: without these of its changes: a fewer corrections when delta is positive, b "
        "slow replacement of terms, c the growing span, d the searched initial board, e adoption "
        "by majority",
    ),
    Option(
        "--terms T,T",
        "second, both: the sixteen terms to begin with; more of them begin the reserve (those that "
        "did best in a first series of the same seed, which is played before)",
        _read_terms,
    ),
    Option(
        "--power-rule",
        "not rote: how powers of two follow from correlations: as in Appendix C's table, or as the "
        "paper's text has it (table)",
        choices=("table", "text"),
    ),
    flag("--moment", "not rote: the 27th term, the second moment, too"),
    Option("--polynomial P", "rote: the fixed polynomial (standard)"),
    Option(
        "--way",
        "both: a save piece advantage, and further terms as they become stable; b generalization "
        "alone until it is stable, then rote learning; c as a, with the tape of --abridge (b)",
        choices=("a", "b", "c"),
    ),
    Option(
        "--abridge FILE.tap",
        "both, way c: a memory tape of rote learning by --polynomial, abridged",
        type=Path,
    ),
    Option(
        "--games-of KIND,KIND",
        "rote: the games, by turns: self (it plays both sides), frozen (against the same program "
        "without a memory), book (follows --book), endings (plays both sides from two kings "
        "against one) (self); the table counts won and lost games of the learner in frozen, of the "
        "two kings in endings",
        _read_kinds,
    ),
    Option("--book FILE.pdn", "rote: the book games", type=Path),
)
"""What a run follows from."""

SAMUEL = Command(
    "Alpha against Beta (generalization), or the memory tape (rote learning)",
    "Play Samuel's learning series. first and second: Alpha, who corrects his scoring polynomial "
    "after every move, against Beta; told by sevens as the paper tells it, with the leading terms "
    "every few games, the discarded terms and the 704's machine time. rote: boards and their "
    "backed-up scores are saved on the memory tape. both: the two together, in one of the paper's "
    "three ways. Every run is a record of its own in DATA/runs (samuel-SERIES-NUMBER.sqlite) or "
    "where --run says, kept game by game: Ctrl-C loses only the game under way, and --resume goes "
    "on to exactly what an undisturbed run gives. What was learned plays under the record's name: "
    f"{NAME} match RUN.sqlite RUN.sqlite:0, {NAME} book --polynomial RUN.sqlite:14.",
    Option("--games N", "in each run (28)", whole(1, MOST_GAMES), dest="count"),
    Option("--seeds N", "so many runs, their seeds spawned from it", whole(1, 10_000)),
    *SAMUEL_SETTINGS,
    Option("--run FILE", "keep the run there (with --seeds N: FILE-1 ... FILE-N)", dest="out"),
    Option(
        "--resume FILE",
        "go on with these runs until each has --games games; other settings than they have are "
        "refused",
        nargs="+",
    ),
    Option(
        "--return-to GAME",
        "with --resume: Alpha and Beta become again what they were after that game (0: at the "
        "start), as the paper's operator could return to a previous condition",
        whole(0, MOST_GAMES),
    ),
    Option(
        "--tape FILE.tap",
        "rote, both: the memory tape; one that is there is known from the start (rote) or refused "
        "(both); replaced whole after each game that has merged it",
        place(".tap"),
    ),
    JOBS,
    SCHEDULER,
    RUNS_FOLDER,
    Option(
        "--print-every N",
        "games between lists of leading terms (7)",
        whole(1, MOST_GAMES),
        default=7,
    ),
    csv_option("every game of every run"),
    plot_option(
        "the leading terms' coefficients by game, as in Fig. 4 (rote: the boards on the tape), of "
        "the first run"
    ),
    Option(
        "--punch DECK",
        "Alpha's polynomial at the end of the first run on POLY cards (.txt, .cbn)",
        place(".txt", ".deck", ".cbn"),
    ),
    epilog="The last line is, for example: RESULT series=second games=28 runs=1 won=18 lost=4 "
    "drawn=6 leader_changes=9 adjustments=700 discarded=20 leaders=5 hours=7.90 seed=1",
)

# -- Anaconda --------------------------------------------------------------------------------------

ANACONDA_CHOICES = (
    Option(
        "--strategy",
        "who the next generation comes from: the fifteen that survive, as in the paper, or one "
        "parent that follows what mirrored twins win of each other (survivors)",
        choices=("survivors", "mirrored"),
    ),
    Option("--sigma X", "the step sizes to begin with (0.05)", read_positive),
    Option(
        "--rate X",
        "mirrored: how much of what its offspring's games tell a parent takes over to begin with "
        "(0.4)",
        read_positive,
    ),
    Option("--ply N", "plies of the look-ahead, 1 to 12 (4)", whole(1, 12), key="plies"),
    Option(
        "--forced",
        "when it goes deeper: while a capture is pending, while there is a single legal move, "
        "either, or never (capture)",
        choices=("capture", "single", "either", "none"),
    ),
    Option("--extra N", "plies deeper at most, 0 to 20 (12)", whole(0, 20)),
    Option(
        "--white-sees",
        "White's board: turned by 180 degrees, or with its signs exchanged only (turned)",
        choices=("turned", "signs"),
        key="turned",
    ),
    flag("--near-wins", "a sooner win is worth more than a later one (no: all are 1)", key="near"),
    Option(
        "--repeats",
        "a move that brings back a board which the side has left before: worth what the look-ahead "
        "says, or nothing (search)",
        choices=("search", "even"),
    ),
    Option("--moves N", "of each side, then a draw (100)", whole(1, 1000)),
    Option("--most-sigma X", "a bound on every step size (none)", read_positive),
    Option("--loss X", "points off for a loss (2)", read_positive),
    flag(
        "--openings",
        "every game begins with a three-move opening drawn for it (no: all at the start)",
    ),
    Option(
        "--unfinished",
        "a game without a winner: worth nothing, or the share of the pieces by which a side is "
        "ahead (drawn)",
        choices=("drawn", "share"),
    ),
    Option(
        "--endings SHARE",
        "so many of the games begin with kings against fewer kings, and count what is gained "
        "there: 0.5 is every second one (none)",
        read_share,
    ),
    Option("--slips SHARE", "so many of the moves are made by lot (none)", read_share),
    Option(
        "--learning X",
        "parents learn from their games before they have offspring, by steps of this size; 0.001 "
        "is a usual one (they don't)",
        read_positive,
    ),
)
ANACONDA_SETTINGS = (seed_option("of all chance (1)"), *ANACONDA_CHOICES)
"""What a run follows from."""

ANACONDA = Command(
    "evolve networks that play: learn anaconda --generations 840 --out RUN.sqlite",
    "Evolve networks that play draughts, as Chellapilla and Fogel did: fifteen parents, an "
    "offspring of each, five games each as Red against opponents drawn by lot, +1 for a win, -2 "
    "for a loss, the best fifteen go on. Choices that the paper leaves open are options. The run "
    "is a record of its own in DATA/runs (anaconda-NUMBER.sqlite) or where --out says, kept "
    "generation by generation: Ctrl-C loses only the generation under way, and --resume goes on to "
    "exactly what an undisturbed run gives, whatever the number of workers. Its best plays as "
    f"{NAME} match anaconda:RUN.sqlite ..., that of generation 250 as anaconda:RUN.sqlite:250.",
    Option(
        "--generations N",
        "in all, with those that are (250)",
        whole(1, MOST_GENERATIONS),
        dest="count",
    ),
    ANACONDA_SETTINGS[0],
    Option("--out RUN.sqlite", "keep the run there"),
    Option("--resume RUN.sqlite", "go on with this run; other settings than it has are refused"),
    Option("--workers --jobs N", "processes (one a core)", whole(1, MOST_JOBS), dest="jobs"),
    SCHEDULER,
    RUNS_FOLDER,
    Group("choices", "as in the paper where it says; else as named", ANACONDA_CHOICES),
    Option(
        "--print-every N",
        "generations between rows of the table",
        whole(1, MOST_GENERATIONS),
        default=10,
    ),
    csv_option("the figures of every generation"),
    plot_option("draws, outputs and step sizes by generation"),
    Option(
        "--player FILE.network",
        "the best network at the end, as a player's file",
        place(".network"),
    ),
    epilog="The last line is, for example: RESULT generations=250 seed=1 best=5 drawn=0.747 "
    "sigma=0.0502 weight=0.1861 king=1.52 spread=0.742 saturated=0.401",
)

# -- Morph -----------------------------------------------------------------------------------------

MORPH_OPPONENTS = (
    "house, house:2 (our own player, so many plies), random, gnuchess, gnuchess:2 (plies), "
    "gnuchess:timed (60 moves in 5 minutes), stockfish, stockfish:50ms, or uci:COMMAND"
)
MORPH_SETTINGS = (
    Option("--opponent WHO", f"{MORPH_OPPONENTS} (house)"),
    seed_option("of all chance (1)"),
)
"""What a run follows from besides ``--morph`` and ``--set``."""

MORPH = Command(
    "chess from experience by pattern weights: learn morph --games 3000 --opponent house",
    "Have Morph learn chess, as Gould and Levinson did in 1992: it plays game after game against "
    "an opponent, one ply deep, knowing nothing of what men are worth; after each game weights are "
    "moved, after every seventh patterns are added. The run is a record of its own in DATA/runs "
    "(morph-NUMBER.sqlite) or where --out says, kept game by game: Ctrl-C loses only the game "
    "under way, and --resume goes on to exactly what an undisturbed run gives. An engine that "
    "dies, hangs or answers an illegal move ends the run by name; nothing is learned from a broken "
    f"game. What was learned is looked at by {NAME} morph. Processes and a cluster's workers write "
    "their runs themselves: a cluster must share the disk.",
    Option(
        "--games N",
        "in each run, with those that are (2000)",
        whole(1, MOST_CHESS_GAMES),
        dest="count",
    ),
    *MORPH_SETTINGS,
    Option("--seeds N", "so many runs, their seeds from --seed on", whole(1, 100)),
    Option("--out RUN.sqlite", "keep the run there (with --seeds N: RUN-1 ... RUN-N)"),
    Option(
        "--resume RUN.sqlite",
        "go on with these runs; other settings than they have are refused",
        nargs="+",
    ),
    JOBS,
    SCHEDULER,
    Option(
        "--morph",
        "which version of Figs 5.1 and 5.2: forward node ordering alone, with reverse node "
        "ordering too, with the evaluation function of Fig. 3.2 for the plain mean, with annealing "
        "for a constant rate (annealing)",
        choices=("basic", "reverse", "evaluation", "annealing"),
    ),
    Option(
        "--set NAME=VALUE",
        "one of the choices that the paper leaves open, such as coefficient=0.7 or "
        "material_dominance=no; a name that is none lists them all (may be given more than once)",
        action="append",
    ),
    Option(
        "--print-every N",
        "games between rows of the table (200)",
        whole(1, MOST_CHESS_GAMES),
        default=200,
    ),
    csv_option("every game of every run"),
    plot_option("points captured, TD error, length of games, the weight of being down one bishop"),
    Option(
        "--database FILE.database",
        "what the first run learned as a file, and its curves beside it (FILE.history)",
        place(".database"),
    ),
    RUNS_FOLDER,
    epilog="The last line is, for example: RESULT games=2000 runs=1 won=0 drawn=11 lost=1989 "
    "points=10.40 last=12.10 taken=33.90 plies=92.1 error=0.0410 patterns=2310 ms=71.2 "
    "opponent=gnuchess seed=1 (points and last: captured per game by all games and by the last "
    "hundred; ms: for a game with its lesson)",
)

COMMAND = Command(
    "studies of a machine's learning, game by game: learn samuel --series second",
    "Have a machine learn. learn samuel plays Samuel's series of 1959, learn anaconda evolves "
    "networks as in 2000, learn morph learns chess as in 1992.",
    acts={"samuel": SAMUEL, "anaconda": ANACONDA, "morph": MORPH},
)


def run(args: argparse.Namespace) -> int:
    """Learn; raises RefusedError, or KeyboardInterrupt with what is over kept."""
    if args.act == "anaconda":
        # Its matrices are small: a second thread of numpy's would wait for a core that plays games.
        # Said before numba brings numpy in.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    announce_compiling()
    from machines.app.study.runner import run_study

    if args.act == "anaconda":
        from machines.app.anaconda.study import EvolutionStudy

        return run_study(EvolutionStudy(args, ANACONDA_SETTINGS))
    if args.act == "morph":
        from machines.app.morph.study import MorphStudy

        return run_study(MorphStudy(args, MORPH_SETTINGS))
    from machines.app.samuel.study import SamuelStudy

    return run_study(SamuelStudy(args, SAMUEL_SETTINGS))

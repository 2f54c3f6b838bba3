"""``main.py learn``: Samuel's series, networks that play by evolution, Morph's chess."""

import argparse
import os

from machines.app.commands._learn_anaconda import add_anaconda
from machines.app.commands._learn_morph import add_learn_morph
from machines.app.commands._work_options import add_work_options
from machines.app.program import NAME

SERIES = ("first", "second", "rote", "both")


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "learn",
        help="studies of a machine's learning, game by game: learn samuel --series second",
        description="Have a machine learn. learn samuel plays Samuel's series of 1959, learn "
        "anaconda evolves networks as in 2000, learn morph learns chess as in 1992.",
    )
    machines = parser.add_subparsers(dest="machine", metavar="MACHINE", required=True)
    samuel = machines.add_parser(
        "samuel",
        help="Alpha against Beta (generalization), or the memory tape (rote learning)",
        description="Play Samuel's learning series. first and second: Alpha, who corrects his "
        "scoring polynomial after every move, against Beta; told by sevens as the paper tells it, "
        "with the leading terms every few games, the discarded terms and the 704's machine time. "
        "rote: boards and their backed-up scores are saved on the memory tape. both: the two "
        "together, in one of the paper's three ways. Every run is a record of its own in DATA/runs "
        "(samuel-SERIES-NUMBER.sqlite) or where --run says, kept game by game: Ctrl-C loses only "
        "the game under way, and --resume goes on to exactly what an undisturbed run gives. What "
        f"was learned plays under the record's name: {NAME} match RUN.sqlite RUN.sqlite:0, "
        f"{NAME} book --polynomial RUN.sqlite:14.",
        epilog="The last line is, for example: RESULT series=second games=28 runs=1 won=18 lost=4 "
        "drawn=6 leader_changes=9 adjustments=700 discarded=20 leaders=5 hours=7.90 seed=1",
    )
    _add_what(samuel)
    _add_runs(samuel)
    _add_outputs(samuel)
    add_anaconda(machines)
    add_learn_morph(machines)


def _add_what(parser: argparse.ArgumentParser) -> None:
    """What is learned, and how; None is what nobody asked for."""
    parser.add_argument("--series", choices=SERIES, help="which (second)")
    parser.add_argument("--games", metavar="N", help="in each run (28)")
    parser.add_argument("--seed", metavar="N", help="of all chance (1)")
    parser.add_argument("--seeds", metavar="N", help="so many runs, their seeds spawned from it")
    parser.add_argument("--ply", metavar="N", help="the minimum ply, 1 to 20 (3)")
    parser.add_argument(
        "--without",
        metavar="LETTERS",
        help="second, both: without these of its changes: a fewer corrections when delta is "
        "positive, b slow replacement of terms, c the growing span, d the searched initial board, "
        "e adoption by majority",
    )
    parser.add_argument(
        "--terms",
        metavar="T,T",
        help="second, both: the sixteen terms to begin with; more of them begin the reserve (those "
        "that did best in a first series of the same seed, which is played before)",
    )
    parser.add_argument(
        "--power-rule",
        choices=("table", "text"),
        help="not rote: how powers of two follow from correlations: as in Appendix C's table, "
        "or as the paper's text has it (table)",
    )
    parser.add_argument(
        "--moment",
        action="store_const",
        const=True,
        help="not rote: the 27th term, the second moment, too",
    )
    parser.add_argument("--polynomial", metavar="P", help="rote: the fixed polynomial (standard)")
    parser.add_argument(
        "--way",
        choices=("a", "b", "c"),
        help="both: a save piece advantage, and further terms as they become stable; b "
        "generalization alone until it is stable, then rote learning; c as a, with the tape of "
        "--abridge (b)",
    )
    parser.add_argument(
        "--abridge",
        metavar="FILE.tap",
        help="both, way c: a memory tape of rote learning by --polynomial, abridged",
    )
    parser.add_argument(
        "--games-of",
        metavar="KIND,KIND",
        help="rote: the games, by turns: self (it plays both sides), frozen (against the same "
        "program without a memory), book (follows --book), endings (plays both sides from two "
        "kings against one) (self); the table counts won and lost games of the learner in frozen, "
        "of the two kings in endings",
    )
    parser.add_argument("--book", metavar="FILE.pdn", help="rote: the book games")


def _add_runs(parser: argparse.ArgumentParser) -> None:
    """Where runs are kept and done."""
    parser.add_argument(
        "--run", metavar="FILE", help="keep the run there (with --seeds N: FILE-1 ... FILE-N)"
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        nargs="+",
        help="go on with these runs until each has --games games; other settings than they have "
        "are refused",
    )
    parser.add_argument(
        "--return-to",
        metavar="GAME",
        help="with --resume: Alpha and Beta become again what they were after that game (0: at "
        "the start), as the paper's operator could return to a previous condition",
    )
    parser.add_argument(
        "--tape",
        metavar="FILE.tap",
        help="rote, both: the memory tape; one that is there is known from the start (rote) or "
        "refused (both); replaced whole after each game that has merged it",
    )
    add_work_options(parser)
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        default=argparse.SUPPRESS,
        help="where runs are kept (else MATCHBOX704_DATA, else the user's data folder)",
    )


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    """What is made of the runs."""
    parser.add_argument(
        "--print-every", metavar="N", default="7", help="games between lists of leading terms (7)"
    )
    parser.add_argument("--csv", metavar="FILE.csv", help="every game of every run")
    parser.add_argument(
        "--plot",
        metavar="FILE.png",
        help="the leading terms' coefficients by game, as in Fig. 4 (rote: the boards on the "
        "tape), of the first run",
    )
    parser.add_argument(
        "--punch",
        metavar="DECK",
        help="Alpha's polynomial at the end of the first run on POLY cards (.txt, .cbn)",
    )


def run(args: argparse.Namespace) -> int:
    """Learn; raises RefusedError, or KeyboardInterrupt with what is over kept."""
    from machines.app.kernels.compile import announce_compiling

    if args.machine == "anaconda":
        # Its matrices are small: a second thread of numpy's would wait for a core that plays games.
        # Said before numba brings numpy in.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    announce_compiling()
    if args.machine == "anaconda":
        from machines.app.anaconda.learn import learn as evolve

        return evolve(args)
    if args.machine == "morph":
        from machines.app.morph.learn import learn as learn_chess

        return learn_chess(args)
    from machines.app.samuel.learn import learn

    return learn(args)

"""Five in a row: rules, forced wins with proofs, analysis, records, networks."""

from importlib.metadata import version

from ._tengen import (
    Analysis,
    Board,
    Engine,
    Game,
    Games,
    Line,
    Position,
    Proof,
    Record,
    ReviewedMove,
    Solution,
    evaluate,
    forbidden,
    play_match,
    policy,
    read,
    solve,
    verify,
    winner,
)

__version__ = version("tengen")

__all__ = [
    "Analysis",
    "Board",
    "Engine",
    "Game",
    "Games",
    "Line",
    "Position",
    "Proof",
    "Record",
    "ReviewedMove",
    "Solution",
    "evaluate",
    "forbidden",
    "play_match",
    "policy",
    "read",
    "solve",
    "verify",
    "winner",
]

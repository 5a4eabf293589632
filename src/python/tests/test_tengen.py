"""The module as people use it."""

import copy
import json
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import tengen
from tengen import Board, Engine, Position, Proof, Record

# Both have four in a row, and Black plays elsewhere.
MISSED = "h8 a1 h9 a2 h10 a3 h11 a4 o15"
FOURS = "h8i9h9i10h10i11"


def test_boards_have_moves_squares_and_sizes():
    board = Board(15, "h8 i9")
    board.play("pass")
    assert board.moves == ["h8", "i9", None] and len(board) == 2
    assert board.to_move == "white" and board.at("i9") == "white" and board.at("a1") is None
    board.undo()
    assert board.to_move == "black" and "a1" in board.empty and "h8" not in board.empty
    assert (Board((20, 15)).width, Board((20, 15)).height) == (20, 15)
    for wrong in ["h8", "z1", "a99", ""]:
        with pytest.raises(ValueError):
            board.play(wrong)
    with pytest.raises(ValueError):
        Board(4)
    with pytest.raises(ValueError):
        Board().undo()


def test_boards_are_values():
    board = Board(15, "h8 i9 h9")
    same = Board(15, "h9 i9 h8")
    assert board == same and board != Board(15, "h8 i9") and board != "h8"
    for other in [copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]:
        assert other == board and other.moves == board.moves
        other.play("a1")
        assert other != board
    assert eval(repr(board)) == board
    diagram = "/".join(["......."] * 3 + ["...X..."] + ["......."] * 3)
    assert Board.from_diagram(diagram) == Board(7, "d4")


def test_boards_are_arrays_and_back():
    board = Board((7, 6), "d4 e5 a1")
    array = board.to_array()
    assert array.dtype == np.int8 and array.shape == (6, 7)
    assert array[6 - 4, 3] == 1 and array[6 - 5, 4] == -1 and array[5, 0] == 1
    assert Board.from_array(array) == board
    assert Board.from_array(array, to_move="black").to_move == "black"
    with pytest.raises(ValueError):
        Board.from_array(np.full((5, 5), 2, np.int8))
    with pytest.raises(ValueError):
        Board.from_array(np.zeros((3, 3), np.int8))


def test_notebooks_show_boards():
    svg = Board(15, "h8 i9")._repr_svg_()
    assert svg.startswith("<svg") and svg.count("<circle") == 2 and ">2<" in svg


def test_rules_end_games():
    position = Position(Board(15, "h8 a1 h9 a2 h10 a3 h11 a4"))
    assert not position.is_over and position.threats()["h12"] == "five"
    position.play("h12")
    assert position.winner == "black" and position.legal() == [] and "black" in position.outcome
    with pytest.raises(ValueError):
        position.play("a5")
    position.undo()
    assert position.winner is None
    assert tengen.winner(Board(15, "h8 a1 h9 a2 h10 a3 h11 a4 h12")) == "black"


def test_forbidden_points_of_renju():
    board = Board(15, "h9 a1 h10 a3 g8 a5 f8 a7")
    assert tengen.forbidden(board) == {"h8": "double-three"}
    position = Position(board, "renju")
    assert position.forbidden() == {"h8": "double-three"} and "h8" not in position.legal()
    assert Position(board, "freestyle").forbidden() == {}
    position.play("h8")
    assert position.winner == "white"


def test_wins_have_proofs_that_are_checked():
    solution = tengen.solve(Board(15, FOURS))
    assert solution and solution.result == "win" and solution.moves >= 1 and solution.line
    tengen.verify(solution.proof)
    again = Proof.from_json(solution.proof.to_json())
    tengen.verify(again)
    assert again.board == Board(15, FOURS) and again.rule == "freestyle" and len(again) > 0
    fields = json.loads(again.to_json())
    fields["proof"][-1]["move"] = "a1"
    with pytest.raises(ValueError):
        tengen.verify(Proof.from_json(json.dumps(fields)))
    nothing = tengen.solve(Board(15, "h8 i9"), goal="vct")
    assert not nothing and nothing.result == "none" and nothing.proof is None
    with pytest.raises(ValueError):
        tengen.solve(Board(), goal="mate")
    with pytest.raises(ValueError):
        tengen.solve(Board(), "chess")


def test_analysis_is_an_iterator_of_lines():
    engine = Engine("renju", memory=64)
    lines = list(engine.analyze(Board(15, "h8 h9 i9"), nodes=3_000, lines=2))
    assert {line.rank for line in lines} == {0, 1}
    last = lines[-1]
    assert 0 <= last.share <= 1 and last.moves and last.depth >= 1 and last.nodes <= 3_000
    again = list(Engine("renju", memory=64).analyze(Board(15, "h8 h9 i9"), nodes=3_000, lines=2))
    assert [line.moves for line in again] == [line.moves for line in lines]


def test_an_endless_analysis_ends_when_it_is_left():
    engine = Engine(memory=64)
    for line in engine.analyze(Board(15, "h8")):
        if line.depth >= 5:
            break
    assert engine.think(Board(15, "h8"), nodes=100).moves
    with engine.analyze(Board(15, "h8")) as lines:
        next(lines)
        with pytest.raises(RuntimeError, match="busy"):
            engine.think(Board(15, "h8"), nodes=100)
    engine.clear()


def test_other_threads_run_and_interrupts_arrive():
    engine = Engine(memory=64)
    seen = []

    def interrupt():
        time.sleep(0.3)
        seen.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in engine.analyze(Board(15, "h8 i9 h9")):
            pass
    assert seen and time.monotonic() - seen[0] < 2
    thread.join()


def test_moves_and_reviews():
    engine = Engine(memory=64)
    assert engine.think(Board(15, "h8 a1 h9 a2 h10 a3 h11 a4"), nodes=100).moves[0] in ("h7", "h12")
    reviewed = engine.review(Board(15, MISSED), nodes=200)
    assert [move.number for move in reviewed] == list(range(1, 10))
    assert reviewed[0].color == "black" and reviewed[8].square == "o15"
    assert reviewed[8].loss == 1.0 and reviewed[8].mark == "??"
    assert reviewed[8].best[0] in ("h7", "h12")
    with pytest.raises(ValueError):
        engine.think(Board(15, "h8 a1 h9 a2 h10 a3 h11 a4 h12"))
    for wrong in [{"level": 101}, {"threads": 0}, {"network": "no such file"}]:
        with pytest.raises(ValueError):
            Engine(**wrong)


def test_records_are_read_and_written(tmp_path):
    text = "(;FF[4]GM[4]SZ[15]RU[renju]PB[ann]PW[bob]RE[W+R];B[hh]C[first](;W[ig])(;W[hi]))"
    path = tmp_path / "game.sgf"
    path.write_text(text)
    [record] = tengen.read(path)
    assert (record.black, record.white, record.rule, record.result) == ("ann", "bob", "renju", "white")
    assert record.moves == ["h8", "i9"] and record.comments[1] == "first" and len(record) == 4
    assert record.board() == Board(15, "h8 i9") and record.board(1) == Board(15, "h8")
    [again] = tengen.read(record.to_sgf().encode())
    assert again.moves == record.moves and len(again) == 4
    [lib] = tengen.read(record.to_lib())
    assert len(lib) == 4
    assert "Piskvorky" in record.to_psq()
    assert Engine("renju", memory=64).review(record, nodes=50)[1].square == "i9"
    assert Record.of(Board(15, "h8"), "caro", black="x").black == "x"
    with pytest.raises(OSError):
        tengen.read(tmp_path / "none")
    with pytest.raises(ValueError):
        tengen.read(b"\x00\x01")


def test_matches_are_iterators_of_games():
    engines = ["self nodes=100 memory=8 name=a", "self nodes=50 memory=8 name=b"]
    games = list(tengen.play_match(engines, games=4))
    assert len(games) == 4 and {game.black for game in games} == {"a", "b"}
    assert all(game.result in ("black", "white", "draw") for game in games)
    assert Board(15, games[0].moves).moves
    match = tengen.play_match(engines, games=1_000)
    next(match)
    match.stop()
    assert sum(1 for _ in match) < 900
    with pytest.raises(ValueError):
        tengen.play_match(["self nodes=1"])


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro", "caro8"])
def test_values_and_policies_of_many_positions(rule):
    boards = [Board(15, "h8 i9"), Board(15, "h8 i9 h9"), Board(15, "h8 i9 h9 a1")]
    values = tengen.evaluate(boards, rule)
    assert values.shape == (3,) and values.dtype == np.float32
    assert (values >= 0).all() and (values <= 1).all() and values[2] > 0.5
    shares = tengen.policy(boards, rule)
    assert shares.shape == (3, 15, 15) and np.allclose(shares.sum((1, 2)), 1, atol=1e-4)
    assert shares[0, 15 - 8, 7] == 0 and shares[0, 15 - 9, 8] == 0
    array = np.stack([board.to_array() for board in boards])
    assert np.array_equal(tengen.evaluate(array, rule), values)
    assert tengen.policy(array, rule).shape == shares.shape
    assert tengen.evaluate([]).shape == (0,)
    with pytest.raises(ValueError):
        tengen.policy([Board(15), Board(9)])


def test_the_environment_plays_to_the_end():
    from gymnasium.utils.env_checker import check_env

    from tengen.env import FiveInARow

    check_env(FiveInARow(size=9), skip_render_check=True)
    env = FiveInARow("renju", 15)
    observation, info = env.reset(seed=1, options={"moves": "h8 a1 h9 a2 h10 a3 h11 a4"})
    assert observation[0].sum() == 4 and info["legal"].sum() == 15 * 15 - 8
    _, reward, over, _, _ = env.step(env.action("h12"))
    assert (reward, over) == (1.0, True) and "X" in env.render()
    env.reset()
    env.step(env.action("h8"))
    assert env.step(env.action("h8"))[1:3] == (-1.0, True)
    random = np.random.default_rng(2)
    against = FiveInARow(size=9, opponent=Engine(memory=16), opponent_nodes=100)
    for seed in range(3):
        _, info = against.reset(seed=seed)
        over = False
        while not over:
            action = random.choice(np.flatnonzero(info["legal"]))
            _, reward, over, _, info = against.step(action)
        assert reward in (-1.0, 0.0, 1.0)

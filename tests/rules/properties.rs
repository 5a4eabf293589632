//! Properties that hold whatever comes: what is written can be read again, the
//! parser survives everything, sets and scores keep what they are given, and
//! what is taken back is gone.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tengen::board::notation::{
    diagram, moves_text, parse_diagram, parse_marked_diagram, parse_square, play_moves, square_name,
};
use tengen::board::{Board, Content};
use tengen::position::Position;
use tengen::protocol::{Command, Parser, Point, Stone};
use tengen::types::{
    Color, MAX_PLY, MAX_SIDE, MIN_SIDE, Renju, SQUARES, Score, ScoreKind, Square, SquareSet,
};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn sizes() -> impl Strategy<Value = (usize, usize)> {
    let side = || MIN_SIDE..=MAX_SIDE;
    (side(), side())
}

/// A board with a random game on it.
fn games() -> impl Strategy<Value = Board> {
    let moves = vec(option::weighted(0.9, any::<Index>()), 0..60);
    (sizes(), moves).prop_map(|((width, height), moves)| {
        let mut board = Board::new(width, height).unwrap();
        for index in moves {
            match index.and_then(|index| pick(&board, index)) {
                Some(square) => board.place(square),
                None => board.pass(),
            }
        }
        board
    })
}

/// One of the empty squares.
fn pick(board: &Board, index: Index) -> Option<Square> {
    let empty: Vec<Square> = board.empty().into_iter().collect();
    (!empty.is_empty()).then(|| *index.get(&empty))
}

/// The rows of a diagram of any size with any stones and walls.
fn rows() -> impl Strategy<Value = Vec<String>> {
    let filled = |(width, height)| {
        let content = select(vec!['.', '.', '.', 'X', 'O', '#']);
        let row = vec(content, width).prop_map(String::from_iter);
        vec(row, height)
    };
    sizes().prop_flat_map(filled)
}

fn squares() -> impl Strategy<Value = Square> {
    (0..SQUARES).prop_map(Square::from_index)
}

/// Words that mean something to the parser, and some that do not.
fn words() -> impl Strategy<Value = String> {
    let known = "START rectstart RESTART BEGIN Turn BOARD YXBOARD SWAP2BOARD DONE done TAKEBACK \
        PLAY INFO YXSHOWFORBID ABOUT YXSTOP STOP END 15 7,7 7,7,1 7,7,0 7,7,4 -1,-1 1,2,3,4 , \
        99999999999999999999 timeout_turn YXSWAP2STEP2 YXSOOSORVSTEP4";
    let known: Vec<&str> = known.split_whitespace().collect();
    let known = select(known).prop_map(str::to_string);
    prop_oneof![3 => known, 1 => any::<String>(), 1 => "[0-9, -]{0,12}"]
}

fn blanks() -> impl Strategy<Value = &'static str> {
    select(vec!["", " ", "  ", "\t", " \t "])
}

fn feed(text: &str) -> Vec<Command> {
    let mut parser = Parser::new();
    let lines = text.split(['\n', '\r']);
    lines.flat_map(|line| parser.feed(line)).collect()
}

/// What every command is, whatever it was read from.
fn assert_well_formed(command: &Command) {
    let one_line = |text: &str| !text.contains(['\n', '\r']);
    let well = match command {
        Command::Board(stones) | Command::YxBoard(stones) => {
            stones.iter().all(|stone| (1..=3).contains(&stone.field))
        }
        Command::Info { key, value } => {
            let plain = |c: char| !c.is_ascii_uppercase() && !c.is_whitespace();
            key.chars().all(plain) && value.trim() == value && one_line(value)
        }
        Command::Malformed(text) | Command::Unknown(text) => {
            text.chars().count() <= 100 && one_line(text)
        }
        _ => true,
    };
    assert!(well, "{command:?}");
}

/// What may stand between the stones of a block.
const SEPARATORS: &[&str] = &["\n", "\r\n", " ", "\t", "\n\n", " \n "];

const SESSION: &str = "ABOUT\nSTART 15\nINFO timeout_turn 1000\nINFO rule 4\nBEGIN\n\
    TURN 8,7\nTAKEBACK 8,7\nBOARD\n7,7,1\n8,7,2\n9,9,3\nINFO time_left 99\nDONE\n\
    YXBOARD 1,1,1 2,2,2 DONE\nYXSHOWFORBID\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n\
    RECTSTART 12,20\nPLAY 3,3\nRESTART\nYXSTOP\nEND\n";

#[test]
fn every_square_has_a_name() {
    for width in MIN_SIDE..=MAX_SIDE {
        for height in MIN_SIDE..=MAX_SIDE {
            let board = Board::new(width, height).unwrap();
            for (square, _) in board.squares() {
                let name = square_name(square, height);
                assert_eq!(parse_square(&name, &board), Ok(square));
                assert_eq!(parse_square(&name.to_uppercase(), &board), Ok(square));
            }
            let letter = (b'a' + width as u8) as char;
            assert!(parse_square(&format!("a{}", height + 1), &board).is_err());
            assert!(parse_square(&format!("{letter}1"), &board).is_err());
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_a_square_or_none(
        text in prop_oneof![any::<String>(), "[a-wA-W][0-9]{1,3}[ -~]?"],
        (width, height) in sizes(),
    ) {
        let mut board = Board::new(width, height).unwrap();
        if let Ok(square) = parse_square(&text, &board) {
            let name = square_name(square, height);
            prop_assert_eq!(text.to_lowercase().replacen("0", "", text.len() - name.len()), name);
            prop_assert!(board.is_empty(square));
        }
        let _ = play_moves(&mut board, &text);
        let _ = parse_diagram(&text);
    }

    #[test]
    fn moves_can_be_written_and_read(
        game in games(),
        gaps in vec(select(vec!["", " ", ",", "; ", "\n"]), 61),
    ) {
        let text = moves_text(&game);
        let mut names = game.moves().iter().map(|&played| match played {
            Some(square) => square_name(square, game.height()),
            None => "--".to_string(),
        });
        let gap_and_name = |gap: &&str| gap.to_string() + &names.next().unwrap_or_default();
        let spaced: String = gaps.iter().map(gap_and_name).collect();
        for text in [text, spaced] {
            let mut board = Board::new(game.width(), game.height()).unwrap();
            play_moves(&mut board, &text).unwrap();
            prop_assert_eq!(board.moves(), game.moves());
            prop_assert_eq!(&board, &game);
        }
    }

    #[test]
    fn diagrams_can_be_read_and_drawn(rows in rows()) {
        let board = parse_diagram(&rows.join("\n")).unwrap();
        prop_assert_eq!((board.width(), board.height()), (rows[0].len(), rows.len()));
        let mut stones = [0, 0];
        for ((square, content), c) in board.squares().zip(rows.concat().chars()) {
            let wanted = match c {
                'X' => Content::Stone(Color::Black),
                'O' => Content::Stone(Color::White),
                '#' => Content::Wall,
                _ => Content::Empty,
            };
            prop_assert_eq!(content, wanted);
            prop_assert_eq!(board.is_empty(square), c == '.');
            stones[0] += usize::from(c == 'X');
            stones[1] += usize::from(c == 'O');
        }
        prop_assert_eq!(board.side_to_move() == Color::White, stones[0] > stones[1]);
        let drawn = diagram(&board, |_| None);
        for text in [drawn.clone(), drawn.to_lowercase(), rows.join("/")] {
            prop_assert_eq!(&parse_diagram(&text).unwrap(), &board);
        }
        let marked = diagram(&board, |square| board.is_empty(square).then_some('!'));
        let mut marks = SquareSet::EMPTY;
        let read = parse_marked_diagram(&marked, |c, square| {
            marks.insert(square);
            c == '!'
        });
        prop_assert_eq!(&read.unwrap(), &board);
        prop_assert_eq!(&marks, board.empty());
    }

    #[test]
    fn the_parser_survives_any_text(text in any::<String>(), bytes in vec(any::<u8>(), 0..200)) {
        let lossy = String::from_utf8_lossy(&bytes);
        for text in [&text, &*lossy] {
            feed(text).iter().for_each(assert_well_formed);
            Parser::new().feed(text).iter().for_each(assert_well_formed);
        }
    }

    #[test]
    fn the_parser_survives_any_words(lines in vec(vec((words(), blanks()), 0..7), 0..12)) {
        let word = |(word, blank): &(String, &str)| format!("{word}{blank} ");
        let line = |words: &Vec<_>| words.iter().map(word).collect::<String>();
        let lines: Vec<String> = lines.iter().map(line).collect();
        feed(&lines.join("\n")).iter().for_each(assert_well_formed);
    }

    #[test]
    fn the_parser_survives_cut_sessions(
        breaks in vec(0..SESSION.len(), 0..6),
        (from, to) in (0..SESSION.len(), 0..SESSION.len()),
    ) {
        let mut text = SESSION.to_string();
        breaks.iter().for_each(|&at| text.insert(at, '\n'));
        let (whole, start) = (feed(&text), &text[from..]);
        whole.iter().for_each(assert_well_formed);
        feed(start).iter().for_each(assert_well_formed);
        feed(&text[..to]).iter().for_each(assert_well_formed);
        // A line brings one command; another one for each block that it ends.
        prop_assert!(whole.len() <= text.lines().count() + 3);
    }

    #[test]
    fn boards_survive_blanks(
        stones in vec((-1..30, -1..30, 1u8..=3), 0..40),
        extra in vec((blanks(), blanks(), select(SEPARATORS.to_vec())), 41),
        (name, yx) in select(vec![("BOARD", false), ("board", false), ("YXBOARD", true)]),
    ) {
        let mut extra = extra.into_iter();
        let mut text = name.to_string();
        for (x, y, field) in &stones {
            let (before, after, separator) = extra.next().unwrap();
            text += &format!("{separator}{x}{before},{after}{y}{after},{before}{field}");
        }
        let (before, after, separator) = extra.next().unwrap();
        text += &format!("{separator}{before}DONE{after}\n{before}ABOUT");
        let stone = |(x, y, field)| Stone { point: Point { x, y }, field };
        let stones = stones.into_iter().map(stone).collect();
        let board = if yx { Command::YxBoard(stones) } else { Command::Board(stones) };
        prop_assert_eq!(feed(&text), [board, Command::About], "{}", text);
    }

    #[test]
    fn scores_survive_the_table(
        value in -40_000..40_000,
        ply in 0..=MAX_PLY,
        more in 0..=MAX_PLY,
    ) {
        let estimate = Score::estimate(value);
        prop_assert!(!estimate.is_decisive());
        prop_assert_eq!(Score::from_tt(estimate.to_tt(ply), ply), estimate);
        // A win at a distance of `more` from a position `ply` below the root.
        let (win, loss) = (Score::win_in(ply + more), Score::loss_in(ply + more));
        for score in [win, loss] {
            prop_assert_eq!(Score::from_tt(score.to_tt(ply), ply), score);
            prop_assert_eq!(-(-score), score);
        }
        prop_assert_eq!(win.kind(), ScoreKind::WinIn(ply + more));
        prop_assert_eq!(loss.kind(), ScoreKind::LossIn(ply + more));
        prop_assert_eq!(Score::from_tt(win.to_tt(ply), 0), Score::win_in(more));
        prop_assert_eq!(Score::from_tt(loss.to_tt(ply), 0), Score::loss_in(more));
        prop_assert!(loss < estimate && estimate < win);
        prop_assert!(win > Score::win_in(ply + more + 1) && loss < Score::loss_in(ply + more + 1));
    }

    #[test]
    fn a_square_set_is_a_set(
        steps in vec((0..3, squares()), 0..120),
        other in vec(squares(), 0..60),
    ) {
        let (mut set, mut model) = (SquareSet::EMPTY, HashSet::new());
        for (step, square) in steps {
            match step {
                0 => {
                    set.insert(square);
                    model.insert(square);
                }
                1 => {
                    set.remove(square);
                    model.remove(&square);
                }
                _ => {
                    set.toggle(square);
                    if !model.remove(&square) {
                        model.insert(square);
                    }
                }
            }
            prop_assert_eq!(set.contains(square), model.contains(&square));
            prop_assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
        }
        let sorted = |squares: &mut dyn Iterator<Item = Square>| {
            let mut squares: Vec<Square> = squares.collect();
            squares.sort();
            squares
        };
        let listed: Vec<Square> = set.into_iter().collect();
        prop_assert_eq!(&listed, &sorted(&mut model.iter().copied()));
        prop_assert_eq!(set.first(), listed.first().copied());
        prop_assert_eq!(listed.into_iter().collect::<SquareSet>(), set);
        let twin: SquareSet = other.iter().copied().collect();
        let other: HashSet<Square> = other.into_iter().collect();
        let list = |set: SquareSet| set.into_iter().collect::<Vec<_>>();
        prop_assert_eq!(list(set | twin), sorted(&mut model.union(&other).copied()));
        prop_assert_eq!(list(set & twin), sorted(&mut model.intersection(&other).copied()));
        prop_assert_eq!(list(set - twin), sorted(&mut model.difference(&other).copied()));
    }

    #[test]
    fn what_is_taken_back_is_gone(game in games(), moves in vec(any::<Index>(), 1..40)) {
        let mut position = Position::<Renju>::new(game.clone());
        let mut before = Vec::new();
        for index in moves {
            let Some(square) = pick(position.board(), index) else {
                break;
            };
            if position.is_legal(square) {
                before.push(position.board().clone());
                position.place(square);
            }
        }
        while let Some(board) = before.pop() {
            position.undo();
            prop_assert_eq!(position.board(), &board);
            prop_assert_eq!(position.board().moves(), board.moves());
            prop_assert_eq!(position.board().hash(), board.hash());
        }
        prop_assert!(position.is_consistent());
        let mut board = game;
        let fresh = Board::new(board.width(), board.height()).unwrap();
        while board.undo().is_some() {}
        prop_assert_eq!(board, fresh);
    }
}

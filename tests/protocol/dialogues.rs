//! Yixin's dialogues about openings, with the program as either side: what it
//! says is done in an opening as the rule has it, to the end.

use crate::common::driver::{Brain, HANG, PATIENCE};
use crate::common::rng;
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tengen::board::{Board, notation};
use tengen::game::{OpeningAction, OpeningRule, OpeningState, Player};
use tengen::types::{Color, Square};

use OpeningAction::{Declare, Keep, Offer, Pick, Place, PlaceMore, Swap, Take};

/// A manager that keeps the game as Yixin-Board does, and asks the program.
struct Table {
    brain: Brain,
    state: OpeningState,
    row_first: bool,
}

impl Table {
    fn new(rule: OpeningRule, size: (usize, usize), row_first: bool) -> Table {
        let board = Board::new(size.0, size.1).unwrap();
        let mut brain = Brain::start_with(if row_first { &["--row-first"] } else { &[] });
        let mask = if rule == OpeningRule::Swap2 { 1 } else { 2 };
        brain.send(&format!("INFO rule {mask}\nINFO max_node 2000"));
        brain.send_ok(&format!("START {} {}", size.0, size.1));
        Table {
            brain,
            state: OpeningState::new(rule, board).unwrap(),
            row_first,
        }
    }

    fn does(&mut self, action: OpeningAction) {
        let done = self.state.apply(action);
        done.unwrap_or_else(|wrong| panic!("{action:?}: {wrong}, in {:?}", self.state));
    }

    fn text(&self, square: Square) -> String {
        match self.row_first {
            true => format!("{},{}", square.y(), square.x()),
            false => format!("{},{}", square.x(), square.y()),
        }
    }

    /// The square of the last two numbers of an answer.
    fn square(&self, first: &str, second: &str) -> Square {
        let (first, second) = (first.parse().unwrap(), second.parse().unwrap());
        let (x, y) = match self.row_first {
            true => (second, first),
            false => (first, second),
        };
        self.state.board().square(x, y).expect("on the board")
    }

    /// The stones of the opening, as a block.
    fn stones(&self, name: &str, with_fields: bool) -> String {
        let moves: Vec<Square> = self
            .state
            .board()
            .moves()
            .iter()
            .copied()
            .flatten()
            .collect();
        let mut text = format!("{name}\n");
        for (index, &square) in moves.iter().enumerate() {
            let field = match (with_fields, moves.len() % 2 == index % 2) {
                (false, _) => "",
                (true, true) => ",1",
                (true, false) => ",2",
            };
            text.push_str(&format!("{}{field}\n", self.text(square)));
        }
        text
    }

    /// Asks, and reads this many lines, each without its head.
    fn hears(&mut self, question: &str, name: &str, lines: usize) -> Vec<Vec<String>> {
        self.brain.send(question);
        let head = format!("MESSAGE {name} ");
        let hear = |_| {
            let line = self.brain.line(PATIENCE).expect("an answer").text;
            let text = line.strip_prefix(&head);
            let text = text.unwrap_or_else(|| panic!("{question:?} was answered by {line}"));
            text.split(' ').map(str::to_string).collect()
        };
        (0..lines).map(hear).collect()
    }

    /// Lets the program place stones that follow those on the board.
    fn places(&mut self, lines: &[Vec<String>]) {
        for line in lines {
            let number = self.state.board().stone_count() + 1;
            assert_eq!(line[0], format!("MOVE{number}"));
            let square = self.square(&line[1], &line[2]);
            self.does(Place(square));
        }
    }

    /// A random action that is legal and of this kind.
    fn some(&self, rng: &mut StdRng, kind: impl Fn(&OpeningAction) -> bool) -> OpeningAction {
        let legal = self.state.legal_actions();
        let fit: Vec<OpeningAction> = legal.into_iter().filter(kind).collect();
        *fit.choose(rng).expect("something of the kind")
    }

    /// The other side places random stones.
    fn other_places(&mut self, count: usize, rng: &mut StdRng) {
        for _ in 0..count {
            let place = self.some(rng, |action| matches!(action, Place(_)));
            self.does(place);
        }
    }

    /// The opening is over, and the game goes on with a `BOARD`.
    fn goes_on(mut self) -> OpeningState {
        assert!(self.state.is_over(), "{:?}", self.state);
        let board = self.stones("BOARD", true);
        self.brain.send(&format!("INFO message 0\n{board}DONE"));
        let (first, second) = self.brain.move_within(HANG);
        let square = self.square(&first.to_string(), &second.to_string());
        assert!(self.state.board().is_empty(square));
        self.brain.finish(HANG);
        self.state
    }
}

/// `YES` or `NO`.
fn is_yes(line: &[String], question: &str) -> bool {
    match [line[0].as_str(), line[1].as_str()] {
        [asked, "YES"] if asked == question => true,
        [asked, "NO"] if asked == question => false,
        _ => panic!("{line:?} instead of {question}"),
    }
}

fn yes_takes_black(yes: bool) -> OpeningAction {
    Take(if yes { Color::Black } else { Color::White })
}

#[test]
fn swap2_as_the_first() {
    for (seed, size) in [(1, (15, 15)), (2, (12, 9)), (3, (20, 20))] {
        let mut rng = rng(seed);
        let mut table = Table::new(OpeningRule::Swap2, size, seed % 2 == 0);
        let lines = table.hears("yxswap2step1", "SWAP2", 3);
        table.places(&lines);
        table.does(PlaceMore);
        table.other_places(2, &mut rng);
        let board = table.stones("yxboard", true);
        let lines = table.hears(&format!("{board}done\nyxswap2step3"), "SWAP2", 1);
        table.does(yes_takes_black(is_yes(&lines[0], "SWAP2")));
        table.goes_on();
    }
}

/// The three stones, and what is to be answered if it is clear.
fn swap2_as_the_second(moves: &str, row_first: bool) -> OpeningAction {
    let mut table = Table::new(OpeningRule::Swap2, (15, 15), row_first);
    let mut board = Board::new(15, 15).unwrap();
    notation::play_moves(&mut board, moves).unwrap();
    for square in board.moves().iter().copied().flatten() {
        table.does(Place(square));
    }
    let board = table.stones("yxboard", true);
    let mut lines = table.hears(&format!("{board}done\nyxswap2step2"), "SWAP2", 1);
    let answer = match lines[0][0].as_str() {
        "SWAP1" => yes_takes_black(is_yes(&lines[0], "SWAP1")),
        _ => PlaceMore,
    };
    table.does(answer);
    if answer == PlaceMore {
        lines.extend(table.hears("", "SWAP2", 1));
        table.places(&lines);
        table.does(Take(Color::White));
    }
    table.goes_on();
    answer
}

#[test]
fn swap2_as_the_second_takes_what_is_better() {
    // An open three for Black; three stones that are of no use to him.
    assert_eq!(swap2_as_the_second("h8a1h9", true), Take(Color::Black));
    assert_eq!(swap2_as_the_second("a1h8o15", false), Take(Color::White));
}

#[test]
fn swap2_as_the_second_may_place_two_stones() {
    let level = [
        "d4f7f9", "j10e9f8", "e8h11i12", "l10j7g8", "f8i8j5", "g12g4g5", "l10j4i4", "k11k6k7",
        "d9i9h8", "g5j11e10", "f11i5j12", "h12i6d9",
    ];
    let answers = level.map(|moves| swap2_as_the_second(moves, true));
    assert!(answers.contains(&PlaceMore), "{answers:?}");
}

/// The rest of Soosõrv-8 from its fourth stone: the program is asked for its part
/// and the other side does something.
fn soosorv_from_the_fourth(mut table: Table, program: Player, rng: &mut StdRng) -> OpeningState {
    let tentative_black = table.state.player_of(Color::Black);
    if tentative_black != program {
        // The program has White.
        let question = table.stones("yxsoosorvstep3", false);
        let lines = table.hears(&format!("{question}done"), "SOOSORV", 1);
        let number = lines[0][3].parse().unwrap();
        table.places(&lines);
        table.does(Declare(number));
        let answer = *[Swap, Keep].choose(rng).unwrap();
        table.does(answer);
    } else {
        table.other_places(1, rng);
        let number = rng.random_range(1..=8);
        table.does(Declare(number));
        let question = table.stones(&format!("yxsoosorvstep4 {number}"), false);
        let lines = table.hears(&format!("{question}done"), "SOOSORV", 1);
        table.does(if is_yes(&lines[0], "SWAP2") {
            Swap
        } else {
            Keep
        });
    }
    let number = table.state.fifth_moves().expect("declared");
    if table.state.to_act() == Some(program) {
        let question = table.stones(&format!("yxsoosorvstep5 {number}"), false);
        let lines = table.hears(&format!("{question}done"), "SOOSORV", number + 2);
        assert_eq!(lines[0], ["MOVE5", "REFRESH"]);
        assert_eq!(lines[number + 1], ["MOVE5", "DONE"]);
        for line in &lines[1..=number] {
            assert_eq!((line[0].as_str(), line.len()), ("MOVE5", 3));
            let square = table.square(&line[1], &line[2]);
            table.does(Offer(square));
        }
        let pick = table.some(rng, |_| true);
        table.does(pick);
    } else {
        for _ in 0..number {
            let offer = table.some(rng, |_| true);
            table.does(offer);
        }
        let mut question = table.stones("yxsoosorvstep6", false);
        for &square in table.state.offers() {
            question.push_str(&format!("{}\n", table.text(square)));
        }
        let lines = table.hears(&format!("{question}done"), "SOOSORV", 1);
        assert_eq!((lines[0][0].as_str(), lines[0].len()), ("MOVE5C", 3));
        let square = table.square(&lines[0][1], &lines[0][2]);
        table.does(Pick(square));
    }
    table.goes_on()
}

#[test]
fn soosorv_as_the_first() {
    for seed in 0..6 {
        let mut rng = rng(seed);
        let mut table = Table::new(OpeningRule::Soosorv8, (15, 15), seed % 2 == 0);
        let lines = table.hears("yxsoosorvstep1", "SOOSORV", 3);
        table.places(&lines);
        table.does(if seed < 3 { Swap } else { Keep });
        soosorv_from_the_fourth(table, Player::First, &mut rng);
    }
}

#[test]
fn soosorv_as_the_second() {
    for seed in 0..6 {
        let mut rng = rng(seed);
        let mut table = Table::new(OpeningRule::Soosorv8, (15, 15), seed % 2 == 0);
        table.other_places(3, &mut rng);
        let question = table.stones("yxsoosorvstep2", false);
        let lines = table.hears(&format!("{question}done"), "SOOSORV", 1);
        table.does(if is_yes(&lines[0], "SWAP1") {
            Swap
        } else {
            Keep
        });
        soosorv_from_the_fourth(table, Player::Second, &mut rng);
    }
}

/// A wrong step has one line that says why, and the position stays.
#[test]
fn wrong_steps_are_refused() {
    let mut table = Table::new(OpeningRule::Swap2, (15, 15), false);
    table.brain.send("YXBOARD 7,7,1 8,8,2 DONE");
    for (question, wanted) in [
        (
            "YXSWAP2STEP2",
            "ERROR YXSWAP2STEP2: the board needs 3 stones",
        ),
        (
            "YXSWAP2STEP3",
            "ERROR YXSWAP2STEP3: the board needs 5 stones",
        ),
        ("YXSWAP2STEP4", "UNKNOWN YXSWAP2STEP4"),
        (
            "YXSOOSORVSTEP2 7,7 7,8 DONE",
            "ERROR YXSOOSORVSTEP2: 2 stones instead of 3",
        ),
        (
            "YXSOOSORVSTEP2 7,7 7,8 99,8 DONE",
            "ERROR YXSOOSORVSTEP2: 99,8 is not on the board",
        ),
        (
            "YXSOOSORVSTEP2 7,7 7,8 1,1 DONE",
            "ERROR YXSOOSORVSTEP2: the square in column 1, row 1",
        ),
        (
            "YXSOOSORVSTEP4 7,7 7,8 8,8 3,3 DONE",
            "ERROR YXSOOSORVSTEP4: a number of fifth moves is to be declared, 1 to 8",
        ),
        (
            "YXSOOSORVSTEP4 9 7,7 7,8 8,8 3,3 DONE",
            "ERROR YXSOOSORVSTEP4: a number of fifth moves is to be declared, 1 to 8",
        ),
        (
            "YXSOOSORVSTEP6 7,7 7,8 7,9 7,3 3,4 11,4 DONE",
            "ERROR YXSOOSORVSTEP6: the square in column 11, row 4",
        ),
        ("YXSOOSORVSTEP7", "UNKNOWN YXSOOSORVSTEP7"),
    ] {
        table.brain.send(question);
        let line = table.brain.line(PATIENCE).expect("an answer").text;
        assert!(line.starts_with(wanted), "{question}: {line}");
    }
    table.brain.send("TAKEBACK 8,8");
    table.brain.expect("OK");
    table.brain.finish(HANG);
}

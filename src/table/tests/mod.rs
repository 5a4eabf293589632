//! Every act in every state that matters is accepted, or refused with its error
//! and changes nothing.

mod walk;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::*;
use crate::board::notation::parse_square;
use crate::game::{
    Decision, End, GuessForm, OpeningAction, OpeningRule, SetUp, WrongAction, WrongDecision,
    WrongMove,
};
use crate::types::{Rule, Square};

/// A table whose clock is set by hand, in milliseconds.
fn table(settings: Settings) -> (Table, Arc<AtomicU64>) {
    let ms = Arc::new(AtomicU64::new(0));
    let told = Arc::clone(&ms);
    let now: Now = Arc::new(move || Duration::from_millis(told.load(Relaxed)));
    let (table, _) = Table::new(settings, now).expect("settings that fit");
    (table, ms)
}

fn two() -> Settings {
    Settings {
        two: true,
        ..Settings::default()
    }
}

fn place(name: &str) -> Act {
    Act::Squares(Purpose::Any, vec![name.to_string()])
}

/// A table at which this was done.
fn after(settings: Settings, acts: &[Act]) -> Table {
    let mut table = table(settings).0;
    for act in acts {
        table.act(act.clone()).expect("an act that is allowed");
    }
    table
}

/// What an act could have changed.
fn snapshot(table: &Table) -> String {
    let current = &table.current;
    format!(
        "{} {} {:?} {:?} {:?} {:?} {:?} {:?}",
        current.tree.at(),
        current.tree.node(current.tree.at() + 1).is_some(),
        table.state(),
        table.settings,
        (current.undecided, current.over_at, current.undone),
        table.before.is_some(),
        table.begun,
        table.charged,
    )
}

fn thought(square: Square, takes_draw: bool) -> Option<Turn> {
    Some(Turn::Move(Thought {
        line: vec![square],
        share: 0.5,
        takes_draw,
    }))
}

#[test]
fn everything_else_is_refused_with_its_error() {
    let casual = || after(two(), &[place("h8"), place("i9"), place("j7")]);
    let swap2 = || Settings {
        opening: OpeningRule::Swap2,
        ..two()
    };
    let matched = |settings| Settings {
        mode: Mode::Match,
        ..settings
    };
    let taken = |name: &str| {
        let table = casual();
        parse_square(name, table.state().board()).unwrap()
    };
    let counted = |undos| Settings {
        undos: Some(undos),
        ..two()
    };
    let picker = || Settings {
        first: First::Guess(GuessForm::WinnerDecides),
        ..two()
    };
    let against_engine = || after(Settings::default(), &[place("h8")]);
    let at_end = || after(two(), &[place("h8"), Act::Resign]);
    let over_for_good = || after(matched(two()), &[place("h8"), Act::Resign]);
    for (table, act, refusal) in [
        // In a game.
        (
            casual(),
            place("h8"),
            Refusal::Move(WrongMove::Taken(taken("h8"))),
        ),
        (casual(), place("x"), Refusal::NoSquare("x".to_string())),
        (
            casual(),
            Act::Squares(Purpose::Offer, vec!["a1".into()]),
            Refusal::OnlyInOpening,
        ),
        (
            casual(),
            Act::Squares(Purpose::Any, vec!["a1".into(), "a2".into()]),
            Refusal::TooManySquares(1),
        ),
        (
            casual(),
            Act::Opening(OpeningAction::Swap),
            Refusal::OnlyInOpening,
        ),
        (
            casual(),
            Act::AcceptDraw,
            Refusal::Move(WrongMove::NoOffer(Color::White)),
        ),
        (casual(), Act::WithdrawOffer, Refusal::NoOffer),
        (
            casual(),
            Act::Claim,
            Refusal::Move(WrongMove::NoFouls(Rule::Freestyle)),
        ),
        (casual(), Act::Resume, Refusal::NotPaused),
        (
            casual(),
            Act::Decide(Decision::Black),
            Refusal::NothingToDecide,
        ),
        (casual(), Act::Undo(4), Refusal::NothingToUndo(3)),
        (casual(), Act::Undo(0), Refusal::NothingToUndo(3)),
        (casual(), Act::Redo(1), Refusal::NothingToRedo(0)),
        (casual(), Act::GoTo(9), Refusal::NoSuchMove),
        (casual(), Act::ReturnToGameBefore, Refusal::NoGameBefore),
        (
            casual(),
            Act::New(Box::new(Settings { games: 99, ..two() })),
            Refusal::Settings(WrongSettings::Games(crate::game::WrongSeries::Games(99))),
        ),
        (
            casual(),
            Act::Change(Box::new(Settings {
                set_up: Some(SetUp::Any),
                ..swap2()
            })),
            Refusal::Settings(WrongSettings::SetUpWithOpening),
        ),
        (
            after(two(), &[Act::OfferDraw]),
            Act::OfferDraw,
            Refusal::OfferedAlready,
        ),
        // The engine's turn.
        (against_engine(), place("i9"), Refusal::NotYourTurn),
        (against_engine(), Act::Pass, Refusal::NotYourTurn),
        (against_engine(), Act::OfferDraw, Refusal::NotYourTurn),
        (against_engine(), Act::AcceptDraw, Refusal::NotYourTurn),
        // In an opening.
        (
            table(swap2()).0,
            Act::Pass,
            Refusal::Opening(WrongAction::Pass),
        ),
        (table(swap2()).0, Act::OfferDraw, Refusal::NotInOpening),
        (table(swap2()).0, Act::AcceptDraw, Refusal::NotInOpening),
        (table(swap2()).0, Act::Claim, Refusal::NotInOpening),
        (
            table(swap2()).0,
            Act::Opening(OpeningAction::Keep),
            Refusal::Opening(WrongAction::StoneWanted),
        ),
        (
            table(swap2()).0,
            Act::Squares(
                Purpose::Any,
                ["h8", "i9", "j7", "k6"].map(String::from).to_vec(),
            ),
            Refusal::TooManySquares(3),
        ),
        // Paused.
        (after(two(), &[Act::Pause]), place("h8"), Refusal::Paused),
        (after(two(), &[Act::Pause]), Act::Pause, Refusal::Paused),
        (after(two(), &[Act::Pause]), Act::NextGame, Refusal::Paused),
        // Before it is decided who begins.
        (table(picker()).0, place("h8"), Refusal::StarterUndecided),
        (table(picker()).0, Act::Resign, Refusal::StarterUndecided),
        (
            table(picker()).0,
            Act::Decide(Decision::HandOver),
            Refusal::Decision(WrongDecision::NoHandOver),
        ),
        // After the end, which can be taken back.
        (at_end(), place("i9"), Refusal::Over),
        (at_end(), Act::Resign, Refusal::Over),
        (at_end(), Act::Pause, Refusal::Over),
        (
            after(Settings::default(), &[place("h8"), Act::Resign]),
            Act::Resign,
            { Refusal::Move(WrongMove::Over(End::Resignation(Color::Black))) },
        ),
        // Counted undos.
        (
            after(counted(0), &[place("h8")]),
            Act::Undo(1),
            Refusal::NoUndosLeft,
        ),
        (
            after(counted(1), &[place("h8"), place("i9"), Act::Undo(1)]),
            Act::Undo(1),
            Refusal::NoUndosLeft,
        ),
        (
            after(counted(1), &[place("h8")]),
            Act::GoTo(0),
            Refusal::UndosCounted,
        ),
        (
            after(counted(1), &[place("h8"), Act::Resign]),
            place("a1"),
            Refusal::Over,
        ),
        // In a match.
        (
            after(matched(two()), &[place("h8")]),
            Act::Undo(1),
            Refusal::InMatch,
        ),
        (
            after(matched(two()), &[place("h8")]),
            Act::Redo(1),
            Refusal::InMatch,
        ),
        (
            after(matched(two()), &[place("h8")]),
            Act::GoTo(0),
            Refusal::InMatch,
        ),
        (over_for_good(), Act::Undo(1), Refusal::InMatch),
        (over_for_good(), Act::Restart, Refusal::Over),
        (over_for_good(), Act::Resign, Refusal::Over),
        (
            after(matched(two()), &[place("h8"), Act::Resign, Act::GoTo(0)]),
            place("h8"),
            Refusal::Over,
        ),
    ] {
        let mut table = table;
        let before = snapshot(&table);
        assert_eq!(table.check(&act), Err(refusal.clone()), "{act:?}");
        assert_eq!(table.act(act.clone()), Err(refusal), "{act:?}");
        assert_eq!(snapshot(&table), before, "{act:?}");
    }
    assert_eq!(
        over_for_good().state().end(),
        Some(End::Resignation(Color::White))
    );
}

#[test]
fn a_game_of_a_match_is_played_to_its_end() {
    let settings = Settings {
        mode: Mode::Match,
        games: 3,
        clock: "1m".parse().unwrap(),
        ..two()
    };
    for acts in [vec![], vec![place("h8")]] {
        let mut table = after(settings.clone(), &acts);
        let before = snapshot(&table);
        for (act, refusal) in [
            (Act::NextGame, Refusal::GameGoesOn),
            (Act::Rematch, Refusal::GameGoesOn),
            (Act::Restart, Refusal::InMatch),
        ] {
            assert_eq!(table.act(act), Err(refusal));
        }
        for help in [Help::Hint, Help::Analysis, Help::Chart] {
            assert_eq!(table.check_help(help), Err(Refusal::InMatch));
        }
        let may = table.may();
        assert!(!may.next_game && !may.rematch && !may.restart && !may.hint && !may.go_to);
        assert_eq!(snapshot(&table), before);
        table.act(Act::Resign).expect("it can be given up");
        let may = table.may();
        assert!(may.next_game && may.rematch && !may.restart && may.go_to);
        // Looking back does not open the game again.
        table.act(Act::GoTo(0)).expect("it is over");
        assert_eq!(table.act(Act::Restart), Err(Refusal::Over));
        table.act(Act::NextGame).expect("the next game");
        assert_eq!(table.series().games().len(), 1);
        assert_eq!(table.act(Act::NextGame), Err(Refusal::GameGoesOn));
    }
    // In a casual game nothing of it is forbidden.
    let mut table = after(two(), &[place("h8")]);
    table.act(Act::Restart).expect("from the beginning");
    assert!(table.state().is_untouched());
    table.act(Act::NextGame).expect("another game");
}

#[test]
fn a_move_that_is_made_again_is_the_same_unless_more_was_said() {
    let mut table = after(two(), &[place("h8"), place("i9"), Act::Undo(2)]);
    table.act(place("h8")).expect("a move");
    assert_eq!(table.may().redo, 1);
    // With an offer it is another one.
    table.act(Act::Undo(1)).expect("a move to take back");
    table.act(Act::OfferDraw).expect("an offer");
    table.act(place("h8")).expect("a move");
    assert!(table.may().answer_draw);
    table.act(Act::AcceptDraw).expect("an offer to accept");
    assert_eq!(table.state().end(), Some(End::Agreement));
}

#[test]
fn time_is_charged_to_the_one_to_act_alone() {
    let (mut table, ms) = table(Settings {
        clock: "1m".parse().unwrap(),
        ..two()
    });
    let left = |table: &Table, who| {
        let state = table.state();
        state
            .clocks()
            .side(state.clock_of(who))
            .left()
            .unwrap()
            .as_secs()
    };
    let wait = |table: &mut Table, seconds: u64| {
        ms.fetch_add(1_000 * seconds, Relaxed);
        table.tick()
    };
    assert!(!wait(&mut table, 10));
    table.act(place("h8")).unwrap();
    assert!(!wait(&mut table, 20));
    table.act(Act::Pause).unwrap();
    assert!(!wait(&mut table, 100));
    assert_eq!((left(&table, PERSON), left(&table, OTHER)), (50, 40));
    assert_eq!(table.running_clock(), None);
    table.act(Act::Resume).unwrap();
    assert!(wait(&mut table, 41));
    assert_eq!(table.state().end(), Some(End::Time(Color::White)));
    // The end can be taken back, and the time with it.
    table.act(Act::Undo(1)).unwrap();
    assert_eq!((left(&table, OTHER), table.state().end()), (40, None));
    table.act(Act::Restart).unwrap();
    assert_eq!((left(&table, PERSON), left(&table, OTHER)), (60, 60));
}

#[test]
fn the_engine_answers_moves_or_resigns_in_its_turn_only() {
    let mut table = table(Settings::default()).0;
    let square = parse_square("a1", table.state().board()).unwrap();
    assert_eq!(table.engine_acts(thought(square, true)), []);
    let offer = [Act::OfferDraw, place("h8")];
    let moved = Event::Move(Color::White, Some(square));
    for (takes_draw, events) in [
        (true, vec![Event::DrawAccepted(Color::White)]),
        (false, vec![Event::DrawRefused(Color::White), moved.clone()]),
    ] {
        let mut table = after(Settings::default(), &offer);
        assert_eq!(table.engine_acts(thought(square, takes_draw)), events);
    }
    table.act(place("h8")).unwrap();
    assert_eq!(table.engine_acts(thought(square, true)), [moved]);
    table.act(place("h9")).unwrap();
    // What cannot be done is the same as nothing.
    for turn in [None, thought(square, true)] {
        let mut table = after(Settings::default(), &[place("a1")]);
        assert_eq!(table.engine_acts(turn), [Event::EngineResigned]);
        assert_eq!(table.state().end(), Some(End::Resignation(Color::White)));
    }
}

#[test]
fn the_game_before_can_be_returned_to() {
    let mut table = after(two(), &[place("h8")]);
    assert_eq!(table.act(Act::NextGame), Ok(vec![Event::GameKept]));
    assert!(table.may().return_to_game_before);
    let events = table.act(Act::ReturnToGameBefore);
    assert_eq!(events, Ok(vec![Event::ReturnedToGameBefore]));
    assert_eq!(table.state().board().stone_count(), 1);
    assert!(!table.may().return_to_game_before);
    // A match keeps none.
    let settings = Box::new(Settings {
        mode: Mode::Match,
        ..two()
    });
    for act in [Act::New(settings), place("h8"), Act::Resign, Act::NextGame] {
        table.act(act).unwrap();
    }
    assert_eq!(table.act(Act::ReturnToGameBefore), Err(Refusal::InMatch));
}

#[test]
fn settings_change_at_once_only_where_nothing_was_done() {
    let renju = Box::new(Settings {
        rule: Rule::Renju,
        ..two()
    });
    let mut table = table(two()).0;
    assert_eq!(table.act(Act::Change(renju.clone())), Ok(vec![]));
    assert_eq!(table.state().rule(), Rule::Renju);
    let mut table = after(two(), &[place("h8")]);
    let events = table.act(Act::Change(renju.clone()));
    assert_eq!(events, Ok(vec![Event::ForNextGame]));
    assert_eq!(table.state().rule(), Rule::Freestyle);
    // How the engine thinks is not a matter of games.
    let nodes = Box::new(Settings {
        nodes: Some(1),
        ..*renju
    });
    assert_eq!(table.act(Act::Change(nodes)), Ok(vec![]));
    assert_eq!(table.help_budget().nodes, Some(1));
    table.act(Act::NextGame).unwrap();
    assert_eq!(table.state().rule(), Rule::Renju);
}

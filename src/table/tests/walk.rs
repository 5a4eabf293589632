//! A random walk: what [`May`] offers is accepted, and nothing else.

use std::sync::atomic::Ordering::Relaxed;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::{snapshot, table, thought};
use crate::board::notation::{parse_square, square_name};
use crate::game::{Decision, Fouls, GuessForm, OpeningAction, OpeningRule};
use crate::opening_choice::OpeningTurn;
use crate::table::{Act, First, May, Mode, Purpose, Settings, Table, Turn};
use crate::types::{Color, Rule, Square};

/// What an act of the walk should lead to.
fn is_offered(table: &Table, may: &May, act: &Act) -> bool {
    let board = table.state().board();
    let is_paused = table.state().is_paused();
    match act {
        Act::Squares(Purpose::Any, names) => {
            parse_square(&names[0], board).is_ok_and(|square| may.squares.contains(square))
        }
        Act::Squares(purpose, names) => {
            let opening = table.state().opening();
            let is_wanted = opening.map_or(*purpose == Purpose::Stone, |state| match purpose {
                Purpose::Stone => state.region().is_some(),
                Purpose::Offer => state.offers_wanted() > 0,
                _ => !state.is_choice() && state.region().is_none() && state.offers_wanted() == 0,
            });
            let square = parse_square(&names[0], board);
            is_wanted && square.is_ok_and(|square| may.squares.contains(square))
        }
        Act::Opening(action) => may.answers.contains(action),
        Act::Pass => may.pass,
        Act::Resign => may.resign,
        Act::OfferDraw => may.offer_draw,
        Act::WithdrawOffer => may.withdraw_offer,
        Act::AcceptDraw | Act::RefuseDraw => may.answer_draw,
        Act::Claim => may.claim,
        Act::Pause => may.pause,
        Act::Resume => may.resume,
        Act::Decide(decision) => may.decisions.contains(decision),
        Act::Undo(count) => (1..=may.undo).contains(count),
        Act::Redo(count) => (1..=may.redo).contains(count),
        Act::GoTo(node) => may.go_to && table.tree().node(*node).is_some(),
        Act::ReturnToGameBefore => may.return_to_game_before,
        Act::NextGame => may.next_game,
        Act::Rematch => may.rematch,
        Act::Restart => may.restart,
        Act::Change(_) | Act::New(_) | Act::Load(..) => !is_paused,
    }
}

fn random_act(table: &Table, random: &mut StdRng) -> Act {
    let board = table.state().board();
    let may = table.may();
    let squares: Vec<Square> = match random.random_range(0..4) {
        0 => board.squares().map(|(square, _)| square).collect(),
        _ => may.squares.into_iter().collect(),
    };
    let name = squares.choose(random).map_or("z99".to_string(), |&square| {
        square_name(square, board.height())
    });
    let purposes = [Purpose::Any, Purpose::Stone, Purpose::Offer, Purpose::Pick];
    let settings = Box::new(table.settings().clone());
    match random.random_range(0..60) {
        0..30 => Act::Squares(Purpose::Any, vec![name]),
        30..33 => Act::Squares(*purposes.choose(random).unwrap(), vec![name]),
        33..38 => match may.answers.choose(random) {
            Some(&action) if random.random() => Act::Opening(action),
            _ => Act::Opening(
                *[
                    OpeningAction::Swap,
                    OpeningAction::Keep,
                    OpeningAction::Take(Color::White),
                    OpeningAction::PlaceMore,
                    OpeningAction::Declare(random.random_range(0..12)),
                ]
                .choose(random)
                .unwrap(),
            ),
        },
        38 => Act::Pass,
        39 if random.random() => Act::Resign,
        39 | 40 => Act::OfferDraw,
        41 => Act::WithdrawOffer,
        42 => Act::AcceptDraw,
        43 => Act::RefuseDraw,
        44 => Act::Claim,
        45 => Act::Pause,
        46..49 => Act::Resume,
        49 => Act::Decide(Decision::HandOver),
        50 => Act::Decide(Decision::White),
        51 | 52 => Act::Undo(random.random_range(0..4)),
        53 => Act::Redo(random.random_range(0..4)),
        54 => Act::GoTo(random.random_range(0..table.tree().at() + 3)),
        55 => Act::ReturnToGameBefore,
        56 => Act::NextGame,
        57 if random.random() => Act::Rematch,
        57 => Act::Restart,
        58 if random.random_range(0..4) == 0 => Act::New(settings),
        58 => Act::Change(settings),
        _ if random.random_range(0..4) == 0 => Act::Load(settings, Box::new(table.record())),
        _ => Act::Resume,
    }
}

/// Something that the engine could do in its turn.
fn random_turn(table: &Table, random: &mut StdRng) -> Option<Turn> {
    let state = table.state();
    if let Some(opening) = state.opening() {
        let action = *opening.legal_actions().choose(random)?;
        return Some(Turn::Opening(OpeningTurn {
            actions: vec![action],
            follows: None,
        }));
    }
    if state.can_claim() {
        return Some(Turn::Claim);
    }
    let empty: Vec<Square> = state.board().empty().into_iter().collect();
    thought(*empty.choose(random)?, random.random())
}

#[test]
fn what_is_offered_is_accepted_and_nothing_else() {
    let forms = [
        None,
        Some(GuessForm::Picker),
        Some(GuessForm::WinnerDecides),
    ];
    let (mut accepted, mut refused, mut ends) = (0, 0, 0);
    for seed in 0..90 {
        let mut random = StdRng::seed_from_u64(seed);
        let rule = [Rule::Freestyle, Rule::Renju][seed as usize % 2];
        let is_free = seed % 3 == 0;
        let (mut table, ms) = table(Settings {
            rule,
            size: if is_free { (9, 9) } else { (15, 15) },
            opening: match is_free {
                true => OpeningRule::Free,
                false => *OpeningRule::ALL.choose(&mut random).unwrap(),
            },
            clock: ["none", "1m+1s", "30s,3x2s"][seed as usize % 3]
                .parse()
                .unwrap(),
            first: forms[seed as usize / 3 % 3].map_or(First::Me, First::Guess),
            games: 1 + seed as u32 % 3,
            fouls: [Fouls::Claimed, Fouls::Automatic][seed as usize / 2 % 2],
            max_moves: Some(40),
            two: random.random(),
            mode: [Mode::Casual, Mode::Casual, Mode::Match][seed as usize / 4 % 3],
            undos: (seed % 5 == 4).then_some(2),
            seed,
            ..Settings::default()
        });
        for _ in 0..150 {
            ms.fetch_add(random.random_range(0..400), Relaxed);
            table.tick();
            if table.is_engines_turn() && random.random_range(0..3) > 0 {
                let turn = random_turn(&table, &mut random);
                assert!(!table.engine_acts(turn).is_empty());
                continue;
            }
            let act = random_act(&table, &mut random);
            let is_allowed = is_offered(&table, &table.may(), &act);
            let before = snapshot(&table);
            match table.act(act.clone()) {
                Ok(_) => {
                    assert!(is_allowed, "{seed}: {act:?} was not offered");
                    accepted += 1;
                }
                Err(refusal) => {
                    assert!(!is_allowed, "{seed}: {act:?} was offered: {refusal}");
                    assert_eq!(snapshot(&table), before, "{seed}: {act:?}");
                    refused += 1;
                }
            }
            ends += usize::from(table.state().end().is_some());
        }
    }
    assert!(
        accepted > 3_000 && refused > 1_500 && ends > 300,
        "{accepted} {refused} {ends}"
    );
}

mod boards;
mod fifths;
mod games;
mod properties;
mod refused;
mod turns;
mod walk;

use super::*;
use crate::board::Board;
use crate::board::notation::{parse_square, play_moves};
use crate::types::{Color, Square};

fn board(moves: &str) -> Board {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

fn square(name: &str) -> Square {
    parse_square(name, &board("")).unwrap()
}

fn begin(rule: OpeningRule) -> OpeningState {
    OpeningState::new(rule, board("")).unwrap()
}

/// One action of a script: `h8` places a stone, `?h8` offers a fifth move and
/// `=h8` chooses it; `3` declares a number; the others are words.
fn action(text: &str) -> OpeningAction {
    let first = text.chars().next().unwrap();
    match text {
        "swap" => OpeningAction::Swap,
        "keep" => OpeningAction::Keep,
        "black" => OpeningAction::Take(Color::Black),
        "white" => OpeningAction::Take(Color::White),
        "more" => OpeningAction::PlaceMore,
        "pass" => OpeningAction::Pass,
        _ if first == '?' => OpeningAction::Offer(square(&text[1..])),
        _ if first == '=' => OpeningAction::Pick(square(&text[1..])),
        _ if first.is_ascii_digit() => OpeningAction::Declare(text.parse().unwrap()),
        _ => OpeningAction::Place(square(text)),
    }
}

/// The opening after the actions of a script, separated by blanks.
#[track_caller]
fn played(rule: OpeningRule, script: &str) -> OpeningState {
    let mut state = begin(rule);
    for text in script.split_whitespace() {
        let action = action(text);
        assert!(state.legal_actions().contains(&action), "{rule} {text}");
        assert_eq!(state.apply(action), Ok(()), "{rule} {text}");
    }
    state
}

#[test]
fn names_are_read_back() {
    for rule in OpeningRule::ALL {
        assert_eq!(rule.to_string().parse(), Ok(rule));
        assert_eq!(rule.name().to_uppercase().parse(), Ok(rule));
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(rule.name().chars().all(is_plain), "{rule}");
        let same = |other: &&OpeningRule| other.name() == rule.name() || **other == rule;
        assert_eq!(OpeningRule::ALL.iter().filter(same).count(), 1);
        let titled = |other: &&OpeningRule| other.title() == rule.title();
        assert_eq!(OpeningRule::ALL.iter().filter(titled).count(), 1);
    }
    let error = "swap4".parse::<OpeningRule>().unwrap_err().to_string();
    assert!(
        error.starts_with("unknown opening rule 'swap4' (one of free, first-move-swap, swap1,")
    );
}

#[test]
fn every_answer_leads_to_a_phase() {
    use rules::{Answer, Step};
    for rule in OpeningRule::ALL {
        let mut reached = vec![rule.description().phases[0].name];
        for step in rule.steps() {
            let Step::Choice(_, answers) = step else {
                continue;
            };
            for answer in *answers {
                if let Answer::PlaceMore(phase) | Answer::OfferFifths(_, phase) = answer {
                    assert!(!rule.steps_of(phase).is_empty());
                    reached.push(phase);
                }
            }
        }
        for phase in rule.description().phases {
            assert!(reached.contains(&phase.name), "{rule} {}", phase.name);
        }
    }
}

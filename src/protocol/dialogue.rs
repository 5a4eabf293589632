//! Yixin's dialogues about openings: swap2 and Soosõrv-8, one question a step.
//!
//! The answers are those that Yixin-Board takes. It keeps the game itself: the
//! stones of an answer are not placed, and a `BOARD` follows the last step.
//!
//! | Step of `YXSWAP2` | Stones | Answer, after `MESSAGE SWAP2` |
//! |---|---|---|
//! | 1 | 0 | `MOVE1`, `MOVE2` and `MOVE3` with a square each |
//! | 2 | 3 | `SWAP1 YES` to take Black, `SWAP1 NO`, or `MOVE4` and `MOVE5` |
//! | 3 | 5 | `SWAP2 YES` to take Black, or `SWAP2 NO` |
//!
//! | Step of `YXSOOSORV` | Stones | Answer, after `MESSAGE SOOSORV` |
//! |---|---|---|
//! | 1 | 0 | `MOVE1`, `MOVE2` and `MOVE3` |
//! | 2 | 3 | `SWAP1 YES` or `SWAP1 NO` |
//! | 3 | 3 | `MOVE4` with a square and the number of fifth moves |
//! | 4, with a number | 4 | `SWAP2 YES` or `SWAP2 NO` |
//! | 5, with a number | 4 | `MOVE5 REFRESH`, that number of `MOVE5`, `MOVE5 DONE` |
//! | 6 | 4 and the fifth moves | `MOVE5C` with the square that is chosen |

use super::format::Axes;
use super::point::Point;
use super::setup::emptied;
use crate::board::Board;
use crate::game::{OpeningAction, OpeningRule, OpeningState};
use crate::types::{Color, Square};

/// The opening at a step of the dialogue about swap2; the stones are those of the
/// last `YXBOARD`. The error says what is wrong.
pub(super) fn after_swap2_steps(step: u8, board: &Board) -> Result<OpeningState, String> {
    let stones = [0, 3, 5][usize::from(step) - 1];
    // Yixin-Board does not clear the board before the first step.
    let board = match step {
        1 => &emptied(board),
        _ => board,
    };
    let state = OpeningState::after_turns(OpeningRule::Swap2, board);
    let is_asked = |state: &OpeningState| state.board().stone_count() == stones;
    let wanted = || format!("the board needs {stones} stones, Black's and White's in turn");
    state.filter(is_asked).ok_or_else(wanted)
}

/// The opening at a step of the dialogue about Soosõrv-8, with these stones.
/// Whether the first swap was made does not matter: the stones and the questions are
/// the same. The error says what is wrong.
pub(super) fn after_soosorv_steps(
    step: u8,
    number: Option<i64>,
    points: &[Point],
    axes: Axes,
    board: &Board,
) -> Result<OpeningState, String> {
    let board = emptied(board);
    let square = |&point: &Point| {
        let square = axes.square(point, &board);
        square.ok_or_else(|| format!("{},{} is not on the board", point.x, point.y))
    };
    let squares = points
        .iter()
        .map(square)
        .collect::<Result<Vec<Square>, String>>()?;
    let stones = match step {
        1 => 0,
        2 | 3 => 3,
        _ => 4,
    };
    if squares.len() < stones || step < 6 && squares.len() > stones {
        return Err(format!("{} stones instead of {stones}", squares.len()));
    }
    let (stones, fifths) = squares.split_at(stones);
    let mut done: Vec<OpeningAction> = stones.iter().copied().map(OpeningAction::Place).collect();
    if step >= 3 {
        done.insert(3, OpeningAction::Keep);
    }
    if step >= 4 {
        let number = match step {
            6 => fifths.len(),
            _ => number
                .and_then(|number| number.try_into().ok())
                .unwrap_or(0),
        };
        done.push(OpeningAction::Declare(number));
    }
    if step >= 5 {
        done.push(OpeningAction::Keep);
    }
    done.extend(fifths.iter().copied().map(OpeningAction::Offer));
    let mut state =
        OpeningState::new(OpeningRule::Soosorv8, board).map_err(|error| error.to_string())?;
    for action in done {
        state.apply(action).map_err(|error| error.to_string())?;
    }
    Ok(state)
}

/// A turn in the words of the dialogues. What comes after an answer about a swap
/// is asked for in the next step.
pub(super) fn answers(state: &OpeningState, actions: &[OpeningAction], axes: Axes) -> Vec<String> {
    let text = |square: Square| {
        let (first, second) = axes.pair(square);
        format!("{first} {second}")
    };
    let first_stones = state.board().stone_count();
    let question = match first_stones {
        0..=3 => 1,
        _ => 2,
    };
    let mut moves = first_stones;
    let mut answers = Vec::new();
    for &action in actions {
        match action {
            OpeningAction::Swap => return vec![format!("SWAP{question} YES")],
            OpeningAction::Keep => return vec![format!("SWAP{question} NO")],
            OpeningAction::Take(Color::Black) => return vec![format!("SWAP{question} YES")],
            OpeningAction::Take(Color::White) => return vec![format!("SWAP{question} NO")],
            OpeningAction::Place(square) => {
                moves += 1;
                answers.push(format!("MOVE{moves} {}", text(square)));
            }
            OpeningAction::Declare(number) => {
                let fourth = answers.pop().unwrap_or_default();
                answers.push(format!("{fourth} {number}"));
            }
            OpeningAction::Offer(square) => {
                if answers.is_empty() {
                    answers.push("MOVE5 REFRESH".to_string());
                }
                answers.push(format!("MOVE5 {}", text(square)));
            }
            // Without a blank: Yixin-Board looks for a C where the blank would be.
            OpeningAction::Pick(square) => answers.push(format!("MOVE5C {}", text(square))),
            OpeningAction::PlaceMore | OpeningAction::Pass => (),
        }
    }
    if matches!(actions, [OpeningAction::Offer(_), ..]) {
        answers.push("MOVE5 DONE".to_string());
    }
    answers
}

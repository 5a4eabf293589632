//! Texts about who begins.

use super::{capital_name, name};
use crate::game::{Contestant, Decision, Guess, GuessForm, Guessed, Parity};

/// What was held and called, and the result.
pub(in crate::cli::play) fn guess(
    form: GuessForm,
    guess: Guess,
    came: Guessed,
    two: bool,
) -> String {
    let [a, b] = Contestant::ALL.map(|who| capital_name(who, two));
    let call = parity(guess.call);
    let is_right = match Parity::of(guess.b) == guess.call {
        true => "right",
        false => "wrong",
    };
    let held = match form {
        GuessForm::Sum | GuessForm::Difference => {
            let [black, white] = [stones(guess.a, "black "), stones(guess.b, "white ")];
            format!("{a}: {black}. {b}: {white}.")
        }
        GuessForm::Handful | GuessForm::WinnerDecides => {
            let held = stones(guess.b, "");
            format!("{a}: {call}. {b}: {held}. The guess was {is_right}.")
        }
        GuessForm::Picker => {
            let shown = parity(Parity::of(guess.b));
            format!("{a}: {call}. The picker shows {shown}. The guess was {is_right}.")
        }
    };
    let of_both = parity(Parity::of(guess.a.abs_diff(guess.b)));
    let why = match form {
        GuessForm::Sum => format!(" The sum is {of_both}: {}.", begins(came, two)),
        GuessForm::Difference => format!(" The difference is {of_both}: {}.", begins(came, two)),
        _ => String::new(),
    };
    format!("Who begins? {held}{why}")
}

/// Who begins, if that is settled.
fn begins(came: Guessed, two: bool) -> String {
    match came.starter() {
        Some(Contestant::A) if !two => "you begin".to_string(),
        Some(who) => format!("{} begins", name(who, two)),
        None => String::new(),
    }
}

fn parity(parity: Parity) -> &'static str {
    match parity {
        Parity::Odd => "odd",
        Parity::Even => "even",
    }
}

fn stones(count: u32, kind: &str) -> String {
    match count {
        1 => format!("1 {kind}stone"),
        _ => format!("{count} {kind}stones"),
    }
}

/// What the winner of a guess is asked.
pub(in crate::cli::play) fn who_begins(
    winner: Contestant,
    can_hand_over: bool,
    two: bool,
) -> String {
    let name = capital_name(winner, two);
    match can_hand_over {
        true => format!("{name}: take black (and begin), take white or hand over (the choice)."),
        false => format!("{name}: take black (and begin) or take white."),
    }
}

/// What they have decided: a colour, or to let the other decide.
pub(in crate::cli::play) fn decided(who: Contestant, two: bool, decision: Decision) -> String {
    let what = match decision {
        Decision::Black => "take black",
        Decision::White => "take white",
        Decision::HandOver => "hand over",
    };
    format!("{}: {what}", capital_name(who, two))
}

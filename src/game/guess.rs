//! Who begins: guessing about stones in a hand (猜先), before a game or the
//! first game of a series.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::Contestant;

/// The most stones that chance puts into a hand.
const MOST_STONES: u32 = 20;

/// Odd or even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Not divisible by two.
    Odd,
    /// Divisible by two.
    Even,
}

/// Ways to guess. Before the guess A has the black stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuessForm {
    /// Both hold some stones. If their sum is odd, the player with the black
    /// ones begins; if it is even, the other.
    Sum,
    /// Both hold some stones. If the difference of their numbers is odd, they
    /// exchange colours; if it is even, not. (The opposite of the sum.)
    Difference,
    /// B takes a handful, A says odd or even. If A is right, A begins, else B.
    Handful,
    /// As a handful, but the winner decides who begins.
    WinnerDecides,
    /// As with a tossed picker (挑边器): the winner takes Black or White, or lets
    /// the other choose.
    Picker,
}

/// The numbers of stones, and A's call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// How many stones A holds, where both do.
    pub a: u32,
    /// How many stones B holds, or (odd or even) which side the picker shows.
    pub b: u32,
    /// A's call, in the forms that have one.
    pub call: Parity,
}

/// The result of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guessed {
    /// This one begins, with Black.
    Begins(Contestant),
    /// This one [decides](Guessed::decide).
    Decides {
        /// The winner.
        winner: Contestant,
        /// Whether the winner may also let the other decide.
        can_hand_over: bool,
    },
}

/// The decision of the winner of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// To begin, with Black.
    Black,
    /// To have White.
    White,
    /// That the other decides.
    HandOver,
}

/// A decision that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongDecision {
    /// It is decided already.
    #[error("there is nothing to decide: it is settled who begins")]
    Settled,
    /// The choice cannot be handed over.
    #[error("choose a colour: the choice cannot be handed over")]
    NoHandOver,
}

impl Parity {
    /// Of a number.
    pub fn of(number: u32) -> Parity {
        match number.is_multiple_of(2) {
            true => Parity::Even,
            false => Parity::Odd,
        }
    }
}

impl GuessForm {
    /// All of them.
    pub const ALL: [GuessForm; 5] = [
        GuessForm::Sum,
        GuessForm::Difference,
        GuessForm::Handful,
        GuessForm::WinnerDecides,
        GuessForm::Picker,
    ];

    /// The result of a guess.
    pub fn judge(self, guess: Guess) -> Guessed {
        let a_if = |is_so: bool| match is_so {
            true => Contestant::A,
            false => Contestant::B,
        };
        let is_odd = Parity::of(guess.a.abs_diff(guess.b)) == Parity::Odd;
        let caller_wins = a_if(Parity::of(guess.b) == guess.call);
        let decides = |can_hand_over| Guessed::Decides {
            winner: caller_wins,
            can_hand_over,
        };
        match self {
            // A sum is odd if the difference is.
            GuessForm::Sum => Guessed::Begins(a_if(is_odd)),
            GuessForm::Difference => Guessed::Begins(a_if(!is_odd)),
            GuessForm::Handful => Guessed::Begins(caller_wins),
            GuessForm::WinnerDecides => decides(false),
            GuessForm::Picker => decides(true),
        }
    }
}

impl Guess {
    /// A random guess: the same seed gives the same. A person's number or call
    /// can be put in its place.
    pub fn from_seed(seed: u64) -> Guess {
        let mut rng = StdRng::seed_from_u64(seed);
        let [a, b] = [(); 2].map(|()| rng.random_range(1..=MOST_STONES));
        let call = match rng.random() {
            true => Parity::Odd,
            false => Parity::Even,
        };
        Guess { a, b, call }
    }
}

impl Guessed {
    /// Who begins, if that is settled.
    pub fn starter(self) -> Option<Contestant> {
        match self {
            Guessed::Begins(starter) => Some(starter),
            Guessed::Decides { .. } => None,
        }
    }

    /// Applies the winner's decision.
    pub fn decide(self, decision: Decision) -> Result<Guessed, WrongDecision> {
        let Guessed::Decides {
            winner,
            can_hand_over,
        } = self
        else {
            return Err(WrongDecision::Settled);
        };
        match decision {
            Decision::Black => Ok(Guessed::Begins(winner)),
            Decision::White => Ok(Guessed::Begins(winner.other())),
            Decision::HandOver if can_hand_over => Ok(Guessed::Decides {
                winner: winner.other(),
                can_hand_over: false,
            }),
            Decision::HandOver => Err(WrongDecision::NoHandOver),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Contestant::{A, B};
    use super::*;

    #[test]
    fn every_form_is_as_its_source_has_it() {
        let guess = |a, b, call| Guess { a, b, call };
        use GuessForm::*;
        use Parity::*;
        for (form, guess, starter) in [
            (Sum, guess(3, 4, Odd), A),
            (Sum, guess(3, 5, Odd), B),
            (Difference, guess(3, 4, Odd), B),
            (Difference, guess(9, 5, Odd), A),
            (Handful, guess(1, 7, Odd), A),
            (Handful, guess(1, 7, Even), B),
            (Handful, guess(1, 8, Even), A),
        ] {
            assert_eq!(form.judge(guess), Guessed::Begins(starter), "{form:?}");
            let settled = form.judge(guess).decide(Decision::Black);
            assert_eq!(settled, Err(WrongDecision::Settled));
        }
        for (call, winner) in [(Odd, A), (Even, B)] {
            let decides = WinnerDecides.judge(guess(1, 7, call));
            assert_eq!(decides.starter(), None);
            let begins = |decision| decides.decide(decision).map(|guessed| guessed.starter());
            assert_eq!(begins(Decision::Black), Ok(Some(winner)));
            assert_eq!(begins(Decision::White), Ok(Some(winner.other())));
            let no = Err(WrongDecision::NoHandOver);
            assert_eq!(begins(Decision::HandOver), no);
            let picked = Picker.judge(guess(1, 7, call));
            let other = picked.decide(Decision::HandOver).unwrap();
            let black = other.decide(Decision::Black).unwrap();
            assert_eq!(black.starter(), Some(winner.other()));
            assert_eq!(
                other.decide(Decision::HandOver),
                Err(WrongDecision::NoHandOver)
            );
        }
    }

    #[test]
    fn chance_is_fair_and_follows_the_seed() {
        for form in GuessForm::ALL {
            let winner = |seed| match form.judge(Guess::from_seed(seed)) {
                Guessed::Begins(who) | Guessed::Decides { winner: who, .. } => who,
            };
            let wins = (0..10_000).filter(|&seed| winner(seed) == A).count();
            // Four standard deviations.
            assert!((4_800..=5_200).contains(&wins), "{form:?}: {wins}");
            assert!((0..100).all(|seed| winner(seed) == winner(seed)));
        }
    }
}

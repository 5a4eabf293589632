//! The games of a match: a list that depends only on its settings and a seed, so that
//! any part of it can be played at any time.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::chances;
use crate::board::Symmetry;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pairing {
    /// Everyone against everyone.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

/// One game of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The two games of a pair have the same opening with colours swapped.
    pub pair: usize,
    /// The contenders that play Black and White.
    pub players: [usize; 2],
    /// Whether Black is the first of its meeting.
    pub first_is_black: bool,
    /// The number of the opening.
    pub opening: usize,
    /// How it is turned on the board.
    pub symmetry: Symmetry,
    /// For random choices of the players.
    pub seed: u64,
}

/// The list of games.
#[derive(Clone, Debug)]
pub struct Schedule {
    meetings: Vec<[usize; 2]>,
    rounds: usize,
    /// The order of the openings.
    openings: Vec<usize>,
    symmetries: Vec<Symmetry>,
    seed: u64,
}

impl Schedule {
    /// The list for this number of contenders: in every round each meeting has two
    /// games. The board's size decides how openings can be turned.
    pub fn new(
        contenders: usize,
        pairing: Pairing,
        rounds: usize,
        openings: usize,
        (width, height): (usize, usize),
        seed: u64,
    ) -> Schedule {
        let all = (0..contenders)
            .flat_map(|first| (first + 1..contenders).map(move |second| [first, second]));
        let meetings = all
            .filter(|&[first, _]| pairing == Pairing::RoundRobin || first == 0)
            .collect();
        let mut order: Vec<usize> = (0..openings.max(1)).collect();
        order.shuffle(&mut StdRng::seed_from_u64(seed));
        Schedule {
            meetings,
            rounds,
            openings: order,
            symmetries: Symmetry::of_size(width, height).collect(),
            seed,
        }
    }

    /// Who meets whom.
    pub fn meetings(&self) -> &[[usize; 2]] {
        &self.meetings
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        2 * self.rounds * self.meetings.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game of the list.
    ///
    /// # Panics
    /// If there are no meetings.
    pub fn game(&self, index: usize) -> Fixture {
        let pair = index / 2;
        let round = pair / self.meetings.len();
        let [first, second] = self.meetings[pair % self.meetings.len()];
        let mut rng = chances(pair as u64 + 1, self.seed);
        let symmetry = self.symmetries[rng.random_range(0..self.symmetries.len())];
        let first_is_black = index.is_multiple_of(2);
        let seeds: [u64; 2] = rng.random();
        Fixture {
            pair,
            players: match first_is_black {
                true => [first, second],
                false => [second, first],
            },
            first_is_black,
            opening: self.openings[round % self.openings.len()],
            symmetry,
            seed: seeds[index % 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_openings_are_balanced() {
        let schedule = Schedule::new(4, Pairing::RoundRobin, 10, 5, (15, 15), 1);
        assert_eq!((schedule.meetings().len(), schedule.len()), (6, 120));
        let games: Vec<Fixture> = (0..schedule.len())
            .map(|index| schedule.game(index))
            .collect();
        for player in 0..4 {
            for color in 0..2 {
                let count = games.iter().filter(|game| game.players[color] == player);
                assert_eq!(count.count(), 30);
            }
        }
        for pair in games.chunks(2) {
            let [a, b] = pair else { unreachable!() };
            assert_eq!(
                (a.pair, a.opening, a.symmetry),
                (b.pair, b.opening, b.symmetry)
            );
            assert_eq!(a.players, [b.players[1], b.players[0]]);
        }
        for opening in 0..5 {
            let count = games.iter().filter(|game| game.opening == opening);
            assert_eq!(count.count(), 24);
        }
        let again = Schedule::new(4, Pairing::RoundRobin, 10, 5, (15, 15), 1);
        assert!((0..120).all(|index| again.game(index) == games[index]));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(4, Pairing::Gauntlet, 3, 0, (10, 12), 1);
        assert_eq!(schedule.meetings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.len(), 18);
        assert!(!schedule.is_empty());
        assert_eq!(schedule.game(17).opening, 0);
    }
}

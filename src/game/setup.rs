//! Games that begin with some stones given, to practise any of the first four
//! moves.

use std::str::FromStr;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::named_opening::image;
use super::{CanonicalOpening, Game, MoveLimit};
use crate::board::{BadSize, Board};
use crate::types::{Color, Rule};

/// Which stones are given. The Chinese names are those of an old program, which
/// does not say where its stones lie; here they are the first stones of the 26
/// openings, around the middle of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUp {
    /// None: the player makes the first move (先手A).
    FirstMove,
    /// Black's in the middle: the player makes the second move (后手A).
    SecondMove,
    /// One of each colour: the player makes the third move (先手B).
    ThirdMove,
    /// Three, one of the 26 openings: the player makes the fourth move (后手B).
    FourthMove,
    /// One of the others at random (随机).
    Any,
}

/// A position to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenStart {
    /// The board with the given stones.
    pub board: Board,
    /// The player's colour, which is to move.
    pub color: Color,
    /// The opening, if there are three stones.
    pub opening: Option<&'static CanonicalOpening>,
}

impl SetUp {
    /// All of them.
    pub const ALL: [SetUp; 5] = [
        SetUp::FirstMove,
        SetUp::SecondMove,
        SetUp::ThirdMove,
        SetUp::FourthMove,
        SetUp::Any,
    ];

    /// The name, as options and commands have it.
    pub const fn name(self) -> &'static str {
        match self {
            SetUp::FirstMove => "first-move",
            SetUp::SecondMove => "second-move",
            SetUp::ThirdMove => "third-move",
            SetUp::FourthMove => "fourth-move",
            SetUp::Any => "any",
        }
    }

    /// The Chinese name.
    pub fn chinese(self) -> &'static str {
        match self {
            SetUp::FirstMove => "先手A",
            SetUp::SecondMove => "后手A",
            SetUp::ThirdMove => "先手B",
            SetUp::FourthMove => "后手B",
            SetUp::Any => "随机",
        }
    }

    /// The stones on a board of this size. The seed decides which of the
    /// openings, and how it is turned.
    pub fn lay(self, width: usize, height: usize, seed: u64) -> Result<GivenStart, BadSize> {
        let mut board = Board::new(width, height)?;
        let mut rng = StdRng::seed_from_u64(seed);
        let stones = match self {
            SetUp::FirstMove => 0,
            SetUp::SecondMove => 1,
            SetUp::ThirdMove => 2,
            SetUp::FourthMove => 3,
            SetUp::Any => rng.random_range(0..=3),
        };
        let opening = CanonicalOpening::all().choose(&mut rng);
        let turn = rng.random_range(0..8);
        let center = board.center();
        let squares = opening.map(|opening| opening.squares(&board));
        for square in squares.into_iter().flatten().take(stones) {
            let (x, y) = (center.x() as i32, center.y() as i32);
            let step = (square.x() as i32 - x, square.y() as i32 - y);
            let (right, down) = image(step, turn);
            let image = board.square(x + right, y + down);
            // The smallest board has two squares on each side of its centre.
            board.place(image.expect("a square near the centre"));
        }
        let color = board.side_to_move();
        let opening = opening.filter(|_| stones == 3);
        Ok(GivenStart {
            board,
            color,
            opening,
        })
    }
}

/// A text that is no [`SetUp`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown set-up '{0}' (one of {names})", names = SetUp::ALL.map(SetUp::name).join(", "))]
pub struct UnknownSetUp(String);

impl FromStr for SetUp {
    type Err = UnknownSetUp;

    /// Reads the name, English or Chinese.
    fn from_str(text: &str) -> Result<SetUp, UnknownSetUp> {
        let is_named = |one: &SetUp| one.name().eq_ignore_ascii_case(text) || one.chinese() == text;
        let found = SetUp::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownSetUp(text.to_string()))
    }
}

impl GivenStart {
    /// The game that goes on from it.
    pub fn game(self, rule: Rule, limit: MoveLimit) -> Game {
        Game::new(self.board, rule, limit)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_player_makes_the_next_move() {
        for (place, set_up) in SetUp::ALL[..4].iter().enumerate() {
            let mut seen = BTreeSet::new();
            for seed in 0..2_000 {
                let start = set_up.lay(15, 15, seed).unwrap();
                assert_eq!(start, set_up.lay(15, 15, seed).unwrap());
                assert_eq!(start.board.stone_count(), place);
                assert_eq!(start.color, start.board.side_to_move());
                assert_eq!(start.opening, CanonicalOpening::recognise(&start.board));
                assert_eq!(start.opening.is_some(), place == 3);
                let squares: Vec<_> = start.board.moves().to_vec();
                assert!(place == 0 || squares[0] == Some(start.board.center()));
                seen.insert(squares);
            }
            // All that there is: a direct opening has its image in its axis.
            assert_eq!(seen.len(), [1, 1, 8, 8 * 23][place], "{set_up:?}");
        }
    }

    #[test]
    fn chance_chooses_among_the_four() {
        let mut counts = [0; 4];
        for seed in 0..400 {
            let start = SetUp::Any.lay(15, 15, seed).unwrap();
            counts[start.board.stone_count()] += 1;
            assert_eq!(start.opening.is_some(), start.board.stone_count() == 3);
        }
        assert!(counts.into_iter().all(|count| count >= 60), "{counts:?}");
    }

    #[test]
    fn every_board_has_room() {
        for (width, height) in [(5, 5), (6, 6), (5, 22), (20, 20), (22, 5)] {
            for seed in 0..300 {
                let start = SetUp::FourthMove.lay(width, height, seed).unwrap();
                let game = start.game(Rule::Renju, MoveLimit::default());
                assert_eq!(game.turn(), Some(Color::White));
            }
        }
        assert!(SetUp::Any.lay(4, 15, 0).is_err());
        let names: BTreeSet<&str> = SetUp::ALL.map(SetUp::chinese).into();
        assert_eq!(names.len(), 5);
    }
}

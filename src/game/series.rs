//! Several games between the same two players.

use super::GameResult;
use crate::types::Color;

/// The most games of a series.
const MOST_GAMES: u32 = 9;

/// A player of a series, whatever the colour in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contestant {
    /// The first player.
    A,
    /// The other player.
    B,
}

/// How many games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesRule {
    games: u32,
}

/// The result of a game of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesGame {
    /// This player won.
    Won(Contestant),
    /// Neither.
    Drawn,
    /// Both came too late, or a referee decided so.
    BothLost,
}

/// How a series has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// This player has won.
    Won(Contestant),
    /// Both have the same score.
    Tied,
}

/// A series that goes on or is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    rule: SeriesRule,
    first: Contestant,
    /// Who began each game, and its result.
    games: Vec<(Contestant, SeriesGame)>,
}

/// Something that cannot be done in a series; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSeries {
    /// Too few or too many games.
    #[error("a series has 1 to {MOST_GAMES} games, not {0}")]
    Games(u32),
    /// The series is over.
    #[error("the series is over")]
    Over,
}

impl Contestant {
    /// Both.
    pub const ALL: [Contestant; 2] = [Contestant::A, Contestant::B];

    /// The other one.
    pub fn other(self) -> Contestant {
        match self {
            Contestant::A => Contestant::B,
            Contestant::B => Contestant::A,
        }
    }
}

impl SeriesRule {
    /// At most this number of games: the series is over when the leader cannot
    /// be overtaken.
    pub fn best_of(games: u32) -> Result<SeriesRule, WrongSeries> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(WrongSeries::Games(games));
        }
        Ok(SeriesRule { games })
    }

    /// The most games.
    pub fn games(self) -> u32 {
        self.games
    }
}

impl SeriesGame {
    /// The result of a game in which this contestant had Black at the end.
    pub fn of(result: GameResult, black: Contestant) -> SeriesGame {
        match result {
            GameResult::Win(Color::Black) => SeriesGame::Won(black),
            GameResult::Win(Color::White) => SeriesGame::Won(black.other()),
            GameResult::Draw => SeriesGame::Drawn,
        }
    }

    /// A player's half points for it: 2 for a win, 1 for a draw.
    fn half_points(self, contestant: Contestant) -> u32 {
        match self {
            SeriesGame::Won(winner) => 2 * u32::from(winner == contestant),
            SeriesGame::Drawn => 1,
            SeriesGame::BothLost => 0,
        }
    }
}

impl Series {
    /// A series whose first game this contestant begins.
    pub fn new(rule: SeriesRule, first: Contestant) -> Series {
        Series {
            rule,
            first,
            games: Vec::new(),
        }
    }

    /// The rule.
    pub fn rule(&self) -> SeriesRule {
        self.rule
    }

    /// The games so far: who began, and the result.
    pub fn games(&self) -> &[(Contestant, SeriesGame)] {
        &self.games
    }

    /// Who begins the next game, that is: has Black, or acts first in an opening
    /// with a choice of colours. They take turns. `None` if the series is over.
    pub fn starter(&self) -> Option<Contestant> {
        if self.end().is_some() {
            return None;
        }
        match self.games.len().is_multiple_of(2) {
            true => Some(self.first),
            false => Some(self.first.other()),
        }
    }

    /// Records a finished game. Returns the end of the series, if it is over.
    pub fn record(&mut self, game: SeriesGame) -> Result<Option<SeriesEnd>, WrongSeries> {
        let starter = self.starter().ok_or(WrongSeries::Over)?;
        self.games.push((starter, game));
        Ok(self.end())
    }

    /// A contestant's half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self, contestant: Contestant) -> u32 {
        let games = self.games.iter();
        games.map(|(_, game)| game.half_points(contestant)).sum()
    }

    /// How the series has ended; `None` while it goes on. After a tie people
    /// play another series of one game, or draw lots.
    pub fn end(&self) -> Option<SeriesEnd> {
        let [a, b] = Contestant::ALL.map(|contestant| self.half_points(contestant));
        let left = self.rule.games - self.games.len() as u32;
        (left == 0 || a.abs_diff(b) > 2 * left).then_some(match a.cmp(&b) {
            std::cmp::Ordering::Greater => SeriesEnd::Won(Contestant::A),
            std::cmp::Ordering::Equal => SeriesEnd::Tied,
            std::cmp::Ordering::Less => SeriesEnd::Won(Contestant::B),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::Contestant::{A, B};
    use super::*;

    const RESULTS: [SeriesGame; 4] = [
        SeriesGame::Won(A),
        SeriesGame::Won(B),
        SeriesGame::Drawn,
        SeriesGame::BothLost,
    ];

    #[test]
    fn best_of_three_is_over_when_it_is_decided() {
        let mut series = Series::new(SeriesRule::best_of(3).unwrap(), B);
        assert_eq!(series.starter(), Some(B));
        assert_eq!(series.record(SeriesGame::Won(A)), Ok(None));
        assert_eq!(series.starter(), Some(A));
        let mut other = series.clone();
        let won = Some(SeriesEnd::Won(A));
        assert_eq!(series.record(SeriesGame::Won(A)), Ok(won));
        assert_eq!(series.starter(), None);
        let kept = series.clone();
        assert_eq!(series.record(SeriesGame::Drawn), Err(WrongSeries::Over));
        assert_eq!(series, kept);
        assert_eq!(
            series.games(),
            [(B, SeriesGame::Won(A)), (A, SeriesGame::Won(A))]
        );
        assert_eq!(other.record(SeriesGame::Won(B)), Ok(None));
        let tied = Some(SeriesEnd::Tied);
        assert_eq!(other.record(SeriesGame::Drawn), Ok(tied));
        assert_eq!([A, B].map(|who| other.half_points(who)), [3, 3]);
    }

    #[test]
    fn a_series_has_one_to_nine_games() {
        for games in [0, 10, u32::MAX] {
            assert_eq!(SeriesRule::best_of(games), Err(WrongSeries::Games(games)));
        }
    }

    #[test]
    fn the_winner_of_a_game_is_a_person() {
        let of = |color, black| SeriesGame::of(GameResult::Win(color), black);
        assert_eq!(of(Color::Black, B), SeriesGame::Won(B));
        assert_eq!(of(Color::White, B), SeriesGame::Won(A));
        assert_eq!(SeriesGame::of(GameResult::Draw, A), SeriesGame::Drawn);
    }

    proptest! {
        #[test]
        fn every_series_ends(
            games in 1..=9u32,
            first in select(&Contestant::ALL[..]),
            results in proptest::collection::vec(select(&RESULTS[..]), 9),
        ) {
            let mut series = Series::new(SeriesRule::best_of(games).unwrap(), first);
            for result in results {
                let before = series.clone();
                match series.record(result) {
                    Ok(end) => {
                        prop_assert_eq!(end, series.end());
                    }
                    Err(error) => {
                        prop_assert_eq!(error, WrongSeries::Over);
                        prop_assert_eq!(&series, &before);
                    }
                }
            }
            let end = series.end();
            prop_assert!(end.is_some());
            let played = series.games().len() as u32;
            prop_assert!(played <= games);
            for pair in series.games().windows(2) {
                prop_assert_eq!(pair[0].0.other(), pair[1].0);
            }
            // The winner is ahead by more than what is left gives, or all is played.
            let [a, b] = Contestant::ALL.map(|who| series.half_points(who));
            prop_assert!(played == games || a.abs_diff(b) > 2 * (games - played));
            prop_assert_eq!(end == Some(SeriesEnd::Tied), a == b);
        }
    }
}

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

/// Who begins the games of a series, that is: has Black, or acts first in an
/// opening with a choice of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colors {
    /// They take turns.
    #[default]
    Alternate,
    /// [Chosen](Series::choose_starter) before each game but the first.
    Chosen,
}

/// How many games are played, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesRule {
    games: u32,
    plays_all: bool,
    colors: Colors,
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
    /// Who begins the next game, if it was chosen.
    chosen: Option<Contestant>,
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
    /// Who begins is not chosen yet.
    #[error("choose first who begins the next game")]
    StarterWanted,
    /// Who begins is known already.
    #[error("it is settled who begins the next game")]
    StarterKnown,
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
        Ok(SeriesRule {
            games,
            plays_all: false,
            colors: Colors::default(),
        })
    }

    /// Exactly this number of games.
    pub fn all_of(games: u32) -> Result<SeriesRule, WrongSeries> {
        Ok(SeriesRule {
            plays_all: true,
            ..SeriesRule::best_of(games)?
        })
    }

    /// The same with this way to decide who begins.
    pub fn with_colors(self, colors: Colors) -> SeriesRule {
        SeriesRule { colors, ..self }
    }

    /// The most games.
    pub fn games(self) -> u32 {
        self.games
    }

    /// Who begins.
    pub fn colors(self) -> Colors {
        self.colors
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
            chosen: None,
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

    /// Who begins the next game; `None` if the series is over or it is still
    /// to be chosen.
    pub fn starter(&self) -> Option<Contestant> {
        if self.end().is_some() {
            return None;
        }
        let turns = self.games.len();
        match self.rule.colors {
            _ if turns == 0 => Some(self.first),
            Colors::Chosen => self.chosen,
            Colors::Alternate if turns.is_multiple_of(2) => Some(self.first),
            Colors::Alternate => Some(self.first.other()),
        }
    }

    /// Chooses who begins the next game.
    pub fn choose_starter(&mut self, starter: Contestant) -> Result<(), WrongSeries> {
        if self.end().is_some() {
            return Err(WrongSeries::Over);
        }
        if self.starter().is_some() {
            return Err(WrongSeries::StarterKnown);
        }
        self.chosen = Some(starter);
        Ok(())
    }

    /// Records a finished game. Returns the end of the series, if it is over.
    pub fn record(&mut self, game: SeriesGame) -> Result<Option<SeriesEnd>, WrongSeries> {
        if self.end().is_some() {
            return Err(WrongSeries::Over);
        }
        let starter = self.starter().ok_or(WrongSeries::StarterWanted)?;
        self.games.push((starter, game));
        self.chosen = None;
        Ok(self.end())
    }

    /// Takes back the last choice of who begins if it came last, else the last
    /// game, which has the same starter when it is played again. Returns the
    /// game if it was one.
    pub fn undo(&mut self) -> Option<SeriesGame> {
        if self.chosen.take().is_some() {
            return None;
        }
        let (starter, game) = self.games.pop()?;
        let is_chosen = self.rule.colors == Colors::Chosen && !self.games.is_empty();
        self.chosen = is_chosen.then_some(starter);
        Some(game)
    }

    /// A contestant's half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self, contestant: Contestant) -> u32 {
        let games = self.games.iter();
        games.map(|(_, game)| game.half_points(contestant)).sum()
    }

    /// How many games can still be played.
    pub fn games_left(&self) -> u32 {
        match self.end() {
            None => self.rule.games - self.games.len() as u32,
            Some(_) => 0,
        }
    }

    /// How the series has ended; `None` while it goes on. After a tie people
    /// play another series of one game, or draw lots.
    pub fn end(&self) -> Option<SeriesEnd> {
        let [a, b] = Contestant::ALL.map(|contestant| self.half_points(contestant));
        let left = self.rule.games - self.games.len() as u32;
        let is_decided = !self.rule.plays_all && a.abs_diff(b) > 2 * left;
        (left == 0 || is_decided).then_some(match a.cmp(&b) {
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
        assert_eq!(series.choose_starter(A), Err(WrongSeries::StarterKnown));
        assert_eq!(series.record(SeriesGame::Won(A)), Ok(None));
        assert_eq!((series.starter(), series.games_left()), (Some(A), 2));
        let before = series.clone();
        let won = Some(SeriesEnd::Won(A));
        assert_eq!(series.record(SeriesGame::Won(A)), Ok(won));
        assert_eq!((series.starter(), series.games_left()), (None, 0));
        let kept = series.clone();
        assert_eq!(series.record(SeriesGame::Drawn), Err(WrongSeries::Over));
        assert_eq!(series.choose_starter(A), Err(WrongSeries::Over));
        assert_eq!(series, kept);
        assert_eq!(series.undo(), Some(SeriesGame::Won(A)));
        assert_eq!(series, before);
        assert_eq!(series.record(SeriesGame::Won(B)), Ok(None));
        let tied = Some(SeriesEnd::Tied);
        assert_eq!(series.record(SeriesGame::Drawn), Ok(tied));
        assert_eq!([A, B].map(|who| series.half_points(who)), [3, 3]);
    }

    #[test]
    fn all_games_are_played_where_that_is_agreed() {
        let mut series = Series::new(SeriesRule::all_of(3).unwrap(), A);
        for _ in 0..2 {
            assert_eq!(series.record(SeriesGame::Won(B)), Ok(None));
        }
        let won = Some(SeriesEnd::Won(B));
        assert_eq!(series.record(SeriesGame::BothLost), Ok(won));
    }

    #[test]
    fn who_begins_may_be_chosen() {
        let rule = SeriesRule::best_of(9).unwrap().with_colors(Colors::Chosen);
        let mut series = Series::new(rule, A);
        assert_eq!(series.record(SeriesGame::Drawn), Ok(None));
        assert_eq!(series.starter(), None);
        let wanted = Err(WrongSeries::StarterWanted);
        assert_eq!(series.record(SeriesGame::Drawn), wanted);
        series.choose_starter(A).unwrap();
        assert_eq!(series.choose_starter(B), Err(WrongSeries::StarterKnown));
        assert_eq!((series.undo(), series.starter()), (None, None));
        series.choose_starter(A).unwrap();
        series.record(SeriesGame::Won(B)).unwrap();
        assert_eq!(
            series.games(),
            [(A, SeriesGame::Drawn), (A, SeriesGame::Won(B))]
        );
        assert_eq!(series.undo(), Some(SeriesGame::Won(B)));
        assert_eq!(series.starter(), Some(A));
    }

    #[test]
    fn a_series_has_one_to_nine_games() {
        for games in [0, 10, u32::MAX] {
            assert_eq!(SeriesRule::best_of(games), Err(WrongSeries::Games(games)));
            assert_eq!(SeriesRule::all_of(games), Err(WrongSeries::Games(games)));
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
            plays_all in any::<bool>(),
            colors in select(vec![Colors::Alternate, Colors::Chosen]),
            first in select(&Contestant::ALL[..]),
            results in proptest::collection::vec(select(&RESULTS[..]), 9),
        ) {
            let rule = match plays_all {
                true => SeriesRule::all_of(games),
                false => SeriesRule::best_of(games),
            };
            let mut series = Series::new(rule.unwrap().with_colors(colors), first);
            let mut known = Vec::new();
            for result in results {
                if series.starter().is_none() && series.end().is_none() {
                    series.choose_starter(first).unwrap();
                }
                let before = series.clone();
                match series.record(result) {
                    Ok(end) => {
                        prop_assert_eq!(end, series.end());
                        known.push(before);
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
            prop_assert!(played <= games && (!plays_all || played == games));
            if colors == Colors::Alternate {
                for pair in series.games().windows(2) {
                    prop_assert_eq!(pair[0].0.other(), pair[1].0);
                }
            }
            // The winner is ahead by more than what is left gives, or all is played.
            let [a, b] = Contestant::ALL.map(|who| series.half_points(who));
            prop_assert!(played == games || a.abs_diff(b) > 2 * (games - played));
            prop_assert_eq!(end == Some(SeriesEnd::Tied), a == b);
            for before in known.into_iter().rev() {
                prop_assert!(series.undo().is_some());
                prop_assert_eq!(&series, &before);
                prop_assert!(series.end().is_none());
                if colors == Colors::Chosen && !series.games().is_empty() {
                    prop_assert_eq!(series.undo(), None);
                }
            }
        }
    }
}

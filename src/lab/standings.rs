//! The standings of a match.

use std::collections::{BTreeMap, HashMap};

use super::game::Cause;
use super::match_plan::MatchPlan;
use super::schedule::Fixture;
use super::statistics::{Elo, Pairs, Sprt, Verdict};
use crate::types::Color;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// `None`: a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub cause: Cause,
    /// The slowest move of Black and White, in milliseconds.
    pub slowest: [u64; 2],
    /// Moves over the limit but within the tolerance.
    pub late: [u32; 2],
}

/// One contender's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Games lost by each cause.
    pub losses: BTreeMap<Cause, u32>,
    /// The slowest move, in milliseconds.
    pub slowest: u64,
    /// Moves over the limit but within the tolerance.
    pub late: u32,
}

impl Row {
    /// Games lost by this cause.
    pub fn lost_by(&self, cause: Cause) -> u32 {
        self.losses.get(&cause).copied().unwrap_or(0)
    }

    /// The number of games played.
    pub fn count(&self) -> u32 {
        self.games.iter().sum()
    }

    /// Points won, in halves.
    pub fn half_points(&self) -> u32 {
        2 * self.games[0] + self.games[1]
    }
}

/// The games of two contenders against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Their places in the plan.
    pub players: [usize; 2],
    /// Games won, drawn and lost by the first.
    pub games: [u32; 3],
    /// Pairs of games, for the first.
    pub pairs: Pairs,
    /// Pairs with one finished game, with the first's half points in it.
    open: HashMap<usize, usize>,
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// A row for each contender, in the order of the plan.
    pub rows: Vec<Row>,
    /// All meetings.
    pub meetings: Vec<Meeting>,
    /// Games won by Black, drawn, and won by White.
    pub colors: [u32; 3],
    sprt: Option<Sprt>,
    verdict: Option<Verdict>,
}

impl Standings {
    /// Before the first game.
    pub fn new(plan: &MatchPlan, meetings: &[[usize; 2]]) -> Standings {
        let row = |name: &String| Row {
            name: name.clone(),
            ..Row::default()
        };
        let names = plan.contenders.iter().map(|contender| &contender.name);
        let meeting = |&players: &[usize; 2]| Meeting {
            players,
            ..Meeting::default()
        };
        Standings {
            rows: names.map(row).collect(),
            meetings: meetings.iter().map(meeting).collect(),
            colors: [0; 3],
            sprt: plan.sprt,
            verdict: None,
        }
    }

    /// The number of finished games.
    pub fn count(&self) -> u32 {
        self.colors.iter().sum()
    }

    /// The test and its log-likelihood ratio.
    pub fn sprt(&self) -> Option<(Sprt, f64)> {
        let sprt = self.sprt?;
        Some((sprt, sprt.llr(&self.meetings.first()?.pairs)))
    }

    /// The verdict of the test. Later games do not change it.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Counts a game.
    pub(super) fn add(&mut self, fixture: &Fixture, scored: &Scored) {
        let outcome = |color: Color| match scored.winner {
            Some(winner) if winner == color => 0,
            None => 1,
            Some(_) => 2,
        };
        self.colors[outcome(Color::Black)] += 1;
        for (color, who) in Color::ALL.into_iter().zip(fixture.players) {
            let row = &mut self.rows[who];
            row.games[outcome(color)] += 1;
            if outcome(color) == 2 {
                *row.losses.entry(scored.cause).or_default() += 1;
            }
            row.slowest = row.slowest.max(scored.slowest[color.index()]);
            row.late += scored.late[color.index()];
        }
        let first = match fixture.first_is_black {
            true => Color::Black,
            false => Color::White,
        };
        let players = [
            fixture.players[first.index()],
            fixture.players[(!first).index()],
        ];
        let found = self.meetings.iter_mut().find(|one| one.players == players);
        let meeting = found.expect("a meeting of the plan");
        meeting.games[outcome(first)] += 1;
        let half_points = 2 - outcome(first);
        match meeting.open.remove(&fixture.pair) {
            None => {
                meeting.open.insert(fixture.pair, half_points);
            }
            Some(other) => {
                meeting.pairs.add(half_points + other);
                if let (Some(sprt), None) = (self.sprt, self.verdict) {
                    self.verdict = sprt.verdict(&meeting.pairs);
                }
            }
        }
    }

    /// A contender's Elo against all its opponents, from pairs of games.
    pub fn elo(&self, who: usize) -> Option<Elo> {
        let mut pairs = Pairs::default();
        for meeting in &self.meetings {
            let counts = meeting.pairs.0;
            let ours = match meeting.players {
                [first, _] if first == who => counts,
                [_, second] if second == who => {
                    let mut turned = counts;
                    turned.reverse();
                    turned
                }
                _ => continue,
            };
            for (sum, count) in pairs.0.iter_mut().zip(ours) {
                *sum += count;
            }
        }
        pairs.elo()
    }
}

//! Games with scores as lines of JSON, for other programs.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{FileError, io_error};
use super::record::{BadRecord, Deeper, Finish, ScoredGame, ScoredPosition, StoredScore};
use super::set::GameSet;
use crate::board::Board;
use crate::board::notation::{moves_text, parse_square, play_moves, square_name};
use crate::scale::Meaning;
use crate::types::{Rule, Score, Square};

/// A game as a line of text. Positions are named by the number of stones.
#[derive(Debug, Serialize, Deserialize)]
struct JsonLine {
    #[serde(default)]
    number: u64,
    rule: String,
    /// Columns and rows.
    size: (usize, usize),
    /// All moves (`h8i9`).
    moves: String,
    /// The number of moves that are the opening's.
    opening: usize,
    /// What the scores are: see [`super::Plan::scores`].
    #[serde(default = "raw")]
    unit: String,
    /// For each position from the opening on the score for the side to move;
    /// a win in `n` plies is 30000 less `n`, a loss its negative.
    scores: Vec<i32>,
    /// The number of moves up to the last levelling one.
    random: usize,
    /// The positions with levelling moves; if none, the one before `random`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    levelling: Vec<usize>,
    /// The positions in which a five could be made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forced: Vec<usize>,
    /// Results of longer searches: move and score.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    deeper: BTreeMap<usize, (String, i32)>,
    /// Black's points: 2 for a win, 1 for a draw.
    black: u8,
}

fn raw() -> String {
    "raw".to_string()
}

impl GameSet {
    /// The games as lines of text.
    pub fn lines(&self) -> impl Iterator<Item = Result<String, BadRecord>> + '_ {
        self.games.iter().map(|game| {
            let board = game.board()?;
            let text = |error: serde_json::Error| BadRecord::Text(error.to_string());
            serde_json::to_string(&line(game, &board, self)).map_err(text)
        })
    }
}

fn line(game: &ScoredGame, board: &Board, set: &GameSet) -> JsonLine {
    let opening = game.opening.len();
    let named = |is_meant: fn(&ScoredPosition) -> bool| {
        let positions = game.positions.iter().enumerate();
        let meant = positions.filter(|(_, one)| is_meant(one));
        meant.map(|(index, _)| opening + index).collect()
    };
    let deeper = |one: &Deeper| (square_name(one.best, game.height), number_of(one.score));
    JsonLine {
        number: game.number,
        rule: set.rule.to_string(),
        size: (game.width, game.height),
        moves: moves_text(board),
        opening,
        unit: set.scores.clone(),
        scores: game
            .positions
            .iter()
            .map(|one| number_of(one.score))
            .collect(),
        random: game.settled_from(),
        levelling: named(|one| one.levelling),
        forced: named(|one| one.forced),
        deeper: game
            .deeper
            .iter()
            .map(|one| (opening + one.place, deeper(one)))
            .collect(),
        black: game.black,
    }
}

/// Reads lines of text; the last one may be incomplete.
pub(super) fn read(path: &Path, mut input: BufReader<impl Read>) -> Result<GameSet, FileError> {
    let mut set: Option<GameSet> = None;
    for number in 1.. {
        let mut text = Vec::new();
        let bytes = input.read_until(b'\n', &mut text);
        if bytes.map_err(|error| io_error(path, error))? == 0 {
            break;
        }
        let line = serde_json::from_slice::<JsonLine>(&text)
            .map_err(|error| BadRecord::Text(error.to_string()))
            .and_then(|line| {
                let rule: Result<Rule, _> = line.rule.parse();
                let rule = rule.map_err(|error| BadRecord::Text(error.to_string()))?;
                Ok((rule, line.unit.clone(), game(line)?))
            });
        let (rule, scores, game) = match (line, &mut set) {
            (Ok(line), _) => line,
            (Err(_), Some(set)) if !text.ends_with(b"\n") => {
                set.torn = true;
                break;
            }
            (Err(error), _) => {
                return Err(FileError::Line {
                    path: path.to_path_buf(),
                    line: number,
                    error,
                });
            }
        };
        let set = set.get_or_insert_with(|| GameSet {
            rule,
            scores: scores.clone(),
            plan: None,
            games: Vec::new(),
            torn: false,
        });
        if (set.rule, &set.scores) != (rule, &scores) {
            return Err(FileError::Mixed(path.to_path_buf()));
        }
        set.games.push(game);
    }
    set.ok_or_else(|| FileError::NotGames(path.to_path_buf()))
}

fn game(line: JsonLine) -> Result<ScoredGame, BadRecord> {
    let text = |error: &dyn std::fmt::Display| BadRecord::Text(error.to_string());
    let (width, height) = line.size;
    let mut board = Board::new(width, height)?;
    play_moves(&mut board, &line.moves).map_err(|error| text(&error))?;
    let moves: Vec<Square> = board.moves().iter().copied().flatten().collect();
    if moves.len() != board.moves().len() || line.opening > moves.len() || line.black > 2 {
        return Err(BadRecord::Text(
            "passes, a longer opening than game, or no result".to_string(),
        ));
    }
    let (opening, played) = moves.split_at(line.opening);
    if line.scores.len() < played.len() || line.scores.len() > played.len() + 1 {
        return Err(BadRecord::Text(
            "not as many scores as positions".to_string(),
        ));
    }
    let mut positions = Vec::new();
    for (index, &number) in line.scores.iter().enumerate() {
        let stones = line.opening + index;
        positions.push(ScoredPosition {
            score: score_of(number)?,
            played: played.get(index).copied(),
            levelling: match line.levelling.is_empty() {
                true => line.random == stones + 1,
                false => line.levelling.contains(&stones),
            },
            forced: line.forced.contains(&stones),
        });
    }
    let deeper = line.deeper.iter().map(|(&stones, (name, number))| {
        let place = stones.checked_sub(line.opening);
        Ok(Deeper {
            place: place.ok_or(BadRecord::Deeper)?,
            best: parse_square(name, &board).map_err(|error| text(&error))?,
            score: score_of(*number)?,
        })
    });
    let deeper = deeper.collect::<Result<_, BadRecord>>()?;
    let is_decided = |one: &ScoredPosition| !matches!(one.score.meaning(), Meaning::Estimate(_));
    let game = ScoredGame {
        number: line.number,
        width,
        height,
        opening: opening.to_vec(),
        end: match positions.last() {
            Some(last) if last.played.is_none() && is_decided(last) => Finish::Proven,
            Some(last) if last.played.is_none() => Finish::BrokenOff,
            _ => Finish::Played,
        },
        positions,
        deeper,
        black: line.black,
    };
    game.check()?;
    Ok(game)
}

fn number_of(score: StoredScore) -> i32 {
    match score.meaning() {
        Meaning::WinIn(plies) => Score::win_in(plies).value(),
        Meaning::LossIn(plies) => Score::loss_in(plies).value(),
        Meaning::Estimate(value) => value,
    }
}

fn score_of(number: i32) -> Result<StoredScore, BadRecord> {
    let score = i16::try_from(number).map_err(|error| BadRecord::Text(error.to_string()))?;
    Ok(StoredScore::raw(Score::from_tt(score, 0)))
}

//! The output of `review`: a table, JSON, or comments in SGF.

use serde::Serialize;

use super::exit::{count, one_line};
use super::opening_name::opening_of;
use crate::board::notation::square_name;
use crate::engine::{Mark, ReviewedMove, Tally};
use crate::records::tree::GameTree;
use crate::records::{GameError, GameRecord, GameResult, sgf};
use crate::types::{Color, Rule, Square};

/// The width of a bar, in characters.
const BAR: usize = 20;
/// The most turning points at the end of the table.
const TURNS: usize = 3;
/// The most moves of a line.
const SHOWN: usize = 8;

/// A game and its reviewed moves.
pub(super) struct Reviewed<'a> {
    game: &'a GameRecord,
    rule: Rule,
    opening: Option<String>,
    moves: Vec<ReviewedMove>,
}

/// The fields of a game, in the order in which they are written.
#[derive(Serialize)]
pub(super) struct GameFields<'a> {
    rule: &'a str,
    size: [usize; 2],
    players: &'a [String; 2],
    opening: Option<&'a str>,
    result: Option<&'a str>,
    moves: Vec<MoveFields>,
    sides: [SideFields; 2],
}

#[derive(Serialize)]
struct MoveFields {
    number: usize,
    color: String,
    r#move: Option<String>,
    given: bool,
    black_before: f64,
    black_after: f64,
    loss: f64,
    mark: &'static str,
    best: Option<String>,
    line: Vec<String>,
    score: Option<String>,
    missed_win: Option<usize>,
    loses_in: Option<usize>,
    foul: Option<&'static str>,
}

#[derive(Serialize)]
struct SideFields {
    moves: usize,
    marks: [usize; Mark::ALL.len()],
    mean_loss: f64,
}

impl<'a> Reviewed<'a> {
    /// The review of this game under this rule.
    pub fn new(
        game: &'a GameRecord,
        rule: Rule,
        moves: Vec<ReviewedMove>,
    ) -> Result<Reviewed<'a>, GameError> {
        Ok(Reviewed {
            game,
            rule,
            opening: opening_of(&game.board()?, Some(rule)),
            moves,
        })
    }

    fn name(&self, square: Square) -> String {
        square_name(square, self.game.height)
    }

    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| self.name(square)).collect()
    }

    fn line(&self, squares: &[Square]) -> String {
        let shown = self.names(&squares[..squares.len().min(SHOWN)]).join(" ");
        match squares.len() > SHOWN {
            true => shown + " …",
            false => shown,
        }
    }

    fn played(&self, one: &ReviewedMove) -> String {
        one.square
            .map_or("pass".to_string(), |square| self.name(square))
    }

    fn result(&self) -> Option<&'static str> {
        Some(match self.game.result? {
            GameResult::Win(Color::Black) => "black",
            GameResult::Win(Color::White) => "white",
            GameResult::Draw => "draw",
        })
    }

    /// The game as one JSON object on a line.
    pub fn json_line(&self) -> String {
        // Strings, numbers and lists always have a JSON form.
        serde_json::to_string(&self.fields()).unwrap_or_default() + "\n"
    }

    /// What JSON has of the game.
    pub fn fields(&self) -> GameFields<'_> {
        let moves = self.moves.iter().map(|one| {
            let [black_before, black_after] = one.black_shares().map(rounded);
            MoveFields {
                number: one.number,
                color: one.color.to_string(),
                r#move: one.square.map(|square| self.name(square)),
                given: one.is_given,
                black_before,
                black_after,
                loss: rounded(one.loss()),
                mark: one.mark().sign(),
                best: one.best.first().map(|&square| self.name(square)),
                line: self.names(&one.best),
                score: one.score.map(|score| score.to_string()),
                missed_win: one.missed_win(),
                loses_in: one.loses_in(),
                foul: one.foul.map(|foul| foul.name()),
            }
        });
        let sides = Color::ALL.map(|color| {
            let tally = Tally::of(&self.moves, color);
            SideFields {
                moves: tally.moves,
                marks: tally.marks,
                mean_loss: rounded(tally.mean_loss),
            }
        });
        GameFields {
            rule: self.rule.name(),
            size: [self.game.width, self.game.height],
            players: &self.game.players,
            opening: self.opening.as_deref(),
            result: self.result(),
            moves: moves.collect(),
            sides,
        }
    }

    /// The game move by move, with turning points and a summary.
    pub fn table(&self) -> String {
        let mut text = self.heading();
        if self.moves.is_empty() {
            return text;
        }
        text += "                 black's winning chances\n";
        for one in &self.moves {
            let color = one.color.to_string();
            let share = one.black_shares()[1];
            let filled = (share * BAR as f64).round() as usize;
            let bar = "#".repeat(filled) + &".".repeat(BAR - filled);
            let (number, mark) = (one.number, one.mark().sign());
            let played = self.played(one);
            let remark = self.remark(one);
            let line = format!(
                "{number:3} {color} {played:>4} {mark:2} {:5.1} % {bar}  {remark}",
                100.0 * share
            );
            text += line.trim_end();
            text.push('\n');
        }
        text + &self.turns() + &self.tallies()
    }

    fn heading(&self) -> String {
        let GameRecord { width, height, .. } = self.game;
        let moves = count(self.moves.len(), "move");
        let mut text = format!("{}, {width}x{height}, {moves}", self.rule);
        let [black, white] = self
            .game
            .players
            .each_ref()
            .map(|name| match name.as_str() {
                "" => "?".to_string(),
                name => one_line(name),
            });
        if [&black, &white].iter().any(|name| *name != "?") {
            text += &format!(", {black} (black) against {white} (white)");
        }
        if let Some(result) = self.result() {
            let said = match result {
                "draw" => "a draw".to_string(),
                winner => format!("{winner} won"),
            };
            text += &format!(", {said}");
        }
        text.push('\n');
        if let Some(opening) = &self.opening {
            text += &format!("opening: {opening}\n");
        }
        text
    }

    /// The remarks on a move, besides its mark.
    fn remark(&self, one: &ReviewedMove) -> String {
        let mut said = Vec::new();
        if one.is_given {
            said.push("given move".to_string());
        }
        if let Some(foul) = one.foul {
            said.push(format!("forbidden: {foul}"));
        }
        if let Some(plies) = one.missed_win() {
            said.push(format!("misses a win in {}", in_plies(plies)));
        }
        if let Some(plies) = one.loses_in() {
            let line = self.line(&one.answer);
            said.push(format!("loses in {}: {line}", in_plies(plies)));
        }
        if !one.best.is_empty() && one.mark() != Mark::Fine && !one.is_best() {
            said.push(format!("better {}", self.line(&one.best)));
        }
        said.join("; ")
    }

    /// The moves that lost most, in their order.
    fn turns(&self) -> String {
        let mut turns: Vec<&ReviewedMove> = self.moves.iter().collect();
        turns.retain(|one| one.mark() != Mark::Fine);
        turns.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        turns.truncate(TURNS);
        turns.sort_by_key(|one| one.number);
        let turns = turns.iter().map(|one| {
            let played = self.played(one);
            let [before, after] = one.black_shares().map(|share| 100.0 * share);
            let (number, color) = (one.number, one.color);
            format!("move {number} ({color} {played}), black from {before:.0} to {after:.0} %")
        });
        let turns: Vec<String> = turns.collect();
        match turns.is_empty() {
            true => "no turning points\n".to_string(),
            false => {
                let point = if turns.len() == 1 {
                    "turning point"
                } else {
                    "turning points"
                };
                format!("{point}: {}\n", turns.join("; "))
            }
        }
    }

    fn tallies(&self) -> String {
        let sides = Color::ALL.map(|color| {
            let tally = Tally::of(&self.moves, color);
            let marks = Mark::ALL.into_iter().skip(1).map(|mark| {
                let how_many = tally.marks[mark as usize];
                format!("{how_many} {}", mark.sign())
            });
            let marks: Vec<String> = marks.collect();
            format!(
                "{color}: {}, {}, average loss {:.1} % per move\n",
                count(tally.moves, "move"),
                marks.join(", "),
                100.0 * tally.mean_loss
            )
        });
        sides.concat()
    }

    /// The game with a comment on each move.
    pub fn sgf(&self) -> String {
        let game = GameRecord {
            rule: Some(self.rule),
            ..self.game.clone()
        };
        let mut tree = GameTree::of(&game);
        tree.name_opening();
        // The root comes before the first move.
        let nodes = tree.nodes().skip(1);
        for (node, one) in nodes.zip(&self.moves) {
            let comment = self.comment(one);
            if !comment.is_empty() {
                tree.notes_mut(node).comment = comment;
            }
        }
        sgf::write(&tree)
    }

    fn comment(&self, one: &ReviewedMove) -> String {
        let share = 100.0 * one.black_shares()[1];
        let said = [
            one.mark().sign().to_string(),
            format!("Black's winning chances: {share:.0} %"),
            self.remark(one),
        ];
        let said = said.into_iter().filter(|part| !part.is_empty());
        said.collect::<Vec<_>>().join("; ")
    }
}

fn in_plies(plies: usize) -> String {
    match plies {
        1 => "1 ply".to_string(),
        plies => format!("{plies} plies"),
    }
}

/// A share with the four digits that are significant.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

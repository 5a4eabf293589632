//! Another program as a player, through Gomocup's protocol.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::contender::Contender;
use super::player::{Failure, Player, Reply};
use super::process::{Answer, Process};
use crate::board::Board;
use crate::game::EngineClock;
use crate::types::{Rule, SquareSet};

/// The value of `INFO time_left` without a limit.
const NO_LIMIT: u64 = i32::MAX as u64;

/// A program, with the settings of a contender.
pub(super) struct ExternalPlayer {
    contender: Arc<Contender>,
    process: Option<Process>,
    /// The number of moves that it knows, its own included.
    known: usize,
    complaint: Option<String>,
    stop: Arc<AtomicBool>,
}

impl ExternalPlayer {
    /// The program is started when its first game begins.
    pub(super) fn new(contender: Arc<Contender>, stop: Arc<AtomicBool>) -> ExternalPlayer {
        ExternalPlayer {
            contender,
            process: None,
            known: 0,
            complaint: None,
            stop,
        }
    }

    /// The settings of a new game.
    fn infos(&self, rule: Rule) -> String {
        let mut infos = String::new();
        let mut info = |key: &str, value: String| {
            let _ = writeln!(infos, "INFO {key} {value}");
        };
        let contender = &self.contender;
        info("rule", rule_number(rule).to_string());
        if let Some(turn) = contender.turn {
            info("timeout_turn", turn.to_string());
        }
        info("timeout_match", contender.game.unwrap_or(0).to_string());
        info("max_memory", (contender.memory << 20).to_string());
        info("game_type", "1".to_string());
        if contender.threads > 1 {
            info("thread_num", contender.threads.to_string());
        }
        if let Some(nodes) = contender.nodes {
            info("max_node", nodes.to_string());
        }
        if let Some(depth) = contender.depth {
            info("max_depth", depth.to_string());
        }
        for (key, value) in &contender.options {
            info(key, value.clone());
        }
        infos
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(self.contender.pause)
    }

    fn start_game(&mut self, rule: Rule, width: usize, height: usize) -> Result<(), Failure> {
        if self.contender.restart {
            self.end();
        }
        let patience = self.contender.patience();
        let pause = self.pause();
        let infos = self.infos(rule);
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let stop = Arc::clone(&self.stop);
                self.process.insert(Process::start(&self.contender, stop)?)
            }
        };
        let start = match width == height {
            true => format!("START {width}\n"),
            false => format!("RECTSTART {width},{height}\n"),
        };
        let since = process.send(&start, pause);
        loop {
            match process.answer(since, patience)?.0 {
                Answer::Ok => break,
                // A late answer to an earlier question.
                Answer::Point(..) | Answer::Suggestion(..) => (),
                Answer::Forbidden(_) | Answer::Unknown => (),
                Answer::Error(text) | Answer::Garbage(text) => {
                    return Err(Failure::NoStart(format!("'{text}' instead of OK")));
                }
            }
        }
        process.send(&infos, Duration::ZERO);
        Ok(())
    }

    fn ask(&mut self, board: &Board, clock: &EngineClock) -> Result<Reply, Failure> {
        let pause = self.pause();
        let limit = match clock.allowance() {
            Some(limit) => limit + self.contender.tolerance(),
            None => self.contender.patience(),
        };
        let question = question(board, self.known, self.contender.boards, clock);
        let process = self.process.as_mut().ok_or(Failure::Stopped)?;
        let since = process.send(&question, pause);
        let (x, y, at) = loop {
            let (answer, at) = process.answer(since, limit)?;
            match answer {
                Answer::Point(x, y) => break (x, y, at),
                Answer::Suggestion(x, y) => {
                    process.send(&format!("PLAY {x},{y}\n"), Duration::ZERO);
                }
                // A late answer to an earlier command.
                Answer::Ok | Answer::Forbidden(_) | Answer::Unknown => (),
                Answer::Error(text) | Answer::Garbage(text) => {
                    return Err(Failure::Garbage(format!("it said '{text}'")));
                }
            }
        };
        let time = at.saturating_duration_since(since);
        let Some(square) = board.square(x, y) else {
            return Err(Failure::Illegal(format!("{x},{y} is not on the board")));
        };
        if !board.is_empty(square) {
            return Err(Failure::Illegal(format!("{x},{y} is not empty")));
        }
        Ok(Reply { square, time })
    }

    /// Black's forbidden points by the program (`YXSHOWFORBID`); `None` if it does not know
    /// the command. Black must be to move.
    pub(super) fn forbidden(&mut self, board: &Board) -> Result<Option<SquareSet>, Failure> {
        let (pause, patience) = (self.pause(), self.contender.patience());
        let process = self.process.as_mut().ok_or(Failure::Stopped)?;
        let question = format!("YXBOARD\n{}DONE\nYXSHOWFORBID\n", stones(board));
        let since = process.send(&question, pause);
        loop {
            match process.answer(since, patience)?.0 {
                Answer::Forbidden(points) => {
                    let square = |(x, y)| {
                        let wrong = || Failure::Illegal(format!("{x},{y} is not on the board"));
                        board.square(x, y).ok_or_else(wrong)
                    };
                    return points
                        .into_iter()
                        .map(square)
                        .collect::<Result<_, _>>()
                        .map(Some);
                }
                Answer::Unknown | Answer::Error(_) => return Ok(None),
                Answer::Ok | Answer::Point(..) | Answer::Suggestion(..) => (),
                Answer::Garbage(text) => {
                    return Err(Failure::Garbage(format!("it said '{text}'")));
                }
            }
        }
    }

    /// Ends the program, if it runs.
    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            self.complaint = process.end().or(self.complaint.take());
        }
    }
}

impl Player for ExternalPlayer {
    fn start(
        &mut self,
        rule: Rule,
        width: usize,
        height: usize,
        _seed: u64,
    ) -> Result<(), Failure> {
        self.known = 0;
        let result = self.start_game(rule, width, height);
        if result.is_err() {
            self.process = None;
        }
        result.map_err(|failure| match failure {
            Failure::NoStart(_) | Failure::Stopped => failure,
            Failure::Timeout { limit, output } => {
                Failure::NoStart(format!("no OK within {} ms; {output}", limit.as_millis()))
            }
            other => Failure::NoStart(other.to_string()),
        })
    }

    fn play(&mut self, board: &Board, clock: &EngineClock) -> Result<Reply, Failure> {
        let reply = self.ask(board, clock);
        match reply {
            Ok(_) => self.known = board.moves().len() + 1,
            // Its idea of the position is unknown now.
            Err(_) => self.process = None,
        }
        reply
    }

    fn finish(&mut self) -> Option<String> {
        self.end();
        self.complaint()
    }

    fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }
}

/// The commands that ask for a move of a program that knows `known` moves.
fn question(board: &Board, known: usize, boards: bool, clock: &EngineClock) -> String {
    let left = clock.left();
    let time_left = left.map_or(NO_LIMIT, |left| left.as_millis() as u64);
    let mut text = format!("INFO time_left {time_left}\n");
    let moves = board.moves();
    match moves.last() {
        None => text.push_str("BEGIN\n"),
        Some(Some(last)) if known > 0 && known + 1 == moves.len() && !boards => {
            let _ = writeln!(text, "TURN {},{}", last.x(), last.y());
        }
        _ => {
            let _ = write!(text, "BOARD\n{}DONE\n", stones(board));
        }
    }
    text
}

/// The lines of `BOARD`, from the side to move: its own stones (1) and the others (2).
fn stones(board: &Board) -> String {
    let mut text = String::new();
    let moves = board.moves();
    for (turn, square) in moves.iter().enumerate() {
        let field = 2 - (moves.len() - turn + 1) % 2;
        if let Some(square) = square {
            let _ = writeln!(text, "{},{},{field}", square.x(), square.y());
        }
    }
    text
}

/// The number of `INFO rule`.
fn rule_number(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::CaroOverline => 8,
        Rule::Caro => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;

    #[test]
    fn positions_are_told_from_the_side_to_move() {
        let mut board = Board::new(15, 15).unwrap();
        let clock = EngineClock::default();
        let asked = question(&board, 0, false, &clock);
        assert_eq!(asked, "INFO time_left 2147483647\nBEGIN\n");
        play_moves(&mut board, "a15b14c13").unwrap();
        let asked = question(&board, 0, false, &clock);
        assert!(
            asked.ends_with("\nBOARD\n0,0,2\n1,1,1\n2,2,2\nDONE\n"),
            "{asked}"
        );
        assert!(question(&board, 2, false, &clock).ends_with("TURN 2,2\n"));
        assert!(question(&board, 2, true, &clock).ends_with("DONE\n"));
        let mut clock = EngineClock::default();
        clock.set_left(Some(Duration::from_millis(1_500)));
        assert!(question(&board, 2, false, &clock).starts_with("INFO time_left 1500\n"));
    }
}

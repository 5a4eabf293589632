//! Files of games.
//!
//! The first line is text: what it is, the [`Plan`], and a checksum. Then come the
//! games in the order of their numbers, each a block: its length (two bytes, little
//! endian), a check byte of the length, the game, and a CRC-32 of all of this. The
//! check byte tells damage from an incomplete block: only the last one can be
//! incomplete, and it is written again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::{FileError, io_error};
use super::plan::Plan;
use super::record::ScoredGame;
use super::set::GameSet;
use super::text;

/// How a file begins: what it is, and the version of its format.
pub(in crate::lab) const BEGINNING: &str = "tengen games 1 ";
/// The longest first line.
const LONGEST_LINE: u64 = 1 << 16;

/// A file that games are added to.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    games: usize,
}

/// The next block of a file.
pub(super) enum Next {
    Game(Box<ScoredGame>),
    End,
    /// An incomplete block.
    Torn,
}

/// Reads the games of a file one by one.
pub(super) struct Blocks<'a> {
    pub(super) path: &'a Path,
    input: BufReader<File>,
    pub(super) plan: Plan,
    /// The number of games read.
    pub(super) games: usize,
    /// Where the next block begins.
    offset: u64,
}

impl GameFile {
    /// Opens the file of this plan, or begins it. An incomplete game at the end is
    /// removed.
    pub fn open(path: &Path, plan: &Plan) -> Result<GameFile, FileError> {
        let failed = |error| io_error(path, error);
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        let wanted = first_line(plan);
        let mut start = Vec::new();
        let mut limited = (&file).take(wanted.len() as u64);
        limited.read_to_end(&mut start).map_err(failed)?;
        let is_new = start.len() < wanted.len() && wanted.as_bytes().starts_with(&start);
        let (games, whole) = if is_new {
            (0, 0)
        } else {
            let mut blocks = Blocks::open(path)?;
            if blocks.plan != *plan {
                return Err(FileError::OtherPlan {
                    path: path.to_path_buf(),
                    has: json(&blocks.plan),
                    wanted: json(plan),
                });
            }
            while let Next::Game(_) = blocks.next()? {}
            (blocks.games, blocks.offset)
        };
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if is_new {
            file.write_all(wanted.as_bytes()).map_err(failed)?;
        }
        Ok(GameFile {
            path: path.to_path_buf(),
            file,
            games,
        })
    }

    /// The number of games in it.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds the next game.
    pub fn add(&mut self, game: &ScoredGame) -> Result<(), FileError> {
        let block = block(&game.encode());
        let written = self.file.write_all(&block);
        written.map_err(|error| io_error(&self.path, error))?;
        self.games += 1;
        Ok(())
    }
}

impl GameSet {
    /// Reads all games of a file, in blocks or as lines of text.
    pub fn read(path: &Path) -> Result<GameSet, FileError> {
        let failed = |error| io_error(path, error);
        let mut input = BufReader::new(File::open(path).map_err(failed)?);
        if input.fill_buf().map_err(failed)?.first() == Some(&b'{') {
            return text::read(path, input);
        }
        let mut blocks = Blocks::open(path)?;
        let mut games = Vec::new();
        let torn = loop {
            match blocks.next()? {
                Next::Game(game) => games.push(*game),
                Next::End => break false,
                Next::Torn => break true,
            }
        };
        Ok(GameSet {
            rule: blocks.plan.rule(),
            scores: blocks.plan.scores.clone(),
            plan: Some(blocks.plan),
            games,
            torn,
        })
    }

    /// Reads several files with games of the same rule and the same scores.
    pub fn read_all(paths: &[PathBuf]) -> Result<GameSet, FileError> {
        let mut sets = paths.iter().map(|path| GameSet::read(path));
        let mut all = sets.next().unwrap_or_else(|| {
            let error = io::Error::new(io::ErrorKind::NotFound, "no file is named");
            Err(io_error(Path::new(""), error))
        })?;
        for (set, path) in sets.zip(&paths[1..]) {
            let set = set?;
            if (set.rule, &set.scores) != (all.rule, &all.scores) {
                return Err(FileError::Mixed(path.clone()));
            }
            all.plan = None;
            all.torn |= set.torn;
            all.games.extend(set.games);
        }
        Ok(all)
    }
}

impl Blocks<'_> {
    /// Reads the first line.
    pub(super) fn open(path: &Path) -> Result<Blocks<'_>, FileError> {
        let failed = |error| io_error(path, error);
        let mut input = BufReader::new(File::open(path).map_err(failed)?);
        let mut line = Vec::new();
        let mut limited = (&mut input).take(LONGEST_LINE);
        limited.read_until(b'\n', &mut line).map_err(failed)?;
        let text = String::from_utf8_lossy(&line);
        let Some(rest) = text.strip_prefix(BEGINNING) else {
            return Err(FileError::NotGames(path.to_path_buf()));
        };
        let damaged = |error: &str| FileError::Damaged {
            path: path.to_path_buf(),
            game: 0,
            offset: 0,
            error: error.to_string(),
        };
        let parts = rest
            .strip_suffix('\n')
            .and_then(|rest| rest.rsplit_once(' '));
        let (plan, sum) = parts.ok_or_else(|| damaged("the first line has no end"))?;
        if sum != checksum_of_line(plan) {
            return Err(damaged("the checksum of the first line is wrong"));
        }
        let plan: Plan = serde_json::from_str(plan).map_err(|error| damaged(&error.to_string()))?;
        plan.check().map_err(|error| damaged(&error.to_string()))?;
        Ok(Blocks {
            path,
            input,
            plan,
            games: 0,
            offset: line.len() as u64,
        })
    }

    pub(super) fn next(&mut self) -> Result<Next, FileError> {
        let failed = |error| io_error(self.path, error);
        let mut block = Vec::new();
        let mut head = (&mut self.input).take(3);
        match head.read_to_end(&mut block).map_err(failed)? {
            0 => return Ok(Next::End),
            1 | 2 => return Ok(Next::Torn),
            _ => (),
        }
        if block[2] != length_check(block[0], block[1]) {
            return Err(self.damaged("the length of the block is damaged"));
        }
        let length = usize::from(u16::from_le_bytes([block[0], block[1]]));
        let mut rest = (&mut self.input).take(length as u64 + 4);
        if rest.read_to_end(&mut block).map_err(failed)? < length + 4 {
            return Ok(Next::Torn);
        }
        let (content, sum) = block.split_at(3 + length);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(self.damaged("the checksum is wrong"));
        }
        let game = ScoredGame::decode(&content[3..]);
        let game = game.map_err(|error| self.damaged(&error.to_string()))?;
        let wanted = self.plan.number(self.games);
        if game.number != wanted {
            let text = format!("it is number {} where {wanted} should be", game.number);
            return Err(self.damaged(&text));
        }
        self.games += 1;
        self.offset += block.len() as u64;
        Ok(Next::Game(Box::new(game)))
    }

    fn damaged(&self, error: &str) -> FileError {
        FileError::Damaged {
            path: self.path.to_path_buf(),
            game: self.games + 1,
            offset: self.offset,
            error: error.to_string(),
        }
    }
}

/// The first line of a plan's file.
fn first_line(plan: &Plan) -> String {
    let plan = json(plan);
    let sum = checksum_of_line(&plan);
    format!("{BEGINNING}{plan} {sum}\n")
}

fn checksum_of_line(plan: &str) -> String {
    format!("{:08x}", crc32fast::hash(plan.as_bytes()))
}

/// The block of a game's bytes.
fn block(content: &[u8]) -> Vec<u8> {
    let [low, high] = (content.len() as u16).to_le_bytes();
    let mut block = vec![low, high, length_check(low, high)];
    block.extend(content);
    let sum = crc32fast::hash(&block);
    block.extend(sum.to_le_bytes());
    block
}

/// Differs for lengths that differ in one byte.
fn length_check(low: u8, high: u8) -> u8 {
    !(low ^ high)
}

/// The plan as text.
pub(super) fn json(plan: &Plan) -> String {
    serde_json::to_string(plan).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::shard::Shard;

    /// An older file may say how many root moves have scores: one in each position.
    #[test]
    fn older_plans_are_read() {
        let plan = Plan {
            rule: "renju".to_string(),
            size: "mixed".to_string(),
            nodes: 1_000,
            halvings: 2,
            levelling: true,
            seed: 7,
            first: 0,
            shard: Shard::WHOLE,
            scores: Plan::normalised_scores(),
            engine: "of the tests".to_string(),
            relabelled: None,
        };
        let older = json(&plan).replacen("\"seed\"", "\"lines\":1,\"seed\"", 1);
        assert_ne!(older, json(&plan));
        assert_eq!(serde_json::from_str::<Plan>(&older).unwrap(), plan);
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    }
}

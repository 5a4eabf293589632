//! Lines that managers send, lines that they should not send, and noise.

use std::collections::VecDeque;

use rand::rngs::StdRng;
use rand::{Rng, RngCore};

use super::model::Model;
use super::squares::MOST_SIDE;

/// The keys of Yixin's extension.
pub const YIXIN_KEYS: [&str; 20] = [
    "max_depth",
    "start_depth",
    "max_node",
    "time_increment",
    "hash_size",
    "thread_num",
    "thread_split_depth",
    "caution_factor",
    "pondering",
    "show_detail",
    "checkmate",
    "nbestsym",
    "vcthread",
    "usedatabase",
    "database_readonly",
    "swapable",
    "strength",
    "max_moves",
    "draw_result",
    "search_type",
];

/// All other keys, some of them unknown.
const KEYS: [&str; 13] = [
    "timeout_turn",
    "timeout_match",
    "time_left",
    "max_memory",
    "rule",
    "row_first",
    "message",
    "game_type",
    "evaluate",
    "folder",
    "evaluator_draw_ratio",
    "no_such_key",
    "",
];

/// Extreme numbers, and texts that are no numbers.
const ABSURD: [&str; 32] = [
    "0",
    "-1",
    "1",
    "-0",
    "+7",
    "007",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1000000000000000000000000000000",
    "-1000000000000000000000000000000",
    "100000000",
    "2000000",
    "0.5",
    "-3.99",
    "1e9",
    "0x10",
    "NaN",
    "inf",
    "1,2",
    "--1",
    "٣",
    "abc",
    "-",
    ".",
    "",
];

/// A line that is longer than any program may expect, in bytes.
const LONG_LINE: usize = 1 << 20;

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Anything but `END`.
    Wild,
    /// What a manager may send whose times and threads are set already.
    Mild,
}

/// A source of lines.
pub struct Generator {
    pub rng: StdRng,
    taste: Taste,
    /// What is left of a block that was begun.
    rest: VecDeque<Vec<u8>>,
    /// Lines to send again, or to spoil.
    recent: VecDeque<Vec<u8>>,
}

impl Generator {
    /// A source that always gives the same lines for the same answers.
    pub fn new(rng: StdRng) -> Generator {
        Generator {
            rng,
            taste: Taste::Wild,
            rest: VecDeque::new(),
            recent: VecDeque::new(),
        }
    }

    /// The next line, without its end. It may have line ends inside, but no
    /// line in it is `END`.
    pub fn line(&mut self, model: &Model, taste: Taste) -> Vec<u8> {
        self.taste = taste;
        loop {
            let line = self.any_line(model);
            let ends = |part: &[u8]| {
                let text = String::from_utf8_lossy(part).replace('\0', " ");
                let first = text.split_whitespace().next();
                first.is_some_and(|first| first.eq_ignore_ascii_case("END"))
            };
            if !line.split(|byte| b"\r\n".contains(byte)).any(ends) {
                return line;
            }
        }
    }

    fn any_line(&mut self, model: &Model) -> Vec<u8> {
        let interrupts = self.taste == Taste::Wild && self.one_in(12);
        if !interrupts && let Some(line) = self.rest.pop_front() {
            return line;
        }
        if self.taste == Taste::Mild {
            return self.command(model);
        }
        let line = match self.rng.random_range(0..1_000) {
            0..720 => self.command(model),
            720..930 => {
                let index = self.rng.random_range(0..=self.recent.len());
                let line = self.recent.get(index).cloned();
                let line = line.unwrap_or_else(|| self.command(model));
                self.spoiled(line)
            }
            930..999 => self.noise(60),
            _ => match self.one_in(30) {
                true => self.long_line(),
                false => self.noise(5_000),
            },
        };
        if line.len() < 1_000 {
            self.recent.push_back(line.clone());
            if self.recent.len() > 20 {
                self.recent.pop_front();
            }
        }
        line
    }

    fn one_in(&mut self, times: u32) -> bool {
        self.rng.random_ratio(1, times)
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.rng.random_range(0..texts.len())]
    }

    /// A command in some case and spacing, with arguments of all kinds.
    fn command(&mut self, model: &Model) -> Vec<u8> {
        let text = match self.rng.random_range(0..100) {
            0..4 => {
                let side = self.side();
                format!("START {side}")
            }
            4..6 => {
                let name = self.pick(&["START", "RECTSTART", "RECTSTART"]);
                let comma = self.pick(&[",", " ,", ", ", " "]);
                let (width, height) = (self.side(), self.side());
                format!("{name} {width}{comma}{height}")
            }
            6 => "RESTART".to_string(),
            7..11 => "BEGIN".to_string(),
            11..31 => self.with_point("TURN", model),
            31..37 => self.with_point("TAKEBACK", model),
            37..40 => self.with_point("PLAY", model),
            40..46 => self.block("BOARD", model),
            46..51 => self.block("YXBOARD", model),
            51..53 => self.block("SWAP2BOARD", model),
            53..55 => self.block("YXBLOCK", model),
            55 => self.block("YXBLOCKUNDO", model),
            56 => "YXBLOCKRESET".to_string(),
            57..80 => self.info(),
            80..85 => {
                let lines = self.number(1, 5);
                format!("YXNBEST {lines}")
            }
            85 => "YXSEARCHDEFEND".to_string(),
            86..90 => {
                let name = self.pick(&["YXBALANCEONE", "YXBALANCETWO"]);
                let bias = self.number(-100, 100);
                format!("{name} {bias}")
            }
            90 => "YXSHOWFORBID".to_string(),
            91 => self.opening_step(model),
            92 => self.pick(&["YXHASHCLEAR", "YXSHOWHASHUSAGE"]).to_string(),
            93 => self.pick(&["ABOUT", "YXSHOWINFO", "ABOUT"]).to_string(),
            94..97 => self.pick(&["YXSTOP", "STOP"]).to_string(),
            97 => self.pick(&["DONE", "", " ", "\t"]).to_string(),
            _ => self.unknown(),
        };
        self.dressed(&text).into_bytes()
    }

    /// A question of Yixin's dialogues about openings.
    fn opening_step(&mut self, model: &Model) -> String {
        let step = self.rng.random_range(1..=6);
        match self.rng.random_range(0..4) {
            0 | 1 => format!("YXSWAP2STEP{}", self.number(1, 3)),
            2 if step > 1 => self.block(&format!("YXSOOSORVSTEP{step}"), model),
            _ => {
                // An opening with the centre of the usual board.
                let stones = "7,7 7,8 8,8 3,3 2,2 2,5 4,9 11,5 5,11 1,6 6,1 9,12";
                let count = match step {
                    1 => return "YXSOOSORVSTEP1".to_string(),
                    2 | 3 => 3,
                    4 | 5 => 4,
                    _ => self.rng.random_range(5..=12),
                };
                let stones: Vec<&str> = stones.split(' ').take(count).collect();
                let number = match step {
                    4 | 5 => format!(" {}", self.number(1, 8)),
                    _ => String::new(),
                };
                format!("YXSOOSORVSTEP{step}{number} {} DONE", stones.join(" "))
            }
        }
    }

    /// The text in some case and spacing.
    fn dressed(&mut self, text: &str) -> String {
        if self.rng.random_bool(0.6) {
            return text.to_string();
        }
        let text = match self.rng.random_range(0..4) {
            0 => text.to_lowercase(),
            1 => text.to_uppercase(),
            2 => text.replace(' ', self.pick(&["  ", "\t", " \t "])),
            _ => text.to_string(),
        };
        let before = self.pick(&["", "", " ", "\t"]);
        let after = self.pick(&["", "", " ", "\r", " \r"]);
        format!("{before}{text}{after}")
    }

    fn unknown(&mut self) -> String {
        let known = [
            "HELLO",
            "YXQUERYDATABASEALL",
            "SUGGEST 7,7",
            "OK",
            "0,0",
            "TURN7,7",
            "ERROR",
        ];
        self.pick(&known).to_string()
    }

    /// A number that makes sense if it is of this range, or an absurd one.
    fn number(&mut self, least: i64, most: i64) -> String {
        match self.taste == Taste::Mild || self.rng.random_bool(0.7) {
            true => self.rng.random_range(least..=most).to_string(),
            false => self.pick(&ABSURD).to_string(),
        }
    }

    fn side(&mut self) -> String {
        match self.rng.random_range(0..10) {
            0..3 => "5".to_string(),
            3..6 => self.pick(&["15", "20", "6", "22"]).to_string(),
            6 | 7 => self.number(5, 22),
            _ => self.number(-1, 30),
        }
    }

    /// A command with a square: often an empty one.
    fn with_point(&mut self, name: &str, model: &Model) -> String {
        let stone = name == "TAKEBACK";
        let point = match self.rng.random_range(0..20) {
            0..14 => self.square(stone, model),
            14..17 => self.square(!stone, model),
            _ => self.odd_point(model),
        };
        format!("{name} {point}")
    }

    /// A square with a stone, or an empty one.
    fn square(&mut self, stone: bool, model: &Model) -> String {
        let square = model.random(stone, &mut self.rng).unwrap_or((0, 0));
        let (x, y) = model.written(square);
        match self.one_in(10) {
            true => format!("{x} , {y}"),
            false => format!("{x},{y}"),
        }
    }

    /// Coordinates that may be none.
    fn odd_point(&mut self, model: &Model) -> String {
        let side = i64::from(model.width.max(model.height));
        match self.rng.random_range(0..6) {
            0 => "-1,-1".to_string(),
            1 => format!("{0},{0}", side),
            2 => format!("{}, -1", self.number(0, side)),
            3 => self.number(0, 9),
            _ => format!(
                "{},{}",
                self.number(-2, side + 1),
                self.number(-2, side + 1)
            ),
        }
    }

    /// A setting.
    fn info(&mut self) -> String {
        if self.taste == Taste::Mild {
            let known = [
                "show_detail 0",
                "show_detail 3",
                "evaluate 3,4",
                "rule 0",
                "rule 1",
            ];
            return format!("INFO {}", self.pick(&known));
        }
        let key = match self.rng.random_bool(0.4) {
            true => self.pick(&KEYS),
            false => self.pick(&YIXIN_KEYS),
        };
        let value = match key {
            "rule" => self.number(0, 12),
            // Starting hundreds of threads takes long.
            "thread_num" if !self.one_in(300) => self.rng.random_range(1..=3).to_string(),
            "max_node" => self.number(1, 40),
            "timeout_turn" => self.number(0, 20),
            "max_memory" => {
                let known = ["0", "0", "0", "33554432", "83886080", "367001600"];
                if self.one_in(3) {
                    self.number(0, 1)
                } else {
                    self.pick(&known).to_string()
                }
            }
            "hash_size" => self.number(1, 4_096),
            "evaluate" => "3,4".to_string(),
            "folder" => "C:\\Temp\\my files".to_string(),
            "search_type" => "mcts".to_string(),
            _ => self.number(0, 4),
        };
        format!("INFO {key} {value}")
    }

    /// A block on one line, or its first line; the others follow.
    fn block(&mut self, name: &str, model: &Model) -> String {
        let fields = name.ends_with("BOARD") && name != "SWAP2BOARD";
        let mut lines: Vec<String> = Vec::new();
        let wild = self.taste == Taste::Wild;
        let count = match self.rng.random_range(0..40) {
            // All of the board, walls on nearly all of it, and more than fits.
            0 | 1 => {
                let walls = self.one_in(2);
                for square in model.board() {
                    let (x, y) = model.written(square);
                    let field = if walls {
                        3
                    } else {
                        self.rng.random_range(1..=3)
                    };
                    let field = if fields {
                        format!(",{field}")
                    } else {
                        String::new()
                    };
                    if !self.one_in(50) {
                        lines.push(format!("{x},{y}{field}"));
                    }
                }
                0
            }
            2 if wild && self.one_in(20) => 2_500,
            _ => *[0, 1, 2, 3, 5, 8, 12]
                .get(self.rng.random_range(0..7))
                .expect("a count"),
        };
        for index in 0..count {
            lines.push(self.block_line(fields, index, model));
        }
        if !wild || !self.one_in(12) {
            lines.push(self.pick(&["DONE", "DONE", "done"]).to_string());
        }
        if self.rng.random_bool(0.5) {
            return format!("{name} {}", lines.join(" "));
        }
        self.rest = lines.into_iter().map(String::into_bytes).collect();
        name.to_string()
    }

    fn block_line(&mut self, fields: bool, index: usize, model: &Model) -> String {
        let wild = self.taste == Taste::Wild;
        let point = match self.rng.random_range(0..20) {
            0 | 1 if wild => self.odd_point(model),
            2 if wild => {
                return self
                    .pick(&["7,7,", "x", "7 7 1", "HELLO", ",,", "1,2,3,4"])
                    .to_string();
            }
            _ => self.square(false, model),
        };
        if !fields {
            return point;
        }
        match self.rng.random_range(0..20) {
            0 if wild => format!("{point},{}", self.pick(&ABSURD)),
            1 if wild => point,
            2 => format!("{point},{}", self.rng.random_range(1..=3)),
            _ => format!("{point},{}", 1 + index % 2),
        }
    }

    /// The line with a few faults.
    fn spoiled(&mut self, mut line: Vec<u8>) -> Vec<u8> {
        for _ in 0..self.rng.random_range(1..4) {
            let at = self.rng.random_range(0..=line.len());
            match self.rng.random_range(0..8) {
                0 => line.insert(at, 0),
                1 => line.insert(at, self.rng.random()),
                2 if at < line.len() => line[at] ^= 1 << self.rng.random_range(0..8),
                3 if at < line.len() => drop(line.remove(at)),
                4 => line.truncate(at),
                5 if line.len() < 2_000 => line.extend_from_within(at..),
                6 if !self.recent.is_empty() => {
                    let index = self.rng.random_range(0..self.recent.len());
                    line.extend(self.recent[index].clone());
                }
                _ => {
                    let text =
                        self.pick(&["\r", " ", ",", "-", "9", " DONE", "\u{feff}", "\u{85}"]);
                    line.splice(at..at, text.bytes());
                }
            }
        }
        line
    }

    fn noise(&mut self, most: usize) -> Vec<u8> {
        let mut line = vec![0; self.rng.random_range(0..most)];
        self.rng.fill_bytes(&mut line);
        if self.one_in(3) {
            line.iter_mut().for_each(|byte| *byte = b' ' + *byte % 95);
        }
        line
    }

    fn long_line(&mut self) -> Vec<u8> {
        let piece = self.pick(&[
            "A",
            " ",
            "TURN 7,7 ",
            "7,7,1 ",
            "INFO rule 1",
            "\0",
            "BOARD ",
            ",",
        ]);
        let head = self.pick(&["", "BOARD ", "YXBOARD ", "INFO folder ", "TURN "]);
        let mut line = head.as_bytes().to_vec();
        line.extend(piece.bytes().cycle().take(LONG_LINE));
        line
    }
}

/// A board that is not larger than any that there is.
pub fn some_side(rng: &mut StdRng) -> i32 {
    match rng.random_range(0..4) {
        0 => 15,
        1 => 20,
        _ => rng.random_range(5..=MOST_SIDE),
    }
}

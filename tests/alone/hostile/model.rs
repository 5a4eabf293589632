//! What the program may answer, from the commands alone: a second, simple
//! bookkeeping of the game and of the settings that change answers.

use rand::Rng;
use rand::rngs::StdRng;
use tengen::protocol::{Command, Point, Stone};

use super::answer::Answer;
use super::number;
use super::squares::{MOST_SIDE, Square, Squares};
use super::steps::{Part, Step};
use crate::common::driver::{coordinates, is_message};

/// The sides of the boards that there are.
const SIDES: std::ops::RangeInclusive<i64> = 5..=MOST_SIDE as i64;
/// More threads than this are not started, but mentioned.
const MOST_THREADS: i64 = 256;
/// How the lines of a group begin.
const GROUP: [&str; 12] = [
    "PV ",
    "NUMPV ",
    "DEPTH ",
    "SELDEPTH ",
    "NODES ",
    "TOTALNODES ",
    "TOTALTIME ",
    "SPEED ",
    "EVAL ",
    "WINRATE ",
    "BESTLINE ",
    "PV DONE",
];

/// A command that is not answered yet.
#[derive(Debug)]
pub struct Pending {
    /// Messages about settings, and about the stones of an opening, that come
    /// first.
    notes: usize,
    answer: Answer,
    /// A search may tell of itself.
    thinks: bool,
    /// It has done so, in the one line for people.
    is_summed_up: bool,
    /// `MESSAGE` lines of another kind that may come.
    says: &'static str,
    /// Which line of a group comes next.
    group: usize,
}

impl Pending {
    /// Whether nothing more is to come.
    pub fn is_done(&self) -> bool {
        self.notes == 0 && self.answer == Answer::Nothing
    }

    fn is_move(&self) -> bool {
        matches!(self.answer, Answer::Move(_) | Answer::ChoiceOrMove { .. })
    }

    /// Whether the program thinks about a move, or has done so.
    pub fn thinks(&self) -> bool {
        self.thinks
    }
}

/// The state of a conversation, as the one who sends the commands sees it.
#[derive(Clone, Debug)]
pub struct Model {
    pub width: i32,
    pub height: i32,
    stones: Squares,
    walls: Squares,
    /// The stones may have been placed out of turn, or somebody has passed: it
    /// may be no opening.
    irregular: bool,
    blocked: Squares,
    row_first: bool,
    /// As `INFO show_detail` said.
    detail: i64,
    graphical: bool,
    /// As `INFO message 0` said.
    quiet: bool,
    /// As `INFO timeout_turn` said.
    turn: Option<i64>,
    yixin: bool,
    swapable: bool,
    mask: i64,
    notes: usize,
    /// As `INFO max_node` said.
    pub max_node: i64,
    /// As `INFO thread_num` said.
    pub threads: i64,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            width: 15,
            height: 15,
            stones: Squares::NONE,
            walls: Squares::NONE,
            irregular: false,
            blocked: Squares::NONE,
            row_first: false,
            detail: 0,
            graphical: false,
            quiet: false,
            turn: None,
            yixin: false,
            swapable: false,
            mask: 0,
            notes: 0,
            max_node: 0,
            threads: 1,
        }
    }
}

impl Model {
    /// Follows a command and says what is to be answered.
    pub fn begin(&mut self, command: &Command) -> Pending {
        if let Command::Info { key, value } = command {
            self.set(key, value);
            return pending(Answer::Nothing);
        }
        self.yixin |= command.is_yixins();
        let mut pending = self.carry_out(command);
        pending.notes += std::mem::take(&mut self.notes);
        pending.thinks = pending.is_move() || pending.answer == Answer::Full;
        pending
    }

    fn carry_out(&mut self, command: &Command) -> Pending {
        match command {
            Command::Start(side) => pending(self.start(*side, *side)),
            Command::RectStart(width, height) => pending(self.start(*width, *height)),
            Command::Restart => pending(self.start(self.width.into(), self.height.into())),
            Command::Begin | Command::NBest(_) | Command::SearchDefend => pending(self.think()),
            Command::Turn(point) => match self.opponent_plays(*point) {
                true => pending(self.think()),
                false => pending(Answer::Begins("ERROR ")),
            },
            Command::Board(stones) => {
                self.set_up(stones);
                pending(self.think())
            }
            Command::YxBoard(stones) => {
                self.set_up(stones);
                pending(Answer::Nothing)
            }
            Command::Takeback(point) => pending(self.take_back(*point)),
            Command::Play(point) => match self.opponent_plays(*point) {
                true => pending(Answer::Exactly(format!("{},{}", point.x, point.y))),
                false => pending(Answer::Begins("ERROR ")),
            },
            Command::Swap2Board(points) => {
                let mut taken = Squares::NONE;
                let squares = points.iter().filter_map(|&point| self.square(point));
                squares.for_each(|square| taken.set(square, true));
                let is_right = taken.count() == points.len() && matches!(points.len(), 0 | 3 | 5);
                let answer = match taken.count() as i32 == self.width * self.height {
                    true => Answer::Full,
                    false => Answer::Choice {
                        taken,
                        played: false,
                    },
                };
                Pending {
                    notes: usize::from(!is_right && !self.quiet),
                    ..pending(answer)
                }
            }
            Command::Swap2Step(step) => {
                let is_regular = !self.irregular && self.walls.count() == 0;
                let step = Step::of_swap2(*step, self.stones.count(), is_regular);
                pending(Answer::Step(step))
            }
            Command::SoosorvStep { step, .. } => pending(Answer::Step(Step::of_soosorv(*step))),
            Command::Balance { stones, .. } => pending(match self.empty() < *stones {
                true => Answer::Full,
                false => Answer::Move(*stones),
            }),
            Command::Block(points) => self.block(points, true),
            Command::BlockUndo(points) => self.block(points, false),
            Command::BlockReset => {
                self.blocked = Squares::NONE;
                pending(Answer::Nothing)
            }
            Command::ShowForbid => pending(Answer::Forbidden),
            Command::ShowInfo => {
                self.graphical = true;
                let mut pending = pending(Answer::Begins("MESSAGE INFO MAX_HASH_SIZE "));
                pending.says = "MESSAGE Tengen |MESSAGE INFO MAX_THREAD_NUM ";
                pending
            }
            Command::ShowHashUsage => pending(Answer::Begins("MESSAGE hash usage ")),
            Command::About => pending(Answer::Begins("name=\"")),
            Command::Malformed(text) => pending(Answer::Exactly(format!("ERROR {text}"))),
            Command::Unknown(_) if self.graphical => pending(Answer::Nothing),
            Command::Unknown(text) => pending(Answer::Exactly(format!("UNKNOWN {text}"))),
            // There is none in these conversations.
            Command::Database(_) => pending(Answer::Nothing),
            Command::HashClear | Command::Stop | Command::End | Command::Info { .. } => {
                pending(Answer::Nothing)
            }
        }
    }

    /// Takes a line of the program for a command; says whether it was the
    /// last one, or what is wrong with it.
    pub fn accept(&mut self, pending: &mut Pending, line: &str) -> Result<bool, String> {
        if pending.is_done() {
            return Err("nothing was to be said".to_string());
        }
        if line.ends_with('\r') || line.contains('\n') || line.is_empty() {
            return Err("no good line".to_string());
        }
        if is_note(line) && pending.notes > 0 {
            pending.notes -= 1;
            return Ok(pending.is_done());
        }
        if pending.notes > 0 {
            return Err("a message about a setting or stones was to come first".to_string());
        }
        if let Some(text) = line.strip_prefix("INFO ") {
            self.group_line(pending, text)?;
            return Ok(false);
        }
        if let Answer::Step(step) = &pending.answer
            && step.part(self, line)? == Part::Before
        {
            return Ok(false);
        }
        if line.starts_with("MESSAGE") && self.is_said(pending, line)? {
            return Ok(false);
        }
        if pending.group != 0 {
            return Err("a group of INFO lines was not ended".to_string());
        }
        let answer = std::mem::replace(&mut pending.answer, Answer::Nothing);
        self.is_answer(&answer, line)
            .map_err(|wrong| format!("{wrong}, wanted {}", answer.name()))?;
        Ok(true)
    }

    /// Whether a message comes before the answer.
    fn is_said(&self, pending: &mut Pending, line: &str) -> Result<bool, String> {
        if !is_message(line) {
            return Err("no good message".to_string());
        }
        let begins = |heads: &str| heads.split('|').any(|head| line.starts_with(head));
        if !pending.says.is_empty() && begins(pending.says) {
            return Ok(true);
        }
        if begins("MESSAGE REALTIME ") && pending.thinks && self.detail & 1 != 0 {
            return Ok(true);
        }
        let for_people = begins("MESSAGE Depth |MESSAGE (|MESSAGE Speed ");
        if for_people && pending.thinks && self.graphical && !self.quiet {
            return Ok(true);
        }
        if begins("MESSAGE depth ") && pending.is_move() && self.may_sum_up() {
            return match std::mem::replace(&mut pending.is_summed_up, true) {
                true => Err("a second line for one search".to_string()),
                false => Ok(true),
            };
        }
        match pending.answer {
            Answer::Begins(head) if line.starts_with(head) => Ok(false),
            Answer::Step(_) => Ok(false),
            _ => Err("nobody has asked for this message".to_string()),
        }
    }

    /// Whether one line about a search may come for people to read.
    fn may_sum_up(&self) -> bool {
        let hurries = self.turn.is_some_and(|turn| (0..100).contains(&turn));
        !self.quiet && !self.graphical && self.detail & 2 == 0 && !hurries
    }

    fn group_line(&self, pending: &mut Pending, text: &str) -> Result<(), String> {
        if !pending.thinks || self.detail & 2 == 0 {
            return Err("nobody has asked for INFO lines".to_string());
        }
        if !text.starts_with(GROUP[pending.group]) {
            return Err(format!("INFO {} was to come", GROUP[pending.group]));
        }
        pending.group = (pending.group + 1) % GROUP.len();
        Ok(())
    }

    fn is_answer(&mut self, answer: &Answer, line: &str) -> Result<(), String> {
        let right = match answer {
            Answer::Nothing => false,
            Answer::Exactly(wanted) => line == wanted,
            Answer::Begins(head) => line.starts_with(head) && line.len() > head.len(),
            Answer::Full => line == "ERROR the board is full",
            Answer::OkOrError => line == "OK" || line.starts_with("ERROR "),
            Answer::Move(stones) => return self.is_move(*stones, line),
            Answer::Choice { taken, played } => return self.is_choice(taken, *played, line),
            Answer::ChoiceOrMove { taken } if line == "SWAP" || line.contains(' ') => {
                return self.is_choice(taken, true, line);
            }
            Answer::ChoiceOrMove { .. } => return self.is_move(1, line),
            Answer::Step(step) => return step.part(self, line).map(|_| ()),
            Answer::Forbidden => return self.is_forbidden(line),
        };
        right.then_some(()).ok_or("a wrong answer".to_string())
    }

    fn is_move(&mut self, stones: usize, line: &str) -> Result<(), String> {
        let squares = self.squares(line)?;
        if squares.len() != stones {
            return Err(format!("{} squares", squares.len()));
        }
        for square in squares {
            if !self.is_empty(square) {
                return Err(format!("{square:?} is not empty"));
            }
            let may_avoid = !self.is_renju() && self.has_unblocked();
            if self.blocked.has(square) && may_avoid {
                return Err(format!("{square:?} is blocked, and others are not"));
            }
            self.stones.set(square, true);
        }
        Ok(())
    }

    fn is_choice(&mut self, taken: &Squares, played: bool, line: &str) -> Result<(), String> {
        let first = taken.count() == 0;
        if line == "SWAP" && !first {
            return Ok(());
        }
        let squares = self.squares(line)?;
        let wanted = match taken.count() {
            0 if !played || self.mask != 5 => 3..=3,
            // Two more stones of swap2.
            3 => 1..=2,
            _ => 1..=1,
        };
        if !wanted.contains(&squares.len()) {
            return Err(format!("{} squares", squares.len()));
        }
        let mut taken = *taken;
        for square in squares {
            if taken.has(square) || played && !self.is_empty(square) {
                return Err(format!("{square:?} is not empty"));
            }
            taken.set(square, true);
            if played {
                self.stones.set(square, true);
            }
        }
        Ok(())
    }

    /// Two digits for each coordinate, a dot at the end.
    fn is_forbidden(&self, line: &str) -> Result<(), String> {
        let text = line
            .strip_prefix("FORBID ")
            .and_then(|text| text.strip_suffix('.'));
        let digits = text.ok_or("no list of points")?.as_bytes();
        if !digits.iter().all(u8::is_ascii_digit) || digits.len() % 4 != 0 {
            return Err("not four digits for every point".to_string());
        }
        if !digits.is_empty() && !self.is_renju() {
            return Err("nothing is forbidden in this rule".to_string());
        }
        for point in digits.chunks(4) {
            let number =
                |at: usize| i32::from(point[at] - b'0') * 10 + i32::from(point[at + 1] - b'0');
            let (x, y) = (number(0), number(2));
            let square = self.square(Point { x, y });
            if !square.is_some_and(|square| self.is_empty(square)) {
                return Err(format!("{x},{y} is not empty"));
            }
        }
        Ok(())
    }

    /// Squares that are written as they have to be: no blanks but one between
    /// two of them.
    fn squares(&self, line: &str) -> Result<Vec<Square>, String> {
        let square = |text: &str| {
            let (x, y) = coordinates(text).ok_or(format!("'{text}' is no square"))?;
            self.square(Point { x, y })
                .ok_or(format!("{text} is not on the board"))
        };
        line.split(' ').map(square).collect()
    }

    /// The square that a point stands for.
    fn square(&self, point: Point) -> Option<Square> {
        let (x, y) = match self.row_first {
            true => (point.y, point.x),
            false => (point.x, point.y),
        };
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((x, y))
    }

    /// Whether these are the numbers of a square.
    pub fn is_inside(&self, x: i32, y: i32) -> bool {
        self.square(Point { x, y }).is_some()
    }

    /// A square as it is written.
    pub fn written(&self, (x, y): Square) -> (i32, i32) {
        if self.row_first { (y, x) } else { (x, y) }
    }

    fn is_empty(&self, square: Square) -> bool {
        !self.stones.has(square) && !self.walls.has(square)
    }

    /// All squares of the board.
    pub fn board(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// How many squares are empty.
    pub fn empty(&self) -> usize {
        let all = (self.width * self.height) as usize;
        all - self.stones.count() - self.walls.count()
    }

    fn has_unblocked(&self) -> bool {
        self.board()
            .any(|square| self.is_empty(square) && !self.blocked.has(square))
    }

    /// A random square that is empty, or has a stone; `None` if none was
    /// found soon.
    pub fn random(&self, stone: bool, rng: &mut StdRng) -> Option<Square> {
        let mut random = || {
            (
                rng.random_range(0..self.width),
                rng.random_range(0..self.height),
            )
        };
        (0..40).map(|_| random()).find(|&square| match stone {
            true => self.stones.has(square),
            false => self.is_empty(square),
        })
    }

    /// Whether this is renju, so far as `INFO rule` is concerned.
    fn is_renju(&self) -> bool {
        match self.mask {
            2 => self.yixin,
            5 | 6 => !self.yixin,
            4 | 7 => true,
            _ => false,
        }
    }

    /// What answers a question for a move. There is no opening where walls leave
    /// too few squares for its five stones.
    fn think(&self) -> Answer {
        let stones = self.stones.count();
        let asks = match self.mask {
            5 => stones < 2,
            6 => matches!(stones, 0 | 3 | 5) && stones + self.empty() >= 5,
            _ => false,
        };
        match asks && self.yixin && self.swapable {
            _ if self.empty() == 0 => Answer::Full,
            true if self.irregular => Answer::ChoiceOrMove { taken: self.stones },
            true => Answer::Choice {
                taken: self.stones,
                played: true,
            },
            false => Answer::Move(1),
        }
    }

    fn start(&mut self, width: i64, height: i64) -> Answer {
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            return Answer::Begins("ERROR ");
        }
        (self.width, self.height) = (width as i32, height as i32);
        (self.stones, self.walls) = (Squares::NONE, Squares::NONE);
        self.irregular = false;
        Answer::Exactly("OK".to_string())
    }

    /// Whether the opponent's stone can be placed; if so, it is.
    fn opponent_plays(&mut self, point: Point) -> bool {
        if point == Point::PASS {
            self.irregular = true;
            return true;
        }
        let empty = |&square: &Square| self.is_empty(square);
        let Some(square) = self.square(point).filter(empty) else {
            return false;
        };
        self.stones.set(square, true);
        true
    }

    fn set_up(&mut self, stones: &[Stone]) {
        (self.stones, self.walls) = (Squares::NONE, Squares::NONE);
        self.irregular = stones.iter().any(|stone| stone.point == Point::PASS);
        let mut fields = Vec::new();
        for stone in stones {
            let empty = |&square: &Square| self.is_empty(square);
            if let Some(square) = self.square(stone.point).filter(empty) {
                match stone.field {
                    3 => self.walls.set(square, true),
                    field => {
                        self.stones.set(square, true);
                        fields.push(field);
                    }
                }
            }
        }
        // In turn, the opponent's the last?
        let mut turns = fields.iter().rev().zip([2, 1].into_iter().cycle());
        self.irregular |= turns.any(|(&field, turn)| field != turn);
    }

    fn take_back(&mut self, point: Point) -> Answer {
        self.irregular = true;
        if point == Point::PASS {
            return Answer::OkOrError;
        }
        match self.square(point).filter(|&square| self.stones.has(square)) {
            Some(square) => {
                self.stones.set(square, false);
                Answer::Exactly("OK".to_string())
            }
            None => Answer::Begins("ERROR "),
        }
    }

    fn block(&mut self, points: &[Point], blocked: bool) -> Pending {
        let squares: Vec<Square> = points
            .iter()
            .filter_map(|&point| self.square(point))
            .collect();
        squares
            .into_iter()
            .for_each(|square| self.blocked.set(square, blocked));
        pending(Answer::Nothing)
    }

    fn set(&mut self, key: &str, value: &str) {
        self.yixin |= is_yixins(key);
        let Some(number) = number(value) else {
            return;
        };
        match key {
            "row_first" => self.row_first = number > 0,
            "message" => self.quiet = number <= 0,
            "timeout_turn" => self.turn = Some(number),
            "show_detail" => self.detail = number & 3,
            "swapable" => self.swapable = number > 0,
            "max_node" => self.max_node = number,
            "thread_num" => {
                self.threads = number;
                self.notes += usize::from(number > MOST_THREADS);
            }
            "rule" if (0..12).contains(&number) => self.mask = number,
            "rule" => self.notes += 1,
            "strength" => self.notes += usize::from(!(0..=100).contains(&number)),
            "caution_factor" => self.notes += usize::from(!(0..=5).contains(&number)),
            _ => (),
        }
    }
}

fn pending(answer: Answer) -> Pending {
    Pending {
        notes: 0,
        answer,
        thinks: false,
        is_summed_up: false,
        says: "",
        group: 0,
    }
}

/// Whether this says that a setting cannot be had, or that stones of an opening
/// cannot be right.
fn is_note(line: &str) -> bool {
    let of = |key: &str| line.starts_with(&format!("MESSAGE {key} "));
    if of("SWAP2BOARD:") {
        let faults = [
            " is not on the board",
            " stands there twice",
            " are needed, ",
        ];
        return faults.iter().any(|fault| line.contains(fault));
    }
    let other = ["rule", "strength", "caution_factor"].into_iter().any(of);
    other && line.contains(" is not supported, ") || of("thread_num")
}

/// Whether this key makes it known that Yixin's extension is spoken.
fn is_yixins(key: &str) -> bool {
    super::generator::YIXIN_KEYS.contains(&key)
}

//! From lines to commands. Nothing that comes in is fatal: what cannot be
//! understood becomes a [`Command`] that says so.

use super::command::{Command, Stone};
use super::database::{DatabaseCommand, DatabaseKind};
use super::point::Point;

/// The kind of a block whose lines come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Board,
    YxBoard,
    Swap2Board,
    SoosorvStep(u8),
    Block,
    BlockUndo,
    Database(DatabaseKind),
}

/// A block whose lines come in.
#[derive(Debug)]
struct Block {
    kind: Kind,
    /// What stands behind the name, for commands that have something there.
    head: String,
    lines: Vec<Vec<i64>>,
}

/// Commands that may come at any time and leave a block open.
const LEAVE_BLOCKS_OPEN: [&str; 4] = ["INFO", "YXSTOP", "STOP", "END"];
/// Commands that end an unfinished block.
const END_BLOCKS: [&str; 7] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "TAKEBACK",
    "ABOUT",
];

/// Commands of Yixin's extension whose argument is a file's name on the next line.
const BEFORE_PATHS: [&str; 9] = [
    "YXHASHDUMP",
    "YXHASHLOAD",
    "YXSETDATABASE",
    "YXDBTOTXT",
    "YXDBTOTXTALL",
    "YXLIBTODB",
    "YXDBTOLIB",
    "YXDBSPLIT",
    "YXDBMERGE",
];

/// The longest part of a line that is quoted in an answer, in characters.
const QUOTED: usize = 60;
/// The largest bias: it already asks for a decided position.
const MOST_BIAS: i64 = 20_000;
/// More lines than this in a block are ignored.
const MOST_STONES: usize = 4 * crate::types::SQUARES;

/// A text over several lines ends here at the latest, in bytes.
const LONGEST_TEXT: usize = 1 << 16;

/// No word means anything with as many numbers as this.
const MOST_NUMBERS: usize = 4;

/// Turns lines into commands, and remembers the block that they are in.
#[derive(Debug, Default)]
pub struct Parser {
    block: Option<Block>,
    /// The next line is a file's name, for the command of this name.
    path_for: Option<String>,
}

impl Parser {
    /// A parser outside any block.
    pub fn new() -> Parser {
        Parser::default()
    }

    /// The commands that are complete with this line. A line ends before its
    /// line break; blanks around it do not matter.
    pub fn feed(&mut self, line: &str) -> Vec<Command> {
        if let Some(name) = self.path_for.take() {
            let command = DatabaseCommand::of_file(&name, line.trim());
            return command.map(Command::Database).into_iter().collect();
        }
        if let Some(block) = self.block.as_mut().filter(|block| block.is_in_text()) {
            block.add_text(line);
            return Vec::new();
        }
        let joined = join_commas(line);
        let mut words = joined.split(' ').filter(|word| !word.is_empty());
        let Some(first) = words.clone().next() else {
            return Vec::new();
        };
        let name = first.to_ascii_uppercase();
        let one = || match name.as_str() {
            "INFO" => info(line),
            _ => command(&name, &joined),
        };
        if self.block.is_some() && LEAVE_BLOCKS_OPEN.contains(&name.as_str()) {
            return vec![one()];
        }
        let mut commands = Vec::new();
        let kind = block_of(&name);
        let ends_block = kind.is_some() || END_BLOCKS.contains(&name.as_str());
        if ends_block && self.block.take().is_some() {
            commands.push(Command::Malformed(format!("{name} came before DONE")));
        }
        if let Some(kind) = kind {
            words.next();
            let rest = line.trim_start().get(name.len()..).unwrap_or("");
            let block = self.block.insert(Block::new(kind));
            if kind.has_head(rest) {
                block.head = rest.trim().to_string();
                return commands;
            }
        }
        match &mut self.block {
            Some(block) => {
                let ends = block.add_words(words);
                commands.extend(ends.then(|| self.finish_block()).flatten());
            }
            None => {
                let has_path = BEFORE_PATHS.contains(&name.as_str());
                self.path_for = has_path.then(|| name.clone());
                // A command that is known is complete with the path.
                if !has_path || DatabaseCommand::of_file(&name, "").is_none() {
                    commands.push(one());
                }
            }
        }
        commands
    }

    /// The command of the block that has ended.
    fn finish_block(&mut self) -> Option<Command> {
        let Block { kind, head, lines } = self.block.take()?;
        let stones = || lines.iter().filter_map(|numbers| stone(numbers)).collect();
        let two = |numbers: &Vec<i64>| point(numbers.get(..2)?);
        let points = || lines.iter().filter_map(two).collect();
        Some(match kind {
            Kind::Board => Command::Board(stones()),
            Kind::YxBoard => Command::YxBoard(stones()),
            Kind::Swap2Board => Command::Swap2Board(points()),
            Kind::SoosorvStep(step) => Command::SoosorvStep {
                step,
                number: match lines.first().map(Vec::as_slice) {
                    Some(&[number]) => Some(number),
                    _ => None,
                },
                points: points(),
            },
            Kind::Block => Command::Block(points()),
            Kind::BlockUndo => Command::BlockUndo(points()),
            Kind::Database(kind) => match DatabaseCommand::read(kind, &head, points()) {
                Some(command) => Command::Database(command),
                None => {
                    Command::Malformed(format!("{}: cannot read '{}'", kind.name(), quoted(&head)))
                }
            },
        })
    }
}

impl Kind {
    /// Whether what stands behind the name is no part of the block.
    fn has_head(self, rest: &str) -> bool {
        matches!(self, Kind::Database(kind) if kind.has_head(rest))
    }
}

impl Block {
    fn new(kind: Kind) -> Block {
        Block {
            kind,
            head: String::new(),
            lines: Vec::new(),
        }
    }

    /// Adds the numbers among these words; returns whether `DONE` ends the block. What
    /// follows it on its line belongs to no command.
    fn add_words<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> bool {
        for word in words {
            if word.eq_ignore_ascii_case("DONE") {
                return true;
            }
            if let Some(numbers) = numbers(word).filter(|_| self.lines.len() < MOST_STONES) {
                self.lines.push(numbers);
            }
        }
        false
    }

    /// Whether a text has begun and not ended.
    fn is_in_text(&self) -> bool {
        let is_text = self.kind == Kind::Database(DatabaseKind::EditText);
        let rest = self.head.strip_prefix('"').filter(|_| is_text);
        rest.is_some_and(|rest| end_of_text(rest).is_none() && rest.len() < LONGEST_TEXT)
    }

    /// The next line of a text.
    fn add_text(&mut self, line: &str) {
        self.head.push('\n');
        self.head.push_str(line.trim_end_matches(['\r', '\n']));
    }
}

/// Where a text in quotes ends.
fn end_of_text(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices()
        .find(|&(_, c)| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        })
        .map(|(end, _)| end)
}

fn block_of(name: &str) -> Option<Kind> {
    match name {
        "BOARD" => Some(Kind::Board),
        "YXBOARD" => Some(Kind::YxBoard),
        "SWAP2BOARD" => Some(Kind::Swap2Board),
        "YXBLOCK" => Some(Kind::Block),
        "YXBLOCKUNDO" => Some(Kind::BlockUndo),
        _ => match (DatabaseKind::named(name), step_of(name, "YXSOOSORVSTEP")) {
            (Some(kind), _) => Some(Kind::Database(kind)),
            // The first step has no stones, and no block.
            (None, Some(step @ 2..=6)) => Some(Kind::SoosorvStep(step)),
            _ => None,
        },
    }
}

/// The digit after the rest of a command's name.
fn step_of(name: &str, head: &str) -> Option<u8> {
    match name.strip_prefix(head)?.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// `INFO`, whose value stays as it is: it may be a file's name.
fn info(line: &str) -> Command {
    let mut parts = line.trim().splitn(2, char::is_whitespace);
    let rest = parts.nth(1).unwrap_or("").trim_start();
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Command::Info {
        key: key.to_ascii_lowercase(),
        value: value.trim().to_string(),
    }
}

/// Any other command on one line.
fn command(name: &str, line: &str) -> Command {
    let rest = line.trim_start();
    let rest = rest.get(name.len()..).unwrap_or("").trim();
    let bad = || Command::Malformed(format!("{name}: cannot read '{}'", quoted(rest)));
    let at = |make: fn(Point) -> Command| {
        let point = numbers(rest).and_then(|numbers| point(&numbers));
        point.map_or_else(bad, make)
    };
    match name {
        "START" => match all_numbers(rest)[..] {
            [side] => Command::Start(side),
            [width, height] => Command::RectStart(width, height),
            _ => bad(),
        },
        "RECTSTART" => match all_numbers(rest)[..] {
            [width, height] => Command::RectStart(width, height),
            _ => bad(),
        },
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => at(Command::Turn),
        "TAKEBACK" => at(Command::Takeback),
        "PLAY" => at(Command::Play),
        "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSWAP2STEP3" => {
            Command::Swap2Step(step_of(name, "YXSWAP2STEP").unwrap_or(1))
        }
        "YXSOOSORVSTEP1" => Command::SoosorvStep {
            step: 1,
            number: None,
            points: Vec::new(),
        },
        "YXSHOWFORBID" => Command::ShowForbid,
        "YXSHOWINFO" => Command::ShowInfo,
        "YXNBEST" => match all_numbers(rest)[..] {
            [lines] if lines > 0 => Command::NBest(lines as usize),
            _ => bad(),
        },
        "YXSEARCHDEFEND" => Command::SearchDefend,
        "YXBALANCEONE" | "YXBALANCETWO" => {
            let stones = if name == "YXBALANCEONE" { 1 } else { 2 };
            match all_numbers(rest)[..] {
                [bias] => Command::Balance {
                    stones,
                    bias: bias.clamp(-MOST_BIAS, MOST_BIAS) as i32,
                },
                [] if rest.is_empty() => Command::Balance { stones, bias: 0 },
                _ => bad(),
            }
        }
        "YXBLOCKRESET" => Command::BlockReset,
        "YXHASHCLEAR" => Command::HashClear,
        "YXSHOWHASHUSAGE" => Command::ShowHashUsage,
        "YXSAVEDATABASE" => Command::Database(DatabaseCommand::Save),
        "ABOUT" => Command::About,
        "YXSTOP" | "STOP" => Command::Stop,
        "END" => Command::End,
        // The end of an unknown block.
        "DONE" => Command::Unknown("DONE without a block".to_string()),
        _ => Command::Unknown(quoted(line.trim()).to_string()),
    }
}

/// The line with single blanks for all white space, and none around commas.
fn join_commas(line: &str) -> String {
    let spaced = line.split_whitespace().collect::<Vec<_>>().join(" ");
    spaced.replace(" ,", ",").replace(", ", ",")
}

/// Whole numbers of 64 bits with commas between them and nothing else; those after
/// [`MOST_NUMBERS`] are left out.
fn numbers(word: &str) -> Option<Vec<i64>> {
    let parts = word.split(',').take(MOST_NUMBERS);
    parts.map(|part| part.parse().ok()).collect()
}

/// Whole numbers with commas or blanks between them; none if there is anything else.
fn all_numbers(text: &str) -> Vec<i64> {
    let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    let parsed: Option<Vec<i64>> = parts.map(|part| part.parse().ok()).collect();
    parsed.unwrap_or_default()
}

fn point(numbers: &[i64]) -> Option<Point> {
    match *numbers {
        [x, y] => Some(Point {
            x: x.try_into().ok()?,
            y: y.try_into().ok()?,
        }),
        _ => None,
    }
}

fn stone(numbers: &[i64]) -> Option<Stone> {
    let [x, y, field @ 1..=3] = *numbers else {
        return None;
    };
    Some(Stone {
        point: point(&[x, y])?,
        field: field as u8,
    })
}

/// The beginning of a text, to quote it in an answer.
fn quoted(text: &str) -> &str {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Vec<Command> {
        let mut parser = Parser::new();
        text.lines().flat_map(|line| parser.feed(line)).collect()
    }

    fn board(stones: &[(i32, i32, u8)]) -> Command {
        let stone = |&(x, y, field): &(i32, i32, u8)| Stone {
            point: Point { x, y },
            field,
        };
        Command::Board(stones.iter().map(stone).collect())
    }

    #[test]
    fn commands_in_any_case_and_spacing() {
        assert_eq!(parse("start 15\r"), [Command::Start(15)]);
        assert_eq!(parse(" START  15 15 "), [Command::RectStart(15, 15)]);
        assert_eq!(parse("RECTSTART 30 ,20"), [Command::RectStart(30, 20)]);
        assert_eq!(
            parse("Turn 10, 11"),
            [Command::Turn(Point { x: 10, y: 11 })]
        );
        assert_eq!(parse("TURN -1,-1"), [Command::Turn(Point::PASS)]);
        assert_eq!(parse("\n \t\n"), []);
        let info = Command::Info {
            key: "folder".to_string(),
            value: "C:\\some folder".to_string(),
        };
        assert_eq!(parse("INFO FOLDER C:\\some folder"), [info]);
        let info = |value: &str| Command::Info {
            key: "network".to_string(),
            value: value.to_string(),
        };
        for name in ["/a,  b/x.net", "C:\\two  blanks , and more"] {
            assert_eq!(parse(&format!(" Info\tNETWORK  {name} ")), [info(name)]);
        }
    }

    #[test]
    fn balance_with_and_without_a_bias() {
        let balance = |stones, bias| [Command::Balance { stones, bias }];
        assert_eq!(parse("YXBALANCEONE 50"), balance(1, 50));
        assert_eq!(parse("yxbalancetwo -7"), balance(2, -7));
        assert_eq!(parse("YXBALANCETWO"), balance(2, 0));
        assert_eq!(parse("YXBALANCEONE 9999999999"), balance(1, 20_000));
    }

    #[test]
    fn steps_of_dialogues() {
        assert_eq!(parse("yxswap2step2"), [Command::Swap2Step(2)]);
        let step = |step, number, points: &[(i32, i32)]| {
            let points = points.iter().map(|&(x, y)| Point { x, y }).collect();
            [Command::SoosorvStep {
                step,
                number,
                points,
            }]
        };
        assert_eq!(parse("YXSOOSORVSTEP1"), step(1, None, &[]));
        let three = [(7, 7), (7, 8), (8, 9)];
        let lines = "yxsoosorvstep3\n7,7\n7,8\n8,9\ndone";
        assert_eq!(parse(lines), step(3, None, &three));
        let lines = "yxsoosorvstep5 8\n7,7\n7,8\n8,9\ndone";
        assert_eq!(parse(lines), step(5, Some(8), &three));
        for name in ["YXSWAP2STEP0", "YXSWAP2STEP4", "YXSOOSORVSTEP7"] {
            assert_eq!(parse(name), [Command::Unknown(name.to_string())]);
        }
    }

    #[test]
    fn boards_in_every_form() {
        let wanted = [board(&[(7, 7, 1), (8, 8, 2)])];
        assert_eq!(parse("BOARD\n7,7,1\n8,8,2\nDONE"), wanted);
        assert_eq!(parse("board 7,7,1 8,8,2 done"), wanted);
        assert_eq!(parse("BOARD\n 7, 7 ,1\r\n\n8,8,2 DONE"), wanted);
        assert_eq!(parse("BOARD\nDONE"), [board(&[])]);
        let skipped = "BOARD\n7,7,1\nx\n7,7\n7,7,9\n7,99999999999,1\nFOO\n8,8,2\nDONE";
        assert_eq!(parse(skipped), wanted);
    }

    #[test]
    fn a_block_can_be_interrupted() {
        let commands = parse("BOARD\n7,7,1\nINFO time_left 5\n8,8,2\nDONE");
        assert_eq!(commands.len(), 2);
        assert_eq!(commands[1], board(&[(7, 7, 1), (8, 8, 2)]));
        let commands = parse("BOARD\n7,7,1\nSTART 15");
        assert!(matches!(commands[0], Command::Malformed(_)));
        assert_eq!(commands[1], Command::Start(15));
        assert_eq!(parse("BOARD\n7,7,1\nEND"), [Command::End]);
    }

    #[test]
    fn file_names_are_no_commands() {
        let commands = parse("yxhashdump\nend games.db\nBEGIN");
        assert_eq!(commands.len(), 2);
        assert_eq!(commands[1], Command::Begin);
        let commands = parse("yxsetdatabase\nend  games.tdb\nBEGIN");
        let set = DatabaseCommand::Set("end  games.tdb".to_string());
        assert_eq!(commands, [Command::Database(set), Command::Begin]);
    }

    #[test]
    fn commands_about_databases() {
        let point = |x, y| Point { x, y };
        let moves = vec![point(7, 7), point(8, 6)];
        let parse = |text: &str| {
            let mut commands = parse(text);
            match commands.pop() {
                Some(Command::Database(command)) if commands.is_empty() => command,
                other => panic!("{text}: {other:?}"),
            }
        };
        for text in [
            "yxquerydatabaseallt\n7,7\n8,6\ndone",
            "YXQUERYDATABASEALLT 7,7 8,6 DONE",
        ] {
            let all = DatabaseCommand::QueryAll {
                moves: moves.clone(),
                with_text: true,
            };
            assert_eq!(parse(text), all);
        }
        let values = DatabaseCommand::EditValues {
            mask: 2,
            tag: -1,
            value: -120,
            depth: 0,
            moves: moves.clone(),
        };
        assert_eq!(
            parse("yxedittvddatabase 2 -1 -120 0\n7,7\n8,6\ndone"),
            values
        );
        let text = DatabaseCommand::EditText {
            text: "say \"done\"\nthen 7,7 \\".to_string(),
            moves: moves.clone(),
        };
        let line = "yxedittextdatabase \"say \\\"done\\\"\nthen 7,7 \\\\\"\n7,7\n8,6\ndone";
        assert_eq!(parse(line), text);
        let label = DatabaseCommand::EditLabel {
            at: point(3, 4),
            label: "a b".to_string(),
            moves: moves.clone(),
        };
        assert_eq!(parse("yxeditlabeldatabase 3,4 a b\n7,7\n8,6\ndone"), label);
        for (text, filter) in [
            ("yxdeletedatabaseall\n", ""),
            ("yxdeletedatabaseall nonwlrecursive\n", "nonwlrecursive"),
            ("yxdeletedatabaseall wlinstep 7\n", "wlinstep 7"),
        ] {
            let all = DatabaseCommand::DeleteAll {
                filter: crate::protocol::database::Filter::read(filter).expect("a filter"),
                moves: moves.clone(),
            };
            assert_eq!(parse(&format!("{text}7,7\n8,6\ndone")), all);
        }
    }

    #[test]
    fn wrong_commands_about_databases_are_named() {
        for text in [
            "yxedittvddatabase 1 x\ndone",
            "yxedittextdatabase words\ndone",
            "yxeditlabeldatabase word\ndone",
            "yxdeletedatabaseall some\ndone",
        ] {
            assert!(matches!(parse(text)[..], [Command::Malformed(_)]), "{text}");
        }
    }

    #[test]
    fn nonsense_is_named() {
        assert_eq!(parse("HELLO"), [Command::Unknown("HELLO".to_string())]);
        assert!(matches!(parse("DONE")[..], [Command::Unknown(_)]));
        for bad in [
            "START",
            "START x",
            "TURN 1",
            "TURN 1,2,3",
            "TURN 1,y",
            "YXBALANCEONE x",
            "YXNBEST 0",
        ] {
            assert!(matches!(parse(bad)[..], [Command::Malformed(_)]), "{bad}");
        }
        let long = "é".repeat(5_000);
        assert_eq!(parse(&long), [Command::Unknown("é".repeat(QUOTED))]);
    }
}

//! From lines to commands. Nothing that comes in is fatal: what cannot be
//! understood becomes a [`Command`] that says so.

/// Coordinates as the manager writes them: column and row from 0 at the upper
/// left. `-1,-1` is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Point {
    /// Stands for a pass.
    pub const PASS: Point = Point { x: -1, y: -1 };
}

/// One line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where.
    pub point: Point,
    /// 1 or 2 for the stones of either side, 3 for a wall.
    pub field: u8,
}

/// What a manager wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a square board, `START n`.
    Start(i64),
    /// A new game on a board of any size, `RECTSTART w,h` or `START w h`.
    RectStart(i64, i64),
    /// A new game on a board of the same size.
    Restart,
    /// Make the first move.
    Begin,
    /// The opponent's move; answer it.
    Turn(Point),
    /// This is the position; make a move.
    Board(Vec<Stone>),
    /// This is the position.
    YxBoard(Vec<Stone>),
    /// Take a move back.
    Takeback(Point),
    /// Place a stone without thinking.
    Play(Point),
    /// A setting.
    Info {
        /// In lower case.
        key: String,
        /// All that follows the key.
        value: String,
    },
    /// The swap2 opening with the stones so far.
    Swap2Board(Vec<Point>),
    /// A step of Yixin's dialogue about swap2, 1 to 3; the stones are on the board.
    Swap2Step(u8),
    /// A step of Yixin's dialogue about Soosõrv-8.
    SoosorvStep {
        /// 1 to 6.
        step: u8,
        /// How many fifth moves, where the step has it.
        number: Option<i64>,
        /// The stones so far.
        points: Vec<Point>,
    },
    /// Black's forbidden points.
    ShowForbid,
    /// The manager is a graphical program.
    ShowInfo,
    /// Think about the position, looking for this many best lines.
    NBest(usize),
    /// Think about the position with a line for every legal move.
    SearchDefend,
    /// Find stones after which the score is close to a bias.
    Balance {
        /// One or two.
        stones: usize,
        /// A normalised score for the side to move.
        bias: i32,
    },
    /// Do not play these squares.
    Block(Vec<Point>),
    /// Play them again.
    BlockUndo(Vec<Point>),
    /// Play any square again.
    BlockReset,
    /// Empty the hash table.
    HashClear,
    /// How full is the hash table?
    ShowHashUsage,
    /// Who are you?
    About,
    /// Stop thinking and move.
    Stop,
    /// Exit.
    End,
    /// A known command whose arguments make no sense, or a block that was
    /// never finished.
    Malformed(String),
    /// Not a known command.
    Unknown(String),
}

impl Command {
    /// Whether this belongs to Yixin's extension.
    pub fn is_yixins(&self) -> bool {
        matches!(
            self,
            Command::YxBoard(_)
                | Command::Swap2Step(_)
                | Command::SoosorvStep { .. }
                | Command::ShowForbid
                | Command::ShowInfo
                | Command::NBest(_)
                | Command::SearchDefend
                | Command::Balance { .. }
                | Command::Block(_)
                | Command::BlockUndo(_)
                | Command::BlockReset
                | Command::HashClear
                | Command::ShowHashUsage
        )
    }

    /// Whether this leaves the game and a search as they are.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            Command::Info { .. }
                | Command::ShowForbid
                | Command::ShowInfo
                | Command::ShowHashUsage
                | Command::About
                | Command::Malformed(_)
                | Command::Unknown(_)
        )
    }
}

/// The kind of a block whose lines come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Board,
    YxBoard,
    Swap2Board,
    SoosorvStep(u8),
    Block,
    BlockUndo,
}

/// Commands of Yixin's extension, all of them unknown to us, whose argument is a
/// file's name on the next line.
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

/// No word means anything with as many numbers as this.
const MOST_NUMBERS: usize = 4;

/// Turns lines into commands, and remembers the block that they are in.
#[derive(Debug, Default)]
pub struct Parser {
    block: Option<(Kind, Vec<Vec<i64>>)>,
    /// The next line is a file's name, for an unknown command.
    path_follows: bool,
}

impl Parser {
    /// A parser outside any block.
    pub fn new() -> Parser {
        Parser::default()
    }

    /// The commands that are complete with this line. A line ends before its
    /// line break; blanks around it do not matter.
    pub fn feed(&mut self, line: &str) -> Vec<Command> {
        let whole = line;
        let line = join_commas(line);
        let mut commands = Vec::new();
        if std::mem::take(&mut self.path_follows) {
            return commands;
        }
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        let Some(first) = words.peek() else {
            return commands;
        };
        let name = first.to_ascii_uppercase();
        let one = || match name.as_str() {
            "INFO" => info(whole),
            _ => command(&name, &line),
        };
        if self.block.is_some() {
            match name.as_str() {
                // These may come at any time and leave the block open.
                "INFO" | "YXSTOP" | "STOP" | "END" => {
                    commands.push(one());
                    return commands;
                }
                "START" | "RECTSTART" | "RESTART" | "BEGIN" | "TURN" | "TAKEBACK" | "ABOUT" => {
                    self.block = None;
                    let text = format!("{name} came before DONE");
                    commands.push(Command::Malformed(text));
                    commands.push(one());
                    return commands;
                }
                _ => (),
            }
        }
        if let Some(block) = block_of(&name) {
            if self.block.is_some() {
                let text = format!("{name} came before DONE");
                commands.push(Command::Malformed(text));
            }
            self.block = Some((block, Vec::new()));
            words.next();
        }
        if self.block.is_none() {
            self.path_follows = BEFORE_PATHS.contains(&name.as_str());
            commands.push(one());
            return commands;
        }
        for word in words {
            if word.eq_ignore_ascii_case("DONE") {
                commands.extend(self.finish_block());
                // The rest of the line belongs to no command.
                break;
            }
            if let (Some(numbers), Some((_, lines))) = (numbers(word), &mut self.block)
                && lines.len() < MOST_STONES
            {
                lines.push(numbers);
            }
        }
        commands
    }

    /// The command of the block that has ended.
    fn finish_block(&mut self) -> Option<Command> {
        let (block, lines) = self.block.take()?;
        let stones = || lines.iter().filter_map(|numbers| stone(numbers)).collect();
        let two = |numbers: &Vec<i64>| point(numbers.get(..2)?);
        let points = || lines.iter().filter_map(two).collect();
        Some(match block {
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
        })
    }
}

fn block_of(name: &str) -> Option<Kind> {
    match name {
        "BOARD" => Some(Kind::Board),
        "YXBOARD" => Some(Kind::YxBoard),
        "SWAP2BOARD" => Some(Kind::Swap2Board),
        "YXBLOCK" => Some(Kind::Block),
        "YXBLOCKUNDO" => Some(Kind::BlockUndo),
        // The first step has no stones, and no block.
        _ => match step_of(name, "YXSOOSORVSTEP")? {
            step @ 2..=6 => Some(Kind::SoosorvStep(step)),
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
        let commands = parse("yxsetdatabase\nend games.db\nBEGIN");
        assert_eq!(commands.len(), 2);
        assert_eq!(commands[1], Command::Begin);
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

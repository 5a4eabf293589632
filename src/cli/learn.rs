//! `learn`: terms, openings, lessons and puzzles in the terminal.

use std::io::{BufRead, IsTerminal, Write, stdin};

use anyhow::Result;

use super::drawing;
use super::exit::{output, wrong_use};
use super::values::whole;
use crate::board::Board;
use crate::board::notation::{parse_square, square_name};
use crate::game::{CanonicalOpening, SearchedOpening};
use crate::teach::{
    self, Attempt, Example, LessonStep, NotEmpty, Puzzle, TermGroup, Text, lessons, puzzles,
};
use crate::types::{Color, Rule, Square};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Show the Chinese texts.
    #[arg(long, global = true)]
    chinese: bool,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand)]
enum What {
    /// List the terms of the game, or show one with its diagrams.
    Terms {
        /// The English or Chinese term.
        word: Vec<String>,
    },
    /// List the 26 openings, or show one.
    Openings {
        /// The number (4D), name (花月) or Japanese name (kagetsu).
        name: Option<String>,
    },
    /// Show formations with names.
    Formations,
    /// Show maxims.
    Maxims,
    /// List the lessons, or do one; type moves as h8.
    Lesson {
        /// The number.
        #[arg(value_parser = whole(1..=lessons().len()))]
        number: Option<usize>,
    },
    /// List the puzzles by difficulty, or solve one; type moves as h8, or
    /// `answer` for the solution.
    Puzzle {
        /// The number.
        #[arg(value_parser = whole(1..=puzzles().len()))]
        number: Option<usize>,
    },
}

pub(super) fn run(args: &Args) -> Result<()> {
    let page = Page {
        chinese: args.chinese,
    };
    match &args.what {
        None => page.overview(),
        Some(What::Terms { word }) => page.terms(&word.join(" ")),
        Some(What::Openings { name }) => page.openings(name.as_deref()),
        Some(What::Formations) => page.formations(),
        Some(What::Maxims) => page.maxims(),
        Some(What::Lesson { number: None }) => page.lessons(),
        Some(What::Lesson {
            number: Some(number),
        }) => page.lesson(*number),
        Some(What::Puzzle { number: None }) => page.puzzles(),
        Some(What::Puzzle {
            number: Some(number),
        }) => page.puzzle(&puzzles()[number - 1]),
    }
}

/// Writes in one language.
struct Page {
    chinese: bool,
}

impl Page {
    fn say<'a>(&self, text: &'a Text) -> &'a str {
        match self.chinese {
            true => &text.zh,
            false => &text.en,
        }
    }

    fn choose<'a>(&self, (en, zh): (&'a str, &'a str)) -> &'a str {
        if self.chinese { zh } else { en }
    }

    fn overview(&self) -> Result<()> {
        let mut out = output();
        writeln!(
            out,
            "learn terms       {} terms\nlearn openings    {} openings\n\
             learn formations  {} formations\nlearn maxims      {} maxims\n\
             learn lesson N    {} lessons\nlearn puzzle N    {} puzzles",
            teach::terms().len(),
            CanonicalOpening::all().len(),
            teach::formations().len(),
            teach::maxims().len(),
            lessons().len(),
            puzzles().len(),
        )?;
        Ok(())
    }

    /// All terms, or those with this name.
    fn terms(&self, word: &str) -> Result<()> {
        let mut out = output();
        if word.is_empty() {
            for group in TermGroup::ALL {
                writeln!(out, "{}", self.choose(group.name()))?;
                for term in teach::terms().iter().filter(|term| term.group == group) {
                    writeln!(out, "  {} ({})", term.name.en, term.name.zh)?;
                }
            }
            return Ok(());
        }
        let is_meant = |term: &&teach::Term| {
            let names = [&term.id, &term.name.en, &term.name.zh];
            let mut names = names.into_iter().chain(&term.also);
            names.any(|name| name.eq_ignore_ascii_case(word))
        };
        let found: Vec<&teach::Term> = teach::terms().iter().filter(is_meant).collect();
        if found.is_empty() {
            let why = format!("no entry for '{word}': `learn terms` lists all");
            return Err(wrong_use(why));
        }
        for term in found {
            writeln!(
                out,
                "{} ({})\n{}",
                term.name.en,
                term.name.zh,
                self.say(&term.text)
            )?;
            self.examples(&term.examples)?;
        }
        Ok(())
    }

    fn examples(&self, examples: &[Example]) -> Result<()> {
        for example in examples {
            let mark = |square: Square| {
                let mark = example.marks.iter().find(|mark| mark.square == square)?;
                Some(mark.letter.to_string())
            };
            let empty = |square| example.board.is_empty(square);
            let text = drawing::marked(&example.board, |square| {
                mark(square).filter(|_| empty(square))
            });
            write!(output(), "\n{text}")?;
            if let Some(caption) = &example.caption {
                writeln!(output(), "{}", self.say(caption))?;
            }
        }
        Ok(())
    }

    fn openings(&self, name: Option<&str>) -> Result<()> {
        let mut out = output();
        let texts = teach::opening_texts();
        let Some(name) = name else {
            writeln!(out, "{}\n", self.say(&texts.intro))?;
            for opening in CanonicalOpening::all() {
                writeln!(out, "{opening}")?;
            }
            let last = [&texts.naming, &texts.map, &texts.verdicts, &texts.play];
            for text in last {
                writeln!(out, "\n{}", self.say(text))?;
            }
            return Ok(());
        };
        let cards = teach::openings(Rule::Renju);
        let wanted = CanonicalOpening::named(name);
        let card = cards.iter().find(|card| Some(card.opening) == wanted);
        let Some(card) = card else {
            return Err(wrong_use(format!(
                "no opening '{name}': `learn openings` lists all"
            )));
        };
        let board = Board::new(15, 15)?;
        let place = self.say(&texts.lines[card.place.0]);
        write!(
            out,
            "{}\n{place}\n\n{}",
            card.opening,
            numbered(&board, &card.stones)
        )?;
        for verdict in card.verdicts {
            writeln!(out, "{verdict}")?;
        }
        let rules = SearchedOpening::RULES.into_iter();
        for searched in rules.filter_map(|rule| card.opening.searched(rule)) {
            writeln!(out, "{searched}")?;
        }
        Ok(())
    }

    fn formations(&self) -> Result<()> {
        for formation in teach::formations() {
            let name = format!("{} ({})", formation.name.en, formation.name.zh);
            writeln!(output(), "{name}\n{}", self.say(&formation.text))?;
            self.examples(&formation.examples)?;
            writeln!(output())?;
        }
        Ok(())
    }

    fn maxims(&self) -> Result<()> {
        for maxim in teach::maxims() {
            let (name, text) = (self.say(&maxim.name), self.say(&maxim.text));
            writeln!(output(), "{name}\n  {text}")?;
        }
        Ok(())
    }

    fn lessons(&self) -> Result<()> {
        for (number, lesson) in (1..).zip(lessons()) {
            writeln!(output(), "{number} {}", self.say(&lesson.name))?;
        }
        Ok(())
    }

    fn lesson(&self, number: usize) -> Result<()> {
        let lesson = &lessons()[number - 1];
        writeln!(output(), "{}", self.say(&lesson.name))?;
        for step in &lesson.steps {
            writeln!(output(), "\n{}", self.say(&step.text))?;
            self.examples(std::slice::from_ref(&step.example))?;
            if let Some(task) = step.task {
                writeln!(output(), "{}", self.say(&task.text(&step.example)))?;
                if !self.ask(&step.example.board, &Asked::Step(step))? {
                    return Ok(());
                }
            }
        }
        let numbers: Vec<String> = lesson
            .puzzles()
            .map(|puzzle| puzzle.number.to_string())
            .collect();
        if !numbers.is_empty() {
            let practise = self.choose(("To practise: learn puzzle", "练习：learn puzzle"));
            writeln!(output(), "\n{practise} {}", numbers.join(" "))?;
        }
        Ok(())
    }

    fn puzzles(&self) -> Result<()> {
        for puzzle in puzzles() {
            let Puzzle {
                number, step, rule, ..
            } = puzzle;
            let task = puzzle.task();
            writeln!(
                output(),
                "{number:3}  {step}  {rule:9}  {}",
                self.say(&task)
            )?;
        }
        Ok(())
    }

    fn puzzle(&self, puzzle: &Puzzle) -> Result<()> {
        let Puzzle { number, rule, .. } = puzzle;
        let drawn = drawing::marked(&puzzle.board, |_| None);
        write!(output(), "{number} ({rule})\n{drawn}")?;
        writeln!(output(), "{}", self.say(&puzzle.task()))?;
        self.ask(&puzzle.board, &Asked::Puzzle(puzzle))?;
        Ok(())
    }

    /// Asks until the answer is right or given up; false at `quit` or the end
    /// of input.
    fn ask(&self, board: &Board, asked: &Asked) -> Result<bool> {
        for line in lines() {
            let line = line?;
            let word = line.trim();
            let mut out = output();
            match word {
                "" => continue,
                "quit" => return Ok(false),
                "answer" => {
                    let names: Vec<String> = asked
                        .answers()
                        .into_iter()
                        .map(|square| square_name(square, board.height()))
                        .collect();
                    writeln!(out, "{}", names.join(" "))?;
                    return Ok(true);
                }
                _ => (),
            }
            let square = match parse_square(word, board) {
                Ok(square) => square,
                Err(error) => {
                    let help = (
                        "type a move as h8, answer or quit",
                        "请输入 h8、answer 或 quit",
                    );
                    writeln!(out, "{error} ({})", self.choose(help))?;
                    continue;
                }
            };
            match asked.attempt(square) {
                Err(error) => writeln!(out, "{error}")?,
                Ok(Attempt::Right { line }) => {
                    writeln!(out, "{}", self.choose(("Right.", "正确。")))?;
                    write!(out, "{}", numbered(board, &line))?;
                    return Ok(true);
                }
                Ok(Attempt::Wrong { line, why }) => {
                    let wrong = self.choose(("Wrong.", "不对。"));
                    writeln!(out, "{wrong} {}", self.say(&why.text()))?;
                    if line.len() > 1 {
                        write!(out, "{}", numbered(board, &line))?;
                    }
                }
                Ok(Attempt::Unclear) => {
                    writeln!(
                        out,
                        "{}",
                        self.choose(("That is not decided.", "无法判断。"))
                    )?;
                }
            }
        }
        Ok(false)
    }
}

/// A question.
enum Asked<'a> {
    Puzzle(&'a Puzzle),
    Step(&'a LessonStep),
}

impl Asked<'_> {
    fn attempt(&self, square: Square) -> Result<Attempt, NotEmpty> {
        match self {
            Asked::Puzzle(puzzle) => puzzle.attempt(square),
            Asked::Step(step) => step.attempt(square),
        }
    }

    fn answers(&self) -> Vec<Square> {
        match self {
            Asked::Puzzle(puzzle) => puzzle.solutions.clone(),
            Asked::Step(step) => {
                let mut tries = teach::Tries::new(teach::PUZZLE_NODES);
                step.answers(&mut tries).into_iter().collect()
            }
        }
    }
}

/// The typed lines, with a prompt on a terminal.
fn lines() -> impl Iterator<Item = Result<String>> {
    std::iter::from_fn(|| {
        let prompt = || -> Result<()> {
            let mut out = output();
            if stdin().is_terminal() {
                write!(out, "> ")?;
            }
            Ok(out.flush()?)
        };
        if let Err(error) = prompt() {
            return Some(Err(error));
        }
        let mut line = Vec::new();
        match stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&line).into_owned())),
            Err(error) => Some(Err(error.into())),
        }
    })
}

/// The board with the moves of a line numbered, and the line in words.
fn numbered(board: &Board, line: &[Square]) -> String {
    let number = |square: Square| {
        let at = line.iter().position(|&played| played == square)?;
        Some((at + 1).to_string())
    };
    let mut side = board.side_to_move();
    let names: Vec<String> = line
        .iter()
        .map(|&square| {
            let color = if side == Color::Black { 'X' } else { 'O' };
            side = !side;
            format!("{color} {}", square_name(square, board.height()))
        })
        .collect();
    format!("{}{}\n", drawing::marked(board, number), names.join(", "))
}

//! An attempt at a task and its result: the win that it begins, or its
//! refutation.

use serde::{Deserialize, Serialize};

use super::Text;
use super::tries::{Holds, Tries, Try, fives, is_legal};
use crate::board::Board;
use crate::rules::{self, ForbiddenKind};
use crate::solver::{Answer, Goal};
use crate::types::{Color, Rule, Square};

/// What the side to move is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Win by fours alone.
    Vcf,
    /// Win by fours and threes, where fours alone do not.
    Vct,
    /// Stop a win that the opponent threatens.
    Defend,
    /// Renju: win by fours because one answer is forbidden for Black.
    Forbid,
    /// Find the best move where nothing wins by force: a quiet one, by long searches.
    Best,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It does what was asked.
    Right {
        /// The move, and the moves that follow.
        line: Vec<Square>,
    },
    /// It does not.
    Wrong {
        /// The move, and its refutation.
        line: Vec<Square>,
        /// Why.
        why: Why,
    },
    /// Not decided within the limits. Does not happen in our puzzles.
    Unclear,
}

/// Why an attempt is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Black may not play there.
    Foul(ForbiddenKind),
    /// The opponent makes a five.
    LosesToFive,
    /// The opponent wins by fours.
    LosesToFours,
    /// The opponent wins by threats.
    LosesToThreats,
    /// It is no four, so that the opponent is free to answer.
    NoFour,
    /// It threatens nothing, so that the opponent is free to answer.
    NoThreat,
    /// After the answer no win of this kind is left.
    NothingLeft,
    /// It does not make what was asked for.
    NotMade,
    /// The point is not forbidden.
    NoFoul,
    /// The point does not look forbidden, or is forbidden.
    NotFalse,
    /// Another move is better.
    Weaker {
        /// Its share of the point in percent, if it is known.
        kept: Option<u8>,
        /// The best move's share in percent.
        best: u8,
    },
}

/// An attempt on a point where no stone can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is a stone already, or no such point")]
pub struct NotEmpty;

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Vcf, Kind::Vct, Kind::Defend, Kind::Forbid, Kind::Best];

    /// The name in files and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Vcf => "vcf",
            Kind::Vct => "vct",
            Kind::Defend => "defend",
            Kind::Forbid => "forbid",
            Kind::Best => "best",
        }
    }

    /// The task of this side, in words.
    pub fn task(self, side: Color) -> Text {
        let (en, zh, other) = match side {
            Color::Black => ("Black", "黑", "White"),
            Color::White => ("White", "白", "Black"),
        };
        let (en, zh) = match self {
            Kind::Vcf => (
                format!("{en} to move wins by fours alone."),
                format!("{zh}先，连续冲四取胜。"),
            ),
            Kind::Vct => (
                format!("{en} to move wins by threes and fours."),
                format!("{zh}先，连续活三、冲四取胜。"),
            ),
            Kind::Defend => (
                format!("{other} threatens to win. {en} to move: find the defence."),
                format!("对方有杀。{zh}先，怎样防住？"),
            ),
            Kind::Forbid => (
                format!("{en} to move wins: the answer is forbidden for {other}."),
                format!("{zh}先，抓禁手取胜。"),
            ),
            Kind::Best => (
                format!("{en} to move: find the best move. Nothing wins by force yet."),
                format!("{zh}先，最好的一着在哪里？还没有直接的杀法。"),
            ),
        };
        Text { en, zh }
    }

    /// The win to look for; `None` if there is none.
    fn goal(self) -> Option<Goal> {
        match self {
            Kind::Vcf | Kind::Forbid => Some(Goal::Vcf),
            Kind::Vct => Some(Goal::Vct),
            Kind::Defend | Kind::Best => None,
        }
    }
}

impl Why {
    /// The reason in words.
    pub fn text(self) -> Text {
        let (en, zh) = match self {
            Why::Weaker { kept, best } => return weaker(kept, best),
            Why::Foul(ForbiddenKind::DoubleThree) => ("A double-three: forbidden.", "三三禁手。"),
            Why::Foul(ForbiddenKind::DoubleFour) => ("A double-four: forbidden.", "四四禁手。"),
            Why::Foul(ForbiddenKind::Overline) => ("An overline: forbidden.", "长连禁手。"),
            Why::LosesToFive => ("Your opponent makes a five.", "对方成五。"),
            Why::LosesToFours => (
                "Your opponent wins with a series of fours.",
                "对方连续冲四取胜。",
            ),
            Why::LosesToThreats => (
                "Your opponent wins with a series of threats.",
                "对方连续进攻取胜。",
            ),
            Why::NoFour => (
                "Not a four: your opponent is free to answer.",
                "不是冲四，对方可以自由应对。",
            ),
            Why::NoThreat => (
                "Not a threat: your opponent is free to answer.",
                "没有威胁，对方可以自由应对。",
            ),
            Why::NotMade => ("This is not what was asked for.", "这不是题目要求的。"),
            Why::NoFoul => ("Black may play there.", "黑方可以下在那里。"),
            Why::NotFalse => (
                "It must look like a double-three and be allowed.",
                "应是貌似三三而可以下的点。",
            ),
            Why::NothingLeft => (
                "After this answer no such win is left.",
                "对方应后再没有这样的杀法。",
            ),
        };
        Text {
            en: en.to_string(),
            zh: zh.to_string(),
        }
    }
}

/// Judges a move of the side to move. Of a quiet move ([`Kind::Best`]) it knows only
/// whether it loses by force; else it is unclear.
pub fn attempt(
    tries: &mut Tries,
    board: &Board,
    rule: Rule,
    kind: Kind,
    square: Square,
) -> Result<Attempt, NotEmpty> {
    if !board.is_empty(square) {
        return Err(NotEmpty);
    }
    let wrong = |line: &[Square], why| Attempt::Wrong {
        line: [&[square], line].concat(),
        why,
    };
    if !is_legal(board, rule, square) {
        let kind = rules::forbidden(board, square).expect("what is not legal is a foul");
        return Ok(wrong(&[], Why::Foul(kind)));
    }
    let own = board.side_to_move();
    let mut after = board.clone();
    after.place(square);
    if !rules::wins(board, rule, square, own)
        && let Some(five) = fives(&after, rule, !own).first()
    {
        return Ok(wrong(&[five], Why::LosesToFive));
    }
    let Some(goal) = kind.goal() else {
        return Ok(match tries.holds(board, rule, square) {
            Holds::Yes if kind == Kind::Best => Attempt::Unclear,
            Holds::Yes => Attempt::Right { line: vec![square] },
            Holds::No { line, by_fours } => wrong(&line, why_lost(by_fours)),
            Holds::Open => Attempt::Unclear,
        });
    };
    let tried = tries.begins(board, rule, square, goal);
    if let Try::Wins(line) = tried {
        let line = [&[square], &line[..]].concat();
        return Ok(Attempt::Right { line });
    }
    // The best refutation is a win of the opponent.
    if let Answer::Win(win) = tries.ask(&after, rule, Goal::Vcf) {
        return Ok(wrong(&win.line, Why::LosesToFours));
    }
    Ok(match tried {
        Try::Fails(reply) => wrong(&[reply], Why::NothingLeft),
        Try::NoThreat => {
            let key = match tries.ask(board, rule, goal) {
                Answer::Win(win) => win.line.first().copied(),
                _ => None,
            };
            let reply = tries.quiet_reply(&after, rule, goal, key);
            let why = match goal {
                Goal::Vct => Why::NoThreat,
                Goal::Vcf | Goal::ShortestVcf => Why::NoFour,
            };
            wrong(reply.as_slice(), why)
        }
        Try::Wins(_) | Try::Open => Attempt::Unclear,
    })
}

fn weaker(kept: Option<u8>, best: u8) -> Text {
    let (en, zh) = match kept {
        Some(kept) => (
            format!("It keeps {kept} % of the point, the best move {best} %."),
            format!("这着的期望得分是 {kept}%，最好的一着是 {best}%。"),
        ),
        None => (
            format!("The best move keeps {best} % of the point, this one less."),
            format!("最好的一着的期望得分是 {best}%，这着更低。"),
        ),
    };
    Text { en, zh }
}

fn why_lost(by_fours: bool) -> Why {
    match by_fours {
        true => Why::LosesToFours,
        false => Why::LosesToThreats,
    }
}

//! What single moves achieve, by the solver: whether a move begins a win by
//! fours or threats, and whether it defends against one. All questions have
//! limits; what they do not decide is `Open`.

use crate::board::Board;
use crate::position::Position;
use crate::rules;
use crate::solver::{Answer, Defence, Goal, Solver, SolverLimits};
use crate::types::{ByRule, Color, Rule, Ruleset, Square, SquareSet};

/// Whether a move begins a win of some kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Try {
    /// It wins. The moves after it, beginning with the reply that resists
    /// longest; empty if it makes a five.
    Wins(Vec<Square>),
    /// It does not, because of this reply.
    Fails(Square),
    /// It threatens nothing of this kind: it is not a four, or (for wins by threats)
    /// a pass after it would allow no win by fours.
    NoThreat,
    /// The limits were reached first.
    Open,
}

/// Whether a move stops a win of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// The opponent has no win by fours or threats after it.
    Yes,
    /// The opponent has one.
    No {
        /// Its moves and the replies, the opponent first.
        line: Vec<Square>,
        /// Whether fours alone do it.
        by_fours: bool,
    },
    /// The limits were reached first.
    Open,
}

/// Asks the solver about moves.
pub struct Tries {
    solver: Solver,
    /// The most nodes of one question.
    nodes: u64,
    spent: u64,
}

/// Memory for the tables.
const MEMORY: usize = 8 << 20;
/// How many replies to a move without a threat are tried.
const MOST_REPLIES: usize = 8;
/// How many fours in a row the defender may make to delay the win.
const DELAYS: usize = 3;

impl Tries {
    /// With at most `nodes` nodes for each question.
    pub fn new(nodes: u64) -> Tries {
        Tries {
            solver: Solver::new(MEMORY),
            nodes,
            spent: 0,
        }
    }

    /// Nodes of all questions so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The solver's answer for the side to move.
    pub fn ask(&mut self, board: &Board, rule: Rule, goal: Goal) -> Answer {
        let limits = SolverLimits::nodes(self.nodes);
        let position = (board.clone(), rule);
        let solution = self.solver.solve_board(position, goal, limits);
        self.spent += solution.nodes;
        solution.answer
    }

    /// Whether the move `square`, which should be legal, begins a win of this
    /// kind. Not for rules in which a five can be blocked (caro).
    pub fn begins(&mut self, board: &Board, rule: Rule, square: Square, goal: Goal) -> Try {
        let attacker = board.side_to_move();
        if rules::wins(board, rule, square, attacker) {
            return Try::Wins(Vec::new());
        }
        let mut after = board.clone();
        after.place(square);
        if let Some(five) = fives(&after, rule, !attacker).first() {
            return Try::Fails(five);
        }
        let fives = fives(&after, rule, attacker);
        let replies = match (fives.len(), goal) {
            (0, Goal::Vcf | Goal::ShortestVcf) => return Try::NoThreat,
            (0, Goal::Vct) => match self.defence(&after, rule) {
                Defence::NotNeeded => return Try::NoThreat,
                Defence::Unknown => return Try::Open,
                Defence::Only(squares) => squares,
            },
            _ => fives,
        };
        let last = match fives.len() {
            0 => None,
            _ => fives.into_iter().last(),
        };
        self.against(&after, rule, goal, replies, last)
    }

    /// Whether a win goes on against each of these replies. If none of them is
    /// legal, `five` wins.
    fn against(
        &mut self,
        after: &Board,
        rule: Rule,
        goal: Goal,
        replies: SquareSet,
        five: Option<Square>,
    ) -> Try {
        let mut longest: Option<Vec<Square>> = None;
        let mut open = false;
        for reply in replies {
            if !is_legal(after, rule, reply) {
                continue;
            }
            let mut board = after.clone();
            board.place(reply);
            match self.ask(&board, rule, goal) {
                Answer::Win(win) => {
                    let line: Vec<Square> = [reply].into_iter().chain(win.line).collect();
                    if longest.as_ref().is_none_or(|old| old.len() < line.len()) {
                        longest = Some(line);
                    }
                }
                Answer::None => return Try::Fails(reply),
                Answer::Unknown => open = true,
            }
        }
        match (open, longest) {
            (true, _) => Try::Open,
            (false, Some(line)) => Try::Wins(line),
            (false, None) => Try::Wins(five.into_iter().collect()),
        }
    }

    /// A reply to a move without a threat that leaves no win of this kind.
    /// Only a few are tried, `first` before the others.
    pub(super) fn quiet_reply(
        &mut self,
        after: &Board,
        rule: Rule,
        goal: Goal,
        first: Option<Square>,
    ) -> Option<Square> {
        let others = match self.defence(after, rule) {
            Defence::Only(squares) => squares,
            Defence::NotNeeded | Defence::Unknown => near(after),
        };
        let replies = first.into_iter().chain(others);
        replies
            .filter(|&reply| after.is_empty(reply) && is_legal(after, rule, reply))
            .take(MOST_REPLIES)
            .find(|&reply| {
                let mut board = after.clone();
                board.place(reply);
                self.ask(&board, rule, goal) == Answer::None
            })
    }

    /// All moves that begin a win of this kind; `None` if one is not decided.
    pub fn beginnings(&mut self, board: &Board, rule: Rule, goal: Goal) -> Option<SquareSet> {
        let mut found = SquareSet::EMPTY;
        for square in *board.empty() {
            if !is_legal(board, rule, square) {
                continue;
            }
            match self.begins(board, rule, square, goal) {
                Try::Wins(_) => found.insert(square),
                Try::Fails(_) | Try::NoThreat => (),
                Try::Open => return None,
            }
        }
        Some(found)
    }

    /// What the side to move can do against a win by fours.
    pub fn defence(&mut self, board: &Board, rule: Rule) -> Defence {
        let question = Threatened {
            solver: &mut self.solver,
            board: board.clone(),
            limits: SolverLimits::nodes(self.nodes),
        };
        let (defence, nodes) = rule.run(question);
        self.spent += nodes;
        defence
    }

    /// Whether the move `square`, which should be legal, leaves the opponent
    /// without a win by fours or threats. A four that only delays it does not
    /// count.
    pub fn holds(&mut self, board: &Board, rule: Rule, square: Square) -> Holds {
        self.holds_within(board, rule, square, DELAYS)
    }

    fn holds_within(&mut self, board: &Board, rule: Rule, square: Square, delays: usize) -> Holds {
        let own = board.side_to_move();
        if rules::wins(board, rule, square, own) {
            return Holds::Yes;
        }
        let mut after = board.clone();
        after.place(square);
        for (goal, by_fours) in [(Goal::Vcf, true), (Goal::Vct, false)] {
            match self.ask(&after, rule, goal) {
                Answer::Win(win) => {
                    let line = win.line;
                    return Holds::No { line, by_fours };
                }
                Answer::None => (),
                Answer::Unknown => return Holds::Open,
            }
        }
        let fives = fives(&after, rule, own);
        match fives.len() {
            0 => Holds::Yes,
            1 => {
                let Some(answer) = fives.first().filter(|&five| is_legal(&after, rule, five))
                else {
                    return Holds::Yes;
                };
                after.place(answer);
                match self.best_hold(&after, rule, delays) {
                    Holds::No { mut line, by_fours } => {
                        line.insert(0, answer);
                        Holds::No { line, by_fours }
                    }
                    other => other,
                }
            }
            _ => Holds::Yes,
        }
    }

    /// Whether the side to move has any move that defends.
    fn best_hold(&mut self, board: &Board, rule: Rule, delays: usize) -> Holds {
        let replies = match self.defence(board, rule) {
            Defence::NotNeeded => near(board),
            Defence::Only(squares) => squares,
            Defence::Unknown => return Holds::Open,
        };
        if delays == 0 {
            return Holds::Open;
        }
        let mut open = false;
        let mut worst: Option<Holds> = None;
        for reply in replies {
            if !is_legal(board, rule, reply) {
                continue;
            }
            match self.holds_within(board, rule, reply, delays - 1) {
                Holds::Yes => return Holds::Yes,
                Holds::Open => open = true,
                Holds::No { mut line, by_fours } => {
                    line.insert(0, reply);
                    let longer = |old: &Holds| matches!(old, Holds::No { line: old, .. } if old.len() < line.len());
                    if worst.as_ref().is_none_or(longer) {
                        worst = Some(Holds::No { line, by_fours });
                    }
                }
            }
        }
        match (open, worst) {
            (true, _) => Holds::Open,
            (false, Some(no)) => no,
            // Every reply loses to the fours that were found.
            (false, None) => {
                let mut passed = board.clone();
                passed.pass();
                match self.ask(&passed, rule, Goal::Vcf) {
                    Answer::Win(win) => Holds::No {
                        line: win.line,
                        by_fours: true,
                    },
                    _ => Holds::Open,
                }
            }
        }
    }

    /// All moves that defend against the opponent's threat to win by fours;
    /// `None` without such a threat, or if a move is not decided.
    pub fn holding(&mut self, board: &Board, rule: Rule) -> Option<SquareSet> {
        let Defence::Only(squares) = self.defence(board, rule) else {
            return None;
        };
        let mut found = SquareSet::EMPTY;
        for square in squares {
            if !is_legal(board, rule, square) {
                continue;
            }
            match self.holds(board, rule, square) {
                Holds::Yes => found.insert(square),
                Holds::No { .. } => (),
                Holds::Open => return None,
            }
        }
        Some(found)
    }
}

/// The empty squares on which a stone of `color` would win at once.
pub(super) fn fives(board: &Board, rule: Rule, color: Color) -> SquareSet {
    let wins = |&square: &Square| rules::wins(board, rule, square, color);
    board.empty().into_iter().filter(wins).collect()
}

/// Whether the side to move may play on this empty square.
pub(super) fn is_legal(board: &Board, rule: Rule, square: Square) -> bool {
    let fouls = rule.forbids() && board.side_to_move() == Color::Black;
    !fouls || rules::forbidden(board, square).is_none()
}

/// The empty squares at most two from a stone.
fn near(board: &Board) -> SquareSet {
    let stones: Vec<Square> = Color::ALL
        .into_iter()
        .flat_map(|color| board.stones(color))
        .collect();
    let is_near = |square: &Square| stones.iter().any(|stone| stone.distance(*square) <= 2);
    board.empty().into_iter().filter(is_near).collect()
}

/// [`Tries::defence`] under one rule.
struct Threatened<'a> {
    solver: &'a mut Solver,
    board: Board,
    limits: SolverLimits<'static>,
}

impl ByRule for Threatened<'_> {
    type Output = (Defence, u64);

    fn run<R: Ruleset>(self) -> (Defence, u64) {
        let mut position = Position::<R>::new(self.board);
        self.solver.defence(&mut position, self.limits)
    }
}

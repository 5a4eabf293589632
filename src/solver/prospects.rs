//! Knowledge of the positions in a search for a win by threats: moves and wins by
//! fours. It is found once per position, however many quiet moves are left.

use super::budget::{Budget, Stopped};
use super::by_hash::ByHash;
use super::ordering::merit;
use super::support::{refutes, support};
use super::table::FailTable;
use super::vcf::{FourSearch, Step};
use super::zone;
use crate::movegen::{self, Duty};
use crate::params::solver::{COUNTER_NODES, DOUBT, MOST_DOUBT};
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::types::{Color, Ruleset, Square, SquareSet};

/// The number of a [`Prospect`].
pub(super) type ProspectId = u32;
/// The number of a node of the search.
pub(super) type Id = u32;

/// Any number of quiet moves.
pub(super) const UNLIMITED: u8 = u8::MAX;

/// A move to search.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) square: Square,
    /// The proof number of its child before that is visited.
    pub(super) guess: u8,
    /// Whether it makes no four. For the attacker's moves only.
    pub(super) is_quiet: bool,
}

/// What the attacker tries in a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// Only a win by fours.
    Fours,
    /// Also moves that make a three.
    Threes,
    /// Also all other moves that may be threats.
    Threats,
}

/// The knowledge of a position.
#[derive(Default)]
pub(super) struct Prospect {
    /// The scope in which the attacker's moves were generated; `None` at first.
    scope: Option<Scope>,
    /// The limit with which a search for fours was given up, if one was.
    gave_up_with: Option<u64>,
    /// Whether the attacker wins, if that is known.
    pub(super) verdict: Option<bool>,
    /// With the defender to move: whether all legal replies have been considered.
    pub(super) all_replies: bool,
    /// The moves; more may be appended.
    pub(super) moves: Vec<Move>,
    /// With the attacker to move, the attacker's win by fours; with the defender to
    /// move, the threatened one. Empty if there is none, or if a five is threatened.
    pub(super) steps: Box<[Step]>,
    /// A won node with this position.
    pub(super) won: Option<Id>,
    /// The last stage in which it was found lost, and with how many quiet moves left
    /// at most.
    pub(super) lost_in: u8,
    pub(super) lost_with: u8,
}

impl Prospect {
    /// Appends the moves that are not there yet. The others keep their place, by which
    /// nodes refer to them.
    fn add(&mut self, moves: Vec<Move>) {
        let known: SquareSet = self.moves.iter().map(|next| next.square).collect();
        let is_new = |next: &Move| !known.contains(next.square);
        self.moves.extend(moves.into_iter().filter(is_new));
    }
}

/// The prospects of all positions of a search, and what it takes to find them.
pub(super) struct Prospects<'a, 'b, R: Ruleset> {
    pub(super) position: &'a mut Position<R>,
    /// Positions where a colour does not win by fours.
    failed: &'a mut FailTable,
    /// The same within one search for its zone.
    zone_failed: &'a mut FailTable,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) all: Vec<Prospect>,
    ids: ByHash<ProspectId>,
    /// What nodes and prospects may still take, in bytes.
    pub(super) memory: usize,
    /// The last win by fours that was found.
    pub(super) steps: Vec<Step>,
    attacker: Color,
    /// How many quiet moves the attacker may still play.
    pub(super) quiet: u8,
    /// Which of the attacker's quiet moves are tried.
    pub(super) scope: Scope,
    /// Stones for a single search for a win by fours.
    pub(super) effort: u64,
    /// Whether something was left out because of the limits, so that a failure is
    /// not certain.
    pub(super) cut: bool,
    /// Whether a single search for a win by fours was given up.
    gave_up: bool,
}

impl<'a, 'b, R: Ruleset> Prospects<'a, 'b, R> {
    /// With the tables of positions without a win by fours, the second for zones,
    /// and `memory` bytes for nodes and prospects. The side to move attacks.
    pub(super) fn new(
        position: &'a mut Position<R>,
        [failed, zone_failed]: [&'a mut FailTable; 2],
        budget: &'a mut Budget<'b>,
        memory: usize,
    ) -> Prospects<'a, 'b, R> {
        Prospects {
            failed,
            zone_failed,
            budget,
            all: Vec::new(),
            ids: ByHash::default(),
            memory,
            steps: Vec::new(),
            attacker: position.side_to_move(),
            position,
            quiet: UNLIMITED,
            scope: Scope::Threats,
            effort: 0,
            cut: false,
            gave_up: false,
        }
    }

    /// Forgets all prospects.
    pub(super) fn forget(&mut self) {
        self.all = Vec::new();
        self.ids = ByHash::default();
    }

    /// Takes memory, if there is enough left.
    pub(super) fn take_memory(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.memory = self.memory.checked_sub(bytes).ok_or(Stopped)?;
        Ok(())
    }

    /// What the attacker may try now.
    pub(super) fn scope(&self) -> Scope {
        match self.quiet {
            0 => Scope::Fours,
            _ => self.scope,
        }
    }

    /// Whether it is the turn of the side that wants to win.
    pub(super) fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// The prospect of this position.
    pub(super) fn prospect(&mut self) -> Result<ProspectId, Stopped> {
        let key = self.position.board().hash();
        if let Some(&known) = self.ids.get(&key) {
            return Ok(known);
        }
        self.take_memory(size_of::<Prospect>() + 2 * size_of::<(u64, ProspectId)>())?;
        let id = self.all.len() as ProspectId;
        self.all.push(Prospect {
            lost_in: u8::MAX,
            ..Prospect::default()
        });
        self.ids.insert(key, id);
        Ok(id)
    }

    /// Generates the moves that the present limits allow, if they are not known yet.
    pub(super) fn look(&mut self, id: ProspectId) -> Result<(), Stopped> {
        let attacks = self.attacks();
        let scope = match attacks {
            true => self.scope(),
            false => Scope::Threats,
        };
        let known = &self.all[id as usize];
        let settled = known.verdict == Some(true)
            || known.scope >= Some(scope)
                && known.gave_up_with.is_none_or(|with| with >= self.effort);
        if settled {
            self.cut |= known.gave_up_with.is_some();
            return Ok(());
        }
        self.gave_up = false;
        let (verdict, moves) = match attacks {
            true => self.attack_moves(id, scope)?,
            false => self.replies(id)?,
        };
        self.take_memory(moves.len() * size_of::<Move>())?;
        let known = &mut self.all[id as usize];
        known.scope = Some(scope);
        known.gave_up_with = self.gave_up.then_some(self.effort);
        known.verdict = verdict;
        known.add(moves);
        self.cut |= self.gave_up;
        Ok(())
    }

    /// With the attacker to move: the verdict if there is a win by fours or nothing to
    /// try, and the moves.
    fn attack_moves(
        &mut self,
        id: ProspectId,
        scope: Scope,
    ) -> Result<(Option<bool>, Vec<Move>), Stopped> {
        let (found, zone) = match scope {
            Scope::Threats => self.fours_with_zone()?,
            _ => (self.fours(self.effort, true)?, SquareSet::EMPTY),
        };
        if found {
            self.keep_steps(id)?;
            return Ok((Some(true), Vec::new()));
        }
        let position = &*self.position;
        let zone = match scope {
            Scope::Fours => return Ok((None, Vec::new())),
            Scope::Threes => seen_threats(position),
            Scope::Threats => zone,
        };
        let moves = match movegen::duty(position) {
            Duty::AnswerFive(answers) => answers,
            Duty::AnswerOpenFour(answers) => zone & answers,
            _ => zone,
        };
        let own = position.side_to_move();
        let attack = |square: Square| {
            let is_four = ThreatClass::FOURS.contains(position.class_without_fouls(square, own));
            Move {
                square,
                guess: match position.class_if_played(square, own) {
                    ThreatClass::FourThree | ThreatClass::DoubleThree | ThreatClass::ThreePlus => 1,
                    ThreatClass::FourPlus | ThreatClass::Three => 2,
                    ThreatClass::Four => 3,
                    _ => 4,
                },
                is_quiet: !is_four,
            }
        };
        let squares = position.legal(moves).into_iter();
        let mut moves: Vec<(i32, Move)> = squares
            .map(|square| (merit(position, square), attack(square)))
            .collect();
        let most = moves.iter().map(|&(merit, _)| merit).max().unwrap_or(0);
        for (merit, next) in &mut moves {
            let doubt = (most - *merit) / DOUBT;
            next.guess += doubt.min(MOST_DOUBT) as u8;
        }
        moves.sort_unstable_by_key(|&(merit, next)| (next.guess, -merit, next.square));
        let moves: Vec<Move> = moves.into_iter().map(|(_, next)| next).collect();
        let nothing = moves.is_empty() && scope == Scope::Threats;
        Ok((nothing.then_some(false), moves))
    }

    /// With the defender to move: the verdict if the defender has lost or is under no
    /// threat, and the replies.
    fn replies(&mut self, id: ProspectId) -> Result<(Option<bool>, Vec<Move>), Stopped> {
        let own = self.position.side_to_move();
        if self.position.count(own, ThreatClass::Five) > 0 {
            return Ok((Some(false), Vec::new()));
        }
        let replies = if self.position.count(!own, ThreatClass::Five) > 0 {
            self.all[id as usize].all_replies = true;
            movegen::five_answers(self.position)
        } else {
            self.position.pass();
            let threatens = self.fours(self.effort, true);
            self.position.undo();
            if !threatens? {
                return Ok((Some(false), Vec::new()));
            }
            self.keep_steps(id)?;
            if self.fours(COUNTER_NODES.min(self.effort), false)? {
                return Ok((Some(false), Vec::new()));
            }
            let steps = std::mem::take(&mut self.all[id as usize].steps);
            let support = support(self.position, &steps);
            let replies = self.refutations(support.squares, &steps);
            self.all[id as usize].steps = steps;
            self.all[id as usize].all_replies = support.is_whole;
            replies?
        };
        let lost = replies.is_empty().then_some(true);
        // The best-looking defence comes first.
        let by_merit = |square: Square| (-merit(self.position, square), square);
        let mut replies: Vec<(i32, Square)> = replies.into_iter().map(by_merit).collect();
        replies.sort_unstable();
        let replies = replies.into_iter().map(|(_, square)| reply(square));
        Ok((lost, replies.collect()))
    }

    /// The squares on which a legal move refutes the threatened win by fours.
    fn refutations(&mut self, squares: SquareSet, steps: &[Step]) -> Result<SquareSet, Stopped> {
        let mut found = SquareSet::EMPTY;
        for square in self.position.legal(squares) {
            self.budget.spend()?;
            if refutes(self.position, steps, square) {
                found.insert(square);
            }
        }
        Ok(found)
    }

    /// With the defender to move: adds the legal replies outside the support that
    /// refute the threat after all.
    pub(super) fn add_replies(&mut self, id: ProspectId) -> Result<(), Stopped> {
        let known = &mut self.all[id as usize];
        if known.all_replies && (known.steps.is_empty() || !cfg!(debug_assertions)) {
            return Ok(());
        }
        let steps = std::mem::take(&mut known.steps);
        let mut squares = *self.position.board().empty() - support(self.position, &steps).squares;
        for known in &self.all[id as usize].moves {
            squares.remove(known.square);
        }
        let found = self.refutations(squares, &steps);
        let known = &mut self.all[id as usize];
        known.steps = steps;
        let found = found?;
        debug_assert!(!known.all_replies || found.is_empty(), "a support is whole");
        known.moves.extend(found.into_iter().map(reply));
        known.all_replies = true;
        // It is lost only if there is no reply at all.
        known.verdict = known.verdict.filter(|_| known.moves.is_empty());
        Ok(())
    }

    /// Whether the side to move wins by fours, found with at most `nodes` stones; the
    /// win is in `steps`. If the limit is reached and `matters`, a failure is uncertain.
    pub(super) fn fours(&mut self, nodes: u64, matters: bool) -> Result<bool, Stopped> {
        self.steps.clear();
        self.budget.cap(nodes);
        let found = FourSearch::new(self.position, self.failed, self.budget, &mut self.steps).any();
        self.conclude(found, matters)
    }

    /// [`Prospects::fours`] for the attacker, and without a win the squares where a
    /// stone could be a threat.
    fn fours_with_zone(&mut self) -> Result<(bool, SquareSet), Stopped> {
        self.steps.clear();
        self.zone_failed.clear();
        self.budget.cap(self.effort);
        let zone = zone::rows(self.position, self.position.side_to_move());
        let mut search = FourSearch::new(
            self.position,
            self.zone_failed,
            self.budget,
            &mut self.steps,
        );
        search.zone = Some(zone);
        let found = search.any();
        let zone = search.zone.unwrap_or_default();
        Ok((self.conclude(found, true)?, zone))
    }

    /// The result of a search for fours with a cap on the budget.
    fn conclude(&mut self, found: Result<bool, Stopped>, matters: bool) -> Result<bool, Stopped> {
        let over = self.budget.uncap();
        match found {
            Ok(found) => Ok(found),
            Err(Stopped) if over => Err(Stopped),
            Err(Stopped) => {
                self.gave_up |= matters;
                Ok(false)
            }
        }
    }

    /// Keeps the win by fours that was just found.
    fn keep_steps(&mut self, id: ProspectId) -> Result<(), Stopped> {
        self.take_memory(size_of_val(&self.steps[..]))?;
        self.all[id as usize].steps = self.steps.as_slice().into();
        Ok(())
    }
}

/// The squares where the side to move makes a four or a three.
fn seen_threats<R: Ruleset>(position: &Position<R>) -> SquareSet {
    let own = position.side_to_move();
    position.squares_of(own, ThreatClass::THREATS) | *position.squares(own, ThreatClass::Forbidden)
}

/// A move of the defender.
fn reply(square: Square) -> Move {
    Move {
        square,
        guess: 1,
        is_quiet: false,
    }
}

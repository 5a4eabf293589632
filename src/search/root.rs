//! The position to move in: which moves there are, and the iterations.

use super::node::Pv;
use super::order::ScoredMove;
use super::team::Pass;
use super::threats::Advice;
use super::{Event, Stopped, Worker};
use crate::board::Symmetry;
use crate::movegen::{Duty, duty, quiet_squares};
use crate::pattern::ThreatClass;
use crate::types::{Depth, MAX_PLY, Ruleset, Score, Square, SquareSet};

/// The first depth at which single root moves are reported.
const TALKATIVE_DEPTH: Depth = 6;

/// A window with bounds further than this from what was expected has none.
const WIDEST: i32 = 1_500;

/// The moves to choose from.
struct Choice {
    squares: SquareSet,
    /// The score and the length of its line, where nothing needs to be
    /// searched.
    decided: Option<(Score, usize)>,
}

impl Choice {
    fn among(squares: SquareSet) -> Choice {
        Choice {
            squares,
            decided: None,
        }
    }

    fn decided(square: Square, score: Score, plies: usize) -> Choice {
        Choice {
            squares: square.into(),
            decided: Some((score, plies)),
        }
    }
}

impl<R: Ruleset> Worker<'_, R> {
    /// Searches deeper and deeper for the best moves until a limit is reached.
    /// Nothing is found only if no square is empty.
    pub(super) fn search(&mut self, lines: usize, distinct: bool) {
        let Some(any) = self.position.board().empty().first() else {
            return;
        };
        let choice = match lines {
            0 | 1 => self.best_choice(any),
            _ => self.wide_choice(any, lines, distinct),
        };
        self.moves.clear();
        self.push_moves(choice.squares, None, 0);
        self.moves.sort_by_key(|entry| (-entry.score, entry.square));
        let mut moves = std::mem::take(&mut self.moves);
        // Something to play, whatever happens next.
        let (score, deepest) = choice.decided.unwrap_or((Score::DRAW, 0));
        self.lines[0] = vec![moves[0].square];
        self.deepest = deepest;
        self.announce(0, 0, score);
        if choice.decided.is_some() {
            return;
        }
        let limit = self.shared.limits.depth.unwrap_or(Depth::MAX);
        let empty = self.position.board().empty().len();
        let deepest = empty.min(self.moves_left()).min(MAX_PLY) as Depth;
        let last = limit.min(deepest);
        if self.is_helper() {
            return self.help(last);
        }
        let wanted = lines.clamp(1, moves.len());
        if wanted == 1 && self.plays_known_win(&mut moves, last) {
            return;
        }
        self.note_forced(&moves);
        let mut best = None;
        let mut depth = self.shared.first_depth.clamp(1, last.max(1));
        while depth <= last {
            self.listens = wanted == 1;
            let ended = self.find_best(&mut moves, wanted, depth, &mut best);
            let is_told = self.is_news();
            self.listens = false;
            let score = best.unwrap_or_default();
            match ended {
                Ok(true) if wanted > 1 => return,
                Ok(true) => return self.settle(&mut moves, score, depth..=last),
                Ok(false) => (),
                Err(Stopped) if is_told => self.moves.clear(),
                Err(Stopped) => return,
            }
            if wanted == 1 {
                match self.consult(&mut moves, score, depth) {
                    Advice::Nothing => (),
                    Advice::Win(score) => return self.settle(&mut moves, score, depth..=last),
                    Advice::Refuted => {
                        best = None;
                        continue;
                    }
                }
            }
            if ended.is_err() {
                continue;
            }
            if !self.goes_on(&moves, score, depth) {
                return;
            }
            depth += 1;
        }
    }

    /// One iteration for each of so many best moves; `best` is the score of the
    /// first of them. Whether all are proven to win or to lose.
    fn find_best(
        &mut self,
        moves: &mut [ScoredMove],
        wanted: usize,
        depth: Depth,
        best: &mut Option<Score>,
    ) -> Result<bool, Stopped> {
        let mut proven = true;
        let expected = best.filter(|_| wanted == 1);
        for rank in 0..wanted {
            let score = self.iteration(moves, rank, depth, expected)?;
            proven &= score.is_decisive();
            if rank == 0 {
                *best = Some(score);
            }
            self.announce(rank, depth, score);
        }
        Ok(proven)
    }

    /// Whether a win is known without a search: then its move comes to the
    /// front, or that of a faster one.
    fn plays_known_win(&mut self, moves: &mut Vec<ScoredMove>, last: Depth) -> bool {
        if let Some(score) = self.remembered_win(moves) {
            self.settle(moves, score, 1..=last);
        } else if let Some(score) = self.look_for_fours(moves) {
            // Nothing is surer: better is only what is over at once, or as fast
            // as was announced.
            match self.is_as_promised(score) {
                true => self.glance(moves, score),
                false => self.settle(moves, score, 1..=last),
            }
        } else if let Some(score) = self.look_for_promised(moves) {
            self.settle(moves, score, 1..=last);
        } else {
            return false;
        }
        true
    }

    /// The moves among which the best one must be. `any` is an empty square.
    fn best_choice(&mut self, any: Square) -> Choice {
        let blocked = self.shared.blocked;
        let left = self.moves_left();
        let squares = match duty(&self.position) {
            Duty::Five(square) if !blocked.contains(square) => {
                return Choice::decided(square, Score::win_in(1), 1);
            }
            Duty::OpenFour(square) if !blocked.contains(square) && left >= 3 => {
                return Choice::decided(square, Score::win_in(3), 3);
            }
            Duty::AnswerFive(answers) if answers.is_empty() && left >= 2 => {
                return Choice::decided(self.last_stand(any), Score::loss_in(2), 2);
            }
            Duty::AnswerFive(answers) => answers,
            Duty::AnswerOpenFour(answers) => self.position.legal(answers),
            _ => self.position.legal(quiet_squares(&self.position)),
        };
        match squares - blocked {
            rest if rest.is_empty() => self.any_choice(any),
            rest => Choice::among(rest),
        }
    }

    /// The moves to find the best `lines` among: those that make sense, or all
    /// if they are not enough.
    fn wide_choice(&self, any: Square, lines: usize, distinct: bool) -> Choice {
        let likely = match duty(&self.position) {
            Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => answers,
            _ => quiet_squares(&self.position),
        };
        let likely = self.position.legal(likely) - self.shared.blocked;
        let mut choice = match likely.len() < lines {
            true => self.any_choice(any),
            false => Choice::among(likely),
        };
        if distinct {
            choice.squares = self.without_mirrored(choice.squares);
        }
        choice
    }

    /// Every legal move that is not blocked, or else every legal one, or else
    /// a foul.
    fn any_choice(&self, any: Square) -> Choice {
        let legal = self.position.legal(*self.position.board().empty());
        match legal - self.shared.blocked {
            rest if !rest.is_empty() => Choice::among(rest),
            _ if !legal.is_empty() => Choice::among(legal),
            _ => Choice::decided(any, Score::loss_in(1), 1),
        }
    }

    /// Of moves that are the same by symmetry, the first.
    pub(super) fn without_mirrored(&self, squares: SquareSet) -> SquareSet {
        let board = self.position.board();
        let symmetries: Vec<Symmetry> = Symmetry::of_position(board).collect();
        let first = |&square: &Square| {
            let mut images = symmetries.iter().map(|by| by.apply(square, board));
            images.all(|image| image >= square || !squares.contains(image))
        };
        squares.into_iter().filter(first).collect()
    }

    /// One iteration over the root moves that are not among the `rank` best
    /// ones already; the best of them goes to the front of the rest, for the
    /// next iteration too. If a score is expected, a narrow window around it
    /// is tried first.
    fn iteration(
        &mut self,
        moves: &mut [ScoredMove],
        rank: usize,
        depth: Depth,
        expected: Option<Score>,
    ) -> Result<Score, Stopped> {
        let (mut low, mut high) = (-Score::INFINITE, Score::INFINITE);
        let mut width = self.params.aspiration;
        if let Some(score) = expected.filter(|score| !score.is_decisive())
            && depth >= self.params.aspiration_depth
        {
            (low, high) = (score - width, score + width);
        }
        loop {
            self.plan(moves, rank, depth, (low, high));
            let score = self.try_all(moves, rank, depth, (low, high))?;
            width *= self.params.aspiration_growth;
            let wide = score.is_decisive() || width > WIDEST;
            match score {
                _ if score >= high && score.is_win() => {
                    return self.look_at_win(&mut moves[..=rank], score, depth);
                }
                _ if score <= low && wide => low = -Score::INFINITE,
                _ if score <= low => low = score - width,
                _ if score >= high && wide => high = Score::INFINITE,
                _ if score >= high => high = score + width,
                _ => return Ok(score),
            }
        }
    }

    /// The last of these moves is proven to win, which is at least this score:
    /// its line, if it comes to light with an open window, too. A search of all
    /// moves might lose sight of the win.
    fn look_at_win(
        &mut self,
        moves: &mut [ScoredMove],
        known: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let (rank, window) = (moves.len() - 1, (known - 1, Score::INFINITE));
        self.plan(moves, rank, depth, window);
        let score = self.try_all(moves, rank, depth, window)?;
        Ok(score.max(known))
    }

    /// The best score of the root moves from `rank` on if it is within the
    /// window, else a bound.
    pub(super) fn try_all(
        &mut self,
        moves: &mut [ScoredMove],
        rank: usize,
        depth: Depth,
        (mut alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        let mut best = -Score::INFINITE;
        let promise = moves.iter().map(|entry| entry.promise).max().unwrap_or(0);
        // Shallow iterations are over before anybody could read of them.
        let talkative = rank == 0 && depth >= TALKATIVE_DEPTH && !self.is_helper();
        for index in rank..moves.len() {
            if index == rank + 1 && self.deals(moves.len() - index, depth) {
                let pass = Pass {
                    rank,
                    from: index,
                    depth,
                    window: (alpha, beta),
                    best,
                    talkative,
                    decided: false,
                };
                return self.deal_out(moves, pass);
            }
            let square = moves[index].square;
            let forced = moves.len() == 1;
            let deeper = if forced { depth } else { depth - 1 };
            if talkative {
                (self.shared.report)(Event::Trying(square));
            }
            let score = if let Some(score) = self.known_score(square) {
                self.lines[1].clear();
                score
            } else {
                self.place(square, 0)?;
                let score = if index == rank {
                    self.node::<Pv>(-beta, -alpha, deeper, 1)
                } else {
                    let gap = promise - moves[index].promise;
                    let less = match self.params.root_lmr {
                        0 => 0,
                        _ if forced => 0,
                        _ => self.reduction::<Pv>((depth, index - rank), gap, true, square),
                    };
                    self.scout_first::<Pv>((alpha, beta), deeper, less, 0)
                };
                self.undo();
                -score?
            };
            if talkative {
                (self.shared.report)(Event::Tried(square));
                if score.is_loss() {
                    (self.shared.report)(Event::Loses(square));
                }
            }
            if score.is_loss() {
                self.effort.note_lost(square);
            }
            if rank == 0 && index == 0 {
                self.note_first(score);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_line(0, square);
                let line = std::mem::take(&mut self.lines[0]);
                self.lines[0] = self.whole_line(line, score, depth);
                moves[rank..=index].rotate_right(1);
                if index > rank || score.is_win() {
                    self.announce(rank, depth, score);
                }
                if score.is_win() && rank == 0 {
                    self.note_win();
                }
                if score >= beta || score >= Score::win_in(1) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Whether a stone on this square makes a five.
    pub(super) fn wins_at_once(&self, square: Square) -> bool {
        let own = self.position.side_to_move();
        self.position
            .squares(own, ThreatClass::Five)
            .contains(square)
    }
}

//! The state of a game: opening or play, who has which colour, the clocks, and
//! the series that it belongs to. A value: taking back a move returns to the
//! copy from before it.

use std::time::Duration;

use super::settings::Settings;
use crate::board::Board;
use crate::game::{
    Contestant, End, Fouls, Game, GameClocks, GivenStart, MoveLimit, OpeningAction, OpeningState,
    Player, Series, SeriesGame, WrongAction, WrongMove, WrongPress,
};
use crate::records::{GameRecord, OpeningPhase, RecordedMove};
use crate::types::{Color, Rule, Square};

/// The person; of two persons the first.
pub const PERSON: Contestant = Contestant::A;
/// The engine; of two persons the second.
pub const OTHER: Contestant = Contestant::B;

/// How far a game is.
#[derive(Clone, Debug)]
pub enum Stage {
    /// The opening.
    Opening(OpeningState),
    /// The game after it.
    Play(Game),
}

/// A game in one of its states.
#[derive(Clone, Debug)]
pub struct GameState {
    /// Opening or game.
    pub stage: Stage,
    rule: Rule,
    fouls: Fouls,
    limit: MoveLimit,
    /// Who began: [`Player::First`] of the opening.
    starter: Contestant,
    /// Who has Black, once that is settled.
    black: Contestant,
    /// The starter's clock is Black's here, whatever their colour.
    clocks: GameClocks,
    /// The thinking time of the one to act since their last action.
    thought: Duration,
    /// How long each move on the board has taken.
    times: Vec<Duration>,
    /// The number of given stones at the beginning.
    pub given: usize,
    /// The one to act offers a draw with their next move.
    pub will_offer: bool,
    /// The series that the game belongs to.
    pub series: Series,
    /// Whether the result counts in the series.
    counts: bool,
}

impl GameState {
    /// The beginning of a game. The settings must have been checked.
    pub fn new(
        settings: &Settings,
        opening: OpeningState,
        starter: Contestant,
        series: Series,
    ) -> GameState {
        let mut state = GameState {
            stage: Stage::Opening(opening),
            rule: settings.rule,
            fouls: settings.fouls,
            limit: settings.limit(),
            starter,
            black: starter,
            clocks: GameClocks::new(&settings.clock),
            thought: Duration::ZERO,
            times: Vec::new(),
            given: 0,
            will_offer: false,
            series,
            counts: true,
        };
        state.leave_opening();
        state.start_clock();
        state
    }

    /// A game that goes on from some stones.
    pub fn from_start(settings: &Settings, start: GivenStart, series: Series) -> GameState {
        let color = start.color;
        let given = start.board.stone_count();
        let black = match color {
            Color::Black => PERSON,
            Color::White => OTHER,
        };
        let times = vec![Duration::ZERO; given];
        GameState::from_board(settings, start.board, times, given, black, series)
    }

    /// A game that goes on from a board, with this number of given stones.
    pub fn from_board(
        settings: &Settings,
        board: Board,
        times: Vec<Duration>,
        given: usize,
        black: Contestant,
        series: Series,
    ) -> GameState {
        let game = Game::new(board, settings.rule, settings.limit());
        let mut state = GameState {
            stage: Stage::Play(game.with_fouls(settings.fouls)),
            rule: settings.rule,
            fouls: settings.fouls,
            limit: settings.limit(),
            starter: black,
            black,
            clocks: GameClocks::new(&settings.clock),
            thought: Duration::ZERO,
            times,
            given,
            will_offer: false,
            series,
            counts: true,
        };
        state.start_clock();
        state
    }

    /// The same with these times of the moves on the board.
    pub fn with_times(self, times: Vec<Duration>) -> GameState {
        GameState { times, ..self }
    }

    /// The same, not counted in the series.
    pub fn uncounted(self) -> GameState {
        GameState {
            counts: false,
            ..self
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match &self.stage {
            Stage::Opening(state) => state.board(),
            Stage::Play(game) => game.board(),
        }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// When the game is over without a five.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// The game, if the opening is over.
    pub fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Opening(_) => None,
            Stage::Play(game) => Some(game),
        }
    }

    /// The opening, if it is not.
    pub fn opening(&self) -> Option<&OpeningState> {
        match &self.stage {
            Stage::Opening(state) => Some(state),
            Stage::Play(_) => None,
        }
    }

    /// How the game is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.game().and_then(Game::end)
    }

    /// The clocks.
    pub fn clocks(&self) -> &GameClocks {
        &self.clocks
    }

    /// The times of the moves on the board.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// The thinking time of the one to act since their last action.
    pub fn thought(&self) -> Duration {
        self.thought
    }

    /// Whether the game is over, and a draw offered, as in another state.
    pub fn is_like(&self, other: &GameState) -> bool {
        let offer = |state: &GameState| state.game().and_then(Game::draw_offer);
        self.end() == other.end() && offer(self) == offer(other)
    }

    /// Whether nothing has been done yet.
    pub fn is_untouched(&self) -> bool {
        match &self.stage {
            Stage::Opening(state) => state.actions().is_empty(),
            Stage::Play(game) => game.board().moves().len() == self.given && game.end().is_none(),
        }
    }

    /// Who is to act; none when the game is over.
    pub fn to_act(&self) -> Option<Contestant> {
        match &self.stage {
            Stage::Opening(state) => state.to_act().map(|player| self.contestant(player)),
            Stage::Play(game) => game.turn().map(|color| self.holder(color)),
        }
    }

    /// Who has a colour, as things stand.
    pub fn holder(&self, color: Color) -> Contestant {
        let black = match &self.stage {
            Stage::Opening(state) => self.contestant(state.player_of(Color::Black)),
            Stage::Play(_) => self.black,
        };
        match color {
            Color::Black => black,
            Color::White => black.other(),
        }
    }

    /// A player's colour, as things stand.
    pub fn color_of(&self, who: Contestant) -> Color {
        match self.holder(Color::Black) == who {
            true => Color::Black,
            false => Color::White,
        }
    }

    fn contestant(&self, player: Player) -> Contestant {
        match player {
            Player::First => self.starter,
            Player::Second => self.starter.other(),
        }
    }

    /// The colour that a player has for the clocks.
    pub fn clock_of(&self, who: Contestant) -> Color {
        match who == self.starter {
            true => Color::Black,
            false => Color::White,
        }
    }

    fn start_clock(&mut self) {
        if let Some(who) = self.to_act() {
            // They are new, so that nothing is wrong with starting them.
            let _ = self.clocks.start(self.clock_of(who));
        }
    }

    /// Whether the clocks are stopped.
    pub fn is_paused(&self) -> bool {
        self.clocks.is_paused()
    }

    /// Stops all clocks.
    pub fn pause(&mut self) -> Result<(), WrongPress> {
        self.clocks.pause()
    }

    /// Lets them run again.
    pub fn resume(&mut self) -> Result<(), WrongPress> {
        self.clocks.resume()
    }

    /// Charges time to the one to act. Says whether it is up, which ends the
    /// game.
    pub fn charge(&mut self, time: Duration) -> bool {
        let Some(who) = self.to_act().filter(|_| !self.is_paused()) else {
            return false;
        };
        self.thought = self.thought.saturating_add(time);
        if self.clocks.elapse(time).is_none() {
            return false;
        }
        let color = self.color_of(who);
        self.close(|game| game.lose_on_time(color)).is_ok()
    }

    /// Somebody gives up.
    pub fn resign(&mut self, who: Contestant) -> Result<(), WrongMove> {
        let color = self.color_of(who);
        self.close(|game| game.resign(color))
    }

    /// Ends the game in a way that its moves alone do not show.
    pub fn end_as(&mut self, end: End) -> Result<(), WrongMove> {
        self.close(|game| match end {
            End::Resignation(color) => game.resign(color),
            End::Time(color) => game.lose_on_time(color),
            End::Forfeit(color) => game.forfeit(color),
            End::Agreement => game.agree_on_draw(),
            End::Foul(_) => game.claim_foul(Color::White).map(drop),
            End::Five(_) | End::FullBoard(_) | End::MoveLimit(_) | End::TwoPasses => Ok(()),
        })
    }

    /// Ends the game, the opening too.
    fn close(
        &mut self,
        how: impl FnOnce(&mut Game) -> Result<(), WrongMove>,
    ) -> Result<(), WrongMove> {
        let mut game = match &self.stage {
            Stage::Play(game) => game.clone(),
            Stage::Opening(state) => self.game_after(state),
        };
        how(&mut game)?;
        self.black = self.holder(Color::Black);
        self.stage = Stage::Play(game);
        Ok(())
    }

    /// The one to act does something in the opening.
    pub fn act(&mut self, action: OpeningAction) -> Result<(), WrongAction> {
        let actor = self.to_act();
        let Stage::Opening(state) = &mut self.stage else {
            return Err(WrongAction::Over);
        };
        state.apply(action)?;
        self.leave_opening();
        self.hand_over(actor);
        Ok(())
    }

    /// The one to move places a stone.
    pub fn play(&mut self, square: Square) -> Result<(), WrongMove> {
        self.make_move(|game| game.play(square).map(drop))
    }

    /// The one to move passes.
    pub fn pass(&mut self) -> Result<(), WrongMove> {
        self.make_move(|game| game.pass().map(drop))
    }

    /// Makes a move, and the offer of a draw that goes with it. There must be a
    /// game.
    fn make_move(
        &mut self,
        how: impl FnOnce(&mut Game) -> Result<(), WrongMove>,
    ) -> Result<(), WrongMove> {
        let actor = self.to_act();
        let offers = self.will_offer;
        let Stage::Play(game) = &mut self.stage else {
            return Ok(());
        };
        let color = game.board().side_to_move();
        how(game)?;
        if offers && game.end().is_none() {
            game.offer_draw(color)?;
        }
        self.will_offer = false;
        self.hand_over(actor);
        Ok(())
    }

    /// Whether Black's last move is a foul that the one to move may claim.
    pub fn can_claim(&self) -> bool {
        self.game().is_some_and(|game| {
            let by = game.board().side_to_move();
            matches!(game.clone().claim_foul(by), Ok(Some(_)))
        })
    }

    /// Anything that is no move: a claim, an answer to an offer. Nothing in an
    /// opening.
    pub fn talk<T>(
        &mut self,
        how: impl FnOnce(&mut Game) -> Result<T, WrongMove>,
    ) -> Option<Result<T, WrongMove>> {
        match &mut self.stage {
            Stage::Opening(_) => None,
            Stage::Play(game) => Some(how(game)),
        }
    }

    fn game_after(&self, state: &OpeningState) -> Game {
        let game = Game::new(state.board().clone(), self.rule, self.limit);
        game.with_fouls(self.fouls)
    }

    /// Goes on with the game if the opening is over.
    fn leave_opening(&mut self) {
        if let Stage::Opening(state) = &self.stage
            && state.is_over()
        {
            let game = self.game_after(state);
            self.black = self.holder(Color::Black);
            self.stage = Stage::Play(game);
        }
    }

    /// Notes the time of a move, and starts the other's clock if they are to
    /// act now.
    fn hand_over(&mut self, actor: Option<Contestant>) {
        if self.times.len() < self.board().moves().len() {
            self.times.push(std::mem::take(&mut self.thought));
        }
        let next = self.to_act();
        if let Some(actor) = actor.filter(|_| next.is_some() && next != actor) {
            // Their clock runs, unless a limit was reached just now.
            let _ = self.clocks.press(self.clock_of(actor));
        }
    }

    /// Enters the result of a game that has just ended in the series; says
    /// whether it counts there.
    pub fn record_result(&mut self) -> bool {
        let Some(end) = self.end().filter(|_| self.counts) else {
            return false;
        };
        self.counts = false;
        let result = SeriesGame::of(end.result(), self.black);
        self.series.record(result).is_ok()
    }

    /// The game as a file may hold it, between players with these names.
    pub fn record(&self, players: [String; 2]) -> GameRecord {
        let board = self.board();
        let moves = board.moves().iter().zip(&self.times);
        let moves = moves.map(|(&square, &time)| RecordedMove { square, time });
        GameRecord {
            rule: Some(self.rule),
            players,
            moves: moves.collect(),
            opening: self.given,
            phase: self.opening().map(OpeningPhase::of),
            result: self.end().map(|end| end.result()),
            reason: self
                .end()
                .map(|end| end.kind().to_string())
                .unwrap_or_default(),
            ..GameRecord::new(board.width(), board.height())
        }
    }
}

//! Opening rules: how the first stones are placed and who gets which colour.
//!
//! An [`OpeningState`] lists what the player to act may do
//! ([`OpeningState::legal_actions`]) and does it ([`OpeningState::apply`]). When
//! it is over, the position, the side to move and the players' colours are
//! settled, and a [`Game`](super::Game) goes on from there. Fouls and winning lines
//! belong to the game: every opening rule can be played with every
//! [`Rule`](crate::types::Rule).
//!
//! Each rule is a short list of steps in `rules.rs`; a new rule is a new list.
//! The variants of [`OpeningRule`] say where each comes from. Where the texts
//! contradict each other the public text of the Renju International Federation
//! (RIF) is followed, and the other reading is named.
//!
//! Common to all rules:
//!
//! * The *tentative* Black is [`Player::First`]. A swap exchanges the colours of
//!   the players, never the stones.
//! * There are no passes before the opening is over. (RIF's rule of 1996 forbids it
//!   for the first three moves only, its rule of 1989 up to the sixth stone;
//!   the other texts are silent.)
//! * Of fifth moves that a symmetry of the position maps to each other only one
//!   can be offered. Some texts leave this out; RIF's has it, and has explained
//!   that it is meant wherever fifth moves are offered.
//! * That White *takes off* all fifth moves but one and that White *chooses* one is
//!   the same. The sixth move, in some texts a part of the opening, can be made
//!   anywhere and so is the first move of the game.
//! * No stone of an opening completes a line of five or more, as long as there
//!   is another square for it. The texts are silent; it is possible in
//!   [`OpeningRule::SuperSakata`] only.

mod action;
mod boards;
mod region;
mod rules;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod turn;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use action::{OpeningAction, WrongAction};
pub use boards::WrongBoard;
pub use region::Region;
pub use state::OpeningState;
pub use turn::OpeningReply;

/// How an opening is played. P1 is the player who begins, P2 the other one.
///
/// Several rules begin with *one of the 26 patterns*: a black stone in the
/// centre, a white one beside it (in the central 3×3) and a black one in the
/// central 5×5. Up to symmetry there are exactly 26 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OpeningRule {
    /// Moves alternate from the start and P1 has Black. Also the free opening
    /// of the Chinese rules (自由开局), whose other clauses are about matches.
    Free,
    /// P1 places one stone, P2 chooses a colour (第一手交换, common where no
    /// fouls are played). Engines know it as rule 5 or `SWAP1` of Yixin's
    /// protocol, which is not [`OpeningRule::Swap1`].
    FirstMoveSwap,
    /// P1 places three stones anywhere, P2 chooses a colour. The gomoku rule
    /// `Swap` of the Czech federation.
    Swap1,
    /// P1 places three stones anywhere; P2 chooses a colour, or places two more
    /// stones and lets P1 choose. The rule of the gomoku world championships and
    /// of `SWAP2BOARD`.
    Swap2,
    /// Three stones by turns, anywhere, then P2 may swap; for play without
    /// fouls. Not sure: the sources have the name without a text, and this is
    /// swap after three as they describe it for play without fouls.
    Swap3,
    /// One of the 26 patterns by turns, so that P2 places the white stone; then, before stone 4, P2 may swap (三手交换). The Chinese texts
    /// give the procedure; one has P1 place all three stones, as in
    /// [`OpeningRule::Rif`].
    SwapAfterThree,
    /// [`OpeningRule::SwapAfterThree`]; then White places stone 4 anywhere,
    /// Black offers two fifth moves and White chooses one (五手两打). RIF's rule
    /// of 1989 is the same with two of the 26 patterns forbidden, which its text
    /// does not name. One Chinese text has the fifth moves without the swap.
    TwoFifths,
    /// [`OpeningRule::TwoFifths`] with as many fifth moves as Black declares
    /// with stone 3 (五手N打). Not sure: the sources declare the number only
    /// where P1 places all three stones ([`OpeningRule::Designated`]), and a
    /// public program lets White declare it after stone 4.
    ManyFifths,
    /// P1 places one of the 26 patterns and says at once how many fifth moves
    /// there will be; swap after three and the fifth moves follow (指定开局).
    /// The Chinese text sets no limit to the number; here it is 20.
    Designated,
    /// P1 places one of the 26 patterns, P2 may swap, White places stone 4
    /// anywhere, Black offers two fifth moves, White chooses one. RIF's rule of
    /// 1996 to 2008.
    Rif,
    /// RIF's rule of 2009 to 2016, by Yusui Yamaguchi: the same procedure as
    /// [`OpeningRule::Designated`]. RIF's text bans symmetric fifth moves, which
    /// the Chinese one leaves out, and sets no limit to their number either.
    Yamaguchi,
    /// P1 places one of the 26 patterns, P2 may swap, White places stone 4
    /// anywhere and declares 1 to 4 fifth moves, Black may swap, then Black
    /// offers them and White chooses one. By Ants Soosõrv.
    Soosorv4,
    /// [`OpeningRule::Soosorv4`] with 1 to 8 fifth moves: the rule of the renju
    /// world championships since 2017.
    Soosorv8,
    /// Stones 1 to 5 in the centre and the central 3×3, 5×5, 7×7 and 9×9; after
    /// each of them the other player may swap.
    Tarannikov,
    /// [`OpeningRule::Tarannikov`] up to stone 4; then Black goes on with it, or
    /// without a swap offers five fifth moves anywhere, of which White chooses
    /// one.
    Taraguchi5,
    /// [`OpeningRule::Taraguchi5`] with ten fifth moves.
    Taraguchi10,
    /// P1 places one of the 26 patterns, P2 stone 4 in the central 7×7 and stone
    /// 5 in the central 9×9. Then P1 takes a colour or adds a white and a black
    /// stone anywhere, whereupon P2 has the same choice, and so on.
    ///
    /// This is RIF's text of the *Super Sakata* rule. Of the plain Sakata rule
    /// the sources have the name alone, so it is not offered.
    SuperSakata,
    /// Stone 1 in the centre, 2 anywhere, 3 outside the central 5×5; P1 has
    /// Black. The Czech text wants stone 2 beside the first one; the texts of
    /// the gomoku federations do not.
    Pro,
    /// [`OpeningRule::Pro`] with stone 3 outside the central 7×7.
    LongPro,
}

/// One of the two players, whatever the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one who begins the opening, with Black until colours are chosen.
    First,
    /// The other one.
    Second,
}

impl OpeningRule {
    /// Every rule.
    pub const ALL: [OpeningRule; 19] = [
        OpeningRule::Free,
        OpeningRule::FirstMoveSwap,
        OpeningRule::Swap1,
        OpeningRule::Swap2,
        OpeningRule::Swap3,
        OpeningRule::SwapAfterThree,
        OpeningRule::TwoFifths,
        OpeningRule::ManyFifths,
        OpeningRule::Designated,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosorv4,
        OpeningRule::Soosorv8,
        OpeningRule::Tarannikov,
        OpeningRule::Taraguchi5,
        OpeningRule::Taraguchi10,
        OpeningRule::SuperSakata,
        OpeningRule::Pro,
        OpeningRule::LongPro,
    ];

    /// The rule's name in texts and files, as [`OpeningRule::from_str`] reads it.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The rule's English title.
    pub fn title(self) -> &'static str {
        self.description().title
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no [`OpeningRule`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown opening rule '{0}' (one of {names})", names = OpeningRule::ALL.map(OpeningRule::name).join(", "))]
pub struct UnknownOpeningRule(pub String);

impl FromStr for OpeningRule {
    type Err = UnknownOpeningRule;

    fn from_str(text: &str) -> Result<OpeningRule, UnknownOpeningRule> {
        let named = |rule: &OpeningRule| rule.name().eq_ignore_ascii_case(text);
        match OpeningRule::ALL.into_iter().find(named) {
            Some(rule) => Ok(rule),
            None => Err(UnknownOpeningRule(text.to_string())),
        }
    }
}

impl Player {
    /// Both.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

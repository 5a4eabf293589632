//! The rules as lists of steps. [`OpeningRule`] says where each comes from.

use super::{OpeningAction, OpeningRule, Region};
use crate::types::Color;
use Actor::{Black, First, Second, White};
use Answer::{Declare, Keep, OfferFifths, PlaceMore, Swap, Take};
use Count::{AsDeclared, Exactly};
use Region::{Anywhere, Center, Central, Outside};
use Step::{Choice, Offers, Pick, Stone};

/// A rule: its names and its phases. The opening begins with the first phase
/// and is over after the last step of a phase.
pub(super) struct Description {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) phases: &'static [Phase],
}

/// Steps in their order. Some answers lead to another phase, by its name; the
/// rest of the present one is then left out.
pub(super) struct Phase {
    pub(super) name: &'static str,
    pub(super) steps: &'static [Step],
}

/// One step of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Place a stone.
    Stone(Actor, Region),
    /// Give one of these answers.
    Choice(Actor, &'static [Answer]),
    /// Offer fifth moves.
    Offers(Actor, Count),
    /// Choose one of the fifth moves.
    Pick(Actor),
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// The player who began, whatever the colour.
    First,
    /// The other player.
    Second,
    /// The player who has Black now.
    Black,
    /// The player who has White now.
    White,
}

/// What a player can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Exchange the colours.
    Swap,
    /// Do not swap.
    Keep,
    /// Take this colour.
    Take(Color),
    /// Go on with this phase, in which more stones are placed.
    PlaceMore(&'static str),
    /// Declare a number of fifth moves, from 1 to this.
    Declare(usize),
    /// Declare this number of fifth moves, and go on with this phase.
    OfferFifths(usize, &'static str),
}

/// How many fifth moves are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Exactly(usize),
    AsDeclared,
}

/// The most fifth moves that can be declared where the text sets no limit. Every
/// board of [`LEAST_SIDE_WITH_FIFTHS`] has as many.
const MOST_FIFTHS: usize = 20;
/// At most two symmetries keep four stones of which one black stone is in the
/// centre and one is not, so that of the 45 empty squares of a 7x7 board at least
/// 22 are different fifth moves.
const LEAST_SIDE_WITH_FIFTHS: usize = 7;

const SWAP: &[Answer] = &[Swap, Keep];
const COLOR: &[Answer] = &[Take(Color::Black), Take(Color::White)];

/// The description of a rule with this one phase.
macro_rules! one_phase {
    ($($step:expr),* $(,)?) => {
        &[Phase { name: "opening", steps: &[$($step),*] }]
    };
}

const FREE: Description = Description {
    name: "free",
    title: "Free opening",
    phases: one_phase![],
};

const FIRST_MOVE_SWAP: Description = Description {
    name: "first-move-swap",
    title: "First-move swap",
    phases: one_phase![Stone(First, Anywhere), Choice(Second, COLOR)],
};

const SWAP1: Description = Description {
    name: "swap1",
    title: "Swap",
    phases: one_phase![
        Stone(First, Anywhere),
        Stone(First, Anywhere),
        Stone(First, Anywhere),
        Choice(Second, COLOR),
    ],
};

const SWAP2: Description = Description {
    name: "swap2",
    title: "Swap2",
    phases: &[
        Phase {
            name: "opening",
            steps: &[
                Stone(First, Anywhere),
                Stone(First, Anywhere),
                Stone(First, Anywhere),
                Choice(
                    Second,
                    &[
                        Take(Color::Black),
                        Take(Color::White),
                        PlaceMore("two more stones"),
                    ],
                ),
            ],
        },
        Phase {
            name: "two more stones",
            steps: &[
                Stone(Second, Anywhere),
                Stone(Second, Anywhere),
                Choice(First, COLOR),
            ],
        },
    ],
};

const SWAP3: Description = Description {
    name: "swap3",
    title: "Swap3",
    phases: one_phase![
        Stone(First, Anywhere),
        Stone(Second, Anywhere),
        Stone(First, Anywhere),
        Choice(Second, SWAP),
    ],
};

const SWAP_AFTER_THREE: Description = Description {
    name: "swap-after-three",
    title: "Swap after three",
    phases: one_phase![
        Stone(First, Center),
        Stone(Second, Central(3)),
        Stone(First, Central(5)),
        Choice(Second, SWAP),
    ],
};

const TWO_FIFTHS: Description = Description {
    name: "two-fifths",
    title: "Two fifth moves",
    phases: one_phase![
        Stone(First, Center),
        Stone(Second, Central(3)),
        Stone(First, Central(5)),
        Choice(Second, SWAP),
        Stone(White, Anywhere),
        Offers(Black, Exactly(2)),
        Pick(White),
    ],
};

const MANY_FIFTHS: Description = Description {
    name: "n-fifths",
    title: "N fifth moves",
    phases: one_phase![
        Stone(First, Center),
        Stone(Second, Central(3)),
        Stone(First, Central(5)),
        Choice(First, &[Declare(MOST_FIFTHS)]),
        Choice(Second, SWAP),
        Stone(White, Anywhere),
        Offers(Black, AsDeclared),
        Pick(White),
    ],
};

/// The procedure of two rules.
const DECLARED_AT_ONCE: &[Phase] = one_phase![
    Stone(First, Center),
    Stone(First, Central(3)),
    Stone(First, Central(5)),
    Choice(First, &[Declare(MOST_FIFTHS)]),
    Choice(Second, SWAP),
    Stone(White, Anywhere),
    Offers(Black, AsDeclared),
    Pick(White),
];

const DESIGNATED: Description = Description {
    name: "designated",
    title: "Designated opening",
    phases: DECLARED_AT_ONCE,
};

const YAMAGUCHI: Description = Description {
    name: "yamaguchi",
    title: "Yamaguchi",
    phases: DECLARED_AT_ONCE,
};

const RIF: Description = Description {
    name: "rif",
    title: "RIF (1996)",
    phases: one_phase![
        Stone(First, Center),
        Stone(First, Central(3)),
        Stone(First, Central(5)),
        Choice(Second, SWAP),
        Stone(White, Anywhere),
        Offers(Black, Exactly(2)),
        Pick(White),
    ],
};

/// Soosõrv's rule with this many fifth moves at most.
macro_rules! soosorv {
    ($most:literal) => {
        one_phase![
            Stone(First, Center),
            Stone(First, Central(3)),
            Stone(First, Central(5)),
            Choice(Second, SWAP),
            Stone(White, Anywhere),
            Choice(White, &[Declare($most)]),
            Choice(Black, SWAP),
            Offers(Black, AsDeclared),
            Pick(White),
        ]
    };
}

const SOOSORV_4: Description = Description {
    name: "soosorv-4",
    title: "Soosõrv-4",
    phases: soosorv!(4),
};

const SOOSORV_8: Description = Description {
    name: "soosorv-8",
    title: "Soosõrv-8",
    phases: soosorv!(8),
};

const TARANNIKOV: Description = Description {
    name: "tarannikov",
    title: "Tarannikov",
    phases: one_phase![
        Stone(Black, Center),
        Choice(White, SWAP),
        Stone(White, Central(3)),
        Choice(Black, SWAP),
        Stone(Black, Central(5)),
        Choice(White, SWAP),
        Stone(White, Central(7)),
        Choice(Black, SWAP),
        Stone(Black, Central(9)),
        Choice(White, SWAP),
    ],
};

/// The Taraguchi rule with this many fifth moves.
macro_rules! taraguchi {
    ($count:literal) => {
        &[
            Phase {
                name: "opening",
                steps: &[
                    Stone(Black, Center),
                    Choice(White, SWAP),
                    Stone(White, Central(3)),
                    Choice(Black, SWAP),
                    Stone(Black, Central(5)),
                    Choice(White, SWAP),
                    Stone(White, Central(7)),
                    Choice(Black, &[Swap, Keep, OfferFifths($count, "fifth moves")]),
                    Stone(Black, Central(9)),
                    Choice(White, SWAP),
                ],
            },
            Phase {
                name: "fifth moves",
                steps: &[Offers(Black, Exactly($count)), Pick(White)],
            },
        ]
    };
}

const TARAGUCHI_5: Description = Description {
    name: "taraguchi-5",
    title: "Taraguchi-5",
    phases: taraguchi!(5),
};

const TARAGUCHI_10: Description = Description {
    name: "taraguchi-10",
    title: "Taraguchi-10",
    phases: taraguchi!(10),
};

const SUPER_SAKATA: Description = Description {
    name: "super-sakata",
    title: "Super Sakata",
    phases: &[
        Phase {
            name: "opening",
            steps: &[
                Stone(First, Center),
                Stone(First, Central(3)),
                Stone(First, Central(5)),
                Stone(Second, Central(7)),
                Stone(Second, Central(9)),
                Choice(
                    First,
                    &[
                        Take(Color::Black),
                        Take(Color::White),
                        PlaceMore("the first adds"),
                    ],
                ),
            ],
        },
        Phase {
            name: "the first adds",
            steps: &[
                Stone(First, Anywhere),
                Stone(First, Anywhere),
                Choice(
                    Second,
                    &[
                        Take(Color::Black),
                        Take(Color::White),
                        PlaceMore("the second adds"),
                    ],
                ),
            ],
        },
        Phase {
            name: "the second adds",
            steps: &[
                Stone(Second, Anywhere),
                Stone(Second, Anywhere),
                Choice(
                    First,
                    &[
                        Take(Color::Black),
                        Take(Color::White),
                        PlaceMore("the first adds"),
                    ],
                ),
            ],
        },
    ],
};

const PRO: Description = Description {
    name: "pro",
    title: "Pro",
    phases: one_phase![
        Stone(First, Center),
        Stone(Second, Anywhere),
        Stone(First, Outside(5)),
    ],
};

const LONG_PRO: Description = Description {
    name: "long-pro",
    title: "Long Pro",
    phases: one_phase![
        Stone(First, Center),
        Stone(Second, Anywhere),
        Stone(First, Outside(7)),
    ],
};

impl OpeningRule {
    pub(super) fn description(self) -> &'static Description {
        match self {
            OpeningRule::Free => &FREE,
            OpeningRule::FirstMoveSwap => &FIRST_MOVE_SWAP,
            OpeningRule::Swap1 => &SWAP1,
            OpeningRule::Swap2 => &SWAP2,
            OpeningRule::Swap3 => &SWAP3,
            OpeningRule::SwapAfterThree => &SWAP_AFTER_THREE,
            OpeningRule::TwoFifths => &TWO_FIFTHS,
            OpeningRule::ManyFifths => &MANY_FIFTHS,
            OpeningRule::Designated => &DESIGNATED,
            OpeningRule::Rif => &RIF,
            OpeningRule::Yamaguchi => &YAMAGUCHI,
            OpeningRule::Soosorv4 => &SOOSORV_4,
            OpeningRule::Soosorv8 => &SOOSORV_8,
            OpeningRule::Tarannikov => &TARANNIKOV,
            OpeningRule::Taraguchi5 => &TARAGUCHI_5,
            OpeningRule::Taraguchi10 => &TARAGUCHI_10,
            OpeningRule::SuperSakata => &SUPER_SAKATA,
            OpeningRule::Pro => &PRO,
            OpeningRule::LongPro => &LONG_PRO,
        }
    }

    /// The steps of the phase with which the opening begins.
    pub(super) fn first_steps(self) -> &'static [Step] {
        self.description().phases[0].steps
    }

    /// The steps of a phase that an answer names.
    pub(super) fn steps_of(self, name: &str) -> &'static [Step] {
        let mut phases = self.description().phases.iter();
        let named = phases.find(|phase| phase.name == name);
        named.expect("a phase of the rule").steps
    }

    /// All that the rule may ask besides for stones: the answers to each question.
    pub fn questions(self) -> Vec<Vec<OpeningAction>> {
        let mut questions = Vec::new();
        for step in self.steps() {
            if let Choice(_, answers) = step {
                let actions = answers.iter().flat_map(Answer::actions).collect();
                if !questions.contains(&actions) {
                    questions.push(actions);
                }
            }
        }
        questions
    }

    /// The steps of all phases.
    pub(super) fn steps(self) -> impl Iterator<Item = &'static Step> {
        let phases = self.description().phases.iter();
        phases.flat_map(|phase| phase.steps)
    }
}

impl Answer {
    /// The actions that give it.
    pub(super) fn actions(&self) -> Vec<OpeningAction> {
        match *self {
            Swap => vec![OpeningAction::Swap],
            Keep => vec![OpeningAction::Keep],
            Take(color) => vec![OpeningAction::Take(color)],
            PlaceMore(_) => vec![OpeningAction::PlaceMore],
            Declare(most) => (1..=most).map(OpeningAction::Declare).collect(),
            OfferFifths(count, _) => vec![OpeningAction::Declare(count)],
        }
    }
}

impl Step {
    pub(super) fn is_stone(&self) -> bool {
        matches!(self, Stone(..))
    }

    /// The smallest side of an odd square board on which the step is always
    /// possible; `None` if every board will do.
    pub(super) fn least_side(&self) -> Option<usize> {
        match self {
            Stone(_, region) => region.least_side(),
            Choice(..) => None,
            Offers(..) | Pick(_) => Some(LEAST_SIDE_WITH_FIFTHS),
        }
    }
}

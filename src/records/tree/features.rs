//! What a tree has that a format may not hold.

use super::{Action, Facts, GameTree, MarkKind, Notes, Player};

/// Something that a tree may have and a format may not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Feature {
    /// More than one line.
    Variations,
    /// Comments on nodes or on the whole game.
    Comments,
    /// Names of nodes.
    NodeNames,
    /// Labels on squares.
    Labels,
    /// Other signs on squares.
    Marks,
    /// Judgements of moves and positions.
    Judgements,
    /// Nodes to look at.
    HotNodes,
    /// Stones that are set up.
    SetUp,
    /// Passes.
    Passes,
    /// Time for moves.
    MoveTimes,
    /// Time left on clocks.
    Clocks,
    /// Names of players.
    Players,
    /// Ranks and teams.
    Ranks,
    /// Event, round, place, date, time limit, annotator, the game's name.
    Event,
    /// The rule.
    Rule,
    /// The opening rule.
    OpeningRule,
    /// The result.
    Result,
    /// How the game ended.
    Reason,
    /// How many moves were given.
    GivenMoves,
    /// The acts of an unfinished opening.
    OpeningActs,
    /// Properties that have no field of their own.
    Properties,
}

impl Feature {
    /// All of them, in the order in which they are named.
    pub const ALL: [Feature; 21] = [
        Feature::Variations,
        Feature::Comments,
        Feature::NodeNames,
        Feature::Labels,
        Feature::Marks,
        Feature::Judgements,
        Feature::HotNodes,
        Feature::SetUp,
        Feature::Passes,
        Feature::MoveTimes,
        Feature::Clocks,
        Feature::Players,
        Feature::Ranks,
        Feature::Event,
        Feature::Rule,
        Feature::OpeningRule,
        Feature::Result,
        Feature::Reason,
        Feature::GivenMoves,
        Feature::OpeningActs,
        Feature::Properties,
    ];

    /// In words, for notices: `variations`.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Variations => "variations",
            Feature::Comments => "comments",
            Feature::NodeNames => "names of positions",
            Feature::Labels => "labels",
            Feature::Marks => "marks",
            Feature::Judgements => "judgements",
            Feature::HotNodes => "marked nodes",
            Feature::SetUp => "set-up stones",
            Feature::Passes => "passes",
            Feature::MoveTimes => "times of moves",
            Feature::Clocks => "clock times",
            Feature::Players => "players",
            Feature::Ranks => "ranks and teams",
            Feature::Event => "event, place and date",
            Feature::Rule => "the rule",
            Feature::OpeningRule => "the opening rule",
            Feature::Result => "the result",
            Feature::Reason => "the reason of the end",
            Feature::GivenMoves => "which moves were given",
            Feature::OpeningActs => "choices in an unfinished opening",
            Feature::Properties => "other properties",
        }
    }
}

/// A set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// The set of these.
    pub const fn of(features: &[Feature]) -> Features {
        let mut bits = 0;
        let mut index = 0;
        while index < features.len() {
            bits |= 1 << features[index] as u32;
            index += 1;
        }
        Features(bits)
    }

    /// Whether a feature is in the set.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & Features::of(&[feature]).0 != 0
    }

    /// Whether nothing is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in this set and not in the other.
    pub fn without(self, other: Features) -> Features {
        Features(self.0 & !other.0)
    }

    /// What is in this set or in the other.
    pub const fn union(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// Their names with commas; empty for an empty set.
    pub fn in_words(self) -> String {
        let named = Feature::ALL.into_iter().filter(|&one| self.has(one));
        named.map(Feature::name).collect::<Vec<_>>().join(", ")
    }

    fn add(&mut self, feature: Feature, is_there: bool) {
        if is_there {
            self.0 |= Features::of(&[feature]).0;
        }
    }

    fn add_facts(&mut self, facts: &Facts) {
        let has = |text: fn(&Player) -> &str| facts.players.iter().any(|one| !text(one).is_empty());
        let event = [
            &facts.name,
            &facts.event,
            &facts.round,
            &facts.place,
            &facts.date,
            &facts.time_limit,
            &facts.annotator,
        ];
        self.add(Feature::Players, has(|player| &player.name));
        self.add(
            Feature::Ranks,
            has(|player| &player.rank) || has(|player| &player.team),
        );
        self.add(Feature::Event, event.iter().any(|text| !text.is_empty()));
        self.add(
            Feature::Rule,
            facts.rule.is_some() || !facts.rule_text.is_empty(),
        );
        self.add(Feature::OpeningRule, !facts.opening_rule.is_empty());
        self.add(Feature::Result, facts.result.is_some());
        self.add(Feature::Reason, !facts.reason.is_empty());
        self.add(Feature::Comments, !facts.comment.is_empty());
        self.add(Feature::GivenMoves, facts.given_moves > 0);
        self.add(Feature::OpeningActs, facts.phase.is_some());
        self.add(Feature::Properties, !facts.other.is_empty());
    }

    fn add_notes(&mut self, notes: &Notes) {
        let is_label = |kind: &MarkKind| matches!(kind, MarkKind::Label(_));
        let set_up = &notes.set_up;
        let has_set_up = set_up.stones.iter().any(|stones| !stones.is_empty())
            || !set_up.emptied.is_empty()
            || set_up.to_move.is_some();
        self.add(Feature::Comments, !notes.comment.is_empty());
        self.add(Feature::NodeNames, !notes.name.is_empty());
        self.add(
            Feature::Labels,
            notes.marks.iter().any(|mark| is_label(&mark.kind)),
        );
        self.add(
            Feature::Marks,
            notes.marks.iter().any(|mark| !is_label(&mark.kind)),
        );
        self.add(
            Feature::Judgements,
            notes.move_judgement.is_some() || notes.judgement.is_some(),
        );
        self.add(Feature::HotNodes, notes.hot.is_some());
        self.add(Feature::SetUp, has_set_up);
        self.add(Feature::Clocks, notes.time_left.iter().any(Option::is_some));
        self.add(Feature::Properties, !notes.other.is_empty());
    }
}

impl GameTree {
    /// What this tree has. A format that holds less loses the rest:
    /// `tree.features().without(format's features)`.
    pub fn features(&self) -> Features {
        let mut features = Features::default();
        features.add_facts(&self.facts);
        for node in self.nodes() {
            features.add(Feature::Variations, self.children(node).nth(1).is_some());
            features.add(
                Feature::Passes,
                matches!(self.action(node), Action::Pass(_)),
            );
            features.add(Feature::MoveTimes, !self.time(node).is_zero());
            if let Some(notes) = self.notes(node) {
                features.add_notes(notes);
            }
        }
        features
    }
}

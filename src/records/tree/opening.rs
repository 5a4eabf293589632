//! The names of openings, for files that people look at.

use super::GameTree;
use crate::game::CanonicalOpening;

impl GameTree {
    /// Adds the opening's name and its assessments for the game's rule as a comment,
    /// if the main line begins with one of the 26 openings, and the tree does not say
    /// them already. They follow from the moves: who converts a file does not add
    /// them.
    pub fn name_opening(&mut self) {
        let board = self.main_line().ok().and_then(|game| game.board().ok());
        let Some(opening) = board.as_ref().and_then(CanonicalOpening::recognise) else {
            return;
        };
        let facts = &mut self.facts;
        if facts.opening_name.is_empty() {
            facts.opening_name = opening.to_string();
        }
        if let Some(rule) = facts.rule
            && facts.comment.is_empty()
        {
            let verdicts = opening.old_verdicts(rule).iter().map(ToString::to_string);
            let searched = opening.searched(rule).map(ToString::to_string);
            let said: Vec<String> = verdicts.chain(searched).collect();
            facts.comment = said.join("; ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::records::GameRecord;
    use crate::types::Rule;

    fn tree(moves: &str) -> GameTree {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        GameTree::of(&GameRecord::of(&board))
    }

    #[test]
    fn an_opening_is_named_once() {
        let name = |moves: &str| {
            let mut tree = tree(moves);
            tree.name_opening();
            tree.facts.opening_name
        };
        assert_eq!(name("h8h7g7a1"), "4D 花月 Kagetsu (flower moon)");
        assert_eq!(name("h8h7"), "");
        assert_eq!(name("h8h7a15"), "");
        let mut tree = tree("h8h7g7a1");
        tree.facts.rule = Some(Rule::Renju);
        tree.facts.opening_name = "another name".to_string();
        tree.name_opening();
        assert_eq!(tree.facts.opening_name, "another name");
        assert!(!tree.facts.comment.is_empty());
        tree.facts.comment = "own words".to_string();
        tree.name_opening();
        assert_eq!(tree.facts.comment, "own words");
    }
}

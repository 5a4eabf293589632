//! Games of the engine with itself that several tests learn from. They are
//! played once and kept in `tests/lab/recorded`, also after changes of play. Of a
//! new format they are written by
//!
//! ```sh
//! pbrain-tengen selfplay --rule RULE --games N --size mixed --nodes 300 --halvings 1 \
//!     --no-levelling --seed 9 --raw --commit recorded tests/lab/recorded/training-RULE.games
//! ```
//!
//! for the rules of [`GAMES`]. With `TENGEN_TRAINING` the tests play the games of
//! this plan instead.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::games_of;
use tengen::lab::selfplay::{GameFile, GameSet, Plan};
use tengen::types::Rule;

/// How many games there are of each rule.
const GAMES: [(Rule, usize); 5] = [
    (Rule::Freestyle, 700),
    (Rule::Standard, 150),
    (Rule::Renju, 900),
    (Rule::Caro, 80),
    (Rule::CaroOverline, 80),
];

fn path(rule: Rule) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/recorded");
    folder.join(format!("training-{rule}.games"))
}

/// Whether new games are to be played, and all of them used in every test.
pub fn is_long() -> bool {
    std::env::var_os("TENGEN_TRAINING").is_some()
}

/// The first games of a rule, with normalised scores: games as the program's
/// networks were made from, but short ones.
pub fn games(rule: Rule, count: usize) -> GameSet {
    let mut set = GameSet::read(&path(rule)).unwrap();
    assert!(set.games.len() >= count, "{rule}: {}", set.games.len());
    let plan = Plan {
        scores: Plan::normalised_scores(),
        ..set.plan.clone().unwrap()
    };
    if is_long() {
        return games_of(plan, count);
    }
    set.games.truncate(count);
    set.plan = Some(plan);
    set.into_normalised().unwrap()
}

#[test]
fn recorded_games_are_what_this_version_writes() {
    for (rule, count) in GAMES {
        let set = GameSet::read(&path(rule)).unwrap();
        assert_eq!((set.rule, set.games.len(), set.torn), (rule, count, false));
        let name = format!("recorded-{rule}");
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&copy);
        let mut file = GameFile::open(&copy, &set.plan.unwrap()).unwrap();
        for game in &set.games {
            file.add(game).unwrap();
        }
        assert!(
            fs::read(&copy).unwrap() == fs::read(path(rule)).unwrap(),
            "{rule}"
        );
    }
}

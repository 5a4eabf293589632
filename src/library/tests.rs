//! Libraries as a whole.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::scratch::{Scratch, board};
use super::*;
use crate::board::notation::{parse_square, square_name};
use crate::board::{Board, Symmetry};
use crate::game::GameResult;
use crate::records::GameRecord;
use crate::records::tree::{Action, GameTree, Mark, MarkKind, NodeId};
use crate::types::{Color, Rule, Score, Square};

fn square(name: &str) -> Square {
    parse_square(name, &board("")).unwrap()
}

/// A game of these players.
fn game(moves: &str, players: [&str; 2], result: Option<GameResult>) -> GameTree {
    let mut tree = GameTree::of(&GameRecord::of(&board(moves)));
    tree.facts.result = result;
    for (player, name) in tree.facts.players.iter_mut().zip(players) {
        player.name = name.to_string();
    }
    tree
}

fn import(library: &Library, trees: &[GameTree]) -> Imported {
    let mut importer = Importer::new(library);
    for tree in trees {
        importer.add(tree, Some(Rule::Renju), "file").unwrap();
    }
    importer.finish().unwrap()
}

const BLACK: Option<GameResult> = Some(GameResult::Win(Color::Black));
const WHITE: Option<GameResult> = Some(GameResult::Win(Color::White));
const DRAW: Option<GameResult> = Some(GameResult::Draw);

fn three_games() -> [GameTree; 3] {
    [
        game("h8h9i9g7", ["a", "b"], BLACK),
        // The same first three stones in another order, mirrored; and turned.
        game("g9h9h8", ["b", "c"], WHITE),
        game("h8i8i9g7a1", ["c", "a"], DRAW),
    ]
}

#[test]
fn turned_games_and_transpositions_come_together() {
    let file = Scratch::new("together");
    let library = Library::open_or_create(file.path()).unwrap();
    let done = import(&library, &three_games());
    assert_eq!((done.games, done.known, done.moves), (3, 0, 15));
    for symmetry in Symmetry::ALL {
        let board = symmetry.image(&board("h8h9i9"));
        let entry = library.look(&board, Rule::Renju).unwrap();
        let results = Results {
            black: 1,
            draws: 1,
            white: 1,
            unknown: 0,
        };
        assert_eq!(entry.results, results);
        assert_eq!(entry.games, [2, 1, 0]);
        let moves: Vec<Square> = entry.moves.iter().filter_map(|one| one.square).collect();
        let own = symmetry.apply(square("g7"), &board);
        let turned = symmetry.apply(square("g7"), &board);
        assert!(moves.contains(&own) && moves.contains(&turned));
    }
    // Renju and freestyle are kept apart.
    let other = library.look(&board("h8h9i9"), Rule::Freestyle).unwrap();
    assert_eq!(other.results.games(), 0);
    let played = library.game(0).unwrap();
    assert_eq!(played.players, ["a", "b"]);
    assert_eq!((played.result, played.board.stone_count()), (BLACK, 4));
    let arrivals = library.arrivals(&board("h8h9i9"), Rule::Renju).unwrap();
    let arrivals: Vec<_> = arrivals.iter().map(|one| (one.square, one.games)).collect();
    assert_eq!(arrivals, [(square("i9"), 2), (square("h8"), 1)]);
}

#[test]
fn a_game_counts_once() {
    let file = Scratch::new("once");
    let library = Library::open_or_create(file.path()).unwrap();
    import(&library, &three_games());
    let size = library.size().unwrap();
    let again = import(&library, &three_games());
    assert_eq!((again.games, again.known), (0, 3));
    assert_eq!(library.size().unwrap(), size);
    // Another result is another game.
    let other = import(&library, &[game("h8h9i9g7", ["a", "b"], WHITE)]);
    assert_eq!((other.games, other.known), (1, 0));
    let entry = library.look(&board("h8"), Rule::Renju).unwrap();
    assert_eq!(entry.results.games(), 3);
    assert_eq!(library.check_entries().unwrap(), Vec::<String>::new());
}

/// A study: variations with comments and labels.
fn study() -> GameTree {
    let mut tree = GameTree::new(15, 15);
    let add = |tree: &mut GameTree, parent, color, name| {
        let action = Action::Move(color, square(name));
        tree.add(parent, action).unwrap()
    };
    let one = add(&mut tree, NodeId::ROOT, Color::Black, "h8");
    let two = add(&mut tree, one, Color::White, "h9");
    let other = add(&mut tree, one, Color::White, "i9");
    // Black's second stone in a row: White has passed.
    let pass = add(&mut tree, other, Color::White, "i10");
    add(&mut tree, two, Color::Black, "h8");
    tree.notes_mut(two).comment = "direct, then i9".to_string();
    let kind = MarkKind::Label("A".to_string());
    let mark = Mark {
        square: square("i9"),
        kind,
    };
    tree.notes_mut(two).marks.push(mark);
    tree.notes_mut(pass).hot = Some(false);
    tree
}

#[test]
fn studies_keep_moves_and_words() {
    let file = Scratch::new("study");
    let library = Library::open_or_create(file.path()).unwrap();
    let done = import(&library, &[study()]);
    assert_eq!((done.games, done.studies, done.cut), (0, 1, 1));
    let entry = library.look(&board("h8"), Rule::Renju).unwrap();
    assert_eq!((entry.moves.len(), entry.results.games()), (2, 0));
    assert_eq!(entry.moves[0].same.len(), 4);
    let mirrored = library.look(&board("h8h7"), Rule::Renju).unwrap();
    assert_eq!(mirrored.marks[0].square.y(), square("i7").y());
    let said = mirrored.comments[0].text_for(&board("h8h7"));
    assert_eq!(said, "direct, then i9 [squares as in h8h9]");
    let direct = library.look(&board("h8h9"), Rule::Renju).unwrap();
    assert_eq!(
        direct.comments[0].text_for(&board("h8h9")),
        "direct, then i9"
    );
    assert_eq!(direct.comments[0].source, "file");
    assert!(library.check_entries().unwrap().is_empty());
}

#[test]
fn what_cannot_be_read_in_is_said() {
    let file = Scratch::new("said");
    let library = Library::open_or_create(file.path()).unwrap();
    let mut importer = Importer::new(&library);
    importer.add(&study(), None, "no rule").unwrap();
    // With players or without.
    for players in [["a", "b"], [""; 2]] {
        let mut twice = game("h8", players, None);
        let end = twice.main_end();
        twice
            .add(end, Action::Move(Color::White, square("h8")))
            .unwrap();
        importer.add(&twice, Some(Rule::Renju), "bad.sgf").unwrap();
    }
    let done = importer.finish().unwrap();
    assert_eq!((done.without_rule, done.games, done.studies), (1, 0, 0));
    let refused = "bad.sgf: move 2 is on h8, which is taken";
    assert_eq!(done.refused, [refused; 2]);
    assert_eq!(library.size().unwrap().positions, 0);
}

#[test]
fn set_up_stones_were_not_played() {
    let file = Scratch::new("set-up");
    let library = Library::open_or_create(file.path()).unwrap();
    let mut tree = GameTree::new(15, 15);
    tree.facts.players[0].name = "a".to_string();
    let set_up = &mut tree.notes_mut(NodeId::ROOT).set_up;
    set_up.stones = [vec![square("h8"), square("i9")], vec![square("h9")]];
    let action = Action::Move(Color::White, square("g7"));
    tree.add(NodeId::ROOT, action).unwrap();
    let done = import(&library, &[tree]);
    assert_eq!((done.games, done.moves), (1, 2));
    let games = |moves| {
        let entry = library.look(&board(moves), Rule::Renju).unwrap();
        entry.results.games()
    };
    assert_eq!((games(""), games("h8h9"), games("h8h9i9")), (0, 0, 1));
    assert!(library.check_entries().unwrap().is_empty());
}

#[test]
fn a_deep_tree_is_read_without_recursion() {
    let file = Scratch::new("deep");
    let library = Library::open_or_create(file.path()).unwrap();
    let mut tree = GameTree::new(15, 15);
    let mut node = NodeId::ROOT;
    for depth in 0..200_000 {
        let color = Color::to_move_after(depth);
        node = tree.add(node, Action::Pass(color)).unwrap();
    }
    let done = import(&library, &[tree]);
    assert_eq!((done.studies, done.moves), (1, 200_000));
    assert_eq!(library.size().unwrap().positions, 2);
}

/// A library of random games, a study and analyses.
fn random_library(file: &Scratch, seed: u64) -> Library {
    let library = Library::open_or_create(file.path()).unwrap();
    let mut random = StdRng::seed_from_u64(seed);
    let mut trees = vec![study()];
    for _ in 0..20 {
        let board = random_board(&mut random, 8);
        let mut tree = GameTree::of(&GameRecord::of(&board));
        tree.facts.result = [BLACK, WHITE, DRAW][random.random_range(0..3usize)];
        tree.facts.players[0].name = format!("p{}", random.random_range(0..3));
        trees.push(tree);
    }
    import(&library, &trees);
    for _ in 0..10 {
        let board = random_board(&mut random, 3);
        let lines: Vec<Line> = (0..2)
            .filter_map(|_| {
                let square = square("h8")
                    .step(crate::types::Direction::ALL[0], random.random_range(-3..=3))?;
                board.is_empty(square).then(|| Line {
                    score: Score::estimate(random.random_range(-99..99)),
                    depth: random.random_range(1..9),
                    nodes: 7,
                    moves: vec![square],
                })
            })
            .collect();
        library.store(&board, Rule::Renju, &lines).unwrap();
    }
    library
}

/// Stones close to the centre, so that positions come again.
fn random_board(random: &mut StdRng, most: usize) -> Board {
    let mut board = board("");
    for _ in 0..random.random_range(1..=most) {
        let (x, y) = (random.random_range(6..9), random.random_range(6..9));
        let square = board.square(x, y).unwrap();
        if board.is_empty(square) {
            board.place(square);
        }
    }
    board
}

/// All that a library says of the positions that it reaches, without the numbers of
/// its games.
fn contents(library: &Library) -> Vec<String> {
    let mut lines = Vec::new();
    let mut waiting = vec![board("")];
    let mut seen = std::collections::HashSet::new();
    while let Some(board) = waiting.pop() {
        if !seen.insert(Key::of(&board, Rule::Renju).unwrap()) {
            continue;
        }
        let entry = library.look(&board, Rule::Renju).unwrap();
        let mut players: Vec<String> = entry
            .games
            .iter()
            .map(|&game| format!("{:?}", library.game(game).unwrap().players))
            .collect();
        players.sort();
        lines.push(format!(
            "{:?} {:?} {:?} {:?} {:?} {players:?}",
            Key::of(&board, Rule::Renju).unwrap(),
            entry.results,
            entry.value,
            entry.lines.len(),
            entry.comments.len(),
        ));
        for known in &entry.moves {
            let mut after = board.clone();
            match known.square {
                Some(square) => after.place(square),
                None => after.pass(),
            }
            lines.push(format!("{:?} {:?}", known.results, known.value));
            waiting.push(after);
        }
    }
    lines.sort();
    lines
}

#[test]
fn two_libraries_come_together_without_loss() {
    let files = ["one", "two", "both", "other"].map(Scratch::new);
    let one = random_library(&files[0], 1);
    let two = random_library(&files[1], 2);
    let both = Library::open_or_create(files[2].path()).unwrap();
    let merged = both.merge(&one).unwrap();
    assert_eq!(merged.games as u64, one.size().unwrap().games);
    assert_eq!(contents(&both), contents(&one));
    both.merge(&two).unwrap();
    let all = contents(&both);
    assert_eq!(both.merge(&one).unwrap(), Merged::default());
    assert_eq!(both.merge(&two).unwrap(), Merged::default());
    let other = Library::open_or_create(files[3].path()).unwrap();
    other.merge(&two).unwrap();
    other.merge(&one).unwrap();
    assert_eq!(contents(&other), all);
    assert_eq!(contents(&both), all);
    for library in [&one, &two, &both, &other] {
        assert_eq!(library.check_entries().unwrap(), Vec::<String>::new());
    }
}

#[test]
fn an_excerpt_is_a_tree_that_gives_the_same_library() {
    let files = ["from", "to"].map(Scratch::new);
    let from = random_library(&files[0], 3);
    let excerpt = Excerpt {
        depth: 99,
        least_games: 0,
        figures: false,
        most_nodes: 1 << 20,
    };
    let (tree, is_whole) = from.tree(&board(""), Rule::Renju, &excerpt).unwrap();
    assert!(is_whole);
    let to = Library::open_or_create(files[1].path()).unwrap();
    import(&to, &[tree]);
    let sizes = [&from, &to].map(|library| library.size().unwrap());
    assert_eq!(sizes[0].notes, sizes[1].notes);
    let entry = to.look(&board("h8h9"), Rule::Renju).unwrap();
    assert_eq!(entry.comments.len(), 1);
    // A part of it.
    let part = Excerpt {
        depth: 1,
        least_games: 2,
        figures: true,
        most_nodes: 3,
    };
    let (tree, is_whole) = from.tree(&board("h8"), Rule::Renju, &part).unwrap();
    assert_eq!((tree.len(), is_whole), (3, false));
    let figures = &tree.notes(tree.first_child(NodeId::ROOT).unwrap()).unwrap();
    assert!(figures.comment.contains(": +"), "{}", figures.comment);
}

#[test]
fn advice_is_within_a_margin_and_never_what_is_marked_as_bad() {
    let file = Scratch::new("advice");
    let library = Library::open_or_create(file.path()).unwrap();
    let here = board("h8h9");
    let line = |name: &str, score| Line {
        score: Score::estimate(score),
        depth: 5,
        nodes: 1,
        moves: vec![square(name)],
    };
    let lines = [line("i9", 60), line("i8", 55), line("a1", -400)];
    library.store(&here, Rule::Renju, &lines).unwrap();
    let advice = |margin: f64| {
        let entry = library.look(&here, Rule::Renju).unwrap();
        let mut names = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let mut random = StdRng::seed_from_u64(seed);
            let advice = entry.advice(&here, margin, &mut random);
            names.extend(advice.first().map(|one| square_name(one.square, 15)));
        }
        names.into_iter().collect::<Vec<_>>().join(" ")
    };
    // Mirror images are the same move.
    assert_eq!(advice(0.0), "g9 i9");
    assert_eq!(advice(0.05), "g8 g9 i8 i9");
    library
        .set_tag(&board("h8h9i9"), Rule::Renju, Some('x'))
        .unwrap();
    assert_eq!(advice(0.05), "g8 i8");
    library
        .set_tag(&board("h8h9a1"), Rule::Renju, Some('w'))
        .unwrap();
    assert_eq!(advice(0.0), "a1 o1");
}

#[test]
fn advice_of_games_needs_several() {
    let file = Scratch::new("games");
    let library = Library::open_or_create(file.path()).unwrap();
    let names = ["a", "b", "c", "d"];
    let mut games: Vec<GameTree> = names
        .map(|name| game("h8h9i9", [name, "z"], BLACK))
        .to_vec();
    games.push(game("h8i9i10", ["a", "z"], WHITE));
    import(&library, &games);
    let first = |moves: &str| {
        let here = board(moves);
        let entry = library.look(&here, Rule::Renju).unwrap();
        let mut random = StdRng::seed_from_u64(1);
        let advice = entry.advice(&here, 1.0, &mut random);
        advice.iter().map(|one| one.share).collect::<Vec<_>>()
    };
    assert_eq!(first("h8h9"), [5.0 / 6.0]);
    assert!(first("h8i9").is_empty());
    assert!(first("a1").is_empty());
    // The value of one position after it is no analysis of its moves.
    let given = Given {
        score: Score::estimate(-300),
        depth: 9,
    };
    library.give(&board("h8h9i9"), Rule::Renju, given).unwrap();
    assert_eq!(first("h8h9"), [5.0 / 6.0]);
}

#[test]
fn forgetting_leaves_the_games() {
    let file = Scratch::new("forget");
    let library = Library::open_or_create(file.path()).unwrap();
    import(&library, &three_games());
    let here = board("h8h9i9");
    let line = |name: &str, score| Line {
        score: Score::estimate(score),
        depth: 5,
        nodes: 1,
        moves: vec![square(name)],
    };
    library
        .store(&board("h8h9"), Rule::Renju, &[line("i9", 10)])
        .unwrap();
    library
        .store(&here, Rule::Renju, &[line("g7", 70)])
        .unwrap();
    let value = |moves| library.look(&board(moves), Rule::Renju).unwrap().value;
    assert_eq!(value("h8h9"), Some(Score::estimate(-70)));
    let given = Given {
        score: Score::estimate(3),
        depth: 2,
    };
    library.give(&board("h8h9i8"), Rule::Renju, given).unwrap();
    assert_eq!(value("h8h9"), Some(Score::estimate(-3)));
    library
        .set_comment(&here, Rule::Renju, "words", "me")
        .unwrap();
    library.forget(&here, Rule::Renju).unwrap();
    library.forget(&board("h8h9i8"), Rule::Renju).unwrap();
    assert_eq!(value("h8h9"), Some(Score::estimate(10)));
    let entry = library.look(&here, Rule::Renju).unwrap();
    assert_eq!((entry.results.games(), entry.value), (3, None));
    assert!(entry.comments.is_empty());
    assert!(library.check_entries().unwrap().is_empty());
}

#[test]
fn a_fault_is_found() {
    let file = Scratch::new("fault");
    let mut library = Library::open_or_create(file.path()).unwrap();
    import(&library, &three_games());
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    library
        .write(|tables| {
            let bucket = super::rare::Slot::of(&Key::of(&board("h8h9i9"), Rule::Renju)?).bucket;
            tables.rare.remove(bucket)?;
            Ok(())
        })
        .unwrap();
    let faults = library.check().unwrap();
    let missing = |fault: &&String| fault.contains("is not in all of its positions");
    assert_eq!(faults.iter().filter(missing).count(), 3, "{faults:?}");
}

#[test]
fn positions_of_few_and_of_many_games_are_the_same_to_the_reader() {
    let file = Scratch::new("many");
    let library = Library::open_or_create(file.path()).unwrap();
    let mut last = 0;
    for number in 0..2 * super::rare::MOST {
        let name = format!("p{number}");
        let moves = ["h8h9i9g7", "h8i8i9g7", "h8h9i9"][number % 3];
        import(&library, &[game(moves, [&name, "z"], BLACK)]);
        let entry = library.look(&board("h8h9i9"), Rule::Renju).unwrap();
        assert_eq!(entry.results.games(), number + 1);
        let played: usize = entry.moves.iter().map(|one| one.results.games()).sum();
        assert_eq!(played, number + 1 - (number + 1) / 3);
        assert_eq!(library.check_entries().unwrap(), Vec::<String>::new());
        assert!(library.size().unwrap().positions >= last);
        last = library.size().unwrap().positions;
    }
    // Variations make an entry of a position with few games.
    import(&library, &[study()]);
    let entry = library.look(&board("h8"), Rule::Renju).unwrap();
    assert_eq!(entry.results.games(), 2 * super::rare::MOST);
    assert_eq!(library.check_entries().unwrap(), Vec::<String>::new());
}

/// The store panics on some changed bytes.
#[test]
fn a_changed_byte_is_an_error_or_goes_unnoticed() {
    let (file, changed) = (Scratch::new("unchanged"), Scratch::new("changed"));
    let library = Library::open_or_create(file.path()).unwrap();
    import(&library, &three_games());
    drop(library);
    let bytes = std::fs::read(file.path()).unwrap();
    let used: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != 0).collect();
    let mut random = StdRng::seed_from_u64(8);
    let mut places: Vec<usize> = (0..60)
        .map(|_| used[random.random_range(0..used.len())])
        .collect();
    // What type an entry has, on which the store panics.
    let is_type = |&at: &usize| bytes[at..].starts_with(b"\x01&[u8]");
    places.extend((0..bytes.len()).filter(is_type));
    let mut damaged = 0;
    for at in places {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x27;
        std::fs::write(changed.path(), &bytes).unwrap();
        let read = Library::read(changed.path()).and_then(|library| {
            library.size()?;
            library.look(&board("h8h9"), Rule::Renju)?;
            library.check_entries()
        });
        let written = Library::open(changed.path()).and_then(|library| {
            let mut importer = Importer::new(&library);
            importer.add(&study(), Some(Rule::Renju), "file")?;
            importer.finish()
        });
        let is_damaged = |error: &LibraryError| matches!(error, LibraryError::Damaged(_));
        let errors = [read.err(), written.err()];
        damaged += errors
            .iter()
            .flatten()
            .filter(|error| is_damaged(error))
            .count();
    }
    assert!(damaged >= 2, "{damaged}");
}

//! Studies as persons use them.

use super::*;
use crate::board::notation::{moves_text, parse_square, square_name};
use crate::records::sgf;
use crate::records::tree::MarkKind;

fn study() -> Study {
    Study::new(15, 15, Rule::Freestyle)
}

fn square(name: &str) -> Square {
    parse_square(name, &Board::new(15, 15).unwrap()).unwrap()
}

fn play(study: &mut Study, names: &[&str]) {
    for name in names {
        study.act(Act::Play(Some(square(name)))).unwrap();
    }
}

fn moves(study: &Study) -> String {
    moves_text(&study.board().unwrap())
}

/// The outline as text: `a1 (a2 [a3]) b1`, with folded branches in brackets.
fn outlined(study: &Study) -> String {
    let (items, _) = outline(study);
    let name = |item: &Item| match study.tree().action(item.node) {
        Action::Move(_, square) => square_name(square, 15),
        Action::Pass(_) => "--".to_string(),
        Action::None => "/".to_string(),
    };
    let text = items.iter().map(|item| {
        let branch = if item.is_branch { "|" } else { "" };
        let folded = if item.is_folded { ".." } else { "" };
        format!("{}{branch}{}{}{folded}", item.level, item.moves, name(item))
    });
    text.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_move_is_added_or_followed() {
    let mut study = study();
    play(&mut study, &["h8", "h9", "i9"]);
    study.act(Act::Step(-2)).unwrap();
    play(&mut study, &["g9"]);
    assert_eq!((moves(&study).as_str(), study.tree().len()), ("h8g9", 5));
    study.act(Act::Step(-1)).unwrap();
    play(&mut study, &["h9", "i9"]);
    assert_eq!((moves(&study).as_str(), study.tree().len()), ("h8h9i9", 5));
    assert_eq!(
        study.act(Act::Play(Some(square("h8")))),
        Err(Refusal::Taken(square("h8")))
    );
    study.act(Act::Play(None)).unwrap();
    assert_eq!(moves(&study), "h8h9i9--");
}

#[test]
fn the_line_that_is_shown_is_walked_to_its_end_and_back() {
    let mut study = study();
    play(&mut study, &["h8", "h9", "i9", "j10"]);
    study.act(Act::Step(-3)).unwrap();
    play(&mut study, &["g9", "g8"]);
    // Back before the branch and on: the branch is walked again.
    study.act(Act::Step(-9)).unwrap();
    assert_eq!(study.here(), NodeId::ROOT);
    assert_eq!(study.act(Act::Step(-1)), Err(Refusal::NoFurther));
    study.act(Act::Step(2)).unwrap();
    assert_eq!(moves(&study), "h8g9");
    study.act(Act::Beside(-1)).unwrap();
    assert_eq!(moves(&study), "h8h9");
    study.act(Act::Step(isize::MAX)).unwrap();
    assert_eq!(moves(&study), "h8h9i9j10");
    assert_eq!(study.act(Act::Beside(1)), Err(Refusal::NoFurther));
}

#[test]
fn branches_are_folded_promoted_and_deleted() {
    let mut study = study();
    play(&mut study, &["h8", "h9", "i9"]);
    study.act(Act::Step(-2)).unwrap();
    play(&mut study, &["g9", "g8"]);
    assert_eq!(outlined(&study), "01h8 02h9 1|2g9 13g8 03i9");
    let branch = study.tree().parent(study.here()).unwrap();
    let main = study.tree().main_end();
    study.act(Act::GoTo(main)).unwrap();
    assert_eq!(outlined(&study), "01h8 02h9 1|2g9.. 03i9");
    study.act(Act::Promote(branch)).unwrap();
    assert_eq!(outlined(&study), "01h8 02g9 1|2h9 13i9 03g8");
    study.act(Act::MakeMain(main)).unwrap();
    assert_eq!(outlined(&study), "01h8 02h9 1|2g9.. 03i9");
    // If the branch with the current node is deleted, the current node moves out of it.
    study.act(Act::Step(-1)).unwrap();
    let here = study.here();
    study.act(Act::Delete(here)).unwrap();
    assert_eq!(
        (outlined(&study).as_str(), moves(&study).as_str()),
        ("01h8 02g9 03g8", "h8")
    );
    study.act(Act::Undo).unwrap();
    assert_eq!(
        (outlined(&study).as_str(), moves(&study).as_str()),
        ("01h8 02h9 1|2g9.. 03i9", "h8h9")
    );
    study.act(Act::Redo).unwrap();
    assert_eq!(outlined(&study), "01h8 02g9 03g8");
    assert_eq!(study.act(Act::Delete(NodeId::ROOT)), Err(Refusal::Root));
    assert_eq!(study.act(Act::Redo), Err(Refusal::NothingToUndo));
}

#[test]
fn comments_and_signs_are_kept_in_the_file() {
    let mut study = study();
    play(&mut study, &["h8"]);
    let here = study.here();
    study
        .act(Act::Comment(here, "good]\r\nvery".to_string()))
        .unwrap();
    for (name, sign) in [
        ("a1", Sign::Label(String::new())),
        ("b1", Sign::Label(String::new())),
        ("c1", Sign::Triangle),
        ("d1", Sign::Square),
        ("e1", Sign::Circle),
        ("f1", Sign::Cross),
        ("g1", Sign::Cross),
        ("g1", Sign::Cross),
        ("e1", Sign::Label("x2".to_string())),
    ] {
        study.act(Act::Mark(square(name), sign)).unwrap();
    }
    let notes = study.tree().notes(here).unwrap();
    assert_eq!(notes.comment, "good]\nvery");
    let label = |text: &str| MarkKind::Label(text.to_string());
    let expected = [
        ("a1", label("A")),
        ("b1", label("B")),
        ("c1", MarkKind::Triangle),
        ("d1", MarkKind::Square),
        ("f1", MarkKind::Cross),
        ("e1", label("x2")),
    ];
    let found: Vec<_> = notes
        .marks
        .iter()
        .map(|mark| (square_name(mark.square, 15), mark.kind.clone()))
        .collect();
    assert_eq!(found, expected.map(|(name, kind)| (name.to_string(), kind)));
    let read = sgf::read(sgf::write(study.tree()).as_bytes(), &Default::default());
    let again = Study::of(read.games.into_iter().next().unwrap());
    let notes = again.tree().notes(again.tree().main_end()).unwrap();
    assert_eq!(
        (notes.comment.as_str(), notes.marks.len()),
        ("good]\nvery", 6)
    );
}

#[test]
fn arrows_come_and_go_one_by_one_and_leave_signs_alone() {
    let mut study = study();
    let arrow = |to: &str| Act::Mark(square("a1"), Sign::Arrow(square(to)));
    study.act(Act::Mark(square("a1"), Sign::Circle)).unwrap();
    study.act(arrow("c3")).unwrap();
    study.act(arrow("d4")).unwrap();
    let kinds = |study: &Study| {
        let marks = &study.tree().notes(study.here()).unwrap().marks;
        let kinds: Vec<MarkKind> = marks.iter().map(|mark| mark.kind.clone()).collect();
        kinds
    };
    let [c3, d4] = ["c3", "d4"].map(|to| MarkKind::Arrow(square(to)));
    assert_eq!(kinds(&study), [MarkKind::Circle, c3.clone(), d4.clone()]);
    study.act(arrow("c3")).unwrap();
    study.act(Act::Mark(square("a1"), Sign::Circle)).unwrap();
    assert_eq!(kinds(&study), [d4]);
    assert_eq!(study.act(arrow("a1")), Err(Refusal::Outside));
    study.act(arrow("c3")).unwrap();
    let file = String::from_utf8(sgf::write(study.tree()).into_bytes()).unwrap();
    assert!(file.contains("AR["), "{file}");
}

#[test]
fn any_stones_can_be_set_up() {
    let mut study = study();
    for (name, color) in [
        ("a1", Some(Color::Black)),
        ("b1", Some(Color::Black)),
        ("c1", Some(Color::Black)),
        ("a2", Some(Color::White)),
        ("b1", None),
        ("a2", Some(Color::Black)),
    ] {
        study.act(Act::SetUp(square(name), color)).unwrap();
    }
    // All is in the root, and nothing is to be seen of what was taken away.
    assert_eq!(study.tree().len(), 1);
    assert_eq!(study.stones().count(Color::Black), 3);
    assert_eq!(study.stones().to_move, Color::Black);
    study.act(Act::ToMove(Color::White)).unwrap();
    assert_eq!(study.board().unwrap().side_to_move(), Color::White);
    play(&mut study, &["o15"]);
    assert_eq!(
        study
            .stones()
            .on(square("o15"))
            .map(|stone| (stone.color, stone.number)),
        Some((Color::White, Some(1)))
    );
    // After moves stones are set up in a node of their own.
    study
        .act(Act::SetUp(square("a1"), Some(Color::White)))
        .unwrap();
    assert_eq!(
        (study.tree().len(), study.stones().to_move),
        (3, Color::Black)
    );
    assert_eq!(study.stones().count(Color::White), 2);
    study.act(Act::Step(-1)).unwrap();
    assert_eq!(study.stones().count(Color::White), 1);
    study.act(Act::Clear).unwrap();
    assert_eq!(study.stones().empty().len(), 225);
    let board = study.board().unwrap();
    assert_eq!(
        (board.stone_count(), board.side_to_move()),
        (0, Color::Black)
    );
    study.act(Act::Undo).unwrap();
    assert_eq!(study.stones().count(Color::Black), 3);
}

#[test]
fn the_editor_and_the_engine_agree_on_the_side_to_move() {
    for text in [
        "(;SZ[15]AB[aa][bb]AW[cc])",
        "(;SZ[15]AW[aa])",
        "(;SZ[15]AB[aa]PL[W];B[bb])",
        "(;SZ[15]AB[aa];AE[aa];W[bb])",
        "(;SZ[15]AB[aa][ba][ca];AW[da][ea])",
    ] {
        let read = sgf::read(text.as_bytes(), &Default::default());
        let mut study = Study::of(read.games.into_iter().next().unwrap());
        loop {
            assert_eq!(
                study.stones().to_move,
                study.board().unwrap().side_to_move(),
                "{text} {:?}",
                study.here()
            );
            if study.act(Act::Step(1)).is_err() {
                break;
            }
        }
    }
}

#[test]
fn the_board_is_turned_and_shifted() {
    let mut study = Study::new(7, 5, Rule::Freestyle);
    let named = |study: &Study| moves(study);
    let at = |name: &str| parse_square(name, &Board::new(7, 5).unwrap()).unwrap();
    study.act(Act::Play(Some(at("a1")))).unwrap();
    study.act(Act::Play(Some(at("b1")))).unwrap();
    study.act(Act::Turn(Turning::Right)).unwrap();
    assert_eq!((study.tree().width, study.tree().height), (5, 7));
    assert_eq!(named(&study), "a7a6");
    study.act(Act::Turn(Turning::LeftRight)).unwrap();
    assert_eq!(named(&study), "e7e6");
    study.act(Act::Turn(Turning::TopBottom)).unwrap();
    assert_eq!(named(&study), "e1e2");
    study.act(Act::Shift(-2, -1)).unwrap();
    assert_eq!(named(&study), "c2c3");
    assert_eq!(study.act(Act::Shift(0, 3)), Err(Refusal::OffBoard));
    assert_eq!(study.act(Act::Shift(i32::MAX, 0)), Err(Refusal::OffBoard));
    assert_eq!(named(&study), "c2c3");
    for _ in 0..4 {
        study.act(Act::Undo).unwrap();
    }
    assert_eq!(named(&study), "a1b1");
}

#[test]
fn a_game_ends_with_its_five_and_a_line_is_played_whole_or_not() {
    let mut study = study();
    let line = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"].map(square);
    study.act(Act::PlayLine(line.to_vec())).unwrap();
    let refused = study.act(Act::PlayLine(["e1", "e2"].map(square).to_vec()));
    assert_eq!(refused, Err(Refusal::Over));
    assert_eq!(study.tree().len(), 9);
    play(&mut study, &["e1"]);
    assert_eq!(study.outcome(), Some(Outcome::Five(Color::Black)));
    assert!(study.playable().is_empty());
    study.act(Act::Rule(Rule::Renju)).unwrap();
    assert_eq!(study.rule(), Rule::Renju);
}

#[test]
fn undoing_has_an_end() {
    let mut study = study();
    for number in 0..MOST_UNDOS + 50 {
        study.act(Act::Name(number.to_string())).unwrap();
    }
    assert_eq!(study.undos(), (MOST_UNDOS, 0));
}

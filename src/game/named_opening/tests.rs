use std::collections::BTreeSet;

use super::*;
use crate::board::Symmetry;
use crate::board::notation::{moves_text, play_moves};

fn board(side: usize, moves: &str) -> Board {
    let mut board = Board::new(side, side).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

fn played(side: usize, squares: [Square; 3]) -> Board {
    let mut board = Board::new(side, side).unwrap();
    for square in squares {
        board.place(square);
    }
    board
}

/// All openings: White on one of the 8 squares around the centre,
/// Black on another of the 25.
fn every_pattern() -> impl Iterator<Item = [(i32, i32); 2]> {
    let around = |far: i32| (-far..=far).flat_map(move |x| (-far..=far).map(move |y| (x, y)));
    let is_free = |stone: &(i32, i32)| *stone != (0, 0);
    around(1).filter(is_free).flat_map(move |white| {
        let thirds = around(2).filter(is_free);
        thirds
            .filter(move |third| *third != white)
            .map(move |third| [white, third])
    })
}

#[test]
fn the_squares_are_the_federations() {
    let all: Vec<String> = CanonicalOpening::all()
        .iter()
        .map(|opening| {
            let empty = Board::new(15, 15).unwrap();
            let board = played(15, opening.squares(&empty));
            format!("{} {}", opening.code(), moves_text(&board))
        })
        .collect();
    let wanted = "1D h8h9h10, 2D h8h9i10, 3D h8h9j10, 4D h8h9i9, 5D h8h9j9, 6D h8h9i8, \
        7D h8h9j8, 8D h8h9h7, 9D h8h9i7, 10D h8h9j7, 11D h8h9h6, 12D h8h9i6, 13D h8h9j6, \
        1I h8i9j10, 2I h8i9j9, 3I h8i9j8, 4I h8i9j7, 5I h8i9j6, 6I h8i9i8, 7I h8i9i7, \
        8I h8i9i6, 9I h8i9h7, 10I h8i9h6, 11I h8i9g7, 12I h8i9g6, 13I h8i9f6";
    assert_eq!(all.join(", "), wanted);
}

#[test]
fn every_image_is_recognised_on_every_odd_board() {
    let mut images = 0;
    for side in (5..=21).step_by(2) {
        for opening in CanonicalOpening::all() {
            let [first, second, third] = opening.squares(&Board::new(side, side).unwrap());
            for squares in [[first, second, third], [third, second, first]] {
                let original = played(side, squares);
                for symmetry in Symmetry::ALL {
                    let mut image = symmetry.image(&original);
                    assert_eq!(CanonicalOpening::recognise(&image), Some(opening));
                    // What comes later changes nothing.
                    image.pass();
                    image.place(image.empty().first().unwrap());
                    assert_eq!(CanonicalOpening::recognise(&image), Some(opening));
                    images += 1;
                }
            }
        }
    }
    assert_eq!(images, 9 * 26 * 2 * 8);
}

#[test]
fn there_are_exactly_26_of_them() {
    let smallest = |stones: [(i32, i32); 2]| {
        let images = (0..8).map(|turn| stones.map(|stone| image(stone, turn)));
        images.min().unwrap()
    };
    let classes: BTreeSet<_> = every_pattern().map(smallest).collect();
    let known = CanonicalOpening::all().iter();
    let known: BTreeSet<_> = known
        .map(|opening| smallest([opening.pointing.second(), opening.third]))
        .collect();
    assert_eq!(every_pattern().count(), 8 * 23);
    assert_eq!(classes.len(), 26);
    assert_eq!(classes, known);
    let center = Board::new(15, 15).unwrap().center();
    for stones in every_pattern() {
        let at = |(right, up): (i32, i32)| {
            Square::new(center.x() as i32 + right, center.y() as i32 - up).unwrap()
        };
        let board = played(15, [center, at(stones[0]), at(stones[1])]);
        let found = CanonicalOpening::recognise(&board).unwrap();
        let wanted = [found.pointing.second(), found.third];
        assert_eq!(smallest(stones), smallest(wanted));
    }
}

#[test]
fn other_beginnings_have_no_name() {
    for (side, moves) in [
        (15, ""),
        (15, "h8h9"),
        (15, "h8h9--i10"),
        (15, "--h8h9"),
        // The third stone, or the second, is too far away.
        (15, "h8h9k8"),
        (15, "h8h10h9"),
        // The stone in the centre is White's, or missing.
        (15, "h9h8h10"),
        (15, "g8g9g10"),
        // No centre.
        (14, "h7h8h9"),
        (20, "k10k11k12"),
    ] {
        assert_eq!(CanonicalOpening::recognise(&board(side, moves)), None);
    }
    let mut wide = Board::new(15, 13).unwrap();
    play_moves(&mut wide, "h7h8h9").unwrap();
    assert_eq!(CanonicalOpening::recognise(&wide), None);
    let mut drawn = board(15, "");
    drawn.place_as(Color::White, drawn.center());
    assert_eq!(CanonicalOpening::recognise(&drawn), None);
}

#[test]
fn names_end_in_star_or_moon_as_the_black_stones_lie() {
    let mut stars = Vec::new();
    for opening in CanonicalOpening::all() {
        let (right, up) = opening.third;
        let one_between = right % 2 == 0 && up % 2 == 0;
        let ending = if one_between { '星' } else { '月' };
        for name in [opening.chinese, opening.japanese] {
            assert!(name.ends_with(ending), "{opening}");
        }
        if one_between {
            stars.push(opening.code());
        }
    }
    let wanted = "1D 3D 7D 11D 13D 1I 3I 5I 10I 13I";
    assert_eq!(stars.join(" "), wanted);
}

#[test]
fn the_mnemonic_is_a_map_of_the_third_stones() {
    let mut named = 0;
    for line in MNEMONIC {
        for (initial, third) in line.stones() {
            let opening = by_mnemonic(initial).unwrap();
            assert_eq!((opening.pointing, opening.third), (line.pointing, third));
            // The verse goes through the openings in their order.
            named += 1;
            let place = CanonicalOpening::all().iter().position(|at| at == opening);
            assert_eq!(place, Some(named - 1));
        }
    }
    assert_eq!(named, 26);
    assert_eq!(by_mnemonic('王'), None);
}

#[test]
fn every_writing_is_found_and_means_one_opening() {
    let mut writings = BTreeSet::new();
    for opening in CanonicalOpening::all() {
        let mut own = BTreeSet::from([opening.chinese, opening.japanese, opening.romaji]);
        own.extend(opening.also_written);
        for name in own {
            assert_eq!(CanonicalOpening::named(name), Some(opening));
            assert!(writings.insert(name), "{name}");
        }
        let code = opening.code();
        let lower = code.to_lowercase();
        let (number, letter) = lower.split_at(lower.len() - 1);
        for code in [&code, &lower, &format!(" {letter}{number} ")] {
            assert_eq!(CanonicalOpening::named(code), Some(opening));
        }
    }
    for other in ["", "0D", "14D", "14I", "D", "天元", "moon"] {
        assert_eq!(CanonicalOpening::named(other), None);
    }
    let text = CanonicalOpening::named("KAGETSU").unwrap().to_string();
    assert_eq!(text, "4D 花月 Kagetsu (flower moon)");
}

#[test]
fn old_verdicts_are_for_renju_and_say_so() {
    for opening in CanonicalOpening::all() {
        for rule in Rule::ALL {
            let verdicts = opening.old_verdicts(rule);
            assert_eq!(
                verdicts.is_empty(),
                rule != Rule::Renju,
                "{opening}, {rule}"
            );
            for verdict in verdicts {
                assert!(verdict.to_string().contains("renju"), "{verdict}");
            }
            // Where the sources differ, they do not differ about the side.
            let sides = verdicts.iter().map(|verdict| verdict.chances().better());
            assert!(
                sides
                    .collect::<Vec<_>>()
                    .windows(2)
                    .all(|two| two[0] == two[1])
            );
        }
    }
    let lost = |opening: &&CanonicalOpening| {
        let verdicts = opening.old_verdicts(Rule::Renju).iter();
        verdicts
            .clone()
            .any(|verdict| verdict.source() == VerdictSource::Verse)
    };
    let lost: Vec<&str> = CanonicalOpening::all()
        .iter()
        .filter(lost)
        .map(|opening| opening.chinese)
        .collect();
    assert_eq!(lost, ["游星", "彗星"]);
    let verdict = CanonicalOpening::named("1I")
        .unwrap()
        .old_verdicts(Rule::Renju)[0];
    assert_eq!(
        verdict.to_string(),
        "white is slightly better (Wikipedia; renju by RIF's opening rule of 1996, two fifth moves)"
    );
}

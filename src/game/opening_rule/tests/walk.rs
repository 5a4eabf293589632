//! All ways through every rule, with a sample of the squares.

use super::*;
use crate::board::Symmetry;
use std::collections::BTreeSet;

/// What a walk has seen.
#[derive(Default)]
struct Seen {
    states: usize,
    /// Each way as one letter an action: stone, swap, keep, black, white, more,
    /// declare, offer, choose.
    words: BTreeSet<String>,
    /// Stones at the end.
    stones: BTreeSet<usize>,
    /// The players who may have Black at the end.
    black: BTreeSet<bool>,
    word: String,
}

fn letter(action: OpeningAction) -> char {
    match action {
        OpeningAction::Place(_) => '.',
        OpeningAction::Swap => 's',
        OpeningAction::Keep => 'k',
        OpeningAction::Take(Color::Black) => 'b',
        OpeningAction::Take(Color::White) => 'w',
        OpeningAction::PlaceMore => 'm',
        OpeningAction::Declare(_) => 'd',
        OpeningAction::Offer(_) => 'o',
        OpeningAction::Pick(_) => 'c',
        OpeningAction::Pass => 'p',
    }
}

/// The least square of each set of squares that are the same by symmetry.
fn classes(state: &OpeningState) -> Vec<Square> {
    let board = state.board();
    let symmetries: Vec<Symmetry> = Symmetry::of_position(board).collect();
    let is_least = |&square: &Square| {
        let mut images = symmetries.iter().map(|map| map.apply(square, board));
        images.all(|image| image >= square)
    };
    state.squares().into_iter().filter(is_least).collect()
}

/// The actions to follow: all where no square is named, and with all classes of
/// the stones in the central 3x3 and 5x5. Of other stones and of fifth moves the
/// first and the last class, and one square where there have been many.
fn sample(state: &OpeningState) -> Vec<OpeningAction> {
    let legal = state.legal_actions();
    let name: fn(Square) -> OpeningAction = match legal.first() {
        Some(OpeningAction::Place(_)) => OpeningAction::Place,
        Some(OpeningAction::Offer(_)) => OpeningAction::Offer,
        _ => return legal,
    };
    if state.board().stone_count() + state.offers().len() > 5 {
        return vec![legal[0]];
    }
    let mut classes = classes(state);
    if !matches!(state.region(), Some(Region::Central(3 | 5))) {
        let last = classes.pop();
        classes.truncate(1);
        classes.extend(last);
    }
    classes.into_iter().map(name).collect()
}

/// Whether everything is done that the rule wants before the third black stone.
fn third_black_is_due(rule: OpeningRule, actions: &[OpeningAction]) -> bool {
    use OpeningRule::*;
    let count = |letters: &str| {
        let counts = |&&action: &&OpeningAction| letters.contains(letter(action));
        actions.iter().filter(counts).count()
    };
    let declared = actions.iter().find_map(|action| match action {
        OpeningAction::Declare(count) => Some(*count),
        _ => None,
    });
    let chosen_of = |fifths| count("o") == fifths && count("c") == 1;
    match rule {
        Free | FirstMoveSwap | Swap1 | Swap3 | SwapAfterThree | Pro | LongPro => false,
        Swap2 => count("m") == 1,
        TwoFifths | Rif => count("sk") == 1 && chosen_of(2),
        ManyFifths | Designated | Yamaguchi => count("sk") == 1 && chosen_of(declared.unwrap()),
        Soosorv4 | Soosorv8 => count("sk") == 2 && chosen_of(declared.unwrap()),
        Tarannikov => count("sk") >= 4,
        Taraguchi5 => count("sk") >= 4 || count("sk") == 3 && chosen_of(5),
        Taraguchi10 => count("sk") >= 4 || count("sk") == 3 && chosen_of(10),
        // Stone 5, which the second player places, and those that are added.
        SuperSakata => count(".") <= 5 + 2 * count("m"),
    }
}

/// How far from the centre the first stones may be, and the third not.
fn assert_places(state: &OpeningState) {
    use OpeningRule::*;
    let far = match state.rule() {
        Free | FirstMoveSwap | Swap1 | Swap2 | Swap3 => return,
        Pro | LongPro => vec![0],
        Tarannikov | SuperSakata => vec![0, 1, 2, 3, 4],
        Taraguchi5 | Taraguchi10 if state.offers().is_empty() => vec![0, 1, 2, 3, 4],
        Taraguchi5 | Taraguchi10 => vec![0, 1, 2, 3],
        _ => vec![0, 1, 2],
    };
    let center = state.board().center();
    let places = || state.board().moves().iter().map(|made| made.unwrap());
    let within = |(at, far): (Square, usize)| at.distance(center) <= far;
    assert!(places().zip(far).all(within), "{state:?}");
    if let (Pro, Some(third)) = (state.rule(), places().nth(2)) {
        assert!(third.distance(center) >= 3);
    }
    if let (LongPro, Some(third)) = (state.rule(), places().nth(2)) {
        assert!(third.distance(center) >= 4);
    }
}

fn walk(state: &OpeningState, seen: &mut Seen) {
    seen.states += 1;
    let actions = sample(state);
    assert_eq!(actions.is_empty(), state.is_over(), "{state:?}");
    assert_eq!(state.to_act().is_none(), state.is_over());
    assert_eq!(state.is_choice(), {
        let question = |action: &OpeningAction| "skbwmd".contains(letter(*action));
        !actions.is_empty() && actions.iter().all(question)
    });
    let black = state.board().stones(Color::Black).count();
    if black >= 3 {
        let due = third_black_is_due(state.rule(), state.actions());
        assert!(due, "{:?}", state.actions());
    }
    assert_places(state);
    for player in Player::ALL {
        assert_eq!(state.player_of(state.color_of(player)), player);
        assert_ne!(state.color_of(player), state.color_of(player.other()));
    }
    if state.is_over() {
        seen.words.insert(seen.word.clone());
        seen.stones.insert(state.board().stone_count());
        seen.black
            .insert(state.player_of(Color::Black) == Player::First);
        return;
    }
    for action in actions {
        let mut next = state.clone();
        next.apply(action).unwrap();
        seen.word.push(letter(action));
        walk(&next, seen);
        seen.word.pop();
    }
}

/// The numbers of words are counted by hand: one for every combination of
/// answers and numbers of fifth moves. The numbers of states are those found.
#[test]
fn every_way_ends() {
    use OpeningRule::*;
    for (rule, states, words, longest, stones) in [
        (Free, 1, 1, 0, 0..=0),
        (FirstMoveSwap, 7, 2, 2, 1..=1),
        (Swap1, 31, 2, 4, 3..=3),
        (Swap2, 151, 2 + 2, 7, 3..=5),
        (Swap3, 31, 2, 4, 3..=3),
        (SwapAfterThree, 82, 2, 4, 3..=3),
        (TwoFifths, 1_642, 2, 8, 5..=5),
        (ManyFifths, 174_022, 20 * 2, 27, 5..=5),
        (Designated, 174_022, 20 * 2, 27, 5..=5),
        (Rif, 1_642, 2, 8, 5..=5),
        (Yamaguchi, 174_022, 20 * 2, 27, 5..=5),
        (Soosorv4, 15_994, 2 * 4 * 2, 12, 5..=5),
        (Soosorv8, 58_842, 2 * 8 * 2, 16, 5..=5),
        (Tarannikov, 6_568, 32, 10, 5..=5),
        (Taraguchi5, 22_792, 8 * (4 + 1), 14, 5..=5),
        (Taraguchi10, 39_432, 8 * (4 + 1), 19, 5..=5),
        // Colours can be taken after every two stones, up to 81 stones in all.
        (SuperSakata, 39_810, 2 * 39, 5 + 38 * 3 + 1, 5..=81),
        (Pro, 8, 1, 3, 3..=3),
        (LongPro, 8, 1, 3, 3..=3),
    ] {
        let side = if rule == SuperSakata { 9 } else { 15 };
        let begin = OpeningState::new(rule, Board::new(side, side).unwrap()).unwrap();
        let mut seen = Seen::default();
        walk(&begin, &mut seen);
        assert_eq!(seen.states, states, "{rule}");
        assert_eq!(seen.words.len(), words, "{rule}");
        let length = seen.words.iter().map(String::len).max();
        assert_eq!(length, Some(longest), "{rule}");
        let ends = (*stones.start(), *stones.end());
        let found = (seen.stones.first().copied(), seen.stones.last().copied());
        assert_eq!(found, (Some(ends.0), Some(ends.1)), "{rule}");
        // Without a choice the first player has Black; else either may.
        let both = !matches!(rule, Free | Pro | LongPro);
        assert_eq!(seen.black.len(), 1 + usize::from(both), "{rule}");
    }
}

/// The whole board instead of a sample, where there are few ways.
#[test]
fn all_squares_of_small_openings() {
    use OpeningRule::*;
    let ways = |rule, side: usize| {
        let begin = OpeningState::new(rule, Board::new(side, side).unwrap()).unwrap();
        let mut count = 0;
        let mut open = vec![begin];
        while let Some(state) = open.pop() {
            let actions = state.legal_actions();
            assert_eq!(actions.is_empty(), state.is_over());
            count += usize::from(state.is_over());
            for action in actions {
                let mut next = state.clone();
                assert_eq!(next.apply(action), Ok(()));
                open.push(next);
            }
        }
        count
    };
    assert_eq!(ways(FirstMoveSwap, 15), 225 * 2);
    assert_eq!(ways(Swap1, 5), 25 * 24 * 23 * 2);
    assert_eq!(ways(SwapAfterThree, 15), 8 * 23 * 2);
    assert_eq!(ways(Pro, 9), 24 * 56 + 56 * 55);
    assert_eq!(ways(LongPro, 9), 48 * 32 + 32 * 31);
}

use super::*;
use crate::board::notation::{parse_square, play_moves};
use crate::rules::ForbiddenKind;
use proptest::prelude::*;

fn game(moves: &str, rule: Rule) -> Game {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, moves).unwrap();
    Game::new(board, rule, MoveLimit::default())
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut game = game("h8a1i8a3j8a5k8a7", Rule::Standard);
    let at = |x, y| Square::new(x, y).unwrap();
    let taken = game.play(at(7, 7)).unwrap_err();
    assert_eq!(taken, WrongMove::Taken(at(7, 7)));
    let end = End::Five(Color::Black);
    assert_eq!(game.play(at(11, 7)), Ok(Some(end)));
    assert_eq!((game.turn(), game.end()), (None, Some(end)));
    let over = Err(WrongMove::Over(end));
    let kept = game.clone();
    assert_eq!(game.play(at(1, 1)), Err(WrongMove::Over(end)));
    assert_eq!(game.pass(), Err(WrongMove::Over(end)));
    assert_eq!(game.resign(Color::White), over);
    assert_eq!(game.lose_on_time(Color::White), over);
    assert_eq!(game.agree_on_draw(), over);
    assert_eq!(game, kept);
    assert_eq!(game.undo(), Some(Some(at(11, 7))));
    assert_eq!(game.turn(), Some(Color::Black));
}

#[test]
fn games_end_without_a_move_too() {
    type Act = fn(&mut Game) -> Result<(), WrongMove>;
    for (act, end) in [
        (
            (|game| game.resign(Color::White)) as Act,
            End::Resignation(Color::White),
        ),
        (
            |game| game.lose_on_time(Color::Black),
            End::Time(Color::Black),
        ),
        (|game| game.agree_on_draw(), End::Agreement),
    ] {
        let mut game = game("h8", Rule::Renju);
        act(&mut game).unwrap();
        assert_eq!((game.end(), game.turn()), (Some(end), None));
        assert_eq!(act(&mut game), Err(WrongMove::Over(end)));
    }
}

proptest! {
    #[test]
    fn undo_restores_every_position(
        choices in proptest::collection::vec(any::<u32>(), 0..80),
        rule in proptest::sample::select(&Rule::ALL[..]),
        moves in 1..60usize,
    ) {
        let limit = MoveLimit { moves, winner: None };
        let mut game = Game::new(Board::new(7, 6).unwrap(), rule, limit);
        let mut known = Vec::new();
        for choice in choices {
            let empty: Vec<Square> = game.board().empty().into_iter().collect();
            let before = game.clone();
            let done = match choice % 16 {
                0 => game.pass(),
                _ if empty.is_empty() => break,
                _ => game.play(empty[choice as usize % empty.len()]),
            };
            if done.is_err() {
                prop_assert_eq!(&game, &before);
                prop_assert!(game.end().is_some());
                break;
            }
            known.push(before);
        }
        prop_assert!(game.board().moves().len() <= moves);
        for before in known.into_iter().rev() {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(&game, &before);
        }
        prop_assert!(game.undo().is_none());
    }
}

/// Renju with claimed fouls after moves of which the last is a double-three.
fn claimed(moves: &str) -> Game {
    game(moves, Rule::Renju).with_fouls(Fouls::Claimed)
}

const BEFORE_FOUL: &str = "g8a1i8a3h7a5h9a7";

fn at(game: &Game, name: &str) -> Square {
    parse_square(name, game.board()).unwrap()
}

/// An act that fails and changes nothing.
#[track_caller]
fn assert_refused<T: std::fmt::Debug + PartialEq>(
    game: &mut Game,
    act: impl Fn(&mut Game) -> Result<T, WrongMove>,
    error: WrongMove,
) {
    let before = game.clone();
    assert_eq!(act(game), Err(error));
    assert_eq!(*game, before);
}

#[test]
fn a_foul_is_claimed_before_the_next_move() {
    let mut game = claimed(BEFORE_FOUL);
    let (foul, claim) = (at(&game, "h8"), |game: &mut Game| {
        game.claim_foul(Color::White)
    });
    assert_refused(&mut game, claim, WrongMove::ClaimTooLate);
    assert_eq!(game.play(foul), Ok(None));
    assert_refused(
        &mut game,
        |game| game.claim_foul(Color::Black),
        WrongMove::BlackClaims,
    );
    let unclaimed = game.clone();
    let end = End::Foul(ForbiddenKind::DoubleThree);
    assert_eq!(game.claim_foul(Color::White), Ok(Some(end)));
    assert_eq!((game.end(), game.turn()), (Some(end), None));
    assert_refused(&mut game, claim, WrongMove::Over(end));

    // After a move or a pass it is too late.
    for passes in [false, true] {
        let mut game = unclaimed.clone();
        let reply = at(&game, "a9");
        let went_on = if passes {
            game.pass()
        } else {
            game.play(reply)
        };
        assert_eq!(went_on, Ok(None));
        assert_refused(&mut game, claim, WrongMove::ClaimTooLate);
        game.undo();
        assert_eq!(game, unclaimed);
        assert_eq!(game.claim_foul(Color::White), Ok(Some(end)));
    }
}

#[test]
fn after_a_wrong_claim_the_game_goes_on() {
    let mut game = claimed("h8a1");
    let white = |game: &mut Game| game.claim_foul(Color::White);
    assert_eq!(game.play(at(&game, "i9")), Ok(None));
    assert_eq!(game.claim_foul(Color::White), Ok(None));
    assert_eq!(game.turn(), Some(Color::White));
    assert_refused(&mut game, white, WrongMove::ClaimedAlready);
    assert_eq!(game.play(at(&game, "a3")), Ok(None));
    assert_eq!(game.pass(), Ok(None));
    assert_refused(&mut game, white, WrongMove::NothingToClaim);
    let mut game = claimed("");
    assert_refused(&mut game, white, WrongMove::NothingToClaim);
}

#[test]
fn claims_are_for_games_that_have_them() {
    let white = |game: &mut Game| game.claim_foul(Color::White);
    for rule in Rule::ALL {
        for fouls in [Fouls::Automatic, Fouls::Claimed] {
            let mut game = game("h8", rule).with_fouls(fouls);
            match (rule, fouls) {
                (Rule::Renju, Fouls::Claimed) => assert_eq!(white(&mut game), Ok(None)),
                (Rule::Renju, _) => assert_refused(&mut game, white, WrongMove::NoClaims),
                _ => assert_refused(&mut game, white, WrongMove::NoFouls(rule)),
            }
        }
    }
    let foul = format!("{BEFORE_FOUL}h8");
    let automatic = game(&foul, Rule::Renju);
    assert!(matches!(automatic.end(), Some(End::Foul(_))));
    assert_eq!(automatic.with_fouls(Fouls::Claimed).end(), None);
}

#[test]
fn the_last_possible_move_can_be_claimed_too() {
    let mut board = Board::new(15, 15).unwrap();
    play_moves(&mut board, BEFORE_FOUL).unwrap();
    let limit = MoveLimit {
        moves: 9,
        winner: None,
    };
    let mut game = Game::new(board, Rule::Renju, limit).with_fouls(Fouls::Claimed);
    let drawn = End::MoveLimit(None);
    assert_eq!(game.play(at(&game, "h8")), Ok(Some(drawn)));
    let refused = WrongMove::Over(drawn);
    assert_refused(&mut game, |game| game.offer_draw(Color::Black), refused);
    let end = End::Foul(ForbiddenKind::DoubleThree);
    assert_eq!(game.claim_foul(Color::White), Ok(Some(end)));
}

#[test]
fn a_five_is_never_a_foul() {
    // The row of five and the column of six meet in h8.
    let mut game = claimed("d8a1e8a3f8a5g8a7h7b1h6b3h5b5h9b7h10b9");
    let five = End::Five(Color::Black);
    assert_eq!(game.play(at(&game, "h8")), Ok(Some(five)));
    let over = WrongMove::Over(five);
    assert_refused(&mut game, |game| game.claim_foul(Color::White), over);
}

#[test]
fn a_draw_is_offered_after_the_own_move() {
    let (black, white) = (Color::Black, Color::White);
    let mut game = game("", Rule::Freestyle);
    for color in Color::ALL {
        let error = WrongMove::OfferOutOfTurn(color);
        assert_refused(&mut game, |game| game.offer_draw(color), error);
    }
    game.play(at(&game, "h8")).unwrap();
    let error = WrongMove::OfferOutOfTurn(white);
    assert_refused(&mut game, |game| game.offer_draw(white), error);
    assert_refused(
        &mut game,
        |game| game.accept_draw(white),
        WrongMove::NoOffer(white),
    );
    game.offer_draw(black).unwrap();
    assert_eq!(game.draw_offer(), Some(black));
    let error = WrongMove::OfferedAlready(black);
    assert_refused(&mut game, |game| game.offer_draw(black), error);
    assert_refused(
        &mut game,
        |game| game.accept_draw(black),
        WrongMove::NoOffer(black),
    );
    let offered = game.clone();
    // The next move refuses.
    game.play(at(&game, "h9")).unwrap();
    assert_eq!(game.draw_offer(), None);
    assert_refused(
        &mut game,
        |game| game.accept_draw(white),
        WrongMove::NoOffer(white),
    );
    game.offer_draw(white).unwrap();
    game.undo();
    assert_eq!(game, offered);
    // In words: there is no second offer after that.
    game.refuse_draw(white).unwrap();
    let error = WrongMove::OfferedAlready(black);
    assert_refused(&mut game, |game| game.offer_draw(black), error);
    let mut game = offered;
    game.accept_draw(white).unwrap();
    assert_eq!(game.end(), Some(End::Agreement));
    let over = WrongMove::Over(End::Agreement);
    assert_refused(&mut game, |game| game.refuse_draw(white), over);
}

#[test]
fn two_passes_in_a_row_are_a_draw() {
    let mut game = game("h8", Rule::Renju);
    assert_eq!(game.pass(), Ok(None));
    assert_eq!(game.play(at(&game, "h9")), Ok(None));
    assert_eq!(game.pass(), Ok(None));
    assert_eq!(game.pass(), Ok(Some(End::TwoPasses)));
    assert_eq!(game.end().unwrap().result().winner(), None);
    let over = WrongMove::Over(End::TwoPasses);
    assert_refused(&mut game, Game::pass, over);
    assert_eq!(game.undo(), Some(None));
    assert_eq!(game.turn(), Some(Color::Black));
}

/// One of the acts of a game.
fn act(game: &mut Game, kind: usize, choice: usize, color: Color) -> Result<(), WrongMove> {
    match kind {
        0 => game.pass().map(|_| ()),
        1 => game.claim_foul(color).map(|_| ()),
        2 => game.offer_draw(color),
        3 => game.accept_draw(color),
        4 => game.refuse_draw(color),
        5 if choice.is_multiple_of(8) => game.resign(color),
        5 if choice % 8 == 1 => game.lose_on_time(color),
        5 if choice % 8 == 2 => game.forfeit(color),
        _ => {
            let squares: Vec<Square> = game.board().squares().map(|(square, _)| square).collect();
            game.play(squares[choice % squares.len()]).map(|_| ())
        }
    }
}

proptest! {
    #[test]
    fn nothing_changes_on_an_error_and_undo_restores(
        acts in proptest::collection::vec((0..20usize, 0..10_000usize, 0..2usize), 0..120),
        rule in proptest::sample::select(&Rule::ALL[..]),
        is_claimed in any::<bool>(),
        moves in 1..60usize,
    ) {
        let limit = MoveLimit { moves, winner: None };
        let fouls = if is_claimed { Fouls::Claimed } else { Fouls::Automatic };
        let mut game = Game::new(Board::new(6, 7).unwrap(), rule, limit).with_fouls(fouls);
        let mut known = Vec::new();
        for (kind, choice, color) in acts {
            let before = game.clone();
            let done = act(&mut game, kind, choice, Color::ALL[color]);
            if done.is_err() {
                prop_assert_eq!(&game, &before);
            } else if game.board().moves().len() > before.board().moves().len() {
                known.push(before);
            }
            prop_assert_eq!(game.turn().is_none(), game.end().is_some());
            let offer = game.draw_offer().filter(|_| game.turn().is_some());
            prop_assert!(offer.is_none() || offer != game.turn());
        }
        for before in known.into_iter().rev() {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(&game, &before);
        }
        prop_assert!(game.undo().is_none());
    }
}

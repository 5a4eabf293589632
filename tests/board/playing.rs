//! How a game is played on the page: hints, looking back, how the board fits and what
//! its signs look like. Skipped where there is no chromedriver.
use crate::browser::{Browser, on_page};
use crate::client::Board;
use serde_json::{Value, json};

const STONES: &str = "#board .stones .stone";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

fn two() -> Value {
    json!({ "players": "two" })
}

/// Plays these moves, and waits until they are drawn.
fn play(board: &Board, browser: &Browser, moves: &[&str]) {
    for at in moves {
        board.do_it(json!({ "kind": "place", "at": at }));
    }
    let last = moves.last().expect("a move");
    browser.wait(&format!("document.querySelector('[data-at=\"{last}\"]')"));
}

/// A number that a script says.
fn number(browser: &Browser, script: &str) -> f64 {
    let said = browser.script(&format!("return {script}"));
    said.as_f64()
        .unwrap_or_else(|| panic!("{script}: {said} is no number"))
}

/// One side of the box of a part: `left`, `top`, `right`, `bottom`, `width`, `height`.
fn side(browser: &Browser, selector: &str, side: &str) -> f64 {
    let of = format!("document.querySelector('{selector}').getBoundingClientRect()");
    number(browser, &format!("{of}.{side}"))
}

#[test]
fn a_hint_marks_its_square_and_says_why() {
    let settings = json!({ "players": "two", "time": "0.2s" });
    on_page(1200, 900, settings, |board, browser| {
        play(board, browser, &["h8", "b2", "i8", "b3"]);
        browser.click("#hint");
        browser.wait_count("#board .hint", 1);
        let said = browser.text("advice");
        let whys = ["It makes ", "Your opponent would ", "Neither side "];
        let says_why = |why: &&str| said.contains(&format!(" is best. {why}"));
        assert!(whys.iter().any(says_why), "{said}");
        // With the next move it is gone.
        browser.place("a15");
        browser.wait_count("#board .hint", 0);
        browser.wait("document.getElementById('advice').hidden");
        // A row that only one square stops.
        play(board, browser, &["b4", "b1", "b5"]);
        browser.click("#hint");
        browser.wait_text("#advice", "to block the five");
        browser.wait_count("#board .hint", 1);
    });
}

#[test]
fn arrows_and_ends_look_at_earlier_moves_and_the_game_stays() {
    on_page(1200, 900, two(), |board, browser| {
        play(board, browser, &["h8", "i9", "j7", "g7"]);
        let rev = board.view()["rev"].clone();
        for (keys, stones) in [
            (LEFT, 3),
            (LEFT, 2),
            (RIGHT, 3),
            (HOME, 0),
            (RIGHT, 1),
            (END, 4),
            (RIGHT, 4),
        ] {
            browser.keys(keys);
            browser.wait_count(STONES, stones);
        }
        browser.keys(HOME);
        browser.wait_text("#status", "move 0 of 4");
        // A click leads back to the game, and is no move.
        browser.click_point("c3");
        browser.wait_count(STONES, 4);
        assert_eq!(board.view()["rev"], rev);
        browser.wait_text("#status", "to move");
        // So does what happens in the game.
        browser.keys(LEFT);
        browser.wait_count(STONES, 3);
        board.do_it(json!({ "kind": "place", "at": "c3" }));
        browser.wait_count(STONES, 5);
    });
}

#[test]
fn the_moves_are_a_table_that_marks_the_one_that_is_seen() {
    on_page(1200, 900, two(), |board, browser| {
        play(board, browser, &["h8", "i9", "j7"]);
        let rows = browser.script(
            "return [...document.querySelectorAll('#moves tr')].map(row => [...row.cells].map(cell => cell.textContent))",
        );
        let wanted = json!([["", "Black", "White"], ["1", "h8", "i9"], ["3", "j7"]]);
        assert_eq!(rows, wanted);
        let here = "return document.querySelector('#moves [aria-current=step]').textContent";
        assert_eq!(browser.script(here), "j7");
        browser.keys(LEFT);
        browser.wait_count(STONES, 2);
        assert_eq!(browser.script(here), "i9");
        // A move of another branch stands beside.
        browser.keys(END);
        browser.wait_count(STONES, 3);
        browser.click("#undo");
        browser.wait_count(STONES, 2);
        browser.place("g7");
        browser.wait_text("#moves tbody tr:last-child td", "g7j7");
    });
}

#[test]
fn boards_fit_height_and_width_at_every_zoom() {
    on_page(1280, 800, two(), |board, browser| {
        for size in ["15", "5x22", "22x5", "22"] {
            board.do_it(json!({ "kind": "new", "settings": { "size": size } }));
            browser.wait_count(STONES, 0);
            // The last but one is the first at 200 %.
            for (width, height) in [
                (1280, 800),
                (1600, 900),
                (820, 1180),
                (390, 844),
                (640, 400),
                (844, 390),
            ] {
                browser.resize(width, height);
                let told = format!("{size} at {width} x {height}");
                let [wide, high] =
                    ["width", "height"].map(|name| side(browser, "#board-frame", name));
                assert!(wide <= f64::from(width), "{told}: {wide} wide");
                assert!(high <= f64::from(height), "{told}: {high} high");
                // The drawing fills its box, and nothing makes the page wider.
                let least = f64::from(width.min(height)) * 0.45;
                assert!(wide.max(high) > least, "{told}: {wide} by {high}");
                let fits = "return document.documentElement.scrollWidth <= innerWidth";
                assert_eq!(browser.script(fits), true, "{told}");
            }
        }
    });
}

#[test]
fn a_wide_window_is_used_by_the_board_and_what_is_beside_it() {
    on_page(1280, 800, two(), |_, browser| {
        browser.resize(1600, 900);
        assert!(side(browser, "#board", "height") > 0.85 * 900.0);
        let gap = side(browser, "#play", "left") - side(browser, "#board", "right");
        assert!((0.0..40.0).contains(&gap), "{gap} between board and moves");
        assert!(side(browser, "#play", "right") > 1560.0);
        // The moves stand beside the buttons, in the same window.
        assert!(side(browser, "#history", "left") > side(browser, "#actions", "right"));
        assert!(side(browser, "#history", "bottom") <= 900.0);
    });
}

#[test]
fn players_stand_above_and_below_the_board_where_it_is_narrow() {
    let settings = json!({ "players": "two", "clock": "15m" });
    on_page(1280, 800, settings, |_, browser| {
        for (width, height) in [(390, 844), (820, 1180), (1000, 1400)] {
            browser.resize(width, height);
            let told = format!("{width} x {height}");
            let edge = |part: &str, name: &str| side(browser, part, name);
            assert!(
                edge("[data-seat=b]", "bottom") <= edge("#board", "top"),
                "{told}"
            );
            assert!(
                edge("[data-seat=a]", "top") >= edge("#board", "bottom"),
                "{told}"
            );
            assert!(
                edge("[data-seat=a]", "bottom") <= f64::from(height),
                "{told}"
            );
            let size = "parseFloat(getComputedStyle(document.querySelector('.clock')).fontSize)";
            assert!(number(browser, size) >= 28.0, "{told}");
        }
        browser.resize(1280, 800);
        let left = side(browser, "[data-seat=a]", "left");
        assert!(left >= side(browser, "#board", "right"));
    });
}

#[test]
fn the_square_of_the_keyboard_comes_with_the_keyboard_alone() {
    on_page(1200, 900, two(), |board, browser| {
        browser.place("h8");
        browser.point_away();
        browser.click_point("c3");
        browser.wait_count(STONES, 2);
        assert_eq!(browser.count("#board .cursor"), 0);
        browser.keys(UP);
        browser.wait_count("#board .cursor", 1);
        browser.place("d4");
        browser.wait_count("#board .cursor", 0);
        browser.keys("b");
        browser.wait_count("#board .cursor", 1);
        // Escape gives the arrows back to the moves.
        browser.keys("\u{e00c}");
        browser.wait_count("#board .cursor", 0);
        browser.keys(LEFT);
        browser.wait_count(STONES, 2);
        assert_eq!(board.view()["moves"], 3);
    });
}

/// What a sign is drawn with: its form and its colours.
#[test]
fn the_pointer_shows_the_stone_that_a_click_would_place() {
    on_page(1200, 900, two(), |_, browser| {
        let ghost = "#board .stone.ghost";
        browser.point_at("h8");
        browser.wait_count(&format!("{ghost}.black"), 1);
        browser.place("h8");
        // Nothing is shown on a stone.
        browser.point_away();
        browser.point_at("h8");
        browser.wait_count(ghost, 0);
        browser.point_at("i9");
        browser.wait_count(&format!("{ghost}.white"), 1);
        browser.point_away();
        browser.wait_count(ghost, 0);
    });
}

fn look(browser: &Browser, sign: &str) -> String {
    let said = browser.script(&format!(
        "const sign = document.querySelector('#board {sign}'); const style = getComputedStyle(sign); \
         return [style.fill, style.stroke].join()"
    ));
    said.as_str()
        .unwrap_or_else(|| panic!("no {sign}"))
        .to_string()
}

#[test]
fn last_move_forbidden_points_warnings_and_winning_line_look_different() {
    let settings = json!({ "players": "two", "rule": "renju" });
    on_page(1200, 900, settings, |board, browser| {
        let moves = [
            "h9", "a1", "h10", "a3", "i8", "o15", "j8", "a7", "c12", "o1", "d12", "b1", "e12",
            "c1", "n14", "d1",
        ];
        play(board, browser, &moves);
        browser.point_away();
        let signs = [".last", ".forbidden", ".warning.four", ".warning.three"];
        let mut looks: Vec<String> = signs.iter().map(|sign| look(browser, sign)).collect();
        play(board, browser, &["n13", "e1"]);
        browser.wait("document.querySelector('#board .winning-line')");
        looks.push(look(browser, ".winning-line"));
        looks.push(look(browser, ".winning"));
        let mut different = looks.clone();
        different.sort();
        different.dedup();
        // The line and the rings of the winning stones are one sign.
        assert_eq!(different.len(), signs.len() + 1, "{looks:?}");
    });
}

#[test]
fn clock_presets_are_picked_from_a_list_and_others_written() {
    on_page(1200, 900, two(), |board, browser| {
        browser.click("#open-new");
        browser.script("document.getElementById('more-choices').open = true");
        let shown = "return document.querySelector('[name=clock]').checkVisibility()";
        assert_eq!(browser.script(shown), false);
        let presets = browser.count("#clock-preset option");
        assert!(presets >= 9, "{presets}");
        browser.choose("#clock-preset", "10m+5s");
        browser.click("#start-game");
        browser.wait_text("[data-clock=a]", "9:5");
        assert_eq!(board.view()["settings"]["clock"], "10m+5s");
        browser.click("#open-new");
        browser.choose("#clock-preset", "own");
        assert_eq!(browser.script(shown), true);
        browser.choose("#dialog-new [name=clock]", "7 apples");
        browser.click("#start-game");
        browser.wait_text("#dialog-new .wrong", "Try 15m");
        browser.choose("#dialog-new [name=clock]", "7m");
        browser.click("#start-game");
        browser.wait_text("[data-clock=a]", "6:5");
    });
}

#[test]
fn portraits_show_how_the_players_are_doing() {
    on_page(1200, 900, two(), |board, browser| {
        let mood = |seat: &str, mood: &str| {
            browser.wait_count(&format!("[data-seat={seat}] .portrait.{mood}"), 1);
        };
        let face = |seat: &str, name: &str| {
            number(
                browser,
                &format!(
                    "Number(getComputedStyle(document.querySelector('[data-seat={seat}] .portrait')).getPropertyValue('--{name}'))"
                ),
            )
        };
        mood("a", "thinking");
        mood("b", "calm");
        assert_eq!([face("a", "thinking"), face("a", "calm")], [1.0, 0.0]);
        play(
            board,
            browser,
            &["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"],
        );
        mood("b", "worried");
        play(board, browser, &["l8"]);
        mood("a", "glad");
        mood("b", "sad");
        assert_eq!([face("a", "glad"), face("b", "sad")], [1.0, 1.0]);
    });
}

#[test]
fn stones_and_wood_have_light_and_shade_except_at_high_contrast() {
    on_page(1200, 900, two(), |_, browser| {
        browser.place("h8");
        let stop = |at: &str| {
            browser.script(&format!(
                "return getComputedStyle(document.querySelector('#black-stone stop:{at}')).stopColor"
            ))
        };
        let vein = "return getComputedStyle(document.querySelector('.vein')).stroke";
        assert_ne!(stop("first-child"), stop("last-child"));
        assert_ne!(browser.script(vein), "rgba(0, 0, 0, 0)");
        browser.wait_count("#board .grain, #board .light, #board .wood-side", 3);
        browser.set("theme", Some("contrast"));
        for mode in ["light", "dark"] {
            browser.set("mode", Some(mode));
            assert_eq!(stop("first-child"), stop("last-child"), "{mode}");
            assert_eq!(browser.script(vein), "rgba(0, 0, 0, 0)", "{mode}");
        }
    });
}

#[test]
fn news_and_refusals_go_with_the_next_move() {
    on_page(1200, 900, two(), |_, browser| {
        browser.click("#draw");
        browser.wait_text("#news", "offered with your next move");
        browser.place("h8");
        browser.click("#question button:nth-of-type(2)");
        browser.wait_text("#news", "White refuses the draw");
        // What is refused stands beside the board, and not in the console.
        let place = side(browser, "#resign", "top");
        browser.click_point("h8");
        browser.wait_text("#error", "h8 is not empty");
        browser.wait_text("#news", "White refuses the draw");
        // The buttons keep their places.
        assert!((side(browser, "#resign", "top") - place).abs() < 0.5);
        assert_eq!(browser.complaints(), Vec::<Value>::new());
        browser.place("i9");
        browser.wait_text("#status", "Player 1 to move");
        assert_eq!([browser.text("news"), browser.text("error")], ["", ""]);
    });
}

#[test]
fn a_match_has_no_warnings_and_claimed_fouls_no_crosses() {
    let moves = [
        "h9", "a1", "h10", "a3", "i8", "o15", "j8", "a7", "c12", "o1", "d12", "o3", "e12",
    ];
    let renju = |form: &str, fouls: &str| json!({ "players": "two", "rule": "renju", "form": form, "fouls": fouls });
    on_page(
        1200,
        900,
        renju("practice", "automatic"),
        |board, browser| {
            for (form, fouls, warned, crossed) in [
                ("practice", "automatic", true, true),
                ("match", "automatic", false, true),
                ("practice", "claimed", true, false),
                ("match", "claimed", false, false),
            ] {
                // A match is not left before its end.
                let _ = board.act(json!({ "kind": "resign" }));
                board.do_it(json!({ "kind": "new", "settings": renju(form, fouls) }));
                browser.wait_count(STONES, 0);
                play(board, browser, &moves);
                let is_there = |sign: &str| browser.count(sign) > 0;
                let seen = [is_there("#board .warning"), is_there("#board .forbidden")];
                assert_eq!(seen, [warned, crossed], "{form} {fouls}");
                assert_eq!(browser.text("warnings").is_empty(), !warned, "{form}");
            }
        },
    );
}

//! The board page in a headless Chromium: what a person does with mouse and
//! keyboard. Skipped where there is no chromedriver.
#![cfg(feature = "board")]

mod board;

use board::Board;
use board::browser::Browser;
use serde_json::{Value, json};

/// Runs this with the page open; it must leave no complaint in the console.
fn on_page(width: u32, height: u32, settings: Value, drive: impl FnOnce(&Board, &Browser)) {
    let Some(browser) = Browser::start(width, height) else {
        eprintln!("skipped: no chromedriver on this machine");
        return;
    };
    let board = Board::start();
    board.do_it(json!({ "kind": "new", "settings": settings }));
    browser.open(&board.address);
    drive(&board, &browser);
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

#[test]
fn a_game_by_mouse_ends_with_a_five() {
    on_page(1200, 900, json!({ "players": "two" }), |board, browser| {
        // The token does not stay in sight.
        let address = browser.script("return location.href");
        assert!(!address.to_string().contains(&board.token));
        for name in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"] {
            browser.place(name);
        }
        browser.wait("document.querySelector('.winning-line')");
        assert!(browser.text("status").contains("wins by five in a row"));
        browser.click("#next-game");
        browser.wait("document.querySelectorAll('#board .stone:not(.ghost)').length === 0");
    });
}

#[test]
fn the_keyboard_alone_plays() {
    on_page(1200, 900, json!({ "players": "two" }), |board, browser| {
        // The frame begins in the middle: place, one to the right, place.
        browser.keys("\u{e007}");
        browser.wait("document.querySelector('[data-at=\"h8\"]')");
        browser.keys("\u{e014}\u{e007}");
        browser.wait("document.querySelector('[data-at=\"i8\"]')");
        assert_eq!(board.view()["moves"], 2);
        browser.keys("u");
        browser.wait("!document.querySelector('[data-at=\"i8\"]')");
        browser.keys("r");
        browser.wait("document.querySelector('[data-at=\"i8\"]')");
    });
}

#[test]
fn the_engine_answers_and_its_answer_is_taken_back_too() {
    let settings = json!({ "time": "0.2s", "level": "beginner" });
    on_page(1200, 900, settings, |board, browser| {
        browser.place("h8");
        browser.wait("document.querySelectorAll('#board .stone:not(.ghost)').length === 2");
        browser.click("#undo");
        browser.wait("document.querySelectorAll('#board .stone:not(.ghost)').length === 0");
        assert_eq!(board.view()["can"]["redo"], 1);
        browser.click("#hint");
        browser.wait("!document.getElementById('advice').hidden");
    });
}

#[test]
fn swap2_asks_what_it_has_to() {
    let settings = json!({ "players": "two", "opening": "swap2" });
    on_page(1200, 900, settings, |board, browser| {
        for name in ["h8", "i9", "j7"] {
            browser.place(name);
        }
        browser.click("[data-answer=more]");
        browser.wait("!document.querySelector('[data-answer]')");
        browser.place("g6");
        browser.place("f9");
        browser.click("[data-answer=takewhite]");
        browser.wait("document.getElementById('status').textContent.includes('to move')");
        assert_eq!(board.view()["seats"]["white"], "a");
    });
}

#[test]
fn a_foul_is_claimed_on_a_phone() {
    let settings = json!({ "players": "two", "rule": "renju", "fouls": "claimed" });
    on_page(400, 900, settings, |board, browser| {
        let wide =
            browser.script("return document.documentElement.scrollWidth <= window.innerWidth");
        assert_eq!(wide, true, "nothing is wider than the screen");
        // Two open threes through h8.
        for name in ["h9", "a1", "h10", "a3", "i8", "a5", "j8", "a7", "h8"] {
            browser.place(name);
        }
        assert!(board.view()["end"].is_null());
        browser.click("#claim");
        browser.wait("document.getElementById('status').classList.contains('ended')");
        assert_eq!(board.view()["end"]["key"], "foul");
    });
}

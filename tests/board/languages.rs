//! The page's languages: each has every text, and the page fits its words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tengen::game::{OpeningRule, SetUp};

use crate::browser::{Browser, on_page};
use crate::client::Board;
use crate::server::FILES;

const LANGUAGES: [&str; 6] = ["en", "zh", "ja", "ko", "ru", "cs"];

/// Texts by their keys.
type Texts = BTreeMap<String, String>;

/// The string at the beginning of a text, and what follows it.
fn string(text: &str) -> (String, &str) {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let value = values.next().expect("a string").expect("a string");
    (value, &text[values.byte_offset()..])
}

/// The texts of a language, from the file that the page loads.
fn texts(board: &Board, language: &str) -> Texts {
    let file = board.ask("GET", &format!("/js/{language}.js"), &[], "");
    let (_, mut rest) = file.body.split_once("export default {").expect("texts");
    let mut texts = Texts::new();
    loop {
        rest = rest.trim_start_matches([' ', '\n', ',']);
        if let Some(comment) = rest.strip_prefix("//") {
            (_, rest) = comment.split_once('\n').expect("a line");
            continue;
        }
        if rest.starts_with('}') {
            return texts;
        }
        let (key, after) = match rest.starts_with('"') {
            true => string(rest),
            false => {
                let colon = rest.find(':').expect("a key");
                (rest[..colon].to_string(), &rest[colon..])
            }
        };
        let (text, after) = string(after.strip_prefix(": ").expect("a text"));
        rest = after;
        let before = texts.insert(key.clone(), text);
        assert_eq!(before, None, "{language} has {key} twice");
    }
}

/// The values that a text names.
fn values(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1);
    parts.map(|part| part.split('}').next().unwrap()).collect()
}

/// Whether a text may be the same as in English: names, keys, and what is written so
/// in Czech too.
fn may_be_english(key: &str) -> bool {
    key.contains("key_")
        || key.starts_with("opening_")
        || ["tengen", "engine", "short_renju", "short_caro"].contains(&key)
        || ["clock_5m", "clock_15m"].contains(&key)
}

#[test]
fn every_text_stands_in_every_language() {
    let board = Board::start();
    let english = texts(&board, "en");
    assert!(english.len() > 500);
    for language in &LANGUAGES[1..] {
        let own = texts(&board, language);
        let keys = |texts: &Texts| texts.keys().cloned().collect::<BTreeSet<_>>();
        let [wanted, found] = [&english, &own].map(keys);
        let missing: Vec<_> = wanted.difference(&found).collect();
        let left_over: Vec<_> = found.difference(&wanted).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:?}");
        assert!(left_over.is_empty(), "{language} alone has {left_over:?}");
        for (key, text) in &own {
            let there = &english[key];
            assert_eq!(values(text), values(there), "{language}: {key}");
            assert!(!text.trim().is_empty(), "{language}: {key}");
            let has_words = there
                .split(['{', '}'])
                .step_by(2)
                .any(|part| part.chars().filter(char::is_ascii_lowercase).count() > 2);
            let is_same = text == there && has_words && !may_be_english(key);
            assert!(!is_same, "{language}: {key} is in English");
        }
    }
}

#[test]
fn every_text_that_the_page_names_is_there() {
    let board = Board::start();
    let english = texts(&board, "en");
    let mut named = 0;
    for file in FILES {
        let body = board.ask("GET", file, &[], "").body;
        for before in [
            "t(\"",
            "button(\"",
            "data-t=\"",
            "data-title=\"",
            "data-label=\"",
            "data-hint=\"",
        ] {
            for (place, _) in body.match_indices(before) {
                let is_part = body[..place].ends_with(|c: char| c.is_alphanumeric() || c == '.');
                let rest = &body[place + before.len()..];
                let key = rest.split('"').next().unwrap();
                // What ends in a line is the beginning of a key.
                if is_part || key.is_empty() || key.ends_with('_') {
                    continue;
                }
                assert!(english.contains_key(key), "{file}: {key}");
                named += 1;
            }
        }
    }
    assert!(named > 200, "{named}");
}

#[test]
fn openings_and_starting_positions_have_the_names_of_the_program() {
    let board = Board::start();
    let [english, chinese] = ["en", "zh"].map(|language| texts(&board, language));
    for rule in OpeningRule::ALL {
        if rule != OpeningRule::Free {
            let key = format!("opening_{}", rule.name());
            assert_eq!(english[&key], rule.title());
        }
    }
    for set_up in SetUp::ALL {
        let key = format!("set_up_{}", set_up.name());
        assert_eq!(chinese[&key], set_up.chinese());
    }
}

fn speak(browser: &Browser, language: &str) {
    browser.choose("#language", language);
    browser.wait(&format!(
        "document.documentElement.lang.startsWith('{language}') && !document.querySelector('dialog[open]')"
    ));
}

/// Nothing is wider than the screen, or than what it stands in.
fn assert_fits(browser: &Browser, place: &str) {
    let wide = browser.script(
        "const wide = (one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1; \
         return [...document.querySelectorAll('html, dialog[open], button, .row span, .door, .seat')] \
         .filter((one) => wide(one) || one === document.documentElement && one.scrollWidth > innerWidth) \
         .map((one) => one.outerHTML.slice(0, 100))",
    );
    assert_eq!(wide, json!([]), "{place}");
    // One row at the top, on a phone too.
    let height = browser.script("return document.querySelector('nav').clientHeight");
    assert!(height.as_u64().unwrap() < 50, "{place}: {height}");
}

#[test]
fn the_page_fits_the_words_of_every_language() {
    for width in [390, 1280] {
        on_page(width, 844, json!({ "players": "two" }), |_, browser| {
            for language in LANGUAGES {
                let place = |at: &str| format!("{language}, {width}: {at}");
                speak(browser, language);
                for (button, room) in [
                    ("#open-start", "start"),
                    ("#door-play", "game"),
                    ("#open-study", "study"),
                ] {
                    browser.click(button);
                    browser.wait(&format!(
                        "document.documentElement.dataset.room === '{room}'"
                    ));
                    assert_fits(browser, &place(room));
                }
                for name in ["new", "settings", "files", "help"] {
                    browser.click(&format!("#open-{name}"));
                    browser.wait_count(&format!("#dialog-{name}[open]"), 1);
                    assert_fits(browser, &place(name));
                    browser.keys("\u{e00c}");
                    browser.wait_count("dialog[open]", 0);
                }
                browser.click("#open-learn");
                browser.wait_count("#tab-puzzles", 1);
                for tab in ["openings", "puzzles", "lessons"] {
                    browser.click(&format!("#tab-{tab}"));
                    assert_fits(browser, &place(tab));
                }
                browser.click("#leave-room");
            }
        });
    }
}

#[test]
fn a_language_is_loaded_when_it_is_chosen_and_stays() {
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        let best = |tags: &str| {
            let call = format!("return import('/js/languages.js').then((of) => of.best({tags}))");
            browser.script(&call)
        };
        assert_eq!(best("['de-AT', 'ko-KR', 'en']"), "ko");
        assert_eq!(best("['zh-TW']"), "zh");
        assert_eq!(best("['kok', '__proto__', '']"), "en");
        let loaded = || {
            let files = "return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)";
            let files = browser.script(files);
            let is_other = |file: &&Value| {
                LANGUAGES[1..]
                    .iter()
                    .any(|one| **file == format!("/js/{one}.js"))
            };
            files.as_array().unwrap().iter().filter(is_other).count()
        };
        assert_eq!(loaded(), 0);
        board.do_it(
            json!({ "kind": "position", "rule": "renju", "size": "15x15", "moves": "h8h9i10" }),
        );
        browser.wait_text("#opening-name", "Keigetsu (valley moon)");
        browser.click("#open-settings");
        browser.choose("#dialog-settings [name=language]", "ja");
        browser.wait_text("#title-settings", "設定");
        assert_eq!(loaded(), 1);
        browser.reload();
        assert_eq!(browser.script("return document.documentElement.lang"), "ja");
        assert_eq!(
            browser.script("return document.getElementById('language').value"),
            "ja"
        );
        assert_eq!(browser.text("opening-name"), "2D 渓月");
        // The lessons are in English, and it says so.
        browser.click("#open-learn");
        browser.wait_text("#two-languages", "英語");
        browser.wait_text("[data-lesson]", "Five");
        speak(browser, "zh");
        browser.wait_count("#two-languages", 0);
        assert_eq!(browser.text("opening-name"), "2D 溪月");
        browser.script("localStorage.setItem('tengen-prefs', '{\"language\":\"xx\"}')");
        browser.reload();
        assert_eq!(browser.script("return document.documentElement.lang"), "en");
    });
}

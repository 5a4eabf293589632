//! That everybody can use the page, as far as axe-core finds out: its rules are run on
//! every screen, light and dark. `.ci/run` installs it.

use std::path::Path;

use serde_json::json;

use crate::browser::{Browser, on_page};
use crate::client::Board;

const AXE: &str = "target/eslint/node_modules/axe-core/axe.min.js";
const ESCAPE: &str = "\u{e00c}";

/// The source of axe-core; nothing if it is not installed.
fn axe() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE);
    let source = std::fs::read_to_string(path).ok();
    if source.is_none() {
        eprintln!("skipped: no axe-core, which .ci/run installs");
    }
    source
}

/// A page whose screens are judged.
struct Judge<'b> {
    browser: &'b Browser,
    axe: &'b str,
    place: String,
}

impl Judge<'_> {
    fn judge(&self, screen: &str) {
        let Judge {
            browser,
            axe,
            place,
        } = self;
        if browser.script("return Boolean(window.axe)") == false {
            browser.script(axe);
        }
        // What is being faded in has other colours for a moment.
        browser.script("return Promise.all(document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime)).map((one) => one.finished.catch(() => 0))).then(() => 0)");
        let found = browser.script(
            "return axe.run(document, { resultTypes: ['violations'] }).then((all) => \
             [all.violations.flatMap((one) => one.nodes.map((node) => \
             `${one.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)), all.passes.length])",
        );
        assert_eq!(found[0], json!([]), "{place}: {screen}");
        // That the rules have run.
        assert!(found[1].as_u64() > Some(10), "{screen}: {found}");
    }

    fn dialogs(&self) {
        for name in ["new", "settings", "files", "help"] {
            self.browser.click(&format!("#open-{name}"));
            self.browser.wait_count(&format!("#dialog-{name}[open]"), 1);
            self.judge(name);
            self.browser.keys(ESCAPE);
            self.browser.wait_count("dialog[open]", 0);
        }
    }

    fn play(&self) {
        let browser = self.browser;
        browser.click("#open-start");
        browser.wait_count("#start .door", 4);
        self.judge("start");
        browser.click("#door-guess");
        browser.wait_count("#guess-file", 1);
        self.judge("games");
        browser.keys(ESCAPE);
        browser.click("#start .door:first-child .buttons button");
        browser.wait("document.documentElement.dataset.room === 'game'");
        browser.click("#chart-button");
        browser.wait_count("#chart .chart-line", 1);
        self.judge("game");
        browser.click("#chart-button");
        self.dialogs();
    }

    fn study(&self, board: &Board) {
        let browser = self.browser;
        let game =
            "(;SZ[15]RU[renju];B[hh];W[hg];B[ii]C[good]TR[cc]AR[aa:bb](;W[jj];B[gg])(;W[gg]))";
        assert_eq!(board.open_study(game.as_bytes()), 200);
        browser.wait_count("#study-moves .level-1 .step", 1);
        browser.keys("\u{e010}");
        browser.click("#review-button");
        browser.wait_count("#study-moves .best", 1);
        browser.script(
            "document.querySelectorAll('#study details').forEach((one) => { one.open = true; })",
        );
        self.judge("study");
        browser.keys("c");
        browser.click("#guess-moves");
        browser.wait_count("#guess-both", 1);
        self.judge("guess: whose");
        browser.click("#guess-both");
        browser.click_point("a1");
        browser.wait_count("#guess-verdict.worse", 1);
        self.judge("guess");
        browser.click("#guess-stop");
        browser.wait_count("#guess-result", 1);
        self.judge("guess: result");
        browser.click("#guess-close");
    }

    fn learn(&self) {
        let browser = self.browser;
        browser.click("#open-learn");
        browser.wait_count("#tab-puzzles", 1);
        for tab in [
            "openings",
            "formations",
            "maxims",
            "terms",
            "puzzles",
            "lessons",
        ] {
            browser.click(&format!("#tab-{tab}"));
            self.judge(tab);
        }
        browser.click("[data-lesson=\"1\"]");
        browser.wait_count(".lesson-text", 1);
        self.judge("lesson");
        browser.click("#tab-puzzles");
        browser.click("#puzzle-for-you");
        browser.wait_count(".chooser", 1);
        self.judge("puzzle");
        browser.click("#leave-room");
    }
}

#[test]
fn every_screen_is_accessible_light_and_dark() {
    let Some(axe) = axe() else { return };
    on_page(1280, 900, json!({ "players": "two" }), |board, browser| {
        for mode in ["light", "dark"] {
            browser.set("mode", Some(mode));
            let place = mode.to_string();
            let judge = Judge {
                browser,
                axe: &axe,
                place,
            };
            board.do_it(json!({ "kind": "new", "settings": { "players": "two" } }));
            for at in ["h8", "i9", "j8"] {
                board.do_it(json!({ "kind": "place", "at": at }));
            }
            judge.play();
            judge.study(board);
            judge.learn();
        }
    });
}

#[test]
fn lessons_say_in_which_language_they_are() {
    on_page(390, 844, json!({ "players": "two" }), |_, browser| {
        browser.choose("#language", "ja");
        browser.wait("document.documentElement.lang === 'ja'");
        browser.click("#open-learn");
        // Whatever has words in the letters of English is said to be in English.
        let unsaid = "const all = document.createTreeWalker(document.getElementById('room-content'), NodeFilter.SHOW_TEXT); \
            const found = []; while (all.nextNode()) { const { data, parentElement } = all.currentNode; \
            if (/[a-z]{3,} [a-z]{3,}/.test(data) && parentElement.closest('[lang]').lang !== 'en') found.push(data); } return found";
        for tab in [
            "openings",
            "formations",
            "maxims",
            "terms",
            "puzzles",
            "lessons",
        ] {
            browser.click(&format!("#tab-{tab}"));
            assert_eq!(browser.script(unsaid), json!([]), "{tab}");
        }
        browser.click("[data-lesson=\"1\"]");
        browser.wait_count(".lesson-text[lang=en]", 1);
        assert_eq!(browser.script(unsaid), json!([]));
        // In a language that the lessons have, nothing is said.
        browser.choose("#language", "zh");
        browser.wait_count(".lesson-text:not([lang])", 1);
        if let Some(axe) = axe() {
            let judge = Judge {
                browser,
                axe: &axe,
                place: "phone".to_string(),
            };
            judge.judge("lesson");
        }
    });
}

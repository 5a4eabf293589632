//! What people expect of a board, feature by feature, in a headless Chromium:
//! the table in `src/cli/board/README.md` says which. Skipped where there is no
//! chromedriver.
use crate::browser::{Browser, on_page};
use crate::client::Board;
use serde_json::{Value, json};
use std::time::Duration;

const STONES: &str = "#board .stones .stone";

fn two() -> Value {
    json!({ "players": "two" })
}

#[test]
fn who_begins_is_guessed_and_told() {
    on_page(1200, 900, two(), |board, browser| {
        for call in ["odd", "even", "odd"] {
            browser.begin(&[("first", "guess"), ("call", call)]);
            // The dialogue shows how it came out.
            browser.wait_text("#guess-told", &format!("You said {call}"));
            let said = browser.text("guess-told");
            let guess = board.view()["guess"].clone();
            let stones = guess["stones"].as_u64().unwrap();
            assert!(said.contains(&format!("{stones} stones")), "{said}");
            let is_right = (stones % 2 == 1) == (call == "odd");
            assert_eq!(said.contains("Right: you begin"), is_right, "{said}");
            let begins = if is_right { "a" } else { "b" };
            assert_eq!(board.view()["turn"]["who"], begins);
            browser.wait_count("#guess-stones i", stones);
            browser.click("#guess-seen");
            browser.wait("!document.getElementById('dialog-ask').open");
            browser.wait_text("#status", "to move");
        }
        browser.begin(&[("first", "engine")]);
        assert_eq!(board.view()["turn"]["who"], "b");
    });
}

#[test]
fn a_game_waits_until_it_was_seen_who_begins() {
    let dialogue = "document.getElementById('dialog-ask').open";
    on_page(1200, 900, two(), |board, browser| {
        let fields = [("first", "guess"), ("clock", "5m")];
        let left = |view: &Value| ["a", "b"].map(|seat| view["clocks"][seat]["left"].as_u64());
        browser.begin(&fields);
        browser.wait(dialogue);
        assert_eq!(board.view()["clocks"]["running"], Value::Null);
        std::thread::sleep(Duration::from_millis(1_200));
        assert_eq!(left(&board.view()), [Some(300_000); 2]);
        // A page that is opened anew shows it too.
        browser.reload();
        browser.wait(dialogue);
        browser.keys("\u{e00c}");
        browser.wait(&format!("!{dialogue}"));
        browser.wait_text("[data-clock]", "4:5");
        assert!(board.view()["clocks"]["running"].is_string());
        // What another page does ends the waiting.
        browser.begin(&fields);
        browser.wait(dialogue);
        board.do_it(json!({ "kind": "place", "at": "h8" }));
        browser.wait(&format!("!{dialogue}"));
        assert_eq!(
            board.view()["clocks"]["running"],
            board.view()["turn"]["who"]
        );
    });
    // Tengen too begins no sooner.
    let board = Board::start();
    let settings = json!({ "players": "engine", "level": "0", "first": "guess" });
    let mut view = Value::Null;
    while view["turn"]["who"] != "b" {
        board.do_it(json!({ "kind": "new", "settings": settings }));
        view = board.view();
    }
    let mut pages = board.listen();
    std::thread::sleep(Duration::from_millis(500));
    let view = board.view();
    assert_eq!(
        (&view["moves"], &view["thinking"]["what"]),
        (&json!(0), &json!("nothing"))
    );
    board.do_it(json!({ "kind": "seen" }));
    pages.until(|view| view["moves"] == 1);
    assert_eq!(
        board.act(json!({ "kind": "seen" })).1["error"]["key"],
        "stale"
    );
}

#[test]
fn a_game_against_the_engine_is_set_up_by_the_dialogue() {
    on_page(1200, 900, json!({}), |board, browser| {
        browser.begin(&[
            ("level", "easy"),
            ("time", "0.2s"),
            ("size", "19"),
            ("rule", "standard"),
            ("form", "match"),
            ("games", "3"),
            ("clock", "5m"),
        ]);
        let settings = board.view()["settings"].clone();
        for (name, value) in [
            ("level", "easy"),
            ("size", "19"),
            ("rule", "standard"),
            ("form", "match"),
            ("clock", "5m"),
        ] {
            assert_eq!(settings[name], value, "{settings}");
        }
        browser.wait_text("[data-clock=a]", "4:5");
        browser.begin(&[
            ("form", "practice"),
            ("games", "1"),
            ("clock", "none"),
            ("set_up", "third-move"),
        ]);
        let view = board.view();
        assert!(view["given"].as_u64() > Some(0), "{view}");
        browser.wait_count(STONES, view["given"].as_u64().unwrap());
        // Settings that do not fit each other get a message, and the dialogue stays.
        browser.click("#open-new");
        browser.choose("#dialog-new [name=opening]", "swap2");
        browser.click("#start-game");
        browser.wait_text(
            "#dialog-new .wrong",
            "A starting position needs the free opening",
        );
    });
}

#[test]
fn every_move_can_be_gone_back_to_and_on_from() {
    on_page(1200, 900, two(), |board, browser| {
        for name in ["h8", "i9", "j7"] {
            browser.place(name);
        }
        browser.click("#undo");
        browser.wait_count(STONES, 2);
        browser.place("g7");
        // The other third move stands beside it and leads back.
        browser.click("#moves .other");
        browser.wait("document.querySelector('[data-at=\"j7\"]')");
        assert_eq!(board.view()["last"], "j7");
        browser.place("k6");
        browser.click("#look-first");
        browser.wait_count(STONES, 0);
        browser.click("#play-from-here");
        browser.wait("document.getElementById('undo').disabled");
        for count in 1..=4 {
            browser.click("#redo");
            browser.wait_count(STONES, count);
        }
        for count in (0..4).rev() {
            browser.click("#undo");
            browser.wait_count(STONES, count);
        }
        assert_eq!(board.view()["can"]["undo"], 0);
        browser.wait("document.getElementById('undo').disabled");
        browser.click("#redo");
        browser.wait_count(STONES, 1);
        browser.click("#restart");
        browser.click("#ask-no");
        browser.wait_count(STONES, 1);
        browser.click("#restart");
        browser.click("#ask-yes");
        browser.wait_count(STONES, 0);
        browser.wait_count("#moves tbody tr", 0);
    });
}

#[test]
fn a_match_has_neither_undo_nor_hints_and_keeps_the_score() {
    let settings = json!({ "players": "two", "form": "match", "games": 3 });
    on_page(1200, 900, settings, |board, browser| {
        browser.place("h8");
        for id in ["undo", "redo", "hint", "analyse"] {
            assert_eq!(browser.count(&format!("#{id}")), 0, "{id}");
        }
        // One may look at earlier moves, but not play on from them.
        browser.click("#look-first");
        browser.wait_count(STONES, 0);
        assert_eq!(browser.count("#play-from-here:disabled"), 1);
        browser.click("#look-last");
        browser.wait_count(STONES, 1);
        browser.keys("u");
        browser.wait_text("#error", "Not in a match");
        browser.click("#resign");
        browser.click("#ask-yes");
        browser.wait_text("#series .score", "Player 1 1 : 0 Player 2");
        browser.wait_text("#status", "by resignation");
        // The end can be gone back to.
        browser.click("#look-first");
        browser.wait_count(STONES, 0);
        browser.wait_text("#status", "move 0 of 1");
        browser.click("#look-last");
        browser.wait_count(STONES, 1);
        browser.wait_text("#status", "by resignation");
        browser.click("#next-game");
        browser.wait_count(STONES, 0);
        browser.wait("!document.getElementById('status').classList.contains('ended')");
        assert_eq!(board.view()["turn"]["who"], "b");
        browser.wait_count(".seat .points", 2);
        browser.click("#resign");
        browser.click("#ask-yes");
        browser.wait_text("#series", "Player 1 won the series");
        browser.click("#rematch");
        browser.wait_text("#series .score", "Player 1 0 : 0 Player 2");
        assert_eq!(board.view()["turn"]["who"], "b");
    });
}

#[test]
fn a_draw_is_offered_refused_and_agreed() {
    on_page(1200, 900, two(), |board, browser| {
        browser.click("#draw");
        browser.wait_text("#news", "offered with your next move");
        browser.place("h8");
        browser.wait_text("#question", "A draw is offered");
        browser.click("#question button:nth-of-type(2)");
        browser.wait_text("#news", "White refuses the draw");
        // A click on a stone says so, and the turn stays.
        browser.click_point("h8");
        browser.wait_text("#error", "h8 is not empty");
        assert_eq!(board.view()["toMove"], "white");
        browser.click("#draw");
        // A stone that is placed before the page knows of the offer is refused.
        browser.wait_text("#draw", "Cancel draw offer");
        browser.place("i9");
        browser.click("#question button.primary");
        browser.wait_text("#status", "A draw by agreement");
        browser.click("#next-game");
        browser.wait_count(STONES, 0);
        for _ in 0..2 {
            let rev = browser.script("return document.documentElement.dataset.rev");
            browser.click("#pass");
            browser.wait(&format!("document.documentElement.dataset.rev !== {rev}"));
        }
        browser.wait_text("#status", "A draw by two passes");
    });
}

#[test]
fn the_time_that_was_used_is_told() {
    on_page(1200, 900, two(), |board, browser| {
        browser.wait_text("[data-clock=a]", "0:01 used");
        browser.place("h8");
        assert!(board.view()["clocks"]["used"]["black"].as_u64() >= Some(1_000));
        browser.wait_text("[data-clock=b]", "0:01 used");
        browser.begin(&[("clock", "1s,3x2s")]);
        browser.wait_text("[data-clock=a]", "×3");
        browser.wait_text("[data-clock=a]", "×2");
        browser.wait_text("#status", "on time");
    });
}

#[test]
fn numbers_warnings_and_blindness_are_as_set() {
    on_page(1200, 900, two(), |_, browser| {
        for name in ["h8", "a1", "i8", "a3", "j8", "o15"] {
            browser.place(name);
        }
        assert_eq!(browser.count("#board .number"), 0);
        browser.set("numbers", Some("all"));
        browser.wait_count("#board .stones .number", 6);
        browser.set("numbers", Some("last"));
        browser.wait_count("#board .stones .number", 5);
        browser.set("numbers", Some("from"));
        browser.wait_count("#board .stones .number", 0);
        browser.place("c3");
        browser.wait_text("[data-at=c3] .number", "1");
        // Black has an open three, with more than one way on.
        browser.wait("document.querySelectorAll('#board .warning.three').length > 1");
        browser.wait_text("#warnings", "Black threatens an open four");
        browser.keys("w");
        browser.wait_count("#board .warning", 0);
        browser.set("warnings", None);
        browser.wait("document.querySelector('#board .warning')");
        browser.set("blind", None);
        browser.wait_count(STONES, 1);
        browser.set("blind", None);
        browser.wait_count(STONES, 7);
        browser.set("coordinates", None);
        browser.wait_count("#board .label", 0);
        browser.set("confirm", Some("always"));
        browser.click_point("d5");
        browser.wait("document.querySelector('#board .confirm')");
        browser.wait_count(STONES, 7);
        browser.click_point("d5");
        browser.wait_count(STONES, 8);
    });
}

#[test]
fn themes_portraits_and_bowls_show_and_are_remembered() {
    let settings = json!({ "opening": "first-move-swap", "players": "two" });
    on_page(1200, 900, settings, |_, browser| {
        let color = |what: &str, of: &str| {
            browser.script(&format!(
                "return getComputedStyle(document.querySelector('{what}')).{of}"
            ))
        };
        let mut seen = Vec::new();
        for theme in ["wood", "paper", "slate", "contrast"] {
            for mode in ["light", "dark"] {
                browser.set("theme", Some(theme));
                browser.set("mode", Some(mode));
                let colors = (
                    color("#board .wood", "fill"),
                    color("body", "backgroundColor"),
                );
                assert!(!seen.contains(&colors), "{theme} {mode}: {colors:?}");
                seen.push(colors);
            }
        }
        let colors = || {
            (
                color("#board .wood", "fill"),
                color("body", "backgroundColor"),
            )
        };
        browser.reload();
        assert_eq!(Some(&colors()), seen.last());
        // The system's choice is that of every theme, also when it changes.
        browser.set("mode", Some("auto"));
        browser.set("theme", Some("paper"));
        for (dark, wanted) in [(false, 2), (true, 3), (false, 2)] {
            browser.system_is_dark(dark);
            let mode = if dark { "dark" } else { "light" };
            browser.wait(&format!(
                "document.documentElement.dataset.mode === '{mode}'"
            ));
            assert_eq!(colors(), seen[wanted], "{mode}");
        }
        let bowl = |seat: &str| {
            let bowl = format!(
                "return document.querySelector('[data-seat={seat}] .bowl use').getAttribute('href')"
            );
            browser.script(&bowl)
        };
        assert_eq!([bowl("a"), bowl("b")], ["#bowl-black", "#bowl-white"]);
        browser.place("h8");
        browser.click("[data-answer=takeblack]");
        browser.wait("document.querySelector('[data-seat=b] .bowl use').getAttribute('href') === '#bowl-black'");
        assert_eq!(bowl("a"), "#bowl-white");
        let portraits = "return [...document.querySelectorAll('.portrait use')].map(u => u.getAttribute('href'))";
        assert_eq!(browser.script(portraits), json!(["#scholar", "#guest"]));
        browser.begin(&[("players", "engine"), ("opening", "free")]);
        assert_eq!(browser.script(portraits), json!(["#scholar", "#tengen"]));
    });
}

#[test]
fn a_chart_shows_how_the_game_went_and_leads_to_its_moves() {
    for width in [1200, 360] {
        on_page(width, 900, two(), |board, browser| {
            let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];
            for at in moves {
                board.do_it(json!({ "kind": "place", "at": at }));
            }
            browser.wait_count(STONES, 9);
            assert_eq!(browser.count(".chart-drawing:not([hidden])"), 0);
            browser.click("#chart-button");
            browser.wait("document.querySelector('.chart-swing')");
            browser.wait_text(".chart-words", "Click to go to a move");
            let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
            assert_eq!(browser.script(fits), true);
            // A click at its left end is one on the first move.
            let place = browser.script(
                "const d = document.querySelector('.chart-drawing'); \
                 d.scrollIntoView({ block: 'center' }); const b = d.getBoundingClientRect(); \
                 return [b.left + b.width * 0.09, b.top + b.height / 2]",
            );
            let [x, y] = [0, 1].map(|index| place[index].as_f64().unwrap());
            browser.click_at(x, y);
            browser.wait_count(STONES, 1);
            browser.wait_text(".chart-words", "1. h8: Black");
            browser.point_away();
            // By the keyboard to the last one, and to the one before.
            browser.script("document.querySelector('.chart-drawing').focus()");
            browser.keys("\u{e010}\u{e007}");
            browser.wait_count(STONES, 9);
            browser.keys("\u{e012}");
            browser.wait_text(".chart-words", "8. a7: Black 100\u{a0}%");
            let heard =
                "return document.querySelector('.chart-drawing').getAttribute('aria-valuetext')";
            assert_eq!(browser.script(heard), "8. a7: Black 100\u{a0}%");
            browser.keys(" ");
            browser.wait_count(STONES, 8);
            let swing = "return document.querySelector('.swings button').textContent.split('.')[0]";
            let number = browser.script(swing).as_str().unwrap().parse().unwrap();
            browser.click(".swings button");
            browser.wait_count(STONES, number);
            browser.choose("#language", "zh");
            browser.wait_text("#chart h2", "黑方胜率");
            browser.click("#chart-button");
            browser.wait_count(".chart-drawing:not([hidden])", 0);
            browser.wait_count(".swings button:not([hidden] *)", 0);
        });
    }
}

#[test]
fn a_finger_taps_twice() {
    on_page(360, 780, two(), |_, browser| {
        browser.tap_point("h8");
        browser.wait("document.querySelector('#board .confirm')");
        browser.wait_count(STONES, 0);
        // Another point is meant now, and that is confirmed.
        browser.tap_point("i9");
        browser.wait_count("#board .confirm", 1);
        browser.tap_point("i9");
        browser.wait("document.querySelector('[data-at=\"i9\"]')");
        browser.wait_count(STONES, 1);
        // A mouse needs no second click.
        browser.place("h8");
    });
}

#[test]
fn counted_undos_are_told() {
    on_page(1200, 900, two(), |_, browser| {
        browser.begin(&[("undos", "1")]);
        browser.place("h8");
        browser.place("i9");
        browser.click("#look-back");
        browser.wait_count(STONES, 1);
        assert_eq!(browser.count("#play-from-here:disabled"), 1);
        browser.wait_text("#undo", "Undo (1 left)");
        browser.click("#undo");
        browser.wait_text("#undo", "Undo (0 left)");
        browser.wait("document.getElementById('undo').disabled");
        browser.keys("u");
        browser.wait_text("#error", "You have no undos left");
    });
}

#[test]
fn the_last_seconds_are_heard() {
    // A busy machine may need seconds for the first stone, and no clock may be low by then.
    let settings = json!({ "players": "two", "clock": "20s" });
    on_page(1200, 900, settings, |_, browser| {
        count_tones(browser);
        browser.place("h8");
        browser.wait("window.tones === 1");
        // White's last ten seconds come, and each has its tone.
        browser.wait("document.querySelector('[data-clock=b].low')");
        browser.wait("window.tones >= 4");
        browser.set("sounds", None);
        let before = browser.script("return window.tones");
        std::thread::sleep(std::time::Duration::from_millis(1_600));
        assert_eq!(browser.script("return window.tones"), before);
    });
}

#[test]
fn the_record_sheet_alone_is_printed() {
    on_page(1200, 900, two(), |_, browser| {
        browser.place("h8");
        browser.place("i9");
        browser.click("#open-files");
        browser.click("#open-sheet");
        browser.script("window.printed = 0; window.print = () => { window.printed += 1; }");
        browser.click("#print");
        assert_eq!(browser.script("return window.printed"), 1);
        let shown = |of: &str| {
            let part = format!("document.querySelector('{of}').checkVisibility()");
            browser.script(&format!("return {part}"))
        };
        for part in ["header", "#board", "#moves", "#dialog-sheet #print"] {
            assert_eq!(shown(part), true, "{part} on the screen");
        }
        browser.print_medium();
        for part in ["header", "#board", "#moves", "#dialog-sheet #print"] {
            assert_eq!(shown(part), false, "{part} on paper");
        }
        assert_eq!(shown("#dialog-sheet .sheet-board"), true);
        assert_eq!(shown("#dialog-sheet .rounds"), true);
    });
}

/// Counts the tones that are made from now on.
fn count_tones(browser: &Browser) {
    browser.script(
        "window.tones = 0; const make = AudioContext.prototype.createOscillator; \
         AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); }",
    );
}

#[test]
fn stones_wins_and_music_are_heard_until_switched_off() {
    on_page(1200, 900, two(), |_, browser| {
        // Starting the audio takes its time: the first stone is shown before.
        browser.script(
            "const Audio = AudioContext; \
             window.AudioContext = class extends Audio { \
               constructor() { super(); window.shown = window.framed === true; } \
             }; \
             const look = () => document.querySelector('[data-at=h8]') && \
               requestAnimationFrame(() => { window.framed = true; }); \
             new MutationObserver(look).observe(document.getElementById('board'), \
               { childList: true, subtree: true });",
        );
        count_tones(browser);
        let tones = || browser.script("return window.tones").as_u64().unwrap();
        browser.place("h8");
        browser.wait("window.tones === 1");
        assert_eq!(browser.script("return window.shown"), true);
        browser.set("sounds", None);
        browser.place("a1");
        assert_eq!(tones(), 1);
        browser.set("music", None);
        browser.wait("window.tones > 2");
        browser.set("music", None);
        let before = tones();
        std::thread::sleep(std::time::Duration::from_millis(1_600));
        assert_eq!(tones(), before);
        browser.set("sounds", None);
        browser.click("#resign");
        browser.click("#ask-yes");
        // The four notes of a win.
        browser.wait(&format!("window.tones === {}", before + 4));
    });
}

#[test]
fn a_hint_shows_its_line_and_an_analysis_its_lines() {
    on_page(1200, 900, json!({ "time": "0.2s" }), |board, browser| {
        // A four that prepares, then a four and a three.
        let moves = "g8f8h8g9i8h10j9k7j10l6";
        board.do_it(
            json!({ "kind": "position", "rule": "freestyle", "size": "15x15", "moves": moves }),
        );
        browser.wait_count(STONES, 10);
        browser.click("#hint");
        browser.wait_text("#advice", "wins with a series of fours");
        browser.click("#show-line");
        browser.wait("document.querySelectorAll('#board .preview').length >= 3");
        browser.click("#analyse");
        browser.point_away();
        browser.wait_count(".lines li", 3);
        browser.wait("document.querySelector('.bar')");
        // All is proven by now; another number of lines shows all the same, also
        // when the pointer is over them.
        browser.wait_text("#analysis", "All of these results are proven");
        browser.choose("#analysis-lines", "2");
        browser.wait_count(".lines li", 2);
        browser.script("document.querySelector('.lines .square').focus()");
        browser.choose("#analysis-lines", "3");
        browser.wait_count(".lines li", 3);
        // A line that is looked at stays, while more is found.
        browser.script("document.querySelector('.lines .square:nth-child(3)').focus()");
        browser.wait_count("#board .preview", 3);
        std::thread::sleep(std::time::Duration::from_millis(500));
        browser.wait_count("#board .preview", 3);
        browser.script("document.activeElement.blur()");
        browser.wait_count("#board .preview", 0);
        browser.click("#analyse");
        browser.wait_text("#analyse", "Best lines");
        let what = |board: &Board| board.view()["thinking"]["what"].clone();
        assert_eq!(what(board), "nothing");
    });
}

#[test]
fn a_link_leads_to_its_position_and_the_program_can_be_ended() {
    on_page(1200, 900, two(), |board, browser| {
        let link = browser.script("return location.hash");
        assert_eq!(link, "#g=freestyle/15x15/");
        browser.script("location.hash = '#g=renju/19x19/h8i9-j7'");
        browser.wait_count(STONES, 3);
        let view = board.view();
        assert_eq!(
            (&view["rule"], &view["size"], &view["moves"]),
            (&json!("renju"), &json!([19, 19]), &json!(4))
        );
        // Two clicks, so that none is made by mistake.
        browser.click("#open-settings");
        browser.click("#end-program");
        browser.wait_text("#end-program", "Click again");
        assert_eq!(board.view()["moves"], 4);
        browser.click("#end-program");
        browser.wait_text("#error", "Tengen has ended");
        assert!(board.has_ended());
        // The stream of views is cut off; nothing else may be complained of.
        let is_other = |line: &Value| {
            !line["message"]
                .as_str()
                .unwrap_or("")
                .contains("/api/events")
        };
        let others: Vec<Value> = browser.complaints().into_iter().filter(is_other).collect();
        assert_eq!(others, Vec::<Value>::new());
    });
}

//! The board page in a headless Chromium: what a person does with mouse and
//! keyboard. Skipped where there is no chromedriver.
use crate::browser::{Browser, on_page};
use crate::client::Board;
use serde_json::{Value, json};
use tengen::board::notation::square_name;
use tengen::teach::{Kind, Puzzle, formations, lessons, maxims, puzzles, terms};

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
        // The first key shows the square, in the middle: place, one to the right, place.
        browser.keys("\u{e007}");
        browser.wait_count("#board .cursor", 1);
        assert_eq!(board.view()["moves"], 0);
        browser.keys("\u{e007}");
        browser.wait("document.querySelector('[data-at=\"h8\"]')");
        browser.keys("\u{e014}\u{e007}");
        browser.wait("document.querySelector('[data-at=\"i8\"]')");
        assert_eq!(board.view()["moves"], 2);
        browser.keys("u");
        browser.wait("!document.querySelector('[data-at=\"i8\"]')");
        browser.keys("r");
        browser.wait("document.querySelector('[data-at=\"i8\"]')");
        // Black goes up the column of h, White that of i, to the end of the game.
        for row in 9..=12 {
            browser.keys("\u{e012}\u{e013}\u{e007}");
            browser.wait(&format!("document.querySelector('[data-at=\"h{row}\"]')"));
            if row < 12 {
                browser.keys("\u{e014}\u{e007}");
                browser.wait(&format!("document.querySelector('[data-at=\"i{row}\"]')"));
            }
        }
        browser.wait("document.querySelector('.winning-line')");
        assert_eq!(board.view()["end"]["winner"], "black");
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
fn questions_of_an_opening_move_no_button() {
    let places = "return ['undo', 'pass', 'resign', 'analyse', 'chart-button'].map((id) => \
        document.getElementById(id).getBoundingClientRect().top + scrollY)";
    let openings = [
        ("swap2", "h8 i9 j7 more g6 f9 takewhite k8"),
        ("swap-after-three", "h8 h9 h10 swap g6"),
        ("soosorv-8", "h8 h9 h10 keep g6 declare2 swap j9 f7 f7 a1"),
    ];
    for width in [390, 1280] {
        on_page(width, 844, json!({ "players": "two" }), |board, browser| {
            for (opening, acts) in openings {
                let settings = json!({ "players": "two", "rule": "renju", "opening": opening });
                board.do_it(json!({ "kind": "new", "settings": settings }));
                let mut first = Value::Null;
                for act in acts.split(' ') {
                    let rev = board.view()["rev"].clone();
                    browser.wait(&format!("document.documentElement.dataset.rev == {rev}"));
                    let answer = format!("[data-answer={act}]");
                    match browser.count(&answer) {
                        0 => browser.click_point(act),
                        _ => browser.click(&answer),
                    }
                    browser.wait(&format!(
                        "Number(document.documentElement.dataset.rev) > {rev}"
                    ));
                    // The chart has a button from the first move on.
                    let now = browser.script(places);
                    if first.is_null() {
                        first = now.clone();
                    }
                    assert_eq!(now, first, "{width} {opening}: {act}");
                }
                assert!(board.view()["seats"]["settled"] == true, "{opening}");
            }
        });
    }
}

#[test]
fn a_foul_is_claimed_on_a_phone() {
    let settings = json!({ "players": "two", "rule": "renju", "fouls": "claimed" });
    on_page(360, 780, settings, |board, browser| {
        let wide =
            browser.script("return document.documentElement.scrollWidth <= window.innerWidth");
        assert_eq!(wide, true, "nothing is wider than the screen");
        assert_eq!(browser.script("return window.innerWidth"), 360);
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

#[test]
fn yamaguchi_asks_for_fifth_moves_and_refuses_a_symmetric_one() {
    let settings = json!({ "players": "two", "rule": "renju", "opening": "yamaguchi" });
    on_page(1200, 900, settings, |board, browser| {
        for name in ["h8", "h9", "h10"] {
            browser.place(name);
        }
        browser.wait("document.getElementById('opening-name').textContent.includes('Kansei')");
        browser.click("[data-answer=declare2]");
        browser.click("[data-answer=keep]");
        browser.wait("!document.querySelector('[data-answer]')");
        browser.place("h7");
        let offered = |count: usize| {
            browser.wait(&format!(
                "document.querySelectorAll('#board .offer').length === {count}"
            ));
        };
        browser.click_point("i8");
        offered(1);
        // The stones are the same on both sides of their column.
        browser.click_point("g8");
        browser.wait("document.getElementById('error').textContent.includes('symmetry')");
        browser.click_point("j9");
        offered(2);
        browser.place("j9");
        browser.wait("document.getElementById('status').textContent.includes('to move')");
        let view = board.view();
        assert_eq!(view["last"], "j9");
        assert_eq!(
            (&view["moves"], &view["toMove"]),
            (&json!(5), &json!("white"))
        );
    });
}

#[test]
fn a_flag_falls_while_nobody_does_anything() {
    let settings = json!({ "players": "two", "clock": "max 1s" });
    on_page(1200, 900, settings, |board, browser| {
        browser.wait("document.getElementById('status').textContent.includes('on time')");
        browser.wait("document.querySelector('.clock.fallen')");
        let view = board.view();
        assert_eq!(
            view["end"],
            json!({
                "key": "time", "winner": "white", "who": "b", "foul": null,
            })
        );
        browser.click_point("h8");
        browser.wait("document.getElementById('error').textContent.includes('over')");
    });
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let settings = json!({ "players": "two", "rule": "renju" });
    on_page(1200, 900, settings, |board, browser| {
        for name in ["h8", "i9", "g7"] {
            browser.place(name);
        }
        browser.click("#open-files");
        for (name, part) in [("sgf", ";B["), ("psq", "Piskvorky")] {
            browser.click(&format!("#save-{name}"));
            let text = browser.downloaded(&format!("tengen.{name}"));
            assert!(text.contains(part), "{text}");
        }
        board.do_it(json!({ "kind": "new", "settings": { "rule": "freestyle" } }));
        browser.wait("document.querySelectorAll('#board .stone:not(.ghost)').length === 0");
        // Opened while the dialogue is up, as by its button.
        browser.give_file("#file", &browser.downloads().join("tengen.sgf"));
        browser.wait("document.querySelectorAll('#board .stone:not(.ghost)').length === 3");
        let view = board.view();
        assert_eq!(
            view["stones"],
            json!([["h8", "black", 1], ["i9", "white", 2], ["g7", "black", 3]])
        );
        assert_eq!(view["rule"], "renju");
        // A file without a game changes nothing, and the page says why.
        let bad = browser.downloads().join("bad.sgf");
        std::fs::write(&bad, "(;B[").unwrap();
        browser.give_file("#file", &bad);
        browser.wait("document.getElementById('error').textContent.includes('cannot be read')");
        assert_eq!(board.view()["moves"], 3);
        browser.click("#open-files");
        browser.click("#open-sheet");
        let sheet = browser.script("return document.getElementById('dialog-sheet').textContent");
        for part in ["1 H8", "2 I9", "3 G7"] {
            assert!(sheet.as_str().unwrap().contains(part), "{sheet}");
        }
        let circled = browser.script(
            "return [...document.querySelectorAll('#dialog-sheet .circled')].map(c => c.textContent)",
        );
        assert_eq!(circled, json!(["1", "3"]));
    });
}

#[test]
fn a_foul_that_is_not_claimed_counts_no_more() {
    let settings = json!({ "players": "two", "rule": "renju", "fouls": "claimed" });
    on_page(1200, 900, settings, |board, browser| {
        for name in ["h9", "a1", "h10", "a3", "i8", "a5", "j8", "a7", "h8"] {
            browser.place(name);
        }
        browser.wait("!document.getElementById('claim').disabled");
        browser.place("a9");
        browser.wait("document.getElementById('claim').disabled");
        let (status, answer) = board.act(json!({ "kind": "claim" }));
        assert_eq!(
            (status, &answer["error"]["key"]),
            (200, &json!("claim_too_late"))
        );
        browser.place("o15");
        assert!(board.view()["end"].is_null());
    });
}

/// Where a puzzle may be won, and a move after which it is not.
fn puzzle_with_answers(board: &Board, kind: Kind) -> (&'static Puzzle, String, String) {
    let puzzle = puzzles().iter().find(|puzzle| puzzle.kind == kind).unwrap();
    let name = |square| square_name(square, puzzle.board.height());
    let is_wrong = |name: &String| {
        let body = json!({ "task": { "puzzle": puzzle.number }, "at": name }).to_string();
        let token = [("X-Tengen-Token", board.token.as_str())];
        let answer: Value =
            serde_json::from_str(&board.ask("POST", "/api/try", &token, &body).body).unwrap();
        answer["result"] == "wrong" && answer["line"].as_array().is_some_and(|line| line.len() > 1)
    };
    let wrong = puzzle.board.empty().into_iter().map(name).find(is_wrong);
    (
        puzzle,
        name(puzzle.solutions[0]),
        wrong.expect("a wrong move"),
    )
}

/// Unfolds the step of a puzzle.
fn open_step(browser: &Browser, puzzle: &Puzzle) {
    let step = format!("details[data-step=\"{}\"]", puzzle.step);
    let is_open = browser.script(&format!("return document.querySelector('{step}').open"));
    if is_open == false {
        browser.click(&format!("{step} > summary"));
    }
}

/// Plays a win by fours of several moves against the replies of the page.
fn play_to_the_end(board: &Board, browser: &Browser) {
    let wins = puzzles().iter().filter(|one| one.kind == Kind::Vcf);
    let puzzle = wins.max_by_key(|one| one.moves.min(4)).unwrap();
    let task = json!({ "puzzle": puzzle.number });
    let token = [("X-Tengen-Token", board.token.as_str())];
    let body = json!({ "task": task }).to_string();
    let answer = board.ask("POST", "/api/try", &token, &body).body;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let line: Vec<String> = serde_json::from_value(answer["line"].clone()).unwrap();
    assert!(line.len() >= 7, "{line:?}");
    open_step(browser, puzzle);
    browser.click(&format!("[data-puzzle=\"{}\"]", puzzle.number));
    browser.click_on(".chooser", 15, &line[0]);
    browser.wait("document.querySelector('.verdict.right')");
    browser.wait("document.querySelectorAll('.chooser .tried').length === 2");
    // A pointless move is refuted; then it goes on from before it.
    let pointless = puzzle
        .board
        .empty()
        .into_iter()
        .map(|square| square_name(square, 15));
    let mut pointless = pointless.filter(|name| !line.contains(name));
    browser.click_on(".chooser", 15, &pointless.next().unwrap());
    browser.wait("document.querySelector('.verdict.wrong')");
    browser.click(".try-again");
    browser.wait("document.querySelectorAll('.chooser .tried').length === 2");
    browser.click_on(".chooser", 15, &line[2]);
    browser.wait("document.querySelectorAll('.chooser .tried').length === 4");
    browser.click(".show-answer");
    browser.wait(&format!(
        "document.querySelectorAll('.chooser .tried').length === {}",
        line.len()
    ));
}

#[test]
fn a_wrong_try_at_a_puzzle_is_refuted_and_a_solved_one_is_remembered() {
    on_page(1200, 900, json!({}), |board, browser| {
        let (puzzle, right, wrong) = puzzle_with_answers(board, Kind::Defend);
        let number = puzzle.number;
        browser.click("#open-learn");
        browser.click("#tab-puzzles");
        let button = format!("[data-puzzle=\"{number}\"]");
        open_step(browser, puzzle);
        browser.click(&button);
        browser.wait("document.querySelector('.chooser')");
        browser.click_on(".chooser", 15, &wrong);
        browser.wait("document.querySelector('.verdict.wrong')");
        // The refutation is drawn move by move, and read.
        browser.wait("document.querySelectorAll('.chooser .tried').length > 1");
        let said = browser.script("return document.querySelector('.line-text').textContent");
        assert!(said.as_str().unwrap().contains(&wrong), "{said}");
        assert_eq!(
            browser.script("return localStorage.getItem('tengen-solved')"),
            Value::Null
        );
        // The first try is rated, the second one is not.
        let rating = "document.getElementById('rating-now').textContent";
        browser.wait(&format!("{rating}.includes('(−')"));
        let rated = browser.script(&format!("return {rating}"));
        browser.click(".try-again");
        browser.wait("document.querySelectorAll('.chooser .tried').length === 0");
        browser.click_on(".chooser", 15, &right);
        browser.wait("document.querySelector('.verdict.right')");
        assert_eq!(browser.script(&format!("return {rating}")), rated);
        browser.reload();
        browser.click("#open-learn");
        browser.click("#tab-puzzles");
        browser.wait(&format!("document.querySelector('{button}.solved')"));
        assert_eq!(
            browser.script("return document.querySelectorAll('.numbers .solved').length"),
            1
        );
        browser.wait("document.getElementById('streaks').textContent.includes('row: 0 (best 0)')");
        play_to_the_end(board, browser);
        browser.click("#tab-puzzles");
        browser.click("#puzzle-for-you");
        browser.wait("document.querySelector('.chooser')");
        browser.click("#all-puzzles");
        browser.click("#daily-puzzle");
        browser.wait("document.querySelector('.chooser')");
        // The game goes on where it was.
        browser.keys("\u{e00c}");
        browser.wait("document.getElementById('room').hidden");
        browser.place("h8");
    });
}

#[test]
fn a_lesson_is_done_by_the_keyboard_and_openings_have_verdicts_for_renju_alone() {
    on_page(360, 780, json!({}), |board, browser| {
        browser.keys("l");
        browser.click("[data-lesson=\"1\"]");
        browser.click("#next-step");
        browser.wait("document.querySelector('.chooser')");
        browser.script("document.querySelector('.chooser').focus()");
        // From e5 one to the left of the row of four: three steps.
        browser.keys("\u{e012}\u{e012}\u{e012}\u{e007}");
        browser.wait("document.querySelector('.verdict.right')");
        browser.click("#tab-openings");
        browser.choose("#opening-rule", "renju");
        browser.wait("document.querySelectorAll('.verdict-line').length >= 26");
        browser.choose("#opening-rule", "freestyle");
        browser.wait("document.querySelectorAll('.verdict-line').length === 0");
        // What searches find is told for freestyle, too, and for no other rule.
        let found = |wanted: usize| {
            let lines = "[...document.querySelectorAll('.searched-line')]";
            let told = format!("{lines}.filter((line) => line.textContent.includes('15×15'))");
            browser.wait(&format!("{told}.length === {wanted}"));
        };
        found(26);
        browser.choose("#opening-rule", "standard");
        found(0);
        let cards = "return document.querySelectorAll('[data-opening] svg').length";
        assert_eq!(browser.script(cards), 26);
        for (tab, part, count) in [
            ("terms", ".term", terms().len()),
            ("formations", "[data-formation]", formations().len()),
            ("maxims", ".maxims dt", maxims().len()),
            ("puzzles", "[data-puzzle]", puzzles().len()),
            ("lessons", "[data-lesson]", lessons().len()),
        ] {
            browser.click(&format!("#tab-{tab}"));
            let shown = browser.script(&format!(
                "return document.querySelectorAll('{part}').length"
            ));
            assert_eq!(shown, count, "{tab}");
            let wide = "return document.documentElement.scrollWidth <= window.innerWidth";
            assert_eq!(browser.script(wide), true, "{tab} is wider than the screen");
        }
        browser.choose("#language", "zh");
        browser.wait("document.getElementById('tab-lessons').textContent === '课程'");
        browser.choose("#language", "en");
        browser.click("#tab-openings");
        browser.click("[data-opening=\"4D\"] button");
        browser.wait("document.getElementById('room').hidden");
        assert_eq!(board.view()["opening"]["code"], "4D");
    });
}

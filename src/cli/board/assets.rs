//! The page: its files are parts of the program.

/// Where a file is, what it is, and what is in it.
pub(super) struct Asset {
    pub path: &'static str,
    pub kind: &'static str,
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const ICON: &str = "image/svg+xml";

macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset {
            path: $path,
            kind: $kind,
            text: include_str!(concat!("page/", $file)),
        }
    };
}

pub(super) const ASSETS: &[Asset] = &[
    asset!("/", HTML, "index.html"),
    asset!("/style.css", CSS, "style.css"),
    asset!("/icon.svg", ICON, "icon.svg"),
    asset!("/js/main.js", SCRIPT, "js/main.js"),
    asset!("/js/server.js", SCRIPT, "js/server.js"),
    asset!("/js/wire.js", SCRIPT, "js/wire.js"),
    asset!("/js/board.js", SCRIPT, "js/board.js"),
    asset!("/js/panel.js", SCRIPT, "js/panel.js"),
    asset!("/js/parts.js", SCRIPT, "js/parts.js"),
    asset!("/js/seats.js", SCRIPT, "js/seats.js"),
    asset!("/js/moves.js", SCRIPT, "js/moves.js"),
    asset!("/js/chart.js", SCRIPT, "js/chart.js"),
    asset!("/js/link.js", SCRIPT, "js/link.js"),
    asset!("/js/picture.js", SCRIPT, "js/picture.js"),
    asset!("/js/games.js", SCRIPT, "js/games.js"),
    asset!("/js/start.js", SCRIPT, "js/start.js"),
    asset!("/js/study.js", SCRIPT, "js/study.js"),
    asset!("/js/tree.js", SCRIPT, "js/tree.js"),
    asset!("/js/library.js", SCRIPT, "js/library.js"),
    asset!("/js/gestures.js", SCRIPT, "js/gestures.js"),
    asset!("/js/review.js", SCRIPT, "js/review.js"),
    asset!("/js/guess.js", SCRIPT, "js/guess.js"),
    asset!("/js/scale.js", SCRIPT, "js/scale.js"),
    asset!("/js/dialogs.js", SCRIPT, "js/dialogs.js"),
    asset!("/js/prefs.js", SCRIPT, "js/prefs.js"),
    asset!("/js/sound.js", SCRIPT, "js/sound.js"),
    asset!("/js/words.js", SCRIPT, "js/words.js"),
    asset!("/js/en.js", SCRIPT, "js/en.js"),
    asset!("/js/zh.js", SCRIPT, "js/zh.js"),
    asset!("/js/ja.js", SCRIPT, "js/ja.js"),
    asset!("/js/ko.js", SCRIPT, "js/ko.js"),
    asset!("/js/ru.js", SCRIPT, "js/ru.js"),
    asset!("/js/cs.js", SCRIPT, "js/cs.js"),
    asset!("/js/languages.js", SCRIPT, "js/languages.js"),
    asset!("/js/learn.js", SCRIPT, "js/learn.js"),
    asset!("/js/tasks.js", SCRIPT, "js/tasks.js"),
    asset!("/js/diagram.js", SCRIPT, "js/diagram.js"),
];

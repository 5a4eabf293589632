//! A headless Chromium, driven by chromedriver's HTTP protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Board, SOON};

/// Runs this with the page open; it must leave no complaint in the console.
pub fn on_page(width: u32, height: u32, settings: Value, drive: impl FnOnce(&Board, &Browser)) {
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

/// Chromium's windows are no narrower; phones are.
const LEAST_WINDOW: u32 = 500;

/// How often a driver is started before its silence is an error.
const TRIES: usize = 5;

/// A driver, what it says from now on, and the port at which it listens; nothing if
/// there is none on this machine.
///
/// It chooses a port itself: one that was only found free may be taken by then. Once it
/// ended before it named one, for a reason that was not seen; then it is started again.
fn start_driver() -> Option<(Child, BufReader<ChildStdout>, u16)> {
    for _ in 0..TRIES {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut told = BufReader::new(driver.stdout.take().expect("its output"));
        match port_told(&mut told) {
            Some(port) => return Some((driver, told, port)),
            None => drop(driver.wait()),
        }
    }
    panic!("chromedriver does not start");
}

/// The port that a driver names; nothing if it ends before.
fn port_told(told: &mut impl BufRead) -> Option<u16> {
    let mut lines = told
        .lines()
        .map(|line| line.expect("what chromedriver says"));
    lines.find_map(|line| {
        let (_, port) = line
            .trim_end_matches('.')
            .rsplit_once("successfully on port ")?;
        Some(port.parse().expect("a port"))
    })
}

/// A browser with one page; it ends with this.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    downloads: PathBuf,
}

impl Browser {
    /// Nothing if there is none on this machine.
    pub fn start(width: u32, height: u32) -> Option<Browser> {
        let (driver, mut told, port) = start_driver()?;
        // Whatever else it says goes nowhere, but is read.
        std::thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        let mut browser = Browser {
            driver,
            port,
            session: String::new(),
            downloads: Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saved-{port}")),
        };
        let size = format!("--window-size={width},{height}");
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            &size,
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "args": args,
                "prefs": { "download.default_directory": browser.downloads },
            },
        } } });
        let answer = browser.ask("POST", "/session", &wanted);
        browser.session = answer["sessionId"].as_str()?.to_string();
        if width < LEAST_WINDOW {
            browser.be_phone(width, height);
        }
        Some(browser)
    }

    /// What is answered, which must be no error.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.try_to(method, path, body);
        assert!(value["error"].is_null(), "{path} {body}: {value}");
        value
    }

    /// What is answered; connections are kept open, so that the length counts.
    fn try_to(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "GET" {
            String::new()
        } else {
            body.to_string()
        };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver");
        stream.set_read_timeout(Some(2 * SOON)).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("an answer");
            let line = line.trim().to_ascii_lowercase();
            if let Some(text) = line.strip_prefix("content-length:") {
                length = text.trim().parse().expect("a length");
            }
            if line.is_empty() {
                break;
            }
        }
        let mut text = vec![0; length];
        reader.read_exact(&mut text).expect("a body");
        let value: Value = serde_json::from_slice(&text).expect("JSON");
        value["value"].clone()
    }

    fn command(&self, path: &str, body: Value) -> Value {
        self.ask("POST", &format!("/session/{}{path}", self.session), &body)
    }

    pub fn open(&self, address: &str) {
        self.command("/url", json!({ "url": address }));
        self.wait("document.documentElement.dataset.live === 'true'");
    }

    /// What a script says.
    pub fn script(&self, text: &str) -> Value {
        self.command("/execute/sync", json!({ "script": text, "args": [] }))
    }

    /// Waits until this is so.
    pub fn wait(&self, so: &str) {
        let start = Instant::now();
        while self.script(&format!("return Boolean({so})")) != true {
            assert!(start.elapsed() < SOON, "not so: {so}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn click(&self, selector: &str) {
        self.wait(&format!(
            "document.querySelector('{selector}:not(:disabled)')"
        ));
        let start = Instant::now();
        loop {
            let id = self.element(selector);
            let path = format!("/session/{}/element/{id}/click", self.session);
            let answer = self.try_to("POST", &path, &json!({}));
            // The page may have drawn it anew since it was found, or show it a little later.
            let is_not_yet = answer["error"] == "stale element reference"
                || answer["error"] == "element not interactable";
            assert!(
                is_not_yet || answer["error"].is_null(),
                "{selector}: {answer}"
            );
            if !is_not_yet {
                return;
            }
            assert!(start.elapsed() < SOON, "{selector} never stays");
        }
    }

    /// The driver's name of an element.
    fn element(&self, selector: &str) -> String {
        let found = json!({ "using": "css selector", "value": selector });
        let element = self.command("/element", found);
        let mut names = element.as_object().expect("an element").values();
        names.next().unwrap().as_str().unwrap().to_string()
    }

    /// Gives a file to the input for files.
    pub fn give_file(&self, selector: &str, path: &Path) {
        let id = self.element(selector);
        let text = path.to_str().expect("a plain path");
        self.command(&format!("/element/{id}/value"), json!({ "text": text }));
    }

    /// Chooses from a list.
    pub fn choose(&self, selector: &str, value: &str) {
        self.script(&format!(
            "const s = document.querySelector('{selector}'); s.value = '{value}'; \
             s.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
    }

    /// How many parts of the page there are of this kind.
    pub fn count(&self, selector: &str) -> u64 {
        let count = format!("return document.querySelectorAll('{selector}').length");
        self.script(&count).as_u64().unwrap()
    }

    /// Waits until there are this many.
    pub fn wait_count(&self, selector: &str, count: u64) {
        self.wait(&format!(
            "document.querySelectorAll('{selector}').length === {count}"
        ));
    }

    /// Waits until a part of the page says this.
    pub fn wait_text(&self, selector: &str, text: &str) {
        self.wait(&format!(
            "document.querySelector('{selector}')?.textContent.includes('{text}')"
        ));
    }

    /// Begins a game by the dialogue, with these fields chosen.
    pub fn begin(&self, fields: &[(&str, &str)]) {
        let before = self.script("return document.documentElement.dataset.rev");
        self.click("#open-new");
        for (name, value) in fields {
            self.choose(&format!("#dialog-new [name={name}]"), value);
        }
        self.click("#start-game");
        self.wait(&format!(
            "document.documentElement.dataset.rev !== {before}"
        ));
        self.wait("!document.getElementById('dialog-new').open");
    }

    /// Sets a field of the settings; boxes are clicked.
    pub fn set(&self, name: &str, value: Option<&str>) {
        self.click("#open-settings");
        let field = format!("#dialog-settings [name={name}]");
        match value {
            Some(value) => self.choose(&field, value),
            None => self.click(&field),
        }
        self.script("document.getElementById('dialog-settings').close()");
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.command("/refresh", json!({}));
        self.wait("document.documentElement.dataset.live === 'true'");
    }

    /// Where the browser puts what it saves.
    pub fn downloads(&self) -> &Path {
        &self.downloads
    }

    /// Waits for a file that is being saved; its content.
    pub fn downloaded(&self, name: &str) -> String {
        let start = Instant::now();
        loop {
            let text = std::fs::read_to_string(self.downloads.join(name));
            if let Some(text) = text.ok().filter(|text| !text.is_empty()) {
                return text;
            }
            assert!(start.elapsed() < SOON, "{name} is not saved");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks on a point of the game's board of 15 lines, as `h8`.
    pub fn click_point(&self, name: &str) {
        self.click_on("#board", 15, name);
    }

    /// Clicks on a point of a board with this many lines.
    pub fn click_on(&self, board: &str, lines: u8, name: &str) {
        let [x, y] = self.place_of(board, lines, name);
        self.click_at(x, y);
    }

    /// Where a point of a board is in the window, which is scrolled there.
    fn place_of(&self, board: &str, lines: u8, name: &str) -> [f64; 2] {
        let x = f64::from(name.as_bytes()[0] - b'a') + 1.4;
        let y = f64::from(lines) - name[1..].parse::<f64>().unwrap() + 0.9;
        let place = self.script(&format!(
            "const b = document.querySelector('{board}'); \
             b.scrollIntoView({{ block: 'center' }}); const m = b.getScreenCTM(); \
             return [m.e + m.a * 40 * {x}, m.f + m.d * 40 * {y}]"
        ));
        [0, 1].map(|index| place[index].as_f64().unwrap())
    }

    /// Clicks there in the window.
    pub fn click_at(&self, x: f64, y: f64) {
        let [x, y] = [x, y].map(f64::round);
        self.command(
            "/actions",
            json!({ "actions": [{
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
            "actions": [
                { "type": "pointerMove", "duration": 0, "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ],
        }] }),
        );
    }

    /// Presses the right button on a point of the game's board, and lets it go on another.
    pub fn drag_right(&self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|name| self.place_of("#board", 15, name).map(f64::round));
        self.point_with("mouse", 2, from, to, 0);
    }

    /// Swipes with a finger over the board, from one point to another.
    pub fn swipe(&self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|name| self.place_of("#board", 15, name).map(f64::round));
        self.point_with("touch", 0, from, to, 50);
    }

    fn point_with(&self, kind: &str, button: u8, from: [f64; 2], to: [f64; 2], millis: u64) {
        let go = |[x, y]: [f64; 2], millis: u64| json!({ "type": "pointerMove", "duration": millis, "x": x, "y": y });
        self.command(
            "/actions",
            json!({ "actions": [{
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind },
            "actions": [
                go(from, 0),
                { "type": "pointerDown", "button": button },
                go(to, millis),
                { "type": "pointerUp", "button": button },
            ],
        }] }),
        );
    }

    /// Shows the page from now on as it is printed.
    pub fn print_medium(&self) {
        self.emulate(json!({ "media": "print" }));
    }

    /// Shows the page from now on as on a system that is dark, or is not.
    pub fn system_is_dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        self.emulate(json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] }));
    }

    fn emulate(&self, media: Value) {
        self.devtools("Emulation.setEmulatedMedia", media);
    }

    /// Shows pages as on a phone with a screen of this size.
    fn be_phone(&self, width: u32, height: u32) {
        let screen = json!({
            "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", screen);
    }

    /// Shows the page in a window of this size.
    pub fn resize(&self, width: u32, height: u32) {
        let screen = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", screen);
        self.wait(&format!(
            "innerWidth === {width} && innerHeight === {height}"
        ));
    }

    fn devtools(&self, command: &str, values: Value) {
        let how = json!({ "cmd": command, "params": values });
        self.command("/goog/cdp/execute", how);
    }

    /// Taps with a finger on a point of the game's board of 15 lines.
    pub fn tap_point(&self, name: &str) {
        let [x, y] = self.place_of("#board", 15, name).map(f64::round);
        self.command(
            "/actions",
            json!({ "actions": [{
            "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" },
            "actions": [
                { "type": "pointerMove", "duration": 0, "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ],
        }] }),
        );
    }

    /// Moves the pointer to a point of the game's board of 15 lines.
    pub fn point_at(&self, name: &str) {
        self.point(self.place_of("#board", 15, name).map(f64::round));
    }

    /// Moves the pointer where nothing is.
    pub fn point_away(&self) {
        self.point([2.0, 2.0]);
    }

    fn point(&self, [x, y]: [f64; 2]) {
        let moved = json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y });
        self.command(
            "/actions",
            json!({ "actions": [{
                "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
                "actions": [moved],
            }] }),
        );
    }

    /// Turns the wheel over a part of the page.
    pub fn wheel(&self, selector: &str, by: i32) {
        self.script(&format!(
            "document.querySelector('{selector}').dispatchEvent(new WheelEvent('wheel', \
             {{ deltaY: {by} * 100, bubbles: true, cancelable: true }}))"
        ));
    }

    /// Puts a stone there, and waits until it is drawn.
    pub fn place(&self, name: &str) {
        self.click_point(name);
        self.wait(&format!("document.querySelector('[data-at=\"{name}\"]')"));
    }

    /// Goes to the study, and waits until it is there: its board lies elsewhere.
    pub fn open_study(&self) {
        self.click("#open-study");
        self.wait("document.documentElement.dataset.room === 'study'");
    }

    pub fn keys(&self, keys: &str) {
        let events: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        self.command(
            "/actions",
            json!({ "actions": [{ "type": "key", "id": "keys", "actions": events }] }),
        );
    }

    pub fn text(&self, id: &str) -> String {
        let text = self.script(&format!(
            "return document.getElementById('{id}').textContent"
        ));
        text.as_str().unwrap_or("").to_string()
    }

    /// What the console says that is worse than a remark.
    pub fn complaints(&self) -> Vec<Value> {
        let log = self.command("/se/log", json!({ "type": "browser" }));
        let lines = log.as_array().cloned().unwrap_or_default();
        lines
            .into_iter()
            .filter(|line| line["level"] != "INFO" && line["level"] != "DEBUG")
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Without this Chromium would go on after chromedriver.
        if !self.session.is_empty() && !std::thread::panicking() {
            self.ask("DELETE", &format!("/session/{}", self.session), &json!({}));
        } else if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = write!(
                stream,
                "DELETE /session/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n",
                self.session
            );
            let _ = stream.read(&mut [0; 64]);
        }
        let _ = std::fs::remove_dir_all(&self.downloads);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

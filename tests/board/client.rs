//! A board page's server, and who talks to it over plain sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Nothing takes longer, on a busy machine either.
pub const SOON: Duration = Duration::from_secs(30);

/// The program as it serves the board; it ends with this.
pub struct Board {
    child: Child,
    pub address: String,
    pub port: u16,
    pub token: String,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// Whether the desk has refused what was asked.
    pub fn is_refusal(&self) -> bool {
        let said: Value = serde_json::from_str(&self.body).unwrap_or(Value::Null);
        self.status == 200 && said["error"]["key"].is_string()
    }

    /// Whether it was done.
    pub fn is_done(&self) -> bool {
        self.status == 200 && !self.is_refusal()
    }
}

impl Board {
    /// On a port that no other test has, with nothing kept.
    pub fn start() -> Board {
        Board::start_with(&["--port", "0", "--keep-nothing"])
    }

    /// With everything kept in a folder.
    pub fn start_in(folder: &Path, port: u16) -> Board {
        let folder = folder.to_str().expect("a plain path");
        Board::start_with(&["--port", &port.to_string(), "--data", folder])
    }

    pub fn start_with(args: &[&str]) -> Board {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .args(["board", "--no-open", "--attached", "--seed", "7"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit(' ').next().unwrap_or("").to_string();
        let (site, token) = address.split_once("/#").expect("an address with a token");
        let (_, port) = site.rsplit_once(':').expect("a port");
        Board {
            child,
            port: port.parse().expect("a number"),
            token: token.to_string(),
            address: address.clone(),
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream.set_write_timeout(Some(SOON)).unwrap();
        stream
    }

    /// Sends this text as it is, and reads one answer.
    pub fn raw(&self, request: &str) -> Reply {
        self.raw_bytes(request.as_bytes())
    }

    /// The same with bytes.
    pub fn raw_bytes(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may answer and close before it has read all.
        let _ = stream.write_all(request);
        read_reply(&mut BufReader::new(stream))
    }

    /// A request with these headers besides its host.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        self.raw(&self.request(method, path, headers, body))
    }

    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> String {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            text += "Content-Type: application/json\r\n";
        }
        text += &format!(
            "Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        text + body
    }

    /// What is answered to this body, with the token.
    pub fn send(&self, body: &str) -> Reply {
        self.ask("POST", "/api/do", &[("X-Tengen-Token", &self.token)], body)
    }

    /// Does something at the present revision; the answer and its status.
    pub fn act(&self, act: Value) -> (u16, Value) {
        let rev = self.view()["rev"].clone();
        let reply = self.send(&json!({ "rev": rev, "act": act }).to_string());
        let value = serde_json::from_str(&reply.body).unwrap_or(Value::Null);
        (reply.status, value)
    }

    /// The same, which must go well.
    pub fn do_it(&self, act: Value) {
        let (status, answer) = self.act(act.clone());
        let why = &answer["error"];
        assert_eq!((status, why), (200, &Value::Null), "{act}");
    }

    /// The stream of views.
    pub fn listen(&self) -> Views {
        let mut stream = self.connect();
        let request = self.request("GET", "/api/events", &[("X-Tengen-Token", &self.token)], "");
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let head = read_head(&mut reader);
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        Views { reader }
    }

    /// The view as it is.
    pub fn view(&self) -> Value {
        self.listen().next()
    }

    /// Seconds of the processor that the program has used.
    pub fn cpu(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        let ticks = |index: usize| fields[index].parse::<f64>().unwrap();
        // A hundred a second on every Linux.
        (ticks(11) + ticks(12)) / 100.0
    }

    /// Whether the program ends by itself, soon.
    pub fn has_ended(&self) -> bool {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
            if start.elapsed() > SOON {
                return false;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        true
    }

    /// Mebibytes of memory that the program has.
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.unwrap().split_whitespace().nth(1).unwrap();
        number.parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Views as they come.
pub struct Views {
    reader: BufReader<TcpStream>,
}

impl Views {
    /// The next one.
    pub fn next(&mut self) -> Value {
        let start = Instant::now();
        loop {
            // Heartbeats are no news.
            assert!(start.elapsed() < SOON, "no view comes");
            // Every piece is one line: its length, the line, an empty line.
            let mut length = String::new();
            self.reader.read_line(&mut length).expect("a length");
            let length = usize::from_str_radix(length.trim(), 16).expect("a length");
            let mut piece = vec![0; length + 2];
            self.reader.read_exact(&mut piece).expect("a piece");
            let text = String::from_utf8(piece).expect("text");
            if !text.trim().is_empty() {
                return serde_json::from_str(text.trim()).expect("a view");
            }
        }
    }

    /// The next one that is so.
    pub fn until(&mut self, like: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let view = self.next();
            if like(&view) {
                return view;
            }
            assert!(start.elapsed() < SOON, "{view}");
        }
    }
}

fn read_head(reader: &mut impl BufRead) -> String {
    let mut head = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            return head;
        }
        head += &line;
    }
}

fn read_reply(reader: &mut BufReader<TcpStream>) -> Reply {
    let head = read_head(reader);
    let status = head.split_whitespace().nth(1);
    let mut body = Vec::new();
    let _ = reader.read_to_end(&mut body);
    Reply {
        status: status.and_then(|status| status.parse().ok()).unwrap_or(0),
        head: head.to_ascii_lowercase(),
        body: String::from_utf8_lossy(&body).into_owned(),
    }
}

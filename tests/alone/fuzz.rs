//! Hostile input: lines of all kinds, right, wrong and random, to a session in
//! this process and through pipes to the real program; and long random
//! sequences of commands that a manager may send. Every command
//! has the answer that it must have, and nothing else is written.
//!
//! `TENGEN_FUZZ_COMMANDS` is the number of commands in this process,
//! `TENGEN_FUZZ_STREAMS` that of programs that are sent wild streams,
//! `TENGEN_SEQUENCES` that of random games with starts and stops,
//! `TENGEN_GROWTH` that of searches in the test of memory; `TENGEN_FUZZ_SEED`
//! chooses other lines.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::common::driver::{Brain, PATIENCE, alone, ms, timed};
use crate::common::rng;
use crate::hostile::generator::{Generator, Taste, some_side};
use crate::hostile::model::Model;
use crate::hostile::talk::Talk;
use crate::hostile::{Trail, memory, seed, setting};
use rand::Rng;
use rand::rngs::StdRng;
use tengen::clock::Control;
use tengen::engine::Engine;
use tengen::protocol::{Command, Parser, Session};

/// The program must have exited this many milliseconds after `END`.
const EXIT_LIMIT: u64 = 500;
/// With a thousand questions to answer it may take as long as this.
const MANY_LIMIT: u64 = 20_000;
/// Memory may grow by this much after the first fifth of a run, in bytes.
const GROWTH: u64 = 64 << 20;
/// The memory that the searching programs may use, in bytes.
const ALLOWED_MEMORY: u64 = 80 << 20;

/// With these limits a session in this process may think.
const LIMITS: [&str; 4] = [
    "INFO max_node 20",
    "INFO max_node 100",
    "INFO max_node 100",
    "INFO max_node 1000",
];
/// It may not with more nodes than this.
const MOST_NODES: i64 = 2_000;

/// Panics of this process, also those that the search survives.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Any of these texts.
fn pick<'a>(texts: &[&'a str], rng: &mut StdRng) -> &'a str {
    texts[rng.random_range(0..texts.len())]
}

/// What the session in this process has written.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session in this process, and what it has to answer.
struct Lab {
    session: Session<Output>,
    output: Output,
    parser: Parser,
    model: Model,
    /// How many commands were thought about.
    searches: u64,
}

impl Lab {
    fn new() -> Lab {
        let output = Output::default();
        Lab {
            session: Session::new(Engine::new().expect("a thread"), output.clone()),
            output,
            parser: Parser::new(),
            model: Model::default(),
            searches: 0,
        }
    }

    /// Gives it a line; returns how many commands that were.
    fn feed(&mut self, line: &[u8], rng: &mut StdRng) -> u64 {
        let commands = self.parser.feed(&String::from_utf8_lossy(line));
        for command in &commands {
            self.handle(command, rng.random_ratio(1, 4));
        }
        commands.len() as u64
    }

    /// Carries a command out; it may think if there is a limit.
    fn handle(&mut self, command: &Command, may_think: bool) {
        let mut pending = self.model.begin(command);
        let control = Control::new();
        let is_limited = (1..MOST_NODES).contains(&self.model.max_node);
        match may_think && is_limited && pending.thinks() {
            true => self.searches += 1,
            false => control.stop(),
        }
        let done = self.session.handle(command, &control);
        let output = std::mem::take(&mut *lock(&self.output.0));
        let output = String::from_utf8(output).expect("text");
        let failed = |why: &str| panic!("{command:?} was answered by {output:?}: {why}");
        if done.is_err() || !output.is_empty() && !output.ends_with('\n') {
            failed("not whole");
        }
        for line in output.lines() {
            if let Err(wrong) = self.model.accept(&mut pending, line) {
                failed(&format!("'{line}': {wrong}"));
            }
        }
        if !pending.is_done() {
            failed("something is missing");
        }
        if PANICS.load(Relaxed) > 0 {
            failed("a panic inside");
        }
    }
}

/// Prints the last lines when the test fails.
struct Printed(Arc<Mutex<Trail>>);

impl Drop for Printed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", lock(&self.0).text());
        }
    }
}

/// Ends this process, with the last lines, if nothing goes on for long.
fn watch(trail: Arc<Mutex<Trail>>, lines: Arc<AtomicU64>) {
    std::thread::spawn(move || {
        let mut last = (lines.load(Relaxed), Instant::now());
        while Arc::strong_count(&lines) > 1 {
            std::thread::sleep(ms(500));
            let now = lines.load(Relaxed);
            if now != last.0 {
                last = (now, Instant::now());
            } else if last.1.elapsed() > PATIENCE {
                println!("it hangs; {}", lock(&trail).text());
                std::process::exit(101);
            }
        }
    });
}

#[test]
fn commands_of_all_kinds_in_this_process() {
    let _alone = alone();
    let commands: u64 = setting("TENGEN_FUZZ_COMMANDS", 50_000);
    let seed = seed("commands", 1);
    std::panic::set_hook(Box::new(|info| {
        PANICS.fetch_add(1, Relaxed);
        println!("{info}");
    }));
    let trail = Arc::new(Mutex::new(Trail::default()));
    let _printed = Printed(Arc::clone(&trail));
    let lines = Arc::new(AtomicU64::new(0));
    watch(Arc::clone(&trail), Arc::clone(&lines));
    let (mut generator, mut rng) = (Generator::new(rng(seed)), rng(!seed));
    let (mut lab, mut done, mut searches, mut early) = (Lab::new(), 0, 0, None);
    let since = Instant::now();
    while done < commands {
        let mut line = generator.line(&lab.model, Taste::Wild);
        if lab.model.threads > 3 && rng.random_ratio(1, 3) {
            line = b"INFO thread_num 2".to_vec();
        } else if rng.random_ratio(1, 50) {
            line = pick(&LIMITS, &mut rng).as_bytes().to_vec();
        }
        lock(&trail).add(&line);
        lines.fetch_add(1, Relaxed);
        done += lab.feed(&line, &mut rng);
        let measures = early.is_none() && done > commands / 5;
        if measures || rng.random_ratio(1, 5_000) {
            // A new session gives all memory back.
            searches += lab.searches;
            lab = Lab::new();
        }
        if measures {
            early = Some(memory("self", "VmRSS"));
        }
    }
    searches += lab.searches;
    drop(lab);
    let (early, late) = (early.unwrap_or(0), memory("self", "VmRSS"));
    let lines = lines.load(Relaxed);
    println!(
        "{done} commands in {lines} lines, {searches} searches, {:.1} s, memory {} MiB early, {} MiB late",
        since.elapsed().as_secs_f64(),
        early >> 20,
        late >> 20,
    );
    assert!(late < early + GROWTH, "memory is lost");
}

/// Where walls leave too few squares for the five stones of swap2, a move is
/// wanted as in any position, and told of as any.
#[test]
fn an_opening_without_room_is_no_opening() {
    let _timed = timed();
    let settings = "YXSHOWINFO\nINFO max_node 100\nINFO swapable 1\nSTART 5";
    for (rule, squares, stones) in [
        (5, 1, 1),
        (5, 2, 1),
        (6, 1, 1),
        (6, 2, 1),
        (6, 4, 1),
        (6, 5, 3),
        (6, 6, 3),
    ] {
        let mut lab = Lab::new();
        let walls: String = (squares..25)
            .map(|number| format!("{},{},3 ", number % 5, number / 5))
            .collect();
        let text = format!("{settings}\nINFO rule {rule}\nBOARD {walls}DONE");
        for line in text.lines() {
            for command in lab.parser.feed(line) {
                lab.handle(&command, true);
            }
        }
        let played = squares - lab.model.empty();
        assert_eq!(played, stones, "rule {rule}, {squares} squares");
    }
}

/// Some lines with line ends of all kinds.
fn batch(generator: &mut Generator, model: &Model, taste: Taste, count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..count {
        bytes.extend(generator.line(model, taste));
        let end = ["\n", "\r\n", "\r"][generator.rng.random_range(0..3)];
        bytes.extend_from_slice(end.as_bytes());
    }
    bytes
}

/// Settings with which every search is over soon.
fn short_searches(rng: &mut StdRng) -> String {
    format!(
        "\nYXSTOP\nDONE\nINFO timeout_match 0\nINFO time_left 2147483647\nINFO time_increment 0\n\
         INFO max_depth 0\nINFO max_node 0\nINFO timeout_turn {}\nINFO thread_num {}\n",
        rng.random_range(1..=20),
        rng.random_range(1..=3),
    )
}

/// Sends a lot, some of it while the program thinks, and checks all answers.
fn wild_stream(talk: &mut Talk, generator: &mut Generator, rng: &mut StdRng) {
    if rng.random_bool(0.7) {
        // It may think for any time: it has to be stopped.
        let count = rng.random_range(1..120);
        let bytes = batch(generator, &talk.model, Taste::Wild, count);
        talk.send_in_pieces(&bytes, rng);
        std::thread::sleep(ms(rng.random_range(0..10)));
        let stop = ["YXSTOP", "STOP", "yxstop\r"][rng.random_range(0..3)];
        talk.say(&format!("\n{stop}\nABOUT"));
    } else {
        let settings = short_searches(rng);
        talk.send_in_pieces(settings.as_bytes(), rng);
        let bytes = batch(generator, &talk.model, Taste::Mild, 12);
        talk.send_in_pieces(&bytes, rng);
        talk.say("ABOUT");
    }
    talk.settle();
}

#[test]
fn wild_streams_to_the_program() {
    let _timed = timed();
    let streams: u64 = setting("TENGEN_FUZZ_STREAMS", 4);
    let seed = seed("streams", 2);
    let (mut slowest, mut searches, mut exit) = (Duration::ZERO, 0, Duration::ZERO);
    for stream in 0..streams {
        let (mut generator, mut rng) = (Generator::new(rng(seed + stream)), rng(!(seed + stream)));
        let mut talk = Talk::start();
        for _ in 0..rng.random_range(5..25) {
            wild_stream(&mut talk, &mut generator, &mut rng);
        }
        slowest = slowest.max(talk.slowest);
        searches += talk.searches;
        exit = exit.max(talk.finish(EXIT_LIMIT));
    }
    println!(
        "{streams} streams, {searches} searches, slowest line {slowest:?}, slowest exit {exit:?}"
    );
}

/// What is being said when a conversation ends. The last search is one that does
/// not end by itself.
const LAST: [&str; 3] = [
    "TURN 3,",
    "YXBOARD 7,7,1\n8,8",
    "INFO timeout_turn -1\nINFO timeout_match 0\nINFO max_node 0\nINFO max_depth 0\n\
     BOARD 7,7,1 8,9,2 DONE",
];

/// A conversation with some wild commands and then these words, perhaps a
/// moment ago.
fn wild_talk(seed: u64, last: &str) -> Talk {
    let (mut generator, mut rng) = (Generator::new(rng(seed)), rng(!seed));
    let mut talk = Talk::start();
    let count = rng.random_range(1..60);
    let bytes = batch(&mut generator, &talk.model, Taste::Wild, count);
    talk.send_in_pieces(&bytes, &mut rng);
    // What came before does not have to be searched to its end.
    talk.send(format!("\nDONE\nYXSTOP\n{last}").as_bytes());
    if rng.random_bool(0.5) {
        std::thread::sleep(ms(rng.random_range(0..50)));
    }
    talk
}

#[test]
fn the_input_may_end_anywhere() {
    let _timed = timed();
    let seed = seed("ends of the input", 3);
    let streams: u64 = setting("TENGEN_FUZZ_STREAMS", 4);
    for stream in 0..streams.max(6) {
        // In the middle of a line, too.
        let end = if stream / 3 % 2 == 0 { "" } else { "\n" };
        let mut talk = wild_talk(
            seed + stream,
            &format!("{}{end}", LAST[stream as usize % 3]),
        );
        talk.close_input();
        talk.expect_exit(EXIT_LIMIT);
    }
}

/// Whatever was sent before `END` is answered, and nothing after it.
#[test]
fn end_may_come_anywhere() {
    let _timed = timed();
    let seed = seed("ends", 8);
    let streams: u64 = setting("TENGEN_FUZZ_STREAMS", 4);
    for stream in 0..streams.max(4) {
        let mut talk = wild_talk(seed + stream, &format!("{}\n", LAST[stream as usize % 3]));
        talk.say("END");
        // It may be gone already.
        talk.brain.try_send(b"ABOUT\nSTART 15\nTURN 1,1\n");
        talk.expect_exit(EXIT_LIMIT);
    }
}

#[test]
fn the_output_may_be_closed_anywhere() {
    let _timed = timed();
    let seed = seed("closed output", 4);
    for stream in 0..setting("TENGEN_FUZZ_STREAMS", 4) {
        let (mut generator, mut rng) = (Generator::new(rng(seed + stream)), rng(!(seed + stream)));
        let (mut brain, mut stdout) = Brain::start_unread();
        let bytes = batch(&mut generator, &Model::default(), Taste::Wild, 60);
        let (before, after) = bytes.split_at(rng.random_range(0..bytes.len()));
        brain.send_bytes(b"ABOUT\n");
        brain.send_bytes(before);
        let mut some = vec![0; rng.random_range(1..40)];
        stdout.read_exact(&mut some).expect("something to read");
        drop(stdout);
        // Its answers cannot be written, and then it ends.
        let _ = brain.try_send(after) && brain.try_send(b"\nYXSTOP\nABOUT\nABOUT\n");
        brain.exit_within(Instant::now(), 2_000);
    }
}

/// A program with many answers to a manager that does not read.
fn unheard() -> (Brain, std::process::ChildStdout) {
    let (mut brain, stdout) = Brain::start_unread();
    brain.send_bytes("ABOUT\n".repeat(3_000).as_bytes());
    std::thread::sleep(ms(100));
    (brain, stdout)
}

#[test]
fn a_manager_that_does_not_read_can_end_the_program() {
    let _timed = timed();
    let (mut brain, _stdout) = unheard();
    println!("exit after END, unheard: {:?}", brain.finish(EXIT_LIMIT));
    let (mut brain, _stdout) = unheard();
    let since = Instant::now();
    brain.close_input();
    // Printed only: nothing is promised for this case.
    let exit = brain.try_exit(since, EXIT_LIMIT);
    println!("exit after the end of the input, unheard: {exit:?}");
}

/// It has to wait for their answers only, of which none takes long.
#[test]
fn end_behind_many_lines_is_obeyed() {
    let _timed = timed();
    let seed = seed("END behind many lines", 5);
    let mut generator = Generator::new(rng(seed));
    let mut brain = Brain::start();
    let bytes = batch(&mut generator, &Model::default(), Taste::Wild, 1_500);
    brain.send_bytes(&bytes);
    let since = Instant::now();
    brain.send_bytes(b"\nEND\n");
    let exit = brain.try_exit(since, MANY_LIMIT);
    println!("exit after END behind {} bytes: {exit:?}", bytes.len());
    assert!(exit.is_some(), "END has to wait");
}

/// Settings and a new game.
fn new_game(talk: &mut Talk, rng: &mut StdRng) {
    if rng.random_bool(0.3) {
        talk.say(&format!(
            "INFO rule {}",
            pick(&["0", "1", "4", "8", "9"], rng)
        ));
    }
    if rng.random_bool(0.2) {
        talk.say(&format!("INFO thread_num {}", rng.random_range(1..=3)));
    }
    if rng.random_bool(0.3) {
        talk.say(&format!("INFO pondering {}", rng.random_range(0..2)));
    }
    let side = some_side(rng);
    match rng.random_range(0..6) {
        0 => talk.say("RESTART"),
        1 => talk.say(&format!("RECTSTART {side},{}", some_side(rng))),
        _ => talk.say(&format!("START {side}")),
    }
}

/// A block of random stones in turn, the last one the opponent's.
fn stones(talk: &Talk, rng: &mut StdRng) -> String {
    let count = rng.random_range(0..12);
    let mut text = String::new();
    let board: Vec<_> = talk.model.board().collect();
    let mut squares = Vec::new();
    while squares.len() < count {
        let square = board[rng.random_range(0..board.len())];
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    for (index, (x, y)) in squares.iter().enumerate() {
        text.push_str(&format!("{x},{y},{} ", 1 + (count - index) % 2));
    }
    text
}

/// Has the program think, and stops it unless its time is short.
fn one_search(talk: &mut Talk, rng: &mut StdRng) {
    let limit = [1, 10, 20, 10_000, 10_000][rng.random_range(0..5)];
    talk.say(&format!("INFO timeout_turn {limit}"));
    let empty = talk.model.random(false, rng);
    match (rng.random_range(0..8), empty) {
        (0, _) => talk.say(&format!("BOARD {}DONE", stones(talk, rng))),
        (1, _) => {
            talk.say(&format!("YXBOARD {}DONE", stones(talk, rng)));
            talk.say(&format!("YXNBEST {}", rng.random_range(1..5)));
        }
        (2, _) => talk.say(&format!("YXNBEST {}", rng.random_range(1..5))),
        (3, _) | (_, None) => talk.say("BEGIN"),
        (_, Some((x, y))) => talk.say(&format!("TURN {x},{y}")),
    }
    if rng.random_bool(0.8) {
        std::thread::sleep(ms(rng.random_range(0..=20)));
    }
    if limit > 20 || rng.random_bool(0.3) {
        talk.say(pick(&["YXSTOP", "STOP", "INFO timeout_turn 0"], rng));
    }
    talk.settle();
}

/// A random game: starts, searches, stops, and what may come in between.
fn sequence(talk: &mut Talk, rng: &mut StdRng) {
    new_game(talk, rng);
    talk.settle();
    for _ in 0..rng.random_range(1..5) {
        one_search(talk, rng);
        for _ in 0..rng.random_range(0..3) {
            match (rng.random_range(0..4), talk.model.random(true, rng)) {
                (0, _) => talk.ask("YXSHOWFORBID"),
                (1, _) => talk.say(pick(&["YXSTOP", "STOP"], rng)),
                (_, Some((x, y))) => talk.ask(&format!("TAKEBACK {x},{y}")),
                (_, None) => (),
            }
        }
    }
}

#[test]
fn starts_stops_and_takebacks_in_any_order() {
    let _timed = timed();
    let sequences: u64 = setting("TENGEN_SEQUENCES", 100);
    let rng = &mut rng(seed("sequences", 6));
    let since = Instant::now();
    let mut talk = Talk::start();
    talk.say(&format!("INFO max_memory {ALLOWED_MEMORY}"));
    for _ in 0..sequences {
        sequence(&mut talk, rng);
    }
    let (searches, slowest) = (talk.searches, talk.slowest);
    let exit = talk.finish(EXIT_LIMIT);
    println!(
        "{sequences} sequences, {searches} searches in {:.1} s, slowest {slowest:?}, exit {exit:?}",
        since.elapsed().as_secs_f64(),
    );
}

/// The memory of the program without its hash table, in bytes. Nothing must be
/// done meanwhile that fills one: no search, and no bringing into memory of a
/// table of a size that was asked for.
fn memory_of(talk: &mut Talk) -> u64 {
    talk.ask("INFO pondering 0\nINFO max_memory 0\nYXHASHCLEAR\nABOUT");
    talk.brain.assert_idle("when its memory is measured");
    let memory = memory(&talk.brain.process().to_string(), "VmRSS");
    talk.ask(&format!(
        "INFO max_memory {ALLOWED_MEMORY}\nINFO pondering 1\nABOUT"
    ));
    memory
}

#[test]
#[cfg(target_os = "linux")]
fn many_searches_need_no_more_memory() {
    let _timed = timed();
    const TOLERANCE: u64 = 8 << 20;
    // Half of 10 ms is kept back: these are searches of 5 ms.
    // The first half brings memory to where it stays: on a busy machine 200 of them had
    // not.
    let searches: u64 = setting("TENGEN_GROWTH", 800);
    let rng = &mut rng(seed("growth", 7));
    let mut talk = Talk::start();
    talk.ask(&format!(
        "START 15\nINFO max_memory {ALLOWED_MEMORY}\nINFO timeout_turn 10\nINFO pondering 1"
    ));
    let mut half = 0;
    for search in 0..searches {
        if search == searches / 2 {
            half = memory_of(&mut talk);
        }
        match rng.random_range(0..10) {
            0 => talk.ask("YXHASHCLEAR\nRESTART"),
            1 => talk.ask(&format!("START {}", some_side(rng))),
            2 => talk.ask(&format!(
                "INFO rule {}\nABOUT",
                pick(&["0", "1", "4", "9"], rng)
            )),
            3 => talk.ask(&format!(
                "INFO thread_num {}\nABOUT",
                rng.random_range(1..4)
            )),
            _ => (),
        }
        let stones = stones(&talk, rng);
        talk.ask(&format!("BOARD {stones}DONE"));
    }
    let whole = memory_of(&mut talk);
    println!(
        "{} KiB after half of {searches} searches, then {} KiB",
        half >> 10,
        whole >> 10
    );
    assert!(whole < half + TOLERANCE, "memory is lost");
    talk.finish(EXIT_LIMIT);
}

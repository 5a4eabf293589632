//! The engine fills a library.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::frontier::{Frontier, Task};
use crate::board::Board;
use crate::board::notation::moves_text;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::library::{Key, Library, LibraryError, Line};
use crate::pool::NoThreads;
use crate::scale::Scale;
use crate::search::{Iteration, Latest};
use crate::types::Score;

/// How a library is filled.
#[derive(Clone, Debug)]
pub struct BuildPlan {
    /// The rule, how many lines a position gets, and the limits of each search. Each has
    /// one thread.
    pub options: Options,
    /// Positions at a time.
    pub parallel: usize,
    /// Ends after so many positions.
    pub most: Option<usize>,
    /// Ends after this time.
    pub time: Option<Duration>,
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Searches whose results are in the library.
    pub searches: usize,
    /// Their nodes.
    pub nodes: u64,
    /// Analysed positions of the library that have the rule and the size.
    pub positions: usize,
    /// The value of the position where it begins, for the side to move.
    pub value: Option<Score>,
}

/// Why filling a library has failed.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The library cannot be read or written.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The system has no threads for the engines.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// What a worker has found.
struct Done {
    worker: usize,
    task: Task,
    lines: Vec<Line>,
    nodes: u64,
}

/// Analyses positions after this one until the plan ends, `stop` is set or everything is
/// decided. What is in the library counts, so that it goes on where it was: each result
/// is kept at once, and whatever ends the program loses at most the searches that run.
pub fn build(
    library: &Library,
    root: &Board,
    plan: &BuildPlan,
    stop: &Arc<AtomicBool>,
    report: &dyn Fn(&Built),
) -> Result<Built, BuildError> {
    let rule = plan.options.rule;
    let size = (root.width(), root.height());
    let mut frontier = Frontier::new(Key::of(root, rule)?, rule);
    library.all_analysed(rule, size, |analysed| frontier.load(analysed))?;
    let engines: Result<Vec<Engine>, NoThreads> =
        (0..plan.parallel.max(1)).map(|_| Engine::new()).collect();
    // Searches end when the build does, also by a failure.
    let over = Arc::new(AtomicBool::new(false));
    let (results, done) = channel();
    thread::scope(|scope| {
        let mut workers = Vec::new();
        for (worker, engine) in engines?.into_iter().enumerate() {
            let (tasks, waiting) = channel();
            workers.push(tasks);
            let worker = Worker {
                number: worker,
                engine,
                options: plan.options.clone(),
                over: Arc::clone(&over),
            };
            let results = results.clone();
            scope.spawn(move || worker.run(&waiting, &results));
        }
        drop(results);
        let built = Build {
            library,
            plan,
            frontier,
            workers,
            built: Built::default(),
            start: Instant::now(),
        }
        .run(&done, stop, report);
        over.store(true, Relaxed);
        built
    })
}

struct Worker {
    number: usize,
    engine: Engine,
    options: Options,
    over: Arc<AtomicBool>,
}

impl Worker {
    /// Analyses what comes until nothing more does.
    fn run(mut self, tasks: &Receiver<Task>, results: &Sender<Done>) {
        for task in tasks {
            let start = Instant::now();
            let control = Control::timed(move || start.elapsed());
            let control = control.also_stopped_by(Arc::clone(&self.over));
            self.engine.set_options(self.options.clone());
            self.engine.set_board(task.board.clone());
            *self.engine.blocked_mut() = task.known;
            let latest = Latest::default();
            let think = || self.engine.think(&control, &|event| latest.receive(event));
            let found = catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(|_| {
                log::error!("a panic in the position {}", moves_text(&task.board));
                None
            });
            if self.over.load(Relaxed) {
                return;
            }
            let scale = self.engine.scale();
            let lines = lines(latest, self.options.lines, &scale);
            let is_new = |line: &Line| !task.known.contains(line.moves[0]);
            let done = Done {
                worker: self.number,
                lines: lines.into_iter().filter(is_new).collect(),
                nodes: found.map_or(0, |found| found.nodes),
                task,
            };
            if results.send(done).is_err() {
                return;
            }
        }
    }
}

/// The deepest lines of a search.
fn lines(latest: Latest, most: usize, scale: &Scale) -> Vec<Line> {
    let line = |found: Iteration| Line {
        score: scale.kept(found.score),
        depth: found.depth,
        nodes: found.nodes,
        moves: found.line,
    };
    latest.into_best(most).into_iter().map(line).collect()
}

struct Build<'b> {
    library: &'b Library,
    plan: &'b BuildPlan,
    frontier: Frontier,
    workers: Vec<Sender<Task>>,
    built: Built,
    start: Instant,
}

impl Build<'_> {
    fn run(
        mut self,
        done: &Receiver<Done>,
        stop: &AtomicBool,
        report: &dyn Fn(&Built),
    ) -> Result<Built, BuildError> {
        // A task that has brought nothing is not given again.
        let mut given = HashSet::new();
        let mut busy = 0;
        let mut idle: Vec<usize> = (0..self.workers.len()).collect();
        let mut begun = 0;
        loop {
            self.built.positions = self.frontier.len();
            self.built.value = self.frontier.root_value();
            report(&self.built);
            let is_late = self
                .plan
                .time
                .is_some_and(|time| self.start.elapsed() >= time);
            let ends = stop.load(Relaxed) || is_late;
            while !ends && self.plan.most.is_none_or(|most| begun < most) {
                let Some(worker) = idle.pop() else { break };
                match self.frontier.next(&given)? {
                    Some(task) => {
                        given.insert(task.id.clone());
                        begun += 1;
                        busy += usize::from(self.workers[worker].send(task).is_ok());
                    }
                    None => {
                        idle.push(worker);
                        break;
                    }
                }
            }
            if busy == 0 || stop.load(Relaxed) {
                return Ok(self.built);
            }
            // Now and then to see whether it is to stop.
            let Ok(result) = done.recv_timeout(Duration::from_millis(100)) else {
                continue;
            };
            busy -= 1;
            idle.push(result.worker);
            self.keep(result)?;
        }
    }

    /// Keeps what was found.
    fn keep(&mut self, result: Done) -> Result<(), LibraryError> {
        self.built.searches += 1;
        self.built.nodes += result.nodes;
        let (board, key) = (&result.task.board, &result.task.id.0);
        let rule = self.plan.options.rule;
        let raised = self.library.store(board, rule, &result.lines)?;
        if let Some(analysed) = self.library.analysed(key)? {
            self.frontier.add(analysed)?;
        }
        self.frontier.raise(raised);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;
    use crate::types::Rule;

    fn plan(most: usize, parallel: usize) -> BuildPlan {
        BuildPlan {
            options: Options {
                rule: Rule::Renju,
                nodes: Some(300),
                infinite: true,
                lines: 3,
                hash: Some(1 << 20),
                ..Options::default()
            },
            parallel,
            most: Some(most),
            time: None,
        }
    }

    #[test]
    fn a_build_goes_on_where_it_was() {
        let name = format!("tengen-build-{}.tdb", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let mut root = Board::new(15, 15).unwrap();
        play_moves(&mut root, "h8h9i9").unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let mut searched = 0;
        for (most, parallel) in [(1, 1), (5, 2), (6, 3)] {
            let library = Library::open_or_create(&path).unwrap();
            let plan = plan(most, parallel);
            let built = build(&library, &root, &plan, &stop, &|_| ()).unwrap();
            searched += built.searches;
            assert_eq!(built.searches, most);
            assert!(built.positions > 1 || most == 1);
            let entry = library.look(&root, Rule::Renju).unwrap();
            assert_eq!(entry.value, built.value);
            assert!(entry.lines.len() >= 3);
        }
        let mut library = Library::open(&path).unwrap();
        assert!(library.size().unwrap().analyses <= searched as u64);
        assert_eq!(library.check().unwrap(), Vec::<String>::new());
        // A stopped one does nothing.
        stop.store(true, Relaxed);
        let built = build(&library, &root, &plan(9, 2), &stop, &|_| ()).unwrap();
        assert_eq!(built.searches, 0);
        drop(library);
        std::fs::remove_file(&path).unwrap();
    }
}

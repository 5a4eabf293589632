//! Learning curves as a diagram.

use std::fmt::Write;

use super::Trained;

/// The inner part of the diagram, and its margin.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const ROOM: f64 = 60.0;

/// The cross-entropies of training and held-back moves, and that of the fitted tables.
pub fn svg(title: &str, trained: &Trained) -> String {
    let held: Vec<f64> = trained.course.iter().map(|one| one.loss).collect();
    let all = || {
        held.iter()
            .chain(&trained.learnt)
            .chain([&trained.tables.loss])
    };
    let least = all().copied().fold(f64::MAX, f64::min);
    let most = all().copied().fold(f64::MIN, f64::max);
    let span = (most - least).max(1e-9);
    let steps = held.len().max(2) - 1;
    let place = |epoch: usize, loss: f64| {
        let right = ROOM + WIDTH * epoch as f64 / steps as f64;
        (right, ROOM + HEIGHT * (most - loss) / span)
    };
    let path = |losses: &[f64]| {
        let mut text = String::new();
        for (epoch, &loss) in losses.iter().enumerate() {
            let (x, y) = place(epoch, loss);
            let _ = write!(text, "{}{x:.1} {y:.1}", if epoch == 0 { 'M' } else { 'L' });
        }
        text
    };
    let (right, tables) = place(steps, trained.tables.loss);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"none\" stroke-width=\"2\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDTH + 3.0 * ROOM,
        HEIGHT + 2.0 * ROOM,
    );
    let mut write = |x: f64, y: f64, words: &str| {
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#222\">{words}</text>"
        );
    };
    write(ROOM, 30.0, title);
    write(
        ROOM,
        HEIGHT + ROOM + 40.0,
        "epochs; upward: cross-entropy of the moves played",
    );
    write(8.0, ROOM + 5.0, &format!("{most:.3}"));
    write(8.0, ROOM + HEIGHT + 5.0, &format!("{least:.3}"));
    write(right + 6.0, tables + 5.0, "tables");
    for (losses, words) in [(&held, "held back"), (&trained.learnt, "training")] {
        if let Some(&last) = losses.last() {
            let (x, y) = place(losses.len() - 1, last);
            write(x + 6.0, y + 5.0, words);
        }
    }
    let _ = writeln!(
        text,
        "<path d=\"M{ROOM} {tables:.1}H{right}\" stroke=\"#999\"/>\n\
         <path d=\"{}\" stroke=\"#36c\"/>\n<path d=\"{}\" stroke=\"#c63\"/>\n</svg>",
        path(&held),
        path(&trained.learnt),
    );
    text
}

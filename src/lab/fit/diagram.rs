//! Predicted against real results, as a table and as a diagram.

use std::fmt::Write;

use super::scale::Bin;

/// The side of the diagram's square, and the room around it.
const SIDE: f64 = 400.0;
const ROOM: f64 = 60.0;

/// A line for each bin: its bounds, the predicted and the real share, their
/// difference with its standard error (all in %), positions and games.
pub fn table(bins: &[Option<Bin>; 10]) -> String {
    let mut text = String::from("   bin   predicted  real  difference   positions  games\n");
    for (index, bin) in bins.iter().enumerate() {
        let _ = write!(text, "{:>3}-{:<3}", index * 10, index * 10 + 10);
        let _ = match bin {
            None => writeln!(text, "  no positions"),
            Some(bin) => writeln!(
                text,
                " {:9.1} {:6.1} {:+6.1} ±{:<4.1} {:10} {:6}",
                100.0 * bin.predicted,
                100.0 * bin.real,
                100.0 * (bin.real - bin.predicted),
                100.0 * bin.error,
                bin.positions,
                bin.games,
            ),
        };
    }
    text
}

/// The diagram: predicted shares to the right, real ones upward, with bars of two
/// standard errors, and the diagonal where both are equal.
pub fn svg(title: &str, bins: &[Option<Bin>; 10]) -> String {
    let place = |share: f64| (ROOM + SIDE * share, ROOM + SIDE * (1.0 - share));
    let size = SIDE + 2.0 * ROOM;
    let ((left, bottom), (right, top)) = (place(0.0), place(1.0));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"white\"/>\n\
         <text x=\"{ROOM}\" y=\"30\">{title}</text>\n\
         <text x=\"{left}\" y=\"{}\">predicted share of the point, %</text>\n\
         <text x=\"8\" y=\"50\">real, %</text>\n\
         <path d=\"M{left} {bottom}L{right} {top}\" stroke=\"#999\"/>\n",
        size - 12.0,
    );
    for step in 0..=10 {
        let (x, y) = place(f64::from(step) / 10.0);
        let label = step * 10;
        let _ = writeln!(
            text,
            "<path d=\"M{x} {bottom}V{top}M{left} {y}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\
             <text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{label}</text>",
            bottom + 18.0,
            left - 8.0,
        );
    }
    for bin in bins.iter().flatten() {
        let (x, _) = place(bin.predicted);
        let (_, y) = place(bin.real);
        let reach = 2.0 * bin.error * SIDE;
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#36c\" stroke-width=\"2\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#36c\"/>",
            y - reach,
            y + reach,
        );
    }
    text.push_str("</svg>\n");
    text
}

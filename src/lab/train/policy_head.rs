//! The part of the policy that is the same for all squares, in floating point, and its
//! gradient: see [`context`](crate::eval::network::context).

use super::layout::{Layout, Row, UNIT_ROWS};
use super::samples::Sample;
use super::vector::{add, dot};
use crate::eval::network::CHANNELS;
use crate::eval::network::context::{POOLS_UNIT, UNITS};
use crate::eval::network::value::VIEW;
use crate::eval::weights::threat_bits;

// A row holds the weights of the pools too, and some rows a number of each unit.
const _: () = assert!(2 * VIEW == CHANNELS && UNITS.is_multiple_of(CHANNELS));

/// Where the channels begin, their weights, and the units behind them.
pub struct PolicyHead {
    /// Where the channels begin.
    pub begin: Row,
    /// Their weights.
    pub gate: Row,
    threats: usize,
    pools: Row,
    units: [f32; UNITS],
}

impl PolicyHead {
    /// The head of a sample, from one colour's rows.
    pub fn of(rows: &[Row], layout: &Layout, sample: &Sample) -> PolicyHead {
        let pools = sample.pools.map(|pool| f32::from(pool) / POOLS_UNIT as f32);
        let biases = |from: usize| rows[bias_rows(layout, from)].as_flattened();
        let mut units: [f32; UNITS] =
            std::array::from_fn(|unit| biases(0)[unit] + dot(&rows[layout.first + unit], &pools));
        let mut gate = rows[layout.gates];
        for threat in threat_bits(sample.threats) {
            add(&mut units, biases(1 + threat), 1.0);
            add(&mut gate, &rows[layout.gates + 1 + threat], 1.0);
        }
        let mut begin = [0.0; CHANNELS];
        for (unit, value) in units.iter_mut().enumerate() {
            *value = value.max(0.0);
            add(&mut gate, &rows[layout.unit_gates + unit], *value);
            add(&mut begin, &rows[layout.unit_begins + unit], *value);
        }
        PolicyHead {
            begin,
            gate,
            threats: sample.threats,
            pools,
            units,
        }
    }

    /// Passes the rows' gradients, from those of gate and begin, to `tell`.
    pub fn learn(
        &self,
        rows: &[Row],
        layout: &Layout,
        (of_gate, of_begin): (&Row, &Row),
        mut tell: impl FnMut(usize, &Row),
    ) {
        tell(layout.gates, of_gate);
        threat_bits(self.threats).for_each(|threat| tell(layout.gates + 1 + threat, of_gate));
        let mut of_units = [0.0; UNITS];
        for (unit, &value) in self.units.iter().enumerate() {
            if value <= 0.0 {
                continue;
            }
            let (gates, begins) = (layout.unit_gates + unit, layout.unit_begins + unit);
            tell(gates, &of_gate.map(|one| one * value));
            tell(begins, &of_begin.map(|one| one * value));
            let back = dot(of_gate, &rows[gates]) + dot(of_begin, &rows[begins]);
            of_units[unit] = back;
            tell(layout.first + unit, &self.pools.map(|pool| pool * back));
        }
        let (of_units, _) = of_units.as_chunks::<CHANNELS>();
        for from in std::iter::once(0).chain(threat_bits(self.threats).map(|threat| 1 + threat)) {
            for (place, row) in bias_rows(layout, from).zip(of_units) {
                tell(place, row);
            }
        }
    }
}

/// Where the units' biases lie: `from` is 0 for the constant ones, else 1 + threat.
fn bias_rows(layout: &Layout, from: usize) -> std::ops::Range<usize> {
    let begin = layout.first_bias + from * UNIT_ROWS;
    begin..begin + UNIT_ROWS
}

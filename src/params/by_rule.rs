//! The numbers of the search by rule: each network foretells on a scale of its own,
//! which margins and reductions have to fit.

use super::Tunables;
use crate::types::Rule;

impl Tunables {
    /// The numbers that have done best so far under this rule.
    pub fn of(rule: Rule) -> Tunables {
        match rule {
            Rule::Freestyle => Tunables::freestyle(),
            Rule::Renju => Tunables::tuned_in_renju(),
            // With half of it -33 [-67, -1] Elo (60 ms, 253 games), with all 42 [1, 84] (184).
            Rule::Standard => Tunables {
                correction: 100,
                ..Tunables::tuned_in_renju()
            },
            _ => Tunables::default(),
        }
    }

    /// Tuned in renju with 40,000 nodes a move, where the others had 10,000: less is
    /// pruned, and late moves lose more. With 60,000 nodes they had 24 [-29, 79] Elo over
    /// the numbers before in renju (100 games) and 35 [-23, 95] in standard (80): see
    /// `lab/experiments`. That was with a `correction` in the form of before.
    fn tuned_in_renju() -> Tunables {
        Tunables {
            policy_base: 337,
            policy_slope: 19,
            policy_threes: 295,
            lmr_base: 2,
            lmr_factor: 198,
            lmr_worsening: 71,
            lmr_cut: 227,
            lmr_was_pv: 414,
            lmr_policy: 48,
            lmr_history: 1405,
            order_history: 51,
            order_counter: 98,
            order_killer: 95,
            rfp_margin: 28,
            rfp_improving: 48,
            rfp_depth: 1651,
            correction: 50,
            lmp_base: 231,
            lmp_linear: 31,
            lmp_square: 20,
            alpha_less: 156,
            extend_forced: 155,
            extend_table: 18,
            razor_base: 83,
            razor_depth: 129,
            singular_margin: 132,
            singular_double: 427,
            iir_less: 203,
            fhr_less: 384,
            fhr_margin: -30,
            lmr_attack: -104,
            lmr_threes: 88,
            lmr_answers: 326,
            lmr_deeper: 679,
            continuation: 393,
            leaf_depth: 79,
            aspiration: 12,
            // With 280 renju's network of seed 1101 would have contradicted in 2.5 % of
            // random positions.
            lazy_margin: 330,
            ..Tunables::default()
        }
    }

    /// Tuned on 15×15 and 20×20 in turn, with 24,000 nodes a move, from openings that are
    /// even: see `lab/experiments`.
    fn freestyle() -> Tunables {
        Tunables {
            policy_base: 450,
            policy_slope: 3,
            policy_threes: 1909,
            lmr_base: 233,
            lmr_factor: 257,
            lmr_worsening: 200,
            lmr_cut: 703,
            lmr_was_pv: 510,
            lmr_policy: 29,
            lmr_history: 1612,
            order_history: 52,
            order_counter: 114,
            order_killer: 14,
            rfp_margin: 50,
            rfp_improving: 184,
            rfp_depth: 1247,
            correction: 80,
            lmp_base: 294,
            lmp_linear: 176,
            lmp_square: 3,
            alpha_less: 286,
            extend_forced: 111,
            extend_table: 61,
            razor_base: 153,
            razor_depth: 189,
            singular_margin: 8,
            singular_double: 267,
            iir_less: 368,
            fhr_less: 394,
            fhr_margin: -122,
            lmr_attack: -452,
            lmr_threes: 64,
            lmr_answers: 231,
            lmr_deeper: 84,
            continuation: 129,
            aspiration: 3,
            singular_depth: 1665,
            lmp_worsening: 38,
            leaf_depth: 181,
            lazy_margin: 280,
            ..Tunables::default()
        }
    }
}

/// What differs from a rule's own numbers, for experiments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(Vec<(String, i32)>);

impl Changes {
    /// Changes the number of this name; says whether there is one and the value is
    /// within its range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let is_possible = Tunables::default().set(name, value);
        if is_possible {
            self.0.push((name.to_string(), value));
        }
        is_possible
    }

    /// A rule's numbers with these changes.
    pub fn of(&self, rule: Rule) -> Tunables {
        let mut numbers = Tunables::of(rule);
        for (name, value) in &self.0 {
            numbers.set(name, *value);
        }
        numbers
    }
}

impl<'a> FromIterator<&'a (String, i32)> for Changes {
    /// What is no number, or not within its range, changes nothing.
    fn from_iter<I: IntoIterator<Item = &'a (String, i32)>>(all: I) -> Changes {
        let mut changes = Changes::default();
        for (name, value) in all {
            changes.set(name, *value);
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rules_numbers_are_within_their_ranges() {
        for rule in Rule::ALL {
            let numbers = Tunables::of(rule);
            for name in Tunables::NAMES {
                let value = numbers.get(name).unwrap();
                assert!(Tunables::default().set(name, value), "{rule} {name}");
            }
        }
    }

    #[test]
    fn changes_leave_a_rules_other_numbers_alone() {
        let mut changes = Changes::default();
        assert!(changes.set("rfp_margin", 77) && !changes.set("rfp_margin", -1));
        for rule in Rule::ALL {
            let wanted = Tunables {
                rfp_margin: 77,
                ..Tunables::of(rule)
            };
            assert_eq!(changes.of(rule), wanted);
        }
    }
}

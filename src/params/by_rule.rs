//! The search parameters by rule: each network has a scale of its own, which margins and
//! reductions have to fit.

use super::tunables::Tunables;
use crate::types::Rule;

impl Tunables {
    /// The best parameters so far under this rule.
    pub fn of(rule: Rule) -> Tunables {
        match rule {
            Rule::Freestyle => Tunables::freestyle(),
            Rule::Renju => Tunables {
                // Not tuned: from how often a skipped value contradicts (`eval/network`).
                lazy_margin: 360,
                ..Tunables::renju_and_standard()
            },
            // With half of the correction -33 [-67, -1] Elo (60 ms, 253 games), with all 42
            // [1, 84] (184). With a policy_slope of 28, one of the only defences that are tested
            // took 12,000 nodes (072f4c7).
            Rule::Standard => Tunables {
                correction: 100,
                policy_slope: 32,
                sharp_depth: 1024,
                lazy_margin: 200,
                ..Tunables::renju_and_standard()
            },
            // Tuned in other rules, and yet 29 [7, 51] and, in caro8, 61 [31, 92] Elo better
            // than the usual ones (50,000 nodes, 400 and 252 games), of which one stayed.
            Rule::Caro | Rule::CaroOverline => Tunables {
                aspiration: Tunables::default().aspiration,
                ..Tunables::renju_and_standard()
            },
        }
    }

    /// Tuned in renju and standard in turn, with 24,000 nodes a move, from openings that
    /// are even: see `lab/experiments`.
    fn renju_and_standard() -> Tunables {
        Tunables {
            policy_base: 367,
            policy_slope: 28,
            policy_threes: 55,
            lmr_base: 40,
            lmr_factor: 238,
            lmr_worsening: -60,
            lmr_cut: 547,
            lmr_was_pv: 525,
            lmr_policy: 76,
            lmr_history: 2000,
            order_history: 125,
            order_counter: 130,
            order_killer: 33,
            rfp_margin: 33,
            rfp_improving: 24,
            rfp_depth: 1456,
            correction: 65,
            lmp_base: 195,
            lmp_linear: 100,
            lmp_square: 29,
            alpha_less: 115,
            extend_forced: 30,
            extend_table: 100,
            singular_margin: 205,
            singular_double: 127,
            iir_less: 197,
            fhr_less: 459,
            fhr_margin: -36,
            lmr_attack: -320,
            lmr_threes: 80,
            lmr_answers: 383,
            lmr_deeper: 483,
            continuation: 300,
            aspiration: 12,
            singular_depth: 1273,
            lmp_worsening: 44,
            leaf_depth: 50,
            ..Tunables::default()
        }
    }

    /// Tuned on 15×15 and 20×20 in turn, with 30,000 nodes a move, from openings that are
    /// even: see `lab/experiments`.
    fn freestyle() -> Tunables {
        Tunables {
            policy_base: 372,
            policy_slope: 28,
            policy_threes: 1905,
            lmr_base: 414,
            lmr_factor: 231,
            lmr_worsening: 280,
            lmr_cut: 812,
            lmr_was_pv: 502,
            lmr_policy: 26,
            lmr_history: 1200,
            order_history: 103,
            order_counter: 90,
            order_killer: 48,
            rfp_margin: 61,
            rfp_improving: 198,
            rfp_depth: 685,
            correction: 95,
            lmp_base: 334,
            lmp_linear: 1,
            lmp_square: 20,
            alpha_less: 289,
            extend_forced: 46,
            extend_table: 94,
            singular_margin: 310,
            singular_double: 47,
            iir_less: 235,
            fhr_less: 497,
            fhr_margin: -163,
            lmr_attack: -267,
            lmr_threes: 43,
            lmr_answers: 269,
            lmr_deeper: 50,
            continuation: 340,
            aspiration: 2,
            singular_depth: 1150,
            lmp_worsening: 69,
            leaf_depth: 107,
            sharp_depth: 1024,
            lazy_margin: 200,
            ..Tunables::default()
        }
    }
}

/// What differs from a rule's own parameters, for experiments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(Vec<(String, i32)>);

impl Changes {
    /// Changes the parameter of this name: whether there is one and the value is within its
    /// range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let is_possible = Tunables::default().set(name, value);
        if is_possible {
            self.0.push((name.to_string(), value));
        }
        is_possible
    }

    /// A rule's parameters with these changes.
    pub fn of(&self, rule: Rule) -> Tunables {
        let mut params = Tunables::of(rule);
        for (name, value) in &self.0 {
            params.set(name, *value);
        }
        params
    }
}

impl<'a> FromIterator<&'a (String, i32)> for Changes {
    /// What is no parameter, or not within its range, changes nothing.
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
    fn every_rules_parameters_are_within_their_ranges() {
        for rule in Rule::ALL {
            let params = Tunables::of(rule);
            for name in Tunables::NAMES {
                let value = params.get(name).unwrap();
                assert!(Tunables::default().set(name, value), "{rule} {name}");
            }
        }
    }

    #[test]
    fn changes_leave_a_rules_other_parameters_alone() {
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

//! How far the learner is with the puzzles, for the page.

use serde::Deserialize;
use serde_json::{Value, json};

use super::message::Message;
use crate::teach::{Learner, daily, puzzles};

/// A question how far the learner is, after an attempt at a puzzle if one is named.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Learned {
    /// Today, counted in days.
    day: u32,
    /// The puzzle's number, and whether it was solved.
    puzzle: Option<usize>,
    #[serde(default)]
    solved: bool,
}

impl Learned {
    /// Notes the attempt. Returns whether there was one.
    pub fn note(&self, learner: &mut Learner) -> Result<bool, Message> {
        let Some(number) = self.puzzle else {
            return Ok(false);
        };
        let place = number.checked_sub(1);
        let puzzle = place.and_then(|place| puzzles().get(place));
        let puzzle = puzzle.ok_or_else(|| Message::new("no_task"))?;
        learner.attempted(puzzle, self.solved, self.day);
        Ok(true)
    }

    /// How far the learner is: the rating with the half of its 95 % interval, streaks,
    /// and numbers of puzzles.
    pub fn answer(&self, learner: &Learner) -> Value {
        let rating = learner.rating();
        let (streak, best) = learner.streak();
        let daily = daily(self.day);
        let solved = puzzles().iter().filter(|puzzle| learner.has_solved(puzzle));
        json!({
            "rating": rating.rating.round() as i64,
            "margin": (1.96 * rating.deviation).round() as i64,
            "streak": streak,
            "best": best,
            "days": learner.days(self.day),
            "next": learner.next().map(|puzzle| puzzle.number),
            "daily": daily.number,
            "isDailySolved": learner.has_solved_daily(self.day),
            "solved": solved.map(|puzzle| puzzle.number).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(learner: &mut Learner, text: &str) -> Result<Value, Message> {
        let wrong = |_| Message::new("unknown_act");
        let asked: Learned = serde_json::from_str(text).map_err(wrong)?;
        asked.note(learner)?;
        Ok(asked.answer(learner))
    }

    #[test]
    fn attempts_are_noted() {
        let mut learner = Learner::default();
        let first = ask(&mut learner, r#"{"day":20000}"#).unwrap();
        assert_eq!(
            (&first["rating"], &first["days"]),
            (&json!(1200), &json!(0))
        );
        assert_eq!(first["isDailySolved"], false);
        let text = format!(
            r#"{{"day":20000,"puzzle":{},"solved":true}}"#,
            first["daily"]
        );
        let second = ask(&mut learner, &text).unwrap();
        assert!(second["rating"].as_i64() > first["rating"].as_i64());
        assert_eq!((&second["days"], &second["streak"]), (&json!(1), &json!(1)));
        assert_eq!(second["solved"], json!([first["daily"]]));
        assert_eq!(second["isDailySolved"], true);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut learner = Learner::default();
        for text in ["{}", r#"{"day":-1}"#, r#"{"day":1,"other":1}"#] {
            assert!(ask(&mut learner, text).is_err(), "{text}");
        }
        for number in ["0", "99999", "18446744073709551615"] {
            let text = format!(r#"{{"day":1,"puzzle":{number},"solved":true}}"#);
            assert_eq!(ask(&mut learner, &text), Err(Message::new("no_task")));
        }
        let last = format!(r#"{{"day":{},"puzzle":1,"solved":true}}"#, u32::MAX);
        assert!(ask(&mut learner, &last).is_ok());
        assert!(ask(&mut learner, &last).is_ok());
    }
}

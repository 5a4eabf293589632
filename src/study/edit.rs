//! The position editor.
//!
//! Stones are set up at the present node, if it is no move and nothing follows it;
//! else in a new node after it, so that no line loses its stones.

use std::sync::Arc;

use super::{Refusal, Stones, Study, Turning};
use crate::records::tree::{Action, SetUp};
use crate::types::{Color, Square};

impl Study {
    pub(super) fn set_up(&mut self, square: Square, color: Option<Color>) -> Result<(), Refusal> {
        let stones = self.stones();
        if !stones.has(square) {
            return Err(Refusal::Outside);
        }
        let to_move = stones.to_move;
        let before = self.open_editor()?;
        let was = before.on(square).map(|stone| stone.color);
        self.edit(|set_up| {
            for stones in &mut set_up.stones {
                stones.retain(|&one| one != square);
            }
            set_up.emptied.retain(|&one| one != square);
            match color {
                Some(color) if was != Some(color) => set_up.stones[color.index()].push(square),
                None if was.is_some() => set_up.emptied.push(square),
                _ => (),
            }
            // Who is to move does not change with every stone.
            set_up.to_move = Some(to_move);
        });
        Ok(())
    }

    pub(super) fn set_to_move(&mut self, color: Color) -> Result<(), Refusal> {
        self.open_editor()?;
        self.edit(|set_up| set_up.to_move = Some(color));
        Ok(())
    }

    pub(super) fn clear(&mut self) -> Result<(), Refusal> {
        let before = self.open_editor()?;
        self.edit(|set_up| {
            *set_up = SetUp {
                emptied: before.all().map(|(square, _)| square).collect(),
                to_move: Some(Color::Black),
                ..SetUp::default()
            };
        });
        Ok(())
    }

    /// Goes where stones can be set up; the stones before that.
    fn open_editor(&mut self) -> Result<Stones, Refusal> {
        let here = self.here();
        let is_free =
            self.tree().action(here) == Action::None && self.tree().first_child(here).is_none();
        match is_free {
            true => drop(self.change()),
            false => self.grow(Action::None)?,
        }
        Ok(Stones::before(self.tree(), self.here()))
    }

    /// Changes what is set up here; it is one change with what opened the editor.
    fn edit(&mut self, how: impl FnOnce(&mut SetUp)) {
        let here = self.here();
        let tree = Arc::make_mut(&mut self.place.tree);
        how(&mut tree.notes_mut(here).set_up);
    }

    pub(super) fn turn(&mut self, turning: Turning) -> Result<(), Refusal> {
        let (width, height) = (self.tree().width as i32, self.tree().height as i32);
        let size = match turning {
            Turning::Right => (height as usize, width as usize),
            Turning::LeftRight | Turning::TopBottom => (width as usize, height as usize),
        };
        self.map(size, |square| {
            let (x, y) = (square.x() as i32, square.y() as i32);
            let (x, y) = match turning {
                Turning::Right => (height - 1 - y, x),
                Turning::LeftRight => (width - 1 - x, y),
                Turning::TopBottom => (x, height - 1 - y),
            };
            Square::new(x, y)
        })
    }

    pub(super) fn shift(&mut self, right: i32, down: i32) -> Result<(), Refusal> {
        let (width, height) = (self.tree().width, self.tree().height);
        self.map((width, height), |square| {
            let x = (square.x() as i32).checked_add(right)?;
            let y = (square.y() as i32).checked_add(down)?;
            let is_inside = x < width as i32 && y < height as i32;
            Square::new(x, y).filter(|_| is_inside)
        })
    }

    fn map(
        &mut self,
        size: (usize, usize),
        to: impl Fn(Square) -> Option<Square>,
    ) -> Result<(), Refusal> {
        let is_moved = self.change().map_squares(size, to);
        if !is_moved {
            self.undone_to.pop();
            return Err(Refusal::OffBoard);
        }
        Ok(())
    }
}

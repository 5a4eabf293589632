//! Boards and positions.

use std::collections::BTreeMap;
use std::fmt::Write;

use numpy::ndarray::Array2;
use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use tengen::board::notation::{
    diagram, moves_text, parse_diagram, parse_move, parse_square, place_stones, play_moves,
    square_name,
};
use tengen::board::{self, Content};
use tengen::pattern::ThreatClass;
use tengen::position;
use tengen::rules;
use tengen::types::{ByRule, Color, Rule, Ruleset, Square};

use crate::values::{color, color_name, names, rule, wrong};

/// The side of a square on drawings, in pixels.
const PIXELS: usize = 28;

/// A side of a square board, or columns and rows.
#[derive(FromPyObject)]
pub enum Size {
    Side(usize),
    Sides(usize, usize),
}

impl Size {
    /// Columns and rows.
    pub fn sides(&self) -> (usize, usize) {
        match *self {
            Size::Side(side) => (side, side),
            Size::Sides(width, height) => (width, height),
        }
    }

    fn board(&self) -> PyResult<board::Board> {
        let (width, height) = self.sides();
        board::Board::new(width, height).map_err(wrong)
    }
}

/// A board with the moves that led to it, under no rule in particular.
///
/// ``Board(15, "h8 i9 h9")`` or ``Board((20, 15))``. Squares have names as ``h8``: the
/// column's letter, and the row counted from the bottom.
#[pyclass(module = "tengen")]
#[derive(Clone)]
pub struct Board(pub board::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (size=Size::Side(15), moves=""))]
    fn new(size: Size, moves: &str) -> PyResult<Board> {
        let mut board = size.board()?;
        play_moves(&mut board, moves).map_err(wrong)?;
        Ok(Board(board))
    }

    /// The board of a diagram: X black, O white, . empty, the top row first, rows
    /// separated by line breaks or /.
    #[staticmethod]
    fn from_diagram(text: &str) -> PyResult<Board> {
        parse_diagram(text.trim()).map(Board).map_err(wrong)
    }

    /// The board of an array (rows × columns, the top row first): 1 black, -1 white, 0
    /// empty. Without ``to_move`` it is Black's turn if both have as many stones.
    #[staticmethod]
    #[pyo3(signature = (array, to_move=None))]
    fn from_array(array: PyReadonlyArray2<i8>, to_move: Option<&str>) -> PyResult<Board> {
        let array = array.as_array();
        let (height, width) = array.dim();
        let board = of_stones((width, height), array.iter().copied())?;
        with_side(board, to_move.map(color).transpose()?).map(Board)
    }

    /// The stones as an array (rows × columns, the top row first): 1 black, -1 white, 0
    /// empty.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let (width, height) = (self.0.width(), self.0.height());
        let mut array = Array2::zeros((height, width));
        for (square, content) in self.0.squares() {
            array[(square.y(), square.x())] = match content {
                Content::Stone(Color::Black) => 1,
                Content::Stone(Color::White) => -1,
                _ => 0,
            };
        }
        PyArray2::from_owned_array(py, array)
    }

    /// Columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// ``"black"`` or ``"white"``.
    #[getter]
    fn to_move(&self) -> &'static str {
        color_name(self.0.side_to_move())
    }

    /// The moves so far; ``None`` is a pass.
    #[getter]
    fn moves(&self) -> Vec<Option<String>> {
        let name = |&made: &Option<Square>| Some(square_name(made?, self.0.height()));
        self.0.moves().iter().map(name).collect()
    }

    /// The empty squares.
    #[getter]
    fn empty(&self) -> Vec<String> {
        let squares: Vec<Square> = self.0.empty().into_iter().collect();
        names(&squares, &self.0)
    }

    /// What stands on a square: ``"black"``, ``"white"`` or ``None``.
    fn at(&self, square: &str) -> PyResult<Option<&'static str>> {
        Ok(
            match self.0.at(parse_square(square, &self.0).map_err(wrong)?) {
                Content::Stone(color) => Some(color_name(color)),
                _ => None,
            },
        )
    }

    /// Places a stone of the side to move; ``"pass"`` passes.
    fn play(&mut self, square: &str) -> PyResult<()> {
        match parse_move(square, &self.0).map_err(wrong)? {
            None => self.0.pass(),
            Some(at) if self.0.is_empty(at) => self.0.place(at),
            Some(_) => return Err(wrong(format!("{square} is taken"))),
        }
        Ok(())
    }

    /// Takes the last move back.
    fn undo(&mut self) -> PyResult<()> {
        let undone = self.0.undo();
        undone
            .map(drop)
            .ok_or_else(|| wrong("there is no move to take back"))
    }

    /// A board of its own with the same moves.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    /// Equal boards have the same stones and the same side to move.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Board>() else {
            return false;
        };
        let (one, other) = (&self.0, &other.borrow().0);
        let key = |board: &board::Board| (board.width(), board.height(), board.side_to_move());
        key(one) == key(other) && one.squares().eq(other.squares())
    }

    /// The number of stones.
    fn __len__(&self) -> usize {
        self.0.stone_count()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        diagram(&self.0, |_| None)
    }

    fn __repr__(&self) -> String {
        let (width, height) = (self.0.width(), self.0.height());
        let size = match width == height {
            true => width.to_string(),
            false => format!("({width}, {height})"),
        };
        format!("Board({size}, '{}')", moves_text(&self.0))
    }

    fn __getnewargs__(&self) -> ((usize, usize), String) {
        ((self.0.width(), self.0.height()), moves_text(&self.0))
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.0)
    }
}

/// A board with these stones, given row by row from the top.
pub fn of_stones(
    (width, height): (usize, usize),
    stones: impl Iterator<Item = i8>,
) -> PyResult<board::Board> {
    let mut board = board::Board::new(width, height).map_err(wrong)?;
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for (index, stone) in stones.enumerate() {
        let square = board.square((index % width) as i32, (index / width) as i32);
        let square = square.ok_or_else(|| wrong("a stone beside the board"))?;
        match stone {
            0 => (),
            1 => black.push(square),
            -1 => white.push(square),
            other => return Err(wrong(format!("{other} is not 1, -1 or 0"))),
        }
    }
    place_stones(&mut board, &black, &white);
    // Who has fewer stones is to move, Black if both have as many.
    let is_blacks = black.len() <= white.len();
    if is_blacks != (board.side_to_move() == Color::Black) {
        board.pass();
    }
    Ok(board)
}

fn with_side(mut board: board::Board, side: Option<Color>) -> PyResult<board::Board> {
    if side.is_some_and(|side| side != board.side_to_move()) {
        board.pass();
    }
    Ok(board)
}

/// A drawing with the numbers of the moves.
fn svg(board: &board::Board) -> String {
    let (width, height) = (board.width(), board.height());
    let at = |place: usize| (place + 1) * PIXELS;
    let (right, bottom) = (at(width), at(height));
    let mut text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{right}' height='{bottom}' \
         viewBox='0 0 {right} {bottom}' font-family='sans-serif' text-anchor='middle'>\
         <rect width='{right}' height='{bottom}' fill='#dfb46b'/>"
    );
    let mut line = |x1, y1, x2, y2| {
        let _ = write!(text, "<path d='M{x1} {y1}L{x2} {y2}' stroke='#4a3a1c'/>");
    };
    (0..width).for_each(|x| line(at(x), at(0), at(x), at(height - 1)));
    (0..height).for_each(|y| line(at(0), at(y), at(width - 1), at(y)));
    for (number, made) in board.moves().iter().enumerate() {
        let Some(square) = *made else { continue };
        let (x, y) = (at(square.x()), at(square.y()));
        let (fill, ink) = match board.at(square) {
            Content::Stone(Color::Black) => ("#222", "#fff"),
            _ => ("#fff", "#222"),
        };
        let _ = write!(
            text,
            "<circle cx='{x}' cy='{y}' r='{}' fill='{fill}' stroke='#222'/>\
             <text x='{x}' y='{}' font-size='{}' fill='{ink}'>{}</text>",
            PIXELS * 45 / 100,
            y + PIXELS / 7,
            PIXELS * 2 / 5,
            number + 1
        );
    }
    for x in 0..width {
        let name = (b'a' + x as u8) as char;
        let _ = write!(
            text,
            "<text x='{}' y='{}' font-size='10'>{name}</text>",
            at(x),
            bottom - 2
        );
    }
    for y in 0..height {
        let _ = write!(
            text,
            "<text x='8' y='{}' font-size='10'>{}</text>",
            at(y) + 4,
            height - y
        );
    }
    text + "</svg>"
}

/// A board under a rule: what is legal, what stones threaten, how the game ended.
#[pyclass(module = "tengen")]
#[derive(Clone)]
pub struct Position {
    board: board::Board,
    rule: Rule,
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (board=None, rule="freestyle"))]
    fn new(board: Option<PyRef<Board>>, rule: &str) -> PyResult<Position> {
        let board = match board {
            Some(board) => board.0.clone(),
            None => Size::Side(15).board()?,
        };
        let rule = crate::values::rule(rule)?;
        Ok(Position { board, rule })
    }

    /// A copy of the board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.board.clone())
    }

    /// The rule's name.
    #[getter]
    fn rule(&self) -> &'static str {
        self.rule.name()
    }

    /// ``"black"`` or ``"white"``.
    #[getter]
    fn to_move(&self) -> &'static str {
        color_name(self.board.side_to_move())
    }

    /// Who has won, by a line of stones or by the opponent's forbidden move.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match rules::outcome(&self.board, self.rule)? {
            rules::Outcome::Five(color) => Some(color_name(color)),
            rules::Outcome::Foul(_) => Some("white"),
            rules::Outcome::Draw => None,
        }
    }

    /// How the game ended, in words; ``None`` if it is not over.
    #[getter]
    fn outcome(&self) -> Option<String> {
        rules::outcome(&self.board, self.rule).map(|outcome| outcome.to_string())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        rules::outcome(&self.board, self.rule).is_some()
    }

    /// The squares on which the side to move may place a stone.
    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let squares = self.rule.run(Legal(&self.board));
        names(&squares, &self.board)
    }

    /// Black's forbidden points in renju, each with its kind.
    fn forbidden(&self) -> BTreeMap<String, &'static str> {
        match self.rule.forbids() {
            true => forbidden_points(&self.board),
            false => BTreeMap::new(),
        }
    }

    /// What a stone of a colour (the side to move if not given) would make on each square
    /// where it makes something: ``"five"``, ``"open four"``, ``"four"``, ``"three"`` …
    #[pyo3(signature = (side=None))]
    fn threats(&self, side: Option<&str>) -> PyResult<BTreeMap<String, String>> {
        let side = side.map(color).transpose()?;
        let color = side.unwrap_or(self.board.side_to_move());
        Ok(self.rule.run(Threats(&self.board, color)))
    }

    /// Makes a move; ``"pass"`` passes.
    fn play(&mut self, square: &str) -> PyResult<()> {
        if self.is_over() {
            return Err(wrong("the game is over"));
        }
        let mut board = Board(self.board.clone());
        board.play(square)?;
        self.board = board.0;
        Ok(())
    }

    /// Takes the last move back.
    fn undo(&mut self) -> PyResult<()> {
        let undone = self.board.undo();
        undone
            .map(drop)
            .ok_or_else(|| wrong("there is no move to take back"))
    }

    fn __repr__(&self) -> String {
        let board = Board(self.board.clone()).__repr__();
        format!("Position({board}, '{}')", self.rule)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.board)
    }
}

struct Legal<'a>(&'a board::Board);

impl ByRule for Legal<'_> {
    type Output = Vec<Square>;

    fn run<R: Ruleset>(self) -> Vec<Square> {
        let position = position::Position::<R>::new(self.0.clone());
        position.legal(*self.0.empty()).into_iter().collect()
    }
}

struct Threats<'a>(&'a board::Board, Color);

impl ByRule for Threats<'_> {
    type Output = BTreeMap<String, String>;

    fn run<R: Ruleset>(self) -> BTreeMap<String, String> {
        let Threats(board, color) = self;
        let position = position::Position::<R>::new(board.clone());
        let class = |square: Square| {
            let class = position.legal_threat(square, color);
            let name = match class {
                ThreatClass::None => return None,
                class => words(class),
            };
            Some((square_name(square, board.height()), name))
        };
        board.empty().into_iter().filter_map(class).collect()
    }
}

/// The name of a class: `OpenFour` is "open four".
fn words(class: ThreatClass) -> String {
    let mut name = String::new();
    for letter in format!("{class:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push(' ');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

fn forbidden_points(board: &board::Board) -> BTreeMap<String, &'static str> {
    let point = |square: Square| {
        let kind = rules::forbidden(board, square)?;
        Some((square_name(square, board.height()), kind.name()))
    };
    board.empty().into_iter().filter_map(point).collect()
}

/// Black's forbidden points in renju, each with its kind, for either side to move.
#[pyfunction]
pub fn forbidden(board: PyRef<Board>) -> BTreeMap<String, &'static str> {
    forbidden_points(&board.0)
}

/// Who has a winning line under a rule: ``"black"``, ``"white"`` or ``None``.
#[pyfunction]
#[pyo3(signature = (board, rule="freestyle"))]
pub fn winner(board: PyRef<Board>, rule: &str) -> PyResult<Option<&'static str>> {
    let rule = self::rule(rule)?;
    Ok(rules::winner(&board.0, rule).map(color_name))
}

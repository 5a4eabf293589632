//! The commands of a manager.

use super::database::DatabaseCommand;
use super::point::Point;

/// One line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where.
    pub point: Point,
    /// 1 or 2 for the stones of either side, 3 for a wall.
    pub field: u8,
}

/// What a manager wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a square board, `START n`.
    Start(i64),
    /// A new game on a board of any size, `RECTSTART w,h` or `START w h`.
    RectStart(i64, i64),
    /// A new game on a board of the same size.
    Restart,
    /// Make the first move.
    Begin,
    /// The opponent's move; answer it.
    Turn(Point),
    /// This is the position; make a move.
    Board(Vec<Stone>),
    /// This is the position.
    YxBoard(Vec<Stone>),
    /// Take a move back.
    Takeback(Point),
    /// Place a stone without thinking.
    Play(Point),
    /// A setting.
    Info {
        /// In lower case.
        key: String,
        /// All that follows the key.
        value: String,
    },
    /// The swap2 opening with the stones so far.
    Swap2Board(Vec<Point>),
    /// A step of Yixin's dialogue about swap2, 1 to 3; the stones are on the board.
    Swap2Step(u8),
    /// A step of Yixin's dialogue about Soosõrv-8.
    SoosorvStep {
        /// 1 to 6.
        step: u8,
        /// How many fifth moves, where the step has it.
        number: Option<i64>,
        /// The stones so far.
        points: Vec<Point>,
    },
    /// Black's forbidden points.
    ShowForbid,
    /// The manager is a graphical program.
    ShowInfo,
    /// Think about the position, looking for this many best lines.
    NBest(usize),
    /// Think about the position with a line for every legal move.
    SearchDefend,
    /// Find stones after which the score is close to a bias.
    Balance {
        /// One or two.
        stones: usize,
        /// A normalised score for the side to move.
        bias: i32,
    },
    /// Do not play these squares.
    Block(Vec<Point>),
    /// Play them again.
    BlockUndo(Vec<Point>),
    /// Play any square again.
    BlockReset,
    /// Empty the hash table.
    HashClear,
    /// How full is the hash table?
    ShowHashUsage,
    /// A question about the library of positions, or a change of it.
    Database(DatabaseCommand),
    /// Who are you?
    About,
    /// Stop thinking and move.
    Stop,
    /// Exit.
    End,
    /// A known command whose arguments make no sense, or a block that was
    /// never finished.
    Malformed(String),
    /// Not a known command.
    Unknown(String),
}

impl Command {
    /// Whether this belongs to Yixin's extension.
    pub fn is_yixins(&self) -> bool {
        matches!(
            self,
            Command::YxBoard(_)
                | Command::Swap2Step(_)
                | Command::SoosorvStep { .. }
                | Command::ShowForbid
                | Command::ShowInfo
                | Command::NBest(_)
                | Command::SearchDefend
                | Command::Balance { .. }
                | Command::Block(_)
                | Command::BlockUndo(_)
                | Command::BlockReset
                | Command::HashClear
                | Command::ShowHashUsage
                | Command::Database(_)
        )
    }

    /// Whether this leaves the game and a search as they are.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            Command::Info { .. }
                | Command::ShowForbid
                | Command::ShowInfo
                | Command::ShowHashUsage
                | Command::Database(_)
                | Command::About
                | Command::Malformed(_)
                | Command::Unknown(_)
        )
    }
}

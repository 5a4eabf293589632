//! Work in independent pieces whose results are kept in a file: it is continued after an
//! interruption, and several machines can share it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lab::results::{ResultFile, Work};
use crate::lab::shard::Shard;

/// Where results are kept, and which part of the work is done.
#[derive(clap::Args)]
pub(super) struct Part {
    /// File to which the results are added, one JSON object a line; an interrupted run
    /// resumes from it.
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Do only part I of N of the work: for several machines. `merge` puts the parts
    /// together.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "out")]
    pub shard: Shard,
}

/// The results that are known, and the file for more.
pub(super) struct Kept<T> {
    file: Option<ResultFile>,
    /// Results by piece.
    pub known: BTreeMap<usize, T>,
    /// The pieces that are to be done.
    pub open: Vec<usize>,
}

impl Part {
    /// Opens the file, if there is one, for so many pieces of this work.
    pub fn open<T: DeserializeOwned>(
        &self,
        pieces: usize,
        work: &impl Serialize,
    ) -> Result<Kept<T>> {
        let (mut file, mut known) = (None, BTreeMap::new());
        if let Some(path) = &self.out {
            let shard = self.shard;
            let opened = ResultFile::open(
                path,
                Work {
                    shard,
                    pieces,
                    work,
                },
            )?;
            file = Some(opened.0);
            for (piece, text) in opened.1 {
                known.insert(piece, serde_json::from_str(text.get())?);
            }
        }
        let is_open = |piece: &usize| self.shard.has(*piece) && !known.contains_key(piece);
        Ok(Kept {
            open: (0..pieces).filter(is_open).collect(),
            file,
            known,
        })
    }
}

impl<T> Kept<T> {
    /// Adds the result of a piece.
    pub fn add(&mut self, piece: usize, result: &impl Serialize) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.add(piece, result)?;
        }
        Ok(())
    }
}

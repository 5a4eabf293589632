//! The gradient of many rows, of which a batch touches few.

use super::vector::add;

/// Sums for rows of `N` numbers, zero until something is added.
pub struct SparseRows<const N: usize> {
    sums: Vec<[f32; N]>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl<const N: usize> SparseRows<N> {
    /// Zeros for this number of rows.
    pub fn new(len: usize) -> SparseRows<N> {
        SparseRows {
            sums: vec![[0.0; N]; len],
            touched: Vec::new(),
            is_touched: vec![false; len],
        }
    }

    /// Adds to a row.
    #[inline]
    pub fn add(&mut self, row: usize, change: &[f32; N]) {
        if !std::mem::replace(&mut self.is_touched[row], true) {
            self.touched.push(row as u32);
        }
        add(&mut self.sums[row], change, 1.0);
    }

    /// Adds all rows of another.
    pub fn add_all(&mut self, other: &SparseRows<N>) {
        for row in other.touched() {
            self.add(row, other.row(row));
        }
    }

    /// The rows that something was added to, in the order of the first time.
    pub fn touched(&self) -> impl Iterator<Item = usize> {
        self.touched.iter().map(|&row| row as usize)
    }

    /// The sums of a row.
    pub fn row(&self, row: usize) -> &[f32; N] {
        &self.sums[row]
    }

    /// The sums of these rows, counted from `first`.
    pub fn rows(&self, first: usize, rows: &[u32]) -> Vec<[f32; N]> {
        let rows = rows.iter();
        rows.map(|&row| self.sums[first + row as usize]).collect()
    }

    /// Sets all to zero.
    pub fn clear(&mut self) {
        for row in self.touched.drain(..) {
            self.sums[row as usize] = [0.0; N];
            self.is_touched[row as usize] = false;
        }
    }
}

//! Floor 1: the rows of a table, which may be made later.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The rows of a table: a slice. Those of the long tables of binary files are made when somebody looks at one of
/// them: in most files nobody has to, as [`Extremes`](crate::model::row_stats::RowStats) tell that nothing is wrong.
#[derive(Clone)]
pub struct Rows<T> {
    made: OnceLock<Vec<T>>,
    stored: Option<Stored<T>>,
}

/// Where rows are that are not made yet.
#[derive(Clone)]
struct Stored<T> {
    bytes: Arc<Vec<u8>>,
    start: usize,
    count: usize,
    row: fn(&[u8], usize, usize) -> T,
}

impl<T> Stored<T> {
    fn row(&self, index: usize) -> T {
        (self.row)(&self.bytes, self.start, index)
    }
}

impl<T> Rows<T> {
    /// So many rows of which `row` makes each: of the bytes of the file, the offset at which the table starts,
    /// and the index of the row.
    pub fn later(
        bytes: &Arc<Vec<u8>>,
        start: usize,
        count: usize,
        row: fn(&[u8], usize, usize) -> T,
    ) -> Self {
        let stored = Stored { bytes: Arc::clone(bytes), start, count, row };
        Self { made: OnceLock::new(), stored: Some(stored) }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.stored {
            Some(stored) => stored.count,
            None => self.made.get().map_or(0, Vec::len),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: Copy> Rows<T> {
    /// One row, without making the others.
    pub fn one(&self, index: usize) -> Option<T> {
        match (self.made.get(), &self.stored) {
            (Some(made), _) => made.get(index).copied(),
            (None, Some(stored)) => (index < stored.count).then(|| stored.row(index)),
            (None, None) => None,
        }
    }

    /// The first row, without making the others.
    pub fn first(&self) -> Option<T> {
        self.one(0)
    }
}

impl<T> Rows<T> {
    /// All rows, to be changed.
    pub fn into_vec(self) -> Vec<T> {
        let _ = &self[..];
        self.made.into_inner().unwrap_or_default()
    }
}

impl<T> Deref for Rows<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.made.get_or_init(|| match &self.stored {
            Some(stored) => (0..stored.count).map(|index| stored.row(index)).collect(),
            None => Vec::new(),
        })
    }
}

impl<T> From<Vec<T>> for Rows<T> {
    fn from(rows: Vec<T>) -> Self {
        Self { made: OnceLock::from(rows), stored: None }
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<'a, T> IntoIterator for &'a Rows<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for Rows<T> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: fmt::Debug> fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self[..].fmt(f)
    }
}

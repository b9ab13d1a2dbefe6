//! Where a bone is: a rotation and then a translation.

use crate::model::vector::{Vector, add, dot};

/// A rotation and then a translation: what a matrix of 3 rows and 4 columns does to a point, which is a column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transform {
    /// The rows of the rotation.
    pub rotation: [Vector; 3],
    /// The translation.
    pub translation: Vector,
}

impl Transform {
    /// The one that moves nothing.
    pub const IDENTITY: Self =
        Self { rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: [0.0; 3] };

    /// A direction, turned. What this moves is given in the system of a bone, the result in that of its parent.
    #[inline]
    pub fn turn(&self, direction: Vector) -> Vector {
        self.rotation.map(|row| dot(row, direction))
    }

    /// A point, moved.
    #[inline]
    pub fn apply(&self, point: Vector) -> Vector {
        let mut moved = self.turn(point);
        add(&mut moved, self.translation);
        moved
    }

    /// The product of two matrices: what first `inner` does, and then this.
    pub fn then(&self, inner: &Self) -> Self {
        let column = |axis: usize| self.turn(inner.rotation.map(|row| row[axis]));
        let columns = [0, 1, 2].map(column);
        Self {
            rotation: [0, 1, 2].map(|row| columns.map(|column| column[row])),
            translation: self.apply(inner.translation),
        }
    }

    /// What takes this back, as long as it only turns and moves, as all bind poses do.
    pub fn inverse(&self) -> Self {
        let rotation = [0, 1, 2].map(|row| self.rotation.map(|line| line[row]));
        let back = Self { rotation, translation: [0.0; 3] };
        Self { rotation, translation: back.turn(self.translation).map(|part| -part) }
    }

    /// The matrix of 4 rows and 4 columns, row after row: the translation is at 3, 7 and 11.
    pub fn matrix(&self) -> [f64; 16] {
        let mut matrix = [0.0; 16];
        for (row, (turned, moved)) in self.rotation.iter().zip(self.translation).enumerate() {
            matrix[4 * row..][..3].copy_from_slice(turned);
            matrix[4 * row + 3] = moved;
        }
        matrix[15] = 1.0;
        matrix
    }
}

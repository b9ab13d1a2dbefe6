//! A second way to pose a model, to compare the first with: written from the article on animation and skinning, and from the
//! definition in `docs/poses.md`, with as little thought of speed as these. It shares nothing with `src/pose/`: matrices have
//! 4 rows, rotations are products of matrices around one axis, and the way between two is a turn around one axis.

use ms3dlint::model::{Bone, Key, Model, Parent, Table};

/// Rows of a matrix.
pub(super) type Matrix = [[f64; 4]; 4];

const UNIT: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// The bones and vertices of a model at a time.
pub(super) struct NaivePose {
    pub(super) bones: Vec<Matrix>,
    pub(super) vertices: Vec<[f64; 3]>,
    /// The largest number that was computed with: what is much smaller has fewer digits.
    pub(super) largest: f64,
    /// Whether two keys are half a turn apart, so that it is open which way is the shorter.
    pub(super) is_open: bool,
}

struct Poser<'m> {
    model: &'m Model,
    rate: f64,
    frame: f64,
    largest: f64,
    is_open: bool,
}

/// The pose at a time, as MilkShape's format means it.
pub(super) fn pose(model: &Model, seconds: f64) -> NaivePose {
    let rate = match &model.binary {
        Some(binary) => binary.animation.map_or(0.0, |animation| f64::from(animation.rate)).max(1.0),
        None => 24.0,
    };
    let mut poser = Poser { model, rate, frame: seconds * rate, largest: 0.0, is_open: false };
    let bind: Vec<_> = (0..model.bones.len()).map(|bone| poser.global(bone, false)).collect();
    let bones: Vec<_> = (0..model.bones.len()).map(|bone| poser.global(bone, seconds >= 0.0)).collect();
    let moves: Vec<_> = bones.iter().zip(&bind).map(|(bone, bind)| product(bone, &inverse(bind))).collect();
    let mut vertices = Vec::new();
    for (_, geometry) in model.geometries() {
        for (index, vertex) in geometry.vertices.rows.iter().enumerate() {
            let [x, y, z] = vertex.position.map(f64::from);
            let mut sum = [0.0; 3];
            let weights = weights(model, index, vertex.bone);
            for (bone, weight) in &weights {
                let moved = times(&moves[*bone], [x, y, z, 1.0]);
                (0..3).for_each(|axis| sum[axis] += weight * moved[axis]);
            }
            vertices.push(if weights.is_empty() { [x, y, z] } else { sum });
        }
    }
    let numbers = bones.iter().flatten().flatten().chain(vertices.iter().flatten());
    let largest = numbers.fold(poser.largest, |largest, number| largest.max(number.abs()));
    NaivePose { bones, vertices, largest, is_open: poser.is_open }
}

fn weights(model: &Model, index: usize, own: i32) -> Vec<(usize, f64)> {
    let exists = |bone: i32| bone >= 0 && (bone as usize) < model.bones.len();
    if !exists(own) {
        return Vec::new();
    }
    let extra = model.binary.as_ref().and_then(|binary| binary.vertex_extras.get(index as i32));
    let mut list = Vec::new();
    if let Some(extra) = extra.filter(|extra| extra.weights.iter().any(|weight| *weight > 0)) {
        let [a, b, c] = extra.weights.map(i32::from);
        let [second, third, fourth] = extra.bones.map(i32::from);
        for (bone, weight) in [(own, a), (second, b), (third, c), (fourth, 100 - a - b - c)] {
            if weight <= 0 || !exists(bone) {
                break;
            }
            list.push((bone as usize, f64::from(weight) / 100.0));
        }
    }
    if list.is_empty() { vec![(own as usize, 1.0)] } else { list }
}

impl Poser<'_> {
    /// Where a bone is: its ancestors up to the root, or to the first bone of a circle.
    fn global(&mut self, bone: usize, is_moving: bool) -> Matrix {
        let model = self.model;
        let parent = |bone: usize| match model.bones[bone].parent_bone {
            Parent::Bone(parent) => Some(parent as usize),
            _ => None,
        };
        let mut chain = vec![bone];
        while let Some(next) = parent(chain[chain.len() - 1]) {
            if chain.contains(&next) {
                let start = chain.iter().position(|bone| *bone == next).unwrap_or(0);
                let circle = &chain[start..];
                let first = circle.iter().copied().min().unwrap_or(next);
                // Who comes to the circle from outside goes on to its first bone, and whoever is in it also.
                chain = ancestors_to(bone, first, parent);
                break;
            }
            chain.push(next);
        }
        chain.iter().rev().fold(UNIT, |matrix, bone| {
            let matrix = product(&matrix, &self.local(&model.bones[*bone], is_moving));
            self.largest =
                matrix.iter().flatten().fold(self.largest, |largest, number| largest.max(number.abs()));
            matrix
        })
    }

    fn local(&mut self, bone: &Bone, is_moving: bool) -> Matrix {
        let mut bind = rotation(bone.rotation);
        (0..3).for_each(|row| bind[row][3] = f64::from(bone.position[row]));
        if !is_moving {
            return bind;
        }
        let mut key = self.turned(&bone.rotation_keys);
        let moved = self.moved(&bone.position_keys);
        (0..3).for_each(|row| key[row][3] = moved[row]);
        product(&bind, &key)
    }

    fn keys(&self, table: &Table<Key>) -> Vec<(f64, [f32; 3])> {
        let scale = if self.model.binary.is_some() { self.rate } else { 1.0 };
        table.iter().map(|(_, key)| (f64::from(key.time) * scale, key.value)).collect()
    }

    /// The two keys around the frame, and where it is between them; or twice the one that counts beyond the ends.
    fn around(&self, keys: &[(f64, [f32; 3])]) -> Option<(usize, usize, f64)> {
        for index in 1..keys.len() {
            let (from, to) = (keys[index - 1].0, keys[index].0);
            if self.frame >= from && self.frame < to {
                return Some((index - 1, index, (self.frame - from) / (to - from)));
            }
        }
        if self.frame < keys.first()?.0 {
            return Some((0, 0, 0.0));
        }
        let last = keys.len() - 1;
        (self.frame >= keys[last].0).then_some((last, last, 0.0))
    }

    fn moved(&mut self, table: &Table<Key>) -> [f64; 3] {
        let keys = self.keys(table);
        let Some((from, to, s)) = self.around(&keys) else { return [0.0; 3] };
        let n = keys.len();
        // The tangent of a key, after it or before it.
        let tangent = |k: usize, is_after: bool, axis: usize| {
            if n < 3 {
                return 0.0;
            }
            let (before, after) = (if k == 0 { n - 1 } else { k - 1 }, if k + 1 == n { 0 } else { k + 1 });
            let d = f64::from(keys[after].1[axis]) - f64::from(keys[before].1[axis]);
            let (dt1, dt2) = (keys[k].0 - keys[before].0, keys[after].0 - keys[k].0);
            if dt1 + dt2 == 0.0 { 0.0 } else { d * if is_after { dt2 } else { dt1 } / (dt1 + dt2) }
        };
        let mut point = [0.0; 3];
        for (axis, coordinate) in point.iter_mut().enumerate() {
            let (p0, p1) = (f64::from(keys[from].1[axis]), f64::from(keys[to].1[axis]));
            if from == to {
                *coordinate = p0;
                continue;
            }
            let (out, into) = (tangent(from, true, axis), tangent(to, false, axis));
            self.largest = self.largest.max(out.abs()).max(into.abs()).max(p0.abs()).max(p1.abs());
            let (s2, s3) = (s * s, s * s * s);
            *coordinate = (2.0 * s3 - 3.0 * s2 + 1.0) * p0
                + (s3 - 2.0 * s2 + s) * out
                + (3.0 * s2 - 2.0 * s3) * p1
                + (s3 - s2) * into;
        }
        point
    }

    /// The turn from one key to the other is one around a single axis: a part of it has a part of the angle.
    fn turned(&mut self, table: &Table<Key>) -> Matrix {
        let keys = self.keys(table);
        let Some((from, to, s)) = self.around(&keys) else { return UNIT };
        let (first, second) = (rotation(keys[from].1), rotation(keys[to].1));
        let way = product(&inverse(&first), &second);
        let cosine = (way[0][0] + way[1][1] + way[2][2] - 1.0) / 2.0;
        let axis = [way[2][1] - way[1][2], way[0][2] - way[2][0], way[1][0] - way[0][1]];
        let sine = axis.iter().map(|part| part * part).sum::<f64>().sqrt() / 2.0;
        let angle = sine.atan2(cosine);
        self.is_open |= angle > 3.13;
        if sine < 1e-9 {
            return first;
        }
        product(&first, &around_axis(axis.map(|part| part / (2.0 * sine)), s * angle))
    }
}

fn ancestors_to(bone: usize, last: usize, parent: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut chain = vec![bone];
    while chain[chain.len() - 1] != last {
        match parent(chain[chain.len() - 1]) {
            Some(next) => chain.push(next),
            None => break,
        }
    }
    chain
}

/// The rotation around x, then y, then z.
fn rotation(angles: [f32; 3]) -> Matrix {
    let [x, y, z] = angles.map(f64::from);
    let around = |axis, angle| around_axis(axis, angle);
    product(&product(&around([0.0, 0.0, 1.0], z), &around([0.0, 1.0, 0.0], y)), &around([1.0, 0.0, 0.0], x))
}

/// Rodrigues' formula.
fn around_axis([x, y, z]: [f64; 3], angle: f64) -> Matrix {
    let (s, c) = angle.sin_cos();
    let t = 1.0 - c;
    [
        [c + x * x * t, x * y * t - z * s, x * z * t + y * s, 0.0],
        [y * x * t + z * s, c + y * y * t, y * z * t - x * s, 0.0],
        [z * x * t - y * s, z * y * t + x * s, c + z * z * t, 0.0],
        UNIT[3],
    ]
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |row: usize, column: usize| (0..4).map(|k| a[row][k] * b[k][column]).sum();
    [0, 1, 2, 3].map(|row| [0, 1, 2, 3].map(|column| cell(row, column)))
}

fn times(matrix: &Matrix, point: [f64; 4]) -> [f64; 4] {
    matrix.map(|row| row.iter().zip(point).map(|(one, other)| one * other).sum())
}

/// The inverse of a matrix that turns and moves.
fn inverse(matrix: &Matrix) -> Matrix {
    let mut back = UNIT;
    for (row, cells) in back.iter_mut().enumerate().take(3) {
        for column in 0..3 {
            cells[column] = matrix[column][row];
            cells[3] -= matrix[column][row] * matrix[column][3];
        }
    }
    back
}

//! Which samples of a picture a triangle covers, in whole numbers.
//!
//! Each pixel has some samples, in rows and columns. A sample on the edge of two triangles belongs to one of them: that of
//! which it is a left or an upper edge. So neighbours leave no gap, and never cover the same.

/// In how many parts a pixel is divided, in which places are measured.
pub(super) const UNITS: i32 = 256;
/// The greatest depth of a point; more is nearer.
pub(super) const DEPTHS: i32 = 1 << 22;
/// Depths between two of points.
const FINER: f64 = 64.0;
/// What nothing has covered.
pub(super) const NOBODY: u32 = u32::MAX;

/// A point in the picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Point {
    /// From the left, in [`UNITS`] of a pixel.
    pub(super) x: i32,
    /// From the top.
    pub(super) y: i32,
    /// Nearer is more.
    pub(super) z: i32,
}

/// The rows of a picture and its samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    /// Pixels in a row.
    pub(super) width: u32,
    /// Rows of pixels.
    pub(super) height: u32,
    /// Rows of samples in a pixel, and samples in each: 1, 2 or 4.
    pub(super) fineness: u32,
}

impl Grid {
    /// From one sample to the next, in parts of a pixel.
    fn step(self) -> i64 {
        i64::from(UNITS) / i64::from(self.fineness)
    }

    /// The place of a sample, by its number in a row or column of them.
    fn place(self, number: i64) -> i64 {
        number * self.step() + self.step() / 2
    }

    /// The samples of so many that are from one place to another.
    fn between(self, from: i64, to: i64, count: u32) -> std::ops::Range<i64> {
        // The first sample at a place or after it.
        let number = |place: i64| (place + self.step() / 2 - 1).div_euclid(self.step());
        number(from).max(0)..number(to + 1).min(i64::from(count * self.fineness))
    }
}

/// A triangle with an area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Clockwise in the picture, whose y runs down.
    points: [Point; 3],
    area: i64,
    /// Whether it is seen from its back, so that its second and third point have changed places.
    pub(super) is_back: bool,
}

impl Triangle {
    /// That of three points, counter-clockwise seen from its front; `None` if it has no area.
    pub(super) fn new([a, b, c]: [Point; 3]) -> Option<Self> {
        let area = edge(a, b, i64::from(c.x), i64::from(c.y));
        match area {
            0 => None,
            ..0 => Some(Self { points: [a, c, b], area: -area, is_back: false }),
            _ => Some(Self { points: [a, b, c], area, is_back: true }),
        }
    }

    /// Twice its area, in samples.
    pub(super) fn area(&self, grid: Grid) -> f64 {
        self.area as f64 / (grid.step() * grid.step()) as f64
    }

    /// How many samples are in the rectangle around it, which is how long it takes to look at them.
    pub(super) fn work(&self, grid: Grid) -> u64 {
        let (columns, rows) = (self.columns(grid), self.rows(grid));
        (columns.end - columns.start).max(0) as u64 * (rows.end - rows.start).max(0) as u64
    }

    /// The rows of pixels that it is in.
    pub(super) fn rows_of_pixels(&self, grid: Grid) -> std::ops::Range<u16> {
        let (rows, fineness) = (self.rows(grid), i64::from(grid.fineness));
        let end = (rows.end + fineness - 1) / fineness;
        (rows.start / fineness) as u16..end.max(0) as u16
    }

    fn columns(&self, grid: Grid) -> std::ops::Range<i64> {
        let [a, b, c] = self.points.map(|point| i64::from(point.x));
        grid.between(a.min(b).min(c), a.max(b).max(c), grid.width)
    }

    fn rows(&self, grid: Grid) -> std::ops::Range<i64> {
        let [a, b, c] = self.points.map(|point| i64::from(point.y));
        grid.between(a.min(b).min(c), a.max(b).max(c), grid.height)
    }

    /// What parts its second and third point have in a sample, as they were given to [`new`](Self::new); the rest is that
    /// of the first.
    #[inline]
    pub(super) fn shares(&self, grid: Grid, column: i64, row: i64) -> [f64; 2] {
        let (x, y) = (grid.place(column), grid.place(row));
        let [a, b, c] = self.points;
        self.in_order([edge(c, a, x, y), edge(a, b, x, y)])
    }

    #[inline]
    fn in_order(&self, [second, third]: [i64; 2]) -> [f64; 2] {
        let [second, third] = [second, third].map(|part| part as f64 / self.area as f64);
        if self.is_back { [second, third] } else { [third, second] }
    }
}

/// The side of a line on which a place is: positive on the right of who goes from one point to the other in the picture,
/// whose y runs down.
#[inline]
fn edge(from: Point, to: Point, x: i64, y: i64) -> i64 {
    let [fx, fy, tx, ty] = [from.x, from.y, to.x, to.y].map(i64::from);
    (tx - fx) * (y - fy) - (ty - fy) * (x - fx)
}

/// What is added to the side of a place, so that the places that belong to an edge are at least 0.
fn bias(from: Point, to: Point) -> i64 {
    let is_top = from.y == to.y && to.x > from.x;
    let is_left = to.y < from.y;
    if is_top || is_left { 0 } else { -1 }
}

/// Some rows of a picture, and what is nearest in each of their samples.
pub(super) struct Band {
    grid: Grid,
    /// The first row of samples, and the one after the last.
    rows: std::ops::Range<i64>,
    /// Depths and numbers of what is nearest, row after row.
    nearest: Vec<(i32, u32)>,
}

impl Band {
    /// So many rows of pixels from the first on, or fewer at the end of the picture.
    pub(super) fn new(grid: Grid, first: u32, count: u32) -> Self {
        let last = grid.height.min(first + count);
        let rows = i64::from(first * grid.fineness)..i64::from(last * grid.fineness);
        let samples = (grid.width * grid.fineness) as usize * (rows.end - rows.start).max(0) as usize;
        Self { grid, rows, nearest: vec![(i32::MIN, NOBODY); samples] }
    }

    /// Draws a triangle, which is `lifted` by so much towards who looks. Of what is as near, the first stays. `covers` is
    /// asked, by column, row and shares, whether it lets nothing through.
    #[inline]
    pub(super) fn draw(
        &mut self,
        triangle: &Triangle,
        number: u32,
        lifted: i32,
        covers: impl Fn(i64, i64, [f64; 2]) -> bool,
    ) {
        let rows = triangle.rows(self.grid);
        let rows = rows.start.max(self.rows.start)..rows.end.min(self.rows.end);
        if rows.is_empty() {
            return;
        }
        let [a, b, c] = triangle.points;
        let columns = triangle.columns(self.grid);
        let step = self.grid.step();
        let sides = [(b, c), (c, a), (a, b)];
        let biases = sides.map(|(from, to)| bias(from, to));
        let steps = sides.map(|(from, to)| -(i64::from(to.y) - i64::from(from.y)) * step);
        let [az, bz, cz] = [a, b, c].map(|point| f64::from(point.z));
        let start = self.grid.place(columns.start);
        for row in rows {
            let y = self.grid.place(row);
            let mut at = sides.map(|(from, to)| edge(from, to, start, y));
            let line = (row - self.rows.start) as usize * (self.grid.width * self.grid.fineness) as usize;
            let mut was_in = false;
            for column in columns.clone() {
                let is_in = at[0] + biases[0] >= 0 && at[1] + biases[1] >= 0 && at[2] + biases[2] >= 0;
                if is_in {
                    let [second, third] = [at[1], at[2]].map(|part| part as f64 / triangle.area as f64);
                    let depth = az + second * (bz - az) + third * (cz - az);
                    let depth = (depth * FINER) as i32 + lifted;
                    let nearest = &mut self.nearest[line + column as usize];
                    if depth > nearest.0 && covers(column, row, triangle.in_order([at[1], at[2]])) {
                        *nearest = (depth, number);
                    }
                } else if was_in {
                    break;
                }
                was_in = is_in;
                for side in 0..3 {
                    at[side] += steps[side];
                }
            }
        }
    }

    /// All samples, with their column, their row and the number of what is nearest there, pixel after pixel.
    pub(super) fn pixels(&self) -> impl Iterator<Item = impl Iterator<Item = (i64, i64, u32)>> {
        let fineness = i64::from(self.grid.fineness);
        let width = i64::from(self.grid.width);
        let rows = (self.rows.end - self.rows.start) / fineness;
        (0..rows * width).map(move |pixel| {
            let (left, top) = (pixel % width * fineness, pixel / width * fineness);
            (0..fineness * fineness).map(move |sample| {
                let (column, row) = (left + sample % fineness, top + sample / fineness);
                let index = row as usize * (width * fineness) as usize + column as usize;
                (column, self.rows.start + row, self.nearest[index].1)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 8, height: 8, fineness: 2 };

    fn point(x: i32, y: i32, z: i32) -> Point {
        Point { x, y, z }
    }

    /// How often each sample is covered by triangles that are drawn alone.
    fn coverage(triangles: &[[Point; 3]]) -> Vec<u32> {
        let mut counts = vec![0; 256];
        for triangle in triangles.iter().filter_map(|points| Triangle::new(*points)) {
            let mut band = Band::new(GRID, 0, GRID.height);
            band.draw(&triangle, 0, 0, |_, _, _| true);
            for (column, row, number) in band.pixels().flatten() {
                counts[(row * 16 + column) as usize] += u32::from(number == 0);
            }
        }
        counts
    }

    #[test]
    fn a_square_of_two_triangles_covers_each_sample_once() {
        // Its sides and its diagonals go through samples, which are 64 and 192 parts into each pixel.
        for inset in [0, 64, 192, 200] {
            let [low, high] = [inset, 8 * UNITS - inset];
            let [a, b, c, d] =
                [point(low, low, 0), point(high, low, 0), point(high, high, 0), point(low, high, 0)];
            for triangles in [[[a, b, c], [a, c, d]], [[b, a, c], [d, c, a]], [[a, b, d], [d, b, c]]] {
                let counts = coverage(&triangles);
                assert!(counts.iter().all(|count| *count <= 1), "{inset}: twice");
                let width = (0..16).filter(|number| (low..high).contains(&(number * 128 + 64))).count();
                assert_eq!(counts.iter().sum::<u32>() as usize, width * width, "{inset}");
            }
        }
    }

    #[test]
    fn a_fan_covers_each_sample_once() {
        let middle = point(1000, 1100, 0);
        let rim = [(0, 0), (700, 13), (2048, 0), (2048, 900), (2048, 2048), (1024, 2048), (0, 2048), (0, 1)];
        let rim = rim.map(|(x, y)| point(x, y, 0));
        let fan: Vec<_> = (0..8).map(|index| [middle, rim[index], rim[(index + 1) % 8]]).collect();
        let counts = coverage(&fan);
        assert!(counts.iter().all(|count| *count <= 1));
        // The rim has a dent at the top, in which no sample is.
        assert_eq!(counts.iter().sum::<u32>(), 256);
    }

    #[test]
    fn the_nearest_is_seen_from_both_sides_and_the_first_of_the_same() {
        let [low, high] = [0, 8 * UNITS];
        let flat = |z: i32| [point(low, low, z), point(high, low, z), point(low, high, z)];
        let back = |z: i32| [point(low, low, z), point(low, high, z), point(high, low, z)];
        let mut band = Band::new(GRID, 0, GRID.height);
        for (number, points) in [flat(5), back(7), flat(7), back(6)].into_iter().enumerate() {
            let triangle = Triangle::new(points).unwrap();
            assert_eq!(triangle.is_back, number % 2 == 0);
            band.draw(&triangle, number as u32, 0, |_, _, _| true);
        }
        assert!(band.pixels().flatten().all(|(_, _, number)| [1, NOBODY].contains(&number)));
    }

    #[test]
    fn shares_are_those_of_the_corners_as_they_were_given() {
        let points = [point(0, 0, 0), point(1024, 0, 0), point(0, 1024, 0)];
        let [a, b, c] = points;
        // The sample in the middle of column 2 is at 320.
        for (points, expected) in [([a, b, c], [320, 64]), ([a, c, b], [64, 320]), ([b, a, c], [640, 64])] {
            let triangle = Triangle::new(points).unwrap();
            let [second, third] = triangle.shares(GRID, 2, 0);
            assert_eq!([second * 1024.0, third * 1024.0], expected.map(f64::from));
        }
    }

    #[test]
    fn what_is_outside_is_not_drawn() {
        let far = 1 << 22;
        let triangle =
            Triangle::new([point(-far, -far, 0), point(far, -far, 0), point(-far, far, 0)]).unwrap();
        assert_eq!(triangle.work(GRID), 256);
        let mut band = Band::new(GRID, 6, 10);
        band.draw(&triangle, 3, 0, |_, _, _| true);
        let drawn: Vec<_> = band.pixels().flatten().collect();
        assert_eq!((drawn.len(), drawn[0].1, drawn.last().map(|sample| sample.1)), (64, 12, Some(15)));
        let beside = Triangle::new([point(-far, 0, 0), point(-9, 9, 0), point(-far, far, 0)]).unwrap();
        assert_eq!(beside.work(GRID), 0);
    }
}

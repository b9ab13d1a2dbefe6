//! Draws one picture of a model.

use std::ops::Range;

use crate::picture::camera::Camera;
use crate::picture::drawing::{DrawOptions, Drawing, Moment, TooMuch};
use crate::picture::overlay::Overlay;
use crate::picture::raster::{Band, Grid, NOBODY, Point, Triangle};
use crate::picture::surface::{Emphasis, Light, Surface, shown};
use crate::picture::{MOST_SIDE, Picture, Rgb, backdrop};

/// How many samples of triangles are looked at for one picture: some seconds.
const MOST_WORK: u64 = 1 << 32;
/// How many of them for each pixel, so that a small picture is soon there.
const MOST_WORK_OF_PIXEL: u64 = 1 << 13;
/// An animation that leads this many times as far as the model is large leads out of the picture.
const FARTHEST: f64 = 8.0;
/// How many samples a band has, so that they are in fast memory.
const BAND_SAMPLES: u32 = 1 << 18;
/// How many samples there are in each row of a pixel, unless that would take too long.
const FINENESS: u32 = 4;
/// By how much that is lifted which is marked, so that other faces do not hide it.
const LIFTED: i32 = 1 << 29;

impl Drawing<'_> {
    /// The model at rest.
    ///
    /// # Errors
    ///
    /// [`TooMuch`], if its faces cover each other so often that this would take too long.
    pub fn at_rest(&self, options: &DrawOptions<'_>) -> Result<Picture, TooMuch> {
        let moment = self.rest();
        let camera = options.camera(moment.positions.iter().copied());
        Canvas::new(self, &moment, &camera, options).picture(most_work(options))
    }

    /// The model at some times in seconds, all in the same place of the picture.
    ///
    /// # Errors
    ///
    /// The same. All pictures together may take as long as one.
    pub fn at_times(&self, times: &[f64], options: &DrawOptions<'_>) -> Result<Vec<Picture>, TooMuch> {
        let camera = self.camera_at(times, options);
        let most_work = most_work(options) / times.len().max(1) as u64;
        let picture =
            |time: &f64| Canvas::new(self, &self.moment(*time), &camera, options).picture(most_work);
        times.iter().map(picture).collect()
    }

    /// The camera that sees the model at all of these times in seconds.
    pub(super) fn camera_at(&self, times: &[f64], options: &DrawOptions<'_>) -> Camera {
        // What is kept is where corners are at one time: there may be many of both.
        let points = || {
            times.iter().flat_map(|time| {
                let pose = self.rig.pose(*time);
                let corners = self.scene.corners.iter();
                let points = corners.map(move |corner| pose.position(corner.vertex as usize));
                points.flatten().collect::<Vec<_>>()
            })
        };
        let camera = options.camera(points());
        // If something flies off, the picture of everything would show nothing of the model.
        let at_rest = options.camera(self.rest().positions.into_iter());
        if at_rest.scale() > camera.scale() * FARTHEST && points().any(|point| at_rest.sees(point)) {
            at_rest
        } else {
            camera
        }
    }
}

/// How many samples of triangles are looked at for a picture of this size.
fn most_work(options: &DrawOptions<'_>) -> u64 {
    let pixels = u64::from(options.width) * u64::from(options.height);
    MOST_WORK.min(MOST_WORK_OF_PIXEL * pixels)
}

/// A picture while it is drawn.
struct Canvas<'a, 'm> {
    drawing: &'a Drawing<'a>,
    moment: &'a Moment<'a>,
    options: &'a DrawOptions<'m>,
    light: Light,
    grid: Grid,
    /// Where each corner is in the picture; `None` if it is nowhere.
    points: Vec<Option<Point>>,
    /// What is drawn over the faces.
    overlay: Overlay,
}

/// A face with what its colour depends on.
struct PaintedFace<'a> {
    triangle: Triangle,
    uvs: [[f64; 2]; 3],
    lights: [f64; 3],
    surface: &'a Surface,
    /// The size of its texture.
    level: usize,
    emphasis: Emphasis,
    /// Which samples it is seen in, where it is partly transparent.
    pattern: usize,
}

impl<'a, 'm> Canvas<'a, 'm> {
    fn new(
        drawing: &'a Drawing<'a>,
        moment: &'a Moment<'a>,
        camera: &Camera,
        options: &'a DrawOptions<'m>,
    ) -> Self {
        let (width, height) = (options.width.min(MOST_SIDE), options.height.min(MOST_SIDE));
        let points: Vec<_> = moment.positions.iter().map(|position| camera.project(*position)).collect();
        let overlay = options.marks.map(|marks| Overlay::of(marks, drawing, moment, camera));
        Self {
            drawing,
            moment,
            options,
            light: Light::of(camera),
            grid: Grid { width, height, fineness: FINENESS },
            points,
            overlay: overlay.unwrap_or_default(),
        }
    }

    /// Draws everything, if that takes no more than so much work.
    fn picture(mut self, most_work: u64) -> Result<Picture, TooMuch> {
        let (rows, work) = self.rows();
        // Fewer samples take less time.
        let takes = |fineness: &u32| work / u64::from((FINENESS / fineness).pow(2));
        let enough =
            [FINENESS, FINENESS / 2, FINENESS / 4].into_iter().find(|fineness| takes(fineness) <= most_work);
        self.grid.fineness = enough.ok_or(TooMuch)?;
        let (width, height) = (self.grid.width, self.grid.height);
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        let of_row = width * self.grid.fineness * self.grid.fineness;
        let count = (BAND_SAMPLES / of_row.max(1)).max(1);
        for first in (0..height).step_by(count as usize) {
            let mut band = Band::new(self.grid, first, count);
            self.draw(&mut band, &rows, first..first + count);
            self.develop(&band, &mut pixels);
        }
        Ok(Picture { width, height, pixels })
    }

    /// The rows of pixels that each face is in, and how much work all of them are.
    fn rows(&self) -> (Vec<Range<u16>>, u64) {
        let mut work: u64 = 0;
        let rows = (0..self.drawing.faces.len()).map(|index| match self.triangle(index) {
            Some(triangle) => {
                work = work.saturating_add(triangle.work(self.grid));
                triangle.rows_of_pixels(self.grid)
            }
            None => 0..0,
        });
        (rows.collect(), work)
    }

    /// A face in the picture; `None` if nothing of it can be seen.
    fn triangle(&self, index: usize) -> Option<Triangle> {
        let [a, b, c] = self.drawing.faces[index].0.corners.map(|corner| self.points[corner as usize]);
        Triangle::new([a?, b?, c?])
    }

    /// Draws all that is in these rows of pixels.
    fn draw(&self, band: &mut Band, rows: &[Range<u16>], of_band: Range<u32>) {
        for (index, rows) in rows.iter().enumerate() {
            let is_there = u32::from(rows.start) < of_band.end && u32::from(rows.end) > of_band.start;
            let Some(face) = is_there.then(|| self.painted(index)).flatten() else { continue };
            let lifted = if face.emphasis == Emphasis::Marked { LIFTED } else { 0 };
            let number = index as u32;
            if face.surface.is_opaque() || face.emphasis == Emphasis::Marked {
                band.draw(&face.triangle, number, lifted, |_, _, _| true);
            } else {
                band.draw(&face.triangle, number, lifted, |column, row, shares| {
                    let hides = face.surface.hides(mixed(face.uvs, shares), face.level);
                    hides > threshold(column, row, face.pattern)
                });
            }
        }
        for (index, shape) in self.overlay.shapes.iter().enumerate() {
            band.draw(&shape.triangle, (self.drawing.faces.len() + index) as u32, shape.lifted, |_, _, _| {
                true
            });
        }
    }

    /// A face with what its colour depends on.
    fn painted(&self, index: usize) -> Option<PaintedFace<'_>> {
        let triangle = self.triangle(index)?;
        let (face, surface_index) = &self.drawing.faces[index];
        let surface = &self.drawing.surfaces[*surface_index as usize];
        let corners = face.corners.map(|corner| &self.drawing.scene.corners[corner as usize]);
        let uvs = corners.map(|corner| corner.uv.map(f64::from));
        let lights = face.corners.map(|corner| {
            let normal = self.moment.normals[corner as usize];
            self.light.on(if triangle.is_back { normal.map(|part| -part) } else { normal })
        });
        let emphasis = match self.options.marks {
            None => Emphasis::None,
            Some(marks) if marks.has_face(face.place) => Emphasis::Marked,
            Some(_) => Emphasis::Dimmed,
        };
        let level = surface.level(area(uvs), triangle.area(self.grid));
        // Faces that are one behind the other are not to be seen in the same samples.
        let pattern = *surface_index as usize * 5 + if triangle.is_back { 6 } else { 0 };
        Some(PaintedFace { triangle, uvs, lights, surface, level, emphasis, pattern })
    }

    /// Makes pixels of samples.
    fn develop(&self, band: &Band, pixels: &mut Vec<[u8; 4]>) {
        let mut last: (u32, Option<PaintedFace<'_>>) = (NOBODY, None);
        pixels.extend(band.pixels().map(|samples| {
            let (mut sums, mut covered, mut all) = ([0; 3], 0, 0);
            for (column, row, number) in samples {
                all += 1;
                if number == NOBODY {
                    continue;
                }
                if number != last.0 {
                    last = (number, self.painted_if_face(number));
                }
                let color = match &last.1 {
                    Some(face) => face.color(self.grid, column, row),
                    None => self.overlay.color(number as usize - self.drawing.faces.len()),
                };
                covered += 1;
                for (sum, part) in sums.iter_mut().zip(color) {
                    *sum += u32::from(part);
                }
            }
            pixel(sums, covered, all, backdrop(self.options.background))
        }));
    }

    fn painted_if_face(&self, number: u32) -> Option<PaintedFace<'_>> {
        let index = number as usize;
        if index < self.drawing.faces.len() { self.painted(index) } else { None }
    }
}

impl PaintedFace<'_> {
    fn color(&self, grid: Grid, column: i64, row: i64) -> Rgb {
        let shares = self.triangle.shares(grid, column, row);
        let [light] = mixed(self.lights.map(|light| [light]), shares);
        let color = self.surface.color(mixed(self.uvs, shares), self.level, light);
        let color = shown(color, light, self.triangle.is_back, self.emphasis);
        color.map(|part| (part + 0.5) as u8)
    }
}

/// What is between three corners, by the shares of the second and the third.
#[inline]
fn mixed<const N: usize>([first, second, third]: [[f64; N]; 3], shares: [f64; 2]) -> [f64; N] {
    std::array::from_fn(|part| {
        let (of_second, of_third) = (second[part] - first[part], third[part] - first[part]);
        first[part] + shares[0] * of_second + shares[1] * of_third
    })
}

/// Twice the area of a triangle.
fn area([a, b, c]: [[f64; 2]; 3]) -> f64 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
}

/// How opaque something must be, to be seen in a sample. Of 16 samples, four by four, each has another threshold, which is
/// in the middle of one of 16 steps. Patterns exchange them.
fn threshold(column: i64, row: i64, pattern: usize) -> f64 {
    const STEPS: [u8; 16] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
    let sample = ((row & 3) * 4 + (column & 3)) as usize;
    (f64::from(STEPS[(sample ^ pattern) & 15]) + 0.5) / 16.0
}

/// The pixel of so many samples, of which some are covered by colours with these sums.
fn pixel(sums: [u32; 3], covered: u32, all: u32, [back @ .., alpha]: [u8; 4]) -> [u8; 4] {
    let open = all - covered;
    if alpha == 0 {
        let [red, green, blue] =
            sums.map(|sum| ((sum + covered / 2).checked_div(covered)).unwrap_or(0) as u8);
        return [red, green, blue, ((covered * 255 + all / 2) / all) as u8];
    }
    let parts = [0, 1, 2].map(|part| (sums[part] + u32::from(back[part]) * open + all / 2) / all);
    let [red, green, blue] = parts.map(|part| part as u8);
    [red, green, blue, alpha]
}

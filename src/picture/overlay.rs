//! What is drawn over the faces: the outlines of marked faces, and marked vertices and bones.

use crate::picture::Rgb;
use crate::picture::camera::Camera;
use crate::picture::drawing::{DrawOptions, Drawing, Moment};
use crate::picture::marks::PictureMarks;
use crate::picture::raster::{Point, Triangle, UNITS};
use crate::picture::surface::MARK;

/// What is drawn over the faces, in its order.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    pub(super) shapes: Vec<OverlayShape>,
}

/// A triangle of one colour.
#[derive(Debug)]
pub(super) struct OverlayShape {
    pub(super) triangle: Triangle,
    pub(super) lifted: i32,
    color: Rgb,
}

/// More marked faces are seen without an outline; more vertices and bones are not drawn.
const MOST_MARKS: usize = 5000;
/// How much nearer than faces that is which is drawn over them, the border of a dot, and the dot.
const LIFTS: [i32; 2] = [1 << 30, (1 << 30) + (1 << 29)];
const BORDER: Rgb = [255, 255, 255];
/// Half the width of a line, and of a dot without and with its border, in parts of a pixel.
const LINE: f64 = 0.9 * UNITS as f64;
const DOT: i32 = 4 * UNITS;
const DOT_WITH_BORDER: i32 = 11 * UNITS / 2;

impl Overlay {
    /// That of a model at a time.
    pub(super) fn of(
        marks: &PictureMarks,
        drawing: &Drawing<'_>,
        moment: &Moment<'_>,
        camera: &Camera,
    ) -> Self {
        let mut overlay = Self::default();
        let marked = drawing.faces.iter().filter(|(face, _)| marks.has_face(face.place));
        for (face, _) in marked.take(MOST_MARKS) {
            let at = face.corners.map(|corner| camera.project(moment.positions[corner as usize]));
            let [Some(a), Some(b), Some(c)] = at else { continue };
            [(a, b), (b, c), (c, a)].into_iter().for_each(|(from, to)| overlay.line(from, to));
        }
        let rig = &drawing.rig;
        let parents = moment.bones(rig);
        for bone in marks.bones.iter().take(MOST_MARKS) {
            let place = |bone: usize| parents.get(bone).and_then(|place| camera.project(*place));
            let Some(at) = place(*bone) else { continue };
            if let Some(parent) = rig.parent(*bone).and_then(place) {
                overlay.line(parent, at);
            }
            overlay.dot(at);
        }
        for vertex in marks.vertices.iter().take(MOST_MARKS) {
            let at = moment.vertex(rig, *vertex).and_then(|place| camera.project(place));
            at.into_iter().for_each(|at| overlay.dot(at));
        }
        overlay
    }

    /// The colour of a shape.
    pub(super) fn color(&self, index: usize) -> Rgb {
        self.shapes[index].color
    }

    fn line(&mut self, from: Point, to: Point) {
        let (x, y) = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
        let length = (x * x + y * y).sqrt().max(1.0);
        let (along, across) = ((x / length * LINE) as i32, (y / length * LINE) as i32);
        let corner = |at: Point, x: i32, y: i32| Point { x: at.x + x, y: at.y + y, z: 0 };
        self.quad(
            [
                corner(from, across, -along),
                corner(to, across, -along),
                corner(to, -across, along),
                corner(from, -across, along),
            ],
            LIFTS[0],
            MARK,
        );
    }

    fn dot(&mut self, at: Point) {
        for (half, lifted, color) in [(DOT_WITH_BORDER, LIFTS[0], BORDER), (DOT, LIFTS[1], MARK)] {
            let corner = |x: i32, y: i32| Point { x: at.x + x * half, y: at.y + y * half, z: 0 };
            self.quad([corner(0, -1), corner(1, 0), corner(0, 1), corner(-1, 0)], lifted, color);
        }
    }

    fn quad(&mut self, [a, b, c, d]: [Point; 4], lifted: i32, color: Rgb) {
        let triangles = [[a, b, c], [a, c, d]].into_iter().filter_map(Triangle::new);
        self.shapes.extend(triangles.map(|triangle| OverlayShape { triangle, lifted, color }));
    }
}

impl Drawing<'_> {
    /// How many marked faces, vertices and bones are outside of the picture at each of these times in seconds; or at rest, if
    /// no time is given.
    pub fn marks_outside(&self, times: &[f64], options: &DrawOptions<'_>) -> usize {
        let Some(marks) = options.marks else { return 0 };
        let mut left = marks.clone();
        match times {
            [] => {
                let moment = self.rest();
                let camera = options.camera(moment.positions.iter().copied());
                self.take_seen(&mut left, &moment, &camera);
            }
            times => {
                let camera = self.camera_at(times, options);
                times.iter().for_each(|time| self.take_seen(&mut left, &self.moment(*time), &camera));
            }
        }
        left.len()
    }

    /// Takes out the marks that are in the picture.
    fn take_seen(&self, left: &mut PictureMarks, moment: &Moment<'_>, camera: &Camera) {
        for (face, _) in &self.faces {
            let corners = face.corners.map(|corner| moment.positions[corner as usize]);
            if left.has_face(face.place) && camera.sees_some(corners) {
                left.faces.remove(&face.place);
            }
        }
        let bones = moment.bones(&self.rig);
        left.bones.retain(|bone| !bones.get(*bone).is_some_and(|place| camera.sees(*place)));
        let is_seen = |vertex| moment.vertex(&self.rig, vertex).is_some_and(|place| camera.sees(place));
        left.vertices.retain(|vertex| !is_seen(*vertex));
    }
}

//! A model as each program holds and poses it.

use std::collections::HashMap;

use serde::Serialize;

use crate::actions::effects::ProgramRun;
use crate::diagnostics::effect::Effect;
use crate::document::Document;
use crate::document::describe::describe;
use crate::engines::holding;
use crate::layout::Record;
use crate::model::place::Place;
use crate::pose::Rig;
use crate::pose::convention::{MILKSHAPE, of_program};
use crate::report::view::found::at;
use crate::report::view::held::ViewHeld;
use crate::report::view::marks::{Mark, Marker};
use crate::report::view::motion::{Motion, ViewBones, ViewWeights, baked};
use crate::report::view::shape::DrawnFaces;

/// So many things that a program takes otherwise are listed.
const MOST_EFFECTS: usize = 50;

/// What a page says of the motion in Scorched3D.
const COARSE: &str = "Scorched3D computes with four decimals and coarse sines, so that it bends models a little, as is shown here. \
    It shows whole frames alone, 20 in a second.";

/// How a model moves, and what programs make of it.
#[derive(Serialize)]
pub(super) struct Views {
    bones: ViewBones,
    bone_names: Vec<String>,
    /// Different motions; the first is what the format means.
    motions: Vec<Motion>,
    /// Different weights.
    weights: Vec<ViewWeights>,
    /// Different ways to hold the faces.
    helds: Vec<ViewHeld>,
    engines: Vec<ViewEngine>,
}

/// What a program makes of a model.
#[derive(Serialize)]
struct ViewEngine {
    title: &'static str,
    version: &'static str,
    outcome: &'static str,
    /// Whether it shows anything.
    loads: bool,
    /// What it does in place of that, in words that follow its title, and where.
    says: String,
    place: String,
    mark: Mark,
    /// How it moves the model; `None` where that was not measured.
    motion: Option<usize>,
    /// What of its motion is other than shown, in sentences.
    motion_note: &'static str,
    /// Which other faces than those of the file it holds, if that is known.
    held: Option<usize>,
    /// Whether it may show something else than is drawn: it takes something otherwise, and what it holds is not known, or
    /// poses bones otherwise.
    is_otherwise: bool,
    effects: Vec<ViewOddity>,
    more_effects: usize,
}

/// Something that a program takes otherwise than the file says.
#[derive(Serialize)]
struct ViewOddity {
    kind: &'static str,
    says: String,
    place: String,
    mark: Mark,
}

impl Views {
    /// All that is known of a model.
    pub(super) fn of(
        document: &Document,
        runs: &[ProgramRun],
        marker: &Marker,
        faces: &DrawnFaces,
        notes: &mut Vec<String>,
    ) -> Self {
        let rig = Rig::new(document, &MILKSHAPE);
        let bone_name = |index| describe(document, Place::object(Record::Bone, index));
        let mut views = Self {
            bones: ViewBones::of(&rig),
            bone_names: (0..rig.bone_count()).map(bone_name).collect(),
            motions: Vec::new(),
            weights: Vec::new(),
            helds: Vec::new(),
            engines: Vec::new(),
        };
        notes.extend(views.motion(document, &rig).1);
        // Several versions of a program, and with validation, hold and move a model alike.
        let mut known: HashMap<&str, ShownAs> = HashMap::new();
        for run in runs {
            let name = run.program.name;
            let shown = match known.get(name) {
                _ if !run.loads() => ShownAs::default(),
                Some(shown) => *shown,
                None => {
                    let shown = views.shown(document, name, faces);
                    known.insert(name, shown);
                    shown
                }
            };
            views.engines.push(engine(document, run, marker, shown));
        }
        views
    }

    /// How a program holds and moves a model that it loads.
    fn shown(&mut self, document: &Document, program: &str, faces: &DrawnFaces) -> ShownAs {
        // Of a model that is too large to be drawn, programs hold much, too.
        let is_drawn = !faces.scene.parts.is_empty();
        let model = is_drawn.then(|| holding::by(program, document)).flatten();
        let held = model.as_ref().and_then(|model| ViewHeld::of(document, model, faces));
        // To validate a model does not move it.
        let posed_as = of_program(program.strip_suffix("+validate").unwrap_or(program));
        ShownAs {
            held: held.map(|held| index_of(&mut self.helds, held)),
            is_known: model.is_some(),
            motion: posed_as.map(|convention| {
                self.motion(document, &model.unwrap_or_default().rig(document, convention)).0
            }),
        }
    }

    /// The index of how a model moves, and what is left out of it.
    fn motion(&mut self, document: &Document, rig: &Rig) -> (usize, Vec<String>) {
        let (motion, weights, notes) = baked(document, rig);
        let weights = index_of(&mut self.weights, weights);
        (index_of(&mut self.motions, motion.with_weights(weights)), notes)
    }
}

/// How a program shows a model: by the indices of motion and faces.
#[derive(Clone, Copy, Default)]
struct ShownAs {
    motion: Option<usize>,
    held: Option<usize>,
    /// Whether it is known which faces it holds.
    is_known: bool,
}

/// The index of a value in a list, to which it is added if it is not there.
fn index_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

fn engine(document: &Document, run: &ProgramRun, marker: &Marker, shown: ShownAs) -> ViewEngine {
    let oddities = || run.effects.iter().filter(|effect| !effect.kind.stops());
    let empty = run.effects.iter().find(|effect| effect.takes_for_empty());
    let failing = run.effects.last().filter(|effect| effect.kind.stops()).or(empty);
    let where_is = |effect: &Effect| match effect.place {
        Some(place) if place.record != Record::File => {
            format!("{} ({})", describe(document, place), at(document, effect.at))
        }
        _ if effect.at > 0 => at(document, effect.at),
        _ => String::new(),
    };
    let oddity = |effect: &Effect| ViewOddity {
        kind: effect.kind.name(),
        says: effect.says.clone(),
        place: where_is(effect),
        mark: marker.mark(effect.place.into_iter()),
    };
    ViewEngine {
        title: run.program.title,
        version: run.program.version,
        outcome: run.outcome(),
        loads: run.loads(),
        says: failing.map_or(String::new(), |effect| effect.says.clone()),
        place: failing.map_or(String::new(), where_is),
        mark: marker.mark(failing.and_then(|effect| effect.place).into_iter()),
        motion: shown.motion,
        motion_note: if run.program.name == "scorched3d" { COARSE } else { "" },
        held: shown.held,
        is_otherwise: run.loads()
            && (run.posed_otherwise().next().is_some() || !shown.is_known && oddities().next().is_some()),
        effects: oddities().take(MOST_EFFECTS).map(oddity).collect(),
        more_effects: oddities().count().saturating_sub(MOST_EFFECTS),
    }
}

//! Reports the data of binary models that an ASCII model cannot hold: weights, extras, bone colours.

use crate::actions::convert::loss;
use crate::actions::convert::to_text::ToText;
use crate::actions::convert::{DEFAULT_RATE, times};
use crate::base::display::counted;
use crate::fix::weights;
use crate::fix::weights::percentages;
use crate::layout::{BlockKind, Record, fields};
use crate::model::ABSENT;
use crate::model::note::NoteKind;
use crate::model::place::{Place, SHARED};
use crate::parse::binary::tail;

impl ToText<'_> {
    pub(super) fn animation(&mut self) {
        let Some(animation) = self.binary.animation else { return };
        let place = Place::object(Record::Animation, 0);
        let rate = animation.rate;
        self.rate = times::playable(rate);
        let place_of_rate = place.field(fields::animation::RATE);
        if rate != self.rate {
            self.losses.add(&loss::FRAME_RATE, place_of_rate, || {
                format!(
                    "nothing moves at {rate} frames per second; keys are written at 1, as in MilkShape's viewer"
                )
            });
        } else if rate != DEFAULT_RATE {
            self.losses.add(&loss::FRAME_RATE, place_of_rate, || {
                format!("an ASCII model does not tell that {rate} frames take a second")
            });
        }
        let current = animation.current_frame.round();
        let place_of_current = place.field(fields::animation::CURRENT_FRAME);
        if current != animation.current_frame {
            self.losses.add(&loss::CURRENT_FRAME, place_of_current, || {
                format!("{} is not a whole number, and becomes {}", animation.current_frame, current as i32)
            });
        } else if current as i32 as f32 != current {
            self.losses.add(&loss::CURRENT_FRAME, place_of_current, || {
                format!("an ASCII model has no room for {current:e}, which becomes {}", current as i32)
            });
        }
        self.block(BlockKind::Frames, animation.at, animation.frame_count);
        self.block(BlockKind::Frame, animation.at, current as i32);
    }

    pub(super) fn extras(&mut self) {
        let scale = weights::scale(self.document);
        for (row, extra) in self.binary.vertex_extras.iter() {
            let place = Place::row(Record::VertexExtra, 0, row);
            let percent = percentages(extra, scale);
            if extra.weights != [0; 3] && percent != [100, 0, 0, 0] {
                let [first, second, third] = extra.weights;
                self.losses.add(&loss::WEIGHTS, place, || {
                    format!(
                        "an ASCII model has no place for weights {first}, {second}, {third}; \
                         the vertex hangs on its own bone alone there"
                    )
                });
            }
            for (added, bone) in extra.bones.into_iter().enumerate().filter(|(_, bone)| *bone != -1) {
                if extra.weights == [0; 3] || percent[added + 1] == 0 {
                    let place = place.field(fields::vertex_extra::BONES[added]);
                    self.losses.add(&loss::UNWEIGHTED_BONE, place, || {
                        format!("bone {bone} has no weight, and no place in an ASCII model")
                    });
                }
            }
            for field in fields::vertex_extra::EXTRA {
                let number = self.unsigned(place.field(field));
                if number != 0 {
                    self.losses.add(&loss::VERTEX_EXTRA, place.field(field), || {
                        format!("{number} has no place in an ASCII model")
                    });
                }
            }
        }
        for (row, extra) in self.binary.bone_extras.iter() {
            if extra.color != tail::BONE_COLOR {
                let [red, green, blue] = extra.color;
                let place = Place::object(Record::BoneExtra, row);
                self.losses.add(&loss::BONE_COLOR, place, || {
                    format!("the colour {red} {green} {blue} has no place in an ASCII model")
                });
            }
        }
        if let Some(extra) = &self.binary.model_extra {
            let is_usual = extra.joint_size == tail::JOINT_SIZE
                && extra.transparency_mode == tail::TRANSPARENCY_MODE
                && extra.alpha_reference == tail::ALPHA_REFERENCE;
            if !is_usual {
                self.losses.add(&loss::MODEL_EXTRA, Place::object(Record::ModelExtra, 0), || {
                    format!(
                        "an ASCII model has no place for joint size {}, transparency mode {} and alpha reference {}",
                        extra.joint_size, extra.transparency_mode, extra.alpha_reference
                    )
                });
            }
        }
    }

    /// Reports the faces and other data that belong to no part of the ASCII model.
    pub(super) fn leftovers(&mut self) {
        for (face, _) in self.binary.owners.iter().enumerate().filter(|(_, owner)| **owner == ABSENT) {
            let place = Place::row(Record::Face, SHARED as usize, face);
            self.losses.add(&loss::UNLISTED_FACE, place, || "no mesh lists this face".to_string());
        }
        for (vertex, _) in self.users.iter().enumerate().filter(|(_, user)| **user == ABSENT) {
            let place = Place::row(Record::Vertex, SHARED as usize, vertex);
            self.losses.add(&loss::UNUSED_VERTEX, place, || "no face of a mesh uses this vertex".to_string());
        }
        let notes = &self.document.notes;
        let mut garbage = notes.iter().filter(|note| note.kind == NoteKind::TextGarbage);
        if let Some(first) = garbage.next() {
            let texts = 1 + garbage.count();
            self.losses.add_at(&loss::BYTES_BEHIND_TEXT, Place::FILE, first.span, || {
                format!("what is after the end of {} means nothing, and is left out", counted(texts, "text"))
            });
        }
        if let Some(note) = notes.iter().find(|note| note.kind == NoteKind::TrailingBytes) {
            self.losses.add_at(&loss::TRAILING_BYTES, Place::FILE, note.span, || {
                format!("{} after the end of the model", counted(note.span.len(), "byte"))
            });
        }
    }
}

//! Compares materials.

use std::hash::Hash;

use crate::actions::diff::binary::{mode_of, stored_number};
use crate::actions::diff::pairs::{ObjectMark, Pairs, digest};
use crate::actions::diff::{ChangedAspect, DiffBuilder, are_same, bits, is_same};
use crate::base::display::{float, quote};
use crate::document::Document;
use crate::layout::Record;
use crate::model::{Material, Text};

/// The colours, as people call them.
const COLORS: [&str; 4] = ["ambient", "diffuse", "specular", "emissive"];

impl DiffBuilder<'_> {
    /// Compares the materials, and returns which are the same.
    pub(super) fn materials(&mut self) -> Pairs {
        let marks = [self.old, self.new].map(|document| {
            let materials = document.model.materials.iter().enumerate();
            materials.map(|(index, material)| mark(document, index, material)).collect::<Vec<_>>()
        });
        self.paired((Record::Material, "materials"), &marks, |own, was, is, _| own.material(was, is))
    }

    fn material(&mut self, was: usize, is: usize) {
        let (old, new) = (&self.old.model.materials[was], &self.new.model.materials[is]);
        for (name, was, is) in
            [("texture", old.texture, new.texture), ("alpha map", old.alpha_map, new.alpha_map)]
        {
            let bytes = |document: &Document, text: Text| text.map(|span| document.bytes(span).to_vec());
            if bytes(self.old, was) != bytes(self.new, is) {
                let (was, is) = (path(self.old, was), path(self.new, is));
                self.add(ChangedAspect::Texture, format!("{name} {is}, was {was}"), 1);
            }
        }
        for (index, name) in COLORS.into_iter().enumerate() {
            let (was, is) = (old.colors[index], new.colors[index]);
            let are_equal = match (was, is) {
                (Some(was), Some(is)) => are_same(&was, &is),
                (was, is) => was.is_none() && is.is_none(),
            };
            if !are_equal {
                self.add(ChangedAspect::Look, format!("{name} {}, was {}", color(is), color(was)), 1);
            }
        }
        for (name, was, is) in [
            ("shininess", old.shininess, new.shininess),
            ("transparency", old.transparency, new.transparency),
        ] {
            let are_equal = match (was, is) {
                (Some(was), Some(is)) => is_same(was, is),
                (was, is) => was.is_none() && is.is_none(),
            };
            if !are_equal {
                let number = |number: Option<f32>| number.map_or("unreadable".to_string(), float);
                self.add(ChangedAspect::Look, format!("{name} {}, was {}", number(is), number(was)), 1);
            }
        }
        let mode = |document: &Document, index: usize| stored_number(document, mode_of(index));
        if let (Some(was), Some(is)) = (mode(self.old, was), mode(self.new, is))
            && was != is
        {
            self.add(ChangedAspect::Look, format!("mode {is}, was {was}"), 1);
        }
    }
}

fn path(document: &Document, path: Text) -> String {
    match path.map(|span| document.bytes(span)) {
        None => "unreadable".to_string(),
        Some(b"") => "none".to_string(),
        Some(path) => format!("\"{}\"", quote(path)),
    }
}

fn color(color: Option<[f32; 4]>) -> String {
    color.map_or("unreadable".to_string(), |color| color.map(float).join(" "))
}

fn mark<'d>(document: &'d Document, index: usize, material: &Material) -> ObjectMark<'d> {
    let name = document.name_of(Record::Material, index as u32).unwrap_or_default();
    let texture = material.texture.map(|span| document.bytes(span)).filter(|path| !path.is_empty());
    let content = digest(|hasher| {
        let Material { colors, shininess, transparency, texture, alpha_map, .. } = material;
        colors.map(|color| color.map(bits)).hash(hasher);
        [*shininess, *transparency].map(|number| number.map(|number| bits([number]))).hash(hasher);
        [*texture, *alpha_map].map(|text| text.map(|span| document.bytes(span))).hash(hasher);
    });
    let gist = texture.map(|texture| digest(|hasher| texture.hash(hasher)));
    ObjectMark { name, content, gist }
}

//! Where faces and vertices are in space, and what they are made of: in an editor they have no numbers.

use crate::base::display::quote;
use crate::document::Document;
use crate::layout::{Record, fields};
use crate::model::place::Place;
use crate::model::{Face, Geometry};

/// A face that uses a normal is looked for among so many faces.
const MOST_FACES: usize = 1000;

/// Where a vertex, a face or a normal is, with the material of its mesh: `near (0.5, 1.2, -3), material "shell"`. Empty
/// for other places, and where the file does not say it.
pub fn whereabouts(document: &Document, place: Place) -> String {
    let Some(point) = point(document, place) else { return String::new() };
    let [x, y, z] = point.map(short);
    let material = match material(document, place) {
        words if words.is_empty() => words,
        words => format!(", {words}"),
    };
    format!("near ({x}, {y}, {z}){material}")
}

/// A vertex, or the middle of a face.
fn point(document: &Document, place: Place) -> Option<[f32; 3]> {
    let geometry = document.model.geometry_of(place.object as usize)?;
    let point = match place.record {
        Record::Vertex => geometry.vertices.get(place.row as i32)?.position,
        Record::Face => middle(geometry, geometry.faces.get(place.row as i32)?)?,
        Record::Normal => {
            let faces = geometry.faces.iter().take(MOST_FACES).map(|(_, face)| face);
            middle(geometry, faces.into_iter().find(|face| face.normals.contains(&(place.row as i32)))?)?
        }
        _ => return None,
    };
    // What is wrong may be these very numbers.
    let is_known = place.record != Record::Vertex
        || place.field.is_none_or(|field| !fields::vertex::POSITION.contains(&field));
    // Numbers beyond this show nobody where to look.
    const FAR: f32 = 1e9;
    point.iter().all(|value| value.abs() < FAR).then_some(point).filter(|_| is_known)
}

fn middle(geometry: &Geometry, face: &Face) -> Option<[f32; 3]> {
    let corner = |index: i32| Some(geometry.vertices.get(index)?.position);
    let [a, b, c] = [corner(face.vertices[0])?, corner(face.vertices[1])?, corner(face.vertices[2])?];
    Some(std::array::from_fn(|axis| a[axis] / 3.0 + b[axis] / 3.0 + c[axis] / 3.0))
}

/// The material of the mesh.
fn material(document: &Document, place: Place) -> String {
    let mesh = document.model.meshes.get(place.object as usize);
    let material = mesh.and_then(|mesh| u32::try_from(mesh.material?).ok());
    let name = material.and_then(|index| document.name_of(Record::Material, index));
    name.filter(|name| !name.is_empty()).map_or(String::new(), |name| format!("material \"{}\"", quote(name)))
}

/// A coordinate in as few digits as show where to look.
fn short(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    const MODEL: &str = "// MilkShape 3D ASCII\nMeshes: 1\n\"body\" 0 0\n3\n0 0.0 0.0 -0.0001 0.0 0.0 -1\n\
        0 3.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.5 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\nMaterials: 1\n\
        \"shell\"\n0.0 0.0 0.0 0.0\n0.0 0.0 0.0 0.0\n0.0 0.0 0.0 0.0\n0.0 0.0 0.0 0.0\n0.0\n1.0\n\"\"\n\"\"\nBones: 0\n";

    #[test]
    fn points_come_with_the_material() {
        let document = read("a.txt", MODEL.as_bytes().to_vec());
        let at = |record, row| whereabouts(&document, Place::row(record, 0, row));
        assert_eq!(at(Record::Vertex, 0), "near (0, 0, 0), material \"shell\"");
        assert_eq!(at(Record::Face, 0), "near (1, 0.5, 0), material \"shell\"");
        assert_eq!(at(Record::Normal, 0), at(Record::Face, 0));
        assert_eq!(at(Record::Vertex, 3), "");
        assert_eq!(whereabouts(&document, Place::object(Record::Material, 0)), "");
    }
}

//! Converts ASCII models to binary: record by record, in the order of the binary format.

use crate::actions::convert::loss;
use crate::actions::convert::loss::Losses;
use crate::actions::convert::rename::ConvertedNames;
use crate::actions::convert::text::in_lines;
use crate::actions::convert::{Converted, frame, seconds};
use crate::actions::fmt::complete::{Refusal, complete};
use crate::actions::fmt::writer::comments;
use crate::actions::fmt::{FmtTrouble, spelling_error};
use crate::base::display::{but_there_are, counted, quote};
use crate::document::Document;
use crate::fix::edits::LONGEST_NAME;
use crate::layout::binary::{PATH_WIDTH, block, parts};
use crate::layout::{self, BlockKind, Record, fields};
use crate::model::place::Place;
use crate::model::{Bone, Face, Geometry, Key, Material, Mesh, Table, Text, Vertex};
use crate::parse::ascii::parser::MAGIC;
use crate::parse::binary::encode::{Value, push};
use crate::parse::binary::tail;
use crate::parse::sniff::BINARY_MAGIC;

/// Converts an ASCII model to a binary file of version 4, with keyframe times in seconds at this frame rate.
///
/// The file has all sections that MilkShape 1.8 writes, as some importers need them and all others skip them,
/// and vertex extras of version 2, whose weights are percentages.
///
/// # Errors
///
/// A [`FmtTrouble`], if the file has a syntax error, is only a part of a model, or cannot be written as a
/// binary file.
pub fn to_binary(document: &Document, rate: f32) -> Result<Converted, FmtTrouble> {
    if document.is_binary() {
        return Err(FmtTrouble::Refused(Refusal::new(0, "it is a binary model already")));
    }
    if let Some(error) = spelling_error(document) {
        return Err(FmtTrouble::Error(Box::new(error)));
    }
    complete(document).and_then(|()| whole(document)).map_err(FmtTrouble::Refused)?;
    ToBinary::of(document, rate).convert().map_err(FmtTrouble::Refused)
}

/// Refuses a part of a model: it refers to objects in another file.
fn whole(document: &Document) -> Result<(), Refusal> {
    if !document.is_whole() {
        return Err(Refusal::new(0, "it is a part of a model that is split into several files"));
    }
    let needed = [BlockKind::Materials, BlockKind::Bones].into_iter();
    match { needed }.find(|kind| document.model.block(*kind).is_none() && document.model.uses(*kind)) {
        Some(kind) => {
            let what = format!("there is no block `{}:`, which the meshes refer to", kind.name());
            Err(Refusal::new(0, what))
        }
        None => Ok(()),
    }
}

/// The version that MilkShape 1.8 writes, and the only one that all importers accept.
const VERSION: i32 = 4;
struct ToBinary<'d> {
    document: &'d Document,
    losses: Losses<'d>,
    names: ConvertedNames,
    /// Frames per second.
    rate: f32,
    out: Vec<u8>,
}

impl<'d> ToBinary<'d> {
    fn of(document: &'d Document, rate: f32) -> Self {
        let better = |name: &[u8]| {
            let has_room = name.len() <= LONGEST_NAME && !name.contains(&0);
            (!has_room).then(|| name.iter().copied().filter(|byte| *byte != 0).collect())
        };
        let (losses, names) = (Losses::new(document), ConvertedNames::of(document, better));
        Self { document, losses, names, rate, out: Vec::with_capacity(document.source.len()) }
    }

    fn convert(mut self) -> Result<Converted, Refusal> {
        let model = &self.document.model;
        self.comment_lines()?;
        self.record(Place::FILE, 0, &[BINARY_MAGIC.into(), VERSION.into()])?;
        self.vertices()?;
        self.faces()?;
        self.count(BlockKind::Meshes, model.meshes.len())?;
        let mut first_face = 0;
        for (index, mesh) in model.meshes.iter().enumerate() {
            self.mesh(index, mesh, first_face)?;
            first_face += mesh.geometry.faces.len();
        }
        self.count(BlockKind::Materials, model.materials.len())?;
        for (index, material) in model.materials.iter().enumerate() {
            self.material(index, material)?;
        }
        self.animation()?;
        self.count(BlockKind::Bones, model.bones.len())?;
        for (index, bone) in model.bones.iter().enumerate() {
            self.bone(index, bone)?;
        }
        self.comments()?;
        let vertices = model.meshes.iter().map(|mesh| mesh.geometry.vertices.len()).sum();
        for kind in [BlockKind::VertexExtras, BlockKind::BoneExtras, BlockKind::ModelExtras] {
            self.out.extend(tail::section(kind, vertices, model.bones.len()));
        }
        Ok(Converted { bytes: self.out, losses: self.losses.finish() })
    }

    // Meshes

    fn vertices(&mut self) -> Result<(), Refusal> {
        let meshes = &self.document.model.meshes;
        let count = meshes.iter().map(|mesh| mesh.geometry.vertices.len()).sum();
        self.count(BlockKind::Vertices, count)?;
        for (index, mesh) in meshes.iter().enumerate() {
            let mut users = vec![0; mesh.geometry.vertices.len()];
            let corners = mesh.geometry.faces.rows.iter().flat_map(|face| face.vertices);
            for vertex in corners {
                // A vertex index out of range is refused with its face.
                users.get_mut(vertex as usize).into_iter().for_each(|count| *count += 1);
            }
            for (row, (vertex, users)) in mesh.geometry.vertices.rows.iter().zip(users).enumerate() {
                self.vertex(Place::row(Record::Vertex, index, row), vertex, users)?;
            }
        }
        Ok(())
    }

    /// Writes a vertex with its reference count: the number of corners that use it.
    fn vertex(&mut self, place: Place, vertex: &Vertex, users: usize) -> Result<(), Refusal> {
        let ([x, y, z], [u, v]) = (vertex.position, vertex.uv);
        if users == 0 {
            self.losses.add(&loss::VERTEX_MESH, place, || {
                "no face uses this vertex, so that nothing shows its mesh".to_string()
            });
        }
        if users == 0 && vertex.uv != [0.0; 2] {
            self.losses.add(&loss::UNUSED_COORDINATES, place.field(fields::vertex::U), || {
                "no face uses this vertex, so that its texture coordinates have no place".to_string()
            });
        }
        let flags = self.flags(place.field(fields::vertex::FLAGS), vertex.flags, 8);
        // The count has 8 bits, and wraps around as MilkShape's does.
        let users = i32::from(users as u8);
        let floats = [x, y, z, u, v].map(Value::from);
        let values = [&[flags.into()], &floats[..], &[vertex.bone.into(), users.into()]].concat();
        self.record(place, 0, &values)
    }

    fn faces(&mut self) -> Result<(), Refusal> {
        let meshes = &self.document.model.meshes;
        let count = meshes.iter().map(|mesh| mesh.geometry.faces.len()).sum();
        self.count(BlockKind::Faces, count)?;
        let mut first_vertex = 0;
        for (index, mesh) in meshes.iter().enumerate() {
            for (row, face) in mesh.geometry.faces.rows.iter().enumerate() {
                self.face(Place::row(Record::Face, index, row), mesh, face, first_vertex)?;
            }
            first_vertex += mesh.geometry.vertices.len() as i32;
            self.unused_normals(index, mesh);
        }
        Ok(())
    }

    fn face(&mut self, place: Place, mesh: &Mesh, face: &Face, first_vertex: i32) -> Result<(), Refusal> {
        let missing = |what: &str, index: i32, count: usize| {
            Refusal::new(face.at, format!("the face has {what} {index}, {}", but_there_are(count, what)))
        };
        let mut values = Vec::with_capacity(24);
        values.push(self.flags(place.field(fields::face::FLAGS), face.flags, 16).into());
        values.extend(face.vertices.map(|vertex| Value::from(first_vertex.saturating_add(vertex))));
        values.extend(face.normals.map(Value::from));
        values.push(self.smoothing_group(place, face.smoothing_group).into());
        for normal in face.normals {
            let row = mesh
                .geometry
                .normals
                .get(normal)
                .ok_or_else(|| missing("normal", normal, mesh.geometry.normals.len()))?;
            values.extend(row.direction.map(Value::from));
        }
        let mut coordinates = [[0.0; 3]; 2];
        for (corner, vertex) in face.vertices.into_iter().enumerate() {
            let row = mesh
                .geometry
                .vertices
                .get(vertex)
                .ok_or_else(|| missing("vertex", vertex, mesh.geometry.vertices.len()))?;
            [coordinates[0][corner], coordinates[1][corner]] = row.uv;
        }
        values.extend(coordinates.concat().into_iter().map(Value::from));
        values.push((place.object as i32).into());
        self.record(place, 0, &values)
    }

    fn smoothing_group(&mut self, face: Place, group: i32) -> i32 {
        if u8::try_from(group).is_ok() {
            return group;
        }
        self.losses.add(&loss::SMOOTHING_GROUP, face.field(fields::face::SMOOTHING_GROUP), || {
            format!("a binary file has room for smoothing groups up to 255; {group} becomes 0")
        });
        0
    }

    fn unused_normals(&mut self, index: usize, mesh: &Mesh) {
        let mut is_used = vec![false; mesh.geometry.normals.len()];
        for normal in mesh.geometry.faces.rows.iter().flat_map(|face| face.normals) {
            is_used[normal as usize] = true;
        }
        for (row, _) in is_used.into_iter().enumerate().filter(|(_, is_used)| !is_used) {
            let place = Place::row(Record::Normal, index, row);
            self.losses.add(&loss::UNUSED_NORMAL, place, || "no face uses this normal".to_string());
        }
    }

    fn mesh(&mut self, index: usize, mesh: &Mesh, first_face: usize) -> Result<(), Refusal> {
        let place = Place::object(Record::Mesh, index);
        let name = self.name(place.field(fields::mesh::NAME), mesh.name)?;
        let flags = self.flags(place.field(fields::mesh::FLAGS), mesh.flags, 8);
        let material = self.material_of(place, mesh)?;
        let count = |count: usize| Value::Integer(count as i64);
        let Geometry { vertices, normals, faces } = &mesh.geometry;
        let values = [
            name[..].into(),
            flags.into(),
            material.into(),
            count(vertices.len()),
            count(normals.len()),
            count(faces.len()),
        ];
        self.record(place, 0, &values)?;
        for row in 0..faces.len() {
            self.record(Place::row(Record::Member, index, row), 0, &[count(first_face + row)])?;
        }
        self.record(place, 1, &values)
    }

    /// The material of a mesh. An ASCII model may have its materials in another file, a binary one may not.
    fn material_of(&mut self, mesh: Place, row: &Mesh) -> Result<i32, Refusal> {
        let material = row.material.ok_or_else(|| self.unreadable(mesh))?;
        if material < 0 || !self.document.model.materials.is_empty() {
            return Ok(material);
        }
        self.losses.add(&loss::MISSING_MATERIAL, mesh.field(fields::mesh::MATERIAL), || {
            format!("the model has no material {material}; in a binary file the mesh has none")
        });
        Ok(-1)
    }

    // Materials, bones and keyframes

    fn material(&mut self, index: usize, material: &Material) -> Result<(), Refusal> {
        let place = Place::object(Record::Material, index);
        let name = self.name(place.field(fields::material::NAME), material.name)?;
        let texture = self.path(place.field(fields::material::TEXTURE), material.texture)?;
        let alpha_map = self.path(place.field(fields::material::ALPHA_MAP), material.alpha_map)?;
        let mut values: Vec<Value> = vec![name[..].into()];
        for color in material.colors {
            values.extend(color.ok_or_else(|| self.unreadable(place))?.map(Value::from));
        }
        for number in [material.shininess, material.transparency] {
            values.push(number.ok_or_else(|| self.unreadable(place))?.into());
        }
        // The last byte is the mode: a plain texture.
        values.extend([Value::from(texture), alpha_map.into(), 0.into()]);
        self.record(place, 0, &values)
    }

    fn animation(&mut self) -> Result<(), Refusal> {
        let model = &self.document.model;
        let number = |kind| {
            let block = model.block(kind).and_then(|(_, block)| block.number);
            block.unwrap_or_else(|| model.number_of_missing(kind))
        };
        let (current, frames) = (number(BlockKind::Frame), number(BlockKind::Frames));
        let stored = current as f32;
        if stored as i32 != current
            && let Some((index, _)) = model.block(BlockKind::Frame)
        {
            let place = Place::object(Record::Block, index).field(fields::block::COUNT);
            self.losses.add(&loss::ROUNDED_NUMBER, place, || format!("{current} is rounded to {stored}"));
        }
        let values = [self.rate.into(), stored.into(), frames.into()];
        self.record(Place::object(Record::Animation, 0), 0, &values)
    }

    fn bone(&mut self, index: usize, bone: &Bone) -> Result<(), Refusal> {
        let place = Place::object(Record::Bone, index);
        let name = self.name(place.field(fields::bone::NAME), bone.name)?;
        let parent = self.name(place.field(fields::bone::PARENT), bone.parent)?;
        let flags = self.flags(place.field(fields::bone::FLAGS), bone.flags, 8);
        let pose = [bone.position, bone.rotation].concat().into_iter().map(Value::from);
        let count = |keys: &Table<Key>| Value::Integer(keys.len() as i64);
        let mut values: Vec<Value> = vec![name[..].into(), parent[..].into(), flags.into()];
        values.extend(pose);
        values.extend([count(&bone.position_keys), count(&bone.rotation_keys)]);
        self.record(place, 0, &values)?;
        let [positions, rotations] = bone.tables();
        for (record, keys) in [rotations, positions] {
            for (row, key) in keys.rows.iter().enumerate() {
                self.key(Place::row(record, index, row), key)?;
            }
        }
        Ok(())
    }

    fn key(&mut self, place: Place, key: &Key) -> Result<(), Refusal> {
        let time = seconds(key.time, self.rate);
        let again = frame(time, self.rate);
        if again != key.time {
            self.losses.add(&loss::ROUNDED_NUMBER, place.field(fields::key::TIME), || {
                format!("the time {} is rounded to {again}", key.time)
            });
        }
        let [x, y, z] = key.value;
        self.record(place, 0, &[time, x, y, z].map(Value::from))
    }

    // Comments and extras after the bones

    fn comments(&mut self) -> Result<(), Refusal> {
        let model = &self.document.model;
        self.out.extend(tail::version(BlockKind::Comments).to_le_bytes());
        for kind in BlockKind::COMMENTS {
            let of_kind = |block: u32| model.blocks[block as usize].kind == kind;
            let own = model.comments.iter().enumerate().filter(|(_, comment)| of_kind(comment.block));
            let count = own.clone().count();
            if let (BlockKind::ModelComment, Some((_, second))) = (kind, own.clone().nth(1)) {
                let at = second.text.map_or(0, |text| text.start);
                return Err(Refusal::new(at, "there is a second comment of the model"));
            }
            self.count(kind, count)?;
            for (number, comment) in own {
                let text = comment.text.map(|text| in_lines(self.document.bytes(text))).unwrap_or_default();
                let length = Value::Integer(text.len() as i64);
                let (record, values) = match comment.index {
                    Some(index) => (Record::Comment, vec![index.into(), text[..].into(), length]),
                    None => (Record::ModelComment, vec![text[..].into(), length]),
                };
                self.record(Place::object(record, number), 0, &values)?;
                self.record(Place::object(record, number), 1, &values)?;
            }
        }
        Ok(())
    }

    fn comment_lines(&mut self) -> Result<(), Refusal> {
        let comments = comments(self.document)?;
        for comment in comments.into_iter().filter(|comment| self.document.bytes(*comment) != MAGIC) {
            self.losses.add_at(&loss::COMMENT_LINES, Place::FILE, comment, || {
                format!("a binary file has no place for \"{}\"", quote(self.document.bytes(comment)))
            });
        }
        Ok(())
    }

    // Fields

    fn record(&mut self, place: Place, part: usize, values: &[Value]) -> Result<(), Refusal> {
        let slots = parts(place.record)[part];
        push(slots, values, &mut self.out).map_err(|field| {
            let at = self.offset(place.field(field));
            let name = layout::field(place.record, field).map_or("value", |field| field.name);
            match values.get(field as usize) {
                Some(Value::Integer(number)) => Refusal::new(at, format!("{NO_ROOM} {name} {number}")),
                _ => Refusal::new(at, format!("{NO_ROOM} the {name}")),
            }
        })
    }

    fn count(&mut self, kind: BlockKind, count: usize) -> Result<(), Refusal> {
        push(block(kind), &[Value::Integer(count as i64)], &mut self.out).map_err(|_| {
            let counted = counted(count, kind.counts().unwrap_or("row"));
            Refusal::new(0, format!("{NO_ROOM} {counted}"))
        })
    }

    /// The lowest bits of flags.
    fn flags(&mut self, place: Place, flags: i32, bits: u32) -> i32 {
        let kept = flags & ((1 << bits) - 1);
        if kept != flags {
            self.losses.add(&loss::FLAGS, place, || {
                format!("a binary file has room for {bits} bits of flags; {flags} becomes {kept}")
            });
        }
        kept
    }

    fn name(&mut self, place: Place, name: Text) -> Result<Vec<u8>, Refusal> {
        let name = name.map(|name| self.document.bytes(name)).ok_or_else(|| self.unreadable(place))?;
        let new = self.names.get(place.record, name).to_vec();
        if new != name {
            self.losses.add(&loss::NEW_NAME, place, || {
                format!("a binary file has no room for this name, which becomes \"{}\"", quote(&new))
            });
        }
        Ok(new)
    }

    /// Writes a path. A path that is too long is refused, as a cut one would name another file.
    fn path(&mut self, place: Place, path: Text) -> Result<&'d [u8], Refusal> {
        let path = path.map(|path| self.document.bytes(path)).ok_or_else(|| self.unreadable(place))?;
        if path.len() >= PATH_WIDTH || path.contains(&0) {
            let at = self.offset(place);
            return Err(Refusal::new(at, format!("{NO_ROOM} a path of {}", counted(path.len(), "byte"))));
        }
        Ok(path)
    }

    fn offset(&self, place: Place) -> u32 {
        let span = self.document.locate(place).or_else(|| self.document.locate(place.whole()));
        span.map_or(0, |span| span.start)
    }

    fn unreadable(&self, place: Place) -> Refusal {
        Refusal::new(self.offset(place), "the line cannot be read")
    }
}

const NO_ROOM: &str = "a binary file has no room for";

//! Binary models that a tool took for text: found, and restored byte for byte or not at all.

use std::fs;
use std::path::PathBuf;

use crate::support::{check, files};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::model::note::NoteKind;
use ms3dlint::parse::binary::read;
use ms3dlint::parse::text_damage::{Damage, Direction, find};

/// Takes away what a tool takes away that turns CR LF into LF.
fn without_returns(bytes: &[u8]) -> Vec<u8> {
    let kept = |at: &usize| bytes[*at] != b'\r' || bytes.get(at + 1) != Some(&b'\n');
    (0..bytes.len()).filter(kept).map(|at| bytes[at]).collect()
}

/// Puts a carriage return before every line feed. A careful tool leaves alone those that have one.
fn with_returns(bytes: &[u8], is_careful: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' && !(is_careful && at > 0 && bytes[at - 1] == b'\r') {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}

/// The file as it was, if that is known.
fn repaired(bytes: &[u8], damage: &Damage) -> Option<Vec<u8>> {
    let mut offsets = damage.repair()?.map(|offset| offset as usize).peekable();
    let mut out = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match offsets.next_if_eq(&at) {
            Some(_) if damage.direction == Direction::Added => continue,
            Some(_) => out.push(b'\r'),
            None => {}
        }
        out.push(*byte);
    }
    Some(out)
}

/// The bytes of a model, and where in it a CR LF can be.
#[derive(Default)]
struct Model {
    bytes: Vec<u8>,
    marks: Vec<(&'static str, usize)>,
}

impl Model {
    fn mark(&mut self, what: &'static str) {
        self.marks.push((what, self.bytes.len()));
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn floats(&mut self, values: &[f32]) {
        values.iter().for_each(|value| self.put(&value.to_le_bytes()));
    }

    fn short(&mut self, value: usize) {
        self.put(&(value as u16).to_le_bytes());
    }

    fn long(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }

    fn text(&mut self, text: &str, width: usize) {
        self.put(text.as_bytes());
        self.bytes.resize(self.bytes.len() + width - text.len(), 0);
    }

    /// A tube of so many rings, with everything that a file can hold.
    fn tube(rings: usize) -> Self {
        const AROUND: usize = 8;
        let mut model = Self::default();
        model.put(b"MS3D000000\x04\0\0\0");
        let normal = |corner: usize| {
            let angle = (corner % AROUND) as f32 * std::f32::consts::FRAC_PI_4 + 0.3;
            [angle.cos(), angle.sin(), 0.0]
        };
        let vertices = rings * AROUND;
        let faces: Vec<[usize; 3]> = (0..vertices - AROUND)
            .flat_map(|a| {
                let b = a / AROUND * AROUND + (a + 1) % AROUND;
                [[a, b, b + AROUND], [a, b + AROUND, a + AROUND]]
            })
            .collect();
        model.short(vertices);
        for vertex in 0..vertices {
            let [x, y, _] = normal(vertex);
            model.put(&[0]);
            if vertex == 9 {
                model.mark("vertex 9");
            }
            model.floats(&[x * 5.3, y * 5.3, (vertex / AROUND) as f32 * 1.7]);
            let uses = faces.iter().flatten().filter(|corner| **corner == vertex).count();
            model.put(&[0xFF, uses as u8]);
        }
        model.short(faces.len());
        for (number, face) in faces.iter().enumerate() {
            model.short(0);
            face.iter().for_each(|corner| model.short(*corner));
            for (corner, vertex) in face.iter().enumerate() {
                let [mut x, mut y, z] = normal(*vertex);
                if (number, corner) == (6, 0) {
                    // A normal of length 1 whose first bytes are a CR LF.
                    model.mark("face 6");
                    x = f32::from_bits(x.to_bits() & !0xFFFF | 0x0A0D);
                    y = (1.0 - x * x).sqrt();
                }
                model.floats(&[x, y, z]);
            }
            model.floats(&face.map(|corner| (corner % AROUND) as f32 / 8.0));
            model.floats(&face.map(|corner| (corner / AROUND) as f32 / 16.0));
            model.put(&[1, (number >= faces.len() / 2) as u8]);
        }
        model.behind_the_faces(faces.len(), vertices);
        model
    }

    fn behind_the_faces(&mut self, faces: usize, vertices: usize) {
        self.short(2);
        for (name, members) in [("lower", 0..faces / 2), ("upper", faces / 2..faces)] {
            self.put(&[0]);
            self.text(name, 32);
            self.short(members.len());
            members.for_each(|member| self.short(member));
            self.put(&[0]);
        }
        self.short(1);
        self.text("iron", 32);
        self.mark("material 0");
        self.floats(&[
            0.2, 0.2, 0.2, 1.0, 0.8, 0.8, 0.8, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 8.0, 1.0,
        ]);
        self.put(&[0]);
        self.text("iron.png", 128);
        self.text("", 128);
        self.mark("the animation");
        self.floats(&[25.0, 1.0]);
        self.long(30);
        self.bones();
        self.tail(vertices);
    }

    fn bones(&mut self) {
        self.short(2);
        for (name, parent) in [("root", ""), ("tip", "root")] {
            self.put(&[0]);
            self.text(name, 32);
            self.text(parent, 32);
            if parent == "root" {
                self.mark("bone 1");
            }
            self.floats(&[0.31, 0.0, 0.0, 1.3, 0.7, 0.0]);
            self.short(3);
            self.short(3);
            for (what, scale) in [("a rotation key of bone 1", 0.3), ("a position key of bone 1", 1.9)] {
                for time in [0.04, 0.5, 1.2_f32] {
                    if parent == "root" && time == 0.5 {
                        self.bytes.extend(time.to_le_bytes());
                        self.mark(what);
                        self.floats(&[time * scale, 0.37 * scale, 0.0]);
                    } else {
                        self.floats(&[time, time * scale, 0.37 * scale, 0.0]);
                    }
                }
            }
        }
    }

    fn tail(&mut self, vertices: usize) {
        self.long(1);
        self.long(1);
        self.long(1);
        self.long(11);
        self.put(b"up");
        self.mark("a comment");
        self.put(b"..per part");
        self.bytes.pop();
        self.long(0);
        self.long(0);
        self.long(1);
        self.long(18);
        self.put(b"first");
        self.mark("the comment about the model");
        self.put(b"..second line");
        self.long(2);
        for vertex in 0..vertices {
            self.put(&[0xFF, 0xFF, 0xFF, 0, 0, 0]);
            if vertex == 20 {
                self.mark("the weights of vertex 20");
            }
            self.long(0);
        }
        self.long(1);
        for bone in 0..2 {
            if bone == 1 {
                self.mark("the colour of bone 1");
            }
            self.floats(&[0.6, 0.1, 0.9]);
        }
        self.long(1);
        self.mark("the settings of the model");
        self.floats(&[0.7]);
        self.long(0);
        self.floats(&[0.5]);
    }

    /// The model with a CR LF in these places, and in no others.
    fn with_line_ends(&self, places: &[usize]) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let pairs: Vec<usize> = memchr::memmem::find_iter(&bytes, b"\r\n").collect();
        pairs.into_iter().for_each(|pair| bytes[pair + 1] += 1);
        places.iter().for_each(|place| bytes[*place..place + 2].copy_from_slice(b"\r\n"));
        bytes
    }
}

fn is_whole(bytes: &[u8]) -> bool {
    let read = read(bytes);
    let is_cut = |what: NoteKind| matches!(what, NoteKind::Truncated { .. } | NoteKind::TrailingBytes);
    !read.notes.iter().any(|note| is_cut(note.kind))
}

/// Each section by itself, and all of them at once.
#[test]
fn a_byte_lost_in_any_section_is_put_back() {
    let model = Model::tube(6);
    assert!(is_whole(&model.bytes));
    for (what, place) in &model.marks {
        let whole = model.with_line_ends(&[*place]);
        let damaged = without_returns(&whole);
        let damage = find(&damaged).unwrap_or_else(|| panic!("nothing found in {what}"));
        assert_eq!(damage.changes.len(), 1, "{what}");
        assert_eq!(damage.changes[0].within.to_string(), *what);
        assert_eq!(repaired(&damaged, &damage), Some(whole), "{what}");
    }
    let whole = model.with_line_ends(&model.marks.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    let damaged = without_returns(&whole);
    let damage = find(&damaged).unwrap();
    assert_eq!(damage.changes.len(), model.marks.len());
    assert_eq!(repaired(&damaged, &damage), Some(whole));
}

/// 2,573 vertices: both bytes of the count are a CR LF.
#[test]
fn a_count_loses_its_byte_too() {
    let mut whole = b"MS3D000000\x04\0\0\0\x0D\x0A".to_vec();
    for vertex in 0..2573 {
        whole.push(0);
        [1.5, 2.25, vertex as f32].iter().for_each(|value: &f32| whole.extend(value.to_le_bytes()));
        whole.extend([0xFF, 0]);
    }
    // No faces, no meshes, no materials; the animation; no bones.
    whole.extend([0, 0, 0, 0, 0, 0]);
    [24.0, 1.0].iter().for_each(|value: &f32| whole.extend(value.to_le_bytes()));
    whole.extend([30, 0, 0, 0, 0, 0]);
    assert!(is_whole(&whole));
    let damaged = without_returns(&whole);
    let damage = find(&damaged).unwrap();
    assert_eq!(damage.changes[0].within.to_string(), "a count");
    assert_eq!(repaired(&damaged, &damage), Some(whole));
}

#[test]
fn what_cannot_be_told_apart_is_told_and_left() {
    let model = Model::tube(6);
    let (_, place) = model.marks.iter().find(|(what, _)| *what == "the comment about the model").unwrap();
    let mut whole = model.with_line_ends(&[*place]);
    whole[place + 5] = b'\n';
    let damage = find(&without_returns(&whole)).unwrap();
    assert_eq!(damage.repair().map(Iterator::collect::<Vec<_>>), None);
    assert_eq!(damage.changes.len(), 1);
    assert_eq!(damage.changes[0].stretch, (*place as u32, *place as u32 + 4));
}

#[test]
fn bytes_put_in_are_taken_out() {
    let model = Model::tube(6);
    let places: Vec<usize> = model.marks.iter().map(|(_, place)| *place).collect();
    let whole = model.with_line_ends(&places[..2]);
    let mut lone = whole.clone();
    lone[places[0] + 8] = b'\r';
    (1..10).for_each(|more| lone[places[0] + more * 15 + 8] = b'\n');
    for (whole, is_careful) in [(&whole, false), (&lone, false), (&lone, true)] {
        let damaged = with_returns(whole, is_careful);
        let damage = find(&damaged).unwrap();
        assert_eq!(damage.direction, Direction::Added);
        assert_eq!(repaired(&damaged, &damage).as_ref(), Some(whole));
    }
}

/// Some tools turn lone carriage returns into line feeds too, and those cannot be told from others.
#[test]
fn nothing_is_proven_without_a_carriage_return() {
    let model = Model::tube(6);
    let mut damaged = without_returns(&model.with_line_ends(&[model.marks[2].1]));
    assert!(find(&damaged).unwrap().is_proven);
    damaged.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    assert!(!find(&damaged).unwrap().is_proven);
    // So small that no index is 13.
    let mut model = Model::tube(1);
    let place = model.marks[0].1;
    model.bytes[place] = b'\n';
    assert!(!find(&with_returns(&model.bytes, false)).unwrap().is_proven);
    model.bytes[place + 4] = b'\r';
    assert!(find(&with_returns(&model.bytes, false)).unwrap().is_proven);
}

/// Whole, cut off, with bytes after its end, or with one changed: none of that is the work of such tools.
#[test]
fn other_damage_is_something_else() {
    let model = Model::tube(6);
    let places: Vec<usize> = model.marks.iter().map(|(_, place)| *place).collect();
    let whole = model.with_line_ends(&places);
    assert_eq!(find(&whole), None);
    let mut lone = whole.clone();
    places.iter().for_each(|place| lone[*place] = b'.');
    for bytes in [whole, lone] {
        assert_eq!(find(&bytes), None);
        for end in (0..bytes.len()).step_by(7) {
            assert_eq!(find(&bytes[..end]), None, "cut off at {end}");
        }
        for more in 1..40 {
            let bytes = [bytes.as_slice(), &[more; 64][..more as usize]].concat();
            assert_eq!(find(&bytes), None, "{more} bytes behind the end");
        }
    }
    assert_eq!(find(b"MS3D000000"), None);
    assert_eq!(find(&[b"MS3D000000\x04\0\0\0".as_slice(), &[b'\n'; 5000]].concat()), None);
}

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }
}

/// In how many places something is wrong with a model.
fn errors(bytes: &[u8]) -> usize {
    check("model.ms3d", bytes).1.count(Severity::Error)
}

/// A model that had so many more CR LF: some of its line feeds get a carriage return in the place of the byte
/// before, as long as it can still be read and no more is wrong with it than before. Zeros, and the bytes that
/// usual floats end with, stay: nothing becomes a float so small that no model holds it.
fn with_more_line_ends(whole: &[u8], count: usize, random: &mut Random) -> Vec<u8> {
    let stays = |byte: u8| matches!(byte & 0x7F, 0 | 0x39..=0x46) || byte == b'\r';
    let lone = |at: &usize| whole[*at] == b'\n' && !stays(whole[at - 1]);
    let line_feeds: Vec<usize> = (15..whole.len()).filter(lone).collect();
    let mut bytes = whole.to_vec();
    let allowed = errors(whole);
    for _ in 0..count.min(line_feeds.len()) {
        let before = line_feeds[random.below(line_feeds.len())] - 1;
        let byte = std::mem::replace(&mut bytes[before], b'\r');
        if !is_whole(&bytes) || errors(&bytes) > allowed {
            bytes[before] = byte;
        }
    }
    bytes
}

pub(crate) fn real_models() -> Vec<(PathBuf, Vec<u8>)> {
    let Some(folder) = std::env::var_os("MS3DLINT_MODELS").map(PathBuf::from) else {
        eprintln!("MS3DLINT_MODELS is not set: no real models to test with");
        return Vec::new();
    };
    files(&folder.join("binary")).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Real models that lost up to eight bytes, and as many as they have.
#[test]
fn real_models_are_found_and_repaired_but_never_wrongly() {
    let mut random = Random(88_172_645_463_325_252);
    let (mut cases, mut found, mut right) = (0, 0, 0);
    for (path, model) in real_models() {
        assert_eq!(find(&model), None, "{}", path.display());
        for count in [0, 1, 2, 4, 8] {
            let whole = with_more_line_ends(&model, count, &mut random);
            let damaged = without_returns(&whole);
            if damaged == whole {
                continue;
            }
            let damage = find(&damaged);
            let repaired = damage.as_ref().and_then(|damage| repaired(&damaged, damage));
            assert!(repaired.as_ref().is_none_or(|bytes| *bytes == whole), "{} is wrong", path.display());
            assert!(count > 0 || repaired.is_some(), "{}: what it lost by itself", path.display());
            (cases, found, right) =
                (cases + 1, found + usize::from(damage.is_some()), right + usize::from(repaired.is_some()));
        }
        // Whether a line feed was a lone carriage return is unknown in a model that has none.
        let lone = without_returns(&model);
        if lone.contains(&b'\n') && !lone.contains(&b'\r') {
            continue;
        }
        let added = with_returns(&model, false);
        let damage = find(&added);
        let is_repaired =
            damage.is_some_and(|damage| repaired(&added, &damage).is_some_and(|bytes| bytes == model));
        assert!(is_repaired, "{}: bytes put in", path.display());
    }
    assert!(found * 10 >= cases * 9, "{found} of {cases} found");
    assert!(right * 10 >= cases * 8, "{right} of {cases} repaired");
}

/// Real models that were damaged otherwise. Where the lost byte was in the same field as a line feed,
/// the original is unknown.
#[test]
fn other_damage_of_real_models_is_not_repaired() {
    let mut random = Random(99_172_645_463_325_252);
    for (path, model) in real_models() {
        let model = without_returns(&model);
        if !is_whole(&model) {
            continue;
        }
        for _ in 0..20 {
            let at = 14 + random.below(model.len() - 14);
            let byte = random.below(256) as u8;
            let (front, back) = model.split_at(at);
            let changed = [front, &[back[0] ^ byte], &back[1..]].concat();
            let inserted = [front, &[byte], back].concat();
            let longer = [&model, &front[..at.min(64)]].concat();
            for bytes in [front, &changed, &inserted, &longer] {
                assert_eq!(find(bytes), None, "{} at {at}", path.display());
            }
            let around = &model[at.saturating_sub(16)..model.len().min(at + 16)];
            let removed = [front, &back[1..]].concat();
            let is_repaired = find(&removed).is_some_and(|damage| damage.is_proven);
            assert!(!is_repaired || around.contains(&b'\n'), "{}: without {at}", path.display());
        }
    }
}

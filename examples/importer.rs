//! A small importer, as people write them, with three of the usual mistakes: it uses indices without a check,
//! follows parents without a limit, and allocates as much for text as a file says. `--careful` does without them.
//! `docs/harden-your-importer.md` finds them. It shares nothing with the library: `importer [--careful] FILE`.

use std::process::ExitCode;
use std::str::{FromStr, Lines};

struct Mesh {
    vertices: Vec<[f32; 3]>,
    faces: Vec<[usize; 3]>,
}

struct Bone {
    name: String,
    parent: String,
}

#[derive(Default)]
struct Model {
    meshes: Vec<Mesh>,
    bones: Vec<Bone>,
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let is_careful = args.first().is_some_and(|arg| arg == "--careful");
    match args.pop().ok_or("name a file".to_string()).and_then(|path| import(&path, is_careful)) {
        Ok(summary) => println!("{summary}"),
        Err(error) => {
            eprintln!("importer: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Reads a model and makes something of it, as a game would.
fn import(path: &str, is_careful: bool) -> Result<String, String> {
    let file = std::fs::read(path).map_err(|error| error.to_string())?;
    let model = match file.strip_prefix(b"MS3D000000") {
        Some(rest) => Binary { rest, is_careful }.model()?,
        None => Text { lines: String::from_utf8_lossy(&file).lines() }.model()?,
    };
    let area: f32 = model.meshes.iter().map(|mesh| area(mesh, is_careful)).sum::<Result<_, _>>()?;
    let depth = deepest(&model.bones, is_careful)?;
    Ok(format!("{} meshes, area {area}, {} bones, {depth} deep", model.meshes.len(), model.bones.len()))
}

fn area(mesh: &Mesh, is_careful: bool) -> Result<f32, String> {
    let mut sum = 0.0;
    for face in &mesh.faces {
        if is_careful && face.iter().any(|corner| *corner >= mesh.vertices.len()) {
            return Err(format!("a face with the vertices {face:?} of {}", mesh.vertices.len()));
        }
        // The first mistake: there may be no such vertex.
        let [a, b, c] = face.map(|corner| mesh.vertices[corner]);
        let side = |to: [f32; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
        let ([u, v, w], [x, y, z]) = (side(b), side(c));
        sum += (v * z - w * y).hypot(w * x - u * z).hypot(u * y - v * x) / 2.0;
    }
    Ok(sum)
}

fn deepest(bones: &[Bone], is_careful: bool) -> Result<usize, String> {
    let mut deepest = 0;
    for bone in bones {
        let (mut depth, mut at) = (1, bone);
        // The second mistake: a bone may be its own ancestor.
        while let Some(parent) = bones.iter().find(|other| other.name == at.parent) {
            (depth, at) = (depth + 1, parent);
            if is_careful && depth > bones.len() {
                return Err(format!("the bone {:?} is its own ancestor", bone.name));
            }
        }
        deepest = deepest.max(depth);
    }
    Ok(deepest)
}

/// Reads text, line by line.
struct Text<'t> {
    lines: Lines<'t>,
}

impl<'t> Text<'t> {
    fn model(&mut self) -> Result<Model, String> {
        let mut model = Model::default();
        while let Some(line) = self.lines.next() {
            let (block, count) = line.split_once(':').unwrap_or_default();
            match block {
                "Meshes" => model.meshes = self.table(number(count)?, Self::mesh)?,
                "Materials" => drop(self.table(number(count)?, Self::material)?),
                "Bones" => model.bones = self.table(number(count)?, Self::bone)?,
                // Comments hold nothing that a game shows.
                _ => {}
            }
        }
        Ok(model)
    }

    fn line(&mut self) -> Result<&'t str, String> {
        self.lines.find(|line| !line.trim().is_empty()).ok_or("the file ends too early".to_string())
    }

    fn table<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        (0..count).map(|_| read(self)).collect()
    }

    fn row<T: FromStr, const N: usize>(&mut self, skip: usize) -> Result<[T; N], String> {
        let line = self.line()?;
        let row: Result<Vec<_>, _> = line.split_whitespace().skip(skip).take(N).map(number).collect();
        row?.try_into().map_err(|_| "a line has too few numbers".to_string())
    }

    fn rows<T: FromStr, const N: usize>(&mut self, skip: usize) -> Result<Vec<[T; N]>, String> {
        let [count] = self.row(0)?;
        self.table(count, |text| text.row(skip))
    }

    fn mesh(&mut self) -> Result<Mesh, String> {
        self.line()?;
        let vertices = self.rows(1)?;
        self.rows::<f32, 3>(0)?;
        Ok(Mesh { vertices, faces: self.rows(1)? })
    }

    fn material(&mut self) -> Result<(), String> {
        (0..9).try_for_each(|_| self.line().map(drop))
    }

    fn bone(&mut self) -> Result<Bone, String> {
        let name = self.line()?.trim().to_string();
        let parent = self.line()?.trim().to_string();
        self.row::<f32, 7>(0)?;
        self.rows::<f32, 4>(0)?;
        self.rows::<f32, 4>(0)?;
        Ok(Bone { name, parent: if parent == "\"\"" { String::new() } else { parent } })
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{text:?} is no number"))
}

/// Reads bytes, record by record.
struct Binary<'b> {
    rest: &'b [u8],
    is_careful: bool,
}

impl Binary<'_> {
    fn model(&mut self) -> Result<Model, String> {
        self.take(4)?;
        let vertices: Vec<_> =
            self.records(15)?.iter().map(|row| [1, 5, 9].map(|at| float(&row[at..]))).collect();
        let corner = |row: &[u8], at: usize| usize::from(u16::from_le_bytes([row[at], row[at + 1]]));
        let faces = self.records(70)?.iter().map(|row| [2, 4, 6].map(|at| corner(row, at))).collect();
        for _ in 0..self.u16()? {
            self.take(33)?;
            self.records(2)?;
            self.take(1)?;
        }
        self.records(361)?;
        self.take(12)?;
        let bones = (0..self.u16()?).map(|_| self.bone()).collect::<Result<_, _>>()?;
        // Models of older versions end here.
        if self.u32().is_ok() {
            for _kind in ["meshes", "materials", "bones"] {
                for _ in 0..self.u32()? {
                    self.u32()?;
                    self.text()?;
                }
            }
        }
        Ok(Model { meshes: vec![Mesh { vertices, faces }], bones })
    }

    fn bone(&mut self) -> Result<Bone, String> {
        let bone = self.take(89)?;
        let text = |at: usize| {
            let name = bone[at..at + 32].split(|byte| *byte == 0).next().unwrap_or_default();
            String::from_utf8_lossy(name).into_owned()
        };
        let bone = Bone { name: text(1), parent: text(33) };
        let keys = usize::from(self.u16()?) + usize::from(self.u16()?);
        self.take(16 * keys)?;
        Ok(bone)
    }

    /// A comment, after its length.
    fn text(&mut self) -> Result<String, String> {
        let len = self.u32()? as usize;
        if self.is_careful {
            return self.take(len).map(|text| String::from_utf8_lossy(text).into_owned());
        }
        // The third mistake: there may be far less text than the file says.
        let mut text = vec![b' '; len];
        text.copy_from_slice(self.take(len)?);
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn records(&mut self, size: usize) -> Result<Vec<Vec<u8>>, String> {
        (0..self.u16()?).map(|_| self.take(size).map(<[u8]>::to_vec)).collect()
    }

    fn u16(&mut self) -> Result<u16, String> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.take(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn take(&mut self, count: usize) -> Result<&[u8], String> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or("the file ends too early")?;
        self.rest = rest;
        Ok(taken)
    }
}

fn float(bytes: &[u8]) -> f32 {
    f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

//! `ms3dlint smith`: makes models, healthy or with one known defect each.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;

use crate::actions::effects::run_all;
use crate::base::display::{counted, visible};
use crate::base::memory_tree::MemoryTree;
use crate::base::suggest::did_you_mean;
use crate::cli::args::{Make, ModelFormat, Profile, Smith};
use crate::cli::check::progress::Progress;
use crate::cli::exit::{self, Exit};
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::Group;
use crate::document::read;
use crate::rules;
use crate::smith::{self, Batch, Defect, FailingProgram, Format, Setting, TEXTURES, defects};

/// The manifest, which lists all other files.
const MANIFEST: &str = "manifest.jsonl";

/// Makes the models that the arguments ask for. The error is about the arguments.
pub(crate) fn run(args: &Smith) -> Result<Exit, String> {
    let folder = args.out_dir.as_deref().or(args.output.as_deref());
    let Some(folder) = folder.filter(|_| !args.list_defects) else {
        return Ok(exit::say(&list(args)?));
    };
    let batch = batch(args.make, &args.defects)?;
    prepare(folder)?;
    let kinds = batch.defects.len();
    let count = args.count.saturating_mul(kinds.max(1) as u64);
    Ok(match write(folder, &batch, count) {
        Ok(written) => {
            let is_all = written == count && kinds > 1;
            let of = if is_all { format!(" ({kinds} defects x {})", args.count) } else { String::new() };
            let written = counted(usize::try_from(written).unwrap_or(usize::MAX), "model") + &of;
            // A closed standard error does not change the files.
            let _ =
                writeln!(io::stderr(), "made {written} in {}", visible(folder.to_string_lossy().as_bytes()));
            Exit::Clean
        }
        Err((path, error)) => exit::failed(&exit::cannot("write", &path.to_string_lossy(), &error)),
    })
}

/// The batch that the arguments describe.
pub(crate) fn batch(make: Make, names: &[String]) -> Result<Batch, String> {
    let format = make.format.map(|to| match to {
        ModelFormat::Ascii => Format::Ascii,
        ModelFormat::Ms3d => Format::Ms3d,
    });
    let mut chosen: Vec<&'static Defect> = Vec::new();
    for name in names {
        let named = named(name);
        if named.is_empty() {
            return Err(unknown_defect(name));
        }
        let is_new = |defect: &&Defect| !chosen.iter().any(|other| ptr::eq(*other, *defect));
        let new: Vec<_> = named.into_iter().filter(is_new).collect();
        chosen.extend(new);
    }
    let is_asked = |defect: &&Defect| format.is_none_or(|format| defect.formats.contains(&format));
    chosen.retain(|defect| can_be_made(defect) && is_asked(defect));
    if chosen.is_empty() && !names.is_empty() {
        let format = format.map_or("any format", Format::name);
        return Err(format!(
            "none of the named defects is made in {format}; see ms3dlint smith --list-defects"
        ));
    }
    Ok(Batch { profile: profile(make.profile), format, seed: make.seed, defects: chosen })
}

/// The defects of this name: those of the rules of a group, or as [`defects::named`].
fn named(name: &str) -> Vec<&'static Defect> {
    let of_group = rules::ALL.iter().filter(|rule| rule.group.name() == name);
    let of_group: Vec<_> = of_group.flat_map(|rule| defects::named(rule.name)).collect();
    if of_group.is_empty() { defects::named(name) } else { of_group }
}

fn profile(profile: Profile) -> smith::Profile {
    match profile {
        Profile::Pristine => smith::Profile::Pristine,
        Profile::Legal => smith::Profile::Legal,
        Profile::Quirky => smith::Profile::Quirky,
        Profile::Stress => smith::Profile::Stress,
    }
}

fn unknown_defect(name: &str) -> String {
    let mut known: Vec<_> = defects::all().map(|defect| defect.rule).collect();
    known.dedup();
    known.extend(Group::ALL.map(Group::name));
    let guess = did_you_mean(name, known);
    format!(
        "no defect is called \"{}\"{guess} (`ms3dlint smith --list-defects` lists them)",
        visible(name.as_bytes())
    )
}

/// Whether a defect can be made: files that are too large are not.
fn can_be_made(defect: &Defect) -> bool {
    defect.setting != Setting::TooLarge
}

/// The defects that are asked for, or all that can be made, one per line: the name, made of the rule that
/// finds it and a number, the formats in which it occurs, and what is broken.
fn list(args: &Smith) -> Result<String, String> {
    let all = ["all".to_string()];
    let names = if args.defects.is_empty() { &all[..] } else { &args.defects };
    let defects = batch(args.make, names)?.defects;
    let name = |defect: &Defect| format!("{}:{}", defect.rule, defects::number(defect));
    let width = defects::all().map(|defect| name(defect).len()).max().unwrap_or_default();
    let line = |defect: &&Defect| {
        let formats = match defect.formats {
            [format] => format.name(),
            _ => "both",
        };
        format!("{:width$}  {formats:5}  {}\n", name(defect), defect.what)
    };
    Ok(defects.iter().map(line).collect())
}

/// An empty or new folder, so that no file is overwritten.
pub(crate) fn prepare(folder: &Path) -> Result<(), String> {
    let name = visible(folder.to_string_lossy().as_bytes());
    if folder.exists() && !folder.is_dir() {
        return Err(format!("{name} is a file; name a new folder"));
    }
    fs::create_dir_all(folder)
        .map_err(|error| exit::cannot("make the folder", &folder.to_string_lossy(), &error))?;
    let mut entries =
        fs::read_dir(folder).map_err(|error| exit::cannot("read", &folder.to_string_lossy(), &error))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(format!("{name} is not empty; name a new folder, so that nothing in it is lost")),
    }
}

type Failed = (PathBuf, io::Error);

/// Writes this many models, the textures that they name, and the manifest. Returns the number of models; for
/// some defects no model may be found.
fn write(folder: &Path, batch: &Batch, count: u64) -> Result<u64, Failed> {
    write_textures(folder)?;
    let path = folder.join(MANIFEST);
    let failed = |error| (path.clone(), error);
    let mut manifest = File::create_new(&path).map_err(failed)?;
    let progress = Progress::start("models made", true);
    progress.total(usize::try_from(count).unwrap_or(usize::MAX));
    let mut written = 0;
    for item in (0..count).filter_map(|number| batch.model(number)) {
        let name = item.file_name(batch.profile);
        let path = folder.join(&name);
        let failing = failing_programs(&name, item.sample.bytes.clone());
        let entry = item.entry(batch.profile, &name, &failing).line();
        // Written first, so that whenever this program is stopped, it lists all files.
        manifest.write_all(entry.as_bytes()).map_err(failed)?;
        write_new(&path, &item.sample.bytes)?;
        written += 1;
        progress.file();
    }
    progress.finish();
    Ok(written)
}

/// The programs that do not load a model in the folder of its textures.
fn failing_programs(name: &str, bytes: Vec<u8>) -> Vec<FailingProgram> {
    let context = Context { expected: true, file_tree: Some(Arc::new(MemoryTree::new(TEXTURES))) };
    let runs = run_all(&read(name, bytes), &context);
    let failing = runs.iter().filter(|run| !run.loads()).map(|run| {
        let (engine, version) = (run.program.name, run.program.version);
        FailingProgram { engine, version, outcome: run.outcome(), reason: run.reason().to_string() }
    });
    failing.collect()
}

/// Writes the textures that models name, so that an importer finds them.
pub(crate) fn write_textures(folder: &Path) -> Result<(), Failed> {
    for name in TEXTURES {
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.map_err(|error| (path.clone(), error))?;
        write_new(&path, picture(name))?;
    }
    Ok(())
}

/// An image of one pixel.
fn picture(name: &str) -> &'static [u8] {
    const BMP: &[u8] = b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0\0\0\0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x80\x80\0";
    const TGA: &[u8] = b"\0\0\x02\0\0\0\0\0\0\0\0\0\x01\0\x01\0\x18\0\x80\x80\x80";
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\nIDAT\x78\x9c\x63\x68\0\0\0\x82\0\x81\x77\xcd\x72\xb6\0\0\0\0IEND\xae\x42\x60\x82";
    match name.rsplit('.').next() {
        Some("bmp") => BMP,
        Some("tga") => TGA,
        _ => PNG,
    }
}

/// Writes a file, and leaves none that is not whole.
fn write_new(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failed> {
    fs::write(path, bytes).map_err(|error| {
        let _ = fs::remove_file(path);
        (path.to_path_buf(), error)
    })
}

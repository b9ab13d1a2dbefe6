//! `ms3dlint convert`: writes a model in another format, and reports what is lost.

use std::io::{self, Write};
use std::path::Path;

use crate::actions::convert::{
    Converted, DEFAULT_RATE, FindTexture, GltfOptions, ReadTexture, to_binary, to_gltf, to_text,
};
use crate::actions::fmt::FmtTrouble;
use crate::base::display::{counted, hexadecimal, visible, visible_path};
use crate::cli::args::{Convert, To};
use crate::cli::commands::fmt::advice_on;
use crate::cli::exit::{Exit, complain, failed};
use crate::cli::files::atomic_write::{refuse_existing, write_or_print};
use crate::cli::files::contents;
use crate::cli::files::folders::Folders;
use crate::cli::files::relative_path::folder_of;
use crate::cli::files::textures::TextureFiles;
use crate::cli::files::walk;
use crate::diagnostics::finding::Severity;
use crate::document::Document;
use crate::document::stats::Stats;
use crate::picture::read_picture;
use crate::picture::texture::{as_png, damage};
use crate::report::formats::concise;
use crate::report::message_with_place;

/// Converts the file that the arguments name. The error is about the arguments.
pub(crate) fn run(args: &Convert) -> Result<Exit, String> {
    let out = args.out.path();
    let to = args.to.or_else(|| by_extension(out)).ok_or_else(|| {
        let name = visible_path(out);
        if walk::has_extension(out, "gltf") {
            let other = visible_path(&out.with_extension("glb"));
            return format!("{name} would be glTF as text, and only binary glTF is written; name it {other}");
        }
        format!("the name of {name} does not show its format; give --to ascii, ms3d or glb")
    })?;
    refuse_existing(out, args.out.force)?;
    if to == To::Ascii && args.rate.is_some() {
        return Err("--rate is for binary models; an ASCII model has no frame rate".to_string());
    }
    if to != To::Glb && args.embed_textures {
        return Err("--embed-textures is for glTF files; models have the paths of their textures".to_string());
    }
    let document = match contents::document(&args.input) {
        Ok(document) => document,
        Err(message) => return Ok(failed(&message)),
    };
    if to == To::Glb && args.rate.is_some() && document.is_binary() {
        return Err("--rate is for ASCII models; this binary model has a frame rate".to_string());
    }
    let rate = args.rate.unwrap_or(DEFAULT_RATE);
    let textures = &TextureFiles::of(&args.input, Folders::new(None)?.around(&args.input, 0, None));
    let read_file = |path: &[u8]| textures.read(path);
    let read = |path: &[u8]| for_gltf(read_picture(path, &read_file)?);
    let converted = match to {
        To::Ascii => to_text(&document),
        To::Ms3d => to_binary(&document, rate),
        To::Glb => {
            let read_texture: Option<ReadTexture<'_>> = if args.embed_textures { Some(&read) } else { None };
            // Nobody knows where what is printed will be.
            let folder = if out == Path::new("-") { None } else { folder_of(out).canonicalize().ok() };
            let find = folder.map(|folder| move |path: &[u8]| textures.find(&folder, path));
            let find_texture = find.as_ref().map(|find| find as FindTexture<'_>);
            to_gltf(&document, &GltfOptions { rate, read_texture, find_texture })
        }
    };
    Ok(match converted {
        Ok(converted) => finish(args, &document, &converted),
        Err(trouble) => refuse(&document, &trouble),
    })
}

/// A picture in a format that glTF has, PNG or JPEG. What is no picture at all is reported by the conversion. The error says
/// that it is damaged.
fn for_gltf(file: Vec<u8>) -> Result<Vec<u8>, String> {
    match as_png(&file) {
        Some(png) => Ok(png),
        None => damage(&file).map_or(Ok(file), Err),
    }
}

/// The format of a file by its extension.
fn by_extension(path: &Path) -> Option<To> {
    let has = |extension| walk::has_extension(path, extension);
    let formats = [("txt", To::Ascii), ("ms3d", To::Ms3d), ("glb", To::Glb)];
    formats.into_iter().find(|(extension, _)| has(extension)).map(|(_, to)| to)
}

/// Reports what is lost, and writes the file, unless nothing may be lost.
fn finish(args: &Convert, document: &Document, converted: &Converted) -> Exit {
    let mut lines = String::new();
    concise::write(document, &converted.losses, &mut lines);
    // A closed standard error does not change the file.
    let _ = io::stderr().write_all(lines.as_bytes());
    if args.deny_loss && converted.losses.iter().any(|loss| loss.severity > Severity::Hint) {
        complain("nothing was written, as something would be lost");
        return Exit::Findings;
    }
    let lost = match converted.losses.iter().any(|loss| loss.severity > Severity::Hint) {
        true => "the lines above show what is lost",
        false => "nothing lost",
    };
    let counts = contents_of(&Stats::of(document));
    write_or_print(args.out.path(), &converted.bytes, |name| format!("wrote {name} from {counts}; {lost}"))
}

/// What a model has most of, in words.
pub(super) fn contents_of(stats: &Stats) -> String {
    let Stats { meshes, vertices, bones, .. } = *stats;
    let counts = [(meshes, "mesh"), (vertices, "vertex"), (bones, "bone")];
    let counts = counts.into_iter().filter(|(count, noun)| *count > 0 || *noun == "mesh");
    counts.map(|(count, noun)| counted(count, noun)).collect::<Vec<_>>().join(", ")
}

/// Prints why a file is not converted.
fn refuse(document: &Document, trouble: &FmtTrouble) -> Exit {
    let name = visible(document.source.name.as_bytes());
    let (at, what) = match trouble {
        FmtTrouble::Error(finding) => {
            let what = message_with_place(document, finding);
            (finding.span().start, format!("{what}{}", advice_on(trouble)))
        }
        FmtTrouble::Refused(refusal) => (refusal.at, refusal.what.clone()),
        FmtTrouble::Defect(what) => return failed(&format!("cannot convert {name}: {what}")),
    };
    let place = match document.is_binary() {
        true => format!("@{}", hexadecimal(at as usize)),
        false => format!(":{}", document.locator().position(at as usize).line),
    };
    complain(&format!("cannot convert {name}{place}: {what}"));
    Exit::Findings
}

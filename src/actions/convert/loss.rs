//! The kinds of loss when a model is converted, and the sink that collects and folds them as findings.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::base::span::Span;
use crate::diagnostics::finding::{Finding, Group, Severity};
use crate::document::Document;
use crate::model::place::{Object, Place};

/// A kind of loss: something that one format holds and the other does not, or holds in another way.
#[derive(Debug)]
pub struct Loss {
    /// Its name, as it appears in reports.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// Its severity. A hint means that nothing is lost.
    pub severity: Severity,
    /// What is lost, and the result.
    pub summary: &'static str,
}

/// Declares losses, each with its name, group, severity and what is lost.
macro_rules! losses {
    ($($loss:ident: $name:literal $group:ident $severity:ident $summary:literal;)*) => {
        $(pub(super) const $loss: Loss = Loss {
            name: $name,
            group: Group::$group,
            severity: Severity::$severity,
            summary: $summary,
        };)*
    };
}

/// What an ASCII model cannot hold of a binary one.
pub const TO_TEXT: &[Loss] = &[
    WEIGHTS,
    UNWEIGHTED_BONE,
    VERTEX_EXTRA,
    BONE_COLOR,
    MODEL_EXTRA,
    MATERIAL_MODE,
    FRAME_RATE,
    CURRENT_FRAME,
    UNLISTED_FACE,
    MISSING_FACE,
    FACE_GROUP,
    UNUSED_VERTEX,
    NEW_NAME,
    NEW_PATH,
    NEW_COMMENT,
    BACKSLASH_N,
    ROUNDED_NUMBER,
    TRAILING_BYTES,
    SPLIT_VERTEX,
    SHARED_VERTEX,
    REPEATED_FACE,
    FACE_ORDER,
    BYTES_BEHIND_TEXT,
];

/// What a binary model cannot hold of an ASCII one.
pub const TO_BINARY: &[Loss] = &[
    COMMENT_LINES,
    FLAGS,
    SMOOTHING_GROUP,
    MISSING_MATERIAL,
    VERTEX_MESH,
    UNUSED_NORMAL,
    UNUSED_COORDINATES,
    NEW_NAME,
    ROUNDED_NUMBER,
];

/// What glTF cannot hold of a model.
#[cfg(feature = "gltf")]
pub const TO_GLTF: &[Loss] = &[
    UNREAD,
    UNLISTED_FACE,
    LEFT_OUT_FACE,
    LEFT_OUT_MESH,
    UNUSED_VERTEX,
    VERTEX_EXTRA,
    HIDDEN_MESH,
    MADE_NORMAL,
    NORMAL_LENGTH,
    NO_SUCH_MATERIAL,
    NO_SUCH_BONE,
    SCALED_WEIGHTS,
    CUT_PARENT,
    NOT_A_NUMBER,
    LEFT_OUT_KEY,
    SORTED_KEYS,
    MERGED_KEYS,
    AFTER_LAST_KEY,
    MATERIAL_COLORS,
    OUT_OF_RANGE,
    ALPHA_MAP,
    MATERIAL_MODE,
    TEXTURE_FOLDER,
    TEXTURE_FORMAT,
    TEXTURE_BESIDE,
    TEXTURE_PATH,
    NEW_TEXT,
    COMMENTS,
    COMMENT_LINES,
    EDITOR_DATA,
    TRAILING_BYTES,
];

#[cfg(feature = "gltf")]
losses! {
    UNREAD: "unread" File Warning "what could not be read, or only by guessing";
    LEFT_OUT_FACE: "left-out-face" Meshes Warning
        "a face that cannot be drawn: one of its vertices does not exist, or is nowhere";
    LEFT_OUT_MESH: "left-out-mesh" Meshes Info "a mesh without a face that can be drawn";
    MADE_NORMAL: "made-normal" Meshes Info "that a corner has no normal; it gets that of its face";
    HIDDEN_MESH: "hidden-mesh" Meshes Warning "that a mesh is hidden: what reads glTF shows it";
    NORMAL_LENGTH: "normal-length" Meshes Info "the length of a normal, if it is not 1; it becomes 1";
    NO_SUCH_MATERIAL: "no-such-material" Meshes Warning
        "which material a mesh uses, if that does not exist";
    NO_SUCH_BONE: "no-such-bone" Bones Warning
        "which bone moves a vertex, if that does not exist; the vertex does not move";
    SCALED_WEIGHTS: "scaled-weights" Bones Warning
        "that the weights of a vertex are not 100 percent together; they are scaled";
    CUT_PARENT: "cut-parent" Bones Warning
        "the parent of a bone, if it does not exist or hangs on that bone itself";
    NOT_A_NUMBER: "not-a-number" Numbers Warning "a number that is not finite; it becomes 0";
    LEFT_OUT_KEY: "left-out-key" Animation Warning
        "a key before 0 seconds, where one at 0 takes its place, or with a number that is not finite";
    SORTED_KEYS: "sorted-keys" Animation Warning "the order of keys whose times do not rise; they are sorted";
    MERGED_KEYS: "merged-keys" Animation Warning
        "a jump: of several keys at one time the last one stays";
    AFTER_LAST_KEY: "after-last-key" Animation Info "frames after the last key";
    MATERIAL_COLORS: "material-colors" Materials Info "the ambient and the specular colour of a material, and the fourth number of the diffuse one";
    OUT_OF_RANGE: "out-of-range" Materials Warning
        "a colour, a transparency or a shininess beyond what glTF has; it becomes the nearest that it has, or that of a material without it";
    ALPHA_MAP: "alpha-map" Materials Warning "the alpha map of a material";
    TEXTURE_FOLDER: "texture-folder" Materials Warning
        "the folder in the path of a texture that begins at a root; its name alone stays";
    TEXTURE_FORMAT: "texture-format" Materials Warning
        "a picture that is not PNG or JPEG, as glTF has no others; `--embed-textures` makes PNG of TGA and BMP, and takes the first picture of an animated texture of StepMania";
    TEXTURE_BESIDE: "texture-beside" Materials Warning
        "that a texture is to be in the file, if it cannot be read or is damaged; its path stays";
    TEXTURE_PATH: "texture-path" Materials Warning
        "where a texture is, if it is not found, or no relative path leads to it from the glTF file";
    NEW_TEXT: "new-text" Names Warning "what of a name or a path is not UTF-8; its bytes become text such as `\\xE9`";
    COMMENTS: "comments" Comments Info "comments on meshes, materials, bones and the model";
    EDITOR_DATA: "editor-data" File Info
        "what editors keep: flags, smoothing groups, frames per second, the colours and the size of bones";
}

losses! {
    WEIGHTS: "weights" Bones Warning "weights of a vertex, unless it hangs on its own bone alone";
    UNWEIGHTED_BONE: "unweighted-bone" Bones Info "a bone that is added to a vertex without weight";
    VERTEX_EXTRA: "vertex-extra" Meshes Info "numbers for programs that are added to a vertex";
    BONE_COLOR: "bone-color" Bones Info "the colour of a bone, unless it is a light grey";
    MODEL_EXTRA: "model-extra" Materials Info
        "the size of bones, the way of transparency and the alpha reference, unless they are 1, 0 and 0.5";
    MATERIAL_MODE: "material-mode" Materials Warning "how a texture is put on, such as a sphere map";
    FRAME_RATE: "frame-rate" Animation Warning
        "how many frames a second takes, unless 24; keys are written in frames";
    CURRENT_FRAME: "current-frame" Animation Info
        "a fraction in the current frame, or what it is beyond 32 bits";
    UNLISTED_FACE: "unlisted-face" Meshes Warning "a face that no mesh lists";
    MISSING_FACE: "missing-face" Meshes Warning "that a mesh lists a face that is not there";
    FACE_GROUP: "face-group" Meshes Info "that a face names another mesh than the one that lists it";
    UNUSED_VERTEX: "unused-vertex" Meshes Info "a vertex that no face of a mesh uses";
    NEW_NAME: "new-name" Names Warning
        "a name that the other format cannot hold; it gets one that nothing else has, as do those who refer to it";
    NEW_PATH: "new-path" Materials Warning "quotes and ends of lines in a path, which become `_`";
    NEW_COMMENT: "new-comment" Comments Info
        "which line ends a comment has, if not CR LF alone, and NULs in it";
    BACKSLASH_N: "backslash-n" Comments Warning "that `\\n` in a comment is not the end of a line";
    ROUNDED_NUMBER: "rounded-number" Numbers Info "digits of a number; it is rounded";
    TRAILING_BYTES: "trailing-bytes" File Info "bytes after the end of the model";
    SPLIT_VERTEX: "split-vertex" Meshes Hint
        "nothing: a vertex becomes one for each of its texture coordinates";
    SHARED_VERTEX: "shared-vertex" Meshes Hint
        "nothing: a vertex that several meshes use becomes one for each";
    REPEATED_FACE: "repeated-face" Meshes Hint "nothing: a face that is listed again is written again";
    FACE_ORDER: "face-order" Meshes Hint
        "nothing: a face is with those of its mesh, in the order of the list";
    BYTES_BEHIND_TEXT: "bytes-behind-text" File Hint
        "bytes after the NUL that ends a text, which mean nothing";
    COMMENT_LINES: "comment-lines" Comments Info "lines that begin with `//`, those for ms3dlint too";
    FLAGS: "flags" Meshes Info "flags over 8 bits, or over 16 of a face";
    SMOOTHING_GROUP: "smoothing-group" Meshes Info
        "a smoothing group beyond 0 to 255, which becomes 0, for none";
    MISSING_MATERIAL: "missing-material" Meshes Warning
        "which material a mesh uses if the model has no materials; it becomes -1, for none";
    VERTEX_MESH: "vertex-mesh" Meshes Info "which mesh a vertex belongs to that no face uses";
    UNUSED_NORMAL: "unused-normal" Meshes Info
        "a normal that no face uses, as corners have normals of their own";
    UNUSED_COORDINATES: "unused-coordinates" Meshes Info
        "texture coordinates of a vertex that no face uses, as corners have their own";
}

/// Collects losses. Of one kind, warnings about one object are folded into the first of them, and lesser
/// findings into the first in the file.
pub(super) struct Losses<'d> {
    document: &'d Document,
    findings: Vec<Finding>,
    of_object: HashMap<(&'static str, Object), usize>,
}

impl<'d> Losses<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Self { document, findings: Vec::new(), of_object: HashMap::new() }
    }

    /// Adds a loss at a place.
    pub(super) fn add(&mut self, loss: &Loss, place: Place, message: impl FnOnce() -> String) {
        let span = self.document.locate(place).unwrap_or_default();
        self.add_at(loss, place, span, message);
    }

    /// Adds a loss at a span that is not that of its place.
    pub(super) fn add_at(&mut self, loss: &Loss, place: Place, span: Span, message: impl FnOnce() -> String) {
        let place = self.document.shown_as(place);
        let object = if loss.severity == Severity::Warning { place.owner() } else { Object::File };
        match self.of_object.entry((loss.name, object)) {
            Entry::Occupied(first) => self.findings[*first.get()].count += 1,
            Entry::Vacant(entry) => {
                entry.insert(self.findings.len());
                let kind = (loss.name, loss.group, loss.severity);
                self.findings.push(Finding::new(kind, message(), place, span));
            }
        }
    }

    /// All losses, in the order of the file.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|finding| finding.span().start);
        self.findings
    }
}

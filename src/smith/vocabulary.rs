//! The words for the names of objects, the paths of textures and the text of comments.

use super::choices::Choices;
use super::knobs::{Names, Paths};

const WORDS: &[&str] =
    &["body", "arm", "leg", "head", "wheel", "hull", "wing", "rudder", "door", "lamp", "mast", "sail", "oar"];
const SENTENCES: &[&str] = &[
    "spare parts",
    "to be painted",
    "scale of one to ten",
    "made with care, and by hand",
    "the left one is the mirror of the right one",
];
/// The textures in the folder of each model.
pub const TEXTURES: &[&str] = &[
    "steel.bmp",
    "bark.tga",
    "linen.png",
    "old wood.bmp",
    "add.bmp",
    "skins/steel.bmp",
    "skins/bark.tga",
    "skins/linen.png",
];
const PLAIN_TEXTURES: usize = 3;

/// The name of the object of this number: no other object of its kind has it, unless that is what is asked.
/// Names that are references must differ whatever is asked.
pub(super) fn name(names: Names, index: usize, is_reference: bool, choices: &mut Choices) -> Vec<u8> {
    let word = WORDS[index % WORDS.len()];
    let round = index / WORDS.len();
    let plain = if round == 0 { word.to_string() } else { format!("{word}{round}") };
    match names {
        Names::Plain => plain.into_bytes(),
        Names::Spaced => format!("left {plain}").into_bytes(),
        Names::Latin1 => [b"fl\xfcgel ", plain.as_bytes()].concat(),
        Names::Utf8 => format!("крыло-{plain}").into_bytes(),
        Names::Long => format!("{plain:_<31}").into_bytes(),
        Names::OtherCase => match index % 2 {
            0 => format!("Part{}", index / 2).into_bytes(),
            _ => format!("part{}", index / 2).into_bytes(),
        },
        Names::Same if !is_reference => b"default".to_vec(),
        Names::Empty if !is_reference && choices.chance(50) => Vec::new(),
        Names::Same | Names::Empty => plain.into_bytes(),
    }
}

/// The path of a texture.
pub(super) fn texture(paths: Paths, choices: &mut Choices) -> Vec<u8> {
    let plain = TEXTURES[choices.below(PLAIN_TEXTURES)];
    let path = match paths {
        Paths::Beside => plain.to_string(),
        Paths::Folder => format!("skins/{plain}"),
        Paths::Backslash => format!(".\\{plain}"),
        Paths::Parent => format!("../{plain}"),
        Paths::Spaced => "old wood.bmp".to_string(),
        Paths::Missing => format!("nowhere/{plain}"),
        Paths::OtherCase => plain.to_uppercase(),
        Paths::Keyword => "add.bmp".to_string(),
    };
    path.into_bytes()
}

/// What a comment says.
pub(super) fn sentence(choices: &mut Choices) -> Vec<u8> {
    choices.one_of(SENTENCES).as_bytes().to_vec()
}

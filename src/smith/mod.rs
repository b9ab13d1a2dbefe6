//! Generates models that are valid by construction, in both formats, from any bytes, and breaks exactly one
//! thing in them.
//!
//! The result is a pure function of [`VERSION`], the [`Config`] and the bytes. No bytes make the smallest
//! model, and more of them larger ones. The smith shares no code with the parsers, the writers and the rules:
//! it knows the formats by itself, so that one mistake cannot hide another.
//!
//! ```
//! use ms3dlint::smith::{Choices, Config, Format, Profile, forge};
//!
//! let bytes = ms3dlint::smith::bytes_of_seed(1, 256);
//! let mut choices = Choices::new(&bytes);
//! let config = Config::draw(Profile::Pristine, Format::Ascii, &mut choices);
//! let sample = forge(&config, &mut choices);
//! assert!(sample.bytes.starts_with(b"// MilkShape 3D ASCII"));
//! ```

mod batch;
mod choices;
mod config;
mod defect;
pub mod defects;
mod field_names;
mod forge;
mod generate;
mod knobs;
mod lines;
mod model;
mod sample;
mod shrink;
mod vocabulary;
mod write_ascii;
mod write_binary;

pub use batch::{Batch, BatchItem, Entry, FailingProgram, Recipe};
pub use choices::{Choices, bytes_of_seed};
pub use config::{Config, Sizes};
pub use defect::{Defect, Expected, Inject, Mark, Setting};
pub use defects::{Sabotage, sabotage};
pub use forge::forge;
pub use knobs::{
    Blocks, Format, Header, Keys, LineEnds, Names, Normals, Numbers, Paths, Profile, Separators, Shape,
    Skeleton, Spelling, Tail,
};
pub use model::{Amounts, Bone, Comment, Face, Key, Material, Mesh, Model, Vertex};
pub use sample::{Field, Path, Record, Sample};
pub use shrink::shrink;
pub use vocabulary::TEXTURES;

/// Changes whenever the same configuration and the same bytes make another model.
pub const VERSION: u32 = 5;

//! Makes whole files: a model is generated and then written in its format.

use super::choices::Choices;
use super::config::Config;
use super::generate::generate;
use super::knobs::Format;
use super::model::Model;
use super::sample::Sample;
use super::{write_ascii, write_binary};

/// A model of this configuration.
pub fn forge(config: &Config, choices: &mut Choices) -> Sample {
    write(config, &generate(config, choices))
}

/// Writes a model in the format of its configuration.
pub(super) fn write(config: &Config, model: &Model) -> Sample {
    let mut sample = Sample {
        config: config.clone(),
        model: Model::default(),
        bytes: Vec::new(),
        fields: Vec::new(),
        face_rows: Vec::new(),
    };
    match config.format {
        Format::Ascii => write_ascii::write(&mut sample, model),
        Format::Ms3d => write_binary::write(&mut sample, model),
    }
    sample
}

//! Compares what an importer makes of a model with what a known program does.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::actions::effects::run_targets;
use crate::base::display::{hexadecimal, visible};
use crate::base::memory_tree::MemoryTree;
use crate::cli::args::ModelFormat;
use crate::cli::commands::campaign::outcome::OutcomeKind;
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Targets;
use crate::document;
use crate::engines::list;
use crate::report::loads::line_at;
use crate::smith::TEXTURES;

/// A program that an importer is compared with.
pub(crate) struct Expectation {
    /// The name of the program, which all its versions have.
    name: &'static str,
    /// The model's folder, as the importer finds it.
    context: Context,
}

/// What the program does otherwise than the importer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Difference {
    /// The program, as people know it.
    pub(crate) program: String,
    /// What it does with the model, in words that follow this name.
    pub(crate) says: String,
    /// Why it does not load the model: a place in it; empty if it loads it, or for no place in particular.
    pub(crate) place: String,
    /// The offset of that place.
    pub(crate) byte_offset: Option<u32>,
    /// The number of its line, from 1, in an ASCII model.
    pub(crate) line: Option<usize>,
}

impl Expectation {
    /// The program of this name, for models of this format or of both. The error is about the name.
    pub(crate) fn new(name: &str, format: Option<ModelFormat>) -> Result<Self, String> {
        let named = list::targets([name.trim()]).map_err(list::unknown_program)?;
        let &[name] = &named[..] else {
            return Err("--expect takes the name of one program, as in assimp".to_string());
        };
        let reads = |binary| {
            let engines = list::ALL.iter().filter(|engine| engine.is_binary == binary);
            engines.flat_map(|engine| engine.programs).any(|program| program.name == name)
        };
        match format {
            Some(ModelFormat::Ascii) if !reads(false) => {
                Err(format!("{name} reads no ASCII models; say --model-format ms3d"))
            }
            Some(ModelFormat::Ms3d) if !reads(true) => {
                Err(format!("{name} reads no binary models; say --model-format ascii"))
            }
            _ => {
                let context =
                    Context { expected: true, file_tree: Some(Arc::new(MemoryTree::new(TEXTURES))) };
                Ok(Self { name, context })
            }
        }
    }

    /// What the program does otherwise with a model; `None` if it does not read models of this format, or if one of
    /// its versions does the same as the importer, or if the importer fails in another way.
    pub(crate) fn difference(&self, name: &str, model: &[u8], outcome: OutcomeKind) -> Option<Difference> {
        let is_accepted = outcome == OutcomeKind::Accept;
        if !is_accepted && outcome != OutcomeKind::Reject {
            return None;
        }
        let document = document::read(name, model.to_vec());
        let runs = run_targets(&document, &self.context, &Targets::Named(vec![self.name]));
        if runs.iter().any(|run| run.failure.is_none() == is_accepted) {
            return None;
        }
        let run = runs.first()?;
        let effect = run.effects.last().filter(|effect| effect.kind.stops());
        let place = effect.and_then(|effect| effect.place);
        let place = place.map_or(String::new(), |place| document::describe::describe(&document, place));
        Some(Difference {
            program: run.program.title.to_string(),
            says: effect.map_or("loads it".to_string(), |effect| effect.says.clone()),
            place: visible(place.as_bytes()),
            byte_offset: effect.map(|effect| effect.at),
            line: effect.filter(|_| !document.is_binary()).map(|effect| line_at(&document, effect.at)),
        })
    }
}

impl Difference {
    /// The program and what it does, with the place.
    pub(crate) fn words(&self) -> String {
        let comma = if self.place.is_empty() { "" } else { ", " };
        let place = match (self.line, self.byte_offset) {
            (_, None | Some(0)) => String::new(),
            (Some(line), _) => format!(" ({}{comma}line {line})", self.place),
            (None, Some(offset)) => format!(" ({}{comma}at {})", self.place, hexadecimal(offset as usize)),
        };
        format!("{} {}{place}", self.program, self.says)
    }

    /// The same for all models in which the program says the same of other numbers.
    pub(crate) fn kind(&self) -> String {
        self.says.chars().filter(|character| !character.is_ascii_digit()).collect()
    }
}

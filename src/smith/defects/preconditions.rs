//! What the configuration of a model must contain before a defect can be put into it.

use crate::smith::config::Config;
use crate::smith::knobs::{Blocks, Header, LineEnds, Separators, Shape, Tail};

/// The file is more than a part of a model, and begins with its first line.
pub(super) fn whole(config: &mut Config) {
    if Blocks::ALONE.contains(&config.blocks) {
        config.blocks = Blocks::All;
    }
    if config.header == Header::Missing {
        config.header = Header::Plain;
    }
}

/// There is one of everything, and all of it is written.
pub(super) fn something(config: &mut Config) {
    whole(config);
    if config.blocks != Blocks::Shuffled {
        config.blocks = Blocks::All;
    }
    config.tail = Tail::Whole;
    config.meshes.at_least(1);
    config.faces.at_least(1);
    config.materials.at_least(1);
    config.bones.at_least(1);
    config.keys.at_least(1);
    config.comments.at_least(1);
}

/// There are meshes with faces.
pub(super) fn meshes(config: &mut Config) {
    config.meshes.at_least(2);
    config.faces.at_least(2);
}

/// There are bones, and vertices that may be bound to them.
pub(super) fn bones(config: &mut Config) {
    config.meshes.at_least(1);
    config.faces.at_least(1);
    config.bones.at_least(1);
}

/// A binary file has all of its sections.
pub(super) fn whole_tail(config: &mut Config) {
    config.tail = Tail::Whole;
}

/// There is one of everything, and where some rows cannot be read, the others still show how faces point.
pub(super) fn plain(config: &mut Config) {
    something(config);
    if config.shape == Shape::Tangle {
        config.shape = Shape::Strip;
    }
}

/// Lines end in CRLF.
pub(super) fn in_crlf(config: &mut Config) {
    config.line_ends = LineEnds::CrLf;
}

/// One space is between two fields, and one after the colon of a block.
pub(super) fn separated(config: &mut Config) {
    something(config);
    config.separators = Separators::Blank;
    config.tight_colons = false;
}

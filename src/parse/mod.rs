//! Bytes into a model and notes. Reading never fails, and has no opinion about what it finds.

pub mod ascii;
pub mod binary;
pub mod sniff;
pub mod text_damage;

//! Parses ASCII and binary models into a model and notes. Parsing never fails and judges nothing; rules do.

pub mod ascii;
pub mod binary;
pub mod conflict;
pub mod parsed;
pub mod shift;
pub mod sniff;
pub mod text_damage;

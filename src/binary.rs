//! Floor 2: binary models.

pub mod damage;

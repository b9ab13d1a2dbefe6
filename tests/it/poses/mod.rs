//! Poses: as real programs computed them in recorded runs, which are not part of the project (`MS3DLINT_ORACLE` names a
//! folder with their tables), and as a second implementation computes them.

mod command;
mod held;
mod motion;
mod recorded;
mod repeated;

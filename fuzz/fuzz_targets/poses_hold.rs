//! Poses are finite, rigid, at rest in the bind pose, and those of a second implementation.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(poses_hold);

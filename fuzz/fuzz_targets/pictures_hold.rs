//! Any file can be drawn, and faces that share an edge leave no gap.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(pictures_hold);

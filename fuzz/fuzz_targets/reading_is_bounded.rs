//! The work and the memory of reading grow with the file alone.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(reading_is_bounded);

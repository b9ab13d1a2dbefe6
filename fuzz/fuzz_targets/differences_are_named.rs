//! All that differs between two models is named, and nothing else.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(differences_are_named);

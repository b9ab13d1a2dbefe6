//! Nothing is found in models that are made healthy.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::plain_target!(smith_is_silent);

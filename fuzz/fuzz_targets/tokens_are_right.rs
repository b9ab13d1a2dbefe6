//! Tokens are of the right kinds, and do not change when something follows.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(tokens_are_right);

//! Tokens tile the file, byte for byte.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(tokens_tile);

//! All promises hold for any bytes.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(promises_hold);

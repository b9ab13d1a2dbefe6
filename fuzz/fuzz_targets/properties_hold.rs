//! All properties hold for any bytes.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(properties_hold);

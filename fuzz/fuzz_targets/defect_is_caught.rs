//! A defect in a healthy model is found where it is, and repaired.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::plain_target!(defect_is_caught);

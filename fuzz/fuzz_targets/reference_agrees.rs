//! A parser written from the specification alone accepts the same files.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(reference_agrees);

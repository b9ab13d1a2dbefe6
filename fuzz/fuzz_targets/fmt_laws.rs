//! Formatted models mean the same, and are not formatted again.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(fmt_laws);

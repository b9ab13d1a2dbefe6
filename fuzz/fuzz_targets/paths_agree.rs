//! The fast ways of reading give the same result as the slow one.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(paths_agree);

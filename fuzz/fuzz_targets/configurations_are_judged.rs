//! Configuration files are read or refused.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::plain_target!(configurations_are_judged);

//! Fixes come to an end, repair what they say, and in any order.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(fix_converges);

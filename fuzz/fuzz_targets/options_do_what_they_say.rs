//! Options and comments in the file change what they say and nothing else.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(options_do_what_they_say);

//! Editors show what the command line finds, whatever is asked and changed in them.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(editors_agree);

//! All reports say the same, and nothing in them can harm a terminal.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(reports_agree);

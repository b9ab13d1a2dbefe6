//! Places lead to bytes, and bytes back to places.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(places_come_back);

//! A binary file is assembled from its listing again, and one that is cut off is found to be.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(binary_round_trip);

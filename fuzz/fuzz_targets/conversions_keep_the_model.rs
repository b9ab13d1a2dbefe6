//! What is converted there and back is the same model.
#![cfg_attr(fuzzing, no_main)]

ms3dlint_fuzz::target!(conversions_keep_the_model);

//! Loads a model with the crate ms3d: `load FILE`. Exits with 0 if it is loaded, and with 1 and a message if it is
//! not.

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        println!("0.1.3");
        return ExitCode::SUCCESS;
    };
    match std::fs::read(path).map(|bytes| ms3d::Model::from_bytes(&bytes)) {
        Ok(Ok(_)) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("{error}");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

//! The program `ms3dlint`; see [`ms3dlint::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ms3dlint::cli::main()
}

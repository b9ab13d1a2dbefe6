//! The program `ms3dlint`; see [`ms3dlint::cli`].

use std::process::ExitCode;

#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ms3dlint::cli::main()
}

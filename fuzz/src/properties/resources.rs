//! Properties of memory, the stack and panics. They take more than the library: an allocator that counts, a thread, and
//! a look at panics.

use std::panic::catch_unwind;
use std::thread;

use super::{Violation, ensure};
use ms3dlint::actions::effects::run_all;
use ms3dlint::actions::fmt::format;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::{convert, repair};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::read;
use ms3dlint::fix::Applicability;

/// What reading and checking a file takes at most grows with the file, and not with the counts in it.
///
/// # Errors
///
/// If it takes more.
pub fn memory_is_bounded(bytes: &[u8]) -> Result<(), Violation> {
    /// Most memory is taken by the findings in small files with many errors.
    const PER_BYTE: u64 = 64;
    const AT_LEAST: u64 = 1 << 20;
    let options = Options { most_per_rule: 100, ..Options::default() };
    let copy = bytes.to_vec();
    let info = allocation_counter::measure(|| {
        let document = read("input.txt", copy);
        lint(&document, &Context::default(), &options);
    });
    let most = PER_BYTE * bytes.len() as u64 + AT_LEAST;
    ensure(info.bytes_max <= most, "memory_is_bounded", || {
        format!("{} bytes for a file of {}", info.bytes_max, bytes.len())
    })
}

/// Nothing recurses over what a file holds: all that can be done with it can be done on a small stack. A thread
/// that has not enough of it crashes the process.
///
/// # Errors
///
/// If the thread cannot be started, or panics.
pub fn a_small_stack_is_enough(bytes: &[u8]) -> Result<(), Violation> {
    const STACK: usize = 256 << 10;
    let bytes = bytes.to_vec();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || do_all(bytes));
    let ended = thread.map(|thread| thread.join().is_ok());
    ensure(matches!(ended, Ok(true)), "a_small_stack_is_enough", || format!("{ended:?}"))
}

/// Loads a file in all engines, and checks, repairs, formats and converts it.
fn do_all(bytes: Vec<u8>) {
    let document = read("input.txt", bytes);
    let _ = run_all(&document, &Context::default());
    // Whether these succeed is not asked here.
    let _ = (format(&document), convert::to_text(&document));
    let _ = convert::to_binary(&document, convert::DEFAULT_RATE);
    let options =
        repair::RepairOptions { lint: Options::default(), least: Applicability::Unsafe, only: Vec::new() };
    let _ = repair::repair(document, &Context::default(), &options);
}

/// Nothing panics, whatever the bytes. Every other property checks that too; this one separates a panic from another failure.
///
/// # Errors
///
/// If something panics.
pub fn nothing_panics(bytes: &[u8]) -> Result<(), Violation> {
    let ended = catch_unwind(|| do_all(bytes.to_vec()));
    ensure(ended.is_ok(), "nothing_panics", || "it panics".to_string())
}

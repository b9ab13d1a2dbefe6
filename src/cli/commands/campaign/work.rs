//! Processes a list of items on as many threads as asked for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use crate::cli::lock::lock;

/// Processes one item after the other until all are done, an error occurs, or `stop` is set. If the system
/// grants fewer threads, there are fewer.
pub(crate) fn share<T>(
    jobs: usize,
    things: impl Iterator<Item = T> + Send,
    stop: &AtomicBool,
    work: impl Fn(T) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let things = Mutex::new(things);
    let next = || if stop.load(Ordering::Relaxed) { None } else { lock(&things).next() };
    let until_done = || {
        while let Some(thing) = next() {
            // After an error the other threads stop, too.
            work(thing).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        // This thread is the first.
        let start = |_| thread::Builder::new().spawn_scoped(scope, until_done).ok();
        let threads: Vec<_> = (1..jobs).map_while(start).collect();
        let done = until_done();
        let join = |thread: ScopedJoinHandle<_>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).fold(done, Result::and)
    })
}

/// The results in the order of the items; before an error, those so far and the error.
pub(crate) fn map<T: Send, R: Send>(
    jobs: usize,
    things: Vec<T>,
    work: impl Fn(T) -> Result<R, String> + Sync,
) -> (Vec<R>, Result<(), String>) {
    let done: Vec<_> = things.iter().map(|_| Mutex::new(None)).collect();
    let numbered = things.into_iter().zip(&done);
    let result = share(jobs.min(done.len()), numbered, &AtomicBool::new(false), |(thing, done)| {
        *lock(done) = Some(work(thing)?);
        Ok(())
    });
    let done = done.into_iter().filter_map(|done| done.into_inner().unwrap_or_else(PoisonError::into_inner));
    (done.collect(), result)
}

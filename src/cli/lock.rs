//! Takes a lock, even if a thread has panicked while it held it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a lock holds. A thread that panicked has left it between two steps, with nothing half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Processes many inputs on several threads, and returns the results in the order of the inputs.

use std::collections::BTreeMap;
use std::sync::{Mutex, mpsc};
use std::thread::Scope;

use crate::cli::check::progress::Progress;
use crate::cli::lock::lock;

/// The most inputs that a thread takes at a time. It takes fewer at first, so that few inputs keep all
/// threads busy.
const LARGEST_BATCH: usize = 64;

/// The default number of threads.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Processes each input, and takes the results in the order of the inputs. Each thread keeps one buffer.
/// Without a number of threads there is one for each core. To show progress, one more thread finds the
/// inputs, so that their number is known soon.
pub(crate) fn each<I: Send, T: Send>(
    threads: Option<u16>,
    progress: &Progress,
    inputs: impl Iterator<Item = I> + Send,
    work: impl Fn(I, &mut Vec<u8>) -> T + Sync,
    take: impl FnMut(T),
) {
    let work = |input, buffer: &mut _| {
        let done = work(input, buffer);
        progress.file();
        done
    };
    std::thread::scope(|scope| match progress.may_show() {
        true => share(threads, ahead(scope, inputs, |found| progress.total(found)), work, take),
        false => share(threads, inputs, work, take),
    });
}

/// The inputs, found on a thread of their own. Their number is reported when all are found.
fn ahead<'scope, I: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    inputs: impl Iterator<Item = I> + Send + 'scope,
    found: impl FnOnce(usize) + Send + 'scope,
) -> impl Iterator<Item = I> + Send {
    let (sender, receiver) = mpsc::channel();
    // After a panic there is no receiver.
    scope.spawn(move || found(inputs.map_while(|input| sender.send(input).ok()).count()));
    receiver.into_iter()
}

/// Distributes the inputs to threads.
fn share<I: Send, T: Send>(
    threads: Option<u16>,
    mut inputs: impl Iterator<Item = I> + Send,
    work: impl Fn(I, &mut Vec<u8>) -> T + Sync,
    mut take: impl FnMut(T),
) {
    // Starting threads takes longer than a small file.
    let first: Vec<_> = inputs.by_ref().take(2).collect();
    let is_alone = first.len() < 2;
    let inputs = first.into_iter().chain(inputs);
    let threads = if is_alone { 1 } else { threads.map_or_else(cores, usize::from) };
    if threads == 1 {
        let mut buffer = Vec::new();
        return inputs.for_each(|input| take(work(input, &mut buffer)));
    }
    let queue = Mutex::new((0, inputs));
    let (sender, receiver) = mpsc::sync_channel(4 * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, work, sender) = (&queue, &work, sender.clone());
            scope.spawn(move || {
                let mut buffer = Vec::new();
                while let Some((number, batch)) = next_batch(queue) {
                    let done: Vec<_> = batch.into_iter().map(|input| work(input, &mut buffer)).collect();
                    // After a panic there is no receiver.
                    if sender.send((number, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, done) in receiver {
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&next) {
                done.into_iter().for_each(&mut take);
                next += 1;
            }
        }
    });
}

/// The next few inputs, and their number among such batches.
fn next_batch<I>(queue: &Mutex<(usize, impl Iterator<Item = I>)>) -> Option<(usize, Vec<I>)> {
    let mut queue = lock(queue);
    let (next, inputs) = &mut *queue;
    let number = *next;
    let batch: Vec<_> = inputs.take((number + 1).min(LARGEST_BATCH)).collect();
    *next += 1;
    (!batch.is_empty()).then_some((number, batch))
}

//! A binary file read and checked in full, beside another crate that only reads it:
//! `MODEL=model.ms3d cargo bench --manifest-path benches/Cargo.toml`. Needs a model with all sections at its end, which
//! that crate asks for.

use std::fs::File;
use std::io::{BufReader, Read};
use std::sync::LazyLock;

use divan::{Bencher, black_box};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::read;

/// The path of the model.
static MODEL: LazyLock<String> =
    LazyLock::new(|| std::env::var("MODEL").expect("MODEL is the path of a binary model"));

fn main() {
    divan::main();
}

fn open() -> File {
    File::open(&*MODEL).expect("the model can be read")
}

fn bytes() -> Vec<u8> {
    std::fs::read(&*MODEL).expect("the model can be read")
}

/// Checks a model as the command does by default, and leaves the buffer as it was.
fn check(buffer: &mut Vec<u8>) -> usize {
    let options =
        Options { level: Severity::Info, most_per_rule: 20, table_edits: false, ..Options::default() };
    let document = read("model.ms3d", std::mem::take(buffer));
    let findings = lint(&document, &Context::default(), &options).findings.len();
    *buffer = document.into_buffer();
    findings
}

#[divan::bench_group]
mod from_file {
    use super::*;

    #[divan::bench]
    fn ms3dlint(bencher: Bencher) {
        // The command keeps one buffer for all files, too.
        let mut buffer = Vec::new();
        bencher.bench_local(|| {
            buffer.clear();
            open().read_to_end(&mut buffer).expect("the model can be read");
            check(&mut buffer)
        });
    }

    /// As that crate's own tests do.
    #[divan::bench]
    fn ms3d_unbuffered() -> ms3d::Model {
        ms3d::Model::from_reader(open()).expect("the other crate reads the model")
    }

    #[divan::bench]
    fn ms3d_buffered() -> ms3d::Model {
        ms3d::Model::from_reader(BufReader::new(open())).expect("the other crate reads the model")
    }
}

#[divan::bench_group]
mod from_memory {
    use super::*;

    #[divan::bench]
    fn ms3dlint(bencher: Bencher) {
        let mut buffer = bytes();
        bencher.bench_local(|| check(&mut buffer));
    }

    #[divan::bench]
    fn ms3d(bencher: Bencher) {
        let bytes = bytes();
        bencher.bench_local(|| {
            ::ms3d::Model::from_bytes(black_box(&bytes)).expect("the other crate reads the model")
        });
    }
}

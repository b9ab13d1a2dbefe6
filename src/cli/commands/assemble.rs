//! `ms3dlint assemble`: makes a binary model from its listing.

use std::io::{self, Read};
use std::path::Path;
use std::{fs, str};

use crate::base::display::visible_path;
use crate::cli::args::Assemble;
use crate::cli::commands::convert::contents_of;
use crate::cli::exit::{Exit, cannot, failed};
use crate::cli::files::atomic_write::{refuse_existing, write_or_print};
use crate::document::listing::ListingProblem;
use crate::document::stats::Stats;
use crate::document::{self, listing};
use crate::parse::sniff::BINARY_MAGIC;

/// Writes the model of a listing. The error is about the listing.
pub(crate) fn run(args: &Assemble) -> Result<Exit, String> {
    let out = args.out.path();
    refuse_existing(out, args.out.force)?;
    if out.canonicalize().is_ok_and(|out| args.listing.canonicalize().is_ok_and(|listing| listing == out)) {
        return Err(format!("the model would replace its listing {}; name another file", visible_path(out)));
    }
    let name = if is_stream(&args.listing) { "<stdin>".to_string() } else { visible_path(&args.listing) };
    let listing = match read(&args.listing) {
        Ok(listing) => listing,
        Err(error) => return Ok(failed(&cannot("read", &name, &error))),
    };
    let listing = str::from_utf8(&listing).map_err(|error| {
        let line = 1 + memchr::memchr_iter(b'\n', &listing[..error.valid_up_to()]).count();
        format!("{name}:{line}: this is not UTF-8, so it is not a listing")
    })?;
    let bytes = listing::assemble(listing)
        .map_err(|ListingProblem { line, what }| format!("{name}:{line}: {what}"))?;
    // No other check reports a listing that was lost on its way here, as in a broken pipe.
    if !bytes.starts_with(BINARY_MAGIC) {
        return Err(format!(
            "{name}:1: no header is first, so this is not a listing of a model; nothing was written"
        ));
    }
    let counts = contents_of(&Stats::of(&document::read("", bytes.clone())));
    Ok(write_or_print(args.out.path(), &bytes, |name| format!("wrote {name} ({counts})")))
}

fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !is_stream(path) {
        return fs::read(path);
    }
    let mut listing = Vec::new();
    io::stdin().lock().read_to_end(&mut listing)?;
    Ok(listing)
}

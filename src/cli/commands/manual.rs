//! Shell completions and man pages, made from the arguments.

use std::fs;
use std::path::Path;

use clap_complete::Shell;
use clap_mangen::Man;

use crate::base::display::{path_text, visible_path};
use crate::cli::args::program;
use crate::cli::exit::{self, Exit, cannot, failed};
use crate::cli::files::atomic_write;

/// The footer of each page.
const SOURCE: &str = concat!("ms3dlint ", env!("CARGO_PKG_VERSION"));

/// The script that completes the commands and options of this program in a shell.
pub(crate) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program(), "ms3dlint", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Writes a page for the program and one for each command into a folder, which is created if needed.
pub(crate) fn write(folder: &Path) -> Exit {
    if folder.exists() && !folder.is_dir() {
        exit::complain(&format!("{} is a file; name a folder", visible_path(folder)));
        return Exit::Usage;
    }
    let pages = pages();
    match pages.iter().try_for_each(|page| write_page(folder, page)) {
        Ok(()) => {
            let folder = visible_path(folder);
            exit::say(&format!(
                "wrote {} pages to {folder}, ms3dlint.1 and one for each command\n",
                pages.len()
            ))
        }
        Err(message) => failed(&message),
    }
}

fn write_page(folder: &Path, page: &Man) -> Result<(), String> {
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)
        .and_then(|()| fs::create_dir_all(folder))
        .and_then(|()| atomic_write::write(&path, &text[..]))
        .map_err(|error| cannot("write", &path_text(&path), &error))
}

/// All pages, that of the program first.
fn pages() -> Vec<Man> {
    let mut program = program().disable_help_subcommand(true);
    // Sets the full name of each command.
    program.build();
    let mut commands = vec![program];
    let mut next = 0;
    while let Some(command) = commands.get(next) {
        let below: Vec<_> = command.get_subcommands().cloned().collect();
        commands.extend(below);
        next += 1;
    }
    commands.into_iter().map(|command| Man::new(command).source(SOURCE)).collect()
}

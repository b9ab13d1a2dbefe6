//! Arguments of the language server.

use crate::cli::args::check::severity;
use crate::cli::args::files::ConfigArgs;
use crate::diagnostics::finding::Severity;

/// How the models in an editor are checked.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Editors start this command and talk to it over standard input and output.
docs/editors.md says how to set up each of them.

Example:
  ms3dlint lsp --target stepmania

Exit codes:
  0  the editor ended the session
  1  the editor ended it without asking for a shutdown before
  2  the arguments are invalid
  3  the editor sent something that is not a message")]
pub(crate) struct LspArgs {
    /// The programs that the models are meant for, or "all" [default: what the configuration says, or a guess]
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
    /// The least severity that is shown: hint, info, warning or error [default: what the configuration says, or warning]
    #[arg(long, value_parser = severity(), value_name = "LEVEL", hide_possible_values = true)]
    pub(crate) level: Option<Severity>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}

//! `ms3dlint explain`: prints the pages of rules.

use crate::cli::args::{Color, ExplainArgs, PageFormat};
use crate::cli::check::selected_rules::selected;
use crate::cli::check::terminal::Terminal;
use crate::report::page;

/// The pages of the rules that the arguments name, in a format.
pub(crate) fn run(args: &ExplainArgs) -> Result<String, String> {
    let rules = selected(if args.all { &[] } else { &args.rules }, &[])?;
    let pages = rules.into_iter().map(|rule| rule.page).collect::<Vec<_>>().join("\n");
    let terminal = Terminal::of_stdout(Color::Auto);
    Ok(match args.output_format {
        PageFormat::Markdown => pages,
        PageFormat::Text => page::text(&pages, terminal.columns, terminal.has_color),
    })
}

//! `ms3dlint explain`: prints the pages of rules.

use crate::cli::args::{Color, ExplainArgs, PageFormat};
use crate::cli::check::selected_rules::selected;
use crate::cli::check::terminal::Terminal;
use crate::diagnostics::rule::page_url;
use crate::report::page;

/// The pages of the rules that the arguments name, in a format.
pub(crate) fn run(args: &ExplainArgs) -> Result<String, String> {
    let rules = selected(if args.all { &[] } else { &args.rules }, &[])?;
    let terminal = Terminal::of_stdout(Color::Auto);
    let links = terminal.links();
    let pages: Vec<_> = match args.output_format {
        PageFormat::Markdown => rules.into_iter().map(|rule| rule.page.to_string()).collect(),
        PageFormat::Text => rules
            .into_iter()
            .map(|rule| {
                let text = page::text(rule.page, terminal.columns, terminal.has_color);
                let url = page_url(rule.name);
                let address = links.as_ref().map_or(url.clone(), |links| links.to_rule(rule.name, &url));
                format!("{text}\n{address}\n")
            })
            .collect(),
    };
    Ok(pages.join("\n"))
}

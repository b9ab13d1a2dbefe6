//! The page of a rule as HTML.

use ms3dlint::HOMEPAGE;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

/// Renders a page. Links to other rules stay on this page, others lead to the site of the project.
pub(crate) fn html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Some(Event::Start(Tag::Link { link_type, dest_url: address(&dest_url), title, id }))
        }
        // Markup is never meant.
        Event::Html(_) | Event::InlineHtml(_) => None,
        event => Some(event),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn address(url: &str) -> CowStr<'static> {
    let is_elsewhere = url.starts_with("https:");
    match url.split_once(".md") {
        _ if is_elsewhere => url.to_string().into(),
        Some((rule, _)) if !rule.contains('/') && rule != "README" => format!("#rule={rule}").into(),
        Some((path, rest)) => format!("{HOMEPAGE}/{}.html{rest}", path.trim_start_matches("../")).into(),
        None => url.to_string().into(),
    }
}

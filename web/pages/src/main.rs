//! Makes HTML of the pages of all rules: `pages FOLDER OUT.json HOMEPAGE`. The file has the page of each by its name.

use std::collections::BTreeMap;
use std::env::args;
use std::fs;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

fn main() {
    let args: Vec<_> = args().skip(1).collect();
    let [folder, out, home] = &args[..] else { panic!("usage: pages FOLDER OUT.json HOMEPAGE") };
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let pages = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let pages = pages.map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, rendered(&fs::read_to_string(&path).expect("a page"), home))
    });
    let pages: BTreeMap<String, String> = pages.filter(|(name, _)| name != "README").collect();
    fs::write(out, serde_json::to_vec(&pages).expect("JSON")).expect("the file");
}

/// Renders a page. Links to other rules stay on the page for the browser, others lead to the site of the project.
fn rendered(markdown: &str, home: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Some(Event::Start(Tag::Link { link_type, dest_url: address(&dest_url, home), title, id }))
        }
        // Markup is never meant.
        Event::Html(_) | Event::InlineHtml(_) => None,
        event => Some(event),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn address(url: &str, home: &str) -> CowStr<'static> {
    let is_elsewhere = url.starts_with("https:");
    match url.split_once(".md") {
        _ if is_elsewhere => url.to_string().into(),
        Some((rule, _)) if !rule.contains('/') && rule != "README" => format!("#rule={rule}").into(),
        Some((path, rest)) => format!("{home}/{}.html{rest}", path.trim_start_matches("../")).into(),
        None => url.to_string().into(),
    }
}

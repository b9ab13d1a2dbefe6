//! Which files the server asks an editor to watch.

use lsp_server::{Message, Notification, Request};
use ms3dlint::editor::Server;
use ms3dlint_fuzz::editor::MemoryFiles;
use serde_json::json;

#[test]
fn all_that_models_depend_on_is_watched() {
    let watches = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let params = json!({ "processId": null, "rootUri": null, "capabilities": { "workspace": watches } });
    let started = Request::new(1.into(), "initialize".to_string(), params);
    let ready = Notification::new("initialized".to_string(), json!({}));
    let mut server = Server::new(Box::new(MemoryFiles::default()));
    let sent = server.handle([Message::from(started), ready.into()]);
    let [_, Message::Request(asked)] = &sent[..] else { panic!("{sent:?}") };
    let patterns = asked.params["registrations"][0]["registerOptions"]["watchers"].to_string();
    for name in [
        "ms3dlint.toml",
        "*.tsv",
        "*.{t,T}{g,G}{a,A}\"",
        "*.{i,I}{n,N}{i,I}\"",
        "*.{t,T}{x,X}{t,T}\"",
        "/metrics.ini",
        "/tanks.xml",
    ] {
        assert!(patterns.contains(name), "{name}: {patterns}");
    }
}

//! `ms3dlint lsp` as a process: configuration, baseline, exclusion and targets as on the command line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::support::{finish, folder, program, program_as_it_is};
use lsp_server::Message;
use serde_json::{Value, json};

/// The server as a process.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: i32,
}

impl Process {
    pub(super) fn start(folder: &Path, args: &[&str]) -> Self {
        Self::begin(folder, args, json!({}))
    }

    /// For an editor that can do this.
    fn begin(folder: &Path, args: &[&str], capabilities: Value) -> Self {
        let args: Vec<_> = ["lsp"].iter().chain(args).copied().collect();
        let mut command = program_as_it_is(folder, &args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut process = Self { child, input, output, next: 0 };
        let root = format!("file://{}", folder.display());
        let params = json!({ "processId": null, "rootUri": root, "capabilities": capabilities });
        process.request("initialize", params);
        process.notify("initialized", json!({}));
        process
    }

    fn write(&mut self, message: &Value) {
        self.send(message.to_string().as_bytes());
    }

    fn send(&mut self, text: &[u8]) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n", text.len()).unwrap();
        input.write_all(text).unwrap();
        input.flush().unwrap();
    }

    pub(super) fn read(&mut self) -> Value {
        let message = Message::read(&mut self.output).unwrap().expect("the server goes on");
        serde_json::to_value(message).unwrap()
    }

    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.write(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        self.read()
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The findings of a file that is opened.
    pub(super) fn open(&mut self, path: &Path, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri(path), "languageId": "ms3d", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        findings(self.read())
    }

    pub(super) fn close(&mut self, path: &Path) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(path) } }));
        assert_eq!(findings(self.read()).len(), 0);
    }

    /// Ends the session, and gives the exit code.
    pub(super) fn end(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().unwrap().code()
    }
}

/// Reads what is no message for the library that the tests read messages with: it has no number.
fn read_plain(output: &mut impl BufRead) -> Value {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let length = line.trim().strip_prefix("Content-Length: ").unwrap().parse::<usize>().unwrap();
    let mut bytes = vec![0; length + 2];
    output.read_exact(&mut bytes).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display().to_string().replace(' ', "%20"))
}

#[track_caller]
pub(super) fn findings(message: Value) -> Vec<Value> {
    assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
    message["params"]["diagnostics"].as_array().unwrap().clone()
}

fn codes(findings: &[Value]) -> Vec<&str> {
    findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

const MODEL: &str = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"a\" 0 -1\n1\n0 0.0 4e-05 0.0 0.0 0.0 -1\n0\n0\n\
                     Materials: 0\nBones: 0\n";

#[test]
fn configurations_hold_and_are_read_again() {
    let folder =
        folder(&[("ms3dlint.toml", "level = \"error\"\n"), ("a b.txt", MODEL), ("old/c.txt", MODEL)]);
    let real = folder.path().canonicalize().unwrap();
    let path = real.join("a b.txt");
    let mut server = Process::start(&real, &[]);
    assert_eq!(codes(&server.open(&path, MODEL)), Vec::<&str>::new());
    let rewrite = |server: &mut Process, text: &str| {
        fs::write(real.join("ms3dlint.toml"), text).unwrap();
        let changes = json!({ "changes": [{ "uri": uri(&real.join("ms3dlint.toml")), "type": 2 }] });
        server.notify("workspace/didChangeWatchedFiles", changes);
    };
    rewrite(&mut server, "exclude = [\"old\"]\n[rules]\nexponent-float = \"error\"\n");
    let found = findings(server.read());
    assert_eq!(codes(&found), ["exponent-float"]);
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(server.open(&real.join("old/c.txt"), MODEL), Vec::<Value>::new());
    server.close(&real.join("old/c.txt"));
    // A mistake is shown, and nothing is found as long as it is there.
    rewrite(&mut server, "levle = 3\n");
    let shown = server.read();
    assert_eq!(shown["method"], "window/showMessage");
    let message = shown["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("ms3dlint: ms3dlint.toml:1: ") && message.contains("levle"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert_eq!(findings(server.read()), Vec::<Value>::new());
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "options": options });
    let answer = server.request("textDocument/formatting", asked);
    assert_eq!(answer["error"]["message"], "not formatted: the configuration is invalid");
    assert_eq!(server.end(), Some(0));
}

/// As on the command line, where it is an error of the arguments.
#[test]
fn a_mistake_in_a_configuration_that_is_named_is_shown() {
    let folder = folder(&[("mine.toml", "level = \"info\"\n"), ("a.txt", MODEL)]);
    let real = folder.path().canonicalize().unwrap();
    let mut server = Process::start(&real, &["--config=mine.toml"]);
    assert_eq!(codes(&server.open(&real.join("a.txt"), MODEL)), ["empty-mesh", "exponent-float"]);
    let mut rewrite = |text: &str| {
        fs::write(real.join("mine.toml"), text).unwrap();
        let changes = json!({ "changes": [{ "uri": uri(&real.join("mine.toml")), "type": 2 }] });
        server.notify("workspace/didChangeWatchedFiles", changes);
        server.read()
    };
    let shown = rewrite("levle = 3\n");
    assert_eq!(shown["method"], "window/showMessage", "{shown}");
    assert_eq!(findings(server.read()), Vec::<Value>::new());
}

#[test]
fn a_baseline_holds() {
    let folder =
        folder(&[("ms3dlint.toml", "level = \"info\"\nbaseline = \"known.tsv\"\n"), ("a.txt", MODEL)]);
    let real = folder.path().canonicalize().unwrap();
    let arguments = ["baseline", "write", "--force", "--output", "known.tsv", "."];
    let written = finish(program(&real, &arguments));
    let written =
        if written.code == Some(0) { written } else { finish(program(&real, &["baseline", "write"])) };
    assert_eq!(written.code, Some(0), "{}", written.err);
    let mut server = Process::start(&real, &[]);
    assert_eq!(server.open(&real.join("a.txt"), MODEL), Vec::<Value>::new());
    server.close(&real.join("a.txt"));
    let twice = MODEL.replace("1\n0 0.0 4e-05", "2\n0 0.0 0.0 0.0 0.0 0.0 -1\n0 5e-05 0.0");
    let found = server.open(&real.join("a.txt"), &twice);
    assert!(codes(&found).contains(&"exponent-float"), "{found:?}");
    assert_eq!(server.end(), Some(0));
}

#[test]
fn targets_are_those_of_the_arguments_or_guessed() {
    let model = MODEL.replace("4e-05", "0,5");
    let folder = folder(&[("theme/metrics.ini", ""), ("theme/a.txt", &model), ("a.txt", &model)]);
    let real = folder.path().canonicalize().unwrap();
    let said = |arguments: &[&str], name: &str| {
        let mut server = Process::start(&real, arguments);
        let found = server.open(&real.join(name), &model);
        assert_eq!(server.end(), Some(0));
        found
            .iter()
            .map(|finding| finding["message"].as_str().unwrap().to_string())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let names = |said: &str| [said.contains("StepMania"), said.contains("Scorched3D")];
    assert_eq!(names(&said(&[], "theme/a.txt")), [true, false]);
    assert_eq!(names(&said(&["--target=none"], "theme/a.txt")), [false, false]);
    assert_eq!(names(&said(&["--target=scorched3d"], "a.txt")), [false, true]);
}

#[test]
fn a_session_that_ends_otherwise_is_no_crash() {
    let folder = folder(&[("a.txt", MODEL)]);
    // The editor is gone.
    let mut server = Process::start(folder.path(), &[]);
    drop(server.input.take());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    // It ends the session without a word before.
    let mut server = Process::start(folder.path(), &[]);
    server.notify("exit", Value::Null);
    assert_eq!(server.child.wait().unwrap().code(), Some(1));
    // What it sends is no message.
    let long = format!("X: {}", "x".repeat(1 << 14));
    let lengths = ["99999999999999", "18446744073709551615", "18446744073709551616", "-5"];
    let headers = lengths.map(|length| format!("Content-Length: {length}\r\n\r\n{{}}"));
    for sent in headers.into_iter().chain(["hello\r\n\r\n{}".to_string(), long]) {
        let mut command = program_as_it_is(folder.path(), &["lsp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The server may be gone before it has taken all.
        let _ = child.stdin.take().unwrap().write_all(sent.as_bytes());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(3), 1), "{sent}: {said}");
        assert!(said.contains("not a message"), "{said}");
    }
}

/// What a configuration names has any name, and may be anywhere.
#[test]
fn what_is_named_is_watched() {
    let config = "level = \"info\"\nbaseline = \"known [old].list\"\nextends = \"other.toml\"\n";
    let files = [("set/mine.toml", config), ("set/other.toml", ""), ("models/a.txt", MODEL)];
    let folder = folder(&files);
    let real = folder.path().canonicalize().unwrap();
    let models = real.join("models");
    let written = finish(program(&models, &["baseline", "write", "--config=../set/mine.toml"]));
    assert_eq!(written.code, Some(0), "{}", written.err);
    for is_elsewhere in [true, false] {
        let watches = json!({ "dynamicRegistration": true, "relativePatternSupport": is_elsewhere });
        let capabilities = json!({ "workspace": { "didChangeWatchedFiles": watches } });
        let mut server = Process::begin(&models, &["--config=../set/mine.toml"], capabilities);
        let patterns = |asked: &Value| {
            let watchers = &asked["params"]["registrations"][0]["registerOptions"]["watchers"];
            watchers.as_array().unwrap().iter().map(|one| one["globPattern"].clone()).collect::<Vec<_>>()
        };
        assert!(patterns(&server.read()).contains(&json!("**/*.tsv")));
        let named = patterns(&server.read());
        let base = uri(&real.join("set"));
        let expected = ["known ?old?.list", "mine.toml", "other.toml"].map(|name| match is_elsewhere {
            true => json!({ "baseUri": base, "pattern": name }),
            false => json!(format!("**/{name}")),
        });
        assert_eq!(named, expected);
        // They are asked for once.
        server.open(&models.join("a.txt"), MODEL);
        server.open(&models.join("a.txt"), MODEL);
        assert_eq!(server.end(), Some(0));
    }
}

/// Half a character comes from an editor that counts in UTF-16.
#[test]
fn after_a_message_that_cannot_be_read_the_session_goes_on() {
    let folder = folder(&[("a.txt", MODEL)]);
    let real = folder.path().canonicalize().unwrap();
    let path = real.join("a.txt");
    let mut server = Process::start(&real, &[]);
    let many = "[".repeat(10_000);
    for (sent, code) in
        [("{1}", -32700), (many.as_str(), -32700), ("", -32700), ("[]", -32600), ("{\"id\":7}", -32600)]
    {
        server.send(sent.as_bytes());
        let answer = read_plain(&mut server.output);
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)), "{sent}");
    }
    // Half an emoji, or a byte that is none of UTF-8, is one character: what follows is at its place.
    let text = MODEL.replace("\"a\"", "\"HALF\" 0 0,5");
    let document = json!({ "uri": uri(&path), "languageId": "ms3d", "version": 1, "text": text });
    let params = json!({ "textDocument": document });
    let open = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }).to_string();
    let [before, after] = open.split("HALF").map(str::as_bytes).collect::<Vec<_>>()[..] else { panic!() };
    let [whole, half, byte] = [&b"\\ufffd"[..], b"\\ud83d", b"\xff"].map(|name| {
        server.send(&[before, name, after].concat());
        findings(server.read())
    });
    assert_eq!((&half, &byte), (&whole, &whole));
    assert!(!whole.is_empty());
    assert_eq!(server.end(), Some(0));
}

/// Nothing is done with a text that may be another one in the editor.
#[test]
fn a_change_that_cannot_be_read_is_said() {
    let folder = folder(&[("a.txt", MODEL)]);
    let real = folder.path().canonicalize().unwrap();
    let path = real.join("a.txt");
    for line in [json!(-1), json!(1_u64 << 32)] {
        let mut server = Process::start(&real, &["--level=hint"]);
        assert!(!server.open(&path, MODEL).is_empty());
        let end = json!({ "line": line, "character": 0 });
        let change = json!({ "range": { "start": end, "end": end }, "text": "x" });
        let document = json!({ "uri": uri(&path), "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        server.notify("textDocument/didChange", params);
        let said = server.read();
        assert_eq!(said["method"], "window/logMessage");
        assert!(said["params"]["message"].as_str().unwrap().contains(&uri(&path)), "{said}");
        assert_eq!(findings(server.read()), Vec::<Value>::new());
        assert!(!server.open(&path, MODEL).is_empty());
        assert_eq!(server.end(), Some(0));
    }
}

#[test]
fn hidden_folders_are_not_completed() {
    let model = MODEL
        .replace("Materials: 0", "Materials: 1\n\"m\"\n0 0 0 1\n0 0 0 1\n0 0 0 1\n0 0 0 1\n0\n1\n\"\"\n\"\"");
    let folder =
        folder(&[("a.txt", model.as_str()), (".git/config", ""), ("skins/b.png", ""), ("c.TGA", "")]);
    let real = folder.path().canonicalize().unwrap();
    let mut server = Process::start(&real, &[]);
    server.open(&real.join("a.txt"), &model);
    let line = model.lines().position(|line| line == "\"\"").unwrap();
    let params = json!({
        "textDocument": { "uri": uri(&real.join("a.txt")) }, "position": { "line": line, "character": 1 },
    });
    let answer = server.request("textDocument/completion", params);
    let mut names: Vec<_> =
        answer["result"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["c.TGA", "skins"]);
    assert_eq!(server.end(), Some(0));
}

/// What is called as only models are should be one, whether its text is opened or its listing.
#[test]
fn what_is_called_a_model_and_is_none_is_reported() {
    let folder = folder(&[("a.ms3d", "hello"), ("a.txt", "hello")]);
    let real = folder.path().canonicalize().unwrap();
    let mut server = Process::start(&real, &[]);
    assert_eq!(codes(&server.open(&real.join("a.ms3d"), "hello")), ["not-a-model"]);
    assert_eq!(server.open(&real.join("a.txt"), "hello"), Vec::<Value>::new());
    let uri = format!("ms3dlint-listing:{}", real.join("a.ms3d").display());
    let document = json!({ "uri": uri, "languageId": "ms3d-listing", "version": 1, "text": "" });
    server.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(codes(&findings(server.read())), ["not-a-model"]);
    assert_eq!(server.end(), Some(0));
}

/// A folder and a texture that were made after the model was opened are offered; nobody has told the server of them.
#[test]
fn textures_are_offered_as_they_are_now() {
    let texture = "\"tex/\"";
    let text = "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 0\r\nMaterials: 1\r\n\"skin\"\r\n\
        0.2 0.2 0.2 1.0\r\n0.8 0.8 0.8 1.0\r\n0.0 0.0 0.0 1.0\r\n0.0 0.0 0.0 1.0\r\n0.0\r\n1.0\r\n\
        \"tex/\"\r\n\"\"\r\nBones: 0\r\n";
    let folder = folder(&[("a.txt", text)]);
    let path = folder.path().join("a.txt");
    let mut server = Process::start(folder.path(), &[]);
    server.open(&path, text);
    let line = text.lines().position(|line| line == texture).unwrap();
    let mut offered = |character: usize| {
        let place = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": uri(&path) }, "position": place });
        let answer = server.request("textDocument/completion", params);
        let items = answer["result"].as_array().unwrap().clone();
        items.iter().map(|item| item["label"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!([offered(1), offered(5)], [Vec::<String>::new(), Vec::new()]);
    fs::create_dir(folder.path().join("tex")).unwrap();
    assert_eq!(offered(1), ["tex"]);
    fs::write(folder.path().join("tex/skin.png"), "").unwrap();
    fs::write(folder.path().join("tex/notes.md"), "").unwrap();
    assert_eq!(offered(5), ["skin.png"]);
}

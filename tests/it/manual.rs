//! The pages for `man` and the completions for shells list every command and option that `--help` lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{assert_reviewed, root};
use tempfile::TempDir;

/// Runs the program, and gives what it prints.
#[track_caller]
fn output(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ms3dlint")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A command as it is typed after the name of the program, its long options, and its help.
struct Described {
    words: Vec<String>,
    options: BTreeSet<String>,
    help: String,
}

/// All commands, as their `--help` lists them, that of the program itself first.
fn commands() -> Vec<Described> {
    let mut found: Vec<Described> = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(words) = open.pop() {
        let args: Vec<_> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = output(&args);
        // The help of the program groups its commands; that of a command lists those below it together.
        let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
        let below: Vec<_> = if words.is_empty() {
            help.lines().take_while(|line| *line != "Examples:").filter(is_command).collect()
        } else {
            let below = help.split("Commands:\n").nth(1).unwrap_or_default();
            below.lines().take_while(|line| line.starts_with("  ")).filter(is_command).collect()
        };
        let names = below.iter().filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        let first = open.len();
        open.extend(names.map(|name| [&words[..], &[name.to_string()]].concat()));
        // The last is taken first.
        open[first..].reverse();
        drop(below);
        found.push(Described { options: options(&help), words, help });
    }
    found
}

/// The long options that begin a line of help.
fn options(help: &str) -> BTreeSet<String> {
    let long = |line: &str| {
        let line = line.trim_start();
        let line = line.split_once(", ").filter(|(short, _)| short.len() == 2).map_or(line, |(_, long)| long);
        let name = line.strip_prefix("--")?.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?;
        Some(name.to_string())
    };
    help.lines().filter(|line| line.starts_with(' ')).filter_map(long).collect()
}

#[test]
fn help_is_understood() {
    let commands = commands();
    let has = |words: &str, option: &str| {
        let command = commands.iter().find(|command| command.words.join(" ") == words);
        command.is_some_and(|command| command.options.contains(option))
    };
    assert!(has("check", "output-format") && has("check", "null") && !has("", "null"));
    assert!(commands.len() > 20, "{}", commands.len());
    assert!(has("fmt", "check") && has("baseline write", "accept-new") && has("man", "help"));
    assert!(!has("rules", "check"));
}

#[test]
fn the_help_of_the_program_groups_all_its_commands() {
    let help = output(&["--help"]);
    let groups: Vec<_> =
        help.lines().filter(|line| line.ends_with(':') && !line.starts_with([' ', 'U'])).collect();
    assert_eq!(groups, ["Check:", "Project:", "Models:", "Test importers:", "Examples:"]);
    // That no command is missing, the number of pages shows.
    assert!(commands().iter().any(|command| command.words == ["convert"]));
}

#[test]
fn short_helps_fit_on_a_screen_and_have_examples() {
    for command in commands() {
        let mut args: Vec<_> = command.words.iter().map(String::as_str).collect();
        args.push("-h");
        let run =
            Command::new(env!("CARGO_BIN_EXE_ms3dlint")).args(&args).env("COLUMNS", "80").output().unwrap();
        let help = String::from_utf8(run.stdout).unwrap();
        let name = command.words.join(" ");
        assert!(help.lines().count() <= 41, "-h of \"{name}\" has {} lines", help.lines().count());
        assert!(help.contains("\nExample"), "-h of \"{name}\" has no example");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

#[test]
fn there_is_a_page_for_each_command_with_its_options() {
    let folder = TempDir::new().unwrap();
    let pages = folder.path().join("share/man1");
    fs::create_dir_all(&pages).unwrap();
    fs::write(pages.join("ms3dlint.1"), "that of an older version").unwrap();
    output(&["man", pages.to_str().unwrap()]);
    let commands = commands();
    for command in &commands {
        let name = [&["ms3dlint".to_string()], &command.words[..]].concat().join("-");
        let page = fs::read_to_string(pages.join(format!("{name}.1")))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        // Hyphens that are none of prose are written so.
        let page = page.replace("\\-", "-");
        for option in &command.options {
            assert!(page.contains(&format!("--{option}\\fR")), "--{option} is not on the page of {name}");
        }
    }
    assert_eq!(fs::read_dir(&pages).unwrap().count(), commands.len());
}

/// After this line the reference of all commands is written from their help.
const REFERENCE: &str = "<!-- commands: written by the tests -->\n";

#[test]
fn the_reference_has_the_help_of_each_command() {
    let path = root().join("docs/cli.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, _) = page.split_once(REFERENCE).expect("the reference starts");
    let commands = commands().into_iter().map(|Described { words, help, .. }| {
        let name = [&["ms3dlint".to_string()], &words[..]].concat().join(" ");
        let lines: Vec<_> = help.trim().lines().map(str::trim_end).collect();
        format!("\n## {name}\n\n```text\n{}\n```\n", lines.join("\n"))
    });
    assert_reviewed(&path, &format!("{before}{REFERENCE}{}", commands.collect::<String>()));
}

#[test]
fn pages_go_where_they_can_be_written_only() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "theirs").unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_ms3dlint")).arg("man").arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.ends_with("file is a file; name a folder\n") && said.lines().count() == 1, "{said}");
    assert_eq!(fs::read(&file).unwrap(), b"theirs");
}

#[test]
fn shells_complete_all_commands_and_options() {
    let commands = commands();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        let words: BTreeSet<_> = script.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for command in &commands {
            for word in &command.words {
                assert!(words.contains(&word[..]), "{shell} does not complete {word}");
            }
            for option in &command.options {
                let is_there = words.contains(&option[..]) || words.contains(&format!("--{option}")[..]);
                assert!(is_there, "{shell} does not complete --{option}");
            }
        }
    }
}

#[test]
fn shells_understand_their_completions() {
    let folder = TempDir::new().unwrap();
    for shell in ["bash", "fish", "zsh"] {
        let script = folder.path().join(shell);
        fs::write(&script, output(&["completions", shell])).unwrap();
        assert_understood(shell, &script);
    }
}

/// Asserts that a shell can read a script. One that is not installed says nothing.
#[track_caller]
fn assert_understood(shell: &str, script: &Path) {
    if let Ok(run) = Command::new(shell).arg("-n").arg(script).output() {
        assert!(run.status.success(), "{shell}: {}", String::from_utf8_lossy(&run.stderr));
    }
}

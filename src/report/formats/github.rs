//! The report for GitHub Actions: commands that become annotations, after the findings as a log.

use crate::base::display::{counted, visible};
use crate::diagnostics::finding::Severity;
use crate::report::formats::concise;
use crate::report::rows::{FileRow, FindingRow};
use crate::report::summary::Summary;
use crate::report::{Writer, inert};

/// The most annotations of each kind that GitHub shows of one step.
const MOST_OF_A_KIND: usize = 10;

/// Writes each finding on a line as the concise format does, and at the end commands for the first few of
/// each kind, errors first.
#[derive(Default)]
pub struct Github {
    /// The commands of errors, of warnings, and of infos and hints.
    commands: [Vec<String>; 3],
    findings: usize,
}

impl Writer for Github {
    fn file(&mut self, file: &FileRow, out: &mut String) {
        let path = visible(file.repository_path().as_bytes());
        for finding in file.findings.iter() {
            self.findings += 1;
            *out += &inert(&concise::line(&path, finding));
            out.push('\n');
            let (kind, name) = match finding.severity {
                Severity::Error => (0, "error"),
                Severity::Warning => (1, "warning"),
                Severity::Info | Severity::Hint => (2, "notice"),
            };
            if self.commands[kind].len() < MOST_OF_A_KIND {
                self.commands[kind].push(command(name, &path, finding));
            }
        }
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += &self.commands.concat().concat();
        let shown: usize = self.commands.iter().map(Vec::len).sum();
        if self.findings > shown {
            *out += &format!("{} more in the log above\n", counted(self.findings - shown, "finding"));
        }
    }
}

fn command(name: &str, path: &str, finding: &FindingRow) -> String {
    let lines = match finding.at.lines {
        None => "line=1".to_string(),
        Some([start, end]) if start.line == end.line => {
            format!("line={},endLine={},col={},endColumn={}", start.line, end.line, start.column, end.column)
        }
        Some([start, end]) => format!("line={},endLine={}", start.line, end.line),
    };
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
    let message = escaped(&(finding.said_with_offset() + &help));
    let (path, rule) = (escaped(path).replace(':', "%3A").replace(',', "%2C"), finding.rule);
    format!("::{name} file={path},{lines},title={rule}::{message}\n")
}

/// The message of a command, in one line.
fn escaped(text: &str) -> String {
    inert(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

//! The JUnit XML report: each file is a test suite, and each finding a test case of it.

use std::collections::HashMap;
use std::io;

use quick_xml::events::BytesText;

use crate::diagnostics::finding::Severity;
use crate::report::formats::concise;
use crate::report::formats::xml::{append, fit};
use crate::report::rows::{FileRow, FindingRow};
use crate::report::summary::Summary;
use crate::report::{Trouble, Writer};

/// Writes a test suite for each file.
#[derive(Default)]
pub struct Junit;

/// A test case of a suite.
struct Case {
    name: String,
    ended: Ended,
}

/// The result of a test case, with its message.
enum Ended {
    Passed,
    /// Passed with a message.
    Remarked(String),
    Failed {
        severity: &'static str,
        message: String,
        text: String,
    },
    Skipped(&'static str),
    NotRun(String),
}

/// The number of test cases of a suite, and of each result.
#[derive(Default)]
struct SuiteCounts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl SuiteCounts {
    /// The totals of this many passed cases.
    fn of(tests: usize) -> Self {
        Self { tests, ..Self::default() }
    }
}

/// Whether a finding makes its file fail.
fn fails(finding: &FindingRow, fails_from: Option<Severity>) -> bool {
    fails_from.is_some_and(|least| finding.severity >= least)
}

/// The test case of a finding. It fails if the file fails for the finding; otherwise it only has a message.
fn case_of(path: &str, finding: &FindingRow, fails_from: Option<Severity>) -> Case {
    let name = match finding.place.as_str() {
        "" => finding.rule.to_string(),
        place => format!("{}: {place}", finding.rule),
    };
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {}", fit(help)));
    let text = fit(&concise::line(path, finding)) + &help;
    let ended = match fails(finding, fails_from) {
        true => {
            Ended::Failed { severity: finding.severity.name(), message: finding.said_with_offset(), text }
        }
        false => Ended::Remarked(text),
    };
    Case { name, ended }
}

impl Writer for Junit {
    fn start(&mut self, out: &mut String) {
        *out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ms3dlint\">\n";
    }

    fn file(&mut self, file: &FileRow, out: &mut String) {
        let path = file.repository_path();
        let name = "ms3dlint".to_string();
        match file.findings.as_slice() {
            [] if file.is_skipped() => {
                let ended = Ended::Skipped("not a model");
                suite(&path, SuiteCounts { skipped: 1, ..SuiteCounts::of(1) }, [Case { name, ended }], out);
            }
            [] => suite(&path, SuiteCounts::of(1), [Case { name, ended: Ended::Passed }], out),
            findings => {
                let failures = findings.iter().filter(|finding| fails(finding, file.fails_from)).count();
                let counts = SuiteCounts { failures, ..SuiteCounts::of(findings.len()) };
                let cases = findings.iter().map(|finding| case_of(&path, finding, file.fails_from));
                suite(&path, counts, told_apart(cases), out);
            }
        }
    }

    fn trouble(&mut self, trouble: &Trouble, out: &mut String) {
        let ended = Ended::NotRun(trouble.message.clone());
        let path = trouble.path().unwrap_or_else(|| "ms3dlint".to_string());
        let case = Case { name: "ms3dlint".to_string(), ended };
        suite(&path, SuiteCounts { errors: 1, ..SuiteCounts::of(1) }, [case], out);
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += "</testsuites>\n";
    }
}

/// Numbers cases of the same name from the second on: CI systems take them for one.
fn told_apart(cases: impl Iterator<Item = Case>) -> impl Iterator<Item = Case> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    cases.map(move |mut case| {
        let number = seen.entry(fit(&case.name)).or_default();
        *number += 1;
        if *number > 1 {
            case.name += &format!(" ({number})");
        }
        case
    })
}

/// Writes a test suite, which may have very many cases.
fn suite(path: &str, counts: SuiteCounts, cases: impl IntoIterator<Item = Case>, out: &mut String) {
    let path = fit(path);
    let SuiteCounts { tests, failures, errors, skipped } = counts;
    let [tests, failures, errors, skipped] = [tests, failures, errors, skipped].map(|n| n.to_string());
    let attributes = [
        ("name", path.as_str()),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
        ("skipped", &skipped),
    ];
    append(out, |xml| {
        let element = xml.create_element("testsuite").with_attributes(attributes);
        element
            .write_inner_content(|xml| cases.into_iter().try_for_each(|one| case(xml, &path, &one)))
            .map(|_| ())
    });
}

fn case(xml: &mut quick_xml::Writer<Vec<u8>>, path: &str, case: &Case) -> io::Result<()> {
    let name = fit(&case.name);
    let element =
        xml.create_element("testcase").with_attributes([("name", name.as_str()), ("classname", path)]);
    let written = match &case.ended {
        Ended::Passed => element.write_empty(),
        ended => element.write_inner_content(|xml| end(xml, ended)),
    };
    written.map(|_| ())
}

fn end(xml: &mut quick_xml::Writer<Vec<u8>>, ended: &Ended) -> io::Result<()> {
    let with_message = |xml: &mut quick_xml::Writer<Vec<u8>>, name: &'static str, message: &str| {
        let message = fit(message);
        xml.create_element(name).with_attribute(("message", message.as_str())).write_empty().map(|_| ())
    };
    match ended {
        Ended::Passed => Ok(()),
        Ended::Skipped(why) => with_message(xml, "skipped", why),
        Ended::NotRun(why) => with_message(xml, "error", why),
        Ended::Remarked(text) => {
            xml.create_element("system-out").write_text_content(BytesText::new(text)).map(|_| ())
        }
        Ended::Failed { severity, message, text } => {
            let message = fit(message);
            let attributes = [("type", *severity), ("message", message.as_str())];
            let element = xml.create_element("failure").with_attributes(attributes);
            element.write_text_content(BytesText::new(text)).map(|_| ())
        }
    }
}

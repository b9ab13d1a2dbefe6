//! JUnit's XML: each file is a suite of tests, and each finding a case of it.

use std::collections::HashMap;
use std::io;

use quick_xml::events::BytesText;

use crate::diagnostic::Severity;
use crate::report::concise;
use crate::report::rows::{FileRow, FindingRow};
use crate::report::summary::Summary;
use crate::report::xml::{append, fit};
use crate::report::{Trouble, Writer};

/// Writes a suite for each file.
#[derive(Default)]
pub struct Junit;

/// A case of a suite.
struct Case {
    name: String,
    ended: Ended,
}

/// How a case has ended, with what is said about it.
enum Ended {
    Passed,
    /// With a remark.
    Remarked(String),
    Failed {
        severity: &'static str,
        message: String,
        text: String,
    },
    Skipped(&'static str),
    NotRun(String),
}

/// The case of a finding, which fails if the file fails for it; otherwise it only has a remark.
fn case_of(path: &str, finding: &FindingRow, fails_from: Option<Severity>) -> Case {
    let name = match finding.place.as_str() {
        "" => finding.rule.to_string(),
        place => format!("{}: {place}", finding.rule),
    };
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {}", fit(help)));
    let text = fit(&concise::line(path, finding)) + &help;
    let ended = match fails_from.is_some_and(|least| finding.severity >= least) {
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
        let cases = match file.findings.is_empty() {
            true if file.is_skipped() => vec![Case { name, ended: Ended::Skipped("not a model") }],
            true => vec![Case { name, ended: Ended::Passed }],
            false => told_apart(
                file.findings.iter().map(|finding| case_of(&path, finding, file.fails_from)).collect(),
            ),
        };
        suite(&path, &cases, out);
    }

    fn trouble(&mut self, trouble: &Trouble, out: &mut String) {
        let ended = Ended::NotRun(trouble.message.clone());
        let path = trouble.path().unwrap_or_else(|| "ms3dlint".to_string());
        suite(&path, &[Case { name: "ms3dlint".to_string(), ended }], out);
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += "</testsuites>\n";
    }
}

/// Numbers cases of the same name from the second on: build machines take them for one.
fn told_apart(mut cases: Vec<Case>) -> Vec<Case> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for Case { name, .. } in &mut cases {
        let number = seen.entry(fit(name)).or_default();
        *number += 1;
        if *number > 1 {
            *name += &format!(" ({number})");
        }
    }
    cases
}

fn suite(path: &str, cases: &[Case], out: &mut String) {
    let path = fit(path);
    let count = |is: fn(&Ended) -> bool| cases.iter().filter(|case| is(&case.ended)).count().to_string();
    let failures = count(|ended| matches!(ended, Ended::Failed { .. }));
    let errors = count(|ended| matches!(ended, Ended::NotRun(_)));
    let skipped = count(|ended| matches!(ended, Ended::Skipped(_)));
    let tests = cases.len().to_string();
    let attributes = [
        ("name", path.as_str()),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
        ("skipped", &skipped),
    ];
    append(out, |xml| {
        let element = xml.create_element("testsuite").with_attributes(attributes);
        element.write_inner_content(|xml| cases.iter().try_for_each(|one| case(xml, &path, one))).map(|_| ())
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

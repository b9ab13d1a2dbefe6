//! Checks a configuration file against the schema, so that all mistakes are shown at once, each at its place.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::display::{list, quote};
use crate::base::suggest::{leave_out, nearest, negated};
use crate::config::ConfigProblem;
use crate::engines::list::{NO_TARGET, in_place_of, is_no_target};

/// All keys and values of a file that the schema does not allow, in the order of the file.
pub(super) fn problems(file: &Spanned<DeTable>, schema: &Value) -> Vec<ConfigProblem> {
    let mut check = SchemaCheck { root: schema, problems: Vec::new() };
    check.table("", file.get_ref(), file.span(), schema);
    check.problems.sort_by_key(|problem| problem.span.start);
    check.problems
}

struct SchemaCheck<'s> {
    root: &'s Value,
    problems: Vec<ConfigProblem>,
}

impl<'s> SchemaCheck<'s> {
    fn table(&mut self, key: &str, table: &DeTable, span: Range<usize>, schema: &'s Value) {
        let Some(known) = schema["properties"].as_object() else { return };
        for (name, value) in table {
            match known.get(name.get_ref().as_ref()) {
                Some(schema) => self.value(name.get_ref(), value, schema),
                None => {
                    let what = if key == "rules" { "rule or group" } else { "key" };
                    let keys = known.keys().map(String::as_str);
                    let mut problem = unknown(what, name.get_ref(), name.span(), keys);
                    if !self.root["properties"][name.get_ref().as_ref()].is_null() {
                        let name = quote(name.get_ref().as_bytes());
                        problem = problem
                            .help(format!("`{name}` holds for all files: write it before the first table"));
                    }
                    self.problems.push(problem);
                }
            }
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !table.contains_key(*name)) {
            let problem = ConfigProblem::new(span.clone(), format!("one of the {key} has no `{name}`"));
            self.problems.push(problem.help(format!("say to which files it applies: {name} = [\"**\"]")));
        }
    }

    fn value(&mut self, key: &str, value: &Spanned<DeValue>, schema: &'s Value) {
        let schema = self.chosen(self.resolved(schema), value.get_ref());
        let span = value.span();
        let kind = schema["type"].as_str().unwrap_or("string");
        match (kind, value.get_ref()) {
            ("object", DeValue::Table(table)) => self.table(key, table, span, schema),
            ("array", DeValue::Array(values)) => {
                if key == "targets" && values.len() > 1 {
                    self.lonely(values);
                }
                values.iter().for_each(|value| self.value(key, value, &schema["items"]));
            }
            ("string", DeValue::String(text)) => self.word(key, text, span, schema),
            ("integer" | "number", DeValue::Integer(number)) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                self.number(key, number.map_or(f64::MAX, |number| number as f64), span, schema);
            }
            ("number", DeValue::Float(number)) => {
                self.number(key, number.as_str().parse().unwrap_or(f64::NAN), span, schema);
            }
            (kind, value) => {
                let (right, wrong) = (noun(kind), noun(value.type_str()));
                let help = match (kind, value) {
                    ("string", DeValue::Table(_)) => Some(format!("write {key} = \"..\"")),
                    ("array", DeValue::Table(_)) => Some(format!("write [[{key}]] in place of [{key}]")),
                    ("array", DeValue::String(text)) => {
                        Some(format!("write a list: {key} = [\"{}\"]", quote(text.as_bytes())))
                    }
                    _ => None,
                };
                let what = format!("`{key}` takes {right}, and this is {wrong}");
                self.problems.push(ConfigProblem::new(span, what).help(help));
            }
        }
    }

    /// Of two schemas, one for a single value and one for a list, that which is meant by the value.
    fn chosen(&self, schema: &'s Value, value: &DeValue) -> &'s Value {
        let wanted = if matches!(value, DeValue::Array(_)) { "array" } else { "string" };
        let mut among = schema["anyOf"].as_array().into_iter().flatten().map(|schema| self.resolved(schema));
        among.find(|schema| schema["type"] == wanted).unwrap_or(schema)
    }

    /// Reports the name in a list of programs that is only allowed alone.
    fn lonely(&mut self, values: &[Spanned<DeValue>]) {
        for value in values.iter().filter(|value| value.get_ref().as_str().is_some_and(is_no_target)) {
            let message = format!("\"{NO_TARGET}\" means that no program is asked, so it is the only name");
            self.problems.push(ConfigProblem::new(value.span(), message));
        }
    }

    /// Follows a `$ref` of the schema to the definition that it names.
    fn resolved(&self, schema: &'s Value) -> &'s Value {
        let reference = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str());
        reference.and_then(|path| self.root.pointer(path.trim_start_matches('#'))).unwrap_or(schema)
    }

    /// Checks a value that must be one of a list of words.
    fn word(&mut self, key: &str, text: &str, span: Range<usize>, schema: &Value) {
        if key == "baseline" && text.is_empty() {
            let problem = ConfigProblem::new(span, "`baseline` is empty".to_string());
            self.problems.push(problem.help("name the file, or leave this line out".to_string()));
            return;
        }
        let known =
            schema["oneOf"].as_array().into_iter().flatten().filter_map(|word| word["const"].as_str());
        let known: Vec<_> = known.collect();
        // On the command line the case of programs does not matter either.
        let is_known = match key {
            "targets" => known.iter().any(|known| known.eq_ignore_ascii_case(text)),
            _ => known.contains(&text),
        };
        if !known.is_empty() && !is_known {
            self.problems.push(unknown(
                match key {
                    "targets" => "program",
                    "select" | "ignore" => "rule or group",
                    "output-format" => "format",
                    _ => "level",
                },
                text,
                span,
                known.into_iter(),
            ));
        }
    }

    fn number(&mut self, key: &str, number: f64, span: Range<usize>, schema: &Value) {
        let least = schema["minimum"].as_f64().unwrap_or(f64::MIN);
        let greatest = schema["maximum"].as_f64().unwrap_or(f64::MAX);
        if !(least..=greatest).contains(&number) {
            let message = format!("`{key}` takes a number from {least} to {greatest}");
            self.problems.push(ConfigProblem::new(span, message));
        }
    }
}

fn unknown<'a>(
    what: &str,
    word: &str,
    span: Range<usize>,
    known: impl Iterator<Item = &'a str> + Clone,
) -> ConfigProblem {
    let other = match what {
        "program" => in_place_of(word).map(str::to_string),
        "rule or group" => {
            let left_out = negated(word, known.clone());
            left_out.map(|rule| leave_out(&format!("ignore = [\"{rule}\"]"), word))
        }
        _ => None,
    };
    let guess =
        other.or_else(|| nearest(word, known.clone()).map(|word| format!("did you mean \"{word}\"?")));
    let help = guess.unwrap_or_else(|| match what {
        "rule or group" => "`ms3dlint rules` lists them".to_string(),
        _ => format!("known here: {}", list(&known.map(str::to_string).collect::<Vec<_>>())),
    });
    ConfigProblem::new(span, format!("no {what} is called \"{}\"", quote(word.as_bytes()))).help(help)
}

/// The words for a kind of value, in JSON or in TOML.
fn noun(kind: &str) -> &str {
    match kind {
        "object" | "table" => "a table",
        "array" => "a list",
        "string" => "a text in quotes",
        "integer" => "a whole number",
        "number" | "float" => "a number",
        "boolean" => "true or false",
        _ => "a date",
    }
}

//! Arguments that say in which formats reports are written, and where to.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::base::suggest::did_you_mean;
use crate::cli::args::files::ConfigArgs;
use crate::config::file::OUTPUT_FORMATS;

/// A format of reports, in the order of [`OUTPUT_FORMATS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Compact,
    Full,
    Narrated,
    Concise,
    Json,
    JsonLines,
    Sarif,
    Github,
    Gitlab,
    Junit,
    Checkstyle,
    Rdjson,
    Markdown,
    Html,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Compact,
            Self::Full,
            Self::Narrated,
            Self::Concise,
            Self::Json,
            Self::JsonLines,
            Self::Sarif,
            Self::Github,
            Self::Gitlab,
            Self::Junit,
            Self::Checkstyle,
            Self::Rdjson,
            Self::Markdown,
            Self::Html,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = OUTPUT_FORMATS[*self as usize];
        Some(PossibleValue::new(name).help(help))
    }
}

// Each has its name at its own place.
const _: () = assert!(Format::Html as usize + 1 == OUTPUT_FORMATS.len());

/// Who reads a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// People, who want to see a few findings of each kind.
    People,
    /// Programs, which want to know of many.
    Programs,
    /// Programs that also want to know what fixes would change.
    Repairers,
}

impl Format {
    /// Whether it shows excerpts of the files, for people.
    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, Self::Full | Self::Narrated)
    }

    /// Who reads it.
    pub(crate) fn audience(self) -> Audience {
        match self {
            Self::Compact | Self::Full | Self::Narrated => Audience::People,
            Self::Json | Self::JsonLines | Self::Sarif | Self::Rdjson => Audience::Repairers,
            _ => Audience::Programs,
        }
    }

    /// How many findings of one rule it shows of a file, given what was asked for.
    pub(crate) fn most_per_rule(self, asked: Option<usize>) -> usize {
        /// For people.
        const FEW: usize = 20;
        /// For programs: a file can be made to have millions.
        const MANY: usize = 1000;
        match asked {
            Some(0) => usize::MAX,
            Some(most) => most,
            None if self.audience() == Audience::People => FEW,
            None => MANY,
        }
    }

    /// Whether it shows findings that do not count, or has fingerprints, which must differ from theirs.
    pub(crate) fn has_hidden(self) -> bool {
        matches!(self, Self::Sarif | Self::Json | Self::JsonLines | Self::Gitlab)
    }

    /// Whether it names files by URIs.
    pub(crate) fn has_uris(self) -> bool {
        !self.is_drawn() && !matches!(self, Self::Compact | Self::Concise)
    }

    /// Whether it has a summary, so that standard error needs none.
    pub(crate) fn has_summary(self) -> bool {
        matches!(self, Self::Compact | Self::Full | Self::Narrated | Self::Json)
    }
}

/// Takes the formats without excerpts.
pub(crate) fn undrawn() -> impl TypedValueParser<Value = Format> {
    let formats = Format::value_variants().iter().filter(|format| !format.is_drawn());
    let names = formats.filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| Format::from_str(&name, false))
}

/// A format and where to write it.
pub(crate) fn output(text: &str) -> Result<(Format, PathBuf), String> {
    let (format, path) = text.split_once('=').ok_or("say which format and where, as in json=report.json")?;
    let known = || Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let format = Format::from_str(format, false).map_err(|_| {
        let names: Vec<_> = known().map(|value| value.get_name().to_string()).collect();
        let guess = did_you_mean(format, names.iter().map(String::as_str));
        format!("no format is called \"{format}\"{guess} (known: {})", names.join(", "))
    })?;
    match path {
        "" => Err("name the file to write".to_string()),
        "-" => Err("what goes to standard output is said with --output-format".to_string()),
        _ => Ok((format, path.into())),
    }
}

/// Which reports to merge, and how to show that.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint merge shard-*.json
  ms3dlint merge --output-format markdown --output sarif=all.sarif *.json

Exit codes, as of one run:
  0  nothing was found that fails
  1  something was
  2  the arguments are invalid, or the reports do not belong together
  3  a report could not be read, or a file could not be when it was checked")]
pub(crate) struct Merge {
    /// JSON reports: of all shards of a run, or of runs over different files
    #[arg(value_name = "REPORT", required = true)]
    pub(crate) reports: Vec<PathBuf>,
    /// The format of the report, without excerpts, as the files are not read again
    #[arg(long, alias = "format", value_parser = undrawn(), value_name = "FORMAT", default_value = "concise")]
    pub(crate) output_format: Format,
    /// Write another report, as in sarif=report.sarif; can be given several times
    #[arg(short, long, value_name = "FORMAT=FILE", value_parser = output)]
    pub(crate) output: Vec<(Format, PathBuf)>,
}

/// Which rules to list, and how.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint rules                     all rules
  ms3dlint rules bones --fixable     those about bones that have a fix
  ms3dlint rules --output-format json")]
pub(crate) struct RulesArgs {
    /// Only these rules or groups [default: all]
    #[arg(value_name = "RULES", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,
    /// Only rules that have fixes
    #[arg(long)]
    pub(crate) fixable: bool,
    /// The format of the list
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", default_value_t = RulesFormat::Text)]
    pub(crate) output_format: RulesFormat,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RulesFormat {
    /// One rule per line, with the severity that the configuration of the current folder gives it
    Text,
    /// One JSON document
    Json,
}

/// Which pages to print.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint explain zero-normal
  ms3dlint explain bones             all rules about bones
  ms3dlint explain --all --output-format markdown > rules.md")]
pub(crate) struct ExplainArgs {
    /// The names of rules or groups
    #[arg(value_name = "RULES", required_unless_present = "all", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,
    /// The pages of all rules
    #[arg(long, conflicts_with = "rules")]
    pub(crate) all: bool,
    /// The format of the pages
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", default_value_t = PageFormat::Text)]
    pub(crate) output_format: PageFormat,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageFormat {
    /// For a terminal
    Text,
    /// As the pages are written
    Markdown,
}

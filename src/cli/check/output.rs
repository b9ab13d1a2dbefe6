//! Writes the reports of a run: one to standard output, and others to files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::SpooledTempFile;

use crate::base::display::{path_text, visible_path};
use crate::cli::args::{Audience, CheckArgs, Color, Format};
use crate::cli::check::progress::Progress;
use crate::cli::check::rendering::RenderedFile;
use crate::cli::check::terminal::{self, StandardStream, Terminal};
use crate::cli::exit::{self, Exit};
use crate::cli::files::atomic_write;
use crate::cli::files::walk::may_be_model;
use crate::config::NAMES;
use crate::diagnostics::finding::Severity;
use crate::report::formats::checkstyle::Checkstyle;
use crate::report::formats::compact::Compact;
use crate::report::formats::concise::Concise;
use crate::report::formats::github::Github;
use crate::report::formats::gitlab::Gitlab;
use crate::report::formats::html::Html;
use crate::report::formats::json::Json;
use crate::report::formats::json_lines::JsonLines;
use crate::report::formats::junit::Junit;
use crate::report::formats::markdown::Markdown;
use crate::report::formats::rdjson::Rdjson;
use crate::report::formats::sarif::Sarif;
use crate::report::invocation::Invocation;
use crate::report::pretty::{Pretty, Style};
use crate::report::summary::Summary;
use crate::report::table::text_with_tables;
use crate::report::{Trouble, Writer};

/// The most bytes of a report to a file that are kept in memory; more go to a temporary file.
const MOST_IN_MEMORY: usize = 1 << 20;

/// The size limit of a comment on a pull request at GitHub: 65,536 characters.
const LARGEST_COMMENT: usize = 65_536;

/// The size limit of a step summary.
const LARGEST_STEP_SUMMARY: usize = 1 << 20;

/// All reports of a run.
pub(crate) struct Outputs {
    /// The one on standard output is the first.
    reports: Vec<Output>,
    progress: Progress,
    level: Severity,
    format: Format,
    /// Whether only diffs are shown, in no format.
    only_diffs: bool,
    /// How many findings each audience was not shown because there were too many of one rule.
    dropped: [usize; 3],
    /// Whether a report could not be written, which was reported.
    has_lost: bool,
}

/// A report and where it goes.
struct Output {
    report: OpenReport,
    to: Destination,
}

/// A report while it is written.
enum OpenReport {
    /// The index of a drawn report, which threads have drawn already, and how wide its lines may be.
    Drawn(usize, usize),
    /// A report that is written here, and its audience.
    Written(Box<dyn Writer>, Audience),
}

/// Where a report goes.
enum Destination {
    Standard(StandardStream),
    /// After a write error nothing more is written.
    Nowhere,
    /// A file, which is written in one step at the end.
    File(PathBuf, BufWriter<SpooledTempFile>),
    /// The summary that GitHub shows beside the log of a step, to which steps append.
    StepSummary(PathBuf),
}

/// The options for the reports of a run.
pub(crate) struct Asked<'a> {
    /// The format of the report on standard output.
    pub(crate) format: Format,
    /// Whether it goes to standard error, since standard output is a repaired model.
    pub(crate) is_aside: bool,
    /// The reports in files.
    pub(crate) files: &'a [(Format, PathBuf)],
    pub(crate) color: Color,
    /// The checked paths, which no report may replace.
    pub(crate) inputs: Vec<&'a Path>,
    /// Other files that are read, which no report may replace either.
    pub(crate) settings: Vec<&'a Path>,
    /// Whether a search in the checked folders would read a file.
    pub(crate) is_met: &'a dyn Fn(&Path) -> bool,
    /// Whether diffs are shown in place of reports.
    pub(crate) only_diffs: bool,
    /// Findings below this level are not shown.
    pub(crate) level: Severity,
    /// The options that the report records.
    pub(crate) run: Invocation,
}

impl<'a> Asked<'a> {
    /// The options of a check of these paths, with these configurations and baselines.
    pub(crate) fn of(
        check: &'a CheckArgs,
        paths: &'a [PathBuf],
        configured: &'a [PathBuf],
        is_met: &'a dyn Fn(&Path) -> bool,
    ) -> Self {
        let names = |words: &[String]| words.to_vec();
        let path = |path: &PathBuf| path_text(path);
        let run = Invocation {
            level: check.level().name().to_string(),
            fail_on: check.fail_on.map(|least| least.severity().map_or("never", Severity::name).to_string()),
            target: names(&check.target),
            select: names(&check.select),
            ignore: names(&check.ignore),
            expand: check.expand,
            max_per_rule: check.max_per_rule,
            baseline: check.baseline.as_ref().map(path),
            shard: check.shard,
        };
        let files = &check.files;
        let settings = [&files.files_from, &files.config.config, &check.baseline].into_iter().flatten();
        Self {
            format: check.format(),
            is_aside: false,
            files: &check.output,
            color: check.color,
            inputs: paths.iter().chain(&files.paths).map(PathBuf::as_path).collect(),
            settings: settings.chain(configured).map(PathBuf::as_path).collect(),
            is_met,
            only_diffs: check.diff,
            level: check.level(),
            run,
        }
    }
}

impl Outputs {
    /// Creates the reports that are asked for, and the printers of the drawn ones.
    pub(crate) fn new(asked: &Asked, progress: Progress) -> Result<(Self, Vec<Pretty>), String> {
        refuse_bad_files(asked)?;
        let mut drawn = Vec::new();
        let (stream, terminal) = match asked.is_aside {
            true => (terminal::stderr(), Terminal::of_stderr(asked.color)),
            false => (terminal::stdout(), Terminal::of_stdout(asked.color)),
        };
        let report = OpenReport::new(asked.format, asked, &mut drawn, &terminal);
        let mut reports = vec![Output { report, to: Destination::Standard(stream) }];
        for (format, path) in asked.files {
            let report = OpenReport::new(*format, asked, &mut drawn, &Terminal::none(asked.color));
            let text = BufWriter::new(SpooledTempFile::new(MOST_IN_MEMORY));
            reports.push(Output { report, to: Destination::File(path.clone(), text) });
        }
        reports.extend(
            step_summary(asked.level).filter(|_| asked.format == Format::Github && !asked.only_diffs),
        );
        let Asked { level, format, only_diffs, .. } = *asked;
        let (dropped, has_lost) = ([0; 3], false);
        Ok((Self { reports, progress, level, format, only_diffs, dropped, has_lost }, drawn))
    }

    /// Starts all reports.
    pub(crate) fn start(&mut self) {
        self.write(|report, out| match report {
            OpenReport::Written(writer, _) => writer.start(out),
            OpenReport::Drawn(..) => {}
        });
    }

    /// Adds a file to all reports.
    pub(crate) fn file(&mut self, rendered: &RenderedFile) {
        self.dropped.iter_mut().zip(rendered.dropped).for_each(|(all, more)| *all += more);
        self.write(|report, out| match report {
            OpenReport::Drawn(number, _) => *out += &rendered.drawn[*number],
            OpenReport::Written(writer, _) => rendered.row.iter().for_each(|row| writer.file(row, out)),
        });
    }

    /// Adds the diff of a file, in place of a report.
    pub(crate) fn diff(&mut self, diff: &[u8]) {
        for output in &mut self.reports {
            self.has_lost |= output.loses(&self.progress, |to| to.write(diff, &self.progress));
        }
    }

    /// Prints a note on standard error.
    pub(crate) fn note(&mut self, note: &str) {
        self.has_lost |= self.reports[0].loses(&self.progress, Destination::show);
        self.progress.aside(|| exit::complain(note));
    }

    /// Prints trouble on standard error, and adds it to the reports that record it.
    pub(crate) fn trouble(&mut self, trouble: &Trouble) {
        self.has_lost |= self.reports[0].loses(&self.progress, Destination::show);
        self.progress.aside(|| exit::complain(&trouble.message));
        self.write(|report, out| match report {
            OpenReport::Written(writer, _) => writer.trouble(trouble, out),
            OpenReport::Drawn(..) => {}
        });
    }

    /// Ends all reports and puts them in place, but never replaces a file that turned out to be read.
    /// Returns whether that succeeded for all of them.
    #[must_use]
    pub(crate) fn finish(mut self, summary: &Summary, read: &[PathBuf]) -> bool {
        let level = self.level;
        let dropped = self.dropped;
        // Merged reports have left out some findings before.
        let summary_for = |readers: Audience| Summary {
            dropped: summary.dropped + dropped[readers as usize],
            ..summary.clone()
        };
        self.progress.finish();
        self.write(|report, out| match report {
            OpenReport::Written(writer, readers) => writer.end(&summary_for(*readers), out),
            OpenReport::Drawn(_, width) => {
                *out += &text_with_tables(&summary_for(Audience::People), level, *width);
            }
        });
        for mut output in self.reports {
            self.has_lost |= output.loses(&self.progress, |to| to.finish(read));
        }
        let summary_text = match self.format {
            _ if self.only_diffs => summary.text_of_diff(),
            format if format.has_summary() => String::new(),
            format => text_with_tables(&summary_for(format.audience()), level, usize::MAX),
        };
        // A closed standard error does not change the result.
        let _ = io::stderr().write_all(summary_text.as_bytes());
        !self.has_lost
    }

    /// Writes to each report with `say`, but not if only diffs are shown.
    fn write(&mut self, mut say: impl FnMut(&mut OpenReport, &mut String)) {
        if self.only_diffs {
            return;
        }
        let mut text = String::new();
        for output in &mut self.reports {
            text.clear();
            say(&mut output.report, &mut text);
            self.has_lost |= output.loses(&self.progress, |to| to.write(text.as_bytes(), &self.progress));
        }
    }
}

impl Output {
    /// Whether writing the report fails. The error is printed, and nothing more is written to this report;
    /// the others are complete. A closed pipe is no failure.
    fn loses(&mut self, progress: &Progress, write: impl FnOnce(&mut Destination) -> io::Result<()>) -> bool {
        let Err(error) = write(&mut self.to) else { return false };
        self.to = Destination::Nowhere;
        progress.aside(|| exit::after_write_error(&error)) == Exit::Failure
    }
}

impl OpenReport {
    fn new(format: Format, asked: &Asked, drawn: &mut Vec<Pretty>, terminal: &Terminal) -> Self {
        let Terminal { columns, has_color, .. } = *terminal;
        let writer: Box<dyn Writer> = match format {
            Format::Full => return Self::drawn(Style::Drawn { color: has_color }, drawn, terminal),
            Format::Compact => {
                let most = format.most_per_rule(asked.run.max_per_rule);
                let compact = Compact::new(columns, has_color, most, asked.level);
                Box::new(match terminal.links() {
                    Some(links) => compact.with_links(links),
                    None => compact,
                })
            }
            Format::Narrated => return Self::drawn(Style::Narrated, drawn, terminal),
            Format::Concise => Box::new(Concise),
            Format::Json => Box::new(Json::new(asked.run.clone())),
            Format::JsonLines => Box::new(JsonLines),
            Format::Sarif => Box::<Sarif>::default(),
            Format::Github => Box::<Github>::default(),
            Format::Gitlab => Box::<Gitlab>::default(),
            Format::Junit => Box::new(Junit),
            Format::Checkstyle => Box::new(Checkstyle),
            Format::Rdjson => Box::<Rdjson>::default(),
            Format::Markdown => Box::new(Markdown::within(LARGEST_COMMENT, asked.level)),
            Format::Html => Box::<Html>::default(),
        };
        Self::Written(writer, format.audience())
    }

    fn drawn(style: Style, drawn: &mut Vec<Pretty>, terminal: &Terminal) -> Self {
        let pretty = Pretty::new(style, terminal.columns);
        drawn.push(match terminal.links() {
            Some(links) => pretty.with_links(links),
            None => pretty,
        });
        // What reads lines aloud needs no short ones.
        let width = if style == Style::Narrated { usize::MAX } else { terminal.columns };
        Self::Drawn(drawn.len() - 1, width)
    }
}

impl Destination {
    fn write(&mut self, text: &[u8], progress: &Progress) -> io::Result<()> {
        match self {
            Self::Standard(out) if !text.is_empty() => progress.beside(out, |out| out.write_all(text)),
            Self::Standard(_) | Self::Nowhere => Ok(()),
            Self::File(path, out) => out.write_all(text).map_err(|error| not_written(path, &error)),
            Self::StepSummary(path) => append(path, text).map_err(|error| not_written(path, &error)),
        }
    }

    /// Flushes standard output, where somebody may be looking.
    fn show(&mut self) -> io::Result<()> {
        if let Self::Standard(out) = self { out.flush() } else { Ok(()) }
    }

    /// Puts the report in place.
    fn finish(&mut self, read: &[PathBuf]) -> io::Result<()> {
        match self {
            Self::File(path, _)
                if path.canonicalize().is_ok_and(|real| read.iter().any(|file| is_same(file, &real))) =>
            {
                Err(not_written(path, &io::Error::other("this file was read; name another one")))
            }
            Self::File(path, out) => put_in_place(path, out).map_err(|error| not_written(path, &error)),
            Self::Standard(_) | Self::Nowhere | Self::StepSummary(_) => self.show(),
        }
    }
}

fn put_in_place(path: &Path, out: &mut BufWriter<SpooledTempFile>) -> io::Result<()> {
    // This also flushes the buffer.
    out.rewind()?;
    atomic_write::write(path, out.get_mut())
}

/// The report for the summary of a step of GitHub Actions, if the program runs in one.
fn step_summary(level: Severity) -> Option<Output> {
    let path = PathBuf::from(std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty())?);
    let used = fs::metadata(&path).map_or(0, |metadata| metadata.len() as usize);
    let writer = Box::new(Markdown::within(LARGEST_STEP_SUMMARY.saturating_sub(used), level));
    let report = OpenReport::Written(writer, Format::Markdown.audience());
    Some(Output { report, to: Destination::StepSummary(path) })
}

/// Appends Markdown to a file, after an empty line if the file has content.
fn append(path: &Path, text: &[u8]) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut file = File::options().append(true).create(true).open(path)?;
    let between: &[u8] = if file.metadata()?.len() > 0 { b"\n\n" } else { b"" };
    file.write_all(&[between, text].concat())
}

/// Why a report is not written, and what to do.
fn not_written(path: &Path, error: &io::Error) -> io::Error {
    let advice = match error.kind() {
        io::ErrorKind::Other => "",
        io::ErrorKind::PermissionDenied => "; check its permissions",
        _ => "; check the path and the disk",
    };
    io::Error::other(format!("{}: {error}{advice}", visible_path(path)))
}

/// Refuses reports that would replace each other, or a file that is read.
fn refuse_bad_files(asked: &Asked) -> Result<(), String> {
    let mut seen: Vec<PathBuf> = Vec::new();
    for (_, path) in asked.files {
        let name = visible_path(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (Ok(folder), Some(file), false) = (folder.canonicalize(), path.file_name(), path.is_dir()) else {
            return Err(format!("no report can be written to {name}; name a file in a folder that is there"));
        };
        let real = path.canonicalize().unwrap_or_else(|_| folder.join(file));
        if seen.contains(&real) {
            return Err(format!("two reports cannot be written to {name}; name another file for one"));
        }
        if NAMES.iter().any(|configuration| file == *configuration) {
            return Err(format!("a report in {name} would be taken for a configuration; name another file"));
        }
        if asked.inputs.iter().any(|input| would_read(input, &real, asked.is_met)) {
            return Err(format!(
                "a report in {name} would lie among the files that are read; name another file"
            ));
        }
        atomic_write::refuse_model(path, "a report")?;
        if path.exists() && !path.is_file() {
            return Err(format!(
                "no report can be written to {name}, which is no regular file; name another file"
            ));
        }
        if !is_text(path) {
            return Err(format!("a report would replace {name}, which is no text; name another file"));
        }
        if asked.settings.iter().any(|settings| is_same(settings, &real)) {
            return Err(format!("a report in {name} would replace a file that is read; name another file"));
        }
        seen.push(real);
    }
    Ok(())
}

/// Whether a file is text, as all reports are, or is not there. The start of other files, as of pictures, has a zero byte.
fn is_text(path: &Path) -> bool {
    const SAMPLE: u64 = 1024;
    let mut start = Vec::new();
    if let Ok(file) = File::open(path) {
        // What cannot be read is refused when it is written.
        let _ = file.take(SAMPLE).read_to_end(&mut start);
    }
    !start.contains(&0)
}

/// Whether an existing file is this one.
fn is_same(path: &Path, real: &Path) -> bool {
    path.canonicalize().is_ok_and(|path| path == real)
}

/// Whether a path that is read refers to this file.
fn would_read(input: &Path, file: &Path, is_met: impl Fn(&Path) -> bool) -> bool {
    let Ok(input) = input.canonicalize() else { return false };
    input == file || (file.starts_with(&input) && (may_be_model(file) || is_met(file)))
}

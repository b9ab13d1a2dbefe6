//! `ms3dlint campaign`: runs an importer on made models, healthy and broken, and reports the results.

mod cases;
mod differences;
mod expected;
mod failing;
mod importer;
mod journal;
mod outcome;
mod scorecard;
mod settings;
mod work;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::display::visible_path;
use crate::cli::args::CampaignArgs as Args;
use crate::cli::check::parallel::cores;
use crate::cli::check::progress::Progress;
use crate::cli::commands::smith::write_textures;
use crate::cli::exit::{self, Exit, failed};
use crate::cli::files::atomic_write;

use cases::Cases;
use expected::Expectation;
use failing::Failing;
use importer::Importer;
use journal::{Journal, Tested};
use outcome::Outcome;
use scorecard::Scorecard;

/// The folder of models, within that of the campaign. Failing models stay there.
const MODELS: &str = "models";
/// The folder of one model for each way to fail, in full and at its smallest.
const FAILING: &str = "failing";

/// The scorecard for people.
const PAGE: &str = "scorecard.md";

/// The state of a campaign.
struct Campaign<'a> {
    folder: &'a Path,
    cases: Cases,
    importer: Importer,
    /// The outcome for the first healthy model, if it was rejected.
    rejection: Option<String>,
    journal: Journal,
    /// The program that the importer is compared with.
    expectation: Option<Expectation>,
    /// Whether a difference from it makes the exit code 1.
    denies_differences: bool,
    /// Whether models that do not fail are kept.
    keeps_all: bool,
    jobs: usize,
    /// Set to stop the campaign early.
    stop: Arc<AtomicBool>,
}

/// Runs the campaign that the arguments ask for. The error is about the arguments.
pub(crate) fn run(args: &Args) -> Result<Exit, String> {
    let cases = Cases::new(args)?;
    let expectation =
        args.expect.as_deref().map(|name| Expectation::new(name, args.make.format)).transpose()?;
    let importer = Importer::new(args)?;
    let settings = settings::of(args, &cases);
    let stop = Arc::new(AtomicBool::new(false));
    let of_handler = Arc::clone(&stop);
    ctrlc::set_handler(move || of_handler.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot wait for Ctrl-C: {error}"))?;
    let rejection = importer.try_out(&cases, &stop)?;
    let journal = match args.resume {
        true => Journal::resume(&args.output, &settings, cases.len())?,
        false => Journal::start(&args.output, &settings)?,
    };
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let folder = &args.output;
    let (keeps_all, denies_differences) = (args.keep, args.deny_differences);
    let campaign = Campaign {
        folder,
        cases,
        importer,
        rejection,
        journal,
        expectation,
        denies_differences,
        keeps_all,
        jobs,
        stop,
    };
    Ok(campaign.go(&settings).unwrap_or_else(|message| failed(&message)))
}

impl Campaign<'_> {
    /// Tests all models that are not tested yet, and reports the results. The error is about a file.
    fn go(&self, settings: &serde_json::Value) -> Result<Exit, String> {
        let all_tested = self.make_folder(MODELS).and_then(|()| self.test());
        let tested = self.journal.tested();
        let (failing, all_kept) = self.failing(&tested);
        // After an error the known results are still reported.
        let done = all_tested.and(all_kept);
        let is_whole = done.is_ok() && !self.is_stopped();
        let card = Scorecard::new(settings, &self.cases, &tested, failing, is_whole);
        let written = self.write("scorecard.json", &card.json());
        let written = written.and_then(|()| self.write(PAGE, &card.markdown()));
        let printed = exit::print(card.summary(self.rejection.as_deref()).as_bytes());
        if let Err(trouble) = done.and(written) {
            return Err(format!(
                "{trouble}; once that is mended, the same command with --resume goes on from here"
            ));
        }
        if printed != Exit::Clean {
            return Ok(printed);
        }
        let _ = writeln!(io::stdout(), "{} shows more", visible_path(&self.folder.join(PAGE)));
        if !is_whole {
            return Ok(failed("stopped before the end; the same command with --resume goes on from here"));
        }
        let is_denied = self.denies_differences && !card.differences.is_empty();
        Ok(match card.failing[..] {
            [] if card.accepts_nothing() => Exit::Usage,
            [] if !is_denied => Exit::Clean,
            _ => Exit::Findings,
        })
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs the importer on each model without a result.
    fn test(&self) -> Result<(), String> {
        let (files, known) = (self.cases.len(), self.journal.numbers());
        let progress = Progress::start("files tested", true);
        let count = usize::try_from(files).unwrap_or(usize::MAX) - known.len();
        progress.total(count);
        let open = (0..files).filter(|number| !known.contains(number));
        let done = work::share(self.jobs.min(count), open, &self.stop, |number| {
            self.test_one(number).inspect(|()| progress.file())
        });
        progress.finish();
        done
    }

    fn test_one(&self, number: u64) -> Result<(), String> {
        let Some(model) = self.cases.model(number) else { return Ok(()) };
        let name = self.cases.file_name(&model);
        let path = self.folder.join(MODELS).join(&name);
        let Some(run) = self.run_on(&self.importer, &path, &model.sample.bytes)? else { return Ok(()) };
        let expectation = self.expectation.as_ref();
        let differs = expectation
            .and_then(|expectation| expectation.difference(&name, &model.sample.bytes, run.outcome.kind));
        match run.outcome.kind.is_failure() || differs.is_some() || self.keeps_all {
            // The importer may have changed or deleted it.
            true => write_new(&path, &model.sample.bytes)?,
            false => remove(&path)?,
        }
        self.journal.add(Tested::new(number, name, &model, run.outcome, differs))
    }

    /// Writes a model and runs an importer on it; `None` if the campaign is stopped.
    fn run_on(
        &self,
        importer: &Importer,
        path: &Path,
        model: &[u8],
    ) -> Result<Option<importer::ImporterRun>, String> {
        write_new(path, model)?;
        self.run_there(importer, path)
    }

    /// Runs an importer on an existing file; `None` if the campaign is stopped.
    fn run_there(&self, importer: &Importer, path: &Path) -> Result<Option<importer::ImporterRun>, String> {
        let run = importer.run(path, &self.stop);
        run.map_err(|error| exit::cannot("run the importer on", &path.to_string_lossy(), &error))
    }

    /// Whether the importer has this outcome on an existing file; also true if the campaign is stopped before
    /// that is known.
    fn ends_like_that(&self, path: &Path, outcome: &Outcome) -> Result<bool, String> {
        let run = self.run_there(&self.importer, path)?;
        Ok(run.is_none_or(|run| run.outcome == *outcome))
    }

    /// One model of each way to fail, made smaller; and the errors with the others.
    fn failing(&self, tested: &[Tested]) -> (Vec<Failing>, Result<(), String>) {
        let groups = failing::groups(&self.cases, tested);
        if groups.is_empty() {
            return (Vec::new(), Ok(()));
        }
        if let Err(error) = self.make_folder(FAILING) {
            return (Vec::new(), Err(error));
        }
        let progress = Progress::start("failing files made smaller", true);
        progress.total(groups.len());
        let shrunk =
            work::map(self.jobs, groups, |group| failing::shrink(self, group).inspect(|_| progress.file()));
        progress.finish();
        shrunk
    }

    /// Creates a folder for models, with the textures that they name.
    fn make_folder(&self, name: &str) -> Result<(), String> {
        let folder = self.folder.join(name);
        write_textures(&folder)
            .map_err(|(path, error)| exit::cannot("write", &path.to_string_lossy(), &error))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(name);
        atomic_write::write(&path, text.as_bytes())
            .map_err(|error| exit::cannot("write", &path.to_string_lossy(), &error))
    }
}

/// Writes a model in place of what is there, to which the importer may have put a link to a file of the user.
fn write_new(path: &Path, model: &[u8]) -> Result<(), String> {
    remove(path)?;
    let written = File::create_new(path).and_then(|mut file| file.write_all(model));
    written.map_err(|error| exit::cannot("write", &path.to_string_lossy(), &error))
}

/// Removes a model, if the importer has not done so.
fn remove(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(exit::cannot("remove", &path.to_string_lossy(), &error))
        }
        _ => Ok(()),
    }
}

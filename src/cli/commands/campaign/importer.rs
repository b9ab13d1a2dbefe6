//! Runs the importer of the user on one file, with limits on time and memory.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, PipeReader, Read};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};
use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::base::display::{quote, visible};
use crate::cli::args::CampaignArgs as Args;
use crate::cli::commands::campaign::cases::Cases;
use crate::cli::commands::campaign::outcome::{Outcome, OutcomeKind};
use crate::cli::exit;

/// The placeholder for the path of the model.
const PATH: &str = "@@";
/// The most output that is kept, in bytes: half of it from the beginning, half from the end.
const MOST_OUTPUT: u64 = 64 * 1024;
/// How often time and memory are checked.
const TICK: Duration = Duration::from_millis(20);
/// How long to wait for the exit after the output has ended.
const MOMENT: Duration = Duration::from_millis(1);
/// How long to wait for the output after the exit.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The command of the importer, and its limits.
#[derive(Clone)]
pub(crate) struct Importer {
    program: String,
    /// Whether the command has backslashes, but the program has none, since they quote the next character.
    lost_backslash: bool,
    args: Vec<String>,
    timeout: Duration,
    /// The factor of the time limit for an importer that only waits.
    patience: u32,
    /// The memory limit in bytes.
    memory: u64,
    /// Exit codes that mean a crash.
    crash_codes: Vec<i32>,
}

/// The result of a run.
pub(crate) struct ImporterRun {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// The output, as far as it was kept.
    pub(crate) output: Vec<u8>,
}

/// A running process, and its future output.
type Started = (Box<dyn ChildWrapper>, Receiver<Vec<u8>>);

impl Importer {
    /// The importer that the arguments name.
    pub(crate) fn new(args: &Args) -> Result<Self, String> {
        let words = shlex::split(&args.exec).ok_or("--exec has a quote that does not end")?;
        let mut words = words.into_iter();
        let program =
            words.next().ok_or("--exec is empty; say how the importer is called, as in './importer @@'")?;
        let mut words: Vec<_> = words.collect();
        if !words.iter().any(|word| word.contains(PATH)) {
            words.push(PATH.to_string());
        }
        let crash_codes = args.crash_codes.clone();
        let Args { timeout, memory, .. } = *args;
        let lost_backslash = args.exec.contains('\\') && !program.contains('\\');
        Ok(Self { program, lost_backslash, args: words, timeout, patience: 10, memory, crash_codes })
    }

    /// The same, with a shorter limit for waiting.
    pub(crate) fn with_less_patience(&self) -> Self {
        Self { patience: 3, ..self.clone() }
    }

    /// Runs it once on a temporary model, to see whether it can be run at all. Returns its last output line
    /// if it rejected the model.
    pub(crate) fn try_out(&self, cases: &Cases, stop: &AtomicBool) -> Result<Option<String>, String> {
        let program = visible(self.program.as_bytes());
        let model = cases.healthy.model(0).map(|model| (cases.file_name(&model), model.sample.bytes));
        let (name, bytes) = model.unwrap_or_default();
        let written = tempfile::tempdir().and_then(|folder| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).map(|()| (folder, path))
        });
        let (_folder, path) = written.map_err(|error| exit::cannot("write", "a temporary model", &error))?;
        let started = self.run(&path, stop);
        let advice =
            if self.lost_backslash { ", where backslashes of paths are in single quotes" } else { "" };
        let run =
            started.map_err(|error| format!("cannot start {program}: {error}; check --exec{advice}"))?;
        let rejected = run.filter(|run| run.outcome.kind == OutcomeKind::Reject);
        Ok(rejected.map(|run| format!("{}{}", run.outcome.by, last_line(&run.output))))
    }

    /// The command for a file, quoted for a shell.
    pub(crate) fn words(&self, path: &Path) -> String {
        let args = self.args_for(path);
        let args = args.iter().map(|arg| arg.to_string_lossy());
        let words: Vec<_> = [self.program.as_str().into()].into_iter().chain(args).collect();
        // Arguments without a NUL, as all from a command line, can always be joined.
        let words = shlex::try_join(words.iter().map(AsRef::as_ref)).unwrap_or_default();
        visible(words.as_bytes())
    }

    fn args_for(&self, path: &Path) -> Vec<OsString> {
        let is_like_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
        let path = if is_like_option { &Path::new(".").join(path) } else { path };
        self.args.iter().map(|arg| with_path(arg, path.as_os_str())).collect()
    }

    /// Runs it on a file; `None` if `stop` was set before it exited.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(crate) fn run(&self, path: &Path, stop: &AtomicBool) -> io::Result<Option<ImporterRun>> {
        let (mut child, output) = self.start(path)?;
        let ended = self.wait(&mut *child, &output, stop);
        end(&mut *child)?;
        let (outcome, printed) = ended?;
        let output = printed.or_else(|| output.recv_timeout(LAST_WORDS).ok()).unwrap_or_default();
        Ok(outcome.map(|outcome| ImporterRun { outcome: outcome.with(&output), output }))
    }

    /// Starts it: without input, and with all output in one pipe, which a thread reads.
    fn start(&self, path: &Path) -> io::Result<Started> {
        let (reader, writer) = io::pipe()?;
        let same = writer.try_clone()?;
        let (sender, receiver) = mpsc::channel();
        // After the run there is no receiver, but its children may go on printing.
        thread::Builder::new().spawn(move || sender.send(read(reader)))?;
        let mut command = CommandWrap::with_new(&self.program, |command| {
            command.args(self.args_for(path)).stdin(Stdio::null()).stdout(writer).stderr(same);
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let child = command.spawn()?;
        #[cfg(target_os = "linux")]
        end_without_us(child.id(), self.timeout);
        Ok((child, receiver))
    }

    /// Waits until it exits or must be killed; also returns the output, if that is known by then.
    fn wait(
        &self,
        child: &mut dyn ChildWrapper,
        output: &Receiver<Vec<u8>>,
        stop: &AtomicBool,
    ) -> io::Result<(Option<Outcome>, Option<Vec<u8>>)> {
        let start = Instant::now();
        let mut printed = None;
        let mut system = System::new();
        loop {
            // The process itself, not all of its group.
            if let Some(status) = child.inner_mut().try_wait()? {
                return Ok((Some(Outcome::of(status, &self.crash_codes)), printed));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok((None, printed));
            }
            let time = start.elapsed();
            if time >= TICK.min(self.timeout) {
                let usage = Usage::of(&mut system, Pid::from_u32(child.id()));
                if let Some(kind) = self.goes_too_far(time, &usage) {
                    return Ok((Some(Outcome::just(kind)), printed));
                }
            }
            if printed.is_none() {
                printed = output.recv_timeout(TICK).ok();
            }
            if printed.is_some() {
                thread::sleep(MOMENT);
            }
        }
    }

    /// Whether it exceeds a limit. On a busy machine a slow importer is no hang: one that computes may use
    /// the time limit as processor time, and one that waits several times the limit.
    fn goes_too_far(&self, time: Duration, usage: &Usage) -> Option<OutcomeKind> {
        let hangs = time >= self.timeout
            && (usage.time >= self.timeout || time >= self.timeout.saturating_mul(self.patience));
        (usage.memory > self.memory).then_some(OutcomeKind::Memory).or(hangs.then_some(OutcomeKind::Hang))
    }
}

/// Kills a process with all its children, as far as they still run.
fn end(child: &mut dyn ChildWrapper) -> io::Result<()> {
    // Children in other process groups are only found through their parents, while these run.
    #[cfg(unix)]
    if child.inner_mut().try_wait()?.is_none() {
        for process in family(&mut System::new(), Pid::from_u32(child.id())) {
            process.kill();
        }
    }
    let _ = child.start_kill();
    child.wait().map(drop)
}

/// Has the system kill a process that computes for much longer than the time limit, in case this program is
/// killed and cannot. If it is killed just before this call, the process goes on.
#[cfg(target_os = "linux")]
fn end_without_us(process: u32, timeout: Duration) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    use crate::cli::check::parallel::cores;

    // Processor time of a process adds up over all cores.
    let most = Some(timeout.as_secs().saturating_mul(2).saturating_add(2).saturating_mul(cores() as u64));
    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    // It may have exited by now.
    let _ = prlimit(process, Resource::Cpu, Rlimit { current: most, maximum: most });
}

/// An argument with the path in it.
fn with_path(arg: &str, path: &OsStr) -> OsString {
    let mut parts = arg.split(PATH);
    let mut whole = OsString::from(parts.next().unwrap_or_default());
    for part in parts {
        whole.push(path);
        whole.push(part);
    }
    whole
}

/// The first and the last bytes of the output, sent when the output ends: what a crash is called is mostly printed last.
fn read(mut pipe: PipeReader) -> Vec<u8> {
    let (mut kept, mut end) = (Vec::new(), VecDeque::<u8>::new());
    // A broken pipe has ended.
    let _ = pipe.by_ref().take(MOST_OUTPUT / 2).read_to_end(&mut kept);
    let (mut buffer, mut left_out) = ([0; 8192], 0);
    loop {
        let count = match pipe.read(&mut buffer) {
            Ok(count @ 1..) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            _ => break,
        };
        end.extend(&buffer[..count]);
        let surplus = end.len().saturating_sub(MOST_OUTPUT as usize / 2);
        end.drain(..surplus);
        left_out += surplus;
    }
    if left_out > 0 {
        kept.extend_from_slice(format!("\n.. {left_out} bytes are left out here ..\n").as_bytes());
    }
    kept.extend(end);
    kept
}

/// The last line of output, in quotes after a colon; empty without output.
fn last_line(output: &[u8]) -> String {
    let mut lines = output.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.rfind(|line| !line.is_empty()).map_or(String::new(), |line| format!(": \"{}\"", quote(line)))
}

/// The time and memory of a process and its children.
struct Usage {
    /// The memory in bytes.
    memory: u64,
    /// The processor time.
    time: Duration,
}

impl Usage {
    fn of(system: &mut System, root: Pid) -> Self {
        let family = family(system, root);
        Self {
            memory: family.iter().map(|process| process.memory()).sum(),
            time: Duration::from_millis(family.iter().map(|process| process.accumulated_cpu_time()).sum()),
        }
    }
}

/// A process, its children, their children, and so on.
fn family(system: &mut System, root: Pid) -> Vec<&Process> {
    /// No importer has such a deep tree of processes.
    const DEEPEST: usize = 32;
    let what = ProcessRefreshKind::nothing().with_memory().with_cpu().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    let parent = |pid: &Pid| system.process(*pid).and_then(|process| process.parent());
    let is_below = |pid: Pid| std::iter::successors(Some(pid), parent).take(DEEPEST).any(|pid| pid == root);
    system.processes().values().filter(|process| is_below(process.pid())).collect()
}

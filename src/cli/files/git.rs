//! Asks git which files have changed, and reads what is staged for the next commit.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use crate::base::display::visible;
use crate::base::source::MAX_BYTES;
use crate::cli::files::contents::Contents;
use crate::cli::files::folders::path_of;
use crate::cli::lock::lock;

/// The git repository of the current folder.
struct Repository {
    /// The path up to its root, empty or ending with a slash.
    up: PathBuf,
    /// The path from its root down to the current folder.
    down: PathBuf,
}

/// A file as it is staged.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    /// Its path from the root of the repository, as git writes it.
    name: Vec<u8>,
    /// The object id of its content.
    id: String,
    readers: Arc<GitProcesses>,
}

/// Idle git processes that read contents: as many as threads have read some at once.
#[derive(Default, Debug)]
struct GitProcesses(Mutex<Vec<GitProcess>>);

/// A git process that receives names and returns contents.
#[derive(Debug)]
struct GitProcess {
    names: ChildStdin,
    contents: BufReader<ChildStdout>,
}

/// The changed files, and in words since when.
pub(crate) struct Changed {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) since: String,
}

/// The files below `paths` that differ from the commit where the work at `reference` branched off: in
/// commits, staged or not, and new files that git does not ignore. An empty reference is the upstream branch,
/// or the last commit if there is none.
pub(crate) fn changed(reference: &str, paths: &[PathBuf]) -> Result<Changed, String> {
    let repository = Repository::current("check without --changed")?;
    let reference = match reference {
        "" if git(["rev-parse", "--verify", "--quiet", "@{upstream}"], &[]).is_ok() => "@{upstream}",
        "" => "HEAD",
        reference => reference,
    };
    git(["rev-parse", "--verify", "--quiet", "HEAD"], &[])
        .map_err(|_| "there is no commit to compare with yet; make one, or use --staged".to_string())?;
    let commit = format!("{reference}^{{commit}}");
    git(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], &[]).map_err(|_| {
        format!("git knows no commit \"{}\"; fetch it, or name another", visible(reference.as_bytes()))
    })?;
    let base = git(["merge-base", "--", reference, "HEAD"], &[]).map_err(|_| {
        format!(
            "HEAD and \"{}\" have no commit in common; fetch more of the history, or name another",
            visible(reference.as_bytes())
        )
    })?;
    let base = String::from_utf8_lossy(&base).trim().to_string();
    let tracked = git(["diff", "--name-only", "-z", "--no-renames", "--diff-filter=d", &base], paths)?;
    let new = git(["ls-files", "--others", "--exclude-standard", "--full-name", "-z"], paths)?;
    let names = tracked.split(|byte| *byte == 0).chain(new.split(|byte| *byte == 0));
    let mut paths: Vec<_> =
        names.filter(|name| !name.is_empty()).map(|name| repository.path_here(&path_of(name))).collect();
    paths.retain(|path| path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()));
    paths.sort();
    paths.dedup();
    let since = if reference == "@{upstream}" { "the upstream branch" } else { reference };
    Ok(Changed { paths, since: visible(since.as_bytes()) })
}

/// The files below `paths` that are staged for the next commit, with their paths from the current folder.
pub(crate) fn staged(paths: &[PathBuf]) -> Result<Vec<(PathBuf, Staged)>, String> {
    let repository = Repository::current("check without --staged")?;
    let arguments = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=d"];
    let raw = git(arguments, paths)?;
    let mut pieces = raw.split(|byte| *byte == 0);
    let readers = Arc::<GitProcesses>::default();
    let mut staged = Vec::new();
    // `:<old mode> <new mode> <old id> <new id> <status>`, and the path.
    while let (Some(head), Some(name)) = (pieces.next(), pieces.next()) {
        let head = String::from_utf8_lossy(head);
        let [_, mode, _, id, _] = head.split(' ').collect::<Vec<_>>()[..] else {
            return Err("git says what is staged in a way that is not understood; use another version of it"
                .to_string());
        };
        // Symbolic links and other repositories are left out.
        if mode.starts_with("100") {
            let path = repository.path_here(&path_of(name));
            let (name, id, readers) = (name.to_vec(), id.to_string(), readers.clone());
            staged.push((path, Staged { name, id, readers }));
        }
    }
    staged.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(staged)
}

/// A file that git compares: its path from the current folder, and its content, unless that is on the disk.
type Version = (PathBuf, Option<Staged>);

/// The files below `paths` that differ in what `commits` names, `A..B`, `A...B` or `A`: the old version and the new one,
/// `None` where the file does not exist. A renamed file is one file.
pub(crate) fn compared(commits: &str, paths: &[PathBuf]) -> Result<Vec<[Option<Version>; 2]>, String> {
    let repository = Repository::current("name two files or two folders to compare")?;
    let arguments = ["diff", "--raw", "-z", "--no-abbrev", "--find-renames", "--end-of-options", commits];
    let raw = git(arguments, paths)?;
    let mut pieces = raw.split(|byte| *byte == 0);
    let readers = Arc::<GitProcesses>::default();
    let mut compared = Vec::new();
    // `:<old mode> <new mode> <old id> <new id> <status>`, the path, and the new path if that is another one.
    while let (Some(head), Some(name)) = (pieces.next(), pieces.next()) {
        let head = String::from_utf8_lossy(head);
        let [old_mode, new_mode, old_id, new_id, status] = head.split(' ').collect::<Vec<_>>()[..] else {
            return Err(NOT_UNDERSTOOD.to_string());
        };
        let is_moved = status.starts_with(['R', 'C']);
        let new_name = if is_moved { pieces.next().unwrap_or(name) } else { name };
        let version = |mode: &str, name: &[u8], id: &str| {
            let path = repository.path_here(&path_of(name));
            // Of a renamed file on the disk git tells the id that it would have if it were stored.
            let is_stored = || !is_moved || git(["cat-file", "-e", id], &[]).is_ok();
            let is_on_disk = id.bytes().all(|digit| digit == b'0') || !is_stored();
            let staged = Staged { name: name.to_vec(), id: id.to_string(), readers: readers.clone() };
            // Symbolic links and other repositories are left out.
            mode.trim_start_matches(':').starts_with("100").then_some((path, (!is_on_disk).then_some(staged)))
        };
        compared.push([version(old_mode, name, old_id), version(new_mode, new_name, new_id)]);
    }
    Ok(compared)
}

/// The output of git is another one than that of the versions that are known.
const NOT_UNDERSTOOD: &str = "git answers in a way that is not understood; use another version of it";

impl Staged {
    /// Reads it as in a check-out.
    pub(crate) fn read(&self, buffer: &mut Vec<u8>) -> io::Result<Contents> {
        let readers = || lock(&self.readers.0);
        let waiting = readers().pop();
        let mut reader = waiting.map_or_else(GitProcess::start, Ok)?;
        let contents = reader.read(self, buffer)?;
        // A process with unread output is not used again.
        if matches!(contents, Contents::Read) {
            readers().push(reader);
        }
        Ok(contents)
    }
}

impl GitProcess {
    fn start() -> io::Result<Self> {
        let mut command = Command::new("git");
        command.args(["cat-file", "--batch", "--filters"]);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        match (child.stdin, child.stdout) {
            (Some(names), Some(contents)) => Ok(Self { names, contents: BufReader::new(contents) }),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Reads the content of a file. Git reports its size before the filters of a check-out, so the end is
    /// the reply to a name that does not exist. No content holds that reply, as its own id is in it.
    fn read(&mut self, Staged { name, id, .. }: &Staged, buffer: &mut Vec<u8>) -> io::Result<Contents> {
        // Git reads one name per line. Attributes do not match names with a line feed.
        let name: Vec<_> = name.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect();
        let end = format!("{id}-end");
        self.names.write_all(&[id.as_bytes(), b" ", &name, b"\n", end.as_bytes(), b"\n"].concat())?;
        self.names.flush()?;
        let end = format!("\n{end} missing\n");
        buffer.clear();
        self.contents.read_until(b'\n', buffer)?;
        if !buffer.starts_with(format!("{id} blob ").as_bytes()) {
            return Err(io::Error::other("git cannot tell what is staged"));
        }
        buffer.clear();
        while !buffer.ends_with(end.as_bytes()) {
            let room = (MAX_BYTES + end.len() as u64 + 1).saturating_sub(buffer.len() as u64);
            match (&mut self.contents).take(room).read_until(b'\n', buffer)? {
                0 if room == 0 => return Ok(Contents::TooLarge(buffer.len() as u64)),
                0 => return Err(io::Error::other("git cannot tell what is staged")),
                _ => {}
            }
        }
        buffer.truncate(buffer.len() - end.len());
        Ok(Contents::Read)
    }
}

impl Repository {
    /// That of the current folder, or what to do `instead`.
    fn current(instead: &str) -> Result<Self, String> {
        let path = |option| {
            let mut bytes =
                git(["rev-parse", option], &[]).map_err(|why| match why.starts_with("git says") {
                    true => format!("{why}; go to a folder of a repository, or {instead}"),
                    false => why,
                })?;
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            }
            Ok::<_, String>(path_of(&bytes))
        };
        Ok(Self { up: path("--show-cdup")?, down: path("--show-prefix")? })
    }

    /// The path from the current folder, for a path from the root.
    fn path_here(&self, name: &Path) -> PathBuf {
        name.strip_prefix(&self.down).map_or_else(|_| self.up.join(name), Path::to_path_buf)
    }
}

/// The output of a git command, limited to these paths.
fn git<'a>(arguments: impl IntoIterator<Item = &'a str>, paths: &[PathBuf]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    // Paths are literal, and printed from the root whatever the user's settings are.
    command.args(["--literal-pathspecs", "-c", "diff.relative=false"]).args(arguments);
    if !paths.is_empty() {
        command.arg("--").args(paths.iter().map(|path| path.as_os_str()));
    }
    let output = command.stdin(Stdio::null()).output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is no program git here; install it, or name the files".to_string(),
        _ => format!("git cannot be run: {error}"),
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("it does not say why").trim_start_matches("fatal: ");
    Err(format!("git says: {}", visible(said.as_bytes())))
}

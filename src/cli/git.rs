//! What git knows: which files have changed, and what is staged for the next commit.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli::files::{Contents, read_limited};
use crate::cli::folders::path_of;
use crate::text::visible;

/// The repository that the current folder is in.
struct Repository {
    /// The way up to its root, empty or ending with a slash.
    up: PathBuf,
    /// The way from its root down to the current folder.
    down: PathBuf,
}

/// A file as it is staged.
#[derive(Clone, Debug)]
pub(super) struct Staged {
    /// Its path from the root of the repository.
    name: PathBuf,
    /// What git calls its content.
    id: String,
}

/// What has changed, and since when, in words.
pub(super) struct Changed {
    pub(super) paths: Vec<PathBuf>,
    pub(super) since: String,
}

/// The files below `paths` that are not as they were where the work at `reference` was begun: in
/// commits, staged or not, and new ones that git does not ignore. An empty reference is the upstream branch, or the
/// last commit where there is none.
pub(super) fn changed(reference: &str, paths: &[PathBuf]) -> Result<Changed, String> {
    let repository = Repository::current()?;
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
pub(super) fn staged(paths: &[PathBuf]) -> Result<Vec<(PathBuf, Staged)>, String> {
    let repository = Repository::current()?;
    let arguments = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=d"];
    let raw = git(arguments, paths)?;
    let mut pieces = raw.split(|byte| *byte == 0);
    let mut staged = Vec::new();
    // `:<old mode> <new mode> <old id> <new id> <status>`, and the path.
    while let (Some(head), Some(name)) = (pieces.next(), pieces.next()) {
        let head = String::from_utf8_lossy(head);
        let [_, mode, _, id, _] = head.split(' ').collect::<Vec<_>>()[..] else {
            return Err("git says what is staged in a way that is not understood; use another version of it"
                .to_string());
        };
        let name = path_of(name);
        // Neither links nor other repositories.
        if mode.starts_with("100") {
            staged.push((repository.path_here(&name), Staged { name, id: id.to_string() }));
        }
    }
    staged.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(staged)
}

impl Staged {
    /// Reads it as it would be checked out.
    pub(super) fn read(&self, buffer: &mut Vec<u8>) -> io::Result<Contents> {
        let mut path = OsString::from("--path=");
        path.push(&self.name);
        let mut command = Command::new("git");
        command.args(["cat-file", "--filters"]).arg(path).arg(&self.id);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        buffer.clear();
        let contents = match child.stdout.take() {
            Some(out) => read_limited(out, buffer),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        let status = child.wait()?;
        match contents? {
            Contents::Read if !status.success() => Err(io::Error::other("git cannot tell what is staged")),
            contents => Ok(contents),
        }
    }
}

impl Repository {
    fn current() -> Result<Self, String> {
        let path = |option| {
            let mut bytes = git(["rev-parse", option], &[])?;
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            }
            Ok::<_, String>(path_of(&bytes))
        };
        Ok(Self { up: path("--show-cdup")?, down: path("--show-prefix")? })
    }

    /// The path from the current folder, of a path from the root.
    fn path_here(&self, name: &Path) -> PathBuf {
        name.strip_prefix(&self.down).map_or_else(|_| self.up.join(name), Path::to_path_buf)
    }
}

/// What git prints, told to look at these paths alone.
fn git<'a>(arguments: impl IntoIterator<Item = &'a str>, paths: &[PathBuf]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    // Paths are taken letter by letter, and told from the root whatever the user prefers.
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

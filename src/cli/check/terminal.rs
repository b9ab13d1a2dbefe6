//! The terminal, and the standard streams that may lead to it.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use supports_hyperlinks::Stream;

use crate::base::display::path_text;
use crate::cli::args::Color;
use crate::report::links::Links;

/// The width without a terminal.
const DEFAULT_COLUMNS: usize = 80;

/// The width of the terminal.
pub(crate) fn columns() -> usize {
    terminal_size::terminal_size().map_or(DEFAULT_COLUMNS, |(width, _)| usize::from(width.0))
}

/// The width of standard output, if it is a terminal; otherwise nothing there is too wide.
pub(crate) fn columns_of_stdout() -> Option<usize> {
    io::stdout().is_terminal().then(columns)
}

/// Where a report is read, and what can be shown there.
pub(crate) struct Terminal {
    /// The width in characters.
    pub(crate) columns: usize,
    pub(crate) has_color: bool,
    /// Whether what is clicked on can lead somewhere.
    pub(crate) has_links: bool,
}

impl Terminal {
    pub(crate) fn of_stdout(color: Color) -> Self {
        Self::of(&io::stdout(), color, Stream::Stdout)
    }

    pub(crate) fn of_stderr(color: Color) -> Self {
        Self::of(&io::stderr(), color, Stream::Stderr)
    }

    /// A file.
    pub(crate) fn none(color: Color) -> Self {
        Self { columns: DEFAULT_COLUMNS, has_color: color == Color::Always, has_links: false }
    }

    /// What makes links, if they can be shown.
    pub(crate) fn links(&self) -> Option<Links> {
        let folder = self.has_links.then(std::env::current_dir)?.ok()?;
        Some(Links::new(path_text(&folder)))
    }

    fn of(stream: &impl RawStream, color: Color, which: Stream) -> Self {
        let columns = if stream.is_terminal() { columns() } else { DEFAULT_COLUMNS };
        let has_links = color != Color::Never && supports_hyperlinks::on(which);
        Self { columns, has_color: uses_color(color, stream), has_links }
    }
}

/// Whether standard output is a terminal whose screen can be cleared.
pub(crate) fn has_screen() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Whether standard output is a terminal, and whether to use colour.
pub(crate) fn terminal(color: Color) -> Option<bool> {
    io::stdout().is_terminal().then(|| uses_color(color, &io::stdout()))
}

fn uses_color(color: Color, stream: &impl RawStream) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        // The library knows the other conventions: NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM=dumb.
        Color::Auto => forced_color().unwrap_or_else(|| AutoStream::choice(stream) != ColorChoice::Never),
    }
}

/// What FORCE_COLOR says, which node and others know: NO_COLOR counts more.
pub(crate) fn forced_color() -> Option<bool> {
    match std::env::var("FORCE_COLOR").as_deref() {
        Ok("0" | "false") => Some(false),
        Ok(word) if !word.is_empty() => Some(std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty())),
        _ => None,
    }
}

/// Standard output or standard error, with colours on consoles of Windows too. After a closed pipe the rest of the
/// output is dropped, and nothing else changes.
pub(crate) struct StandardStream(Option<BufWriter<Box<dyn Write>>>);

/// Opens standard output.
pub(crate) fn stdout() -> StandardStream {
    StandardStream::new(AutoStream::always(io::stdout().lock()))
}

/// Opens standard error, to which other messages are written, too.
pub(crate) fn stderr() -> StandardStream {
    StandardStream::new(AutoStream::always(io::stderr()))
}

impl StandardStream {
    fn new(stream: impl Write + 'static) -> Self {
        Self(Some(BufWriter::with_capacity(1 << 16, Box::new(stream))))
    }

    fn unless_closed<T>(
        &mut self,
        enough: T,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        let Some(out) = &mut self.0 else { return Ok(enough) };
        match write(out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.0 = None;
                Ok(enough)
            }
            written => written,
        }
    }
}

impl Write for StandardStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), |out| out.flush())
    }
}

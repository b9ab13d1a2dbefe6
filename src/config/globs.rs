//! Glob patterns for files and folders, as in a `.gitignore`.

use std::path::Path;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, Glob};
use toml::Spanned;

use crate::config::{ConfigProblem, offset};

/// A list of patterns, of which the last match decides.
#[derive(Clone, Debug)]
pub(super) struct Globs {
    matcher: Gitignore,
    /// Each pattern, and its place in the configuration file.
    places: Vec<(String, usize)>,
}

impl Globs {
    /// Patterns of paths.
    pub(super) fn new(patterns: &[Spanned<String>], problems: &mut Vec<ConfigProblem>) -> Self {
        Self::build(patterns, false, problems)
    }

    /// Patterns of names, matched in any case: models come from Windows.
    pub(super) fn of_names(patterns: &[Spanned<String>], problems: &mut Vec<ConfigProblem>) -> Self {
        Self::build(patterns, true, problems)
    }

    fn build(patterns: &[Spanned<String>], ignores_case: bool, problems: &mut Vec<ConfigProblem>) -> Self {
        let mut builder = GitignoreBuilder::new("");
        builder.allow_unclosed_class(false);
        let mut problem = |pattern: &Spanned<String>, error: &dyn std::fmt::Display| {
            problems
                .push(ConfigProblem::new(pattern.span(), format!("this is not a pattern of files: {error}")));
        };
        // This never returns an error: it only sets how the patterns below are compiled.
        let _ = builder.case_insensitive(ignores_case);
        let mut places = Vec::new();
        for pattern in patterns {
            let text = pattern.get_ref();
            if text.trim().is_empty() {
                problem(pattern, &"it is empty");
            }
            // A `#` begins a comment in a .gitignore, but is part of a name here.
            let line = if text.starts_with('#') { format!("\\{text}") } else { text.clone() };
            if let Err(error) = builder.add_line(None, &line) {
                problem(pattern, &error);
            }
            places.push((line, offset(pattern)));
        }
        Self { matcher: builder.build().unwrap_or_else(|_| Gitignore::empty()), places }
    }

    /// Whether there is no pattern.
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The pattern that decides about a file or a folder, and whether it includes it. The path is relative.
    pub(super) fn find(&self, path: &Path, is_folder: bool) -> Option<(usize, bool)> {
        self.shown_as(self.matcher.matched(path, is_folder))
    }

    /// The same, also if a pattern matches a folder above it.
    pub(super) fn find_with_parents(&self, path: &Path, is_folder: bool) -> Option<(usize, bool)> {
        self.shown_as(self.matcher.matched_path_or_any_parents(path, is_folder))
    }

    fn shown_as(&self, found: Match<&Glob>) -> Option<(usize, bool)> {
        let (glob, says_yes) = match found {
            Match::None => return None,
            Match::Ignore(glob) => (glob, true),
            Match::Whitelist(glob) => (glob, false),
        };
        let place = self.places.iter().rev().find(|(pattern, _)| pattern == glob.original());
        Some((place.map_or(0, |(_, offset)| *offset), says_yes))
    }
}

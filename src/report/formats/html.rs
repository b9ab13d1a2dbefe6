//! A page that shows each model with its findings, which `docs/view.md` describes.

use crate::report::rows::FileRow;
use crate::report::summary::Summary;
use crate::report::view::ViewPage;
use crate::report::{Trouble, Writer};

/// Writes the page, once all models are known.
#[derive(Default)]
pub struct Html {
    page: ViewPage,
}

impl Writer for Html {
    fn file(&mut self, file: &FileRow, _: &mut String) {
        match &file.view {
            Some(view) => {
                self.page.add(view);
            }
            // Merged reports have findings, but no models.
            None if !file.is_skipped() => {
                let findings =
                    file.findings.iter().map(|finding| (finding.severity, finding.rule, &*finding.message));
                self.page.add_unseen(&file.path, &findings.collect::<Vec<_>>());
            }
            None => {}
        }
    }

    fn trouble(&mut self, trouble: &Trouble, _: &mut String) {
        self.page.add_trouble(&trouble.message);
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += &self.page.html();
    }
}

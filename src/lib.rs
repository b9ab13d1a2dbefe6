//! `ms3dlint` checks, explains and repairs MilkShape 3D models.
//!
//! A file is [read](document::read) into a [`Document`](document::Document), whatever its bytes;
//! [`lint`](actions::lint::lint) runs the [rules](rules::ALL) over it; a [report] shows what they
//! found, and [`repair`](actions::repair::repair) applies what fixes they have.
//!
//! ```
//! use ms3dlint::actions::{lint, repair};
//! use ms3dlint::diagnostics::context::Context;
//! use ms3dlint::document::{self, describe::describe};
//! use ms3dlint::fix::Applicability;
//!
//! let text = b"// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 1\r\n\
//!     \"body\" 0 -1\r\n1\r\n0 0.0 4e-05 0.0 0.0 0.0 7\r\n0\r\n0\r\n\
//!     Materials: 0\r\nBones: 0\r\n";
//! let document = document::read("body.txt", text.to_vec());
//! let context = Context::default();
//! let report = lint::lint(&document, &context, &lint::Options::default());
//!
//! let finding = report.findings.iter().find(|finding| finding.rule == "exponent-float").unwrap();
//! assert_eq!(describe(&document, finding.place), "mesh \"body\", vertex 0, y");
//! assert_eq!(document.bytes(finding.span()), b"4e-05");
//!
//! let position = document.locator().position(finding.span().start as usize);
//! assert_eq!((position.line, position.column), (7, 7));
//!
//! let only = ms3dlint::rules::find("exponent-float").into_iter().collect();
//! let options =
//!     repair::RepairOptions { lint: lint::Options::default(), least: Applicability::Safe, only };
//! let repaired = repair::repair(document, &context, &options).unwrap();
//! assert!(repaired.document.source.bytes().windows(7).any(|text| text == b"0.00004"));
//! ```
//!
//! # The interface
//!
//! | to | modules |
//! |---|---|
//! | read a file, and look at what it holds | [document], [model], [layout], [base] |
//! | check it | [lint](actions::lint), [rules], [diagnostics], [config] |
//! | change it | [repair](actions::repair), [fmt](actions::fmt), [convert](actions::convert), [fix] |
//! | compare two | [diff](actions::diff) |
//! | know what programs do with it | [effects](actions::effects), [engines] |
//! | pose and draw it | [pose], [picture] |
//! | write reports | [report] |
//! | serve an editor | [editor] |
//! | make healthy and broken models | [smith] |
//!
//! This is the interface of the library: when it changes, so does the version, as semantic versioning asks. Much else is
//! public for the tests and the fuzz targets of this project. It is not shown in this documentation, is no part of the
//! interface, and may change at any time.
//!
//! `config`, `editor`, `gltf`, `pages`, `pretty`, `render`, `reports` and `smith` are features, which `default-features = false` leaves out.
//!
//! The modules are in reading order: each uses only those above it.

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The address of the site of the project.
pub const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

// Bytes, lines, and the files around a file.
pub mod base;

// The formats as tables.
pub mod layout;

// What a file holds.
pub mod model;

// From bytes to a model and notes.
#[doc(hidden)]
pub mod parse;

// A file that was read, and the conversion between places and bytes.
pub mod document;

// Edits, and whether two files mean the same.
pub mod fix;

// Where the bones and vertices of an animated model are at a time.
pub mod pose;

// What there is to draw.
#[doc(hidden)]
pub mod scene;

// Models as pictures.
#[cfg(feature = "render")]
pub mod picture;

// What a rule is, and the result of its findings.
pub mod diagnostics;

// Programs that read models, as they read them.
pub mod engines;

// The rules, one page each.
pub mod rules;

// Lint, repair, format, convert.
pub mod actions;

// What configuration files say.
#[cfg(feature = "config")]
pub mod config;

// Findings as text, for people and for programs.
pub mod report;

// A language server.
#[cfg(feature = "editor")]
pub mod editor;

// Makes and breaks models; shares no code with what reads them.
#[cfg(feature = "smith")]
pub mod smith;

// The command line.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

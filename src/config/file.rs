//! The keys of a configuration file, as types. The comments of the types are the descriptions in the schema.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toml::Spanned;

use crate::diagnostics::finding::{Group, Severity};
use crate::diagnostics::limits;
use crate::diagnostics::limits::Limits;
use crate::engines;
use crate::engines::list::{NO_TARGET, is_no_target};
use crate::rules;

/// The configuration of ms3dlint. Paths and patterns count from the folder of the file.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct File {
    /// Which versions of ms3dlint may use this file, as in `>=0.1, <0.3`.
    #[schemars(with = "String")]
    pub required_version: Option<Spanned<String>>,
    /// Another configuration file, which holds where this one says nothing.
    #[schemars(with = "String")]
    pub extends: Option<Spanned<String>>,
    /// Where the checked tree begins, which no texture path should leave.
    #[schemars(with = "String")]
    pub root: Option<Spanned<String>>,
    /// The file of baselined findings.
    #[schemars(with = "String")]
    pub baseline: Option<Spanned<String>>,
    /// The programs that the models are meant for. Without it they are guessed from the files around the models.
    #[schemars(with = "TargetNames")]
    pub targets: Option<Spanned<TargetNames>>,
    /// Exit with 1 from this severity upwards.
    #[schemars(with = "FailOn")]
    pub fail_on: Option<Spanned<FailOn>>,
    /// The least severity that is shown. The configuration of the first path decides for all files of a run.
    #[schemars(with = "ShownLevel")]
    pub level: Option<Spanned<ShownLevel>>,
    /// The format of the report. The configuration of the first path decides for all files of a run.
    #[schemars(with = "OutputFormatName")]
    pub output_format: Option<Spanned<OutputFormatName>>,
    /// The only rules or groups that are run.
    #[schemars(with = "Vec<RuleOrGroup>")]
    pub select: Option<Spanned<Vec<RuleOrGroup>>>,
    /// Rules or groups that are not run.
    #[schemars(with = "Vec<RuleOrGroup>")]
    pub ignore: Option<Spanned<Vec<RuleOrGroup>>>,
    /// Which files are opened when folders are searched, in place of `*.txt` and `*.ms3d`.
    #[schemars(with = "Vec<String>")]
    pub include: Option<Vec<Spanned<String>>>,
    /// Which files and folders are left out when folders are searched.
    #[schemars(with = "Vec<String>")]
    pub exclude: Vec<Spanned<String>>,
    /// The severity of what rules find. A rule counts more than its group, and a group more than `all`.
    pub rules: Rules,
    /// What rules measure by.
    pub options: RuleOptions,
    /// What holds for some files. If several match, the last one wins.
    pub overrides: Vec<Override>,
    /// Limits on the size of some models. The rule `over-budget` reports what exceeds them. Of several that speak about a file
    /// the last counts most.
    pub budgets: Vec<Budget>,
}

/// The severity of what a rule finds.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The rule is not run.
    Off,
    /// Worth knowing; not shown unless asked for.
    Hint,
    /// Harmless.
    Info,
    /// Something is not as it was meant.
    Warning,
    /// Something is broken.
    Error,
}

impl Level {
    /// How bad that is; `None` for a rule that is not run.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Hint => Some(Severity::Hint),
            Self::Info => Some(Severity::Info),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        self.severity().map_or("off", Severity::name)
    }
}

/// Exit with 1 from this severity upwards.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// For anything.
    Hint,
    /// For infos and what is worse.
    Info,
    /// For warnings and errors.
    Warning,
    /// For errors.
    Error,
    /// For nothing.
    Never,
}

impl FailOn {
    /// All levels.
    pub const ALL: [Self; 5] = [Self::Hint, Self::Info, Self::Warning, Self::Error, Self::Never];

    /// The least severity that fails; `None` if nothing does.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Hint => Some(Severity::Hint),
            Self::Info => Some(Severity::Info),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
            Self::Never => None,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        self.severity().map_or("never", Severity::name)
    }
}

/// The least severity that is shown.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ShownLevel {
    /// Everything.
    Hint,
    /// Infos and what is worse.
    Info,
    /// Warnings and errors.
    Warning,
    /// Errors alone.
    Error,
}

impl ShownLevel {
    /// The severity.
    pub fn severity(self) -> Severity {
        match self {
            Self::Hint => Severity::Hint,
            Self::Info => Severity::Info,
            Self::Warning => Severity::Warning,
            Self::Error => Severity::Error,
        }
    }
}

/// The formats of reports, with descriptions.
pub const OUTPUT_FORMATS: [(&str, &str); 14] = [
    ("compact", "A few lines per finding, the worst first; equal findings of several files once"),
    ("full", "Annotated excerpts"),
    ("narrated", "Annotated excerpts in words, for screen readers"),
    ("concise", "One finding per line"),
    ("json", "One JSON document"),
    ("json-lines", "One JSON object per finding, each on its own line"),
    ("sarif", "SARIF 2.1.0, for code scanning and viewers"),
    ("github", "Annotations of GitHub Actions, with the concise log above them"),
    ("gitlab", "GitLab's code quality report"),
    ("junit", "JUnit's XML"),
    ("checkstyle", "Checkstyle's XML"),
    ("rdjson", "The format of reviewdog, with suggestions"),
    ("markdown", "A table for a merge request"),
    ("html", "A page that shows each model with its findings, for a browser"),
];

/// The name of a format of reports.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(transparent)]
pub struct OutputFormatName(pub String);

impl JsonSchema for OutputFormatName {
    fn schema_name() -> Cow<'static, str> {
        "OutputFormat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = OUTPUT_FORMATS.map(|(name, description)| (name, description.to_string()));
        one_of("The format of a report.", names)
    }
}

/// The name of a rule or a group, or `all`.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(transparent)]
pub struct RuleOrGroup(pub String);

impl JsonSchema for RuleOrGroup {
    fn schema_name() -> Cow<'static, str> {
        "RuleOrGroup".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        one_of("The name of a rule or a group, or `all`.", rules_and_groups())
    }
}

/// The names that mean rules, with descriptions.
fn rules_and_groups() -> impl Iterator<Item = (&'static str, String)> {
    let all = [("all", "All rules".to_string())];
    let groups = Group::ALL.map(|group| (group.name(), format!("The rules of the group {}", group.name())));
    let rules = rules::ALL.iter().map(|rule| (rule.name, rule.summary.to_string()));
    all.into_iter().chain(groups).chain(rules)
}

/// A string that is one of these.
fn one_of(description: &str, names: impl IntoIterator<Item = (&'static str, String)>) -> Schema {
    let names = names.into_iter();
    let names = names.map(|(name, said)| serde_json::json!({ "const": name, "description": said }));
    let names: Vec<_> = names.collect();
    json_schema!({ "type": "string", "description": description, "oneOf": names })
}

/// A program that reads models, or a list of them.
#[derive(Deserialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum TargetNames {
    /// One program, `all` or `none`.
    One(TargetName),
    /// Several programs.
    Several(Vec<TargetName>),
}

impl TargetNames {
    /// The names of programs; none if no program is asked.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        };
        names.iter().map(|name| name.0.as_str()).filter(|name| !is_no_target(name))
    }
}

/// The name of a program that reads models, `all` or `none`.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(transparent)]
pub struct TargetName(pub String);

impl JsonSchema for TargetName {
    fn schema_name() -> Cow<'static, str> {
        "Target".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let others = [("all", "All programs".to_string()), (NO_TARGET, "No program".to_string())];
        let mut names: Vec<(&str, String)> = Vec::new();
        for program in engines::list::programs() {
            if names.iter().all(|(name, _)| *name != program.name) {
                names.push((program.name, program.title.to_string()));
            }
        }
        one_of("The name of a program that reads models.", names.into_iter().chain(others))
    }
}

/// Rules, groups or `all`, and how bad it is what they find.
#[derive(Deserialize, Default, Debug)]
#[serde(transparent)]
pub struct Rules(pub BTreeMap<String, Spanned<Level>>);

impl JsonSchema for Rules {
    fn schema_name() -> Cow<'static, str> {
        "Rules".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let level = generator.subschema_for::<Level>();
        let properties: serde_json::Map<_, _> = rules_and_groups()
            .map(|(name, description)| {
                let mut schema = level.clone();
                schema.insert("description".to_string(), description.into());
                (name.to_string(), schema.to_value())
            })
            .collect();
        json_schema!({ "type": "object", "properties": properties, "additionalProperties": false })
    }
}

/// What rules measure by.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
#[schemars(rename = "Options")]
pub struct RuleOptions {
    /// When the length of a normal is not 1.
    pub unnormalized_normal: NormalOptions,
    /// Which texture coordinates are fine.
    pub uv_out_of_range: UvOptions,
    /// When an angle is too large for radians.
    pub rotation_in_degrees: RotationOptions,
    /// What a second is.
    pub key_times_in_seconds: TimeOptions,
}

/// When the length of a normal is not 1.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct NormalOptions {
    /// How far the length of a normal may be from 1.
    #[schemars(with = "f32", range(min = 0.0001, max = 1))]
    pub tolerance: Option<Spanned<f32>>,
}

/// Which texture coordinates are fine.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct UvOptions {
    /// The least texture coordinate that is fine.
    #[schemars(with = "f32", range(min = -1_000_000, max = 0))]
    pub min: Option<Spanned<f32>>,
    /// The greatest texture coordinate that is fine.
    #[schemars(with = "f32", range(min = 1, max = 1_000_000))]
    pub max: Option<Spanned<f32>>,
}

/// When an angle is too large for radians.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct RotationOptions {
    /// By how many turns a bone may be turned.
    #[schemars(with = "f32", range(min = 1, max = 1_000_000))]
    pub max_turns: Option<Spanned<f32>>,
}

/// What a second is.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct TimeOptions {
    /// How many frames a second has.
    #[schemars(with = "f32", range(min = 1, max = 1000))]
    pub frames_per_second: Option<Spanned<f32>>,
}

/// An option: its rule, its name, its description, and the limit that it sets.
pub(super) type OptionEntry<'a> =
    (&'static str, &'static str, &'a Option<Spanned<f32>>, fn(&mut Limits) -> &mut f32);

impl RuleOptions {
    /// All options.
    pub(super) fn entries(&self) -> [OptionEntry<'_>; 5] {
        let Self { unnormalized_normal, uv_out_of_range, rotation_in_degrees, key_times_in_seconds } = self;
        [
            ("unnormalized-normal", "tolerance", &unnormalized_normal.tolerance, |limits| {
                &mut limits.normal_tolerance
            }),
            ("uv-out-of-range", "min", &uv_out_of_range.min, |limits| &mut limits.uv[0]),
            ("uv-out-of-range", "max", &uv_out_of_range.max, |limits| &mut limits.uv[1]),
            ("rotation-in-degrees", "max-turns", &rotation_in_degrees.max_turns, |limits| {
                &mut limits.bone_turns
            }),
            (
                "key-times-in-seconds",
                "frames-per-second",
                &key_times_in_seconds.frames_per_second,
                |limits| &mut limits.frames_per_second,
            ),
        ]
    }
}

/// What holds for some files.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Override {
    /// Which files.
    #[schemars(with = "Vec<String>")]
    pub files: Vec<Spanned<String>>,
    /// The programs that they are meant for.
    #[schemars(with = "TargetNames")]
    #[serde(default)]
    pub targets: Option<Spanned<TargetNames>>,
    /// The only rules or groups that are run on them.
    #[schemars(with = "Vec<RuleOrGroup>")]
    #[serde(default)]
    pub select: Option<Spanned<Vec<RuleOrGroup>>>,
    /// Rules or groups that are not run on them either.
    #[schemars(with = "Vec<RuleOrGroup>")]
    #[serde(default)]
    pub ignore: Option<Spanned<Vec<RuleOrGroup>>>,
    /// The severity of what rules find in them.
    #[serde(default)]
    pub rules: Rules,
    /// What rules measure by in them.
    #[serde(default)]
    pub options: RuleOptions,
}

/// How much there may be in some models.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Budget {
    /// Which models.
    #[schemars(with = "Vec<String>")]
    pub files: Vec<Spanned<String>>,
    /// How many faces all meshes may have together.
    #[schemars(with = "u32", range(max = u32::MAX))]
    #[serde(default)]
    pub max_faces: Option<Spanned<u32>>,
    /// How many vertices all meshes may have together.
    #[schemars(with = "u32", range(max = u32::MAX))]
    #[serde(default)]
    pub max_vertices: Option<Spanned<u32>>,
    /// How many bones there may be.
    #[schemars(with = "u32", range(max = u32::MAX))]
    #[serde(default)]
    pub max_bones: Option<Spanned<u32>>,
    /// How many materials there may be.
    #[schemars(with = "u32", range(max = u32::MAX))]
    #[serde(default)]
    pub max_materials: Option<Spanned<u32>>,
    /// How many different textures and alpha maps all materials may use together.
    #[schemars(with = "u32", range(max = u32::MAX))]
    #[serde(default)]
    pub max_texture_count: Option<Spanned<u32>>,
}

/// A part of a budget: its name, its description, and the limit that it sets.
pub(super) type BudgetEntry<'a> =
    (&'static str, &'a Option<Spanned<u32>>, fn(&mut limits::ModelBudget) -> &mut Option<u32>);

impl Budget {
    /// All parts.
    pub(super) fn entries(&self) -> [BudgetEntry<'_>; 5] {
        [
            ("max-faces", &self.max_faces, |budget| &mut budget.faces),
            ("max-vertices", &self.max_vertices, |budget| &mut budget.vertices),
            ("max-bones", &self.max_bones, |budget| &mut budget.bones),
            ("max-materials", &self.max_materials, |budget| &mut budget.materials),
            ("max-texture-count", &self.max_texture_count, |budget| &mut budget.textures),
        ]
    }
}

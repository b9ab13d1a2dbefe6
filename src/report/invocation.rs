//! The options of a run, as far as reports of its parts must agree to be merged.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The options given on the command line.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The least severity that is shown.
    pub level: String,
    /// The least severity that fails, or `never`; `None` if configurations set it.
    pub fail_on: Option<String>,
    /// The programs that the models are meant for, if they are named.
    #[serde(default)]
    pub target: Vec<String>,
    /// Rules and groups that are run; empty for all.
    pub select: Vec<String>,
    /// Rules and groups that are not run.
    pub ignore: Vec<String>,
    /// Whether findings are not folded.
    pub expand: bool,
    /// How many findings of one rule are shown of a file, 0 for all; `None` for the default.
    pub max_per_rule: Option<usize>,
    /// The baseline file, if it is named.
    pub baseline: Option<String>,
    /// The shard of the files; `None` for all of them.
    pub shard: Option<Shard>,
}

/// A shard: one of several parts of the files of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// How many shards there are.
    pub count: u32,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let shard = numbers.map(|(number, count)| Self { number, count });
        shard.filter(|shard| shard.is_sound()).ok_or("expected N/M, such as 2/8: the second of eight parts")
    }
}

impl Shard {
    /// Whether there can be such a shard.
    pub fn is_sound(self) -> bool {
        (1..=self.count).contains(&self.number)
    }
}

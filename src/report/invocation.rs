//! How a run was asked for, as far as reports of its parts must agree to be merged.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What was asked for on the command line.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The least severity that is shown.
    pub level: String,
    /// The least severity that fails, or `never`; `None` if configurations say that.
    pub fail_on: Option<String>,
    /// Rules and groups that are run; empty for all.
    pub select: Vec<String>,
    /// Rules and groups that are not.
    pub ignore: Vec<String>,
    /// Whether each place has a finding of its own.
    pub expand: bool,
    /// How many findings of one rule are shown of a file, 0 for all; `None` for as many as usual.
    pub max_per_rule: Option<usize>,
    /// The file of known findings, if it is named.
    pub baseline: Option<String>,
    /// Which part of the files this is; `None` for all of them.
    pub shard: Option<Shard>,
}

/// One of so many parts of the files of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub count: u32,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let shard = numbers.map(|(number, count)| Self { number, count });
        shard.filter(|shard| shard.is_sound()).ok_or("a part is told as in 2/8: the second of eight")
    }
}

impl Shard {
    /// Whether there can be such a part.
    pub fn is_sound(self) -> bool {
        (1..=self.count).contains(&self.number)
    }
}

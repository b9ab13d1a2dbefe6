//! The settings of a campaign. They are kept in `campaign.json`, so that only the same campaign is continued.

use serde_json::{Value, json};

use crate::cli::args::CampaignArgs as Args;
use crate::cli::commands::campaign::cases::Cases;
use crate::smith::VERSION;

/// The settings for these arguments.
pub(crate) fn of(args: &Args, cases: &Cases) -> Value {
    json!({
        "smith": VERSION,
        "exec": args.exec,
        "expect": args.expect,
        "profile": cases.healthy.profile,
        "format": cases.healthy.format,
        "seed": args.make.seed,
        "count": args.count,
        "defects": cases.rows().skip(1).map(|row| json!({ "rule": row.rule, "what": row.what })).collect::<Vec<_>>(),
        "timeout-ms": args.timeout.as_millis() as u64,
        "memory-bytes": args.memory,
        "crash-codes": args.crash_codes,
    })
}

/// The first setting in which two campaigns differ.
pub(crate) fn difference<'s>(settings: &'s Value, others: &Value) -> Option<&'s str> {
    let settings = settings.as_object()?;
    settings.iter().find(|(name, value)| others.get(name) != Some(value)).map(|(name, _)| name.as_str())
}

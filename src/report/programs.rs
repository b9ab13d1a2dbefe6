//! What programs do with what was found, in as many words as there is room for.

use std::borrow::Cow;

use crate::base::display::list;
use crate::report::rows::{FindingEffectRow, FindingRow};

/// How many things that one program does are said.
const MOST_SAID: usize = 2;

/// The name of a program as people know it, without its version or with it.
type ProgramName = Cow<'static, str>;

/// What is said of programs that do the same.
pub(crate) struct Doing {
    /// Their names: versions that do the same are named together.
    names: Vec<ProgramName>,
    /// What they do, in words that follow the name of one.
    whole: String,
    /// The same without the reason.
    brief: String,
    /// Whether they do not load the file.
    stops: bool,
}

impl Doing {
    fn whole(&self) -> String {
        doing_text(&self.names, &self.whole, self.stops)
    }

    fn brief(&self) -> String {
        doing_text(&self.names, &self.brief, self.stops)
    }

    /// The same, with the name of the first program, if there are many.
    fn briefest(&self) -> String {
        doing_text(&first_names(&self.names), &self.brief, self.stops)
    }
}

/// What programs of these names do, given what one of them does.
fn doing_text(names: &[ProgramName], says: &str, stops: bool) -> String {
    match names {
        [name] => [name, " ", says].concat(),
        _ if stops => [&*list(names), " ", &*of_several(says)].concat(),
        _ => ["each of ", &*list(names), " ", says].concat(),
    }
}

/// The first of many names, and how many more there are.
fn first_names(names: &[ProgramName]) -> Vec<ProgramName> {
    match names {
        [first, _, _, ..] => vec![first.clone(), format!("{} more", names.len() - 1).into()],
        few => few.to_vec(),
    }
}

/// What one program does in place of loading the file, as several do it.
fn of_several(says: &str) -> String {
    let (verb, rest) = says.split_at(says.find([' ', ':']).unwrap_or(says.len()));
    let verb = match verb {
        "does" => "do",
        _ => {
            verb.strip_suffix("es").filter(|verb| verb.ends_with("sh")).unwrap_or(verb.trim_end_matches('s'))
        }
    };
    [verb, rest].concat()
}

/// What is said of a finding whose message says what a program does: in all words, with fewer names, and without the
/// reason too, unless that is what people look for; and what other programs do.
pub(crate) struct ProgramMessage<'r> {
    pub(crate) whole: String,
    pub(crate) brief: String,
    pub(crate) plain: String,
    pub(crate) others: Vec<&'r FindingEffectRow>,
}

impl<'r> ProgramMessage<'r> {
    /// `None` for a message about the file.
    pub(crate) fn of(finding: &'r FindingRow) -> Option<Self> {
        let is_message = |effect: &&FindingEffectRow| {
            finding.message.ends_with(&effect.says) && finding.message.contains(&*effect.title)
        };
        let said = finding.effects.iter().find(is_message)?;
        let (alike, others): (Vec<_>, Vec<_>) =
            finding.effects.iter().partition(|effect| effect.says == said.says);
        let names = names(&alike);
        let is_named = |effect: &&FindingEffectRow| alike.iter().any(|other| other.title == effect.title);
        let others = others.into_iter().filter(|effect| !is_named(effect)).collect();
        let text = |names: &[ProgramName], says: &str| doing_text(names, says, stops(said));
        let brief = text(&first_names(&names), &said.says);
        let plain = match stops(said) {
            true => brief.clone(),
            false => text(&first_names(&names), without_reason(&said.says)),
        };
        Some(Self { whole: text(&names, &said.says), brief, plain, others })
    }
}

/// What is said with the words for what stopped programs, at something after that: before those for several, which it
/// could otherwise be taken to leave out.
const BEFORE: [&str; 2] = ["before this: ", " before this"];

/// What programs do at something to which these do not come, in ever fewer words.
pub(crate) fn after(stop: &[&FindingEffectRow]) -> Vec<String> {
    sayings(&doings(stop, false)).into_iter().map(before_this).collect()
}

fn before_this(says: String) -> String {
    let [before_all, behind] = BEFORE;
    if says.contains("; ") { before_all.to_string() + &says } else { says + behind }
}

/// What programs do with the file, given what is said that they do at a place.
#[cfg(any(test, feature = "cli"))]
pub(crate) fn of_file(says: &str) -> &str {
    let [before_all, behind] = BEFORE;
    says.strip_prefix(before_all).or_else(|| says.strip_suffix(behind)).unwrap_or(says)
}

/// Whether the program does not load the file.
pub(crate) fn stops(effect: &FindingEffectRow) -> bool {
    matches!(&*effect.kind, "refuses" | "crashes" | "hangs")
}

/// What programs do, the worst first. A program that stops does nothing else that matters, and what it does with one of
/// several places is said for all.
pub(crate) fn doings(effects: &[&FindingEffectRow], is_folded: bool) -> Vec<Doing> {
    const KINDS: [&str; 6] = ["refuses", "crashes", "hangs", "misreads", "drops", "differs"];
    let mut effects = effects.to_vec();
    effects.sort_by_key(|effect| (!stops(effect), KINDS.iter().position(|kind| *kind == effect.kind)));
    let mut programs: Vec<Vec<&FindingEffectRow>> = Vec::new();
    for effect in effects {
        match programs.iter_mut().find(|of| of[0].title == effect.title) {
            Some(of) if stops(of[0]) || is_folded || of.len() == MOST_SAID => {}
            Some(of) if of.iter().any(|other| other.says == effect.says) => {}
            Some(of) => of.push(effect),
            None => programs.push(vec![effect]),
        }
    }
    let mut alike: Vec<(Vec<&FindingEffectRow>, Doing)> = Vec::new();
    for of in programs {
        let doing = doing(&of);
        match alike.iter_mut().find(|(_, other)| other.whole == doing.whole) {
            Some((titles, _)) => titles.push(of[0]),
            None => alike.push((vec![of[0]], doing)),
        }
    }
    alike.into_iter().map(|(of, doing)| Doing { names: names(&of), ..doing }).collect()
}

/// What one program does, with all that it is said to do.
fn doing(effects: &[&FindingEffectRow]) -> Doing {
    // Why it stops is what was found.
    let verb = |says: &str| says.split_once(": ").map_or(says, |(verb, _)| verb).to_string();
    let brief = |effect: &&FindingEffectRow| without_reason(&effect.says).to_string();
    let (whole, brief) = match effects {
        [first, ..] if stops(first) => (verb(&first.says), verb(&first.says)),
        [only] => (only.says.clone(), brief(only)),
        all => (all.iter().map(brief).collect::<Vec<_>>().join(" and "), brief(&all[0])),
    };
    let stops = effects.first().is_some_and(|effect| stops(effect));
    Doing { names: Vec::new(), whole, brief, stops }
}

/// The names of programs: without the version if there are several versions, and without those that only check more.
fn names(effects: &[&FindingEffectRow]) -> Vec<ProgramName> {
    if let [only] = effects {
        return vec![only.title.clone()];
    }
    let plain = |effect: &FindingEffectRow| match effect.title.contains(&*effect.version) {
        true => effect.title.replacen(&format!(" {}", effect.version), "", 1).into(),
        false => effect.title.clone(),
    };
    let plains: Vec<ProgramName> = effects.iter().map(|effect| plain(effect)).collect();
    let mut names: Vec<ProgramName> = Vec::new();
    for (effect, name) in effects.iter().zip(&plains) {
        let mut others = effects.iter().zip(&plains);
        let has_versions = others.any(|(other, plain)| plain == name && other.version != effect.version);
        let name = if has_versions { name } else { &effect.title };
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let all = names.clone();
    let checks_more =
        |name: &str, other: &str| name.strip_prefix(other).is_some_and(|rest| rest.starts_with(' '));
    names.retain(|name| !all.iter().any(|other| checks_more(name, other)));
    names
}

/// What programs do in ever fewer words, as long as they say something else.
pub(crate) fn sayings(doings: &[Doing]) -> Vec<String> {
    let Some(worst) = doings.first() else { return Vec::new() };
    let join = |texts: &mut dyn Iterator<Item = String>| texts.collect::<Vec<_>>().join("; ");
    let worst_ones = doings.iter().filter(|doing| doing.stops).count().max(1);
    let counted = |says: fn(&Doing) -> String| {
        let (named, rest) = doings.split_at(worst_ones);
        let rest = rest.iter().map(|doing| (doing, doing.names.len()));
        join(&mut named.iter().map(says).chain(more_programs(rest)))
    };
    let name = worst.names.first().cloned().unwrap_or_default();
    let least = doing_text(&[name], start(&worst.brief), worst.stops);
    // Mostly there is one program, and no other to count.
    if doings.len() == 1 && worst.names.len() == 1 {
        let mut sayings = vec![worst.whole(), worst.brief(), least];
        sayings.dedup();
        return sayings;
    }
    let rest = doings.iter().enumerate().map(|(at, doing)| (doing, doing.names.len() - usize::from(at == 0)));
    let mut sayings = vec![
        join(&mut doings.iter().map(Doing::whole)),
        join(&mut doings.iter().map(Doing::brief)),
        counted(Doing::brief),
        counted(Doing::briefest),
        join(&mut std::iter::once(least).chain(more_programs(rest))),
    ];
    sayings.dedup();
    sayings
}

/// How many more programs there are, and what they do with the file; `None` for none.
fn more_programs<'d>(doings: impl Iterator<Item = (&'d Doing, usize)>) -> Option<String> {
    let (mut stopping, mut others) = (0, 0);
    for (doing, programs) in doings {
        *if doing.stops { &mut stopping } else { &mut others } += programs;
    }
    let [one, several] = match (stopping, others) {
        (0, 0) => return None,
        (_, 0) => ["does not load it", "do not load it"],
        (0, _) => ["does something else", "do something else"],
        _ => ["has trouble", "have trouble"],
    };
    Some(match stopping + others {
        1 => format!("1 more {one}"),
        more => format!("{more} more {several}"),
    })
}

/// What is before the first comma.
fn start(says: &str) -> &str {
    says.split_once(", ").map_or(says, |(start, _)| start)
}

/// A message without the reason or the consequence that it ends in.
pub(crate) fn without_reason(message: &str) -> &str {
    const STARTS: [&str; 8] = [": ", "; ", ", which ", ", where ", ", while ", ", so ", ", as ", ", since "];
    // What is in quotes is a name.
    let mut is_quoted = false;
    let mut end = message.len();
    for (at, byte) in message.bytes().enumerate() {
        is_quoted ^= matches!(byte, b'"' | b'`');
        let may_start = matches!(byte, b':' | b';' | b',') && !is_quoted && at > 0;
        if may_start && STARTS.iter().any(|start| message[at..].starts_with(start)) {
            end = at;
        }
    }
    &message[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(title: &str, version: &str, kind: &str, says: &str) -> FindingEffectRow {
        let text = |text: &str| text.to_string().into();
        FindingEffectRow {
            engine: text("engine"),
            title: text(title),
            version: text(version),
            kind: text(kind),
            says: says.to_string(),
            place: String::new(),
        }
    }

    fn sayings_of(effects: &[FindingEffectRow]) -> Vec<String> {
        sayings(&doings(&effects.iter().collect::<Vec<_>>(), false))
    }

    #[test]
    fn the_reason_is_what_a_message_ends_in() {
        assert_eq!(
            without_reason("the file \"a: b, which c.png\" is not found: no folder"),
            "the file \"a: b, which c.png\" is not found"
        );
        assert_eq!(
            without_reason("more than one space where one is expected"),
            "more than one space where one is expected"
        );
        assert_eq!(without_reason("plays to frame 120, and not to 30"), "plays to frame 120, and not to 30");
    }

    #[test]
    fn the_worst_are_named_and_the_others_are_counted() {
        let said = sayings_of(&[
            effect("Viewer", "v", "misreads", "takes 3 for 4, as it counts from 1"),
            effect("assimp 6.0.5", "6.0.5", "refuses", "refuses the file: no bone 9"),
            effect("assimp 5.2.5", "5.2.5", "refuses", "refuses the file: no bone 9"),
            effect("assimp 6.0.5 with validation", "6.0.5", "refuses", "refuses the file: no bone 9"),
            effect("Irrlicht", "i", "crashes", "crashes: it reads on"),
            effect("Blender", "b", "refuses", "refuses the file: bone 9 is missing"),
        ]);
        let refuse = "assimp and Blender refuse the file; Irrlicht crashes";
        assert_eq!(said[0], format!("{refuse}; Viewer takes 3 for 4, as it counts from 1"));
        assert_eq!(said[1], format!("{refuse}; Viewer takes 3 for 4"));
        assert_eq!(said[2], format!("{refuse}; 1 more does something else"));
        assert_eq!(said[3..], ["assimp refuses the file; 3 more have trouble"]);
    }

    #[test]
    fn a_program_is_named_once() {
        let said = sayings_of(&[
            effect("MilkShape", "m", "drops", "passes over a line"),
            effect("MilkShape", "m", "misreads", "takes the file for an empty model, since it reads no mesh"),
            effect("Scorched3D", "s", "drops", "passes over a line"),
            effect("Scorched3D", "s", "refuses", "exits: the file ends early"),
        ]);
        assert_eq!(
            said[0],
            "Scorched3D exits; MilkShape takes the file for an empty model and passes over a line"
        );
    }

    #[test]
    fn programs_that_do_the_same_are_named_together() {
        let reads = |title| effect(title, "1", "misreads", "reads 4 for 4e-05");
        assert_eq!(
            sayings_of(&["A", "B", "C"].map(reads)),
            [
                "each of A, B and C reads 4 for 4e-05",
                "each of A and 2 more reads 4 for 4e-05",
                "A reads 4 for 4e-05; 2 more do something else"
            ]
        );
        assert_eq!(of_several("crashes: it does not end"), "crash: it does not end");
        assert_eq!(of_several("does not come to an end"), "do not come to an end");
    }

    #[test]
    fn what_stopped_several_programs_before_is_said_of_all_of_them() {
        let said = ["StepMania exits before this", "before this: Scorched3D exits; MilkShape shows an error"];
        for (says, said) in
            ["StepMania exits", "Scorched3D exits; MilkShape shows an error"].into_iter().zip(said)
        {
            assert_eq!(before_this(says.to_string()), said);
            assert_eq!(of_file(said), says);
        }
    }
}

//! Which modules of `src/` import from which: from `use` lines, and from paths elsewhere in the code.

use std::collections::{BTreeMap, BTreeSet};

/// A module, as the names on the way to it: `["cli", "files", "walk"]`. The root of the library has none.
pub(crate) type Module = Vec<String>;

/// The modules from which each module imports.
pub(crate) type Graph = BTreeMap<Module, BTreeSet<Module>>;

/// The module of a file, by its path in `src`.
pub(crate) fn module_of(path: &str) -> Module {
    let mut names: Module = path.trim_end_matches(".rs").split('/').map(String::from).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

/// The graph of these modules, each with its code without comments.
pub(crate) fn graph(code: &BTreeMap<Module, String>) -> Graph {
    let imports_of = |(module, text): (&Module, &String)| {
        let paths = paths(text);
        let targets = paths.iter().filter_map(|path| target(module, path, code));
        (module.clone(), targets.filter(|target| target != module).collect())
    };
    code.iter().map(imports_of).collect()
}

/// Modules of which each imports from the next, and the last from the first, if there are such.
pub(crate) fn cycle(graph: &Graph) -> Option<Vec<Module>> {
    /// Looks for a way from the last module of `way` to another one on it.
    fn search(graph: &Graph, way: &mut Vec<Module>, done: &mut BTreeSet<Module>) -> Option<Vec<Module>> {
        let last = way.last()?.clone();
        for next in graph.get(&last).into_iter().flatten().filter(|next| !is_parent(next, &last)) {
            if let Some(first) = way.iter().position(|module| module == next) {
                return Some(way[first..].to_vec());
            }
            if !done.contains(next) {
                way.push(next.clone());
                let found = search(graph, way, done);
                if found.is_some() {
                    return found;
                }
                way.pop();
            }
        }
        done.insert(last);
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|module| search(graph, &mut vec![module.clone()], &mut done))
}

/// Whether a module is the direct parent of another one. What a child imports from there makes no circle.
fn is_parent(parent: &Module, child: &Module) -> bool {
    child.split_last().is_some_and(|(_, names)| names == parent)
}

/// The module that a path of `module` leads to, if it leads to one of these.
fn target<T>(module: &Module, path: &[&str], modules: &BTreeMap<Module, T>) -> Option<Module> {
    let (start, mut rest) = path.split_first()?;
    let mut target = match *start {
        "crate" => Module::new(),
        "self" => module.clone(),
        "super" => module.split_last()?.1.to_vec(),
        child => [&module[..], &[child.to_string()]].concat(),
    };
    while let Some(("super", behind)) = rest.split_first().map(|(name, behind)| (*name, behind)) {
        target.pop();
        rest = behind;
    }
    // A name that is no module is that of an item.
    let mut found = modules.contains_key(&target).then(|| target.clone());
    for name in rest {
        target.push(name.to_string());
        if modules.contains_key(&target) {
            found = Some(target.clone());
        }
    }
    found.filter(|module| !module.is_empty())
}

/// All paths of more than one name, as their names.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let tokens = tokens(code);
    let (mut paths, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let before = &tokens[..at];
        // `pub(in crate::cli)` says who may import, and is no import.
        let goes_on = matches!(before, [.., "::" | "."] | [.., "(", "in"]);
        if is_word(tokens[at]) && !goes_on && tokens.get(at + 1) == Some(&"::") {
            at = tree(&tokens, at, &[], &mut paths);
        } else {
            at += 1;
        }
    }
    paths
}

/// Takes the paths of a tree such as `a::{b, c::d}` that begins at a token; where it ends.
fn tree<'c>(tokens: &[&'c str], mut at: usize, start: &[&'c str], paths: &mut Vec<Vec<&'c str>>) -> usize {
    let mut path = start.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = tree(tokens, at, &path, paths);
                    // `as` another name.
                    while tokens.get(at).is_some_and(|token| ![",", "}"].contains(token)) {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            Some(word) if is_word(word) => path.push(word),
            _ => {}
        }
        at += 1;
        if tokens.get(at) != Some(&"::") {
            paths.push(path);
            return at;
        }
        at += 1;
    }
}

fn is_word(token: &str) -> bool {
    token.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Words, `::`, and other characters one by one.
fn tokens(code: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), code);
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match word {
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            word => word,
        };
        let (token, behind) = rest.split_at(length);
        tokens.extend(Some(token).filter(|token| !token.trim().is_empty()));
        rest = behind;
    }
    tokens
}

#[test]
fn imports_are_found_however_they_are_written() {
    let files = [
        ("a/mod.rs", "mod b; mod c; use b::Item; pub(in crate::d) fn f() { c::run() }"),
        ("a/b.rs", "use crate::d::{self, e::{Thing as Other, f}}; fn g() -> super::Result {}"),
        ("a/c.rs", "use std::fmt; fn h(x: X) { crate::a::b::g(x.d::<u8>()) }"),
        ("d/mod.rs", "mod e;"),
        ("d/e.rs", "use super::super::a::c::run;"),
    ];
    let code = files.map(|(path, code)| (module_of(path), code.to_string()));
    let mut graph = graph(&BTreeMap::from(code));
    let found = graph.iter().map(|(module, imports)| {
        let imports: Vec<_> = imports.iter().map(|import| import.join("::")).collect();
        format!("{}: {}", module.join("::"), imports.join(" "))
    });
    let found: Vec<_> = found.collect();
    assert_eq!(found, ["a: a::b a::c", "a::b: a d d::e", "a::c: a::b", "d: ", "d::e: a::c"]);
    let around = cycle(&graph).unwrap().iter().map(|module| module.join("::")).collect::<Vec<_>>();
    assert_eq!(around, ["a::b", "d::e", "a::c"]);
    graph.get_mut(&module_of("d/e.rs")).unwrap().clear();
    assert_eq!(cycle(&graph), None);
}

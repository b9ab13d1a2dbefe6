//! Makes models smaller as long as they still show the same failure.

use super::batch::Recipe;
use super::config::{Config, Sizes};
use super::sample::Sample;

/// How many models are tried.
const MOST_TRIES: usize = 400;

/// The smallest model found that shows the same failure: less to draw from, and a plainer
/// configuration. What is made is a whole model at each step, so nothing is found that a model cut in pieces
/// would show as well. The defect stays.
pub fn shrink(recipe: &Recipe, goes_wrong: &mut dyn FnMut(&Sample) -> bool) -> Recipe {
    let mut smallest = recipe.clone();
    let mut tries = 0;
    let mut is_smaller = true;
    while is_smaller && tries < MOST_TRIES {
        is_smaller = false;
        for candidate in candidates(&smallest) {
            tries += 1;
            if tries > MOST_TRIES {
                break;
            }
            if candidate.make().is_some_and(|(sample, _)| goes_wrong(&sample)) {
                smallest = candidate;
                is_smaller = true;
                break;
            }
        }
    }
    smallest
}

/// Recipes that are one step smaller, the largest steps first.
fn candidates(recipe: &Recipe) -> Vec<Recipe> {
    let len = recipe.bytes.len();
    let shorter = [0, len / 4, len / 2, len * 3 / 4, len.saturating_sub(1)]
        .into_iter()
        .filter(|shorter| *shorter < len);
    let shorter = shorter.map(|len| Recipe { bytes: recipe.bytes[..len].to_vec(), ..recipe.clone() });
    let plainer = plainer(&recipe.config).into_iter().map(|config| Recipe { config, ..recipe.clone() });
    let zeros = zeros(&recipe.bytes).into_iter().map(|bytes| Recipe { bytes, ..recipe.clone() });
    shorter.chain(plainer).chain(zeros).collect()
}

/// The same bytes with a part of them zero, by halves, quarters and so on: zeros draw the least and the plainest.
fn zeros(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut part = bytes.len() / 2;
    while part > 0 {
        for start in (0..bytes.len()).step_by(part) {
            let end = bytes.len().min(start + part);
            if bytes[start..end].iter().any(|byte| *byte != 0) {
                let mut zeroed = bytes.to_vec();
                zeroed[start..end].fill(0);
                all.push(zeroed);
            }
        }
        part /= 2;
    }
    all
}

const SIZES: [fn(&mut Config) -> &mut Sizes; 6] = [
    |config| &mut config.meshes,
    |config| &mut config.faces,
    |config| &mut config.materials,
    |config| &mut config.bones,
    |config| &mut config.keys,
    |config| &mut config.comments,
];

/// Configurations with one knob at its plainest, or one size smaller.
fn plainer(config: &Config) -> Vec<Config> {
    let plain = Config::plain(config.format);
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Config)| {
        let mut changed = config.clone();
        change(&mut changed);
        if changed != *config {
            all.push(changed);
        }
    };
    for sizes in SIZES {
        // A mesh has at least one face, which what is broken may rely on.
        let least = sizes(&mut plain.clone()).least;
        add(&|config| *sizes(config) = Sizes::just(least));
        add(&|config| halve(sizes(config), least));
    }
    macro_rules! knobs {
        ($($knob:ident)*) => { $(add(&|config| config.$knob = plain.$knob);)* };
    }
    knobs!(shape normals skeleton timing numbers idle_frames names paths tiles flags spelling line_ends);
    knobs!(final_newline header blocks separators tight_colons version tail vertex_extras garbage scattered_faces);
    all
}

fn halve(sizes: &mut Sizes, least: u32) {
    sizes.least = (sizes.least / 2).max(least);
    sizes.most = sizes.least.max(sizes.most / 2);
}

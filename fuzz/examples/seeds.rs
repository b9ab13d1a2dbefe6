//! Writes the seeds of a fuzz target: the corpus and models of the smith, bytes to draw them from, or configurations.

use std::error::Error;
use std::fs;
use std::path::Path;

use ms3dlint::smith::{Batch, Profile, bytes_of_seed, defects};
use ms3dlint_fuzz::inputs::{configurations, corpus};
use ms3dlint_fuzz::targets::{self, Food};

/// How many models of each profile; of each defect there is one.
const MODELS: u64 = 20;
/// A larger one teaches a fuzzer nothing that smaller ones do not, and takes longer.
const LARGEST: usize = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<_> = std::env::args().skip(1).collect();
    for target in targets::ALL
        .iter()
        .filter(|target| wanted.is_empty() || wanted.iter().any(|name| name == target.name))
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
        fs::create_dir_all(&folder)?;
        let seeds = match target.food {
            Food::Files => files()?,
            Food::Configurations => configurations()?,
            Food::Draws => (0..200).map(|seed| bytes_of_seed(seed, 16 << (seed % 7))).collect(),
        };
        for (number, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
        println!("{}: {} seeds", target.name, seeds.len());
    }
    Ok(())
}

fn files() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let mut files: Vec<_> = corpus()?.into_iter().map(|(_, bytes)| bytes).collect();
    for profile in Profile::ALL {
        let order = Batch { profile: *profile, format: None, seed: 1, defects: Vec::new() };
        files
            .extend((0..MODELS).filter_map(|number| order.model(number)).map(|ordered| ordered.sample.bytes));
    }
    let broken: Vec<_> = defects::all().collect();
    let count = broken.len() as u64;
    let order = Batch { profile: Profile::Pristine, format: None, seed: 1, defects: broken };
    files.extend((0..count).filter_map(|number| order.model(number)).map(|ordered| ordered.sample.bytes));
    files.retain(|bytes| bytes.len() <= LARGEST);
    Ok(files)
}

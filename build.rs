//! Links the program for Linux at a fixed address. Otherwise about 30,000 pointers are adjusted at each start: a sixth of
//! the instructions of a run on a small model, and 1 MB of memory. Programs that `packaging/build` makes have it anyway.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    let is_usual = target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64";
    // Only the program has this feature, and a library has nothing to link.
    if is_usual && env::var_os("CARGO_FEATURE_CLI").is_some() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

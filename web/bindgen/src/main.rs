//! Writes the JavaScript around a WebAssembly file: `bindgen IN.wasm OUT_FOLDER [--types]`, with its types for TypeScript
//! if they are wanted.

use std::env::args;

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let (options, files): (Vec<_>, Vec<_>) = args().skip(1).partition(|arg| arg == "--types");
    let [input, folder] = &files[..] else { panic!("usage: bindgen IN.wasm OUT_FOLDER [--types]") };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(input).web(true).expect("the kind of module");
    bindgen
        .typescript(!options.is_empty())
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate(folder)
        .expect("the module");
}

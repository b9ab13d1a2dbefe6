//! Writes the JavaScript around a WebAssembly file: `bindgen IN.wasm OUT_FOLDER`.

use std::env::args;

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let files: Vec<_> = args().skip(1).collect();
    let [input, folder] = &files[..] else { panic!("usage: bindgen IN.wasm OUT_FOLDER") };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(input).web(true).expect("the kind of module");
    bindgen.typescript(false).omit_default_module_path(true).generate(folder).expect("the module");
}

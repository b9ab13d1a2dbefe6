//! The picture at the top of the README: what the program prints about `docs/example/`, as a terminal shows it.

use crate::support::{assert_reviewed, files, finish, program_as_it_is, root};
use anstyle::{Color, RgbColor};
use anstyle_svg::{Palette, Term};

const fn rgb(hex: u32) -> RgbColor {
    RgbColor((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// A terminal with these colours: of the text, of what is behind it, and black, red, green, yellow, blue, magenta, cyan
/// and white, which are the same when they are bright.
fn terminal(text: u32, back: u32, colors: [u32; 8]) -> Term {
    let palette = Palette(std::array::from_fn(|index| rgb(colors[index % 8])));
    let [text, back] = [text, back].map(|hex| Color::Rgb(rgb(hex)));
    Term::new().palette(palette).fg_color(text).bg_color(back)
}

#[test]
fn the_pictures_in_the_readme_are_what_is_printed() {
    let run = finish(program_as_it_is(&root().join("docs/example"), &["--color=always", "neon"]));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let shown = format!("$ ms3dlint neon\n{}", run.out.trim_end());
    let light = [0x24292F, 0xCF222E, 0x116329, 0x9A6700, 0x0969DA, 0x8250DF, 0x1B7C83, 0x57606A];
    let dark = [0x6E7681, 0xFF7B72, 0x3FB950, 0xD29922, 0x58A6FF, 0xBC8CFF, 0x39C5CF, 0xB1BAC4];
    for (name, terminal) in
        [("light", terminal(0x24292F, 0xF6F8FA, light)), ("dark", terminal(0xE6EDF3, 0x161B22, dark))]
    {
        let path = root().join(format!("docs/picture-{name}.svg"));
        // What is dimmed is to be read, too.
        assert_reviewed(&path, &terminal.render_svg(&shown).replace("opacity: 0.4", "opacity: 0.7"));
    }
}

/// The screens of Neovim that `tests/editors/neovim.sh` recorded while it did what `docs/editors.md` says.
#[test]
fn the_pictures_of_editors_are_the_recorded_screens() {
    let colors = [0x6E7681, 0xFF7B72, 0x3FB950, 0xD29922, 0x58A6FF, 0xBC8CFF, 0x39C5CF, 0xB1BAC4];
    let terminal = terminal(0xE6EDF3, 0x161B22, colors);
    let screens: Vec<_> = files(&root().join("tests/editors/screens"));
    assert_eq!(screens.len(), 5, "screens that docs/editors.md shows");
    for screen in screens {
        let name = screen.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&screen).unwrap();
        let path = root().join(format!("docs/editors-{name}.svg"));
        assert_reviewed(&path, &terminal.render_svg(text.trim_end()));
    }
}

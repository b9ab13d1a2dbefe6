//! `ms3dlint config`: prints the schema of configuration files, or the settings of one file.

use std::path::Path;

use crate::actions::lint;
use crate::base::display::visible;
use crate::cli::args::ConfigCommand;
use crate::cli::files::configs::Configs;
use crate::config::schema;
use crate::config::show::show;
use crate::report::inert;
use crate::report::pretty::Style;

/// Prints the schema, or the settings of a file.
pub(crate) fn run(command: &ConfigCommand) -> Result<String, String> {
    match command {
        ConfigCommand::Schema => Ok(schema::text()),
        ConfigCommand::Show { file, config } => {
            let configs = Configs::new(config, Style::Drawn { color: false }, lint::Options::default())?;
            // Of a folder the settings are shown that all files in it have.
            let file = if file.is_dir() { file.join("*") } else { file.clone() };
            let loaded = configs.of(&file)?;
            let shown = |path: &Path| visible(configs.shown(path).as_bytes());
            Ok(inert(&show(&loaded.config, &configs.absolute(&file), shown)).into_owned())
        }
    }
}

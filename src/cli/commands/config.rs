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
            if file.is_dir() {
                let folder = visible(configs.shown(&configs.absolute(file)).as_bytes());
                return Err(format!("{folder} is a folder; name a file in it, which need not be there"));
            }
            let loaded = configs.of(file)?;
            let shown = |path: &Path| visible(configs.shown(path).as_bytes());
            Ok(inert(&show(&loaded.config, &configs.absolute(file), shown)).into_owned())
        }
    }
}

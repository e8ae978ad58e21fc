//! Where Heimdall keeps its files, and what the environment says.

use std::path::{Path, PathBuf};

use heimdall_actors::territory::{Environment, Error, Home};
use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

/// The directory that holds the index, the settings and the hints of one person.
#[derive(Clone, Debug)]
pub struct Place {
    environment: Environment,
    home: Home,
}

/// The failure that an error of the territory means.
pub fn territory_failure(error: &Error) -> Failure {
    let code = match error {
        Error::NoHome | Error::Config { .. } => exit::USAGE,
        _ => exit::REFUSED,
    };
    Failure::new(code, error.to_string(), error.hint())
}

impl Place {
    /// `--home`, else `HEIMDALL_HOME`, else `~/.heimdall`; made absolute, not made on disk.
    ///
    /// # Errors
    /// When none of the three is there.
    pub fn find(flag: Option<&Path>) -> Result<Self, Failure> {
        let mut environment = Environment::of_process();
        if let Some(flag) = flag {
            let home = std::path::absolute(flag).map_err(|e| {
                let message = format!("{e}: {}", flag.display());
                Failure::new(exit::USAGE, message, "name another --home")
            })?;
            environment.heimdall_home = Some(home);
        }
        let home = Home::locate(&environment).map_err(|e| territory_failure(&e))?;
        Ok(Self { environment, home })
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// What a person may set.
    pub fn config(&self) -> PathBuf {
        self.home.config()
    }

    /// Where any process may append what may have changed.
    pub fn hints(&self) -> PathBuf {
        self.home.hints()
    }

    /// Makes the directory, closed to others, when it is not there.
    ///
    /// # Errors
    /// When it is not ours alone, or the file system refuses.
    pub fn create(&self) -> Result<(), Failure> {
        Home::open(&self.environment).map(drop).map_err(|e| territory_failure(&e))
    }
}

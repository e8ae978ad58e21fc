//! A home of its own for each test, and files and repositories in it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::{Daemon, Output};

/// The number of the user `nobody`, almost everywhere.
const NOBODY: &str = "65534";

/// A temporary HOME with nothing in it but what the test puts there. No process that is started
/// here sees the environment of the tests; all is removed on drop.
pub struct TestEnvironment {
    _directory: TempDir,
    home: PathBuf,
    variables: Vec<(String, String)>,
}

impl TestEnvironment {
    pub fn new() -> Self {
        let directory = tempfile::Builder::new().prefix("heimdall-test-").tempdir().unwrap();
        // macOS reaches its temporary directory through a link.
        let home = directory.path().canonicalize().unwrap();
        fs::create_dir(home.join("work")).unwrap();
        Self { _directory: directory, home, variables: Vec::new() }
    }

    /// Sets a variable for every process that is started from now on.
    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The HOME of the processes.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The directory of the index.
    pub fn heimdall_home(&self) -> PathBuf {
        self.home().join(".heimdall")
    }

    /// Where commands run and [`write`](Self::write) writes: `~/work`.
    pub fn work(&self) -> PathBuf {
        self.home().join("work")
    }

    /// Writes files below [`work`](Self::work), with the directories they need.
    pub fn write_tree(&self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.write(path, text);
        }
    }

    /// Writes one file below [`work`](Self::work); gives its absolute path.
    pub fn write(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.work().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes config.json.
    pub fn configure(&self, config: &serde_json::Value) {
        fs::create_dir_all(self.heimdall_home()).unwrap();
        fs::set_permissions(self.heimdall_home(), fs::Permissions::from_mode(0o700)).unwrap();
        fs::write(self.heimdall_home().join("config.json"), config.to_string()).unwrap();
    }

    /// Runs git in a directory below [`work`](Self::work), which is made when it is not there.
    pub fn git(&self, directory: &str, arguments: &[&str]) -> String {
        let output = self.try_git(directory, arguments);
        assert_eq!(output.code, 0, "git {arguments:?}: {}", output.stderr);
        output.stdout
    }

    /// As [`git`](Self::git), whatever comes of it.
    pub fn try_git(&self, directory: &str, arguments: &[&str]) -> Output {
        let directory = self.work().join(directory);
        fs::create_dir_all(&directory).unwrap();
        let mut command = Command::new("git");
        self.seal(&mut command);
        for (name, value) in [
            ("AUTHOR_NAME", "Ada"),
            ("AUTHOR_EMAIL", "a@b"),
            ("COMMITTER_NAME", "Ada"),
            ("COMMITTER_EMAIL", "a@b"),
        ] {
            command.env(format!("GIT_{name}"), value);
        }
        command.env("GIT_CONFIG_NOSYSTEM", "1");
        command.args(["-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"]);
        Output::of(command.args(arguments).current_dir(directory), b"")
    }

    /// The built binary, sealed, in [`work`](Self::work), with arguments still to come.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heimdall"));
        self.seal(&mut command);
        command.current_dir(self.work());
        command
    }

    /// Runs the binary to its end.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Output {
        self.run_with(arguments, b"")
    }

    /// Runs the binary to its end, with `input` on its standard input.
    pub fn run_with<A: AsRef<OsStr>>(&self, arguments: &[A], input: &[u8]) -> Output {
        Output::of(self.command().args(arguments), input)
    }

    /// Runs the binary, which must end with 0; gives its standard output.
    pub fn ok<A: AsRef<OsStr> + std::fmt::Debug>(&self, arguments: &[A]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.code, 0, "{arguments:?}\n{}{}", output.stdout, output.stderr);
        output.stdout
    }

    /// Gives all that is below HOME to the user `nobody`. Only root can.
    pub fn give_to_nobody(&self) {
        fs::set_permissions(self.home(), fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new("chown");
        let output = Output::of(command.args(["-R", NOBODY]).arg(self.home()), b"");
        assert_eq!(output.code, 0, "{output:?}");
    }

    /// Runs the binary as the user `nobody`. Only root can.
    pub fn run_as_nobody(&self, arguments: &[&str]) -> Output {
        // The binary lies where nobody but its owner may look.
        let program = self.home().join("heimdall-binary");
        fs::copy(env!("CARGO_BIN_EXE_heimdall"), &program).unwrap();
        let mut command = Command::new("setpriv");
        self.seal(&mut command);
        command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
        command.arg(program).args(arguments).current_dir(self.work());
        Output::of(&mut command, b"")
    }

    /// Starts a daemon and waits until it answers.
    pub fn daemon(&self, arguments: &[&str]) -> Daemon {
        Daemon::start(self, arguments)
    }

    fn seal(&self, command: &mut Command) {
        command.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.env("HOME", self.home()).env("HEIMDALL_HOME", self.heimdall_home());
        command.env("TERM", "dumb").env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
    }
}

//! Where Heimdall keeps its own files, and who may enter.
//!
//! The directory is 0700 and ours, or it is refused: the index holds what every repository holds.
//! A directory that is open to others is never closed silently, since whoever opened it may have
//! read or planted something already; the error names the command that closes it.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::error::Error;

/// `sun_path` holds 108 bytes on Linux (104 on macOS), the last of them NUL.
const SOCKET_PATH_LIMIT: usize = if cfg!(target_os = "macos") { 103 } else { 107 };

/// The variables that say where things are, handed in so that nothing here reads the environment.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// `HOME`
    pub home: Option<PathBuf>,
    /// `HEIMDALL_HOME`
    pub heimdall_home: Option<PathBuf>,
    /// `XDG_RUNTIME_DIR`
    pub xdg_runtime_dir: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`
    pub xdg_config_home: Option<PathBuf>,
}

impl Environment {
    /// As given to this process; empty and relative values count as unset.
    pub fn of_process() -> Self {
        let absolute = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
        };
        Self {
            home: absolute("HOME"),
            heimdall_home: absolute("HEIMDALL_HOME"),
            xdg_runtime_dir: absolute("XDG_RUNTIME_DIR"),
            xdg_config_home: absolute("XDG_CONFIG_HOME"),
        }
    }

    /// `path` with a leading `~/` (or a bare `~`) replaced by HOME; bytes, as a path need not be text.
    pub fn expand(&self, path: &[u8]) -> PathBuf {
        match (path, &self.home) {
            (b"~", Some(home)) => home.clone(),
            ([b'~', b'/', rest @ ..], Some(home)) => home.join(OsStr::from_bytes(rest)),
            _ => PathBuf::from(OsStr::from_bytes(path)),
        }
    }
}

/// Heimdall's own directory, `~/.heimdall` unless HEIMDALL_HOME says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    path: PathBuf,
    socket: PathBuf,
}

impl Home {
    /// Where it is; neither looked at nor made.
    ///
    /// # Errors
    /// [`Error::NoHome`].
    pub fn locate(environment: &Environment) -> Result<Self, Error> {
        let path = match (&environment.heimdall_home, &environment.home) {
            (Some(path), _) => path.clone(),
            (None, Some(home)) => home.join(".heimdall"),
            (None, None) => return Err(Error::NoHome),
        };
        let socket = socket_path(&path, environment.xdg_runtime_dir.as_deref());
        Ok(Self { path, socket })
    }

    /// Where it is, made if need be (0700), and refused when it is not ours alone.
    ///
    /// # Errors
    /// [`Error::NoHome`], [`Error::Foreign`], [`Error::Open`], [`Error::NotDirectory`], [`Error::Io`].
    pub fn open(environment: &Environment) -> Result<Self, Error> {
        let home = Self::locate(environment)?;
        ensure_private(&home.path)?;
        if let Some(parent) = home.socket.parent()
            && parent != home.path
            && Some(parent) != environment.xdg_runtime_dir.as_deref()
        {
            ensure_private(parent)?;
        }
        Ok(home)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The redb file.
    pub fn store(&self) -> PathBuf {
        self.path.join("heimdall.redb")
    }

    /// The lexical index, a directory.
    pub fn lexical(&self) -> PathBuf {
        self.path.join("lexical")
    }

    /// Where parsers and queries for more languages may lie.
    pub fn languages(&self) -> PathBuf {
        self.path.join("languages")
    }

    pub fn hints(&self) -> PathBuf {
        self.path.join("hints.jsonl")
    }

    pub fn config(&self) -> PathBuf {
        self.path.join("config.json")
    }

    pub fn logs(&self) -> PathBuf {
        self.path.join("logs")
    }

    /// The implicit root.
    pub fn notes(&self) -> PathBuf {
        self.path.join("notes")
    }

    /// The daemon's socket: in the directory, or at a short path when that one would not fit.
    pub fn socket(&self) -> &Path {
        &self.socket
    }
}

/// The socket's path: as a hash of the home below a runtime directory when it would be too long.
fn socket_path(home: &Path, runtime: Option<&Path>) -> PathBuf {
    let usual = home.join("heimdall.sock");
    if fits(&usual) {
        return usual;
    }
    let hash = blake3::hash(home.as_os_str().as_bytes()).to_hex();
    let name = format!("heimdall-{}.sock", &hash[..16]);
    runtime.map(|directory| directory.join(&name)).filter(|path| fits(path)).unwrap_or_else(|| {
        let user = rustix::process::geteuid().as_raw();
        Path::new("/tmp").join(format!("heimdall-{user}")).join(&name)
    })
}

fn fits(path: &Path) -> bool {
    path.as_os_str().len() <= SOCKET_PATH_LIMIT
}

/// Makes `path` (0700, parents as the umask says) unless it is there, and checks that it is ours.
fn ensure_private(path: &Path) -> Result<(), Error> {
    match fs::metadata(path) {
        Ok(metadata) => check_private(path, &metadata),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|e| Error::io(parent, "create", e))?;
            }
            match DirBuilder::new().mode(0o700).create(path) {
                Ok(()) => Ok(()),
                // Another process was first; it has the same rules to meet.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                    let metadata = fs::metadata(path).map_err(|e| Error::io(path, "look at", e))?;
                    check_private(path, &metadata)
                }
                Err(e) => Err(Error::io(path, "create", e)),
            }
        }
        Err(e) => Err(Error::io(path, "look at", e)),
    }
}

fn check_private(path: &Path, metadata: &Metadata) -> Result<(), Error> {
    let path = path.to_path_buf();
    if !metadata.is_dir() {
        return Err(Error::NotDirectory { path });
    }
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(Error::Foreign { path, owner: metadata.uid() });
    }
    let mode = metadata.mode() & 0o7777;
    if mode & 0o077 != 0 { Err(Error::Open { path, mode }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn environment(directory: &Path) -> Environment {
        Environment { home: Some(directory.to_path_buf()), ..Environment::default() }
    }

    #[test]
    fn it_is_made_closed_and_found_again() {
        let place = tempfile::tempdir().unwrap();
        let home = Home::open(&environment(place.path())).unwrap();
        assert_eq!(home.path(), place.path().join(".heimdall"));
        assert_eq!(fs::metadata(home.path()).unwrap().mode() & 0o777, 0o700);
        assert_eq!(Home::open(&environment(place.path())).unwrap(), home);
        assert_eq!(home.socket(), place.path().join(".heimdall/heimdall.sock"));
    }

    #[test]
    fn what_is_open_to_others_or_no_directory_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join(".heimdall");
        fs::create_dir(&path).unwrap();
        for mode in [0o755, 0o750, 0o707] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let error = Home::open(&environment(place.path())).unwrap_err();
            assert!(matches!(error, Error::Open { .. }), "{error}");
            assert!(error.hint().contains("chmod 700"));
        }
        fs::remove_dir(&path).unwrap();
        fs::write(&path, "").unwrap();
        let error = Home::open(&environment(place.path())).unwrap_err();
        assert!(matches!(error, Error::NotDirectory { .. }), "{error}");
        assert!(matches!(Home::open(&Environment::default()), Err(Error::NoHome)));
    }

    #[test]
    fn a_long_home_has_a_short_socket() {
        let long = PathBuf::from("/").join("x".repeat(120));
        let runtime = PathBuf::from("/run/user/1000");
        let mut environment = Environment {
            heimdall_home: Some(long),
            xdg_runtime_dir: Some(runtime.clone()),
            ..Environment::default()
        };
        let home = Home::locate(&environment).unwrap();
        assert!(home.socket().starts_with(&runtime) && fits(home.socket()));
        environment.xdg_runtime_dir = None;
        let home = Home::locate(&environment).unwrap();
        assert!(home.socket().starts_with("/tmp") && fits(home.socket()));
        // 107 bytes fit, 108 do not.
        for (length, inside) in [(SOCKET_PATH_LIMIT, true), (SOCKET_PATH_LIMIT + 1, false)] {
            let path = format!("/{}", "y".repeat(length - 1 - "/heimdall.sock".len()));
            environment.heimdall_home = Some(path.clone().into());
            let home = Home::locate(&environment).unwrap();
            assert_eq!(home.socket().starts_with(&path), inside, "{length}");
        }
    }

    #[test]
    fn tilde_is_home() {
        let environment = environment(Path::new("/h"));
        assert_eq!(environment.expand(b"~/a"), Path::new("/h/a"));
        assert_eq!(environment.expand(b"~"), Path::new("/h"));
        assert_eq!(environment.expand(b"~b/a"), Path::new("~b/a"));
    }
}

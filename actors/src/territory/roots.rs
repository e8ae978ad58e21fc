//! The roots: the directories that a person asked to have indexed, and nothing else.
//!
//! A root whose directory is absent is *unavailable*, not empty: a disk that is not mounted takes
//! no records with it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use heimdall_schema::id::{self, FileKey, RootKey};

use super::beneath::is_clean;
use super::error::Error;
use super::home::{Environment, Home};

/// Trees of the system that are no one's source.
const SYSTEM: [&str; 4] = ["/proc", "/sys", "/dev", "/run"];

/// One directory that is indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    pub key: RootKey,
    /// Canonical and absolute.
    pub path: PathBuf,
    /// As config.json has it; empty for the notes.
    pub declared: String,
    pub state: RootState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RootState {
    Available,
    /// Its directory is not there (now).
    Unavailable,
}

/// An entry of `watch_roots` that is no root of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    pub declared: String,
    pub path: PathBuf,
    /// Why, as a person reads it.
    pub reason: String,
}

/// All roots, none inside another (but for the notes).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    roots: Vec<Root>,
    asides: Vec<Aside>,
}

impl Roots {
    /// Resolves `watch_roots` against the disk as it is now. In the order of their paths, so that
    /// the order of config.json does not matter.
    pub fn resolve(watch_roots: &[String], home: &Home, environment: &Environment) -> Self {
        let mut candidates = Vec::new();
        let mut asides = Vec::new();
        for declared in watch_roots {
            let path = environment.expand(declared.as_bytes());
            let (path, state) = resolved(&path);
            match refusal(&path, state, home, environment) {
                Some(reason) => {
                    let reason = reason.to_owned();
                    asides.push(Aside { declared: declared.clone(), path, reason });
                }
                None => candidates.push((path, declared.clone(), state)),
            }
        }
        candidates.sort();
        let mut roots: Vec<Root> = Vec::new();
        for (path, declared, state) in candidates {
            match roots.iter().find(|outer| path.starts_with(&outer.path)) {
                Some(outer) => {
                    let reason = format!("inside the root {}", outer.path.display());
                    asides.push(Aside { declared, path, reason });
                }
                None => roots.push(Root::new(path, declared, state)),
            }
        }
        let (notes, state) = resolved(&home.notes());
        if state == RootState::Available {
            roots.push(Root::new(notes, String::new(), state));
        }
        Self { roots, asides }
    }

    /// The directory that `path` stands for as a new root, canonical.
    ///
    /// # Errors
    /// [`Error::Root`] with the reason when it cannot be one, [`Error::Io`] when it is not there.
    pub fn admit(path: &Path, home: &Home, environment: &Environment) -> Result<PathBuf, Error> {
        let path = path.canonicalize().map_err(|e| Error::io(path, "find", e))?;
        match refusal(&path, RootState::Available, home, environment) {
            Some(reason) => Err(Error::Root { path, reason }),
            None => Ok(path),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Root> {
        self.roots.iter()
    }

    pub fn get(&self, key: RootKey) -> Option<&Root> {
        self.roots.iter().find(|root| root.key == key)
    }

    /// Entries of `watch_roots` that are refused, or folded into an outer root.
    pub fn asides(&self) -> &[Aside] {
        &self.asides
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The root and key of an absolute path, by its letters alone: nothing is looked at, links are
    /// not resolved. `None` outside the roots, for a root itself, and for a path with `..`, which
    /// could lead anywhere.
    pub fn locate(&self, path: &[u8]) -> Option<FileKey> {
        let (root, relative) = self.place(path)?;
        (!relative.is_empty()).then(|| FileKey::new(root.key, relative))
    }

    /// As [`Roots::locate`], with the path below the root, which is empty for the root itself.
    pub fn place<'a>(&self, path: &'a [u8]) -> Option<(&Root, &'a [u8])> {
        let path = path.strip_suffix(b"/").unwrap_or(path);
        let inside = |root: &&Root| id::under(path, root.path.as_os_str().as_bytes());
        // The notes may lie inside another root; the inner one is meant.
        let root =
            self.roots.iter().filter(inside).max_by_key(|root| root.path.as_os_str().len())?;
        let relative = &path[root.path.as_os_str().len()..];
        let relative = relative.strip_prefix(b"/").unwrap_or(relative);
        is_clean(relative).then_some((root, relative))
    }

    /// The absolute path of a file; `None` when its root is not one of these.
    pub fn absolute(&self, key: &FileKey) -> Option<PathBuf> {
        Some(self.get(key.root())?.path.join(OsStr::from_bytes(key.relative())))
    }
}

impl Root {
    fn new(path: PathBuf, declared: String, state: RootState) -> Self {
        Self { key: RootKey::of(path.as_os_str().as_bytes()), path, declared, state }
    }

    pub fn is_available(&self) -> bool {
        self.state == RootState::Available
    }
}

/// The canonical path; of an absent directory, the canonical path of what is there of it, and the
/// rest as written, so that its key stays the same when it comes back.
fn resolved(path: &Path) -> (PathBuf, RootState) {
    if let Ok(canonical) = path.canonicalize() {
        return (canonical, RootState::Available);
    }
    for ancestor in path.ancestors().skip(1) {
        if let (Ok(canonical), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
            return (canonical.join(rest), RootState::Unavailable);
        }
    }
    (path.to_path_buf(), RootState::Unavailable)
}

/// Why `path` (canonical as far as it is there) cannot be a root.
fn refusal(
    path: &Path,
    state: RootState,
    home: &Home,
    environment: &Environment,
) -> Option<&'static str> {
    if !path.is_absolute() {
        return Some("it is not absolute");
    }
    if path.components().any(|part| part == Component::ParentDir) {
        return Some("it is not there and holds `..`");
    }
    if path == Path::new("/") {
        return Some("it is the whole file system");
    }
    if let Some(person) = &environment.home {
        let person = resolved(person).0;
        if path == person {
            return Some("it is HOME itself");
        }
        if person.starts_with(path) {
            return Some("HOME lies in it");
        }
    }
    if path.starts_with(resolved(home.path()).0) {
        return Some("Heimdall keeps its own files there");
    }
    if SYSTEM.iter().any(|system| path.starts_with(system)) {
        return Some("it belongs to the system");
    }
    (state == RootState::Available && !path.is_dir()).then_some("it is not a directory")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    struct Place {
        directory: tempfile::TempDir,
        environment: Environment,
        home: Home,
    }

    fn place() -> Place {
        let directory = tempfile::tempdir().unwrap();
        let person = directory.path().canonicalize().unwrap().join("person");
        for below in ["code/a", "code/b", "work"] {
            fs::create_dir_all(person.join(below)).unwrap();
        }
        let environment = Environment { home: Some(person), ..Environment::default() };
        let home = Home::open(&environment).unwrap();
        Place { directory, environment, home }
    }

    impl Place {
        fn resolve(&self, declared: &[&str]) -> Roots {
            let declared: Vec<String> = declared.iter().map(|d| (*d).to_owned()).collect();
            Roots::resolve(&declared, &self.home, &self.environment)
        }

        fn person(&self) -> PathBuf {
            self.environment.home.clone().unwrap()
        }
    }

    #[test]
    fn nested_roots_are_folded_and_order_does_not_matter() {
        let place = place();
        let roots = place.resolve(&["~/code/a", "~/code", "~/work", "~/code"]);
        let paths: Vec<_> = roots.iter().map(|root| root.path.clone()).collect();
        assert_eq!(paths, [place.person().join("code"), place.person().join("work")]);
        assert_eq!(roots.asides().len(), 2);
        assert_eq!(place.resolve(&["~/work", "~/code"]).roots, roots.roots);
    }

    #[test]
    fn what_is_too_wide_or_ours_is_refused() {
        let place = place();
        fs::write(place.person().join("file"), "").unwrap();
        let above = place.directory.path().to_str().unwrap().to_owned();
        for path in
            ["/", "~", "~/", "~/.heimdall", "~/.heimdall/x", "/proc", "code", "~/file", &above]
        {
            let roots = place.resolve(&[path]);
            assert!(roots.is_empty() && roots.asides().len() == 1, "{path}: {roots:?}");
        }
        let error = Roots::admit(&place.person(), &place.home, &place.environment).unwrap_err();
        assert!(error.to_string().contains("HOME itself"), "{error}");
        assert!(
            Roots::admit(&place.person().join("none"), &place.home, &place.environment).is_err()
        );
        let link = place.person().join("link");
        symlink(place.person().join("code"), &link).unwrap();
        let admitted = Roots::admit(&link, &place.home, &place.environment).unwrap();
        assert_eq!(admitted, place.person().join("code"));
    }

    #[test]
    fn an_absent_root_keeps_its_key() {
        let place = place();
        let there = place.resolve(&["~/work"]);
        fs::remove_dir(place.person().join("work")).unwrap();
        let gone = place.resolve(&["~/work"]);
        let (there, gone) = (there.iter().next().unwrap(), gone.iter().next().unwrap());
        assert_eq!(there.key, gone.key);
        assert!(there.is_available() && !gone.is_available());
    }

    #[test]
    fn a_path_is_located_by_its_letters() {
        let place = place();
        fs::create_dir(place.home.notes()).unwrap();
        let roots = place.resolve(&["~/code"]);
        let code = place.person().join("code");
        let locate = |path: &str| roots.locate(format!("{}{path}", code.display()).as_bytes());
        let key = locate("/a/f.rs").unwrap();
        assert_eq!(key.relative(), b"a/f.rs");
        assert_eq!(roots.absolute(&key), Some(code.join("a/f.rs")));
        assert_eq!(locate("/a/").unwrap().relative(), b"a");
        for path in ["", "/", "x/f", "/../f", "/a/../../f", "//f", "/./f"] {
            assert_eq!(locate(path), None, "{path}");
        }
        assert_eq!(roots.place(code.as_os_str().as_bytes()).unwrap().1, b"");
        let note = place.home.notes().join("n.md");
        assert_eq!(roots.locate(note.as_os_str().as_bytes()).unwrap().relative(), b"n.md");
        assert_eq!(roots.locate(place.home.config().as_os_str().as_bytes()), None);
    }
}

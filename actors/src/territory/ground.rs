//! The ground: one reading of the configuration, and every question about paths that follows from
//! it. Replaced as a whole when the configuration changes; shared by all actors.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt as _;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use heimdall_schema::config::Config;
use heimdall_schema::depth::Depth;
use heimdall_schema::id::{ContentHash, FileKey, RootKey};

use super::beneath::Beneath;
use super::depth_policy::DepthPolicy;
use super::error::Error;
use super::home::{Environment, Home};
use super::ignoring::Ignoring;
use super::observe::{Observation, observe};
use super::read::{Reading, Unread, read};
use super::roots::{Root, Roots};
use super::settings;
use super::walk::{Found, Tally, walk};
use crate::auditor::Scope;

/// A file is not read before its last change is this old: two writes within one tick of the file
/// system's clock leave the same times, and the second would never be seen.
const TICK: Duration = Duration::from_millis(20);

/// Everything that the configuration says about paths.
pub struct Ground {
    config: Config,
    roots: Roots,
    ignoring: BTreeMap<RootKey, Ignoring>,
    depths: DepthPolicy,
    problems: Vec<String>,
}

impl Ground {
    /// Reads config.json and looks which roots are there.
    ///
    /// # Errors
    /// The file cannot be read or understood.
    pub fn load(home: &Home, environment: &Environment) -> Result<Self, Error> {
        let config = settings::load(&home.config())?;
        let roots = Roots::resolve(&config.watch_roots, home, environment);
        let rules = |root: &Root| (root.key, Ignoring::new(&root.path, home, environment));
        let ignoring = roots.iter().map(rules).collect();
        let (depths, mut problems) = DepthPolicy::of(&config, environment);
        for aside in roots.asides() {
            problems.push(format!("root {} is left out: {}", aside.declared, aside.reason));
        }
        Ok(Self { config, roots, ignoring, depths, problems })
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What of the configuration could not be followed, a line each.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// The same ground, with another quiet time where one is given (in milliseconds).
    pub fn with_debounce(mut self, debounce_ms: Option<u64>) -> Self {
        self.config.debounce_ms = debounce_ms.unwrap_or(self.config.debounce_ms);
        self
    }

    /// Whether both say the same of every path.
    pub fn same_as(&self, other: &Self) -> bool {
        self.config == other.config && self.roots == other.roots
    }

    /// Roots by key, with their absolute paths.
    pub fn roots(&self) -> impl Iterator<Item = (RootKey, Vec<u8>)> {
        self.roots.iter().map(|root| (root.key, root.path.as_os_str().as_bytes().to_vec()))
    }

    pub fn root(&self, key: RootKey) -> Option<&Root> {
        self.roots.get(key)
    }

    /// Whether the root's directory is there now.
    pub fn available(&self, key: RootKey) -> bool {
        self.root(key).is_some_and(|root| Beneath::open(&root.path).is_ok())
    }

    /// The key of an absolute path; of a root itself, one with an empty relative path. `None`
    /// outside the roots.
    pub fn locate(&self, path: &[u8]) -> Option<FileKey> {
        let path = match path {
            [path @ .., b'/'] if !path.is_empty() => path,
            path => path,
        };
        self.roots.place(path).map(|(root, relative)| FileKey::new(root.key, relative))
    }

    /// The absolute path of a key, without a slash at its end; empty when its root is not one of
    /// ours any more.
    pub fn absolute(&self, key: &FileKey) -> Vec<u8> {
        let Some(root) = self.root(key.root()) else { return Vec::new() };
        let mut path = root.path.as_os_str().as_bytes().to_vec();
        if !key.relative().is_empty() {
            path.push(b'/');
            path.extend_from_slice(key.relative());
        }
        path
    }

    /// Whether the path is ours to index (a file) or to enter (a directory).
    pub fn takes(&self, key: &FileKey, is_directory: bool) -> bool {
        let rules = self.ignoring.get(&key.root());
        rules.is_some_and(|rules| rules.verdict(key.relative(), is_directory).takes())
    }

    /// The depth that the configuration asks for.
    pub fn depth(&self, key: &FileKey) -> Depth {
        self.depths.depth_of(&self.absolute(key))
    }

    /// What is at the path, by one `lstat` that follows no link in any component.
    pub fn observe(&self, key: &FileKey) -> Observation {
        match self.root(key.root()) {
            Some(root) => observe(&root.path, key.relative()),
            None => Observation::OutsideRoot,
        }
    }

    /// Reads the file. Waits until its last change is a clock tick old.
    ///
    /// # Errors
    /// What is there instead of a file that can be read.
    pub fn read(&self, key: &FileKey) -> Result<Reading, Unread> {
        let Some(root) = self.root(key.root()) else {
            return Err(Unread::Not(Observation::OutsideRoot));
        };
        if let Observation::Regular(stat) = observe(&root.path, key.relative()) {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let changed = u64::try_from(stat.mtime_ns.max(stat.ctime_ns)).unwrap_or(0);
            let age = now.checked_sub(Duration::from_nanos(changed));
            // A time in the future says nothing; such a file is read as it is.
            if let Some(wait) = age.and_then(|age| TICK.checked_sub(age)) {
                std::thread::sleep(wait);
            }
        }
        read(&root.path, key.relative(), &self.config.sizes)
    }

    /// Walks a directory of a root (empty: all of it). `None` when the root cannot be opened, and
    /// then nothing is known of what it holds.
    pub fn walk(
        &self,
        root: RootKey,
        below: &[u8],
        found: &mut dyn FnMut(Found<'_>),
    ) -> Option<Tally> {
        let rules = self.ignoring.get(&root)?;
        let walked = walk(rules, below, |thing| {
            found(thing);
            ControlFlow::Continue(())
        });
        walked.inspect_err(|error| tracing::warn!(%error, "a root is not available")).ok()
    }

    /// To be called for every path that may have changed. When that alters what is ignored, gives
    /// the directory below which everything has to be looked at again.
    pub fn rules_changed(&self, path: &[u8]) -> Option<Scope> {
        let (root, relative) = self.roots.place(path)?;
        let below = self.ignoring.get(&root.key)?.touched(relative)?;
        Some(Scope { root: root.key, below })
    }

    /// Those of the files whose bytes no longer have the hash; two are read at a time.
    pub fn rehash(&self, files: &[(FileKey, ContentHash)]) -> Vec<FileKey> {
        let half = files.len().div_ceil(2).max(1);
        let mut differ = std::thread::scope(|scope| {
            let threads: Vec<_> =
                files.chunks(half).map(|part| scope.spawn(|| self.rehash_part(part))).collect();
            // A panic of a thread is a panic of ours.
            threads
                .into_iter()
                .flat_map(|t| t.join().expect("hashing does not panic"))
                .collect::<Vec<_>>()
        });
        differ.sort();
        differ
    }

    fn rehash_part(&self, files: &[(FileKey, ContentHash)]) -> Vec<FileKey> {
        let mut opened: Option<(RootKey, Beneath)> = None;
        let mut buffer = vec![0; 256 << 10];
        let mut differ = Vec::new();
        for (key, hash) in files {
            if opened.as_ref().is_none_or(|(root, _)| *root != key.root()) {
                let root = self.root(key.root()).and_then(|r| Beneath::open(&r.path).ok());
                opened = root.map(|beneath| (key.root(), beneath));
            }
            let Some((_, beneath)) = &opened else { continue };
            let now = hash_of(beneath, key.relative(), &mut buffer);
            // What can't be read is told by its stat, not by its hash.
            if now.is_some_and(|now| now != *hash) {
                differ.push(key.clone());
            }
        }
        differ
    }

    /// Quiet time before a path is looked at, in milliseconds.
    pub fn debounce_ms(&self) -> u64 {
        self.config.debounce_ms
    }

    /// Time between audits.
    pub fn audit_every(&self) -> Duration {
        Duration::from_secs(self.config.audit_every)
    }
}

fn hash_of(beneath: &Beneath, relative: &[u8], buffer: &mut [u8]) -> Option<ContentHash> {
    use std::io::Read as _;
    let (file, _) = beneath.file(relative).ok()??;
    let mut file = std::fs::File::from(file);
    let mut hasher = blake3::Hasher::new();
    loop {
        match file.read(buffer) {
            Ok(0) => return Some(*hasher.finalize().as_bytes()),
            Ok(n) => {
                hasher.update(&buffer[..n]);
            }
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

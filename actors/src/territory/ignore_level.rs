//! What one directory adds to the question of what is ignored, and the chain up from it.

use std::ffi::OsStr;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, FileType, Mode, OFlags};

use super::beneath::{lstat_at, read_small, split};
use super::builtin::{self, Landmarks};
use super::ignore_file::{IgnoreFile, LIMIT};
use super::ignoring::{By, Verdict};

/// A directory's ignore files, and its parent's.
pub struct Level {
    parent: Option<Arc<Level>>,
    /// Bytes of the directory's absolute path with its slash: where a path relative to it starts.
    base: usize,
    gitignore: Option<IgnoreFile>,
    heimdallignore: Option<IgnoreFile>,
    /// `info/exclude`, when the directory is the top of a repository.
    exclude: Option<IgnoreFile>,
    /// Git's excludes for all repositories; the topmost level's.
    global: Option<IgnoreFile>,
    landmarks: Landmarks,
    is_repository: bool,
    in_repository: bool,
    closed: bool,
}

impl Level {
    /// What holds above `root`: the global excludes and, when the root lies inside a repository,
    /// that one's files. A repository that is HOME itself or holds it does not count: it keeps
    /// dotfiles and ignores the rest.
    pub fn above(root: &Path, home: Option<&Path>, global: IgnoreFile) -> Arc<Self> {
        let mut top = Self::blank(None, 1);
        top.global = Some(global);
        let mut level = Arc::new(top);
        let home = home.and_then(|home| home.canonicalize().ok());
        let counts =
            |directory: &&Path| !home.as_deref().unwrap_or(Path::new("/")).starts_with(directory);
        let is_top = |directory: &&Path| directory.join(".git").symlink_metadata().is_ok();
        if is_top(&root) {
            return level;
        }
        let above: Vec<&Path> = root.ancestors().skip(1).take_while(counts).collect();
        let Some(start) = above.iter().position(is_top) else { return level };
        for directory in above[..=start].iter().rev() {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let Ok(fd) = rustix::fs::open(*directory, flags, Mode::empty()) else { break };
            let mut landmarks = Landmarks::look(fd.as_fd());
            // Those are the root's own to bring.
            if !landmarks.has(Landmarks::GITIGNORE) && !landmarks.has(Landmarks::GIT) {
                landmarks = Landmarks::default();
            }
            let mut next = Self::read(directory, b"", fd.as_fd(), landmarks, &level);
            next.heimdallignore = None;
            next.closed = false;
            level = Arc::new(next);
        }
        level
    }

    /// Reads the ignore files of the open directory `fd`, which is at `directory` below `root`.
    pub fn read(
        root: &Path,
        directory: &[u8],
        fd: BorrowedFd<'_>,
        landmarks: Landmarks,
        parent: &Arc<Level>,
    ) -> Self {
        let mut level = Self::absent(root, directory, parent);
        level.landmarks = landmarks;
        if !directory.is_empty() && builtin::is_derived(landmarks) {
            let path = root.join(OsStr::from_bytes(directory));
            level.closed = parent.heimdall(path.as_os_str().as_bytes(), true) != Some(false);
        }
        let file = |name: &[u8]| read_small(fd, name, LIMIT).map(|bytes| IgnoreFile::parse(&bytes));
        if landmarks.has(Landmarks::GITIGNORE) {
            level.gitignore = file(b".gitignore");
        }
        if landmarks.has(Landmarks::HEIMDALLIGNORE) {
            level.heimdallignore = file(b".heimdallignore");
        }
        if landmarks.has(Landmarks::GIT)
            && let Some(git) = git_directory(root, directory, fd)
        {
            level.is_repository = true;
            level.in_repository = true;
            let exclude = git.join("info/exclude");
            level.exclude = read_small(CWD, exclude.as_os_str().as_bytes(), LIMIT)
                .map(|bytes| IgnoreFile::parse(&bytes));
        }
        level
    }

    /// For a directory that cannot be read: it adds nothing.
    pub fn absent(root: &Path, directory: &[u8], parent: &Arc<Level>) -> Self {
        let root = root.as_os_str().len();
        let root = if root == 1 { 0 } else { root };
        let below = if directory.is_empty() { 0 } else { directory.len() + 1 };
        Self::blank(Some(parent.clone()), root + 1 + below)
    }

    fn blank(parent: Option<Arc<Level>>, base: usize) -> Self {
        Self {
            base,
            gitignore: None,
            heimdallignore: None,
            exclude: None,
            global: None,
            landmarks: Landmarks::default(),
            is_repository: false,
            in_repository: parent.as_ref().is_some_and(|parent| parent.in_repository),
            closed: false,
            parent,
        }
    }

    pub fn landmarks(&self) -> Landmarks {
        self.landmarks
    }

    /// Whether the directory is the top of a repository, a worktree or a submodule.
    pub fn is_repository(&self) -> bool {
        self.is_repository
    }

    /// Who leaves out everything in here, for what is in here, unless `.heimdallignore` took it back.
    pub fn closed(&self) -> Option<By> {
        self.closed.then_some(By::Builtin)
    }

    /// The verdict for the entry at `path` (absolute) of this directory.
    pub fn judge(&self, path: &[u8], is_directory: bool) -> Verdict {
        let name = split(path).1;
        if builtin::is_version_control(name) && (is_directory || name == b".git") {
            return Verdict::Ignored { by: By::Builtin };
        }
        match self.heimdall(path, is_directory) {
            Some(true) => return Verdict::Ignored { by: By::Heimdallignore },
            Some(false) => return Verdict::Take,
            None => {}
        }
        if is_directory && builtin::is_left_out(name, self.landmarks, self.in_repository) {
            return Verdict::Ignored { by: By::Builtin };
        }
        if self.git(path, is_directory) {
            return Verdict::Ignored { by: By::Git };
        }
        Verdict::Take
    }

    fn chain(&self) -> impl Iterator<Item = &Level> {
        std::iter::successors(Some(self), |level| level.parent.as_deref())
    }

    fn heimdall(&self, path: &[u8], is_directory: bool) -> Option<bool> {
        self.chain().find_map(|level| {
            level.heimdallignore.as_ref()?.decide(&path[level.base..], is_directory)
        })
    }

    /// Git's order: the directory's own file, those above it up to the top of the repository, the
    /// repository's excludes, everyone's.
    fn git(&self, path: &[u8], is_directory: bool) -> bool {
        let mut excludes = None;
        for level in self.chain() {
            if let Some(decided) =
                level.gitignore.as_ref().and_then(|f| f.decide(&path[level.base..], is_directory))
            {
                return decided;
            }
            if level.is_repository {
                excludes = Some(level);
                break;
            }
        }
        if let Some(top) = excludes
            && let Some(decided) =
                top.exclude.as_ref().and_then(|f| f.decide(&path[top.base..], is_directory))
        {
            return decided;
        }
        // Outside a repository the patterns of everyone's file start at the file system's root.
        let base = excludes.map_or(1, |top| top.base);
        self.chain()
            .find_map(|level| level.global.as_ref())
            .and_then(|f| f.decide(&path[base..], is_directory))
            .unwrap_or(false)
    }
}

/// The directory that holds a repository's `info/exclude`: `.git` itself, or for a worktree or a
/// submodule the one its `.git` file leads to. `None` when `.git` is not git's.
fn git_directory(root: &Path, directory: &[u8], fd: BorrowedFd<'_>) -> Option<PathBuf> {
    let here = root.join(OsStr::from_bytes(directory));
    let stat = lstat_at(fd, b".git").ok()?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => {
            lstat_at(fd, b".git/HEAD").ok()?;
            Some(here.join(".git"))
        }
        FileType::RegularFile => {
            let text = read_small(fd, b".git", 8192)?;
            let git = here.join(OsStr::from_bytes(text.strip_prefix(b"gitdir:")?.trim_ascii()));
            let common = read_small(CWD, git.join("commondir").as_os_str().as_bytes(), 8192);
            Some(match common {
                Some(text) => git.join(OsStr::from_bytes(text.trim_ascii())),
                None => git,
            })
        }
        _ => None,
    }
}

//! Directories that are left out without anyone having said so, by name and by what lies in or
//! beside them.
//!
//! A name alone is enough only where it can mean nothing else. `target` needs a build file beside
//! it. `build`, `dist` and `out` are often source: inside a git repository git's ignore files
//! decide on them, and outside one a package manifest beside them does. What says of itself that
//! it is a cache (CACHEDIR.TAG), a virtual environment (pyvenv.cfg) or a build tree
//! (CMakeCache.txt) is left out whatever its name. `.heimdallignore` can take all of these back,
//! except the version control directories.

use std::os::fd::BorrowedFd;

use super::beneath::lstat_at;

/// Files whose mere presence decides something.
const LANDMARKS: [(&[u8], Landmarks); 14] = [
    (b".git", Landmarks::GIT),
    (b".gitignore", Landmarks::GITIGNORE),
    (b".heimdallignore", Landmarks::HEIMDALLIGNORE),
    (b"CACHEDIR.TAG", Landmarks::CACHE),
    (b"pyvenv.cfg", Landmarks::VENV),
    (b"CMakeCache.txt", Landmarks::CMAKE),
    (b"Cargo.toml", Landmarks::BUILD),
    (b"pom.xml", Landmarks::BUILD),
    (b"build.sbt", Landmarks::BUILD),
    (b"package.json", Landmarks::PACKAGE),
    (b"pyproject.toml", Landmarks::PACKAGE),
    (b"setup.py", Landmarks::PACKAGE),
    (b"build.gradle", Landmarks::PACKAGE),
    (b"build.gradle.kts", Landmarks::PACKAGE),
];

const VERSION_CONTROL: [&[u8]; 9] =
    [b".git", b".hg", b".svn", b".jj", b".bzr", b"_darcs", b".pijul", b"CVS", b".sl"];

/// Tool directories whose names mean nothing else.
const NAMES: [&[u8]; 52] = [
    b"node_modules",
    b"bower_components",
    b"jspm_packages",
    b".pnpm-store",
    b".yarn",
    b".npm",
    b"__pycache__",
    b".mypy_cache",
    b".pytest_cache",
    b".ruff_cache",
    b".hypothesis",
    b".tox",
    b".nox",
    b".venv",
    b".eggs",
    b".ipynb_checkpoints",
    b"site-packages",
    b".gradle",
    b".idea",
    b".vs",
    b".vscode-test",
    b".next",
    b".nuxt",
    b".output",
    b".svelte-kit",
    b".astro",
    b".angular",
    b".docusaurus",
    b".turbo",
    b".nx",
    b".parcel-cache",
    b".cache",
    b".sass-cache",
    b".nyc_output",
    b"coverage",
    b"htmlcov",
    b"DerivedData",
    b"Pods",
    b"Carthage",
    b".build",
    b".swiftpm",
    b".dart_tool",
    b".pub-cache",
    b".terraform",
    b".terragrunt-cache",
    b".serverless",
    b".direnv",
    b".stack-work",
    b"dist-newstyle",
    b"_build",
    b".zig-cache",
    b"zig-cache",
];

/// Ends of directory names, as in `assets.xcassets`.
const ENDS: [&[u8]; 4] = [b".egg-info", b".xcassets", b".dSYM", b".app"];

/// Build output by convention, and source by many.
const OUTPUT: [&[u8]; 3] = [b"build", b"dist", b"out"];

/// Which of the deciding files a directory holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Landmarks(u16);

impl Landmarks {
    pub const GIT: Self = Self(1);
    pub const GITIGNORE: Self = Self(2);
    pub const HEIMDALLIGNORE: Self = Self(4);
    const CACHE: Self = Self(8);
    const VENV: Self = Self(16);
    const CMAKE: Self = Self(32);
    const BUILD: Self = Self(64);
    const PACKAGE: Self = Self(128);

    /// What the entry `name` adds; empty for nearly every name.
    pub fn of_name(name: &[u8]) -> Self {
        // Cheap first: this is asked for every entry of every directory.
        if !matches!(name.first(), Some(b'.' | b'C' | b'p' | b's' | b'b')) {
            return Self::default();
        }
        LANDMARKS.iter().find(|(known, _)| *known == name).map_or(Self::default(), |(_, bit)| *bit)
    }

    /// Those of an open directory, by one `lstat` a name.
    pub fn look(directory: BorrowedFd<'_>) -> Self {
        let mut found = Self::default();
        for (name, bit) in LANDMARKS {
            if !found.has(bit) && lstat_at(directory, name).is_ok() {
                found.add(bit);
            }
        }
        found
    }

    pub fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Whether `name` belongs to a version control system; never ours, whatever an ignore file says.
pub fn is_version_control(name: &[u8]) -> bool {
    VERSION_CONTROL.contains(&name)
}

/// Whether the directory `name` is left out, given what lies beside it.
pub fn is_left_out(name: &[u8], beside: Landmarks, in_repository: bool) -> bool {
    match name {
        b"target" => beside.has(Landmarks::BUILD),
        _ if OUTPUT.contains(&name) => {
            !in_repository && (beside.has(Landmarks::PACKAGE) || beside.has(Landmarks::BUILD))
        }
        _ => NAMES.contains(&name) || ENDS.iter().any(|end| name.ends_with(end)),
    }
}

/// Whether a directory that holds these says of itself that it is derived.
pub fn is_derived(inside: Landmarks) -> bool {
    inside.has(Landmarks::CACHE) || inside.has(Landmarks::VENV) || inside.has(Landmarks::CMAKE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_decides_only_where_it_can_mean_nothing_else() {
        let none = Landmarks::default();
        let cargo = Landmarks::of_name(b"Cargo.toml");
        let package = Landmarks::of_name(b"package.json");
        assert!(is_left_out(b"node_modules", none, true));
        assert!(is_left_out(b"x.egg-info", none, true));
        assert!(!is_left_out(b"target", none, true));
        assert!(is_left_out(b"target", cargo, true));
        assert!(!is_left_out(b"build", package, true));
        assert!(is_left_out(b"build", package, false));
        assert!(!is_left_out(b"build", none, false));
        assert!(!is_left_out(b"src", cargo, false));
        assert!(is_derived(Landmarks::of_name(b"pyvenv.cfg")));
        assert!(!is_derived(cargo));
    }
}

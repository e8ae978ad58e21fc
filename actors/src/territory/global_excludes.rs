//! The patterns that a person keeps for all of their repositories (git's `core.excludesFile`).

use std::path::{Path, PathBuf};

use rustix::fs::CWD;

use super::beneath::read_small;
use super::home::Environment;
use super::ignore_file::{IgnoreFile, LIMIT};

/// Reads them; git's default place is `$XDG_CONFIG_HOME/git/ignore`. Configuration that is
/// included from elsewhere is not followed.
pub fn load(environment: &Environment) -> IgnoreFile {
    let config = environment
        .xdg_config_home
        .clone()
        .or_else(|| Some(environment.home.as_ref()?.join(".config")))
        .map(|directory| directory.join("git"));
    let mut file = config.as_ref().map(|directory| directory.join("ignore"));
    // Later files win, as for git.
    let places = [
        Some(PathBuf::from("/etc/gitconfig")),
        config.map(|directory| directory.join("config")),
        environment.home.as_ref().map(|home| home.join(".gitconfig")),
    ];
    for place in places.into_iter().flatten() {
        if let Some(named) = bytes_of(&place).and_then(|text| excludes_file(&text)) {
            file = (!named.is_empty()).then(|| environment.expand(&named));
        }
    }
    file.and_then(|path| bytes_of(&path)).map(|bytes| IgnoreFile::parse(&bytes)).unwrap_or_default()
}

/// Dotfiles are often links, and these are not below a root, so a link is followed here; what it
/// leads to must be a regular file.
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let path = path.canonicalize().ok()?;
    read_small(rustix::fd::AsFd::as_fd(&CWD), path.as_os_str().as_encoded_bytes(), LIMIT)
}

/// The last value of `excludesfile` in a `[core]` section.
fn excludes_file(config: &[u8]) -> Option<Vec<u8>> {
    let mut in_core = false;
    let mut found = None;
    for line in config.split(|b| *b == b'\n').map(<[u8]>::trim_ascii) {
        if let Some(section) = line.strip_prefix(b"[") {
            in_core =
                section.split(|b| *b == b']').next().unwrap_or(b"").eq_ignore_ascii_case(b"core");
        } else if in_core
            && let Some(equals) = memchr::memchr(b'=', line)
            && line[..equals].trim_ascii().eq_ignore_ascii_case(b"excludesfile")
        {
            let value = line[equals + 1..].trim_ascii();
            let bare = value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\""));
            found = Some(bare.unwrap_or(value).to_vec());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_file_is_found_where_git_finds_it() {
        let place = tempfile::tempdir().unwrap();
        let environment = Environment { home: Some(place.path().into()), ..Environment::default() };
        fs::create_dir_all(place.path().join(".config/git")).unwrap();
        fs::write(place.path().join(".config/git/ignore"), "*.swp\n").unwrap();
        assert_eq!(load(&environment).decide(b"a.swp", false), Some(true));
        fs::write(
            place.path().join(".gitconfig"),
            "[user]\n\tname = x\n[Core]\n\texcludesFile = \"~/mine\"\n",
        )
        .unwrap();
        fs::write(place.path().join("mine"), "*.mine\n").unwrap();
        let patterns = load(&environment);
        assert_eq!(patterns.decide(b"a.swp", false), None);
        assert_eq!(patterns.decide(b"a.mine", false), Some(true));
    }
}

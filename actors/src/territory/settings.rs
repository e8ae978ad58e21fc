//! config.json: read whole, edited in place, never half written.
//!
//! An edit changes `watch_roots` and nothing else: all other keys, known or not, stay as they are
//! and in their order.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use heimdall_schema::config::Config;
use serde_json::{Map, Value};

use super::error::Error;

/// Reads the settings; a missing file is all defaults.
///
/// # Errors
/// [`Error::Config`] with line and column when the file is broken, [`Error::Io`] when it cannot be
/// read. Whoever holds earlier settings keeps them.
pub fn load(path: &Path) -> Result<Config, Error> {
    let text = text_of(path)?;
    parse(path, &text)
}

/// Applies `edit` to the list of `watch_roots` and writes the file when that changed it.
/// Returns whether it did.
///
/// # Errors
/// As [`load`]: a file that is broken is not touched.
pub fn edit_watch_roots(path: &Path, edit: impl FnOnce(&mut Vec<String>)) -> Result<bool, Error> {
    let text = text_of(path)?;
    let before = parse(path, &text)?.watch_roots;
    let mut after = before.clone();
    edit(&mut after);
    if after == before {
        return Ok(false);
    }
    let mut keys: Map<String, Value> = if text.trim().is_empty() {
        Map::from_iter([("version".to_owned(), Value::from(1))])
    } else {
        serde_json::from_str(&text).map_err(|e| broken(path, &e))?
    };
    keys.insert("watch_roots".into(), Value::from(after));
    let mut written = serde_json::to_string_pretty(&keys).map_err(|e| broken(path, &e))?;
    written.push('\n');
    replace(path, written.as_bytes())?;
    Ok(true)
}

fn text_of(path: &Path) -> Result<String, Error> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(e) => Err(Error::io(path, "read", e)),
    }
}

/// Parses, and finds the place of a value of the wrong type, which serde knows only when all keys
/// are known to it.
fn parse(path: &Path, text: &str) -> Result<Config, Error> {
    Config::parse(text).map_err(|e| {
        let mut error = broken(path, &e);
        if let (true, Error::Config { line, column, message, .. }) = (e.is_data(), &mut error)
            && let Some((key, at)) = culprit(text)
        {
            let before = &text[..at];
            *line = before.matches('\n').count() + 1;
            *column = at - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
            *message = format!("{key}: {message}");
        }
        error
    })
}

/// The first key that is wrong by itself, and where it stands in the text.
fn culprit(text: &str) -> Option<(String, usize)> {
    let keys: Map<String, Value> = serde_json::from_str(text).ok()?;
    let (key, _) = keys.into_iter().find(|(key, value)| {
        let alone = Value::Object(Map::from_iter([(key.clone(), value.clone())]));
        Config::parse(&alone.to_string()).is_err()
    })?;
    let at = text.find(&Value::from(key.as_str()).to_string())?;
    Some((key, at))
}

fn broken(path: &Path, e: &serde_json::Error) -> Error {
    let mut message = e.to_string();
    // The place is said once, in front.
    if let Some(cut) = message.rfind(" at line ") {
        message.truncate(cut);
    }
    Error::Config { path: path.into(), line: e.line(), column: e.column(), message }
}

/// Writes `bytes` beside `path` (0600), syncs, and moves it into place.
///
/// # Errors
/// [`Error::Io`]; the old file is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let fresh = directory.join(name);
    let written = write_synced(&fresh, bytes)
        .and_then(|()| fs::rename(&fresh, path))
        .and_then(|()| File::open(directory)?.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    written.map_err(|e| Error::io(path, "write", e))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Left over from a process of the same id that died here.
    let _ = fs::remove_file(path);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn an_edit_keeps_every_other_key_in_its_order() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("config.json");
        fs::write(
            &path,
            r#"{"zebra": {"b": 1, "a": [2]}, "watch_roots": ["~/a"], "depth": "file"}"#,
        )
        .unwrap();
        assert!(edit_watch_roots(&path, |roots| roots.push("/b".into())).unwrap());
        let text = fs::read_to_string(&path).unwrap();
        let keys: Map<String, Value> = serde_json::from_str(&text).unwrap();
        assert_eq!(keys.keys().collect::<Vec<_>>(), ["zebra", "watch_roots", "depth"]);
        assert_eq!(keys["zebra"].to_string(), r#"{"b":1,"a":[2]}"#);
        assert_eq!(load(&path).unwrap().watch_roots, ["~/a", "/b"]);
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert!(!edit_watch_roots(&path, |_| ()).unwrap());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn missing_is_defaults_and_broken_names_the_place() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("config.json");
        assert_eq!(load(&path).unwrap(), Config::default());
        assert!(edit_watch_roots(&path, |roots| roots.push("/b".into())).unwrap());
        fs::write(&path, "{\n  \"depth\": \"deep\"\n}").unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(error.contains("config.json:2:3: depth: ") && error.contains("deep"), "{error}");
        fs::write(&path, "{").unwrap();
        assert!(edit_watch_roots(&path, |roots| roots.clear()).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "{");
    }
}

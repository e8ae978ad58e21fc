//! The paths that an agent's hook names, from the document it sends to `heimdall hint --stdin`.
//!
//! Only known fields of the tool's input are looked at: what a tool wrote, replaced or ran is full
//! of strings that look like paths. Also takes lines that are absolute paths. Never touches the
//! disk; whether a path is inside a root is for the roots to say.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use super::error::Error;
use super::home::Environment;

/// Longest input, in bytes: a document quotes the file it is about, twice for an edit.
pub const LIMIT: usize = 16 << 20;
/// Longest path that is taken, in bytes.
const PATH_LIMIT: usize = 4096;
/// Most paths that are taken of one input.
const PATHS: usize = 10_000;
/// How deep lists of edits may nest.
const NESTING: usize = 3;

/// Where a document keeps the tool's input; without one, the document is the input.
const INPUTS: [&str; 7] =
    ["tool_input", "toolInput", "input", "arguments", "args", "parameters", "params"];
/// Fields that hold a path, a list of them, or a list of objects with such fields.
const FIELDS: [&str; 16] = [
    "file_path",
    "filePath",
    "notebook_path",
    "notebookPath",
    "path",
    "file",
    "absolute_path",
    "absolutePath",
    "target_file",
    "targetFile",
    "paths",
    "files",
    "file_paths",
    "filePaths",
    "edits",
    "changes",
];

/// A path that was named, absolute, without `.` and `..`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    pub path: Vec<u8>,
    /// `tool:<name>`, the document's own `reason`, or `hint`.
    pub reason: String,
}

/// Reads one document, several in a row, or lines; gives each path once, in the order of paths.
/// Relative paths are resolved by the document's `cwd`, else by `cwd`. What cannot be understood is
/// passed over.
///
/// # Errors
/// [`Error::HookTooLong`] over [`LIMIT`].
pub fn paths(
    input: &[u8],
    cwd: Option<&Path>,
    environment: &Environment,
) -> Result<Vec<Named>, Error> {
    if input.len() > LIMIT {
        return Err(Error::HookTooLong { size: input.len(), limit: LIMIT });
    }
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let mut reader = Reader { cwd, environment, found: BTreeSet::new() };
    let documents: Result<Vec<Value>, _> =
        serde_json::Deserializer::from_slice(input).into_iter().collect();
    match documents {
        Ok(documents) => documents.iter().for_each(|document| reader.document(document)),
        Err(_) => input.split(|b| *b == b'\n').for_each(|line| reader.line(line)),
    }
    Ok(reader.found.into_iter().map(|(path, reason)| Named { path, reason }).collect())
}

struct Reader<'a> {
    cwd: Option<&'a Path>,
    environment: &'a Environment,
    found: BTreeSet<(Vec<u8>, String)>,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.starts_with(b"/") || line.starts_with(b"~/") {
            self.take(line, None, "hint");
        } else if let Ok(document) = serde_json::from_slice::<Value>(line) {
            self.document(&document);
        }
    }

    fn document(&mut self, document: &Value) {
        let none = Map::new();
        let object = document.as_object().unwrap_or(&none);
        let text = |keys: &[&str]| keys.iter().find_map(|key| object.get(*key)?.as_str());
        let cwd =
            text(&["cwd", "working_directory"]).map(Path::new).filter(|cwd| cwd.is_absolute());
        let reason = match text(&["tool_name", "toolName", "tool"]) {
            Some(tool) => format!("tool:{}", tool.chars().take(64).collect::<String>()),
            None => text(&["reason"]).unwrap_or("hint").chars().take(64).collect(),
        };
        let cwd = cwd.map(Path::to_path_buf);
        match INPUTS.iter().find_map(|key| object.get(*key)) {
            // Some harnesses send the input as JSON in a string.
            Some(Value::String(inner)) => {
                if let Ok(inner) = serde_json::from_str::<Value>(inner) {
                    self.value(&inner, cwd.as_deref(), &reason, NESTING);
                }
            }
            Some(input) => self.value(input, cwd.as_deref(), &reason, NESTING),
            None => self.value(document, cwd.as_deref(), &reason, NESTING),
        }
    }

    fn value(&mut self, value: &Value, cwd: Option<&Path>, reason: &str, nesting: usize) {
        if nesting == 0 {
            return;
        }
        match value {
            Value::String(path) => self.take(path.as_bytes(), cwd, reason),
            Value::Array(values) => {
                values.iter().for_each(|value| self.value(value, cwd, reason, nesting - 1));
            }
            Value::Object(fields) => {
                for value in FIELDS.iter().filter_map(|field| fields.get(*field)) {
                    self.value(value, cwd, reason, nesting);
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, path: &[u8], cwd: Option<&Path>, reason: &str) {
        if path.is_empty()
            || path.len() > PATH_LIMIT
            || path.contains(&0)
            || self.found.len() == PATHS
        {
            return;
        }
        let mut path = self.environment.expand(path);
        if path.is_relative() {
            let Some(cwd) = cwd.or(self.cwd) else { return };
            path = cwd.join(path);
        }
        if let Some(path) = normal(&path) {
            self.found.insert((path.as_os_str().as_bytes().to_vec(), reason.to_owned()));
        }
    }
}

/// Without `.` and `..`, by letters; `None` for what leads above `/` or is not absolute.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::RootDir => normal.push("/"),
            Component::Normal(name) => normal.push::<&OsStr>(name),
            Component::ParentDir => {
                if !normal.pop() {
                    return None;
                }
            }
            Component::CurDir | Component::Prefix(_) => {}
        }
    }
    normal.is_absolute().then_some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(input: &str) -> Vec<(String, String)> {
        let environment = Environment { home: Some("/h".into()), ..Environment::default() };
        paths(input.as_bytes(), Some(Path::new("/w")), &environment)
            .unwrap()
            .into_iter()
            .map(|named| (String::from_utf8(named.path).unwrap(), named.reason))
            .collect()
    }

    fn only_paths(input: &str) -> Vec<String> {
        of(input).into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn a_claude_code_document_names_only_its_file() {
        let document = r#"{"session_id": "s", "transcript_path": "/h/.claude/t.jsonl", "cwd": "/h/code",
            "hook_event_name": "PostToolUse", "tool_name": "Edit",
            "tool_input": {"file_path": "src/caf\u00e9 \"x\".rs", "old_string": "/etc/passwd",
                "new_string": "/etc/shadow", "content": "/a/b", "command": "cat /etc/hosts"},
            "tool_response": {"filePath": "/other", "originalFile": "/y"}}"#;
        assert_eq!(
            of(document),
            [("/h/code/src/café \"x\".rs".to_owned(), "tool:Edit".to_owned())]
        );
    }

    #[test]
    fn known_fields_of_other_harnesses() {
        assert_eq!(only_paths(r#"{"toolName": "write", "input": {"filePath": "/a"}}"#), ["/a"]);
        assert_eq!(
            only_paths(r#"{"args": {"paths": ["/b", "c"], "files": [{"path": "~/d"}]}}"#),
            ["/b", "/h/d", "/w/c"]
        );
        assert_eq!(
            only_paths(
                r#"{"tool_input": {"edits": [{"file_path": "/e", "new_string": "/x"}, {"path": "/f"}]}}"#
            ),
            ["/e", "/f"]
        );
        assert_eq!(only_paths(r#"{"arguments": "{\"file_path\": \"/g\"}"}"#), ["/g"]);
        assert_eq!(
            of(r#"{"path": "/a/../b/./c", "reason": "mine"}"#),
            [("/b/c".into(), "mine".into())]
        );
        assert_eq!(only_paths(r#"{"tool_input": {"path": "/../x"}}"#), Vec::<String>::new());
        assert_eq!(
            only_paths(r#"{"tool_input": {"file_path": 3, "path": null}}"#),
            Vec::<String>::new()
        );
    }

    #[test]
    fn several_documents_and_plain_lines() {
        let lines = "{\"path\": \"/a\"}\nnot json\n/b c\r\n~/d\nrelative\n{\"path\": \"/a\"}\n{\"torn\": \"/x";
        assert_eq!(only_paths(lines), ["/a", "/b c", "/h/d"]);
        assert_eq!(only_paths("{\"path\":\"/a\"} {\"path\":\"/b\"}"), ["/a", "/b"]);
        assert_eq!(only_paths(""), Vec::<String>::new());
        assert_eq!(only_paths(&"[".repeat(100_000)), Vec::<String>::new());
    }

    #[test]
    fn bytes_that_are_no_text_and_too_much() {
        let environment = Environment::default();
        let found = paths(b"/a\xff\n", None, &environment).unwrap();
        assert_eq!(found[0].path, b"/a\xff");
        assert!(matches!(
            paths(&vec![b' '; LIMIT + 1], None, &environment),
            Err(Error::HookTooLong { .. })
        ));
        assert_eq!(paths(br#"{"path": "rel"}"#, None, &environment).unwrap(), []);
    }
}

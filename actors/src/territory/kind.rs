//! What sort of file it is: from its name, its size, its first bytes and its text, in that order,
//! each looked at only when the one before did not settle it.

use heimdall_schema::config::Sizes;
use heimdall_schema::depth::Depth;
use heimdall_schema::language;
use heimdall_schema::record::FileKind;

use super::beneath::split;
use super::secret_name::is_secret;

/// Bytes in which a NUL makes a file binary.
pub const HEAD: usize = 8192;

/// A file's kind, how deep it may be known for it, and why; the reason of plain text is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub kind: FileKind,
    pub limit: Depth,
    pub reason: String,
}

impl Standing {
    pub fn new(kind: FileKind, reason: impl Into<String>) -> Self {
        let limit = match kind {
            FileKind::Text => Depth::MAX,
            FileKind::Large | FileKind::Generated | FileKind::Quarantined => Depth::File,
            FileKind::Binary | FileKind::Secret | FileKind::Huge | FileKind::Unreadable => {
                Depth::Path
            }
        };
        Self { kind, limit, reason: reason.into() }
    }

    pub fn text() -> Self {
        Self::new(FileKind::Text, "")
    }
}

const LOCK_FILES: [&str; 11] = [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "packages.lock.json",
    "project.assets.json",
    "go.sum",
    "go.work.sum",
    "package.resolved",
    "cartfile.resolved",
    ".terraform.lock.hcl",
    ".pnp.cjs",
];

/// Lower-case extensions of what is never text.
const BINARY: [&str; 108] = [
    "png",
    "jpg",
    "jpeg",
    "gif",
    "bmp",
    "ico",
    "icns",
    "webp",
    "avif",
    "heic",
    "tif",
    "tiff",
    "psd",
    "xcf",
    "ai",
    "eps",
    "raw",
    "mp3",
    "wav",
    "flac",
    "ogg",
    "oga",
    "m4a",
    "aac",
    "aiff",
    "mid",
    "mp4",
    "m4v",
    "mov",
    "avi",
    "mkv",
    "webm",
    "wmv",
    "ogv",
    "zip",
    "gz",
    "tgz",
    "bz2",
    "xz",
    "zst",
    "lz4",
    "7z",
    "rar",
    "tar",
    "jar",
    "war",
    "ear",
    "whl",
    "egg",
    "gem",
    "apk",
    "ipa",
    "deb",
    "rpm",
    "dmg",
    "iso",
    "img",
    "pkg",
    "msi",
    "cab",
    "exe",
    "dll",
    "so",
    "dylib",
    "a",
    "o",
    "obj",
    "lib",
    "class",
    "pyc",
    "pyo",
    "pyd",
    "wasm",
    "node",
    "rlib",
    "rmeta",
    "elc",
    "beam",
    "pdb",
    "ttf",
    "otf",
    "woff",
    "woff2",
    "eot",
    "pdf",
    "doc",
    "docx",
    "xls",
    "xlsx",
    "ppt",
    "pptx",
    "odt",
    "ods",
    "odp",
    "sqlite",
    "sqlite3",
    "db",
    "redb",
    "mdb",
    "parquet",
    "arrow",
    "feather",
    "npy",
    "npz",
    "pkl",
    "gguf",
    "safetensors",
    "lockb",
];

/// What the path alone settles.
pub fn by_name(relative: &[u8]) -> Option<Standing> {
    if is_secret(relative) {
        return Some(Standing::new(FileKind::Secret, "a secret by its name, never opened"));
    }
    let name = String::from_utf8_lossy(split(relative).1).to_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if BINARY.contains(&extension) {
        return Some(Standing::new(
            FileKind::Binary,
            format!("binary by its extension .{extension}"),
        ));
    }
    if extension == "lock" || extension == "lockfile" || LOCK_FILES.contains(&name.as_str()) {
        return Some(Standing::new(FileKind::Generated, "a lock file"));
    }
    if extension == "map" {
        return Some(Standing::new(FileKind::Generated, "a source map"));
    }
    if [".min.js", ".min.mjs", ".min.css", "-min.js"].iter().any(|end| name.ends_with(end)) {
        return Some(Standing::new(FileKind::Generated, "minified, by its name"));
    }
    None
}

/// What the size settles.
pub fn by_size(size: u64, sizes: &Sizes) -> Option<Standing> {
    if size > sizes.hash {
        let reason = format!("{} is over {}, not read", bytes(size), bytes(sizes.hash));
        Some(Standing::new(FileKind::Huge, reason))
    } else if size > sizes.parse {
        let reason = format!(
            "{} is over {}, only its first {} searched",
            bytes(size),
            bytes(sizes.parse),
            bytes(sizes.head)
        );
        Some(Standing::new(FileKind::Large, reason))
    } else {
        None
    }
}

/// Whether the first bytes are those of a binary file.
pub fn is_binary(head: &[u8]) -> bool {
    let head = &head[..head.len().min(HEAD)];
    !super::decode::has_wide_mark(head) && memchr::memchr(0, head).is_some()
}

/// Whether source was made by a program for a program: lines over 400 bytes on average, and one
/// over 5,000. Prose and tables may have long lines.
pub fn is_minified(relative: &[u8], text: &str) -> bool {
    if text.len() <= 5_000 {
        return false;
    }
    let prose = |name| matches!(name, "markdown" | "text");
    if language::recognise(split(relative).1, "").is_none_or(|language| prose(language.name)) {
        return false;
    }
    let (mut lines, mut longest, mut start) = (1, 0, 0);
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        longest = longest.max(end - start);
        start = end + 1;
        lines += 1;
    }
    longest = longest.max(text.len() - start);
    longest > 5_000 && text.len() / lines > 400
}

/// A size as a person reads it.
fn bytes(size: u64) -> String {
    match size {
        0..1024 => format!("{size} B"),
        1024..1_048_576 => format!("{:.1} KiB", size as f64 / 1024.0),
        _ => format!("{:.1} MiB", size as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_settle_kinds() {
        let kind = |name: &str| by_name(name.as_bytes()).map(|standing| standing.kind);
        assert_eq!(kind("a/Cargo.lock"), Some(FileKind::Generated));
        assert_eq!(kind("package-lock.json"), Some(FileKind::Generated));
        assert_eq!(kind("go.sum"), Some(FileKind::Generated));
        assert_eq!(kind("x.min.js"), Some(FileKind::Generated));
        assert_eq!(kind("x.js.map"), Some(FileKind::Generated));
        assert_eq!(kind("logo.PNG"), Some(FileKind::Binary));
        assert_eq!(kind(".env"), Some(FileKind::Secret));
        assert_eq!(kind("main.rs"), None);
        assert_eq!(kind("lock.rs"), None);
    }

    #[test]
    fn sizes_settle_kinds() {
        let sizes = Sizes::default();
        let kind = |size| by_size(size, &sizes).map(|standing| standing.kind);
        assert_eq!(kind(sizes.parse), None);
        assert_eq!(kind(sizes.parse + 1), Some(FileKind::Large));
        assert_eq!(kind(sizes.hash), Some(FileKind::Large));
        assert_eq!(kind(sizes.hash + 1), Some(FileKind::Huge));
        assert_eq!(by_size(3 << 20, &sizes).map(|s| s.limit), Some(Depth::File));
    }

    #[test]
    fn minified_source_has_long_lines_on_average() {
        let long = "x".repeat(6_000);
        assert!(is_minified(b"a.js", &long));
        assert!(is_minified(b"a.json", &format!("{long}\n{long}\n")));
        assert!(!is_minified(b"a.md", &long));
        assert!(!is_minified(b"a.unknown", &long));
        assert!(!is_minified(b"a.js", &format!("{}{long}", "let a = 1;\n".repeat(100))));
    }

    #[test]
    fn a_nul_is_binary_unless_a_mark_says_otherwise() {
        assert!(is_binary(b"ab\0c"));
        assert!(!is_binary(b"\xff\xfea\0b\0"));
        assert!(!is_binary(b"\0\0\xfe\xff\0\0\0a"));
        let mut late = vec![b'a'; HEAD];
        late.push(0);
        assert!(!is_binary(&late));
    }
}

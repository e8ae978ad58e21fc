//! Random operations on a tree of files: a person, an editor and git at work.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::common::{Random, TestEnvironment};

/// Where the operations happen, and what they know.
pub struct Tree<'a> {
    environment: &'a TestEnvironment,
    repository: PathBuf,
    outside: PathBuf,
}

impl<'a> Tree<'a> {
    pub fn new(environment: &'a TestEnvironment) -> Self {
        Self {
            environment,
            repository: environment.work().join("repo"),
            outside: environment.home().join("outside"),
        }
    }

    /// Everything below the repository but git's own, directories or files.
    fn all(&self, directories: bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut ahead = vec![self.repository.clone()];
        while let Some(directory) = ahead.pop() {
            let Ok(entries) = fs::read_dir(&directory) else { continue };
            for entry in entries.flatten() {
                if entry.file_name() == ".git" {
                    continue;
                }
                let is_directory = entry.file_type().is_ok_and(|t| t.is_dir());
                if is_directory {
                    ahead.push(entry.path());
                }
                if is_directory == directories {
                    found.push(entry.path());
                }
            }
        }
        found.sort();
        found
    }

    fn file(&self, random: &mut Random) -> Option<PathBuf> {
        let all = self.all(false);
        (!all.is_empty()).then(|| all[random.below(all.len())].clone())
    }

    /// A directory, the repository itself among them.
    fn directory(&self, random: &mut Random) -> PathBuf {
        let mut all = self.all(true);
        all.push(self.repository.clone());
        all[random.below(all.len())].clone()
    }

    fn new_name(&self, random: &mut Random) -> String {
        let endings = ["rs", "py", "md", "txt", "json", "tmp"];
        format!("n{}.{}", random.below(40), endings[random.below(endings.len())])
    }
}

/// Does one operation; what cannot be done is no failure. Gives what was tried.
pub fn operate(tree: &mut Tree<'_>, random: &mut Random, n: usize) -> String {
    let said = match random.below(20) {
        0..=4 => create(tree, random, n),
        5 | 6 => edit(tree, random, n),
        7 => append(tree, random, n),
        8 | 9 => remove(tree, random),
        10 => rename_file(tree, random),
        11 => rename_directory(tree, random),
        12 => make_deep(tree, random, n),
        13 => swap(tree, random),
        14 => move_out_or_in(tree, random),
        15 => touch(tree, random),
        16 => change_mode(tree, random),
        17 => ignore(tree, random),
        18 => remove_directory(tree, random),
        _ => git(tree, random, n),
    };
    format!("{n}: {said}")
}

fn content(path: &Path, n: usize) -> String {
    match path.extension().and_then(|e| e.to_str()) {
        Some("rs") => format!("/// Number {n}.\npub fn f{n}() {{ g{}(); }}\n", n % 7),
        Some("py") => format!("def f{n}():\n    return g{}()\n", n % 7),
        Some("md") => format!("# Heading {n}\n\ntext\n"),
        Some("json") => format!("{{\"key{n}\": {n}}}\n"),
        _ => format!("text {n}\n"),
    }
}

fn write(path: &Path, text: &str) {
    if fs::write(path, text).is_ok() {
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o644));
    }
}

fn create(tree: &Tree<'_>, random: &mut Random, n: usize) -> String {
    let path = tree.directory(random).join(tree.new_name(random));
    write(&path, &content(&path, n));
    format!("write {}", path.display())
}

fn edit(tree: &Tree<'_>, random: &mut Random, n: usize) -> String {
    let Some(path) = tree.file(random) else { return "nothing to edit".into() };
    if path.file_name().is_some_and(|name| name == ".gitignore") {
        return "an ignore file stays".into();
    }
    if random.below(2) == 0 {
        write(&path, &content(&path, n));
        return format!("edit {}", path.display());
    }
    // As editors do it: a new file in the place of the old one.
    let beside = path.with_extension("swp-new");
    write(&beside, &content(&path, n));
    let _ = fs::rename(&beside, &path);
    format!("replace {}", path.display())
}

fn append(tree: &Tree<'_>, random: &mut Random, n: usize) -> String {
    use std::io::Write as _;
    let Some(path) = tree.file(random) else { return "nothing to append to".into() };
    if let Ok(mut file) = fs::File::options().append(true).open(&path) {
        for _ in 0..random.below(3) + 1 {
            let _ = writeln!(file, "# more {n}");
        }
    }
    format!("append {}", path.display())
}

fn remove(tree: &Tree<'_>, random: &mut Random) -> String {
    let Some(path) = tree.file(random) else { return "nothing to remove".into() };
    let _ = fs::remove_file(&path);
    format!("remove {}", path.display())
}

fn rename_file(tree: &Tree<'_>, random: &mut Random) -> String {
    let Some(path) = tree.file(random) else { return "nothing to rename".into() };
    let to = tree.directory(random).join(tree.new_name(random));
    let _ = fs::rename(&path, &to);
    format!("rename {} to {}", path.display(), to.display())
}

fn rename_directory(tree: &Tree<'_>, random: &mut Random) -> String {
    let from = tree.directory(random);
    let to = tree.directory(random).join(format!("d{}", random.below(9)));
    if from != tree.repository {
        let _ = fs::rename(&from, &to);
    }
    format!("rename {} to {}", from.display(), to.display())
}

fn make_deep(tree: &Tree<'_>, random: &mut Random, n: usize) -> String {
    let mut path = tree.directory(random);
    for _ in 0..random.below(5) + 1 {
        path.push(format!("d{}", random.below(9)));
    }
    if path.components().count() < 40 && fs::create_dir_all(&path).is_ok() {
        path.push(tree.new_name(random));
        write(&path, &content(&path, n));
    }
    format!("mkdir -p and write {}", path.display())
}

fn swap(tree: &Tree<'_>, random: &mut Random) -> String {
    let (Some(a), Some(b)) = (tree.file(random), tree.file(random)) else {
        return "nothing to swap".into();
    };
    let aside = tree.repository.join("aside.swap");
    if a != b && fs::rename(&a, &aside).is_ok() {
        let _ = fs::rename(&b, &a);
        let _ = fs::rename(&aside, &b);
    }
    format!("swap {} and {}", a.display(), b.display())
}

fn move_out_or_in(tree: &Tree<'_>, random: &mut Random) -> String {
    let away = tree.outside.join("away");
    if away.try_exists().unwrap_or(false) {
        let to = tree.directory(random).join(format!("back{}", random.below(4)));
        let _ = fs::rename(&away, &to);
        return format!("move in to {}", to.display());
    }
    let from = tree.directory(random);
    if from != tree.repository {
        let _ = fs::rename(&from, &away);
    }
    format!("move out {}", from.display())
}

fn touch(tree: &Tree<'_>, random: &mut Random) -> String {
    let Some(path) = tree.file(random) else { return "nothing to touch".into() };
    if let Ok(file) = fs::File::options().write(true).open(&path) {
        let ago = Duration::from_secs(random.below(1_000_000) as u64);
        let _ = file.set_modified(SystemTime::now() - ago);
    }
    format!("touch {}", path.display())
}

fn change_mode(tree: &Tree<'_>, random: &mut Random) -> String {
    let Some(path) = tree.file(random) else { return "nothing to chmod".into() };
    let mode = [0o644, 0o600, 0o755][random.below(3)];
    let _ = fs::set_permissions(&path, fs::Permissions::from_mode(mode));
    format!("chmod {mode:o} {}", path.display())
}

fn ignore(tree: &Tree<'_>, random: &mut Random) -> String {
    let path = tree.directory(random).join(".gitignore");
    let rules = ["*.tmp\n", "d1/\n", "/d2\n!n3.rs\n", "*.json\n!n1.json\n", "", "n1*\n"];
    let rule = rules[random.below(rules.len())];
    if random.below(4) == 0 {
        let _ = fs::remove_file(&path);
    } else {
        let _ = fs::write(&path, rule);
    }
    format!("ignore {rule:?} in {}", path.display())
}

fn remove_directory(tree: &Tree<'_>, random: &mut Random) -> String {
    let path = tree.directory(random);
    if path != tree.repository && random.below(2) == 0 {
        let _ = fs::remove_dir_all(&path);
    }
    format!("rm -r {}", path.display())
}

fn git(tree: &Tree<'_>, random: &mut Random, n: usize) -> String {
    let git = |arguments: &[&str]| tree.environment.try_git("repo", arguments);
    git(&["add", "-A"]);
    git(&["commit", "-q", "--allow-empty", "-m", &n.to_string()]);
    let branch = ["main", "other"][random.below(2)];
    git(&["checkout", "-q", "-f", branch]);
    format!("git commit and checkout {branch}")
}

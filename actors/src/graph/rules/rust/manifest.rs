//! What a `Cargo.toml` says of crates: names, paths, dependencies, members.

/// The part of a manifest that resolution asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    pub package: Option<String>,
    pub library: Option<String>,
    pub library_path: Option<String>,
    pub dependencies: Vec<Dependency>,
    /// Those of the workspace, which its members inherit.
    pub shared: Vec<Dependency>,
    pub members: Vec<String>,
}

/// A dependency, by the name that the manifest gives it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    pub key: String,
    pub path: Option<String>,
    pub package: Option<String>,
    pub inherited: bool,
}

impl Manifest {
    /// The name under which its library is known in code.
    pub fn library_name(&self) -> Option<String> {
        self.library.clone().or_else(|| Some(self.package.as_ref()?.replace('-', "_")))
    }

    fn set(&mut self, section: &str, key: &str, value: &str) {
        match (section, key) {
            ("package", "name") => self.package = string(value),
            ("lib", "name") => self.library = string(value),
            ("lib", "path") => self.library_path = string(value),
            ("workspace", "members") => self.members = strings(value),
            _ => self.depend(section, key, value),
        }
    }

    fn depend(&mut self, section: &str, key: &str, value: &str) {
        let is_table = |section: &str| {
            section.ends_with("dependencies") && !section.starts_with("workspace.metadata")
        };
        let list = if section.starts_with("workspace.") {
            &mut self.shared
        } else {
            &mut self.dependencies
        };
        let mut of = |name: &str| -> usize {
            list.iter().position(|d| d.key == name).unwrap_or_else(|| {
                list.push(Dependency { key: name.to_owned(), ..Dependency::default() });
                list.len() - 1
            })
        };
        if is_table(section) {
            // `a = "1"`, `a = { path = ".." }`, `a.workspace = true`
            let (name, field) = key.split_once('.').unwrap_or((key, ""));
            let at = of(name.trim_matches('"'));
            if !field.is_empty() {
                list[at].set(field, value);
            } else if let Some(table) = value.strip_prefix('{') {
                for part in split(table.trim_end_matches('}')) {
                    if let Some((field, value)) = part.split_once('=') {
                        list[at].set(field.trim(), value.trim());
                    }
                }
            }
        } else if let Some((table, name)) = section.rsplit_once('.')
            && is_table(table)
        {
            let at = of(name.trim_matches('"'));
            list[at].set(key, value);
        }
    }
}

impl Dependency {
    fn set(&mut self, field: &str, value: &str) {
        match field {
            "path" => self.path = string(value),
            "package" => self.package = string(value),
            "workspace" => self.inherited = value == "true",
            _ => {}
        }
    }
}

/// Reads a manifest, as far as it can be understood.
pub fn read(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut section = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = without_comment(line).trim();
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_matches(['[', ']']).trim().to_owned();
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let mut value = value.trim().to_owned();
        // A list or table may go on.
        let is_open = |v: &str| {
            v.matches('[').count() > v.matches(']').count()
                || v.matches('{').count() > v.matches('}').count()
        };
        while is_open(&value) {
            let Some(next) = lines.next() else { break };
            value.push(' ');
            value.push_str(without_comment(next).trim());
        }
        manifest.set(&section, key.trim(), &value);
    }
    manifest
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

fn string(value: &str) -> Option<String> {
    let inside = value.trim().trim_matches(['"', '\'']);
    (!inside.is_empty()).then(|| inside.to_owned())
}

fn strings(value: &str) -> Vec<String> {
    let inside = value.trim().trim_start_matches('[').trim_end_matches(']');
    split(inside).filter_map(string).collect()
}

/// The parts between commas outside of quotes and brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let (mut open, mut quoted) = (0_u32, false);
    text.split(move |c| {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => open += 1,
            ']' | '}' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
        c == ',' && open == 0 && !quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_dependencies_are_read() {
        let manifest = read(
            "[package]\nname = \"my-tool\" # ours\n\n[lib]\npath = \"lib/root.rs\"\n\n\
             [dependencies]\nplain = \"1\"\nnear = { path = \"../near\", features = [\"a\", \"b\"] }\n\
             other = { package = \"near-far\", path = \"../far\" }\nshared.workspace = true\n\n\
             [dev-dependencies.helper]\npath = \"helper\"\n\n[workspace]\nmembers = [\n  \"a\",\n  \
             \"crates/*\",\n]\n\n[workspace.dependencies]\nshared = { path = \"shared\" }\n",
        );
        assert_eq!(manifest.library_name().as_deref(), Some("my_tool"));
        assert_eq!(manifest.library_path.as_deref(), Some("lib/root.rs"));
        assert_eq!(manifest.members, ["a", "crates/*"]);
        let path = |key: &str| {
            let found = manifest.dependencies.iter().find(|d| d.key == key);
            found.and_then(|d| d.path.clone())
        };
        assert_eq!(path("near").as_deref(), Some("../near"));
        assert_eq!(path("other").as_deref(), Some("../far"));
        assert_eq!(path("helper").as_deref(), Some("helper"));
        assert_eq!(path("plain"), None);
        assert!(manifest.dependencies.iter().any(|d| d.key == "shared" && d.inherited));
        assert_eq!(manifest.shared[0].path.as_deref(), Some("shared"));
    }
}

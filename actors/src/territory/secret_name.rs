//! Files that are secrets by their name: listed, never opened.
//!
//! Wrong in the careful direction: a public certificate named `.pem` is not read either. What is
//! meant as an example (`.env.example`) or is source (`credentials.py`) is.

use heimdall_schema::language;

use super::beneath::split;

/// Whole names, in lower case.
const NAMES: [&str; 33] = [
    ".env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".pgpass",
    "pgpass.conf",
    ".my.cnf",
    ".mylogin.cnf",
    ".htpasswd",
    ".dockercfg",
    ".dockerconfigjson",
    ".s3cfg",
    ".boto",
    ".passwd-s3fs",
    ".terraformrc",
    "terraform.rc",
    ".vault-token",
    ".age-key",
    "kubeconfig",
    "credentials",
    "secrets",
    "secring.gpg",
    "service-account.json",
    "service_account.json",
    "application_default_credentials.json",
    ".bash_history",
    ".zsh_history",
    ".psql_history",
    ".python_history",
    ".node_repl_history",
];

/// Extensions, in lower case. A Keynote document is a `.key` too, and no loss.
const EXTENSIONS: [&str; 15] = [
    "pem",
    "key",
    "p8",
    "p12",
    "pfx",
    "pkcs12",
    "jks",
    "keystore",
    "kdbx",
    "kdb",
    "ppk",
    "env",
    "tfstate",
    "kubeconfig",
    "agekey",
];

/// Names of private keys as ssh-keygen gives them.
const KEYS: [&str; 4] = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"];

/// Names that are secrets with any extension but one of source or prose.
const STEMS: [&str; 6] =
    ["credentials", "secrets", "secret", "client_secret", "client_secrets", "kubeconfig"];

/// Last extensions that make a file an example.
const EXAMPLES: [&str; 7] = ["example", "sample", "template", "tmpl", "dist", "tpl", "j2"];

/// Whether the file at `relative` is a secret, as far as its path tells.
pub fn is_secret(relative: &[u8]) -> bool {
    let (directory, name) = split(relative);
    let name = String::from_utf8_lossy(name).to_lowercase();
    let directory = String::from_utf8_lossy(split(directory).1).to_lowercase();
    is_secret_place(&directory, &name) || is_secret_name(&name)
}

fn is_secret_place(directory: &str, name: &str) -> bool {
    match directory {
        ".kube" => name == "config" || name.starts_with("config."),
        ".aws" => matches!(name, "credentials" | "config"),
        ".docker" => name == "config.json",
        ".gnupg" | "private-keys-v1.d" => true,
        ".ssh" => {
            !name.ends_with(".pub")
                && !matches!(name, "config" | "known_hosts" | "authorized_keys" | "readme.md")
        }
        _ => false,
    }
}

fn is_secret_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if EXAMPLES.contains(&extension) || extension == "pub" {
        return false;
    }
    if NAMES.contains(&name) || name.starts_with(".env.") {
        return true;
    }
    if EXTENSIONS.contains(&extension) || name.ends_with(".tfstate.backup") {
        return true;
    }
    if let Some(rest) = KEYS.iter().find_map(|key| name.strip_prefix(key)) {
        return rest.is_empty() || (rest.starts_with(['.', '_', '-']) && !is_source(name));
    }
    let stem = name.trim_start_matches('.').split('.').next().unwrap_or("");
    let dotted = name.trim_start_matches('.').contains('.');
    let named = STEMS.contains(&stem)
        || (stem.starts_with("client_secret_") && extension == "json")
        || (stem.ends_with("-credentials") && extension == "json");
    named && dotted && !is_source(name)
}

/// Whether the extension is that of a program or of prose, rather than of data.
fn is_source(name: &str) -> bool {
    language::recognise(name.as_bytes(), "").is_some_and(|language| {
        !matches!(language.name, "json" | "yaml" | "toml" | "xml" | "text" | "terraform")
    }) || name.ends_with(".rst")
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn secrets_are_known_by_name() {
        for name in [
            ".env",
            "a/.env.local",
            ".env.production",
            "prod.env",
            "x.pem",
            "server.key",
            "a.p12",
            "b.pfx",
            "c.jks",
            "d.keystore",
            "id_rsa",
            ".ssh/id_ed25519",
            "id_ecdsa",
            "id_dsa",
            "id_rsa_work",
            "id_rsa.bak",
            ".netrc",
            "_netrc",
            ".npmrc",
            ".pypirc",
            ".git-credentials",
            "kubeconfig",
            ".kube/config",
            "home/.aws/credentials",
            ".docker/config.json",
            "credentials",
            "credentials.json",
            "secrets.yaml",
            "Secrets.toml",
            "vault.kdbx",
            ".htpasswd",
            ".pgpass",
            "terraform.tfstate",
            "terraform.tfstate.backup",
            "SERVER.KEY",
            ".ssh/deploy",
            ".ENV",
            "client_secret_123.json",
            "secrets.enc.yaml",
        ] {
            assert!(is_secret(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn examples_source_and_public_halves_are_read() {
        for name in [
            ".env.example",
            ".env.sample",
            ".env.template",
            ".env.dist",
            ".env.local.example",
            "id_rsa.pub",
            "credentials.py",
            "secrets.rs",
            "src/credentials.ts",
            "secrets.md",
            "id_rsa_parser.go",
            "environment",
            "env.py",
            "key.rs",
            "keys.json",
            ".ssh/config",
            "pem.c",
            "config.json",
            "config",
            "credentials.json.example",
            "docs/secrets.rst",
            "server.key.pub",
            "token.rs",
            "my-secret-santa.txt",
        ] {
            assert!(!is_secret(name.as_bytes()), "{name}");
        }
    }
}

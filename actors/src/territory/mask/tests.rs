use proptest::prelude::*;

use super::mask;

fn masked(text: &str) -> (String, u32) {
    let mut text = text.to_owned();
    let count = mask(&mut text);
    (text, count)
}

/// Built at run time, so that no scanner takes this file for a leak.
fn filler(length: usize) -> String {
    "a1B2c3D4e5F6g7H8i9J0".chars().cycle().take(length).collect()
}

#[test]
fn tokens_are_covered_wherever_they_stand() {
    let upper = "A1B2C3D4E5F6G7H8";
    for secret in [
        format!("AKIA{upper}"),
        format!("ASIA{upper}"),
        format!("ghp_{}", filler(36)),
        format!("ghs_{}", filler(36)),
        format!("github_pat_{}_{}", filler(22), filler(40)),
        format!("glpat-{}", filler(20)),
        format!("xoxb-{}", "12345-67890-abcdef"),
        format!("sk-{}", filler(48)),
        format!("sk-ant-api03-{}", filler(60)),
        format!("sk-proj-{}", filler(60)),
        format!("sk_live_{}", filler(24)),
        format!("rk_live_{}", filler(24)),
        format!("AIza{}", filler(35)),
        format!("npm_{}", filler(36)),
        format!("pypi-{}", filler(80)),
        format!("eyJ{}.eyJ{}.{}", filler(20), filler(40), filler(43)),
    ] {
        for (before, after) in
            [("", ""), ("see `", "` é"), ("x = \"", "\"\n"), ("a=", "&b"), ("(", ")")]
        {
            let text = format!("{before}{secret}{after}");
            let (covered, count) = masked(&text);
            assert_eq!(covered, format!("{before}{}{after}", "*".repeat(secret.len())), "{text}");
            assert_eq!(count, 1);
        }
    }
}

#[test]
fn values_given_to_telling_names_are_covered() {
    let aws = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY";
    for (text, secret) in [
        ("password = \"hunter2hunter2\"", "hunter2hunter2"),
        ("DB_PASSWORD='correct-horse'", "correct-horse"),
        ("{\"client_secret\": \"abcdefgh1234\"}", "abcdefgh1234"),
        ("\\\"password\\\": \\\"hunter2hunter2\\\"", "hunter2hunter2"),
        ("const API_KEY: &str = \"k3y-with-digits\";", "k3y-with-digits"),
        ("apiKey: 'k3ywithdigits',", "k3ywithdigits"),
        ("x['auth_token'] = b\"t0ken-t0ken\"", "t0ken-t0ken"),
        ("os.environ[\"SECRET_KEY\"] = \"s3cr3ts3cr3t\"", "s3cr3ts3cr3t"),
        ("export API_TOKEN=abc123def456ghi", "abc123def456ghi"),
        ("password: s3cr3tP4ss!", "s3cr3tP4ss!"),
        ("<password>s3cr3tP4ss</password>", "s3cr3tP4ss"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY", aws),
        ("Authorization: Bearer abc123def456ghi789", "abc123def456ghi789"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZDEy", "dXNlcjpwYXNzd29yZDEy"),
        ("postgres://app:s3cr3t@db/x", "s3cr3t"),
        (
            "AccountKey=abcdefghij1234567890abcdefghij1234567890ABCD==",
            "abcdefghij1234567890abcdefghij1234567890ABCD==",
        ),
    ] {
        let (covered, count) = masked(text);
        assert_eq!(covered, text.replace(secret, &"*".repeat(secret.len())), "{text}");
        assert_eq!(count, 1, "{text}");
    }
}

#[test]
fn key_blocks_go_as_a_whole() {
    let line = filler(64);
    let block = format!(
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{line}\n{line}\n-----END RSA PRIVATE KEY-----"
    );
    let (covered, count) = masked(&format!("before\n{block}\nafter"));
    assert_eq!(count, 1);
    assert!(covered.starts_with("before\n***") && covered.ends_with("***\nafter"), "{covered}");
    assert_eq!(covered.lines().count(), 8);
    assert!(covered.bytes().all(|b| b"*\nbeforeaft".contains(&b)));
    let escaped =
        format!("k = \"-----BEGIN PRIVATE KEY-----\\n{line}\\n-----END PRIVATE KEY-----\\n\"");
    assert!(!masked(&escaped).0.contains(&line));
    let torn = format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{line}\n{line}\n\nand on it goes");
    let (covered, _) = masked(&torn);
    assert!(!covered.contains(&line[..8]) && covered.ends_with("and on it goes"), "{covered}");
}

#[test]
fn what_only_looks_alike_stays() {
    let hash = "0123456789abcdef0123456789abcdef01234567";
    for text in [
        format!("commit {hash}"),
        format!("sha256:{hash}{}", &hash[..24]),
        "id = \"550e8400-e29b-41d4-a716-446655440000\"".into(),
        format!("\"integrity\": \"sha512-{}==\"", filler(86)),
        format!("data:image/png;base64,iVBORw0KGgo{}", filler(200)),
        "token = next_token()".into(),
        "let token = self.tokens.next();".into(),
        "TOKEN_TYPE = \"identifier\"".into(),
        "token = \"identifier\"".into(),
        "[aux_sym_string_token1] = \"string_token1\",".into(),
        "password = getpass.getpass()".into(),
        "password: String,".into(),
        "password: Optional[str] = None".into(),
        "if password == \"hunter2hunter2\" {".into(),
        "password = \"changeme\"".into(),
        "API_KEY=${API_KEY_2}".into(),
        "api_key = \"<your-key-1>\"".into(),
        "token_url = \"https://example.com/t1\"".into(),
        "secret = ''".into(),
        "http://user:password@host/".into(),
        "https://example.com:8080/a@b".into(),
        ".sk-fading-circle-container-12 { color: red }".into(),
        "if line == \"-----BEGIN RSA PRIVATE KEY-----\" {\n    x(\"-----END RSA PRIVATE KEY-----\")".into(),
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG\n-----END CERTIFICATE-----".into(),
        "Bearer authentication".into(),
        "Asia Pacific".into(),
        "npm_config_registry_with_a_long_name_indeed".into(),
    ] {
        assert_eq!(masked(&text), (text.clone(), 0));
    }
}

#[test]
fn the_same_place_stays_the_same_place() {
    let text = format!("é 🦀\r\npassword = \"pässwörter🦀\"\r\nghp_{}\n", filler(36));
    let (covered, count) = masked(&text);
    assert_eq!((covered.len(), count), (text.len(), 2));
    assert_eq!(
        covered.match_indices('\n').collect::<Vec<_>>(),
        text.match_indices('\n').collect::<Vec<_>>()
    );
}

proptest! {
    #[test]
    fn length_lines_and_validity_are_kept_and_twice_is_once(
        parts in prop::collection::vec(prop_oneof![
            Just("password = \"".to_owned()), Just("token: ".to_owned()), Just("\"".to_owned()),
            Just("ghp_".to_owned()), Just("sk-".to_owned()), Just("AKIA".to_owned()),
            Just("eyJ".to_owned()), Just(".".to_owned()), Just("-----BEGIN PRIVATE KEY-----".to_owned()),
            Just("-----END PRIVATE KEY-----".to_owned()), Just("://a:".to_owned()), Just("@".to_owned()),
            Just("Bearer ".to_owned()), Just("\n".to_owned()), Just("<secret>".to_owned()), Just("</".to_owned()),
            Just("\\".to_owned()), Just("A1B2C3D4E5F6G7H8".to_owned()),
            "[a-zA-Z0-9]{1,40}", "[ -~é🦀\\n]{0,6}",
        ], 0..24)
    ) {
        let text = parts.concat();
        let (once, _) = masked(&text);
        prop_assert_eq!(once.len(), text.len());
        prop_assert_eq!(once.matches('\n').count(), text.matches('\n').count());
        let (twice, again) = masked(&once);
        prop_assert_eq!(&twice, &once);
        prop_assert_eq!(again, 0);
    }
}

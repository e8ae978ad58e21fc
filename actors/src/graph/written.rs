//! Types as they are written, read into a name and its arguments.

/// A type by its name. Lists, maps, tuples and channels have names that no source can write: `[]`,
/// `{}`, `()`, `<-`; a function type in Go's notation is `func`, and its argument what it gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Written {
    /// The path as written (`a.B`, `a::B`); empty for what has no name.
    pub name: String,
    pub arguments: Vec<Written>,
}

impl Written {
    fn of(name: &str, arguments: Vec<Written>) -> Self {
        Written { name: name.to_owned(), arguments }
    }
}

/// How deep types are read.
const DEEPEST: u32 = 12;

/// Words before a type that leave it what it is.
const QUALIFIERS: [&str; 19] = [
    "mut ",
    "const ",
    "dyn ",
    "impl ",
    "final ",
    "readonly ",
    "struct ",
    "enum ",
    "union ",
    "class ",
    "volatile ",
    "static ",
    "unsigned ",
    "signed ",
    "typename ",
    "async ",
    "keyof ",
    "some ",
    "any ",
];

/// Names of nothing: a union with one of them is what the rest of it is.
const NOTHING: [&str; 7] = ["None", "null", "undefined", "nil", "void", "never", "NoneType"];

/// Reads a type.
pub fn read(text: &str) -> Written {
    read_at(text, 0)
}

fn read_at(text: &str, depth: u32) -> Written {
    let mut text = text.trim().trim_matches(['"', '\'']).trim();
    if depth > DEEPEST || text.is_empty() {
        return Written::default();
    }
    let parts = split(text, '|');
    if parts.len() > 1 {
        let some = parts.iter().find(|p| !p.trim().is_empty() && !NOTHING.contains(&p.trim()));
        return some.map_or(Written::default(), |part| read_at(part, depth + 1));
    }
    loop {
        let before = text;
        text = text
            .trim_start_matches(['&', '*', '?', '@', ' ', '='])
            .trim_end_matches(['?', '!', ' ', '&', '*']);
        if let Some(rest) = text.strip_prefix('\'') {
            // A lifetime.
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            text = &rest[end..];
        }
        for word in QUALIFIERS {
            text = text.strip_prefix(word).unwrap_or(text);
        }
        text = text.strip_suffix(" const").unwrap_or(text);
        if text == before {
            break;
        }
    }
    if let Some(rest) = text.strip_prefix("typeof ") {
        return Written::of("typeof", vec![read_at(rest, depth + 1)]);
    }
    if let Some(rest) = text.strip_prefix("import(") {
        // `import("./a").B<C>`: a path of its own.
        let (module, behind) = halves(rest, ')');
        let end = behind.find(['<', '[']).unwrap_or(behind.len());
        let inside = behind[end..].strip_prefix('<').map_or("", |rest| halves(rest, '>').0);
        let arguments = split(inside, ',').into_iter().filter(|a| !a.trim().is_empty());
        let arguments = arguments.map(|a| read_at(a, depth + 1)).collect();
        return Written::of(&format!("import({module}){}", &behind[..end]), arguments);
    }
    if let Some(rest) = text.strip_prefix("map[") {
        let (key, value) = halves(rest, ']');
        return Written::of("{}", vec![read_at(key, depth + 1), read_at(value, depth + 1)]);
    }
    for channel in ["<-chan ", "chan<- ", "chan "] {
        if let Some(rest) = text.strip_prefix(channel) {
            return Written::of("<-", vec![read_at(rest, depth + 1)]);
        }
    }
    if let Some(rest) = text.strip_prefix("func(") {
        let (_, result) = halves(rest, ')');
        return Written::of("func", vec![read_at(result, depth + 1)]);
    }
    if let Some(rest) = text.strip_prefix("...") {
        return Written::of("[]", vec![read_at(rest, depth + 1)]);
    }
    if let Some(rest) = text.strip_prefix('[') {
        let (inside, behind) = halves(rest, ']');
        if !behind.trim().is_empty() {
            // `[]T`, `[4]T`
            return Written::of("[]", vec![read_at(behind, depth + 1)]);
        }
        let parts = split(inside, ',');
        if parts.len() > 1 {
            return Written::of("()", parts.iter().map(|p| read_at(p, depth + 1)).collect());
        }
        // `[T]`, `[T; 4]`
        let element = inside.split(';').next().unwrap_or(inside);
        return Written::of("[]", vec![read_at(element, depth + 1)]);
    }
    if let Some(rest) = text.strip_prefix('(') {
        let (inside, behind) = halves(rest, ')');
        if behind.trim().is_empty() {
            let parts = split(inside, ',');
            if parts.len() == 1 {
                return read_at(parts[0], depth + 1);
            }
            let named = |part: &&str| {
                // `(n int, err error)`: a result may have a name.
                let part = part.trim();
                read_at(part.rsplit_once(' ').map_or(part, |(_, last)| last), depth + 1)
            };
            return Written::of("()", parts.iter().map(named).collect());
        }
        return match behind.trim().strip_suffix("[]") {
            Some("") => Written::of("[]", vec![read_at(inside, depth + 1)]),
            _ => Written::default(),
        };
    }
    if let Some(element) = text.strip_suffix("[]").or_else(|| text.strip_suffix("...")) {
        return Written::of("[]", vec![read_at(element, depth + 1)]);
    }
    let open = text.find(['<', '[', '(', '{']);
    let Some(open) = open else {
        let plain = |c: char| c.is_alphanumeric() || "_.:$\\/-#'".contains(c);
        // `A & B`, `A + 'a`: the first tells most.
        let end = text.find(|c| !plain(c)).unwrap_or(text.len());
        return Written::of(text[..end].trim_end_matches([':', '.']), Vec::new());
    };
    let name = text[..open].trim_end().trim_end_matches("::");
    let (arguments, behind) = match text.as_bytes()[open] {
        b'<' => halves(&text[open + 1..], '>'),
        b'[' => (halves(&text[open + 1..], ']').0, ""),
        _ => ("", ""),
    };
    let arguments = if arguments.is_empty() { Vec::new() } else { split(arguments, ',') };
    if name.contains("=>") || name == "fn" || name == "func" || name.contains(' ') {
        return Written::default();
    }
    let arguments = arguments.iter().filter(|a| !a.trim().starts_with('\''));
    let arguments = arguments.map(|a| read_at(unnamed(a), depth + 1)).collect();
    // `Outer<T>::Inner`
    let inner = behind.strip_prefix("::").map_or("", |rest| {
        let ends = |c: char| !(c.is_alphanumeric() || c == '_');
        &rest[..rest.find(ends).unwrap_or(rest.len())]
    });
    if inner.is_empty() {
        return Written::of(name, arguments);
    }
    Written::of(&format!("{name}::{inner}"), arguments)
}

/// An argument without its name: `Item = T`.
fn unnamed(argument: &str) -> &str {
    match argument.split_once('=') {
        Some((name, of)) if !of.starts_with('>') && !name.contains(['<', '(', '[', '{']) => of,
        _ => argument,
    }
}

/// What stands before and behind the bracket that closes.
pub fn halves(text: &str, close: char) -> (&str, &str) {
    let mut open = 0_u32;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => open += 1,
            '>' if before == '-' || before == '=' => {}
            '>' | ')' | ']' | '}' => {
                if open == 0 && c == close {
                    return (&text[..at], &text[at + c.len_utf8()..]);
                }
                open = open.saturating_sub(1);
            }
            _ => {}
        }
        before = c;
    }
    (text, "")
}

/// Splits at a separator outside brackets.
pub fn split(text: &str, separator: char) -> Vec<&str> {
    let mut open = 0_u32;
    let mut start = 0;
    let mut before = ' ';
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => open += 1,
            '>' if before == '-' || before == '=' => {}
            '>' | ')' | ']' | '}' => open = open.saturating_sub(1),
            _ if c == separator && open == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
        before = c;
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        fn show(written: &Written) -> String {
            let arguments: Vec<_> = written.arguments.iter().map(show).collect();
            match arguments.as_slice() {
                [] => written.name.clone(),
                _ => format!("{}<{}>", written.name, arguments.join(",")),
            }
        }
        show(&read(text))
    }

    #[test]
    fn names_and_arguments_are_read() {
        assert_eq!(shown("&'a mut Vec<Option<a::B>>"), "Vec<Option<a::B>>");
        assert_eq!(shown("Optional[\"Session\"]"), "Optional<Session>");
        assert_eq!(shown("Session | None"), "Session");
        assert_eq!(shown("*mux.Router"), "mux.Router");
        assert_eq!(shown("Promise<Map<string, X>>"), "Promise<Map<string,X>>");
        assert_eq!(shown("typeof import('./a').B"), "typeof<import('./a').B>");
        assert_eq!(shown("import('./a').B<C>"), "import('./a').B<C>");
        assert_eq!(shown("struct uv_loop_s *"), "uv_loop_s");
        assert_eq!(shown("Box<dyn Service + Send>"), "Box<Service>");
        assert_eq!(shown("impl Iterator<Item = &'a T>"), "Iterator<T>");
        assert_eq!(shown("std::vector<Node*>::iterator"), "std::vector::iterator<Node>");
    }

    #[test]
    fn lists_maps_and_tuples_have_names_of_their_own() {
        assert_eq!(shown("[]*Node"), "[]<Node>");
        assert_eq!(shown("Node[]"), "[]<Node>");
        assert_eq!(shown("map[string][]T"), "{}<string,[]<T>>");
        assert_eq!(shown("(*Row, error)"), "()<Row,error>");
        assert_eq!(shown("(a, b) => c"), "");
        assert_eq!(shown("chan *Row"), "<-<Row>");
        assert_eq!(shown("func(a, b) (*Row, error)"), "func<()<Row,error>>");
    }
}

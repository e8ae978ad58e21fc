//! Texts that a grammar cannot read, made readable: what stands in its way gives way to blanks.
//!
//! Each way yields a text of the same length with every other byte where it was, so that a tree
//! of it is a tree of the original. It is only asked for once a parse has failed, and its tree is only
//! used when it has less in error. What is misread without a complaint needs a mask instead.

/// A way to make a text readable; `None` when it would change nothing.
pub type Mend = fn(&str) -> Option<String>;

/// Longest text that is parsed more than once, in bytes.
pub const LONGEST_MENDED: usize = 1 << 20;

/// Kotlin's grammar wants members to end with their line or with `;`, even the last of a body,
/// and does not know all letters.
pub fn kotlin_members(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut changed = !text.is_ascii();
    bytes.iter_mut().filter(|b| !b.is_ascii()).for_each(|b| *b = b'x');
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        if line.trim_start().starts_with("context(")
            && let Some(close) = line.find(')')
        {
            // Context parameters are younger than the grammar.
            let indent = line.len() - line.trim_start().len();
            blank(&mut bytes[range.start + indent..=range.start + close]);
            changed = true;
        }
        if !line.contains('{') || line.contains("${") {
            continue;
        }
        for at in range.skip(2) {
            let is_end = bytes[at] == b'}' && bytes[at - 1] == b' ';
            if is_end && !matches!(bytes[at - 2], b'{' | b';' | b',' | b' ' | b'>') {
                bytes[at - 1] = b';';
                changed = true;
            }
        }
    }
    changed.then(|| String::from_utf8(bytes).ok()).flatten()
}

/// Conditions of a preprocessor drop out, the code of all their branches stays.
pub fn all_branches(text: &str) -> Option<String> {
    without_directives(text, false)
}

/// Of the branches of a preprocessor's condition, only the first stays.
pub fn first_branch(text: &str) -> Option<String> {
    without_directives(text, true)
}

fn without_directives(text: &str, only_first: bool) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut changed = false;
    let mut start = 0;
    // For each condition that is open: whether a branch after the first one has begun.
    let mut open: Vec<bool> = Vec::new();
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let directive = line.trim_start().strip_prefix('#').map_or("", str::trim_start);
        let is_condition = ["if", "elif", "else", "endif"].iter().any(|d| directive.starts_with(d));
        if directive.starts_with("if") {
            open.push(false);
        } else if directive.starts_with("endif") {
            open.pop();
        } else if let Some(later) = open.last_mut().filter(|_| is_condition) {
            *later = true;
        }
        // C#'s grammar does not know what is stored or read through a cast pointer.
        let is_pointer =
            line.trim_end().ends_with(';') && line.contains("*(") && line.contains("*)");
        if is_condition || is_pointer || (only_first && open.contains(&true)) {
            blank(&mut bytes[range]);
            changed = true;
        }
    }
    // C#'s grammar knows these two words in the other order only.
    for (at, _) in text.match_indices("ref partial ") {
        blank(&mut bytes[at..at + 3]);
        changed = true;
    }
    changed.then(|| String::from_utf8(bytes).ok()).flatten()
}

/// Blanks all of a line but its end.
fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|b| !matches!(b, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_member_of_a_line_gets_its_end() {
        let mended = kotlin_members("class A { fun b() {} }\nclass C { }\nval d = \"${ e }\"\n");
        let wanted = "class A { fun b() {};}\nclass C { }\nval d = \"${ e }\"\n";
        assert_eq!(mended.as_deref(), Some(wanted));
        assert_eq!(kotlin_members("class A {\n}\n"), None);
        let mended = kotlin_members("  context(a: B)\nfun c() = 1\n");
        assert_eq!(mended.as_deref(), Some("               \nfun c() = 1\n"));
        assert_eq!(kotlin_members("val é = 1\n").as_deref(), Some("val xx = 1\n"));
    }

    #[test]
    fn conditions_give_way_to_blanks() {
        let text = "#if A\r\nx é\n  # else\ny\n#endif\nz\n";
        let wanted = "     \r\nx é\n        \ny\n      \nz\n";
        assert_eq!(all_branches(text).as_deref(), Some(wanted));
        let wanted = "     \r\nx é\n        \n \n      \nz\n";
        assert_eq!(first_branch(text).as_deref(), Some(wanted));
        assert_eq!(all_branches("#region a\n#pragma b\n"), None);
        let mended = all_branches("ref partial struct A {\n *(int*)b = 1;\n}\n");
        let wanted = "    partial struct A {\n              \n}\n";
        assert_eq!(mended.as_deref(), Some(wanted));
    }
}

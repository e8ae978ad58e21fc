//! Objective-C: the macros of Apple's headers that the grammar does not know.

use super::{Masked, blank, is_word};

/// Macros that make a type: `NS_ENUM(type, name)` is `enum name`.
const ENUMS: &[&str] =
    &["NS_ENUM", "NS_OPTIONS", "CF_ENUM", "CF_OPTIONS", "NS_CLOSED_ENUM", "NS_ERROR_ENUM"];
/// Macros that make another name of a type: `typedef NSString *Name NS_TYPED_ENUM;`.
const SILENT: &[&str] = &[
    "NS_ASSUME_NONNULL_BEGIN",
    "NS_ASSUME_NONNULL_END",
    "NS_HEADER_AUDIT_BEGIN",
    "NS_HEADER_AUDIT_END",
    "NS_DESIGNATED_INITIALIZER",
    "NS_REQUIRES_SUPER",
    "NS_UNAVAILABLE",
    "NS_RETURNS_RETAINED",
    "NS_REQUIRES_NIL_TERMINATION",
    "NS_ROOT_CLASS",
    "NS_TYPED_ENUM",
    "NS_STRING_ENUM",
    "NS_TYPED_EXTENSIBLE_ENUM",
    "NS_EXTENSIBLE_STRING_ENUM",
    "NS_NOESCAPE",
    "NS_SWIFT_UNAVAILABLE",
    "NS_SWIFT_NAME",
    "NS_REFINED_FOR_SWIFT",
    "NS_SWIFT_UI_ACTOR",
    "NS_SWIFT_SENDABLE",
    "NS_FORMAT_FUNCTION",
    "NS_AVAILABLE",
    "NS_AVAILABLE_IOS",
    "NS_AVAILABLE_MAC",
    "NS_CLASS_AVAILABLE_IOS",
    "NS_CLASS_AVAILABLE",
    "NS_DEPRECATED",
    "NS_DEPRECATED_IOS",
    "API_AVAILABLE",
    "API_UNAVAILABLE",
    "API_DEPRECATED",
    "API_DEPRECATED_WITH_REPLACEMENT",
    "CF_SWIFT_NAME",
    "CF_RETURNS_RETAINED",
    "UI_APPEARANCE_SELECTOR",
    "IB_DESIGNABLE",
    "FOUNDATION_EXPORT",
    "FOUNDATION_EXTERN",
    "UIKIT_EXTERN",
    "OBJC_EXPORT",
];

/// Takes macros away, and writes out what makes an enumeration.
pub fn objc(text: &str) -> Masked<'_> {
    let source = text.as_bytes();
    let mut bytes = source.to_vec();
    let mut at = 0;
    while at < source.len() {
        if let Some(end) = past_quoted(text, at) {
            at = end;
            continue;
        }
        if !is_word(source[at]) {
            at += 1;
            continue;
        }
        let end = at + source[at..].iter().take_while(|b| is_word(**b)).count();
        let word = &text[at..end];
        let line = text[..at].rfind('\n').map_or(0, |n| n + 1);
        if text[line..at].trim_start().starts_with("#define") {
            // What a macro is, is no use of it.
        } else if ENUMS.contains(&word) {
            write_enum(text, &mut bytes, at, end);
        } else if SILENT.contains(&word) {
            let extern_word = word.ends_with("EXPORT") || word.ends_with("EXTERN");
            let end = if extern_word { end } else { past_arguments(text, end).unwrap_or(end) };
            blank(&mut bytes[at..end]);
            if extern_word {
                bytes[at..at + 6].copy_from_slice(b"extern");
            }
        }
        at = end;
    }
    Masked::by(text, bytes)
}

/// `typedef NS_ENUM(type, name)` becomes `enum name`; without a name it stays a typedef.
fn write_enum(text: &str, bytes: &mut [u8], at: usize, end: usize) {
    let Some(close) = past_arguments(text, end) else { return };
    let inside = &text[end..close - 1];
    bytes[at..at + 4].copy_from_slice(b"enum");
    blank(&mut bytes[at + 4..end]);
    blank(&mut bytes[close - 1..close]);
    match inside.find(',') {
        Some(comma) => {
            blank(&mut bytes[end..=end + comma]);
            let before = text[..at].trim_end();
            if before.ends_with("typedef") {
                blank(&mut bytes[before.len() - 7..before.len()]);
            }
        }
        None => blank(&mut bytes[end..close]),
    }
}

/// The end of the arguments in parentheses that begin at `at`, blanks aside.
fn past_arguments(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let open = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if !rest[open..].starts_with('(') {
        return None;
    }
    let mut level = 0_usize;
    for (offset, byte) in rest.bytes().enumerate().skip(open) {
        match byte {
            b'(' => level += 1,
            b')' if level == 1 => return Some(at + offset + 1),
            b')' => level -= 1,
            b';' | b'{' => return None,
            _ => {}
        }
    }
    None
}

/// The end of the comment or literal that begins at `at`.
fn past_quoted(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    let len = if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        rest.find("*/").map_or(rest.len(), |n| n + 2)
    } else if matches!(bytes[0], b'"' | b'\'') {
        let mut escaped = false;
        let close = bytes[1..].iter().position(|&byte| {
            let ends = (byte == bytes[0] && !escaped) || byte == b'\n';
            escaped = byte == b'\\' && !escaped;
            ends
        });
        close.map_or(rest.len(), |n| n + 2)
    } else {
        return None;
    };
    Some(at + len)
}

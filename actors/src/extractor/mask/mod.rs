//! Masks: what stands in a text for its grammar's sake only. A mask has the length of the text,
//! byte by byte, so every place in a tree is the same place in the text, from which names,
//! signatures and docs are taken.

mod julia;
mod kotlin;
mod makefile;
mod objc;
mod scripts;
mod sql;
mod styles;

use std::borrow::Cow;
use std::ops::Range;

use super::preprocessed;

pub use julia::julia;
pub use kotlin::kotlin;
pub use makefile::makefile;
pub use objc::objc;
pub use scripts::scripts;
pub use sql::sql;
pub use styles::styles;

/// Makes the mask of a text.
pub type Mask = for<'a> fn(&'a str) -> Masked<'a>;

/// What is parsed in place of a text.
#[derive(Debug)]
pub struct Masked<'a> {
    pub text: Cow<'a, str>,
    /// The language that it is in, when that is not the one of the file.
    pub language: Option<&'static str>,
    /// What to do when the grammar finds errors in it.
    pub repair: Option<Repair>,
}

/// Makes a better mask from a text, its mask and the places where the grammar found errors.
pub type Repair = fn(&str, &str, &[Range<usize>]) -> Option<String>;

impl<'a> Masked<'a> {
    /// The text itself.
    pub fn nothing(text: &'a str) -> Self {
        Masked { text: Cow::Borrowed(text), language: None, repair: None }
    }

    /// The text with `bytes` in its place, which must be as long.
    fn by(text: &'a str, bytes: Vec<u8>) -> Self {
        debug_assert_eq!(bytes.len(), text.len());
        match String::from_utf8(bytes) {
            Ok(masked) => Masked { text: Cow::Owned(masked), language: None, repair: None },
            Err(_) => Masked::nothing(text),
        }
    }
}

/// C without macros and conditions in its way.
pub fn c(text: &str) -> Masked<'_> {
    Masked { text: preprocessed::settled(text, false), ..Masked::nothing(text) }
}

/// C++ without macros and conditions in its way.
pub fn cpp(text: &str) -> Masked<'_> {
    Masked { text: preprocessed::settled(text, true), ..Masked::nothing(text) }
}

/// Puts blanks in the place of bytes, but for the ends of lines.
fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|b| !matches!(b, b'\n' | b'\r')).for_each(|b| *b = b' ');
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(mask: Mask, text: &str, expected: &str) {
        let masked = mask(text);
        assert_eq!(masked.text.len(), text.len());
        assert_eq!(masked.text, expected);
    }

    #[test]
    fn an_object_without_a_body_reads_like_a_class() {
        let text = "data object A\n  companion object B\nval c = object : D {}\nobject E {}\n";
        check(kotlin, text, &text.replace("data object A", "data class  A"));
        check(kotlin, "// a large object B\n", "// a large object B\n");
    }

    #[test]
    fn only_constant_fields_of_julia_are_blanked() {
        check(
            julia,
            "mutable struct A\n    const b::Int # = 1\n    c\nend\nconst D = 1\n",
            "mutable struct A\n          b::Int # = 1\n    c\nend\nconst D = 1\n",
        );
    }

    #[test]
    fn of_a_component_only_its_scripts_stay() {
        let text =
            "<p>ä</p>\n<!-- <script>no</script> -->\n<script lang=\"ts\">\nlet a = 1\n</script>\n";
        let masked = scripts(text);
        assert_eq!(masked.language, Some("typescript"));
        assert_eq!(masked.text.len(), text.len());
        assert_eq!(masked.text.trim(), "let a = 1");
        assert_eq!(masked.text.find("let"), text.find("let"));
        assert_eq!(scripts("<script>f()</script><SCRIPT\nlang=tsx>g()").language, Some("tsx"));
        assert_eq!(scripts("<template><b/></template>").text.trim(), "");
        assert_eq!(scripts("<script src='a.js'/>\n<p>x</p>").text.trim(), "");
    }

    #[test]
    fn macros_of_objective_c_give_way_to_what_they_mean() {
        check(
            objc,
            "NS_ASSUME_NONNULL_BEGIN\ntypedef NS_ENUM(NSInteger, Color) { A };\n",
            "                       \n        enum               Color  { A };\n",
        );
        check(
            objc,
            "int NS_ENUM_count; // NS_SWIFT_NAME(x)\n",
            "int NS_ENUM_count; // NS_SWIFT_NAME(x)\n",
        );
        check(
            objc,
            "- (void)f NS_SWIFT_NAME(g(a:)) API_AVAILABLE(ios(9));",
            "- (void)f                                           ;",
        );
    }

    #[test]
    fn conditions_of_a_makefile_are_no_part_of_a_recipe() {
        let text = "a:\n\tb\nifeq ($(X),1)\nY = 2\nelse\n\tifeq\nendif\nelsewhere: x\n";
        let bare = "a:\n\tb\n             \nY = 2\n    \n\tifeq\n     \nelsewhere: x\n";
        check(makefile, text, bare);
    }

    #[test]
    fn style_sheets_of_other_kinds_look_like_css() {
        check(styles, "$a: 1;\n@b: $a;\n", "-a: 1;\n-b: -a;\n");
        check(styles, "a[href$=\"x\"] { }", "a[href$=\"x\"] { }");
        check(styles, "%box { @extend .card; }\n&-x { }", ".box { @extend  card; }\n.-x { }");
        check(
            styles,
            "@use \"x\";\n.a(@b) { c: @b }\n.d { .a(1); }",
            "         \n.a     { c: -b }\n.d {        }",
        );
        check(styles, "@media print { .a#{$b} { c: d } }", "@media print { .axxxxx { c: d } }");
    }
}

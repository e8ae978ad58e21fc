//! Words of C and C++ that tell where a declaration is.

/// What may begin a declaration, and cannot follow a type.
pub const BEGIN_DECLARATIONS: [&str; 44] = [
    "static",
    "inline",
    "extern",
    "constexpr",
    "consteval",
    "constinit",
    "virtual",
    "explicit",
    "friend",
    "typedef",
    "using",
    "template",
    "class",
    "struct",
    "union",
    "enum",
    "namespace",
    "void",
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "bool",
    "auto",
    "const",
    "volatile",
    "operator",
    "typename",
    "decltype",
    "mutable",
    "public",
    "private",
    "protected",
    "wchar_t",
    "char8_t",
    "char16_t",
    "char32_t",
    "_Noreturn",
    "register",
    "thread_local",
];

/// Specifiers behind which a declaration still is at its beginning.
pub const SPECIFIERS: [&str; 15] = [
    "static",
    "inline",
    "extern",
    "constexpr",
    "virtual",
    "explicit",
    "friend",
    "constinit",
    "consteval",
    "mutable",
    "const",
    "volatile",
    "typedef",
    "register",
    "thread_local",
];

/// What may stand between the parameters of a function and its body.
pub const BEHIND_PARAMETERS: [&str; 5] = ["const", "noexcept", "override", "final", "volatile"];

pub const PRIMITIVES: [&str; 10] =
    ["void", "int", "char", "long", "short", "unsigned", "signed", "float", "double", "bool"];

//! What the language's own library says of types.

use crate::graph::model::Type;
use crate::graph::resolver::Resolver;

/// Names that every file sees.
pub const GLOBALS: &[&str] = &[
    "AbortController",
    "AbortSignal",
    "Array",
    "ArrayBuffer",
    "BigInt",
    "Blob",
    "Boolean",
    "Buffer",
    "Date",
    "Error",
    "Event",
    "EventTarget",
    "FormData",
    "Function",
    "Headers",
    "Infinity",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReadableStream",
    "Reflect",
    "RegExp",
    "Request",
    "Response",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TextDecoder",
    "TextEncoder",
    "TypeError",
    "URL",
    "URLSearchParams",
    "Uint8Array",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "clearInterval",
    "clearTimeout",
    "console",
    "crypto",
    "decodeURIComponent",
    "document",
    "encodeURIComponent",
    "fetch",
    "globalThis",
    "isNaN",
    "localStorage",
    "navigator",
    "parseFloat",
    "parseInt",
    "performance",
    "process",
    "queueMicrotask",
    "setImmediate",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "undefined",
    "window",
];

/// Types that are like their first argument to whoever uses or awaits them.
const TRANSPARENT: &[&str] = &[
    "Awaited",
    "DeepPartial",
    "Exclude",
    "Extract",
    "MaybePromise",
    "NonNullable",
    "Omit",
    "Partial",
    "Pick",
    "Promise",
    "PromiseLike",
    "Readonly",
    "Required",
    "ThisType",
];

const LISTS: &[&str] = &["[]", "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet"];

/// What waiting for an object of the type gives, or using one that only changes it a little.
pub fn inner(name: &str, arguments: &[Type]) -> Option<Type> {
    if TRANSPARENT.contains(&name) { arguments.first().cloned() } else { None }
}

/// What runs over a collection.
pub fn element(name: &str, arguments: &[Type]) -> Option<Type> {
    match name {
        "Map" | "ReadonlyMap" => Some(Type::Named("()".into(), arguments.to_vec())),
        "Record" | "{}" => arguments.last().cloned(),
        _ => arguments.first().cloned(),
    }
}

/// Types that are made of others.
pub fn applied(cx: &Resolver<'_>, name: &str, arguments: &[Type]) -> Option<Type> {
    match (name, arguments) {
        ("ReturnType", [Type::Function(function), ..]) => Some(cx.result(*function)),
        ("InstanceType", [Type::Itself(class), ..]) => Some(Type::Object(*class, Vec::new())),
        _ => None,
    }
}

/// What a method of the library gives.
pub fn result(of: &str, arguments: &[Type], member: &str) -> Option<Type> {
    let list = |of: Type| Some(Type::Named("[]".into(), vec![of]));
    let first = || arguments.first().cloned().unwrap_or(Type::Unknown);
    let itself = || Some(Type::Named(of.to_owned(), arguments.to_vec()));
    match (of, member) {
        ("Map" | "ReadonlyMap" | "WeakMap", "get") => arguments.last().cloned(),
        ("Map" | "ReadonlyMap", "values") => {
            list(arguments.last().cloned().unwrap_or(Type::Unknown))
        }
        ("Map" | "ReadonlyMap", "keys") => list(first()),
        ("Map" | "ReadonlyMap", "entries") => list(Type::Named("()".into(), arguments.to_vec())),
        ("Map" | "WeakMap", "set") | ("Set", "add") => itself(),
        ("Promise", "catch" | "finally") => itself(),
        (list_type, _) if LISTS.contains(&list_type) => match member {
            "find" | "findLast" | "pop" | "shift" | "at" => Some(first()),
            "values" => list(first()),
            "filter" | "slice" | "concat" | "reverse" | "sort" | "splice" | "toSorted"
            | "toReversed" | "with" | "fill" => itself(),
            "map" | "flatMap" => list(Type::Unknown),
            _ => None,
        },
        _ => None,
    }
}

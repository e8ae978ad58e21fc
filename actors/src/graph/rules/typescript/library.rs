//! What the language's own library says of types.

use std::borrow::Cow;

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

/// Whether a method of that name may be the library's, or anybody's.
pub fn is_common(name: &str) -> bool {
    name.len() < 5 || COMMON.split_whitespace().any(|common| common == name)
}

/// Names of methods that objects of the library, of browsers and of many packages have.
const COMMON: &str = "abort access addEventListener addListener append appendChild apply \
    arrayBuffer assert assign attach before bind blob blur call cancel catch channel charAt charCodeAt clear \
    click clone cloneNode close closePath commit compare concat configure connect contains \
    copy count create createElement createObjectURL createReadStream createServer \
    createWriteStream debug decode delete describe destroy detach digest disconnect \
    dispatchEvent dispose drawImage emit emitWarning enable encode endsWith entries equals \
    error every exec execute exists existsSync exit expect extend fetch fill fillRect \
    fillText filter finally find findIndex findLast findLastIndex finish flat flatMap flush \
    focus forEach formData format forward from fromEntries generate getAll getAttribute \
    getBoundingClientRect getComputedStyle getContext getElementById getElementsByClassName \
    getElementsByTagName getFullYear getHours getImageData getItem getMinutes getMonth \
    getOwnPropertyNames getPrototypeOf getReader getSeconds getSetCookie getTime getWriter \
    group handle hasAttribute hasOwn hasOwnProperty hash header import includes indexOf info \
    init insert insertBefore inspect invoke isArray isInteger iterator join json keys \
    lastIndexOf length lineTo listen listenerCount listeners load localeCompare lookup match \
    matchAll measureText merge method mkdir mkdirSync mockClear mockImplementation mockReset \
    mockResolvedValue mockReturnValue move moveTo next nextTick normalize observe off offset \
    once open padEnd padStart parse patch pause pipe pipeThrough pipeTo post postMessage \
    prepare prepend preventDefault print process publish pull push putImageData query \
    querySelector querySelectorAll race randomUUID read readFile readFileSync readdir \
    readdirSync ready receive reduce reduceRight register reject release releaseLock reload \
    remove removeAllListeners removeAttribute removeChild removeEventListener removeItem \
    render replace replaceAll reply report request requestAnimationFrame require reset resize \
    resolve respondWith restore resume return reverse revokeObjectURL rollback save scroll \
    scrollIntoView scrollTo search select send serialize session setAttribute setHeader \
    setItem setRequestHeader setTimeout setup shift show slice some sort spawn spawnSync \
    splice split start startsWith statSync status stop stopPropagation store stream stringify \
    stroke structuredClone submit subscribe table terminate test text then throw toBe toEqual \
    toFixed toISOString toJSON toLocaleString toLowerCase toReversed toSorted toString \
    toThrow toUpperCase toggle trace transaction transform trigger trim trimEnd trimStart \
    type unlinkSync unobserve unref unregister unshift unsubscribe update upload upsert \
    validate value valueOf values verify wait waitUntil walk warn watch where with wrap write \
    writeFile writeFileSync writeHead";

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

/// A type with `A["b"]` written `A.b`: the type of a member.
pub fn member_types(text: &str) -> Cow<'_, str> {
    if !text.contains("[\"") && !text.contains("['") {
        return Cow::Borrowed(text);
    }
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, behind) = rest.split_at(open);
        found.push_str(before);
        let is_member = found.ends_with(|c: char| c.is_alphanumeric() || "_$]".contains(c));
        let inside = behind[1..].strip_prefix(['"', '\'']).filter(|_| is_member);
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let name = inside.map(|inside| &inside[..inside.find(|c| !plain(c)).unwrap_or(0)]);
        match name.filter(|name| !name.is_empty() && behind[name.len() + 3..].starts_with(']')) {
            Some(name) => {
                found.push('.');
                found.push_str(name);
                rest = &behind[name.len() + 4..];
            }
            None => {
                found.push('[');
                rest = &behind[1..];
            }
        }
    }
    found.push_str(rest);
    Cow::Owned(found)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_members_are_paths() {
        assert_eq!(member_types("A['b']['c'][]"), "A.b.c[]");
        assert_eq!(member_types("Map<K, A[\"b\"]>"), "Map<K, A.b>");
        assert_eq!(member_types("['a', A['b' | 'c']]"), "['a', A['b' | 'c']]");
    }
}

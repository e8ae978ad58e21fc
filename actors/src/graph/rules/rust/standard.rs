//! What the standard library gives, as far as types can be followed through it.

use crate::graph::model::Type;

fn named(name: &str, arguments: Vec<Type>) -> Type {
    Type::Named(name.to_owned(), arguments)
}

fn first(arguments: &[Type]) -> Type {
    arguments.first().cloned().unwrap_or(Type::Unknown)
}

fn last(arguments: &[Type]) -> Type {
    arguments.last().cloned().unwrap_or(Type::Unknown)
}

/// What a pointer or guard gives when a member of it is not its own.
pub fn pointee(name: &str, arguments: &[Type]) -> Option<Type> {
    const POINTERS: &[&str] = &[
        "Box",
        "Arc",
        "Rc",
        "Pin",
        "Cow",
        "Ref",
        "RefMut",
        "Guard",
        "MutexGuard",
        "RwLockReadGuard",
        "RwLockWriteGuard",
        "OwnedMutexGuard",
        "ManuallyDrop",
        "Lazy",
        "LazyLock",
        "LazyCell",
        "CachePadded",
        "Reverse",
        "Wrapping",
        "PeekMut",
        "NonNull",
    ];
    (POINTERS.contains(&name) && !arguments.is_empty()).then(|| match name {
        // Of a lazy value the first says what it is, behind it how it is made.
        "Lazy" | "LazyLock" | "LazyCell" => first(arguments),
        _ => last(arguments),
    })
}

/// What `?` gives.
pub fn unwrapped(name: &str, arguments: &[Type]) -> Option<Type> {
    matches!(name, "Option" | "Result" | "Poll" | "ControlFlow" | "Guard").then(|| match name {
        "ControlFlow" => last(arguments),
        _ => first(arguments),
    })
}

/// What waiting for a value gives.
pub fn awaited(name: &str, arguments: &[Type]) -> Option<Type> {
    match name {
        "Pin" | "Box" => match arguments.first() {
            Some(Type::Named(inner, arguments)) => awaited(inner, arguments),
            other => other.cloned(),
        },
        "Future" | "BoxFuture" | "LocalBoxFuture" | "Ready" | "IntoFuture" => Some(last(arguments)),
        "JoinHandle" => Some(named("Result", vec![first(arguments)])),
        _ => None,
    }
}

/// What a collection or iterator gives one after the other.
pub fn element(name: &str, arguments: &[Type]) -> Type {
    match name {
        "HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap" | "DashMap" | "{}" => {
            named("()", arguments.iter().take(2).cloned().collect())
        }
        "Result" | "HashSet" | "BTreeSet" | "IndexSet" | "Vec" | "[]" | "SmallVec" | "ArrayVec" => {
            first(arguments)
        }
        _ => last(arguments),
    }
}

/// What an index gives.
pub fn indexed(name: &str, arguments: &[Type]) -> Type {
    match name {
        "HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap" => {
            arguments.get(1).cloned().unwrap_or(Type::Unknown)
        }
        _ => element(name, arguments),
    }
}

/// What a method of a standard type gives; `None` when it is not known to have it.
pub fn result(name: &str, arguments: &[Type], method: &str) -> Option<Type> {
    let same = || named(name, arguments.to_vec());
    let one = || first(arguments);
    let option = |of: Type| named("Option", vec![of]);
    let iterator = |of: Type| named("Iterator", vec![of]);
    match name {
        "Option" | "Poll" => match method {
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default"
            | "unwrap_unchecked" | "get_or_insert_with" | "get_or_insert" | "insert" => Some(one()),
            "as_ref" | "as_mut" | "take" | "cloned" | "copied" | "filter" | "or" | "or_else"
            | "clone" | "replace" | "inspect" | "xor" => Some(same()),
            "as_deref" | "as_deref_mut" => Some(option(match one() {
                Type::Named(pointer, of) => {
                    pointee(&pointer, &of).unwrap_or(Type::Named(pointer, of))
                }
                other => other,
            })),
            "ok_or" | "ok_or_else" => Some(named("Result", vec![one()])),
            "iter" | "iter_mut" | "into_iter" => Some(iterator(one())),
            "transpose" => Some(Type::Unknown),
            "map" | "and_then" | "map_or" | "map_or_else" | "zip" | "is_some" | "is_none"
            | "is_some_and" | "is_none_or" | "flatten" | "and" => Some(Type::Unknown),
            _ => None,
        },
        "Result" => match method {
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default" => {
                Some(one())
            }
            "unwrap_err" | "expect_err" => Some(arguments.get(1).cloned().unwrap_or(Type::Unknown)),
            "ok" => Some(option(one())),
            "err" => Some(option(arguments.get(1).cloned().unwrap_or(Type::Unknown))),
            "map_err" | "or_else" | "or" => Some(named("Result", vec![one()])),
            "as_ref" | "as_mut" | "clone" | "cloned" | "copied" | "inspect" | "inspect_err" => {
                Some(same())
            }
            "iter" | "into_iter" => Some(iterator(one())),
            "map" | "and_then" | "map_or" | "map_or_else" | "is_ok" | "is_err" | "is_ok_and"
            | "is_err_and" | "and" | "transpose" | "flatten" => Some(Type::Unknown),
            _ => None,
        },
        "HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap" => {
            let value = arguments.get(1).cloned().unwrap_or(Type::Unknown);
            match method {
                "get" | "get_mut" | "remove" | "insert" | "swap_remove" => Some(option(value)),
                "values" | "values_mut" | "into_values" => Some(iterator(value)),
                "keys" | "into_keys" => Some(iterator(one())),
                "iter" | "iter_mut" | "into_iter" | "drain" | "range" => {
                    Some(iterator(named("()", vec![one(), value])))
                }
                "entry" => Some(named("Entry", vec![one(), value])),
                "first_key_value" | "last_key_value" | "pop_first" | "pop_last" => {
                    Some(option(named("()", vec![one(), value])))
                }
                "clone" => Some(same()),
                "len" | "is_empty" | "contains_key" | "clear" | "retain" | "extend" => {
                    Some(Type::Unknown)
                }
                _ => None,
            }
        }
        "Entry" => match method {
            "or_insert" | "or_insert_with" | "or_default" | "or_insert_with_key" => {
                Some(last(arguments))
            }
            "and_modify" => Some(same()),
            _ => None,
        },
        "Vec" | "[]" | "VecDeque" | "HashSet" | "BTreeSet" | "IndexSet" | "BinaryHeap"
        | "SmallVec" | "ArrayVec" | "FxHashSet" => {
            match method {
                "iter" | "iter_mut" | "into_iter" | "drain" | "difference" | "union"
                | "intersection" => Some(iterator(one())),
                "first" | "last" | "get" | "get_mut" | "pop" | "pop_front" | "pop_back"
                | "front" | "back" | "first_mut" | "last_mut" | "peek" | "front_mut"
                | "back_mut" | "take" => Some(option(one())),
                "remove" | "swap_remove" if name == "Vec" => Some(one()),
                "as_slice" | "as_mut_slice" | "to_vec" | "clone" | "as_ref" | "as_mut"
                | "to_owned" | "split_off" => Some(same()),
                "windows" | "chunks" | "chunks_exact" => Some(iterator(same())),
                "concat" | "join" => Some(Type::Unknown),
                "split_first" | "split_last" => Some(option(named("()", vec![one(), same()]))),
                "len" | "is_empty" | "push" | "insert" | "contains" | "clear" | "extend"
                | "retain" | "push_back" | "push_front" | "truncate" | "sort" | "sort_by"
                | "sort_by_key" | "dedup" | "reserve" | "capacity" | "resize" | "remove"
                | "swap" | "fill" | "starts_with" | "ends_with" | "extend_from_slice"
                | "append" | "split_at" => Some(Type::Unknown),
                _ => None,
            }
        }
        "Iterator"
        | "IntoIterator"
        | "DoubleEndedIterator"
        | "ExactSizeIterator"
        | "Peekable"
        | "Iter"
        | "IntoIter"
        | "IterMut"
        | "Drain" => {
            let item = || last(arguments);
            match method {
                "next" | "last" | "nth" | "find" | "max" | "min" | "max_by_key" | "min_by_key"
                | "max_by" | "min_by" | "peek" | "peek_mut" | "next_back" | "reduce"
                | "next_if" => Some(option(item())),
                "filter" | "skip" | "take" | "rev" | "chain" | "cloned" | "copied" | "peekable"
                | "inspect" | "step_by" | "take_while" | "skip_while" | "by_ref" | "fuse"
                | "cycle" | "into_iter" | "iter" | "clone" => Some(iterator(item())),
                "enumerate" => {
                    Some(iterator(named("()", vec![named("usize", Vec::new()), item()])))
                }
                "zip" => Some(iterator(named("()", vec![item(), Type::Unknown]))),
                "collect" => Some(named("Collected", vec![item()])),
                "map" | "flat_map" | "filter_map" | "map_while" | "scan" => {
                    Some(iterator(Type::Unknown))
                }
                "flatten" => Some(iterator(match item() {
                    Type::Named(inner, arguments) => element(&inner, &arguments),
                    _ => Type::Unknown,
                })),
                "fold" | "sum" | "count" | "any" | "all" | "for_each" | "position" | "product"
                | "find_map" | "unzip" | "partition" | "try_fold" | "try_for_each" | "eq"
                | "size_hint" | "len" => Some(Type::Unknown),
                _ => None,
            }
        }
        "Collected" => match method {
            "iter" | "into_iter" | "iter_mut" => Some(iterator(one())),
            _ => None,
        },
        "Arc" | "Rc" | "Box" | "Pin" | "Cow" | "Weak" => match method {
            "clone" | "as_ref" | "as_mut" if name != "Box" => Some(same()),
            "upgrade" => Some(option(named("Arc", vec![one()]))),
            "into_owned" | "to_mut" if name == "Cow" => Some(last(arguments)),
            _ => None,
        },
        "Mutex" | "RwLock" | "ReentrantMutex" => match method {
            // Of the standard library, or of one that cannot fail.
            "lock" | "read" | "write" | "try_lock" | "try_read" | "try_write" | "lock_owned"
            | "blocking_lock" | "get_mut" | "into_inner" => Some(named("Guard", vec![one()])),
            _ => None,
        },
        "Guard" => match method {
            "unwrap" | "expect" | "unwrap_or_else" => Some(same()),
            _ => None,
        },
        "RefCell" => match method {
            "borrow" | "borrow_mut" => Some(named("Guard", vec![one()])),
            "take" | "replace" | "into_inner" | "get_mut" => Some(one()),
            _ => None,
        },
        "Cell" | "OnceCell" | "OnceLock" => match method {
            "get" | "get_mut" if name != "Cell" => Some(option(one())),
            "get" | "take" | "into_inner" | "get_or_init" | "replace" => Some(one()),
            "set" => Some(Type::Unknown),
            _ => None,
        },
        "String" | "str" | "OsStr" | "OsString" | "Path" | "PathBuf" => match method {
            "chars" | "bytes" | "char_indices" | "lines" | "split" | "split_whitespace" => {
                Some(iterator(Type::Unknown))
            }
            "as_str" | "trim" | "to_string" | "to_owned" | "as_ref" | "clone" | "to_lowercase"
            | "to_uppercase" | "as_path" | "to_path_buf" | "join" | "as_bytes" => Some(same()),
            "parse" | "len" | "is_empty" | "push" | "push_str" | "contains" | "starts_with"
            | "ends_with" | "find" | "replace" | "strip_prefix" | "strip_suffix" | "pop"
            | "insert" | "remove" | "get" | "display" | "exists" | "parent" | "extend" => {
                Some(Type::Unknown)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Methods that give what they are called on, whatever that is.
pub fn keeps(method: &str) -> bool {
    matches!(
        method,
        "clone"
            | "to_owned"
            | "borrow"
            | "borrow_mut"
            | "as_ref"
            | "as_mut"
            | "by_ref"
            | "cloned"
            | "deref"
            | "deref_mut"
            | "into_inner_ref"
    )
}

/// What a method hands to the function that it is given, if that is simply an element.
pub fn handed(name: &str, arguments: &[Type], method: &str) -> Option<Type> {
    match (name, method) {
        ("Result", "map_err" | "or_else" | "unwrap_or_else" | "inspect_err" | "is_err_and") => {
            arguments.get(1).cloned()
        }
        ("HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap", _) => None,
        ("Entry", "and_modify") => arguments.last().cloned(),
        (_, "fold" | "try_fold" | "scan" | "unwrap_or_else" | "ok_or_else" | "or_insert_with") => {
            None
        }
        _ => Some(element(name, arguments)),
    }
}

/// Whether the standard library has a macro of that name.
pub fn is_macro(name: &str) -> bool {
    const MACROS: &[&str] = &[
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "print",
        "println",
        "eprint",
        "eprintln",
        "format",
        "write",
        "writeln",
        "panic",
        "todo",
        "unimplemented",
        "unreachable",
        "vec",
        "matches",
        "concat",
        "env",
        "option_env",
        "include",
        "include_str",
        "include_bytes",
        "line",
        "column",
        "file",
        "stringify",
        "cfg",
        "dbg",
        "compile_error",
        "module_path",
        "thread_local",
        "format_args",
        "try",
    ];
    MACROS.contains(&name)
}

/// Whether a name is one that so many types outside have that it tells nothing.
pub fn is_common(method: &str) -> bool {
    const COMMON: &[&str] = &[
        "new",
        "default",
        "from",
        "into",
        "clone",
        "get",
        "get_mut",
        "set",
        "len",
        "is_empty",
        "insert",
        "remove",
        "push",
        "pop",
        "iter",
        "iter_mut",
        "into_iter",
        "next",
        "map",
        "filter",
        "and_then",
        "or_else",
        "unwrap",
        "expect",
        "ok",
        "err",
        "as_ref",
        "as_mut",
        "as_str",
        "as_bytes",
        "to_string",
        "to_owned",
        "to_vec",
        "collect",
        "fmt",
        "eq",
        "cmp",
        "hash",
        "write",
        "read",
        "flush",
        "close",
        "open",
        "lock",
        "send",
        "recv",
        "join",
        "poll",
        "call",
        "take",
        "replace",
        "extend",
        "contains",
        "starts_with",
        "ends_with",
        "split",
        "trim",
        "parse",
        "find",
        "any",
        "all",
        "min",
        "max",
        "sum",
        "count",
        "first",
        "last",
        "sort",
        "reverse",
        "clear",
        "drain",
        "append",
        "retain",
        "entry",
        "keys",
        "values",
        "path",
        "name",
        "index",
        "deref",
        "borrow",
        "drop",
        "start",
        "end",
        "kind",
        "id",
        "finish",
        "add",
        "sub",
        "mul",
        "div",
        "not",
        "neg",
        "rem",
        "abs",
        "pow",
        "get_ref",
        "into_inner",
        "inner",
        "run",
        "spawn",
        "wait",
        "status",
        "output",
        "arg",
        "args",
        "env",
        "build",
        "connect",
        "accept",
        "bind",
        "listen",
        "write_all",
        "read_to_end",
        "peek",
        "skip",
        "zip",
        "chain",
        "rev",
        "fold",
        "position",
        "swap",
        "resize",
        "reserve",
        "capacity",
        "truncate",
        "copy",
        "cloned",
        "copied",
        "is_some",
        "is_none",
        "is_ok",
        "is_err",
        "is_file",
        "is_dir",
        "exists",
        "display",
        "source",
        "description",
        "cause",
        "message",
        "code",
        "body",
        "headers",
        "uri",
        "method",
        "version",
        "field",
        "value",
        "key",
        "data",
        "size",
        "width",
        "height",
        "x",
        "y",
        "step",
        "load",
        "store",
        "fetch_add",
        "swap_remove",
        "elapsed",
        "now",
        "as_slice",
        "as_ptr",
        "as_mut_ptr",
        "offset",
        "tell",
        "seek",
        "advance",
        "remaining",
        "chunk",
        "put",
        "visit",
        "serialize",
        "deserialize",
        "encode",
        "decode",
        "line",
        "column",
        "span",
        "text",
        "bytes",
        "chars",
        "lines",
        "matches",
        "captures",
        "is_match",
        "replace_all",
        "reset",
        "update",
        "apply",
        "process",
        "handle",
        "execute",
        "init",
        "shutdown",
        "stop",
        "resume",
        "pause",
    ];
    COMMON.contains(&method)
}

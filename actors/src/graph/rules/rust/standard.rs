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

fn is_in(words: &str, name: &str) -> bool {
    words.split_ascii_whitespace().any(|word| word == name)
}

/// What a pointer or guard gives when a member of it is not its own.
pub fn pointee(name: &str, arguments: &[Type]) -> Option<Type> {
    const POINTERS: &str = "\
        Arc Box CachePadded Cow Guard Lazy LazyCell LazyLock ManuallyDrop MutexGuard NonNull \
        OwnedMutexGuard PeekMut Pin Rc Ref RefMut Reverse RwLockReadGuard RwLockWriteGuard \
        Wrapping";
    (is_in(POINTERS, name) && !arguments.is_empty()).then(|| match name {
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
    const MACROS: &str = "\
        assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert \
        debug_assert_eq debug_assert_ne env eprint eprintln file format format_args include \
        include_bytes include_str line matches module_path option_env panic print println \
        stringify thread_local todo try unimplemented unreachable vec write writeln";
    is_in(MACROS, name)
}

/// Whether a name is one that so many types outside have that it tells nothing.
pub fn is_common(method: &str) -> bool {
    const COMMON: &str = "\
        abs accept add advance all and and_modify and_then any append apply arg args as_bytes \
        as_deref as_deref_mut as_mut as_mut_ptr as_os_str as_path as_ptr as_raw_fd as_ref \
        as_slice as_str assume_init binary_search bind body borrow build by_ref bytes call \
        canonicalize capacity captures cast cause ceil chain char_indices chars checked_add \
        checked_div checked_mul checked_sub chunk chunks clamp clear clone cloned close cmp code \
        collect column compare_exchange concat connect contains contains_key copied copy \
        copy_from_slice count count_ones data decode dedup default deref description deserialize \
        display div downcast downcast_mut downcast_ref downgrade drain drop duration_since \
        elapsed encode end ends_with entry enumerate env eq err execute exists expect extend \
        extension fetch_add fetch_sub field file_name file_stem fill filter filter_map find \
        find_map finish first first_mut flat_map flatten floor flush fmt fold for_each from \
        from_raw get get_mut get_or_init get_or_insert_with get_ref handle hash headers height \
        id index init inner insert into into_boxed_slice into_boxed_str into_bytes into_inner \
        into_iter into_owned into_raw into_string is_alphabetic is_ascii is_digit is_dir \
        is_empty is_err is_file is_finite is_match is_nan is_negative is_none is_null is_numeric \
        is_ok is_positive is_some is_some_and is_zero iter iter_mut iter_ones join key keys kind \
        last last_mut leading_zeros len line lines listen load lock map map_err map_or \
        map_or_else matches max max_by max_by_key message metadata method min min_by min_by_key \
        mul name neg new next not notify_all notify_one now offset ok ok_or ok_or_else open or \
        or_default or_else or_insert or_insert_with output parent parse partition path pause \
        peek peekable poll pop pop_back pop_front position pow powi process ptr_eq push \
        push_back push_front push_str put read read_exact read_line read_to_end read_to_string \
        recv recv_timeout rem rem_euclid remaining remove repeat replace replace_all reserve \
        reset resize resume retain rev reverse round rposition rsplit run saturating_add \
        saturating_duration_since saturating_sub seek send send_timeout serialize set set_len \
        shrink_to_fit shutdown signum size skip skip_while sort sort_by sort_by_key \
        sort_unstable source span spawn split split_at split_first split_last split_off splitn \
        sqrt start starts_with status step step_by stop store strip_prefix strip_suffix \
        strong_count sub sum swap swap_remove swap_with take take_while tell text then then_some \
        to_be_bytes to_digit to_le_bytes to_lowercase to_mut to_owned to_path_buf to_str \
        to_string to_string_lossy to_uppercase to_vec trailing_zeros trim truncate try_fold \
        try_from try_into try_lock try_recv try_send type_id unwrap unwrap_or unwrap_or_default \
        unwrap_or_else update upgrade uri value values version visit wait wake wake_by_ref waker \
        width windows with_extension wrapping_add wrapping_sub write write_all write_fmt \
        write_str write_vectored x xor y zip";
    is_in(COMMON, method)
}

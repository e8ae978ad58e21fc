//! What the standard library of the JVM fixes of the types that sources name most.

use crate::graph::model::Type;

use super::values::outside;

/// Types that nothing can extend.
pub fn is_final(name: &str) -> bool {
    const NAMES: [&str; 16] = [
        "String",
        "StringBuilder",
        "StringBuffer",
        "Byte",
        "Short",
        "Character",
        "Integer",
        "Long",
        "Float",
        "Double",
        "Boolean",
        "Class",
        "Void",
        "Optional",
        "Locale",
        "UUID",
    ];
    NAMES.contains(&name)
}

/// Types and what they directly extend.
const SUPERS: &[(&str, &[&str])] = &[
    ("String", &["CharSequence", "Comparable", "Serializable"]),
    ("StringBuilder", &["CharSequence", "Appendable", "Serializable", "Comparable"]),
    ("StringBuffer", &["CharSequence", "Appendable", "Serializable", "Comparable"]),
    ("CharBuffer", &["CharSequence", "Appendable", "Comparable", "Readable", "Buffer"]),
    ("Number", &["Serializable"]),
    ("Byte", &["Number", "Comparable"]),
    ("Short", &["Number", "Comparable"]),
    ("Integer", &["Number", "Comparable"]),
    ("Long", &["Number", "Comparable"]),
    ("Float", &["Number", "Comparable"]),
    ("Double", &["Number", "Comparable"]),
    ("BigInteger", &["Number", "Comparable"]),
    ("BigDecimal", &["Number", "Comparable"]),
    ("AtomicInteger", &["Number"]),
    ("AtomicLong", &["Number"]),
    ("Character", &["Comparable", "Serializable"]),
    ("Boolean", &["Comparable", "Serializable"]),
    ("Class", &["Type", "AnnotatedElement", "GenericDeclaration", "Serializable"]),
    ("ParameterizedType", &["Type"]),
    ("GenericArrayType", &["Type"]),
    ("WildcardType", &["Type"]),
    ("TypeVariable", &["Type", "AnnotatedElement"]),
    ("Method", &["Executable", "Member", "AnnotatedElement"]),
    ("Constructor", &["Executable", "Member", "AnnotatedElement"]),
    ("Field", &["AccessibleObject", "Member", "AnnotatedElement"]),
    ("Executable", &["AccessibleObject", "Member", "GenericDeclaration", "AnnotatedElement"]),
    ("Collection", &["Iterable"]),
    ("List", &["Collection"]),
    ("Set", &["Collection"]),
    ("SortedSet", &["Set"]),
    ("Queue", &["Collection"]),
    ("Deque", &["Queue"]),
    ("ArrayList", &["List", "RandomAccess", "Serializable", "Cloneable"]),
    ("LinkedList", &["List", "Deque", "Serializable", "Cloneable"]),
    ("HashSet", &["Set", "Serializable", "Cloneable"]),
    ("LinkedHashSet", &["HashSet"]),
    ("TreeSet", &["SortedSet", "Serializable", "Cloneable"]),
    ("SortedMap", &["Map"]),
    ("HashMap", &["Map", "Serializable", "Cloneable"]),
    ("LinkedHashMap", &["HashMap"]),
    ("TreeMap", &["SortedMap", "Serializable", "Cloneable"]),
    ("ConcurrentMap", &["Map"]),
    ("ConcurrentHashMap", &["ConcurrentMap", "Serializable"]),
    ("Properties", &["Map", "Serializable", "Cloneable"]),
    ("ListIterator", &["Iterator"]),
    ("Calendar", &["Comparable", "Serializable", "Cloneable"]),
    ("GregorianCalendar", &["Calendar"]),
    ("Date", &["Comparable", "Serializable", "Cloneable"]),
    ("TimeZone", &["Serializable", "Cloneable"]),
    ("Locale", &["Serializable", "Cloneable"]),
    ("Throwable", &["Serializable"]),
    ("Exception", &["Throwable"]),
    ("Error", &["Throwable"]),
    ("RuntimeException", &["Exception"]),
    ("IOException", &["Exception"]),
    ("ReflectiveOperationException", &["Exception"]),
    ("ClassNotFoundException", &["ReflectiveOperationException"]),
    ("NoSuchMethodException", &["ReflectiveOperationException"]),
    ("IllegalAccessException", &["ReflectiveOperationException"]),
    ("InvocationTargetException", &["ReflectiveOperationException"]),
    ("InterruptedException", &["Exception"]),
    ("ExecutionException", &["Exception"]),
    ("IllegalArgumentException", &["RuntimeException"]),
    ("IllegalStateException", &["RuntimeException"]),
    ("NumberFormatException", &["IllegalArgumentException"]),
    ("InputStream", &["Closeable"]),
    ("OutputStream", &["Closeable", "Flushable"]),
    ("Reader", &["Readable", "Closeable"]),
    ("Writer", &["Appendable", "Closeable", "Flushable"]),
    ("StringReader", &["Reader"]),
    ("InputStreamReader", &["Reader"]),
    ("BufferedReader", &["Reader"]),
    ("StringWriter", &["Writer"]),
    ("PrintWriter", &["Writer"]),
    ("BufferedWriter", &["Writer"]),
    ("OutputStreamWriter", &["Writer"]),
    ("FilterOutputStream", &["OutputStream"]),
    ("PrintStream", &["FilterOutputStream", "Appendable"]),
    ("ByteArrayInputStream", &["InputStream"]),
    ("ByteArrayOutputStream", &["OutputStream"]),
    ("FileInputStream", &["InputStream"]),
    ("FileOutputStream", &["OutputStream"]),
    ("File", &["Comparable", "Serializable"]),
    ("Path", &["Comparable", "Iterable"]),
    ("Closeable", &["AutoCloseable"]),
    ("ExecutorService", &["Executor"]),
    ("ScheduledExecutorService", &["ExecutorService"]),
    ("Thread", &["Runnable"]),
    ("Object", &[]),
    ("Comparable", &[]),
    ("CharSequence", &[]),
    ("Iterable", &[]),
    ("Iterator", &[]),
    ("Map", &[]),
    ("Serializable", &[]),
    ("Type", &[]),
    ("Optional", &[]),
    ("UUID", &["Comparable", "Serializable"]),
    ("URL", &["Serializable"]),
    ("URI", &["Comparable", "Serializable"]),
    ("Duration", &["Comparable", "Serializable", "TemporalAmount"]),
    ("[]", &["Cloneable", "Serializable"]),
];

/// Whether a type of the library is one of another; `None` for one that is not known here.
pub fn extends(name: &str, other: &str) -> Option<bool> {
    if name == other || other == "Object" {
        return Some(true);
    }
    let Some((_, supers)) = SUPERS.iter().find(|(known, _)| *known == name) else {
        return if is_final(other) { Some(false) } else { None };
    };
    Some(supers.iter().any(|name| extends(name, other) == Some(true)))
}

/// How many parameters the function has that an interface of the library stands for.
pub fn function(name: &str) -> Option<u8> {
    Some(match name {
        "Runnable" | "Callable" | "Supplier" | "BooleanSupplier" | "IntSupplier"
        | "LongSupplier" | "DoubleSupplier" => 0,
        "Function"
        | "Consumer"
        | "Predicate"
        | "UnaryOperator"
        | "IntFunction"
        | "IntPredicate"
        | "IntConsumer"
        | "IntUnaryOperator"
        | "LongFunction"
        | "LongPredicate"
        | "LongConsumer"
        | "LongUnaryOperator"
        | "DoubleFunction"
        | "DoublePredicate"
        | "DoubleConsumer"
        | "DoubleUnaryOperator"
        | "ToIntFunction"
        | "ToLongFunction"
        | "ToDoubleFunction"
        | "FileFilter" => 1,
        "BiFunction"
        | "BiConsumer"
        | "BiPredicate"
        | "BinaryOperator"
        | "Comparator"
        | "IntBinaryOperator"
        | "LongBinaryOperator"
        | "DoubleBinaryOperator"
        | "ToIntBiFunction"
        | "ToLongBiFunction"
        | "ToDoubleBiFunction"
        | "ObjIntConsumer"
        | "ObjLongConsumer"
        | "FilenameFilter" => 2,
        _ => return None,
    })
}

/// What a method of a type of the library gives.
pub fn result(of: &str, given: &[Type], method: &str) -> Type {
    let named = |name: &str| Type::Named(name.to_owned(), Vec::new());
    let of_given = |name: &str| Type::Named(name.to_owned(), given.to_vec());
    let part = |at: usize| given.get(at).cloned().unwrap_or(Type::Unknown);
    let one = || part(0);
    match (of, method) {
        (_, "toString" | "getSimpleName" | "getCanonicalName") => named("String"),
        (_, "getCause") => named("Throwable"),
        (_, "getMessage" | "getLocalizedMessage") => named("String"),
        ("Calendar" | "GregorianCalendar", "get") => named("int"),
        ("Double" | "Float", "doubleToLongBits" | "doubleToRawLongBits") => named("long"),
        ("Double" | "Float", "floatToIntBits" | "floatToRawIntBits") => named("int"),
        (_, "toArray") => Type::Named("[]".into(), vec![named("Object")]),
        (
            _,
            "hashCode" | "size" | "length" | "indexOf" | "lastIndexOf" | "compareTo" | "ordinal",
        ) => named("int"),
        (
            _,
            "equals" | "isEmpty" | "contains" | "containsKey" | "hasNext" | "startsWith"
            | "endsWith" | "isPresent" | "booleanValue",
        ) => named("boolean"),
        ("Class", "getName") => named("String"),
        ("Class", "cast" | "newInstance") => one(),
        (
            "Class",
            "getComponentType" | "getSuperclass" | "getEnclosingClass" | "getDeclaringClass",
        ) => named("Class"),
        ("[]", "clone") => of_given("[]"),
        (_, "getClass") => named("Class"),
        ("String", "charAt")
        | ("CharSequence", "charAt")
        | ("StringBuilder", "charAt")
        | ("Character", "charValue") => named("char"),
        ("String", "toCharArray") => Type::Named("[]".into(), vec![named("char")]),
        ("String", "getBytes") => Type::Named("[]".into(), vec![named("byte")]),
        ("String", "split") => Type::Named("[]".into(), vec![named("String")]),
        (
            "String",
            "substring" | "trim" | "replace" | "replaceAll" | "replaceFirst" | "concat"
            | "toLowerCase" | "toUpperCase" | "valueOf" | "format" | "intern" | "join" | "strip"
            | "repeat",
        ) => named("String"),
        ("StringBuilder" | "StringBuffer", "substring") => named("String"),
        (
            "StringBuilder" | "StringBuffer",
            "append" | "insert" | "delete" | "reverse" | "deleteCharAt" | "replace",
        ) => named(of),
        ("Integer", "parseInt") | (_, "intValue") => named("int"),
        ("Long", "parseLong") | (_, "longValue") => named("long"),
        ("Double", "parseDouble") | (_, "doubleValue") => named("double"),
        ("Float", "parseFloat") | (_, "floatValue") => named("float"),
        ("Boolean", "parseBoolean") => named("boolean"),
        (
            "Integer" | "Long" | "Double" | "Float" | "Short" | "Byte" | "Boolean" | "Character",
            "valueOf",
        ) => named(of),
        ("System", "currentTimeMillis" | "nanoTime") => named("long"),
        ("System", "getProperty" | "getenv" | "lineSeparator") => named("String"),
        ("System", "identityHashCode") => named("int"),
        ("Optional", "get" | "orElse" | "orElseGet" | "orElseThrow") => one(),
        ("Optional", "filter" | "or") => of_given(of),
        ("Optional", "stream") => of_given("Stream"),
        (
            "List" | "ArrayList" | "LinkedList",
            "get" | "remove" | "set" | "getFirst" | "getLast" | "removeFirst" | "removeLast",
        ) => one(),
        (
            "Deque" | "Queue" | "LinkedList" | "ArrayDeque" | "PriorityQueue" | "BlockingQueue",
            "peek" | "poll" | "pop" | "remove" | "element" | "take" | "getFirst" | "getLast"
            | "peekFirst" | "peekLast" | "pollFirst" | "pollLast" | "removeFirst" | "removeLast",
        ) => one(),
        (
            "Stack" | "Vector",
            "get" | "peek" | "pop" | "elementAt" | "firstElement" | "lastElement",
        ) => one(),
        (
            "SortedSet" | "TreeSet" | "NavigableSet",
            "first" | "last" | "floor" | "ceiling" | "higher" | "lower",
        ) => one(),
        ("Iterator" | "ListIterator" | "Enumeration", "next" | "previous" | "nextElement") => one(),
        (_, "iterator" | "listIterator") if given.len() == 1 => of_given("Iterator"),
        (_, "stream" | "parallelStream") if given.len() == 1 => of_given("Stream"),
        ("List" | "ArrayList", "subList") => of_given("List"),
        (
            "Map" | "HashMap" | "LinkedHashMap" | "TreeMap" | "SortedMap" | "ConcurrentMap"
            | "ConcurrentHashMap" | "WeakHashMap" | "IdentityHashMap" | "EnumMap",
            "get" | "remove" | "put" | "getOrDefault" | "computeIfAbsent" | "putIfAbsent"
            | "compute" | "merge" | "replace",
        ) => part(1),
        (_, "keySet") if given.len() == 2 => Type::Named("Set".into(), vec![part(0)]),
        (_, "values") if given.len() == 2 => Type::Named("Collection".into(), vec![part(1)]),
        (_, "entrySet") if given.len() == 2 => Type::Named("Set".into(), vec![of_given("Entry")]),
        ("Entry", "getKey") => part(0),
        ("Entry", "getValue" | "setValue") => part(1),
        (
            "Stream",
            "filter" | "distinct" | "sorted" | "limit" | "skip" | "peek" | "sequential"
            | "parallel" | "onClose" | "takeWhile" | "dropWhile" | "unordered",
        ) => of_given(of),
        ("Stream", "findFirst" | "findAny" | "min" | "max" | "reduce") => of_given("Optional"),
        ("Stream", "toList") => of_given("List"),
        (
            "AtomicReference" | "ThreadLocal" | "WeakReference" | "SoftReference" | "Reference"
            | "Supplier" | "Future" | "CompletableFuture",
            "get" | "getAndSet" | "join",
        ) => one(),
        ("Callable", "call") => one(),
        ("Function", "apply") => part(1),
        ("BiFunction", "apply") => part(2),
        ("Constructor", "newInstance") => one(),
        (
            "Locale" | "TimeZone" | "Calendar" | "Charset" | "Thread" | "Instant" | "Duration",
            "getDefault" | "getInstance" | "forName" | "currentThread" | "now" | "ofMillis"
            | "between" | "defaultCharset" | "getTimeZone",
        ) => named(of),
        ("StringBuilder" | "StringBuffer" | "Math", _) => Type::Unknown,
        _ => outside(),
    }
}

/// An element of a collection of the library.
pub fn element(of: &str, given: &[Type]) -> Type {
    match (of, given) {
        ("Map" | "HashMap", _) => Type::Unknown,
        (_, [one]) => one.clone(),
        _ => Type::Unknown,
    }
}

/// What a function without a name is handed at a position, when it is passed to a method of a type
/// of the library: elements, or keys and values.
pub fn handed(given: &[Type], method: &str, at: usize) -> Type {
    let part = |at: usize| given.get(at).cloned().unwrap_or(Type::Unknown);
    match (given.len(), method) {
        (2, "forEach" | "replaceAll" | "computeIfPresent" | "compute" | "computeIfAbsent") => {
            part(at)
        }
        (2, "merge") => part(1),
        // A reduction is handed what it has reduced so far.
        (1, "reduce" | "collect") if at == 0 => Type::Unknown,
        (1, _) => part(0),
        _ => outside(),
    }
}

/// What a function takes at a position that stands for an interface of the library.
pub fn taken(of: &str, given: &[Type], at: usize) -> Type {
    let part = |at: usize| given.get(at).cloned().unwrap_or(Type::Unknown);
    match (of, function(of)) {
        ("Action", _) => part(at),
        ("Func", _) if at + 1 < given.len() => part(at),
        ("UnaryOperator" | "BinaryOperator" | "Comparator", _) => part(0),
        (name, Some(_)) if name.starts_with("Int") => Type::Named("int".into(), Vec::new()),
        (name, Some(_)) if name.starts_with("Long") => Type::Named("long".into(), Vec::new()),
        (name, Some(_)) if name.starts_with("Double") => Type::Named("double".into(), Vec::new()),
        (_, Some(count)) if at < usize::from(count) => part(at),
        _ => outside(),
    }
}

/// What a method gives that hands on its first argument, or makes a collection of it.
pub fn made_of(of: &str, method: &str, first: &Type) -> Option<Type> {
    let element = || match first {
        Type::Named(array, of) if array == "[]" => of.clone(),
        other => vec![other.clone()],
    };
    let of_elements = |name: &str| Some(Type::Named(name.to_owned(), element()));
    match (of, method) {
        ("Objects", "requireNonNull" | "requireNonNullElse") => Some(first.clone()),
        ("Collections", name)
            if name.starts_with("unmodifiable") || name.starts_with("synchronized") =>
        {
            Some(first.clone())
        }
        ("Optional", "of" | "ofNullable") => {
            Some(Type::Named("Optional".to_owned(), vec![first.clone()]))
        }
        ("List" | "Set" | "Stream", "of") => of_elements(of),
        ("Arrays", "asList") | ("Collections", "singletonList") => of_elements("List"),
        ("Collections", "singleton") => of_elements("Set"),
        ("Arrays", "stream") => of_elements("Stream"),
        _ => None,
    }
}

//! What types of the language and its library mean, as far as resolution needs it.

use heimdall_schema::record::{BindingKind, NodeKind};

use crate::graph::model::{Definition, Entity, Place, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written::Written;

/// Names that the language itself has, sorted.
#[rustfmt::skip]
pub const BUILTINS: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup",
    "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError",
    "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
    "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError",
    "Exception", "ExceptionGroup", "False", "FileExistsError", "FileNotFoundError",
    "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError",
    "ImportWarning", "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError",
    "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError", "ModuleNotFoundError",
    "NameError", "None", "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError",
    "OverflowError", "PendingDeprecationWarning", "PermissionError", "ProcessLookupError",
    "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning",
    "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError",
    "SystemExit", "TabError", "TimeoutError", "True", "TypeError", "UnboundLocalError",
    "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning", "ZeroDivisionError",
    "__build_class__", "__import__", "abs", "aiter", "all", "anext", "any", "ascii", "bin",
    "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod", "compile",
    "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval",
    "exec", "exit", "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr",
    "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len",
    "license", "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct",
    "open", "ord", "pow", "print", "property", "quit", "range", "repr", "reversed", "round",
    "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type",
    "vars", "zip",
];

/// The last part of a dotted name.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// What a type as written is, where it is more than its name.
pub fn meant_by(cx: &Resolver<'_>, place: Place, written: &Written) -> Option<Type> {
    let first = || written.arguments.first().map(|argument| cx.object(argument, place));
    match last(&written.name) {
        "Optional" | "Annotated" | "Final" | "ClassVar" | "Required" | "NotRequired"
        | "ReadOnly" | "InitVar" | "TypeGuard" | "Unpack" => first(),
        "Union" => {
            let some = written.arguments.iter().find(|a| a.name != "None")?;
            Some(cx.object(some, place))
        }
        "Type" | "type" if !written.arguments.is_empty() => match first()? {
            Type::Object(of, _) => Some(Type::Itself(of)),
            _ => Some(Type::Unknown),
        },
        "Tuple" | "tuple" if !written.arguments.is_empty() => {
            let ends =
                written.arguments.last().is_some_and(|a| a.name == "..." || a.name.is_empty());
            let name = if ends && written.arguments.len() == 2 { "[]" } else { "()" };
            let count = written.arguments.len() - usize::from(name == "[]");
            let parts = written.arguments[..count].iter().map(|a| cx.object(a, place)).collect();
            Some(Type::Named(name.to_owned(), parts))
        }
        "Self" => {
            let of = cx.enclosing_type(place)?;
            Some(Type::Object(of, Vec::new()))
        }
        _ => None,
    }
}

/// What a name runs over in a type of the library.
pub fn element(name: &str, arguments: &[Type]) -> Option<Type> {
    match last(name) {
        "()" => arguments.first().cloned(),
        "str" => Some(Type::Named("str".to_owned(), Vec::new())),
        "bytes" => Some(Type::Named("int".to_owned(), Vec::new())),
        // Of a mapping its keys, of a generator what it yields.
        _ => arguments.first().cloned(),
    }
}

/// What waiting for a type of the library or entering it gives.
pub fn inner(name: &str, arguments: &[Type]) -> Option<Type> {
    match last(name) {
        "Coroutine" => arguments.last().cloned(),
        "Awaitable"
        | "Future"
        | "Task"
        | "Iterator"
        | "AsyncIterator"
        | "Generator"
        | "AsyncGenerator"
        | "AbstractContextManager"
        | "AbstractAsyncContextManager"
        | "ContextManager"
        | "AsyncContextManager"
        | "Iterable"
        | "AsyncIterable"
        | "closing"
        | "aclosing" => arguments.first().cloned(),
        _ => None,
    }
}

/// What a method of a type of the library gives, as far as its arguments tell.
pub fn result_of(of: &str, arguments: &[Type], member: &str) -> Option<Type> {
    let list = |element: Type| Type::Named("[]".to_owned(), vec![element]);
    let same = || Some(Type::Named(of.to_owned(), arguments.to_vec()));
    let (first, second) = (arguments.first().cloned(), arguments.get(1).cloned());
    match (member, second) {
        ("values" | "itervalues", Some(value)) => Some(list(value)),
        ("keys" | "iterkeys", Some(_)) => first.map(list),
        ("items" | "iteritems", Some(value)) => {
            Some(list(Type::Named("()".to_owned(), vec![first?, value])))
        }
        ("get" | "pop" | "setdefault" | "__getitem__", Some(value)) => Some(value),
        ("popitem", Some(value)) => Some(Type::Named("()".to_owned(), vec![first?, value])),
        ("copy" | "__copy__" | "union" | "difference" | "intersection", _) => same(),
        (
            "pop" | "popleft" | "get" | "get_nowait" | "__getitem__" | "__next__" | "result",
            None,
        ) => first,
        _ => None,
    }
}

/// What a call means when what is called is found: what a variable stands for, instead of it.
pub fn called(cx: &Resolver<'_>, found: Vec<Entity>) -> Vec<Entity> {
    let Some(first) = found.first() else { return found };
    let value = match first {
        Entity::Definition(definition) => match cx.kind(*definition) {
            Some(NodeKind::Variable | NodeKind::Constant | NodeKind::Field) => {
                if names_itself(cx, *definition) {
                    return vec![Entity::External];
                }
                let all = crate::graph::model::Found {
                    entities: found.clone(),
                    reason: crate::graph::model::Reason::Scope,
                };
                cx.type_of_found(&all, None, cx.inside(*definition))
            }
            _ => return found,
        },
        Entity::Local(file, _) => {
            let all = crate::graph::model::Found {
                entities: found.clone(),
                reason: crate::graph::model::Reason::Scope,
            };
            cx.type_of_found(&all, None, cx.top(*file))
        }
        _ => return found,
    };
    match value {
        Type::Itself(of) | Type::Function(of) => vec![Entity::Definition(of)],
        Type::Object(of, _) => match cx.member_of(of, "__call__") {
            Some(call) if !call.is_external() => call.entities,
            _ => vec![Entity::External],
        },
        Type::Named(..) | Type::Module(_) => vec![Entity::External],
        Type::Variable(..) | Type::Unknown => found,
    }
}

/// Whether a variable is only a name of the language again (`str = str`).
fn names_itself(cx: &Resolver<'_>, of: Definition) -> bool {
    let facts = cx.facts(of.file);
    let name = facts.name(of.node);
    let mut own = facts.bound(name).filter(|(_, b)| b.from == of.node);
    own.any(|(_, b)| {
        let value = facts.text(b.text);
        b.kind == BindingKind::Assigned as u8
            && (value == name || BUILTINS.binary_search(&value).is_ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_are_sorted() {
        assert!(BUILTINS.is_sorted());
    }
}

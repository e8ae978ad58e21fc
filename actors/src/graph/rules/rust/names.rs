//! What names and paths mean: in blocks, in modules, by imports, in other crates.

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind, Reference};

use super::{crates, members, modules, scopes, types};
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::resolver::Resolver;

/// Most files that define a name and are looked into.
const MOST_FILES: usize = 200;

/// Names of types, of values and of macros do not hide each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Type,
    Value,
    Macro,
}

impl Space {
    pub fn holds(self, kind: NodeKind) -> bool {
        use NodeKind as Kind;
        match self {
            Space::Type => super::is_type(kind) || matches!(kind, Kind::Type | Kind::Module),
            Space::Value => matches!(
                kind,
                Kind::Function
                    | Kind::Method
                    | Kind::Test
                    | Kind::Constant
                    | Kind::Variable
                    | Kind::Variant
                    | Kind::Struct
            ),
            Space::Macro => kind == Kind::Macro,
        }
    }

    pub fn letter(self) -> char {
        match self {
            Space::Type => 't',
            Space::Value => 'v',
            Space::Macro => 'm',
        }
    }
}

/// The name that an import gives; empty for one that only brings a trait into scope.
pub fn local_name<'f>(facts: &'f Facts, import: &Reference) -> &'f str {
    match (facts.text(import.alias), facts.text(import.name)) {
        ("_", _) => "",
        ("", "self") => {
            let path = facts.text(import.qualifier);
            path.rsplit("::").next().unwrap_or(path)
        }
        ("", name) => name,
        (alias, _) => alias,
    }
}

/// A path without what left-out type arguments leave behind.
pub fn without_gaps(path: &str) -> String {
    path.replace("::::", "::").trim_end_matches("::").to_owned()
}

/// Whether a type parameter is all that was found: it refers to nothing.
pub fn is_parameter(cx: &Resolver<'_>, found: &Found) -> bool {
    let Entity::Local(file, number) = found.entities[0] else { return false };
    let facts = cx.facts(file);
    facts.bindings().get(number as usize).is_some_and(|b| b.kind == BindingKind::Bound as u8)
}

/// What a definition is as a name: a module is what it stands for.
pub fn entity(cx: &Resolver<'_>, of: Definition) -> Entity {
    match cx.kind(of) {
        Some(NodeKind::Module) => Entity::Module(modules::meant(cx, of)),
        _ => Entity::Definition(of),
    }
}

/// What was found, when there is something.
pub fn found(entities: Vec<Entity>, reason: Reason) -> Option<Found> {
    (!entities.is_empty()).then_some(Found { entities, reason })
}

/// A name without a path. `skip` is an import that is being followed.
pub fn name(
    cx: &Resolver<'_>,
    place: Place,
    name: &str,
    space: Space,
    skip: Option<u32>,
) -> Option<Found> {
    let facts = cx.facts(place.file);
    match name {
        "self" if space == Space::Type => {
            return Found::one(Entity::Module(modules::around(cx, place)), Reason::Scope);
        }
        "super" => {
            let outer = modules::parent(cx, &modules::around(cx, place))?;
            return Found::one(Entity::Module(outer), Reason::Scope);
        }
        "crate" | "$crate" => {
            return Found::one(Entity::Module(modules::root(cx, place.file)), Reason::Scope);
        }
        "Self" => {
            let of = types::self_type(cx, place).definition()?;
            return Found::one(Entity::Definition(of), Reason::Scope);
        }
        _ => {}
    }
    for around in facts.around(place.from) {
        if facts.kind(around) == Some(NodeKind::Module) {
            break;
        }
        if space == Space::Value
            && let Some(local) = local(&facts, place, around, name)
        {
            return Found::one(local, Reason::Scope);
        }
        if !facts.kind(around).is_some_and(super::is_type) {
            let scope = facts.qualified(around);
            let inside = scopes::items(cx, place.file, around, &scope, name, space);
            let inside = inside
                .or_else(|| scopes::imported(cx, place.file, around, name, space, skip))
                .or_else(|| scopes::by_glob(cx, place.file, around, name, space));
            if inside.is_some() {
                return inside;
            }
        }
    }
    if space == Space::Type
        && let Some(number) = parameter(&facts, place, name)
    {
        return Found::one(Entity::Local(place.file, number), Reason::Scope);
    }
    if space == Space::Macro {
        return scopes::macro_named(cx, place, name, skip);
    }
    let module = modules::around(cx, place);
    scopes::in_module(cx, &module, name, space, skip).or_else(|| {
        let extern_crate = (space == Space::Type).then(|| crates::named(cx, place.file, name));
        Found::one(Entity::Module(extern_crate??), Reason::Import)
    })
}

/// The binding of a local value that is in force at a place.
fn local(facts: &Facts, place: Place, around: u32, name: &str) -> Option<Entity> {
    use BindingKind as Kind;
    let mut best: Option<(u32, bool)> = None;
    for (number, binding) in facts.bound(name) {
        let is_local = binding.from == around
            && facts.name(around) != name
            && matches!(
                Kind::from_byte(binding.kind),
                Some(
                    Kind::Parameter
                        | Kind::Declared
                        | Kind::Assigned
                        | Kind::Element
                        | Kind::Entered
                )
            );
        // In `let f = f(x)` the value means another `f`.
        let is_made = binding.line == place.line
            && binding.kind == Kind::Assigned as u8
            && calls(facts.text(binding.text), name);
        let in_force = binding.line <= place.line && place.line <= binding.end_line && !is_made;
        let shows = binding.text != NO_INDEX;
        if is_local && in_force && (shows || best.is_none_or(|(_, showed)| !showed)) {
            best = Some((number, shows));
        }
    }
    best.map(|(number, _)| Entity::Local(place.file, number))
}

/// Whether a value has a call of the bare name in it.
fn calls(value: &str, name: &str) -> bool {
    value.match_indices(name).any(|(at, _)| {
        value[at + name.len()..].starts_with('(')
            && !value[..at].ends_with(|c: char| c.is_alphanumeric() || "_.:".contains(c))
    })
}

/// The binding of a type parameter that is in force at a place, the innermost.
pub fn parameter(facts: &Facts, place: Place, name: &str) -> Option<u32> {
    let bound: Vec<_> = facts
        .bound(name)
        .filter(|(_, b)| {
            b.kind == BindingKind::Bound as u8
                && b.line <= place.line
                && place.line <= b.end_line
                && (b.from == NO_INDEX || facts.around(place.from).any(|n| n == b.from))
        })
        .collect();
    // Of the same scope the first: the others say more of it.
    let scopes = bound.iter().map(|(_, b)| (b.from, b.end_line));
    let innermost = scopes.max_by_key(|&(from, end)| {
        (facts.node(from).map_or(0, |node| node.line), std::cmp::Reverse(end))
    })?;
    let first = bound.iter().find(|(_, b)| (b.from, b.end_line) == innermost);
    first.map(|&(number, _)| number)
}

/// The definitions of a name in files that are not too many: all, else those of the same directory.
pub fn near(cx: &Resolver<'_>, file: FileId, name: &str) -> Vec<Definition> {
    let mut keys = cx.index().defining(name);
    if keys.len() > MOST_FILES {
        let Some(root) = modules::top(&modules::root(cx, file)) else { return Vec::new() };
        let directory = crate::graph::paths::parent(&cx.key(root.file));
        keys.retain(|key| {
            key.root() == directory.root()
                && key.relative().strip_prefix(directory.relative()).is_some()
        });
    }
    keys.truncate(MOST_FILES);
    let mut found = Vec::new();
    for key in keys {
        let other = cx.file(&key);
        if cx.same_family(file, other) {
            let facts = cx.facts(other);
            found.extend(facts.named(name).iter().map(|&node| Definition { file: other, node }));
        }
    }
    found
}

/// What a path means.
pub fn path(
    cx: &Resolver<'_>,
    place: Place,
    path: &str,
    space: Space,
    skip: Option<u32>,
) -> Option<Found> {
    let mut parts: Vec<&str> = path.split("::").collect();
    let head = if parts[0].is_empty() && parts.len() > 1 {
        // `::a::b` begins with a crate.
        parts.remove(0);
        Found::one(Entity::Module(crates::named(cx, place.file, parts[0])?), Reason::Import)?
    } else if parts.len() == 1 {
        return name(cx, place, parts[0], space, skip);
    } else if parts[0] == "Self" {
        let of = types::self_type(cx, place);
        return in_type(cx, &of, &parts[1..], space, place);
    } else {
        name(cx, place, parts[0], Space::Type, skip)?
    };
    let mut at = head;
    for (index, part) in parts.iter().enumerate().skip(1) {
        let is_last = index + 1 == parts.len();
        let of = if is_last { space } else { Space::Type };
        at = match &at.entities[0] {
            Entity::Module(module @ Module::Directory(_)) if parts[0] == "crate" => {
                // Where the root of the crate is not in sight, its first parts may not be either.
                return (index..parts.len())
                    .find_map(|from| below(cx, module, &parts[from..], space, place));
            }
            Entity::Module(module) if *part == "super" => {
                Found::one(Entity::Module(modules::parent(cx, module)?), Reason::Scope)?
            }
            Entity::Module(_) if *part == "self" => at,
            Entity::Module(module) => {
                scopes::in_module(cx, module, part, of, None)?.because(Reason::Import)
            }
            Entity::External => return Found::external(),
            Entity::Definition(definition) => {
                let of = types::of_definition(cx, *definition);
                return in_type(cx, &of, &parts[index..], space, place);
            }
            Entity::Local(file, number) => {
                let of = Type::Variable(*file, *number);
                return in_type(cx, &of, &parts[index..], space, place);
            }
        };
    }
    Some(at)
}

fn below(
    cx: &Resolver<'_>,
    module: &Module,
    parts: &[&str],
    space: Space,
    place: Place,
) -> Option<Found> {
    let (first, rest) = parts.split_first()?;
    let found = scopes::in_module(
        cx,
        module,
        first,
        if rest.is_empty() { space } else { Space::Type },
        None,
    )?;
    match (&found.entities[0], rest) {
        (_, []) => Some(found),
        (Entity::Module(module), rest) => below(cx, module, rest, space, place),
        (Entity::Definition(of), rest) => {
            in_type(cx, &types::of_definition(cx, *of), rest, space, place)
        }
        _ => None,
    }
}

/// The rest of a path that has come to a type.
fn in_type(
    cx: &Resolver<'_>,
    of: &Type,
    parts: &[&str],
    space: Space,
    place: Place,
) -> Option<Found> {
    let (first, rest) = parts.split_first()?;
    if rest.is_empty() {
        return members::associated(cx, of, first, space, place);
    }
    let found = members::associated(cx, of, first, Space::Type, place)?;
    let Entity::Definition(next) = found.entities[0] else { return Some(found) };
    in_type(cx, &types::of_definition(cx, next), rest, space, place)
}

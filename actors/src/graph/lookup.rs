//! What a name means in its place: scopes, imports, packages, modules, members.

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind, ReferenceKind};

use super::facts::Facts;
use super::model::{
    Definition, Entity, FileId, Found, Module, Place, Reason, Type, is_object_type,
};
use super::resolver::Resolver;
use super::rules::Rules;

/// Most modules that a chain of wildcard imports and re-exports is followed through.
const MOST_WILDCARDS: usize = 64;

impl Resolver<'_> {
    /// What a name without a receiver means.
    pub fn lookup(&self, place: Place, name: &str) -> Option<Found> {
        let rules = self.rules(place.file)?;
        if let Some(found) = rules.lookup(self, place, name) {
            return found;
        }
        let facts = self.facts(place.file);
        self.in_scopes(place, name, &facts, rules)
            .or_else(|| self.at_top(place, name, &facts))
            .or_else(|| self.imported(place, name))
            .or_else(|| rules.in_package(self, place, name))
            .or_else(|| {
                let seen = !rules.wildcards_only_reexport();
                seen.then(|| self.by_wildcard(place.file, name)).flatten()
            })
            .or_else(|| rules.is_builtin(name).then(Found::external).flatten())
    }

    /// In the definitions around the place, innermost first.
    fn in_scopes(
        &self,
        place: Place,
        name: &str,
        facts: &Facts,
        rules: &dyn Rules,
    ) -> Option<Found> {
        for around in facts.around(place.from) {
            let kind = facts.kind(around)?;
            let is_own = around == place.from;
            if let Some(local) = self.local(place, around, name, facts) {
                return Found::one(local, Reason::Scope);
            }
            if rules.hides_constructors() && is_object_type(kind) && facts.name(around) == name {
                let of = Definition { file: place.file, node: around };
                return Found::one(Entity::Definition(of), Reason::Scope);
            }
            if is_own || rules.sees_members() || !is_object_type(kind) {
                // A definition that names another scope (`A::f`) only stands here.
                let scope = kind.is_type().then(|| facts.qualified(around));
                let is_member = |of: &Definition| {
                    scope.as_ref().is_none_or(|scope| facts.scope(of.node) == *scope)
                };
                let mut children = self.seen(place, around, name, facts, rules);
                children.retain(is_member);
                if let Some(found) = Found::definitions(children, Reason::Scope) {
                    return Some(found);
                }
            }
            if rules.sees_members() {
                let of = Definition { file: place.file, node: around };
                let of = if kind.is_type() { Some(of) } else { self.type_by_scope(of) };
                if let Some(found) = of.and_then(|of| self.member_of(of, name))
                    && !found.is_external()
                {
                    return Some(found.because(Reason::Scope));
                }
            }
        }
        None
    }

    /// The definitions directly in `around` that are seen from the place: of those that stand in
    /// functions without a name, what the innermost around the place has.
    fn seen(
        &self,
        place: Place,
        around: u32,
        name: &str,
        facts: &Facts,
        rules: &dyn Rules,
    ) -> Vec<Definition> {
        let scoped = |node: u32| {
            let line = facts.node(node).map_or(0, |n| n.name_line);
            let all = facts.bound(name).filter(move |(_, b)| {
                b.kind == BindingKind::Scoped as u8
                    && b.from == around
                    && (b.line..=b.end_line).contains(&line)
            });
            all.map(|(_, b)| (b.line, b.end_line)).max()
        };
        let mut found = Vec::new();
        let mut best = 0;
        for node in facts.children(around, name).filter(|&n| rules.is_seen_bare(facts, n)) {
            let from = match scoped(node) {
                Some((line, end)) if (line..=end).contains(&place.line) => line,
                Some(_) => continue,
                None => 0,
            };
            if from > best {
                found.clear();
                best = from;
            }
            if from == best {
                found.push(Definition { file: place.file, node });
            }
        }
        found
    }

    /// A parameter or variable of the definition `around`, in force at the place.
    fn local(&self, place: Place, around: u32, name: &str, facts: &Facts) -> Option<Entity> {
        let mut found = None;
        for (number, binding) in facts.bound(name) {
            let is_local = binding.from == around
                && matches!(
                    BindingKind::from_byte(binding.kind),
                    Some(
                        BindingKind::Parameter
                            | BindingKind::Declared
                            | BindingKind::Assigned
                            | BindingKind::Element
                            | BindingKind::Entered
                            | BindingKind::Bound
                    )
                )
                // The binding of a field or variable says what that definition is.
                && (around == NO_INDEX || facts.name(around) != name);
            // A closure of several lines begins behind what stands on its first line: in
            // `r.each(func(r Row) {` the first `r` is not its parameter.
            let begins_here = binding.kind == BindingKind::Parameter as u8
                && binding.line == place.line
                && binding.end_line > place.line
                && facts.node(around).is_none_or(|node| binding.end_line < node.end_line);
            if begins_here {
                continue;
            }
            let in_force = if around == place.from {
                binding.line <= place.line && place.line <= binding.end_line
            } else {
                place.line <= binding.end_line
            };
            if is_local && in_force {
                // What shows no type does not hide what did, unless it is all there is.
                // What is in force in less of the source hides what is around it.
                let shows = binding.text != NO_INDEX;
                let is_inner = found.is_some_and(|(_, end)| binding.end_line < end);
                if shows || is_inner || found.is_none() {
                    found = Some((number, binding.end_line));
                }
            }
        }
        found.map(|(number, _)| Entity::Local(place.file, number))
    }

    fn at_top(&self, place: Place, name: &str, facts: &Facts) -> Option<Found> {
        let rules = self.rules(place.file)?;
        let mut top = self.seen(place, NO_INDEX, name, facts, rules);
        top.retain(|definition| facts.scope(definition.node).is_empty());
        Found::definitions(top, Reason::Scope).or_else(|| {
            let local = self.local(place, NO_INDEX, name, facts)?;
            Found::one(local, Reason::Scope)
        })
    }

    /// By an import of the file, that one which is nearest around the place.
    fn imported(&self, place: Place, name: &str) -> Option<Found> {
        let facts = self.facts(place.file);
        let rules = self.rules(place.file)?;
        let mut external = None;
        let mut best: Option<(bool, Found)> = None;
        for (number, import) in facts.references().iter().enumerate() {
            if import.kind != ReferenceKind::Import as u8
                || rules.local_name(&facts, import) != name
            {
                continue;
            }
            let near = facts.around(place.from).any(|around| around == import.from);
            if import.from != NO_INDEX
                && !near
                && facts.kind(import.from).is_none_or(|k| k.is_callable())
            {
                continue;
            }
            match self.import(place.file, number as u32) {
                Some(found) if found.is_external() => external = Some(found),
                Some(found) if best.as_ref().is_none_or(|(was_near, _)| near && !was_near) => {
                    best = Some((near, found));
                }
                Some(_) => {}
                None => external = Found::external(),
            }
        }
        best.map(|(_, found)| found.because(Reason::Import)).or(external)
    }

    /// What an import brings in, by its number in the record.
    pub fn import(&self, file: FileId, number: u32) -> Option<Found> {
        self.once(&self.imports, (file, number), None, || {
            let facts = self.facts(file);
            let import = facts.references().get(number as usize)?;
            self.rules(file)?.import(self, file, import)
        })
    }

    pub(super) fn by_wildcard(&self, file: FileId, name: &str) -> Option<Found> {
        let found = self.wildcards(file, &mut Vec::new(), name)?;
        Some(found.because(Reason::Wildcard))
    }

    fn wildcards(&self, file: FileId, seen: &mut Vec<Module>, name: &str) -> Option<Found> {
        let facts = self.facts(file);
        let rules = self.rules(file)?;
        for (number, import) in facts.references().iter().enumerate() {
            if import.kind != ReferenceKind::Import as u8 || rules.local_name(&facts, import) != "*"
            {
                continue;
            }
            let Some(found) = self.import(file, number as u32) else { continue };
            for entity in found.entities {
                let Entity::Module(module) = entity else {
                    if let Entity::Definition(of) = entity
                        && let Some(found) = self.member_of(of, name)
                        && !found.is_external()
                    {
                        return Some(found);
                    }
                    continue;
                };
                if seen.contains(&module) || seen.len() > MOST_WILDCARDS {
                    continue;
                }
                seen.push(module.clone());
                if let Some(found) = self.in_module(&module, name, seen) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// A name of a module: what it defines, exports, imports, or has below it.
    pub fn module_member(&self, module: &Module, name: &str) -> Option<Found> {
        self.once(&self.names, (module.clone(), name.to_owned()), None, || {
            self.in_module(module, name, &mut vec![module.clone()])
        })
    }

    fn in_module(&self, module: &Module, name: &str, seen: &mut Vec<Module>) -> Option<Found> {
        match module {
            Module::File(file) => self
                .in_file(*file, name)
                .or_else(|| {
                    let module = self.rules(*file)?.submodule(self, module, name)?;
                    Found::one(Entity::Module(module), Reason::Import)
                })
                .or_else(|| self.wildcards(*file, seen, name)),
            Module::Directory(directory) => {
                let mut found = Vec::new();
                let mut rules = None;
                for key in self.index().directory(directory) {
                    let file = self.file(&key);
                    rules = rules.or_else(|| self.rules(file));
                    let facts = self.facts(file);
                    let top = facts.children(NO_INDEX, name);
                    let top = top.filter(|&node| facts.scope(node).is_empty());
                    found.extend(top.map(|node| Definition { file, node }));
                }
                Found::definitions(found, Reason::Import).or_else(|| {
                    let module = rules?.submodule(self, module, name)?;
                    Found::one(Entity::Module(module), Reason::Import)
                })
            }
            Module::Inside(of) => {
                let facts = self.facts(of.file);
                let scope = facts.qualified(of.node);
                let inside = facts.within(&scope, name);
                let inside = inside.map(|node| Definition { file: of.file, node }).collect();
                Found::definitions(inside, Reason::Import)
                    .or_else(|| self.imported_in(*of, name, &facts))
                    .or_else(|| {
                        let outside = self.rules(of.file)?.outside_members(self, *of, name);
                        Found::definitions(outside, Reason::Package)
                    })
            }
            Module::Package(from, package) => self.in_package(*from, package, name),
        }
    }

    fn in_file(&self, file: FileId, name: &str) -> Option<Found> {
        let facts = self.facts(file);
        if let Some(found) = self.rules(file)?.exported(self, file, name) {
            return Some(found);
        }
        self.at_top(self.top(file), name, &facts).or_else(|| {
            let found = self.imported(self.top(file), name)?;
            Some(found)
        })
    }

    /// By an import that stands in a module.
    fn imported_in(&self, of: Definition, name: &str, facts: &Facts) -> Option<Found> {
        let rules = self.rules(of.file)?;
        let mut imports = facts.references().iter().enumerate().filter(|(_, r)| {
            r.kind == ReferenceKind::Import as u8
                && r.from == of.node
                && rules.local_name(facts, r) == name
        });
        imports.find_map(|(number, _)| self.import(of.file, number as u32))
    }

    /// A name of a package that is spread over files.
    pub fn in_package(&self, from: FileId, package: &str, name: &str) -> Option<Found> {
        let key = (from, format!("{package}\n{name}"));
        if let Some(known) = self.packages.borrow().get(&key) {
            return known.clone();
        }
        let rules = self.rules(from)?;
        if let Some(found) = rules.package_member(self, from, package, name) {
            return Some(found);
        }
        let all = self.everywhere(from, name).into_iter().filter(|definition| {
            let facts = self.facts(definition.file);
            let is_top = facts.node(definition.node).is_some_and(|node| {
                let outer = facts.kind(node.parent);
                outer.is_none_or(|kind| {
                    matches!(kind, NodeKind::Namespace | NodeKind::Package | NodeKind::Module)
                })
            });
            is_top && rules.is_in_package(&facts, package)
        });
        let found = Found::definitions(self.nearest(from, all.collect()), Reason::Package);
        self.packages.borrow_mut().insert(key, found.clone());
        found
    }

    /// A member of something.
    pub fn member(&self, of: &Type, name: &str, place: Place) -> Option<Found> {
        match of {
            Type::Object(definition, _) | Type::Itself(definition) => {
                if self.kind(*definition) == Some(NodeKind::Type) {
                    let meant = self.type_of_alias(*definition);
                    if !meant.is_unknown() && self.own_member(*definition, name).is_empty() {
                        return self.member(&meant, name, place);
                    }
                }
                self.member_of(*definition, name)
            }
            Type::Module(module) => {
                let found = self.module_member(module, name);
                found.map(|found| found.because(Reason::Import))
            }
            Type::Named(outside, arguments) => {
                let rules = self.rules(place.file)?;
                let inner = rules.inner(outside, arguments).filter(|inner| inner != of);
                inner.and_then(|inner| self.member(&inner, name, place)).or_else(Found::external)
            }
            Type::Function(_) => Found::external(),
            Type::Variable(..) | Type::Unknown => None,
        }
    }

    /// A member of a type: its own, then those that it inherits.
    pub fn member_of(&self, of: Definition, name: &str) -> Option<Found> {
        let mut seen = vec![of];
        let mut others = false;
        let mut at = 0;
        while let Some(&definition) = seen.get(at) {
            let own = self.own_member(definition, name);
            if !own.is_empty() {
                let reason = if at == 0 { Reason::Receiver } else { Reason::Inherited };
                return Some(Found { entities: own, reason });
            }
            let supers = self.supers(definition);
            others |= supers.others;
            // Depth first, as most languages look for members.
            let mut next = at + 1;
            for definition in supers.known {
                if !seen.contains(&definition) && seen.len() < MOST_WILDCARDS {
                    seen.insert(next, definition);
                    next += 1;
                }
            }
            at += 1;
        }
        if others { Found::external() } else { None }
    }

    fn own_member(&self, of: Definition, name: &str) -> Vec<Entity> {
        let facts = self.facts(of.file);
        if facts.name(of.node) == name
            && self.rules(of.file).is_some_and(|rules| rules.hides_constructors())
            && facts.kind(of.node).is_some_and(is_object_type)
        {
            return vec![Entity::Definition(of)];
        }
        let scope = facts.qualified(of.node);
        let mut found: Vec<_> = facts
            .within(&scope, name)
            .filter(|&node| node != of.node)
            .map(|node| Entity::Definition(Definition { file: of.file, node }))
            .collect();
        if let Some(rules) = self.rules(of.file) {
            if found.is_empty() {
                for word in rules.self_words() {
                    let attribute = format!("{word}.{name}");
                    let bound = facts.bound(&attribute).filter(|(_, b)| {
                        let own = facts
                            .around(b.from)
                            .find(|&n| facts.kind(n).is_some_and(|k| k.is_type()));
                        own == Some(of.node)
                    });
                    // The first that shows a type, else the first.
                    let bound: Vec<_> = bound.collect();
                    let shows = bound
                        .iter()
                        .find(|(_, b)| b.text != NO_INDEX && facts.text(b.text) != "None");
                    if let Some((number, _)) = shows.or(bound.first()) {
                        found.push(Entity::Local(of.file, *number));
                    }
                }
            }
            let outside = rules.outside_members(self, of, name);
            found.extend(outside.into_iter().map(Entity::Definition));
        }
        found
    }

    pub fn kind(&self, definition: Definition) -> Option<NodeKind> {
        self.facts(definition.file).kind(definition.node)
    }
}

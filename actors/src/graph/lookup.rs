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

/// How many bindings of one name are asked what they show, from the last one on.
const MOST_BINDINGS: usize = 4;

impl Resolver<'_> {
    /// What a name without a receiver means.
    pub fn lookup(&self, place: Place, name: &str) -> Option<Found> {
        let rules = self.rules(place.file)?;
        if let Some(found) = rules.lookup(self, place, name) {
            return found;
        }
        let facts = self.facts(place.file);
        self.in_scopes(place, name, &facts, rules)
            .or_else(|| self.at_top_or_imported(place, name, &facts))
            .or_else(|| rules.in_package(self, place, name))
            .or_else(|| {
                let seen = !rules.wildcards_only_reexport();
                seen.then(|| self.by_wildcard(place.file, name)).flatten()
            })
            .or_else(|| {
                let later = rules.binds_in_order();
                later.then(|| self.bound_later(place, name, &facts)).flatten()
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
            let local = self.local(place, around, name, facts);
            // A name that is bound anywhere in a function may be its own in all of it.
            let whole = rules.binds_for_whole().then_some(Place { bound: u32::MAX, ..place });
            let local = local.or_else(|| self.local(whole?, around, name, facts));
            if let Some(entities) = local {
                return Some(Found { entities, reason: Reason::Scope });
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
                // The fields of a struct without a name have no type around them.
                let is_seen = |of: &Definition| {
                    !rules.binds_in_order()
                        || kind.is_type()
                        || facts.kind(of.node) != Some(NodeKind::Field)
                };
                let mut children = self.seen(place, around, name, facts, rules);
                children.retain(|of| is_member(of) && is_seen(of));
                if children.len() > 1 {
                    rules.best_first(self, &mut children);
                }
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

    /// A parameter or variable of the definition `around`, in force at the place: the last that is
    /// bound, then what is written of its type.
    pub(super) fn local(
        &self,
        place: Place,
        around: u32,
        name: &str,
        facts: &Facts,
    ) -> Option<Vec<Entity>> {
        if !self.rules(place.file)?.binds_in_order() {
            return self.local_by_line(place, around, name, facts).map(|local| vec![local]);
        }
        let end = facts.node(around).map_or(facts.lines(), |node| node.end_line);
        let mut found: Vec<u32> = Vec::new();
        let mut declared = None;
        for (number, binding) in facts.bound(name) {
            let kind = BindingKind::from_byte(binding.kind);
            let is_local = binding.from == around
                && matches!(
                    kind,
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
            // In force for all of its definition, or from before the place on.
            let is_whole = binding.end_line >= end || binding.line <= place.line;
            let in_force = is_whole
                && place.line <= binding.end_line
                && (around != place.from || number < place.bound);
            if is_local && in_force {
                // What shows no type does not hide what did, unless it is all there is.
                let shows = binding.text != NO_INDEX;
                let hides = kind == Some(BindingKind::Parameter);
                if hides {
                    found.clear();
                    declared = None;
                }
                if shows || found.is_empty() {
                    found.push(number);
                }
                if shows && matches!(kind, Some(BindingKind::Parameter | BindingKind::Declared)) {
                    declared = Some(number);
                }
            }
        }
        let last = found.iter().rev().take(MOST_BINDINGS).copied();
        let declared = declared.into_iter().filter(|number| found.last() != Some(number));
        let numbers = last.clone().take(1).chain(declared).chain(last.skip(1));
        let entities: Vec<_> = numbers.map(|number| Entity::Local(place.file, number)).collect();
        (!entities.is_empty()).then_some(entities)
    }

    /// A name that comes into force behind the place, in a definition around it: code that is
    /// written before and run after, loops.
    fn bound_later(&self, place: Place, name: &str, facts: &Facts) -> Option<Found> {
        let later = Place { bound: u32::MAX, ..place };
        let mut around = facts.around(place.from);
        let entities = around.find_map(|around| self.local(later, around, name, facts))?;
        Some(Found { entities, reason: Reason::Scope })
    }

    /// At the top of the file, or by an import: of a variable and an import of one name, the import
    /// tells what it is (`try: import a` and `except: a = None`).
    pub(super) fn at_top_or_imported(
        &self,
        place: Place,
        name: &str,
        facts: &Facts,
    ) -> Option<Found> {
        let top = self.at_top(place, name, facts);
        if !self.rules(place.file)?.binds_in_order() {
            return top.or_else(|| self.imported(place, name));
        }
        let is_variable = match top.as_ref().map(|found| &found.entities[0]) {
            Some(Entity::Definition(d)) => self.kind(*d) == Some(NodeKind::Variable),
            Some(Entity::Local(..)) | None => true,
            Some(_) => false,
        };
        if !is_variable {
            return top;
        }
        self.imported(place, name).or(top)
    }

    /// The same, where lines tell what is in force.
    fn local_by_line(
        &self,
        place: Place,
        around: u32,
        name: &str,
        facts: &Facts,
    ) -> Option<Entity> {
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
        if top.len() > 1 {
            rules.best_first(self, &mut top);
        }
        Found::definitions(top, Reason::Scope).or_else(|| {
            let entities = self.local(place, NO_INDEX, name, facts)?;
            Some(Found { entities, reason: Reason::Scope })
        })
    }

    /// By an import of the file, that one which is nearest around the place.
    pub(super) fn imported(&self, place: Place, name: &str) -> Option<Found> {
        let facts = self.facts(place.file);
        let rules = self.rules(place.file)?;
        let mut external = None;
        let mut best: Option<(bool, Found)> = None;
        for (number, import) in facts.references().iter().enumerate() {
            if import.kind != ReferenceKind::Import as u8
                || !rules.brings(self, &facts, import, name)
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

    pub(super) fn wildcards(
        &self,
        file: FileId,
        seen: &mut Vec<Module>,
        name: &str,
    ) -> Option<Found> {
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

    /// A member of something.
    pub fn member(&self, of: &Type, name: &str, place: Place) -> Option<Found> {
        match of {
            Type::Object(definition, _) | Type::Itself(definition) => {
                let own = self.member_of(*definition, name);
                if own.as_ref().is_none_or(Found::is_external) {
                    let meant = self.underlying(of);
                    if meant != *of && !meant.is_unknown() {
                        return self.member(&meant, name, place);
                    }
                }
                own
            }
            Type::Module(module) => {
                let found = self.module_member(module, name);
                found.map(|found| found.because(Reason::Import))
            }
            Type::Named(outside, arguments) => {
                let rules = self.rules(place.file)?;
                if let Some(found) = rules.member_of_outside(self, place, outside, name) {
                    return Some(found);
                }
                let inner = rules.seen_through(outside, arguments).filter(|inner| inner != of);
                inner.and_then(|inner| self.member(&inner, name, place)).or_else(Found::external)
            }
            Type::Function(_) => Found::external(),
            Type::Variable(..) | Type::Unknown => None,
        }
    }

    /// A member of a type: its own, then those that it inherits.
    pub fn member_of(&self, of: Definition, name: &str) -> Option<Found> {
        let (lineage, others) = self.lineage(of);
        self.member_among(&lineage, name, of).or_else(|| others.then(Found::external).flatten())
    }

    pub(super) fn own_member(&self, of: Definition, name: &str) -> Vec<Entity> {
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
            .map(|node| Definition { file: of.file, node })
            .collect();
        let Some(rules) = self.rules(of.file) else {
            return found.into_iter().map(Entity::Definition).collect();
        };
        rules.best_first(self, &mut found);
        let is_method = found.first().and_then(|&d| self.kind(d)).is_some_and(|k| k.is_callable());
        found.extend(rules.outside_members(self, of, name));
        let mut found: Vec<_> = found.into_iter().map(Entity::Definition).collect();
        if !is_method {
            found.extend(self.attributes(of, name, &facts, rules));
        }
        found
    }

    pub fn kind(&self, definition: Definition) -> Option<NodeKind> {
        self.facts(definition.file).kind(definition.node)
    }
}

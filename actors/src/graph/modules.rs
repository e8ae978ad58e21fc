//! Names of modules: what they define, export, import, or have below them.

use heimdall_schema::record::{NO_INDEX, NodeKind, ReferenceKind};

use super::facts::Facts;
use super::model::{Definition, Entity, FileId, Found, Module, Reason};
use super::resolver::Resolver;

impl Resolver<'_> {
    /// A name of a module: what it defines, exports, imports, or has below it.
    pub fn module_member(&self, module: &Module, name: &str) -> Option<Found> {
        self.once(&self.names, (module.clone(), name.to_owned()), None, || {
            self.in_module(module, name, &mut vec![module.clone()])
        })
    }

    pub(super) fn in_module(
        &self,
        module: &Module,
        name: &str,
        seen: &mut Vec<Module>,
    ) -> Option<Found> {
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
                    let own = self.rules(file);
                    rules = rules.or(own);
                    if !own.is_some_and(|rules| rules.is_open(&key)) {
                        continue;
                    }
                    let facts = self.facts(file);
                    let top = facts.children(NO_INDEX, name);
                    let top = top.filter(|&node| facts.scope(node).is_empty());
                    found.extend(top.map(|node| Definition { file, node }));
                }
                if let Some(rules) = rules {
                    rules.best_first(self, &mut found);
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
        self.at_top_or_imported(self.top(file), name, &facts)
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
}

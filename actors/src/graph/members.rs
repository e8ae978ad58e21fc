//! Members of types: in which order supertypes are asked, and what methods assign.

use heimdall_schema::record::{BindingKind, NO_INDEX};

use super::expression::Expression;
use super::facts::Facts;
use super::model::{Definition, Entity, Found, Place, Reason};
use super::resolver::Resolver;
use super::rules::Rules;

/// Most supertypes that are looked through, those counted again that are met again.
const MOST_SUPERS: usize = 256;

/// Most assignments to one attribute that are looked at.
const MOST_ATTRIBUTES: usize = 16;

impl Resolver<'_> {
    /// A member of what an expression is: behind `super`, of the supertypes.
    pub fn member_of_value(&self, of: &Expression, name: &str, place: Place) -> Option<Found> {
        if !self.is_super(of, place) {
            return self.member(&self.type_of(of, place), name, place);
        }
        let own = self.enclosing_type(place)?;
        let (lineage, others) = self.lineage(own);
        let found = self.member_among(lineage.get(1..)?, name, own);
        found.or_else(|| others.then(Found::external).flatten())
    }

    /// Whether an expression is the word for what the supertypes have.
    pub(super) fn is_super(&self, of: &Expression, place: Place) -> bool {
        let word = match of {
            Expression::Name(word) => word,
            Expression::Call(of) => match &**of {
                Expression::Name(word) => word,
                _ => return false,
            },
            _ => return false,
        };
        let rules = self.rules(place.file).filter(|rules| rules.binds_in_order());
        rules.is_some_and(|rules| rules.super_words().contains(&word.as_str()))
    }

    pub(super) fn member_among(
        &self,
        lineage: &[Definition],
        name: &str,
        of: Definition,
    ) -> Option<Found> {
        lineage.iter().find_map(|&definition| {
            let entities = self.own_member(definition, name);
            let reason = if definition == of { Reason::Receiver } else { Reason::Inherited };
            (!entities.is_empty()).then_some(Found { entities, reason })
        })
    }

    /// A type and its supertypes in the order in which members are looked for, and whether there
    /// are others: depth first, what several share behind all of them.
    pub(super) fn lineage(&self, of: Definition) -> (Vec<Definition>, bool) {
        let (mut all, mut others) = (Vec::new(), false);
        self.descend(of, &mut Vec::new(), &mut all, &mut others);
        let mut lineage: Vec<Definition> = Vec::with_capacity(all.len());
        for definition in all.into_iter().rev() {
            if !lineage.contains(&definition) {
                lineage.push(definition);
            }
        }
        lineage.reverse();
        (lineage, others)
    }

    fn descend(
        &self,
        of: Definition,
        path: &mut Vec<Definition>,
        all: &mut Vec<Definition>,
        others: &mut bool,
    ) {
        if path.contains(&of) || all.len() >= MOST_SUPERS {
            return;
        }
        all.push(of);
        path.push(of);
        let supers = self.supers(of);
        *others |= supers.others;
        for definition in supers.known {
            self.descend(definition, path, all, others);
        }
        path.pop();
    }

    /// What methods of a type assign to a name of its objects; those with a written type first.
    pub(super) fn attributes<'f>(
        &self,
        of: Definition,
        name: &str,
        facts: &'f Facts,
        rules: &dyn Rules,
    ) -> impl Iterator<Item = Entity> + use<'f> {
        let mut found = Vec::new();
        for word in rules.self_words() {
            for (number, binding) in facts.bound(&format!("{word}.{name}")) {
                let mut around = facts.around(binding.from);
                let own = around.find(|&n| facts.kind(n).is_some_and(|k| k.is_type()));
                if own == Some(of.node) && found.len() < MOST_ATTRIBUTES {
                    let shows = binding.text != NO_INDEX && facts.text(binding.text) != "None";
                    let declared = binding.kind == BindingKind::Declared as u8;
                    found.push((!declared, !shows, number));
                }
            }
        }
        found.sort_unstable();
        let file = of.file;
        found.into_iter().map(move |(_, _, number)| Entity::Local(file, number))
    }

    /// The type whose method binds a word for the object as its first parameter; `None` when it is
    /// bound by something else. What binds nothing leaves the type around the place.
    pub(super) fn type_of_self(&self, place: Place, name: &str) -> Option<Definition> {
        let facts = self.facts(place.file);
        let local = facts.around(place.from).find_map(|around| {
            match self.local(place, around, name, &facts)?.first()? {
                Entity::Local(_, number) => facts.bindings().get(*number as usize),
                _ => None,
            }
        });
        let Some(binding) = local else { return self.enclosing_type(place) };
        let (_, first) = facts.parameters(binding.from).next()?;
        let method = facts.node(binding.from)?;
        let is_first = binding.kind == BindingKind::Parameter as u8
            && facts.text(first.name) == name
            && facts.kind(method.parent).is_some_and(|kind| kind.is_type());
        is_first.then_some(Definition { file: place.file, node: method.parent })
    }
}

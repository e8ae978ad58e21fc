//! Languages whose declarations write their types, and whose types live in packages.
//!
//! They have three spaces of names (types, values, what is called), and tell overloads apart by
//! the types of arguments. Each file here answers one question: [`scopes`] what encloses a place,
//! [`names`] what a name means, [`packages`] what an import means, [`members`] what a type has and
//! inherits, [`generics`] what a written type is, [`values`] what an expression is, [`overloads`]
//! which definition a call means, [`conversions`] what may stand for what, [`sites`] which
//! call an expression is, [`functions`] what is handed to a function without a name.

mod arguments;
mod conversions;
mod dialect;
mod extensions;
mod functions;
mod generics;
mod library;
mod members;
mod names;
mod overloads;
mod packages;
mod references;
mod rules;
mod scopes;
mod sites;
mod values;

pub use members::Ancestry;
pub use rules::{CSHARP, JVM};

/// What a name is looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Type,
    /// A type, in the head of a type: its own members are not seen there.
    Head,
    Value,
    Called,
}

//! The territory: which paths are ours to read, how much of each, and the safe reading itself.
//!
//! No actor: plain values and functions that the actors and the command line share, so that scan,
//! watch, hints and CLI cannot disagree about a path. Nothing here writes below a root, follows a
//! symbolic link below a root, or opens what is not a regular file or a directory.
//!
//! - [`home`]: where Heimdall keeps its own files, and who may enter.
//! - [`settings`]: config.json, read and edited.
//! - [`roots`], [`discover`], [`depth_policy`]: what was asked for.
//! - [`ignoring`]: what is left out ([`pattern`], [`ignore_file`], [`builtin`], [`global_excludes`]).
//! - [`secret_name`], [`kind`]: what a name alone says of a file.
//! - [`beneath`], [`observe`], [`walk`]: looking without following links.
//! - [`read`], [`decode`], [`mask`]: bytes in, text that may be stored out.
//! - [`ground`]: all of that as one value, as the configuration has it now.
//! - [`hook_input`]: the paths that an agent's hook names.

pub mod beneath;
pub mod builtin;
mod decode;
pub mod depth_policy;
pub mod discover;
pub mod error;
mod global_excludes;
pub mod ground;
pub mod home;
pub mod hook_input;
mod ignore_file;
mod ignore_level;
pub mod ignoring;
pub mod kind;
pub mod mask;
pub mod observe;
mod pattern;
pub mod read;
pub mod roots;
pub mod secret_name;
pub mod settings;
pub mod walk;

pub use error::Error;
pub use ground::Ground;
pub use home::{Environment, Home};
pub use ignoring::{By, Ignoring, Verdict};
pub use observe::{Observation, observe};
pub use read::{Reading, Unread, read};
pub use roots::{Root, Roots};
pub use walk::{Found, Tally, walk};

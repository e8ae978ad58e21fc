//! What paths, imports and receivers of Rust mean.

use super::resolved;

/// Checks that a repository has exactly these edges, apart from those to files as a whole and
/// those of uses, in any order.
fn check(files: &str, expected: &str) {
    let found = resolved(files);
    let mut found: Vec<_> = found.lines().filter(|line| !line.contains(" uses ")).collect();
    found.sort_unstable();
    let mut wanted: Vec<_> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    wanted.sort_unstable();
    assert_eq!(found.join("\n"), wanted.join("\n"));
}

#[test]
fn modules_are_files_folders_and_pieces_of_files() {
    check(
        "--- src/lib.rs
mod flat;
mod folder;
#[path = \"odd_name.rs\"]
mod renamed;
mod inline {
    pub fn here() {}
    pub fn up() { super::top() }
}
fn top() {
    flat::one();
    folder::deep::two();
    renamed::three();
    inline::here();
    self::inline::here();
}
--- src/flat.rs
pub fn one() { crate::folder::deep::two() }
--- src/folder/mod.rs
pub mod deep;
--- src/folder/deep.rs
pub fn two() { super::super::flat::one() }
--- src/odd_name.rs
pub fn three() { super::flat::one() }
",
        "src/flat.rs:1 calls two -> src/folder/deep.rs:1 (import)
        src/folder/deep.rs:1 calls one -> src/flat.rs:1 (import)
        src/lib.rs:7 calls top -> src/lib.rs:9 (import)
        src/lib.rs:10 calls one -> src/flat.rs:1 (import)
        src/lib.rs:11 calls two -> src/folder/deep.rs:1 (import)
        src/lib.rs:12 calls three -> src/odd_name.rs:1 (import)
        src/lib.rs:13 calls here -> src/lib.rs:6 (import)
        src/lib.rs:14 calls here -> src/lib.rs:6 (import)
        src/odd_name.rs:1 calls one -> src/flat.rs:1 (import)",
    );
}

#[test]
fn imports_of_every_form_are_followed() {
    check(
        "--- src/lib.rs
pub mod a;
pub mod b;
pub mod prelude;
pub use a::*;
extern crate core as heart;
--- src/a.rs
pub fn alpha() {}
pub fn beta() {}
pub mod gamma { pub fn delta() {} }
pub enum Way { Left(u8), Right { far: u8 } }
--- src/b.rs
use crate::a::{alpha, beta as second, gamma::{self, delta}};
use crate::a::Way::*;
use std::collections::HashMap;
fn run() {
    alpha();
    second();
    gamma::delta();
    delta();
    Left(1);
    HashMap::new();
}
mod tests {
    use super::*;
    fn test() { run(); alpha(); }
}
--- src/prelude.rs
pub use crate::alpha as first;
--- src/bin/tool.rs
use this_one::prelude::first;
fn main() { first(); this_one::beta(); }
--- Cargo.toml
[package]
name = \"this-one\"
",
        "src/b.rs:1 imports alpha -> src/a.rs:1 (import)
        src/b.rs:1 imports beta -> src/a.rs:2 (import)
        src/b.rs:1 imports self -> src/a.rs:3 (import)
        src/b.rs:1 imports delta -> src/a.rs:3 (import)
        src/b.rs:5 calls alpha -> src/a.rs:1 (import)
        src/b.rs:6 calls second -> src/a.rs:2 (import)
        src/b.rs:7 calls delta -> src/a.rs:3 (import)
        src/b.rs:8 calls delta -> src/a.rs:3 (import)
        src/b.rs:9 calls Left -> src/a.rs:4 (wildcard import)
        src/b.rs:14 calls run -> src/b.rs:4 (wildcard import)
        src/b.rs:14 calls alpha -> src/a.rs:1 (wildcard import)
        src/bin/tool.rs:1 imports first -> src/a.rs:1 (import)
        src/bin/tool.rs:2 calls first -> src/a.rs:1 (import)
        src/bin/tool.rs:2 calls beta -> src/a.rs:2 (import)
        src/lib.rs:4 imports a -> src/a.rs:1 (import)
        src/prelude.rs:1 imports alpha -> src/a.rs:1 (import)",
    );
}

#[test]
fn crates_of_a_workspace_see_each_other_by_their_manifests() {
    check(
        "--- Cargo.toml
[workspace]
members = [\"app\", \"store\", \"kit\"]
[workspace.dependencies]
store = { path = \"store\" }
--- app/Cargo.toml
[package]
name = \"app\"
[dependencies]
store.workspace = true
tools = { package = \"kit-tools\", path = \"../kit\" }
serde = \"1\"
--- app/src/main.rs
use store::Store;
fn main() {
    Store::open().save();
    tools::help();
    serde::help();
}
--- store/Cargo.toml
[package]
name = \"store\"
--- store/src/lib.rs
pub struct Store;
impl Store {
    pub fn open() -> Self { Store }
    pub fn save(&self) {}
}
--- kit/Cargo.toml
[package]
name = \"kit-tools\"
[lib]
path = \"root.rs\"
--- kit/root.rs
pub fn help() {}
",
        "app/src/main.rs:1 imports Store -> store/src/lib.rs:1 (import)
        app/src/main.rs:3 calls open -> store/src/lib.rs:3 (receiver type)
        app/src/main.rs:3 calls save -> store/src/lib.rs:4 (receiver type)
        app/src/main.rs:4 calls help -> kit/root.rs:1 (import)",
    );
}

#[test]
fn without_manifest_and_root_paths_begin_at_the_top() {
    check(
        "--- walk/mod.rs
mod step;
pub fn go() { crate::walk::step::next() }
--- walk/step.rs
pub fn next() { super::go() }
",
        "walk/mod.rs:2 calls next -> walk/step.rs:1 (same scope)
        walk/step.rs:1 calls go -> walk/mod.rs:2 (import)",
    );
}

#[test]
fn receivers_are_followed_through_fields_results_and_pointers() {
    check(
        "--- src/lib.rs
use std::sync::{Arc, Mutex};
pub struct Engine { parts: Vec<Part>, shared: Arc<Mutex<Part>>, pair: (u8, Part) }
pub struct Part(Screw);
pub struct Screw;
impl Screw { fn turn(&self) {} }
impl Part {
    fn new() -> Result<Self, String> { Ok(Part(Screw)) }
    fn fix(&mut self) -> &mut Screw { &mut self.0 }
}
impl Engine {
    fn each(&self) -> impl Iterator<Item = &Part> { self.parts.iter() }
    async fn one(&self) -> Option<&Part> { None }
    async fn run(&mut self, other: &Part, made: Box<Part>) -> Result<(), String> {
        self.parts[0].fix();
        self.shared.lock().unwrap().fix();
        self.pair.1.fix();
        other.0.turn();
        made.fix().turn();
        let part = Part::new()?;
        part.fix();
        self.one().await?.fix();
        for part in &self.parts { part.fix(); }
        for (at, screwed) in self.parts.iter().enumerate() { screwed.fix(); }
        if let Some(first) = self.parts.first() { first.fix(); }
        match self.parts.pop() { Some(last) => last.fix(), None => return Ok(()) };
        let Part(inside) = other;
        inside.turn();
        self.each().for_each(|p| p.fix());
        self.parts.iter().zip(0..).map(|(p, n)| p.fix());
        let Engine { shared, .. } = self;
        shared.lock().unwrap().fix();
        Ok(())
    }
}
",
        "src/lib.rs:7 calls Part -> src/lib.rs:3 (same scope)
        src/lib.rs:14 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:15 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:16 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:17 calls turn -> src/lib.rs:5 (receiver type)
        src/lib.rs:18 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:18 calls turn -> src/lib.rs:5 (receiver type)
        src/lib.rs:19 calls new -> src/lib.rs:7 (receiver type)
        src/lib.rs:20 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:21 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:21 calls one -> src/lib.rs:12 (receiver type)
        src/lib.rs:22 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:23 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:24 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:25 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:27 calls turn -> src/lib.rs:5 (receiver type)
        src/lib.rs:28 calls each -> src/lib.rs:11 (receiver type)
        src/lib.rs:28 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:29 calls fix -> src/lib.rs:8 (receiver type)
        src/lib.rs:31 calls fix -> src/lib.rs:8 (receiver type)",
    );
}

#[test]
fn traits_give_what_they_declare_and_types_what_they_have() {
    check(
        "--- src/lib.rs
mod shape;
mod ext;
use shape::{Draw, Square};
use ext::Loud as _;
use std::fmt::Display;
fn by_bound<T: Draw>(one: &T) { one.draw(); one.outline(); }
fn by_where<T>(one: T) where T: Display + Draw { one.draw(); }
fn by_impl(one: impl Draw) { one.draw(); }
fn by_box(one: Box<dyn Draw>) { one.draw(); }
fn by_type(one: Square) {
    one.draw();
    one.area();
    one.outline();
    one.to_string();
    Draw::draw(&one);
    <Square as Draw>::draw(&one);
    Square::SIDES;
    Square::default();
    String::new().shout();
}
--- src/shape.rs
pub struct Square;
impl Square { pub fn area(&self) -> u32 { Self::side() } fn side() -> u32 { 1 } }
pub trait Draw: Base {
    fn draw(&self);
    fn outline(&self) { self.draw(); self.base(); }
}
pub trait Base { fn base(&self) {} }
impl Base for Square {}
impl Draw for Square { fn draw(&self) { self.area(); } }
impl Default for Square { fn default() -> Self { Square } }
impl std::fmt::Display for Square { fn fmt(&self) {} }
--- src/ext.rs
pub trait Loud { fn shout(&self) {} }
impl<T: AsRef<str>> Loud for T {}
",
        "src/lib.rs:3 imports Draw -> src/shape.rs:3 (import)
        src/lib.rs:3 imports Square -> src/shape.rs:1 (import)
        src/lib.rs:4 imports Loud -> src/ext.rs:1 (import)
        src/lib.rs:6 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:6 calls outline -> src/shape.rs:5 (receiver type)
        src/lib.rs:7 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:8 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:9 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:11 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:12 calls area -> src/shape.rs:2 (receiver type)
        src/lib.rs:13 calls outline -> src/shape.rs:5 (inherited member)
        src/lib.rs:15 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:16 calls draw -> src/shape.rs:4 (receiver type)
        src/lib.rs:18 calls default -> src/shape.rs:10 (receiver type)
        src/lib.rs:19 calls shout -> src/ext.rs:1 (inherited member)
        src/shape.rs:2 calls side -> src/shape.rs:2 (receiver type)
        src/shape.rs:3 inherits Base -> src/shape.rs:7 (same scope)
        src/shape.rs:5 calls base -> src/shape.rs:7 (inherited member)
        src/shape.rs:5 calls draw -> src/shape.rs:4 (receiver type)
        src/shape.rs:8 inherits Base -> src/shape.rs:7 (same scope)
        src/shape.rs:9 calls area -> src/shape.rs:2 (receiver type)
        src/shape.rs:9 inherits Draw -> src/shape.rs:3 (same scope)
        src/ext.rs:2 inherits Loud -> src/ext.rs:1 (same scope)",
    );
}

#[test]
fn implementations_may_stand_in_any_file_and_arguments_of_types_are_kept() {
    check(
        "--- src/lib.rs
mod more;
pub struct Shelf<T> { items: Vec<T> }
pub struct Book;
impl Book { fn open(&self) {} }
impl<T> Shelf<T> { fn take(&self) -> Option<&T> { self.items.first() } }
fn read(shelf: Shelf<Book>) {
    shelf.take().unwrap().open();
    shelf.sort();
    shelf.best().open();
}
--- src/more.rs
use super::Shelf;
impl<B> Shelf<B> {
    pub fn sort(&self) {}
    pub fn best(&self) -> &B { &self.items[0] }
}
--- src/other.rs
pub struct Shelf;
impl Shelf { pub fn sort(&self) {} }
",
        "src/lib.rs:7 calls open -> src/lib.rs:4 (receiver type)
        src/lib.rs:7 calls take -> src/lib.rs:5 (receiver type)
        src/lib.rs:8 calls sort -> src/more.rs:3 (receiver type)
        src/lib.rs:9 calls best -> src/more.rs:4 (receiver type)
        src/lib.rs:9 calls open -> src/lib.rs:4 (receiver type)
        src/more.rs:1 imports Shelf -> src/lib.rs:2 (import)",
    );
}

#[test]
fn names_of_types_values_and_macros_do_not_hide_each_other() {
    check(
        "--- src/lib.rs
mod paint;
mod hue;
use paint::paint;
#[macro_use]
mod macros;
fn run(hue: u8) {
    paint();
    let paint = paint();
    hue::mix();
}
--- src/paint.rs
pub fn paint() { inner!(); shared!(); }
macro_rules! inner { () => {} }
--- src/hue.rs
pub fn mix() {}
--- src/macros.rs
macro_rules! shared { () => {} }
",
        "src/lib.rs:3 imports paint -> src/paint.rs:1 (import)
        src/lib.rs:7 calls paint -> src/paint.rs:1 (import)
        src/lib.rs:8 calls paint -> src/paint.rs:1 (import)
        src/lib.rs:9 calls mix -> src/hue.rs:1 (import)",
    );
    let used = resolved(
        "--- src/lib.rs
#[macro_use]
mod macros;
fn run() { shared!(); println!(); }
--- src/macros.rs
macro_rules! shared { () => {} }
#[cfg(test)]
mod tests { macro_rules! println { () => {} } }
",
    );
    assert_eq!(used, "src/lib.rs:3 uses shared -> src/macros.rs:1 (same package)");
}

#[test]
fn what_is_outside_or_unknown_refers_to_nothing() {
    check(
        "--- src/lib.rs
use std::collections::HashMap;
use other::Client;
mod mine;
pub struct Client2;
impl Clone for Client2 { fn clone(&self) -> Self { Client2 } }
impl Iterator for Client2 { fn next(&mut self) {} }
fn run<T: Iterator>(map: HashMap<u8, u8>, client: Client, unknown: T, own: Client2) {
    map.get(&1);
    client.send();
    unknown.next();
    own.clone();
    own.next();
    Client::get();
    Vec::new().insert(1, 2);
    (|x| x)(1).get();
    len();
}
--- src/mine.rs
pub struct Mine;
impl Mine {
    pub fn get(&self) {}
    pub fn send(&self) {}
    pub fn insert(&self) {}
    pub fn len(&self) {}
}
",
        "",
    );
}

#[test]
fn items_in_calls_of_macros_are_items() {
    check(
        "--- src/lib.rs
project! {
    /// A future.
    #[derive(Debug)]
    pub struct Later<F> { #[pin] inner: F, part: Part }
    impl<F> Later<F> { fn go(&self) { self.part.turn(); } }
}
choose! {
    if #[cfg(unix)] { mod unix; fn here() { unix::there() } } else { fn here() {} }
}
struct Part;
impl Part { fn turn(&self) {} }
fn run(later: Later<u8>) { later.go(); here(); }
--- src/unix.rs
pub fn there() {}
",
        "src/lib.rs:5 calls turn -> src/lib.rs:11 (receiver type)
        src/lib.rs:8 calls there -> src/unix.rs:1 (import)
        src/lib.rs:12 calls go -> src/lib.rs:5 (receiver type)
        src/lib.rs:12 calls here -> src/lib.rs:8 (same scope)",
    );
}

//! Edges: what they lead to, that they follow every change, and `related`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{TestEnvironment, assert_same, assert_snapshot};

/// Lays the files of a repository that is written as `--- path` and text, one after the other.
fn lay(environment: &TestEnvironment, below: &str, repository: &str) {
    for file in repository.split("--- ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        environment.write(format!("{below}/{}", path.trim()), text);
    }
}

/// A watched directory that holds these files.
fn with(repository: &str) -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    lay(&environment, ".", repository);
    environment.ok(&["reconcile"]);
    environment
}

/// The edges of the dump, as `path:line relation name -> path:line` or `-> outside`.
fn edges(environment: &TestEnvironment) -> Vec<String> {
    let dump = environment.dump();
    let lines = dump.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let edge = |line: Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let to = match &line["targets"][0] {
            Value::Null => "outside".to_owned(),
            target => format!("{}:{}", text(&target["path"]), target["line"]),
        };
        let (path, relation) = (text(&line["path"]), text(&line["relation"]));
        format!("{path}:{} {relation} {} -> {to}", line["line"], text(&line["name"]))
    };
    lines.filter(|line| line["type"] == "edge").map(edge).collect()
}

fn has(environment: &TestEnvironment, edge: &str) -> bool {
    edges(environment).iter().any(|found| found == edge)
}

#[test]
fn each_language_resolves_its_two_packages_as_it_did() {
    let repositories = Path::new(env!("CARGO_MANIFEST_DIR")).join("actors/src/graph/repositories");
    let environment = TestEnvironment::new();
    environment.watch_work();
    let mut languages = Vec::new();
    for entry in fs::read_dir(repositories).unwrap() {
        let path = entry.unwrap().path();
        let language = path.file_stem().unwrap().to_string_lossy().into_owned();
        lay(&environment, &language, &fs::read_to_string(&path).unwrap());
        languages.push(language);
    }
    environment.ok(&["reconcile"]);
    languages.sort();
    for language in languages {
        assert_snapshot("graph", &language, &environment.ok(&["dump", "--path", &language]));
    }
    environment.assert_fresh("repositories of each language");
}

const SHOP: &str = "--- shop/cart.py
class Cart:
    def add(self, item):
        return item
--- main.py
from shop.cart import Cart

def run(cart: Cart):
    cart.add(1)
";

#[test]
fn a_target_that_goes_and_comes_back_takes_its_edges_along() {
    let environment = with(SHOP);
    let edge = "main.py:4 calls add -> shop/cart.py:2";
    assert!(has(&environment, edge));
    let whole = environment.dump();
    let file = environment.work().join("shop/cart.py");
    let text = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    environment.ok(&["reconcile"]);
    assert!(!edges(&environment).iter().any(|edge| edge.contains("cart.py:")), "a dangling edge");
    environment.assert_fresh("the target is gone");
    fs::write(&file, text).unwrap();
    environment.ok(&["reconcile"]);
    assert_same("the target is back", &environment.dump(), &whole);
}

#[test]
fn a_renamed_symbol_loses_its_callers_and_finds_those_that_follow() {
    let environment = with(SHOP);
    environment
        .write("shop/cart.py", "class Cart:\n    def put(self, item):\n        return item\n");
    environment.ok(&["reconcile"]);
    assert!(!edges(&environment).iter().any(|edge| edge.contains("calls add")));
    environment
        .write("main.py", "from shop.cart import Cart\n\ndef run(cart: Cart):\n    cart.put(1)\n");
    environment.ok(&["reconcile"]);
    assert!(has(&environment, "main.py:4 calls put -> shop/cart.py:2"));
    environment.assert_fresh("a symbol was renamed");
}

#[test]
fn an_ambiguous_name_is_told_by_what_is_imported_and_else_is_left_alone() {
    let environment = with(
        "--- a.py
def get(): ...
--- b.py
def get(): ...
--- c.py
from b import get
get()
--- d.py
def use(thing):
    thing.get()
",
    );
    assert!(has(&environment, "c.py:2 calls get -> b.py:1"));
    assert!(!edges(&environment).iter().any(|edge| edge.starts_with("d.py")), "a guess");
}

#[test]
fn imports_that_go_in_a_circle_end() {
    let environment = with(
        "--- a.py
from b import *
from b import missing
def one(): two()
--- b.py
from a import *
from a import missing
def two(): one()
missing()
",
    );
    assert!(has(&environment, "a.py:3 calls two -> b.py:3"));
    assert!(has(&environment, "b.py:3 calls one -> a.py:3"));
}

#[test]
fn a_dependency_that_is_another_indexed_repository_is_followed() {
    let environment = with(
        "--- library/go.mod
module example.com/library
--- library/text/text.go
package text

func Shout(s string) string { return s }
--- program/go.mod
module example.com/program

require example.com/library v1.0.0
--- program/main.go
package main

import \"example.com/library/text\"

func main() { text.Shout(\"x\") }
",
    );
    for repository in ["library", "program"] {
        environment.git(repository, &["init", "-q"]);
    }
    environment.ok(&["reconcile", "--all"]);
    assert!(has(&environment, "program/main.go:5 calls Shout -> library/text/text.go:3"));
}

#[test]
fn each_language_follows_a_dependency_into_its_repository() {
    let environment = with(
        "--- pylib/pyproject.toml
[project]
name = \"shop\"
--- pylib/src/shop/__init__.py
def sell(): ...
--- pyapp/main.py
from shop import sell
sell()
--- tslib/package.json
{\"name\": \"@x/shop\", \"main\": \"src/index.ts\"}
--- tslib/src/index.ts
export function sell() {}
--- tsapp/package.json
{\"name\": \"app\"}
--- tsapp/src/main.ts
import { sell } from '@x/shop';
sell();
--- rslib/Cargo.toml
[package]
name = \"the-shop\"
--- rslib/src/lib.rs
pub fn sell() {}
--- rsapp/Cargo.toml
[package]
name = \"app\"
[dependencies]
the-shop = \"1\"
--- rsapp/src/main.rs
use the_shop::sell;
fn main() { sell(); }
--- jlib/src/org/shop/Shop.java
package org.shop;
public class Shop { public static void sell() {} }
--- japp/src/org/app/Main.java
package org.app;
import org.shop.Shop;
class Main { void run() { Shop.sell(); } }
--- clib/include/shop/shop.h
void sell(void);
--- capp/main.c
#include <shop/shop.h>
int main(void) { sell(); return 0; }
",
    );
    for repository in
        ["pylib", "pyapp", "tslib", "tsapp", "rslib", "rsapp", "jlib", "japp", "clib", "capp"]
    {
        environment.git(repository, &["init", "-q"]);
    }
    environment.ok(&["reconcile", "--all"]);
    for edge in [
        "pyapp/main.py:2 calls sell -> pylib/src/shop/__init__.py:1",
        "tsapp/src/main.ts:2 calls sell -> tslib/src/index.ts:1",
        "rsapp/src/main.rs:2 calls sell -> rslib/src/lib.rs:1",
        "japp/src/org/app/Main.java:3 calls sell -> jlib/src/org/shop/Shop.java:2",
        "capp/main.c:2 calls sell -> clib/include/shop/shop.h:1",
    ] {
        assert!(has(&environment, edge), "{edge} is not in {:#?}", edges(&environment));
    }
}

#[test]
fn what_an_import_shows_to_be_elsewhere_is_external_and_what_is_missing_is_not() {
    let environment = with(
        "--- pkg/a.py
import os.path
from json import loads
from .missing import thing
loads(1)
thing()
--- b.ts
import { readFileSync } from 'node:fs';
import { gone } from './gone';
readFileSync('x');
--- c.c
#include <stdio.h>
#include \"gone.h\"
--- d.rs
use std::fmt;
use crate::gone;
",
    );
    let all = edges(&environment);
    for outside in ["a.py:1 imports os.path", "a.py:2 imports loads", "a.py:4 calls loads"] {
        assert!(all.contains(&format!("pkg/{outside} -> outside")), "{outside}: {all:#?}");
    }
    for outside in ["b.ts:1 imports readFileSync", "c.c:1 imports <stdio.h>", "d.rs:1 imports fmt"]
    {
        assert!(all.contains(&format!("{outside} -> outside")), "{outside}: {all:#?}");
    }
    assert!(
        !all.iter().any(|edge| edge.contains("gone") || edge.contains("imports thing")),
        "{all:#?}"
    );
}

#[test]
fn no_edge_leads_to_a_definition_that_the_dump_lacks() {
    let environment = TestEnvironment::new();
    environment.watch_work();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("actors/src/graph");
    crate::languages::lay(&environment, &source, Path::new("graph"));
    lay(&environment, "shop", SHOP);
    environment.ok(&["reconcile"]);
    let dump = environment.dump();
    let lines: Vec<Value> = dump.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let is = |line: &&Value, kind: &str| line["type"] == kind;
    let place = |v: &Value| format!("{}/{} {}", v["root"], v["path"], v["qualified"]);
    let nodes: std::collections::BTreeSet<String> =
        lines.iter().filter(|l| is(l, "node")).map(place).collect();
    let files: std::collections::BTreeSet<String> = lines
        .iter()
        .filter(|l| is(l, "file"))
        .map(|file| format!("{}/{}", file["root"], file["path"]))
        .collect();
    let mut seen = 0;
    for edge in lines.iter().filter(|l| is(l, "edge")) {
        for target in edge["targets"].as_array().unwrap() {
            seen += 1;
            if target["qualified"].is_null() {
                assert!(
                    files.contains(&format!("{}/{}", target["root"], target["path"])),
                    "{edge}"
                );
            } else {
                assert!(nodes.contains(&place(target)), "{edge}");
            }
        }
    }
    assert!(seen > 2, "{seen} targets");
}

#[test]
fn a_file_of_forty_thousand_functions_is_resolved() {
    let mut text = String::from("def f0(): ...\n");
    for n in 1..40_000 {
        writeln!(text, "def f{n}(): f{}()", n - 1).unwrap();
    }
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write("many.py", text);
    environment.ok(&["reconcile"]);
    let found = edges(&environment);
    assert_eq!(found.len(), 39_999);
    assert_eq!(found[39_998], "many.py:40000 calls f39998 -> many.py:39999");
    let callers = environment.ok(&["related", "f20000", "--callers", "--json"]);
    let callers: Value = serde_json::from_str(&callers).unwrap();
    assert_eq!(callers["relations"][0]["end"]["name"], "f20001");
}

#[test]
fn names_of_any_script_and_case_stay_apart() {
    let environment = with(
        "--- names.py
def привет(): ...
def Привет(): ...
def 你好(): ...
def _hidden(): ...
def __hidden(): ...
def hidden(): ...
def Hidden(): ...

def all_of_them():
    привет()
    Привет()
    你好()
    _hidden()
    __hidden()
    hidden()
    Hidden()
",
    );
    let found = edges(&environment);
    assert_eq!(found.len(), 7, "{found:#?}");
    for (at, edge) in found.iter().enumerate() {
        let target = format!("-> names.py:{}", at + 1);
        assert!(edge.ends_with(&target), "{edge} {target}");
    }
    for name in ["привет", "Привет", "你好", "_hidden", "Hidden"] {
        let reply = environment.ok(&["related", name, "--callers", "--json"]);
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert_eq!(reply["relations"].as_array().unwrap().len(), 1, "{name}");
        assert_eq!(reply["relations"][0]["end"]["name"], "all_of_them");
    }
}

#[test]
fn related_walks_each_way_and_shows_circles_once() {
    let environment = with(
        "--- base.py
class Base:
    def work(self):
        return step()

def step():
    return twice()

def twice():
    return step()
--- own.py
from base import Base as Foundation

class Own(Foundation):
    def start(self):
        return self.work()
",
    );
    let related = |arguments: &[&str]| -> Vec<String> {
        let all = [&["related"], arguments, &["--json"]].concat();
        let reply: Value = serde_json::from_str(&environment.ok(&all)).unwrap();
        let relation = |r: &Value| {
            let end = r["end"]["name"].as_str().unwrap().to_owned();
            format!("{} {} {end}", r["hop"], r["relation"].as_str().unwrap())
        };
        reply["relations"].as_array().unwrap().iter().map(relation).collect()
    };
    assert_eq!(related(&["Base.work", "--callers"]), ["1 calls Own.start"]);
    assert_eq!(related(&["Base", "--subclasses"]), ["1 inherits Own"]);
    assert_eq!(related(&["base.py", "--importers"]), ["1 imports "]);
    assert_eq!(related(&["own.py:5", "--callees"]), ["1 calls Base.work"]);
    assert_eq!(
        related(&["twice", "--callers", "--hops", "9"]),
        ["1 calls step", "2 calls Base.work", "3 calls Own.start"]
    );
    let text = environment.ok(&["related", "Base"]);
    assert!(text.contains("extended by (1 edge)") && text.contains("own.py:3"), "{text}");
    let unknown = environment.run(&["related", "Nothing"]);
    assert_eq!(unknown.code, 1, "{}", unknown.stderr);
    assert_eq!(unknown.stderr.lines().count(), 2, "{}", unknown.stderr);
    let past = environment.run(&["related", "own.py:99"]);
    assert_eq!(past.code, 1, "{}", past.stderr);
    assert!(past.stderr.contains("has no line 99: it has 5"), "{}", past.stderr);
    assert_eq!(environment.run(&["related", "/etc/passwd"]).code, 77);
}

#[test]
fn the_answer_of_related_keeps_to_its_schema() {
    let schema: Value = serde_json::from_str(include_str!("../docs/related.schema.json")).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let environment = with(SHOP);
    for subject in ["Cart", "add", "main.py", "main.py:4"] {
        let reply = environment.ok(&["related", subject, "--hops", "2", "--json"]);
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let problems: Vec<_> = schema.iter_errors(&reply).map(|e| e.to_string()).collect();
        assert!(problems.is_empty(), "{subject}: {problems:?}");
        assert_ne!(reply["relations"], serde_json::json!([]), "{subject}");
    }
}

#[test]
fn a_search_names_the_files_that_edges_connect_with_its_first_hit() {
    let environment = with(SHOP);
    let reply = environment.ok(&["search", "Cart add", "-n", "1", "--json"]);
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert!(reply["hits"][0]["path"].as_str().unwrap().ends_with("shop/cart.py"), "{reply}");
    let related = &reply["related"][0];
    assert!(related["path"].as_str().unwrap().ends_with("main.py"), "{reply}");
    assert!(related["reason"].as_str().unwrap().contains("from run"), "{related}");
}

#[test]
fn the_graph_is_printed_with_paths_seen_from_its_root() {
    let environment = with(SHOP);
    let graph = environment.ok(&["dump", "--graph", "--root", "shop"]);
    let first: Value = serde_json::from_str(graph.lines().next().unwrap()).unwrap();
    assert_eq!((&first["path"], &first["name"]), (&"cart.py".into(), &"Cart".into()));
    let graph = environment.ok(&["dump", "--graph"]);
    let call = graph.lines().find(|line| line.contains("\"calls\"")).unwrap();
    let call: Value = serde_json::from_str(call).unwrap();
    assert_eq!(call["candidates"], serde_json::json!([["shop/cart.py", 2]]));
    assert_eq!((&call["src_path"], &call["src_line"]), (&"main.py".into(), &4.into()));
}

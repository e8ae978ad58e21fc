//! What references mean: edges printed and walked.

use heimdall_actors::graph::edges::{definitions, edge_lines, edges_of, relative};
use heimdall_actors::graph::related::{End, MOST_FILES, subjects};
use heimdall_actors::graph::{Asked, Relation, Resolver, Stored, related};
use heimdall_schema::canonical::path_text;
use heimdall_schema::exit;
use heimdall_schema::id::FileKey;
use heimdall_schema::record::{NO_INDEX, ReferenceKind};
use heimdall_schema::store::Labels;
use heimdall_schema::wire::relation::{HOP_LIMIT, RELATION_LIMIT, Subject};
use heimdall_schema::wire::{
    Failure, Frame, RelatedReply, RelatedRequest, RelationLine, Reply, SubjectLine, WirePath,
};
use serde_json::{Value, json};

use super::search::search_failure;
use super::{Send, located};
use crate::daemon::engine::{Shared, store_failure};

/// Definitions that one name may mean in an answer.
const MOST_SUBJECTS: usize = 50;

/// Files resolved before what was read of others is given back.
const FILES_A_RESOLVER: usize = 1_000;

/// Resolvers, one after the other, so that a walk over a whole index does not keep all of it.
pub struct Resolvers<'s> {
    stored: &'s Stored<'s>,
    current: Resolver<'s>,
    files: usize,
}

impl<'s> Resolvers<'s> {
    pub fn new(stored: &'s Stored<'s>) -> Self {
        Resolvers { stored, current: Resolver::new(stored), files: 0 }
    }

    /// The resolver to ask about the next file.
    fn next(&mut self) -> &Resolver<'s> {
        self.files += 1;
        if self.files.is_multiple_of(FILES_A_RESOLVER) {
            self.current = Resolver::new(self.stored);
        }
        &self.current
    }

    /// The edges of a file as `dump` prints them; a reference that is shown to lead out of the
    /// index is an edge without targets.
    pub fn dumped(&mut self, key: &FileKey, labels: &Labels) -> Vec<Value> {
        let cx = self.next();
        let file = cx.file(key);
        let facts = cx.facts(file);
        let mut lines = Vec::new();
        let place = |file: &FileKey| (labels.get(&file.root()), path_text(file.relative()));
        let (root, path) = place(key);
        for (number, reference) in facts.references().iter().enumerate() {
            let number = number as u32;
            let answer = cx.answer(file, number);
            let from = (reference.from != NO_INDEX).then(|| facts.qualified(reference.from));
            let relation = ReferenceKind::from_byte(reference.kind);
            let line = |name: &str, targets: Vec<Value>| {
                json!({
                    "type": "edge", "root": root, "path": path, "line": reference.line,
                    "relation": relation.map_or("unknown", ReferenceKind::name), "name": name,
                    "from": from, "targets": targets, "external": answer.external,
                })
            };
            for edge in edges_of(cx, file, number, &answer) {
                let target = |target: &heimdall_actors::graph::edges::Target| {
                    let (root, path) = place(&target.file);
                    let of = cx.facts(cx.file(&target.file));
                    let name = target.node.map(|node| of.qualified(node));
                    json!({
                        "root": root, "path": path, "line": target.line, "qualified": name,
                        "reason": target.reason.name(),
                    })
                };
                lines.push(line(&edge.name, edge.targets.iter().map(target).collect()));
            }
            if answer.external {
                lines.push(line(facts.text(reference.name), Vec::new()));
            }
        }
        lines
    }
}

impl Shared {
    /// Answer to [`Request::Graph`](heimdall_schema::wire::Request::Graph).
    pub fn graph(&self, root: &WirePath, send: Send<'_>) -> Result<Reply, Failure> {
        let ground = self.ground();
        let below = located(&ground, root)?;
        let snapshot = self.snapshot()?;
        let mut files = Vec::new();
        let collect = snapshot.each_file(below.as_bytes(), |key, _| {
            if key.is_under(below.root(), below.relative()) {
                files.push(key.clone());
            }
            true
        });
        collect.map_err(|e| store_failure(&e))?;
        let stored = Stored::new(&snapshot, &|_| Vec::new());
        let mut resolvers = Resolvers::new(&stored);
        let skip = below.relative().len();
        let path = |key: &FileKey| match key.is_under(below.root(), below.relative()) {
            true => path_text(
                key.relative()[skip..].strip_prefix(b"/").unwrap_or(&key.relative()[skip..]),
            ),
            // An edge may lead out of what is printed.
            false => format!("../{}", relative(key)),
        };
        for key in &files {
            let cx = resolvers.next();
            let mut line = |line: &str| {
                if send(Frame::Line(line.to_owned())) { Ok(()) } else { Err(()) }
            };
            let printed = definitions(cx, key, &path, &mut line)
                .and_then(|()| edge_lines(cx, key, &path, &mut line));
            if printed.is_err() {
                return Ok(Reply::Ok);
            }
        }
        match stored.error() {
            Some(error) => Err(store_failure(&error)),
            None => Ok(Reply::Ok),
        }
    }

    /// Answer to [`Request::Related`](heimdall_schema::wire::Request::Related).
    pub fn related(&self, request: &RelatedRequest) -> Result<Reply, Failure> {
        let snapshot = self.snapshot()?;
        let searcher = self.searcher().map_err(search_failure)?;
        let mut unread = None;
        let failed = std::cell::RefCell::new(&mut unread);
        let mentioning = |name: &str| {
            searcher.mentioning(name).unwrap_or_else(|error| {
                failed.borrow_mut().get_or_insert(error);
                Vec::new()
            })
        };
        let stored = Stored::new(&snapshot, &mentioning);
        let cx = Resolver::new(&stored);
        let (subjects, more_subjects) = self.subjects(&cx, request)?;
        let asked = Asked {
            callers: request.callers,
            callees: request.callees,
            importers: request.importers,
            subclasses: request.subclasses,
            hops: request.hops.clamp(1, HOP_LIMIT),
            limit: request.limit.min(RELATION_LIMIT) as usize,
            files: MOST_FILES,
        };
        let found = related(&cx, &subjects, &asked);
        let ground = self.ground();
        let place = |key: &FileKey| WirePath(ground.absolute(key));
        let line = |end: &End| subject_line(&cx, end, &place);
        let relation = |relation: &Relation| RelationLine {
            direction: relation.direction.name().into(),
            relation: relation.relation.name().into(),
            hop: relation.hop,
            end: line(&relation.end),
            from: line(&relation.from),
            path: place(&relation.file),
            line: relation.line,
            reason: relation.reason.name().into(),
            confidence: relation.reason.confidence(),
            best: relation.best,
        };
        let reply = RelatedReply {
            subjects: subjects.iter().map(line).collect(),
            relations: found.relations.iter().map(relation).collect(),
            more: found.more || more_subjects,
            freshness: self.freshness(&snapshot).map_err(|e| store_failure(&e))?,
        };
        if let Some(error) = stored.error() {
            return Err(store_failure(&error));
        }
        match unread {
            Some(error) => Err(search_failure(error)),
            None => Ok(Reply::Related(Box::new(reply))),
        }
    }

    /// What a request asks about, and whether there is more of it.
    fn subjects(
        &self,
        cx: &Resolver<'_>,
        request: &RelatedRequest,
    ) -> Result<(Vec<End>, bool), Failure> {
        let ground = self.ground();
        match &request.subject {
            Subject::Path { path, line } => {
                let file = located(&ground, path)?;
                if !cx.index().has(&file) {
                    return Err(Failure::new(
                        exit::FINDING,
                        format!("not in the index: {path}"),
                        "`heimdall depth PATH` says why; `heimdall reconcile PATH` looks at it",
                    ));
                }
                let facts = cx.facts(cx.file(&file));
                if let Some(line) = line.filter(|line| *line > facts.lines()) {
                    return Err(Failure::new(
                        exit::FINDING,
                        format!("{path} has no line {line}: it has {}", facts.lines()),
                        "leave the line away to ask about the whole file",
                    ));
                }
                let node = line.map(|line| facts.definition_at(line));
                Ok((vec![End { file, node: node.unwrap_or(NO_INDEX) }], false))
            }
            Subject::Name(name) => {
                let (mut found, more) = subjects(cx, name, MOST_SUBJECTS);
                if let Some(near) = request.near.as_ref().and_then(|p| ground.locate(&p.0)) {
                    let is_near = |end: &End| end.file.is_under(near.root(), near.relative());
                    if found.iter().any(is_near) {
                        found.retain(is_near);
                    }
                }
                if found.is_empty() {
                    return Err(Failure::new(
                        exit::FINDING,
                        format!("nothing in the index is called {name}"),
                        "names are exact; `heimdall search` finds similar ones",
                    ));
                }
                Ok((found, more))
            }
        }
    }
}

fn subject_line(cx: &Resolver<'_>, end: &End, place: &dyn Fn(&FileKey) -> WirePath) -> SubjectLine {
    let facts = cx.facts(cx.file(&end.file));
    let path = place(&end.file);
    match (facts.node(end.node), facts.kind(end.node)) {
        (Some(node), Some(kind)) => SubjectLine {
            path,
            line: node.name_line,
            kind: kind.name().into(),
            name: facts.qualified(end.node),
        },
        _ => SubjectLine { path, line: 1, kind: "file".into(), name: String::new() },
    }
}

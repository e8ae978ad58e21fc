//! What stands beside the hits: files that an edge connects with the first of them.

use heimdall_actors::graph::{Asked, Direction, End, Resolver, Stored, related};
use heimdall_actors::searcher::Engine;
use heimdall_schema::canonical::path_text;
use heimdall_schema::id::FileKey;
use heimdall_schema::record::NO_INDEX;
use heimdall_schema::store::Snapshot;
use heimdall_schema::wire::WirePath;
use heimdall_schema::wire::search::{Related, SearchReply, Verdict};

use crate::daemon::engine::Shared;

/// Files that are named in all.
const NAMED: usize = 5;

/// Of these, the first ones are connected by edges.
const BY_EDGES: usize = 3;

/// Files that are read to find what refers to the hit.
const READ: usize = 24;

impl Shared {
    /// Puts before the related files those that the first hit's best definition is called from, or
    /// calls. What cannot be read is left out: it is beside the answer.
    pub(super) fn explore(&self, snapshot: &Snapshot, engine: &Engine, reply: &mut SearchReply) {
        let Some(hit) = reply.hits.first().filter(|hit| hit.verdict != Verdict::Removed) else {
            return;
        };
        let ground = self.ground();
        let (Some(file), Some(symbol)) = (ground.locate(&hit.path.0), hit.symbols.first()) else {
            return;
        };
        let mentioning = |name: &str| {
            let mut files = engine.mentioning(name).unwrap_or_default();
            // A name that stands everywhere tells nothing, and would cost much.
            if files.len() > 4 * READ {
                files.clear();
            }
            files
        };
        let stored = Stored::new(snapshot, &mentioning);
        let cx = Resolver::new(&stored);
        let node = cx.facts(cx.file(&file)).definition_at(symbol.line);
        if node == NO_INDEX {
            return;
        }
        let asked = Asked {
            callers: true,
            callees: true,
            hops: 1,
            limit: 4 * NAMED,
            files: READ,
            ..Asked::default()
        };
        let found = related(&cx, &[End { file, node }], &asked);
        let name = |end: &End| match end.node {
            NO_INDEX => String::new(),
            node => cx.facts(cx.file(&end.file)).qualified(node),
        };
        let mut connected: Vec<Related> = Vec::new();
        for relation in found.relations.iter().filter(|relation| relation.best) {
            let path = WirePath(ground.absolute(&relation.end.file));
            let is_shown =
                reply.hits.iter().any(|hit| hit.path == path || hit.also.contains(&path))
                    || connected.iter().any(|related| related.path == path);
            if is_shown || connected.len() == BY_EDGES {
                continue;
            }
            let (project, title) = titles(snapshot, &relation.end.file, &path);
            let reason = match (relation.direction, name(&relation.end)) {
                (Direction::Caller, end) if end.is_empty() => format!("calls {}", symbol.name),
                (Direction::Caller, end) => format!("calls {} from {end}", symbol.name),
                (_, end) => format!("{} calls {end}", symbol.name),
            };
            connected.push(Related { path, project, title, reason });
        }
        reply.related.retain(|related| connected.iter().all(|c| c.path != related.path));
        connected.append(&mut reply.related);
        connected.truncate(NAMED);
        reply.related = connected;
    }
}

/// The name of a file's project and its path from there.
fn titles(snapshot: &Snapshot, file: &FileKey, path: &WirePath) -> (String, String) {
    let projects = snapshot.projects().unwrap_or_default();
    let within = projects.iter().filter(|(root, below)| file.is_under(*root, below));
    let skip = within.map(|(_, below)| below.len()).max().unwrap_or(0);
    let rest = &file.relative()[skip..];
    let above = &path.0[..path.0.len() - rest.len()];
    let project = above.rsplit(|b| *b == b'/').find(|part| !part.is_empty()).unwrap_or_default();
    let project = path_text(project);
    let title = format!("{project}/{}", path_text(rest.strip_prefix(b"/").unwrap_or(rest)));
    (project, title)
}

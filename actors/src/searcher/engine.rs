//! A request in, a reply out: what the daemon and a client without a daemon both call.

use std::path::Path;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::NodeKind;
use heimdall_schema::wire::search::HIT_LIMIT;
use heimdall_schema::wire::{Freshness, Hit, Level, Related, SearchReply, SearchRequest, WirePath};

use super::atlas::{Atlas, Meaning};
use super::error::{LexicalError, SearchError};
use super::found::{Found, Shelf, Walk, walk};
use super::matching::{Order, Searched};
use super::memory::{Disk, Memory};
use super::present::{Looked, Presenter};
use super::query::{Query, language};
use super::reader::{LexicalReader, LexicalSnapshot};
use super::removed::{Log, REMEMBERED_MS};
use super::scope::Scope;
use super::snippet::Wanted;
use super::symbols::Matcher;
use super::verdict::{Answer, NOTHING, NOTHING_RARE};
use super::weights;

/// Files whose definitions compete when hits are definitions.
const SYMBOL_FILES: usize = 40;

/// Files named as related.
const RELATED: usize = 5;

/// Names given as the reason of a related file.
const RELATED_NAMES: usize = 3;

/// Answers searches. One for the process; any number of threads may search at once.
pub struct Engine {
    reader: LexicalReader,
}

/// What a search asks beside the index.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub memory: &'a dyn Memory,
    pub disk: &'a dyn Disk,
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

impl Engine {
    /// Opens the lexical index in directory `path`.
    ///
    /// # Errors
    /// As [`LexicalReader::open`].
    pub fn open(path: &Path) -> Result<Self, LexicalError> {
        Ok(Self { reader: LexicalReader::open(path)? })
    }

    /// Looks for a later commit of the index.
    ///
    /// # Errors
    /// As [`LexicalReader::reload`].
    pub fn reload(&self) -> Result<(), LexicalError> {
        self.reader.reload()
    }

    /// The files whose code holds an identifier, in the order of keys: all that do, and those in
    /// which its words stand otherwise.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn mentioning(&self, name: &str) -> Result<Vec<FileKey>, SearchError> {
        self.reader.snapshot().mentioning(name)
    }

    /// The epoch of the commit that is searched.
    pub fn epoch(&self) -> Option<u64> {
        self.reader.snapshot().epoch
    }

    /// Answers a request. Changes nothing; looks at most twice at the disk for a hit, and opens no
    /// file. `took_ms` of the reply is left 0 for whoever has a clock.
    ///
    /// # Errors
    /// [`SearchError`] when the request cannot be read, or the index or store cannot.
    pub fn search(
        &self,
        world: World<'_>,
        request: &SearchRequest,
        freshness: Freshness,
    ) -> Result<SearchReply, SearchError> {
        let snapshot = self.reader.snapshot();
        let atlas = Atlas::read(world.memory)?;
        let mut search = Search::new(&snapshot, world, &atlas, request, freshness)?;
        if let Some(scope) = search.scope(request)? {
            search.run(request, scope)?;
        }
        Ok(search.reply)
    }
}

/// One search under way.
struct Search<'a> {
    snapshot: &'a LexicalSnapshot,
    world: World<'a>,
    atlas: &'a Atlas,
    query: Query,
    kind: Option<NodeKind>,
    /// Hits to give.
    count: usize,
    reply: SearchReply,
}

impl<'a> Search<'a> {
    fn new(
        snapshot: &'a LexicalSnapshot,
        world: World<'a>,
        atlas: &'a Atlas,
        request: &SearchRequest,
        freshness: Freshness,
    ) -> Result<Self, SearchError> {
        let mut query = Query::parse(&request.query)?;
        if let Some(name) = &request.language {
            query.languages.push(language(name)?);
        }
        let kind = request.kind.as_deref().map(parse_kind).transpose()?;
        let Freshness { caught_up, queued, skipped } = freshness;
        let mut reply = SearchReply {
            query: request.query.clone(),
            took_ms: 0.0,
            caught_up,
            partial: query.left_out > 0,
            queued,
            skipped,
            hits: Vec::new(),
            related: Vec::new(),
            notes: Vec::new(),
            stale: Vec::new(),
        };
        if query.left_out > 0 {
            let kept = query.terms.len();
            reply
                .notes
                .push(format!("the query has more than {kept} terms; the first {kept} count"));
        }
        if request.hits > HIT_LIMIT {
            reply.notes.push(format!("at most {HIT_LIMIT} hits are given"));
        }
        let count = request.hits.min(HIT_LIMIT) as usize;
        Ok(Self { snapshot, world, atlas, query, kind, count, reply })
    }

    fn note(&mut self, note: impl Into<String>) {
        self.reply.notes.push(note.into());
    }

    /// What to look at; `None` when that is nothing, which the notes then explain.
    fn scope(&mut self, request: &SearchRequest) -> Result<Option<Scope>, SearchError> {
        if self.atlas.is_empty() {
            self.note("no root is watched yet: heimdall roots add PATH");
            return Ok(None);
        }
        let directories = match request.scope.as_deref().filter(|s| !s.is_empty()) {
            None => None,
            Some(scope) => match self.atlas.scope(scope) {
                Meaning::Directories(directories) => Some(directories),
                Meaning::Unknown(nearest) if nearest.is_empty() => {
                    self.note(format!(
                        "no root or project is called {scope}, and no root holds it"
                    ));
                    return Ok(None);
                }
                Meaning::Unknown(nearest) => {
                    let names = nearest.join(", ");
                    self.note(format!("no root or project is called {scope}; near it: {names}"));
                    return Ok(None);
                }
            },
        };
        if self.query.terms.is_empty() {
            self.note("the query has no words to look for");
            return Ok(None);
        }
        Ok(Some(Scope {
            directories,
            languages: self.query.languages.clone(),
            paths: self.query.paths.clone(),
        }))
    }

    fn run(&mut self, request: &SearchRequest, scope: Scope) -> Result<(), SearchError> {
        let searched = Searched::new(self.snapshot, &scope).map_err(SearchError::index)?;
        let query = self.query.clone();
        let (mut candidates, weights) = searched.candidates(&query).map_err(SearchError::index)?;
        candidates.retain(|c| holds_quoted(&query, c.terms));
        let found_any = !candidates.is_empty();
        let shelf = Shelf::new(self.world.memory);
        let order = searched.rank(&query, candidates, |candidate| {
            let key = self.snapshot.segments[candidate.segment as usize].key(candidate.file);
            Ok::<_, SearchError>(Some(shelf.text(&key.map_err(SearchError::reading)?)?))
        })?;
        let idfs: Vec<f32> = weights.iter().map(|w| w.idf).collect();
        let matcher = Matcher::new(&query, &idfs, self.kind);
        let wanted = match request.level {
            Level::File => self.count.max(2),
            Level::Symbol => SYMBOL_FILES,
        };
        let walked =
            walk(self.snapshot, self.atlas, &shelf, &query, &matcher, &order.ranked, wanted)?;
        let log = Log::new(
            self.world.memory.history_since(self.world.now_ms.saturating_sub(REMEMBERED_MS))?,
        );
        let presenter = Presenter {
            shelf: &shelf,
            disk: self.world.disk,
            atlas: self.atlas,
            query: &query,
            wanted: Wanted::of(&query),
            matcher: &matcher,
            moves: log.moves(),
            directories: scope.directories.clone(),
            explain: request.explain,
        };
        match request.level {
            Level::File => self.give_files(&presenter, &walked)?,
            Level::Symbol => self.give_symbols(&presenter, &walked)?,
        }
        self.give_removed(&presenter, &log)?;
        if request.explore {
            self.give_related(&presenter, &order)?;
        }
        self.explain_emptiness(&searched, &scope, found_any, &walked, &order);
        Ok(())
    }

    /// One hit a file.
    fn give_files(&mut self, presenter: &Presenter<'_>, walk: &Walk) -> Result<(), SearchError> {
        let margin = margin(walk.found.iter().map(|f| f.ranked.score));
        let first = walk.found.first().map_or(0.0, |f| f.ranked.score);
        for (position, found) in walk.found.iter().enumerate().take(self.count) {
            let looked = presenter.look(found)?;
            let answer = Answer {
                position,
                coverage: found.ranked.candidate.coverage,
                parts: presenter.query.parts(),
                of_first: found.ranked.score / first.max(1e-9),
                margin,
                defines: found.ranked.candidate.defines >= weights::DEFINES,
            };
            let hit = presenter.file(found, &looked, answer);
            self.push(presenter, found, &looked, hit);
        }
        Ok(())
    }

    /// One hit a definition: the file's score, more the better the name fits.
    fn give_symbols(&mut self, presenter: &Presenter<'_>, walk: &Walk) -> Result<(), SearchError> {
        let mut all = Vec::new();
        for (file, found) in walk.found.iter().enumerate() {
            let matched = presenter.matcher.find(&found.extraction, found.chunk.as_ref());
            for symbol in matched {
                let fit = 0.4 + 0.6 * symbol.score.min(1.5);
                all.push((found.ranked.score * fit, file, symbol.node));
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.line.cmp(&b.2.line)));
        let margin = margin(all.iter().map(|a| a.0));
        let first = all.first().map_or(0.0, |a| a.0);
        let mut looks: Vec<Option<Looked>> = walk.found.iter().map(|_| None).collect();
        for (position, (score, file, node)) in all.into_iter().enumerate().take(self.count) {
            let found = &walk.found[file];
            let looked = match looks[file].take() {
                Some(looked) => looked,
                None => presenter.look(found)?,
            };
            let answer = Answer {
                position,
                coverage: presenter.coverage(found, node),
                parts: presenter.query.parts(),
                of_first: score / first.max(1e-9),
                margin,
                defines: found.ranked.candidate.defines >= weights::DEFINES,
            };
            let mut hit = presenter.symbol(found, &looked, node, answer);
            hit.score = score;
            self.push(presenter, found, &looked, hit);
            looks[file] = Some(looked);
        }
        Ok(())
    }

    fn push(&mut self, presenter: &Presenter<'_>, found: &Found, looked: &Looked, hit: Hit) {
        if looked.hint
            && let Some(path) = presenter.atlas.path(&found.key).map(WirePath)
            && !self.reply.stale.contains(&path)
        {
            self.reply.stale.push(path);
        }
        self.reply.hits.push(hit);
    }

    /// Titles of what was retracted, after all live hits.
    fn give_removed(&mut self, presenter: &Presenter<'_>, log: &Log) -> Result<(), SearchError> {
        for removed in log.removed(&presenter.wanted) {
            if self.reply.hits.len() >= self.count {
                break;
            }
            if presenter.tells_removed(&removed)? {
                let position = self.reply.hits.len();
                self.reply.hits.push(presenter.removed(&removed, position));
            }
        }
        Ok(())
    }

    /// Files that alone define what the first hits mention.
    fn give_related(
        &mut self,
        presenter: &Presenter<'_>,
        order: &Order,
    ) -> Result<(), SearchError> {
        let mut mentions: Vec<_> = order.mentions.iter().collect();
        mentions.sort_by(|a, b| b.1.votes.total_cmp(&a.1.votes));
        for (&(segment, file), mention) in mentions.into_iter().take(4 * RELATED) {
            let segment = &self.snapshot.segments[segment as usize];
            let key: FileKey = segment.key(file).map_err(SearchError::reading)?;
            let Some(path) = presenter.atlas.path(&key).map(WirePath) else { continue };
            if self.reply.hits.iter().any(|hit| hit.path == path || hit.also.contains(&path)) {
                continue;
            }
            let mut names = mention.names.clone();
            names.sort();
            names.dedup();
            names.truncate(RELATED_NAMES);
            self.reply.related.push(Related {
                project: presenter.atlas.project(&key).0,
                title: presenter.atlas.in_project(&key),
                reason: format!("defines {}", names.join(", ")),
                path,
            });
            if self.reply.related.len() == RELATED {
                break;
            }
        }
        Ok(())
    }

    /// Says why there is nothing, or nothing good.
    fn explain_emptiness(
        &mut self,
        searched: &Searched<'_>,
        scope: &Scope,
        found_any: bool,
        walk: &Walk,
        order: &Order,
    ) {
        if let Some(reason) = &walk.cut_short {
            self.reply.partial = true;
            self.note(reason.clone());
        }
        let answers = |found: &Found| {
            let candidate = &found.ranked.candidate;
            candidate.coverage >= NOTHING || candidate.covered >= NOTHING_RARE
        };
        // The first ones alone, so that the note does not hang on how many hits are wanted.
        if !walk.found.is_empty() && !walk.found.iter().take(2).any(answers) {
            self.note("nothing here seems to answer this");
        }
        if !walk.found.is_empty() || self.count == 0 {
            return;
        }
        if self.snapshot.files() == 0 {
            self.note("nothing is indexed yet");
        } else if searched.totals.files == 0 {
            let filters: &[(&str, bool)] = &[
                ("the scope", scope.directories.is_some()),
                ("the language", !scope.languages.is_empty()),
                ("path:", !scope.paths.is_empty()),
            ];
            let named: Vec<&str> = filters.iter().filter(|f| f.1).map(|f| f.0).collect();
            self.note(format!("no indexed file is left by {}", named.join(" and ")));
        } else if !found_any {
            let files = searched.totals.files;
            self.note(format!("none of the {files} files searched has these words"));
        } else if !self.query.phrases.is_empty() {
            self.note("no file has the quoted words in that order");
        } else if let Some(kind) = self.kind {
            self.note(format!(
                "no {} among the best {} files fits",
                kind.name(),
                order.ranked.len()
            ));
        }
    }
}

/// Whether every quoted word is among a file's terms.
fn holds_quoted(query: &Query, terms: u64) -> bool {
    query.phrases.iter().flatten().all(|part| {
        let stemmed = super::stem::stem(part);
        let at = query.terms.iter().position(|term| term.text == stemmed);
        at.is_none_or(|at| terms >> at & 1 != 0)
    })
}

/// Distance of the first to the second as a share of the first; 1 when it stands alone.
fn margin(scores: impl Iterator<Item = f32>) -> f32 {
    let mut scores = scores.take(2);
    match (scores.next(), scores.next()) {
        (Some(first), Some(second)) if first > 0.0 => (first - second) / first,
        _ => 1.0,
    }
}

fn parse_kind(name: &str) -> Result<NodeKind, SearchError> {
    NodeKind::parse(&name.to_lowercase()).ok_or_else(|| SearchError::UnknownKind {
        name: name.to_owned(),
        known: NodeKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", "),
    })
}

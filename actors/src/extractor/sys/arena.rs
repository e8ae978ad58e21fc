//! Memory for parsing: handed out fast, taken back all at once.
//!
//! A parser makes millions of small pieces and a tree is freed piece by piece; together that is a
//! tenth of the cost of parsing. Here a piece that is freed goes to a list of its size, and after
//! a text everything is forgotten by resetting a few pointers, the tree included.
//!
//! Rules that keep it sound:
//! 1. one thread of the process uses tree-sitter, through the one [`ArenaParser`] there is; so a
//!    process that has one does nothing else (a worker);
//! 2. the user of a tree keeps neither the tree nor a copy of it.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use tree_sitter::{Language, Parser, Tree};

use super::OUT_OF_MEMORY;

/// Sizes up to this come from chunks, in steps of [`STEP`]; larger ones from the system.
const SMALL: usize = 4096;
const STEP: usize = 16;
/// Bytes of a chunk.
const CHUNK: usize = 1 << 20;
/// Chunks kept over a reset; what was needed beyond goes back to the system.
const KEPT_CHUNKS: usize = 8;
/// Bytes before each piece, which hold its size. Keeps pieces aligned as `malloc` does.
const HEADER: usize = 16;

struct State {
    free: [*mut c_void; SMALL / STEP + 1],
    chunks: Vec<*mut u8>,
    /// How many of the chunks are in use; the last of them up to `next`.
    used: usize,
    next: *mut u8,
    end: *mut u8,
    /// Pieces got from the system.
    large: Vec<*mut c_void>,
}

struct Global(UnsafeCell<State>);

// SAFETY: rule 1.
unsafe impl Sync for Global {}

static STATE: Global = Global(UnsafeCell::new(State {
    free: [ptr::null_mut(); SMALL / STEP + 1],
    chunks: Vec::new(),
    used: 0,
    next: ptr::null_mut(),
    end: ptr::null_mut(),
    large: Vec::new(),
}));

/// Whether this process has an [`ArenaParser`].
static INSTALLED: AtomicBool = AtomicBool::new(false);

/// Parses texts in memory that is taken back after each.
pub struct ArenaParser(PhantomData<*mut ()>);

impl ArenaParser {
    /// Makes tree-sitter use this memory from now on; rule 1. `None` the second time.
    pub fn install() -> Option<Self> {
        if INSTALLED.swap(true, Ordering::SeqCst) {
            return None;
        }
        let allocator = tree_sitter::Allocator { malloc, calloc, realloc, free };
        // SAFETY: rule 1: no object exists that another allocator has made.
        unsafe { tree_sitter::set_allocator(Some(allocator)) };
        Some(ArenaParser(PhantomData))
    }

    /// Parses a text and hands the tree to `user`; rule 2. `None` when it cannot be parsed.
    pub fn with_tree<R>(
        &mut self,
        language: &Language,
        text: &str,
        user: impl FnOnce(&Tree) -> R,
    ) -> Option<R> {
        let mut parser = Parser::new();
        parser.set_language(language).ok()?;
        let tree = parser.parse(text, None)?;
        let result = user(&tree);
        std::mem::forget(tree);
        drop(parser);
        // SAFETY: the parser is gone, the tree is forgotten; rule 2.
        unsafe { reset() };
        Some(result)
    }
}

/// Takes back all memory that tree-sitter has got since the last time.
///
/// # Safety
/// No object of tree-sitter may be used after this, nor be dropped.
unsafe fn reset() {
    // SAFETY: rule 1: nobody else looks at the state now.
    let state = unsafe { &mut *STATE.0.get() };
    state.free = [ptr::null_mut(); SMALL / STEP + 1];
    for piece in state.large.drain(..) {
        // SAFETY: `large` holds what libc gave and nobody has freed.
        unsafe { libc::free(piece) };
    }
    for chunk in state.chunks.drain(KEPT_CHUNKS.min(state.chunks.len())..) {
        // SAFETY: as above; no piece in it is used again.
        unsafe { libc::free(chunk.cast()) };
    }
    (state.used, state.next, state.end) = (0, ptr::null_mut(), ptr::null_mut());
}

/// Memory from the system; without any left the process ends, so that the pool can tell.
fn from_system(size: usize) -> *mut c_void {
    // SAFETY: any size may be asked for.
    let memory = unsafe { libc::malloc(size) };
    if memory.is_null() {
        // SAFETY: ends the process at once; nothing runs after it.
        unsafe { libc::_exit(OUT_OF_MEMORY) };
    }
    memory
}

/// Gives a piece of at least that size.
pub(super) unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    // SAFETY: rule 1.
    let state = unsafe { &mut *STATE.0.get() };
    let size = size.div_ceil(STEP).max(1) * STEP;
    let piece: *mut c_void = if size <= SMALL {
        let head = state.free[size / STEP];
        if !head.is_null() {
            // SAFETY: a free piece begins with the address of the next one.
            state.free[size / STEP] = unsafe { head.cast::<*mut c_void>().read() };
            return head;
        }
        if (state.end as usize) - (state.next as usize) < size + HEADER {
            if state.used == state.chunks.len() {
                state.chunks.push(from_system(CHUNK).cast());
            }
            state.next = state.chunks[state.used];
            // SAFETY: one past the chunk.
            state.end = unsafe { state.next.add(CHUNK) };
            state.used += 1;
        }
        let piece = state.next;
        // SAFETY: the chunk has room for it, as was seen above.
        state.next = unsafe { piece.add(size + HEADER) };
        piece.cast()
    } else {
        let piece = from_system(size + HEADER);
        state.large.push(piece);
        piece
    };
    // SAFETY: `size + HEADER` bytes begin at `piece`, aligned to 16.
    unsafe {
        piece.cast::<usize>().write(size);
        piece.byte_add(HEADER)
    }
}

unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    let size = count.saturating_mul(size);
    // SAFETY: as many bytes were just got.
    unsafe {
        let piece = malloc(size);
        piece.cast::<u8>().write_bytes(0, size);
        piece
    }
}

unsafe extern "C" fn realloc(old: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: tree-sitter passes on what `malloc` gave it, or null.
    unsafe {
        if old.is_null() {
            return malloc(size);
        }
        let had = old.byte_sub(HEADER).cast::<usize>().read();
        if size <= had {
            return old;
        }
        let new = malloc(size.max(had * 2));
        ptr::copy_nonoverlapping(old.cast::<u8>(), new.cast::<u8>(), had);
        free(old);
        new
    }
}

unsafe extern "C" fn free(piece: *mut c_void) {
    if piece.is_null() {
        return;
    }
    // SAFETY: rule 1 for the state; the piece came from `malloc` and is used no more.
    unsafe {
        let state = &mut *STATE.0.get();
        let start = piece.byte_sub(HEADER);
        let size = start.cast::<usize>().read();
        if size <= SMALL {
            piece.cast::<*mut c_void>().write(state.free[size / STEP]);
            state.free[size / STEP] = piece;
        } else if let Some(at) = state.large.iter().rposition(|&p| p == start) {
            state.large.swap_remove(at);
            libc::free(start);
        }
    }
}

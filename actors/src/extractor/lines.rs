//! Where the lines of a text begin. A line ends with `\n` and nothing else.

/// Starts of lines; rows count from 0.
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<u32>,
}

impl<'t> Lines<'t> {
    pub fn of(text: &'t str) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        if !text.is_empty() {
            starts.push(0);
        }
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        starts.extend(ends.map(|at| at as u32 + 1).filter(|&at| (at as usize) < text.len()));
        Lines { text, starts }
    }

    /// How many lines there are; a final newline begins none.
    pub fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The byte at which a row begins; the end of the text past the last.
    pub fn start(&self, row: u32) -> u32 {
        self.starts.get(row as usize).copied().unwrap_or(self.text.len() as u32)
    }

    /// The line, from 1, that the byte before `end` is on; the last line for what is past the text.
    pub fn of_end(&self, end: u32) -> u32 {
        self.starts.partition_point(|&start| start < end) as u32
    }

    /// The text of a row, with its newline.
    pub fn row(&self, row: u32) -> &'t str {
        &self.text[self.start(row) as usize..self.start(row + 1) as usize]
    }
}

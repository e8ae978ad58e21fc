//! The searcher: a query in, ranked and verified hits out.

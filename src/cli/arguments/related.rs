//! The flags of `related`.

use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall related Resolver::answer             everything one edge away
  heimdall related parse_url --callers          who calls it
  heimdall related src/store.rs:120 --callers --hops 3   what breaks if I change it
  heimdall related src/store.rs --importers     who imports the file
  heimdall related Shape --subclasses --json

Exit codes: 0 also when there is nothing; 1 when nothing has that name or path.")]
pub struct RelatedArguments {
    /// The name of a definition (`f`, `A.f`, `a::f`), a file, or a line of a file (`PATH:LINE`)
    #[arg(value_name = "NAME|PATH[:LINE]")]
    pub subject: String,

    /// What calls or uses it
    #[arg(long)]
    pub callers: bool,

    /// What it calls, uses, extends and imports
    #[arg(long)]
    pub callees: bool,

    /// What imports it
    #[arg(long)]
    pub importers: bool,

    /// What extends or implements it
    #[arg(long)]
    pub subclasses: bool,

    /// All four, which is also what no direction means
    #[arg(long)]
    pub all: bool,

    /// Edges to go; more than 1 shows what is reached by others
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub hops: u32,

    /// Most relations to show in each direction
    #[arg(short = 'n', long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub limit: u32,

    /// One JSON document
    #[arg(long)]
    pub json: bool,
}

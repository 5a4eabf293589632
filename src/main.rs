//! The Gomocup brain `pbrain-tengen`.

fn main() -> anyhow::Result<()> {
    tengen::cli::run()
}

//! The Gomocup brain `pbrain-tengen`.

fn main() {}

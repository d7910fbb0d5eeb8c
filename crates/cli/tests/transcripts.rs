//! Golden transcripts: the examples of the documents, whole games, and what the command says to right and wrong input.
//!
//! `TRYCMD=overwrite cargo test -p fewest --test transcripts` writes them anew; read the
//! difference before it is committed.

use std::path::Path;

#[test]
fn transcripts() {
    // Examples name files as a person does who stands at the top of the repository.
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(top).expect("the repository is there");
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case("README.md")
        .case("README.zh-CN.md")
        .case("docs/rating.md")
        .case("docs/large.md")
        .case("docs/cluster.md")
        .case("docs/making.md")
        .case("docs/minesweeper.md")
        .case("docs/formats.md")
        .case("crates/cli/tests/cmd/*.trycmd");
}

//! Six fixed inputs for the count of instructions, one file each, named `<what>.<game>`.

use std::io;
use std::path::Path;

use crate::instances::{curling, ladders, mines, portals, snake};

/// Writes the files into a folder.
pub fn write(folder: &Path) -> io::Result<()> {
    let files = [
        ("hard-twenty.snake", snake::hard(false).text()),
        (
            "random-hundred.snake",
            (0..100).map(snake::random).collect(),
        ),
        ("slow-hundred.curling", curling::all(false)[0].text()),
        ("walls.portals", portals::maze(300, portals::Kind::Walls)),
        ("mixed.ladders", ladders::board(300, ladders::Kind::Mixed)),
        ("field.mines", mines::field(300, 1)),
    ];
    std::fs::create_dir_all(folder)?;
    for (name, text) in files {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

//! The inputs that are tried as they are: the levels, the samples, and nasty ones.

use std::path::Path;

use fewest_games::builtin;
use fewest_games::source::Source;

use crate::truths;

pub fn corpus() -> Vec<Vec<u8>> {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let boards = truths::boards().split("---\n").map(|board| board.into());
    let short = SAMPLES.iter().chain(NASTY).map(|input| input.to_vec());
    short
        .chain(boards)
        .chain(files(&levels))
        .chain(long())
        .collect()
}

/// The judges' inputs of all levels in an input.
pub fn judge_texts(input: &[u8]) -> Vec<Vec<u8>> {
    let levels = Source::new(input).and_then(|source| builtin::read(source, None));
    let texts = levels
        .into_iter()
        .flatten()
        .map(|level| fewest_games::format::input([&level].into_iter()));
    texts.flatten().map(String::into_bytes).collect()
}

/// Every file below a folder, in a fixed order; none where there is no such folder.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| match path.is_dir() {
        true => files(path),
        false => vec![std::fs::read(path).expect("a readable file")],
    };
    paths.iter().flat_map(read).collect()
}

/// The judges' samples, a map with its scenario, binary boards, and solutions.
const SAMPLES: &[&[u8]] = &[
    b"[[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],[-1,35,-1,-1,13,-1],\
      [-1,-1,-1,-1,-1,-1],[-1,15,-1,-1,-1,-1]]\n[[-1,-1],[-1,3]]\n",
    b"[[-1,-1,-1],[-1,9,8],[-1,8,9]]",
    b"[[\"E\",\"E\",\"E\",\"E\",\"E\"],[\"E\",\"E\",\"M\",\"E\",\"E\"],\
      [\"E\",\"E\",\"E\",\"E\",\"E\"],[\"E\",\"E\",\"E\",\"E\",\"E\"]]\n[3,0]\n",
    b"[[\"B\",\"1\",\"E\",\"1\",\"B\"],[\"B\",\"1\",\"M\",\"1\",\"B\"]]\n[1,2]\n",
    b"4 5\n##...\n..1#@\n432#.\n...#.\n",
    b"4 4\n#78#\n.612\n.543\n..@.\n",
    b"3 2\n3@\n2#\n1#\n",
    b"2 1\n3 2\n6 6\n1 0 0 2 1 0\n1 1 0 0 0 0\n0 0 0 0 0 3\n0 0 0 0 0 0\n1 0 0 0 0 1\n\
      0 1 1 1 1 1\n6 1\n1 1 2 1 1 3\n6 1\n1 0 2 1 1 3\n12 1\n2 0 1 1 1 1 1 1 1 1 1 3\n\
      13 1\n2 0 1 1 1 1 1 1 1 1 1 1 3\n0 0\n",
    b"3 3\n.#.\nA#A\n.#.\n",
    b"1 1\n.\n2 2\n.#\n#.\n",
    b"type octile\nheight 2\nwidth 3\nmap\n.@G\nSTW\nversion 1\n\
      0\tm.map\t3\t2\t0\t0\t2\t0\t2.0\n1\tm.map\t3\t2\t0\t1\t0\t0\t1.41421356\n",
    b"\x03\x02\0\x02\0\0\x02\x01",
    b"\x08\x08\0\x0A\x01\x01\x02\x01\x03\0\x07\x07\0\x05\x06\x02\x04\x04\x05\0\x02\x06\x07\0",
    b"\xFF\x01\0\0",
    b"b=44&m=1h00\nhttps://example.org/#/zini?b=53&m=81g&c=0\n",
    b"4x4n3:3,0,u0c40\n4x4n3:u0c40\n",
    b"9x9n10:4,4,m0123456789abcdef01230\n",
    b"RawVF_Version: Rev6\nWidth: 4\nHeight: 2\nMines: 3\nBoard:\n0*00\n**00\nEvents:\n0.0 lc\n",
    b"4x3x2\n1HF1\n1HH1\n0110\n",
    b"game: portals\nstart: 0,1\ngoal: 1,2\n\n#..\nA.A\nversion 1\n0 m 3 2 0 0 2 1 9\n",
    b"game: snake\ntitle: Round the wall\nauthor: A\npar: 4\n\n##...\n..1#@\n432#.\n...#.\n\n\
      solution: U R\nRD\n---\ngame: snake\nwrap: yes\npar: impossible\n\n3@\n2#\n1#\n---\n",
    b"game: ladders\ndie: 8\npar: 2\n\n. .\n-1 3\n\nsolution: 1 2\n",
    b"game: ladders\ndie: 9\nfrom: 0\novershoot: bounce\npar: 1\n\n. . 3\n-1 3 8\n5 . .\n",
    b"game: ladders\nfrom: 3\novershoot: stay\n\n. .\n. 1\n\nsolution: 6 6 1\n",
    b"game: mines\nclick: 1,2\n\nEEE\nE M E\nXB8\n\nsolution: 0,0\n2,2 1,1\n",
    b"game: curling\nthrows: none\n\n.#S1\n00G#\n\nsolution: dLuR\n",
    b"game: slide\ntarget: 0,1\nedges: 0,0R 1,2D\npassing: yes\n\n01.#\n..2.\nz..a\n\nsolution: 0R 1U zD\n",
    b"U R R D L u d l r",
    b"1 2 3 3 0 4 1 2 3",
    b"0,0 0,0 2,4 1,2 9,9 0,4",
];

const NASTY: &[&[u8]] = &[
    b"",
    b" \t\n\n",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\r\n",
    b"\xEF\xBB\xBFgame: snake\r\npar: 1\r\n\r\n321@\r\n\r\nsolution: R\r\n---\r\n",
    b"\0",
    b"game: portals\n\n.\0.\n",
    b"4 5\0\n",
    b"\xFF\xFE4\0 \x005\0",
    b"game: snake\n\n32\xE91@\n",
    b"game: snake\n\n\xF0\x9F\x90",
    b"99999999999999999999 5",
    b"1000000 1000000",
    b"4294967296 4294967296\n.",
    b"9223372036854775807 9223372036854775807 1",
    b"-9223372036854775808 -1",
    b"-1 -1\n.",
    b"0 0",
    b"0 0\n1 1",
    b"2 0\n",
    b"4294967296",
    b"type octile\nheight 4294967296\nwidth 4294967296\nmap\n",
    b"type octile height 1 width 1 map . .",
    b"type octile width 1 width 1 map .",
    b"type",
    b"type octile height 1 width 1 map .\nversion",
    b"type octile height 1 width 1 map .\nversion 1 0 m 1 1 0 0 4294967296 -1 0",
    b"type octile height 1 width 1 map .\nversion 1 0 m 99999999999999999999 1 0 0 0 0 0",
    b"b=",
    b"b=99999999999999999999&m=0",
    b"b=6553665536&m=00000000",
    b"b=1&m=",
    b"https://b=1&m=",
    b"65536x65536n0:u0",
    b"4294967295x4294967295:4294967294,4294967294,u0",
    b"1x1n99999999999999999999:u0",
    b"1x1:9,",
    b"1#",
    b"RawVF_Version:",
    b"RawVF_Version: 6\nBoard:\n\xE3\x80\x80\n",
    b"4294967295x4294967295x4294967295\nH",
    b"65536x65536x4294967296",
    b"1x1x1\nF",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"[[",
    b"[[]]",
    b"[]",
    b"[[-1,-1],[-1]]",
    b"[[-1,-1],[-1,99999999999999999999]]",
    b"[[-1,-1],[-1,4294967296]]",
    b"[[-1,-1],[-1,-2]]",
    b"[[\"E",
    b"[[\"",
    b"[[\"E\"]]\n[4294967296,-1]",
    b"[[\"E\"]]\n[0,0",
    b"[[\"\xE9\x9B\xAA\"]]\n[0,0]",
    b"[[\"EE\"]]\n[0,0]",
    b"3 1\n2\n0 3\n0 0\n",
    b"3 1\r\n2\r\n0 3\r\n0 0\r\n",
    b"---",
    b"---\n---\n---\n",
    b"game: snake\n---",
    b"game: snake\n\n21@\n---\n---\n",
    b"game: snake\n\n21@\n\nsolution:",
    b"game: snake\n\n21@\n\nsolution:\n\n---\n\ngame: snake\n\n21@",
    b"game: snake\r\r\n\r\n21@\r",
    b"game: snake\ntitle: a\rb\n\n21@\n",
    b"\r",
    b"game: snake\r\r21@",
    b"game:",
    b"game:\n\n.",
    b":\n\n.",
    b"title:\n\n.",
    b"game: chess\n\n.",
    b"game: snake\ngame: snake\n\n21@",
    b"game: snake\nwrap:\n\n21@",
    b"game: snake\ntitle:\nauthor:   \n\n21@",
    b"game: snake\npar: -1\n\n21@",
    b"game: snake\npar: 99999999999999999999\n\n21@",
    b"game: snake\npar: +1\n\n21@",
    b"game: ladders\ndie: 0\n\n. .\n. .",
    b"game: ladders\ndie: 4294967295\n\n. .\n. .\n\nsolution: 4294967295",
    b"game: ladders\ndie: 4294967296\n\n. .\n. .",
    b"game: ladders\ndie: 4294967295\novershoot: stay\n\n. .\n. .",
    b"game: ladders\ndie: 4294967295\novershoot: bounce\nfrom: 0\n\n. . .\n. . .\n9 . .",
    b"game: ladders\ndie: 4294967295\novershoot: stay\n\n. .\n. .\n\nsolution: 4294967295 3",
    b"game: ladders\nfrom: 4294967296\n\n. .\n. .",
    b"game: ladders\nfrom: 5\n\n. .\n. .",
    b"game: ladders\n\n. .\n. 4294967296",
    b"game: ladders\n\n. .\n. +3\n\nsolution: +1",
    b"game: ladders\n\n.",
    b"game: ladders\n\n. 9",
    b"game: curling\nthrows: 0\n\nSG",
    b"game: curling\nthrows: 4294967295\n\nS.#G",
    b"game: curling\nthrows: 4294967296\n\nSG",
    b"game: mines\nclick: 4294967295,4294967295\n\nE",
    b"game: mines\nclick: 0, 0 \n\nE",
    b"game: mines\n\n8",
    b"game: portals\nstart: 0,0\ngoal: 0,0\n\n#",
    b"game: portals\n\nAA",
    b"game: portals\n\nA",
    b"game: slide\n\n0",
    b"game: slide\ntarget: 0,0\n\n0",
    b"game: slide\nedges: 4294967295,4294967295R\n\n0G",
    b"game: snake\nwrap: yes\n\n1@",
    b"game: snake\nwrap: yes\n\n1\n@",
    b"game: snake\nwrap: yes\n\n12\n43\n@.",
    // U+3000, U+00A0, U+000B and U+0085 are white space, but not ASCII's.
    b"game: ladders\n\n.\xE3\x80\x803\n.\xE3\x80\x80.\n",
    b"game: ladders\n\n.\xE3\x80\x80.\n.\xE3\x80\x809\n",
    b"game: ladders\n\n.\xC2\xA0.\n9\xC2\xA0.\n",
    b"game: ladders\n\n.\x0B.\n9\x0B.\n",
    b"game: snake\n\xC2\x85\n21@\n\xC2\x85\nsolution:\xE3\x80\x80R",
    b"1\xC2\xA01\n.",
    // Wide characters, and a letter with a combining mark.
    b"game: snake\ntitle: \xE8\x9B\x87\xE4\xB8\x8E\xE8\x8B\xB9\xE6\x9E\x9C\n\n32\xE8\x9B\x87@\n",
    b"game: snake\npar: \xE4\xB8\x80\n\n21@\n",
    b"game: snake\n\n21e\xCC\x81@\n",
    b"4 5\n\xE8\x9B\x87\xE8\x9B\x87\xE8\x9B\x87\xE8\x9B\x87\xE8\x9B\x87\n",
    b"\xE5\x8D\x81 \xE5\x8D\x81",
];

/// Inputs that are long in one direction.
pub fn long() -> Vec<Vec<u8>> {
    const LONG: usize = 100_000;
    let level = |game: &str, begin: &str, middle: &str, end: &str| {
        let middle = middle.repeat(LONG / middle.len());
        format!("game: {game}\n\n{begin}{middle}{end}\n").into_bytes()
    };
    let rink = {
        let (blocks, ice) = ("#".repeat(1000), ".".repeat(LONG / 10));
        format!("game: curling\nthrows: none\n\n{blocks}S{ice}{blocks}\n{blocks}#{ice}{blocks}\n")
    };
    let side = 300;
    let mut track = format!("game: ladders\ndie: {}\n\n", u32::MAX);
    for _ in 0..side {
        track += &(". ".repeat(side) + "\n");
    }
    vec![
        "[".repeat(LONG).into_bytes(),
        "\n".repeat(LONG).into_bytes(),
        "---\n".repeat(LONG / 4).into_bytes(),
        "9".repeat(LONG).into_bytes(),
        "1 ".repeat(LONG / 2).into_bytes(),
        "1 1\n.\n".repeat(LONG / 60).into_bytes(),
        format!("game: snake\ntitle: {}\n\n21@\n", "x".repeat(LONG)).into_bytes(),
        format!("game: snake\npar: {}\n\n21@\n", "9".repeat(LONG)).into_bytes(),
        format!("{}: x\n\n21@\n", "x".repeat(LONG)).into_bytes(),
        format!("game: snake\n\n21@\n\nsolution: {}\n", "R".repeat(LONG)).into_bytes(),
        format!("[[{}-1]]", "-1,".repeat(LONG / 3)).into_bytes(),
        level("snake", "21", ".", "@"),
        level("snake", "21", ".\n", "@"),
        level("curling", "S", ".", "G"),
        rink.replacen("#\n", "G\n", 1).into_bytes(),
        level("portals", "", ".", ""),
        level("portals", "", ".\n", "."),
        level("slide", "0", ".", "G"),
        level("slide", "0", ".\n", "G"),
        level("mines", "", "E", ""),
        level("mines", "", "EM", ""),
        level("mines", "", "MEM\n", "EEE"),
        track.into_bytes(),
        "\u{86C7}".repeat(LONG / 3).into_bytes(),
    ]
}

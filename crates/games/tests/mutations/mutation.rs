//! One input of the corpus, changed in a few places.

use fastrand::Rng;

/// Bytes that mean something in one format or another, or look as if they did.
const BYTES: &[u8] =
    b"0123456789-+.,:[]\"#@SGEMBXUDLRAZaz \t\r\n\0\x0B\x0C\x7F\x80\xA0\xC2\xEF\xFF";

const WORDS: &[&str] = &[
    "\n\n",
    "\r\n",
    "---\n",
    "game: ",
    "par: ",
    "solution: ",
    "impossible",
    "none",
    "yes",
    "from: 0\n",
    "overshoot: bounce\n",
    "overshoot: stay\n",
    "[[",
    "]]",
    "],[",
    "0 0",
    "version ",
    "type octile\n",
    "height ",
    "\u{a0}",
    "\u{3000}",
    "\u{feff}",
    "蛇",
    "e\u{301}",
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "+1",
    "1",
    "2",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "99999999999999999999",
    "1e9",
    "007",
];

/// One input of the corpus, changed in a few places.
pub fn mutation(rng: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut input = pick(rng, corpus).clone();
    for _ in 0..rng.usize(1..=4) {
        let (from, to) = span(rng, input.len());
        match rng.u8(0..10) {
            0 => input
                .iter_mut()
                .skip(from)
                .take(1)
                .for_each(|byte| *byte ^= 1 << rng.u8(0..8)),
            1 => input
                .iter_mut()
                .skip(from)
                .take(1)
                .for_each(|byte| *byte = *pick(rng, BYTES)),
            2 => put(&mut input, from..from, pick(rng, WORDS).as_bytes()),
            3 => put(&mut input, from..to, b""),
            4 => {
                let twice = input[from..to].to_vec();
                put(&mut input, from..from, &twice);
            }
            5 => {
                let other = pick(rng, corpus);
                let (begin, end) = span(rng, other.len());
                put(&mut input, from..to, &other[begin..end]);
            }
            6 => input.truncate(from),
            7 => swap_lines(rng, &mut input),
            8 => put_number(rng, &mut input),
            _ => put_gap(rng, &mut input),
        }
    }
    input
}

fn pick<'a, T>(rng: &mut Rng, list: &'a [T]) -> &'a T {
    &list[rng.usize(0..list.len())]
}

/// Two places in order, mostly near each other.
fn span(rng: &mut Rng, len: usize) -> (usize, usize) {
    let from = rng.usize(0..=len);
    let most = if rng.bool() { 8 } else { len };
    (from, (from + rng.usize(0..=most)).min(len))
}

fn put(input: &mut Vec<u8>, at: std::ops::Range<usize>, bytes: &[u8]) {
    input.splice(at, bytes.iter().copied());
}

fn swap_lines(rng: &mut Rng, input: &mut Vec<u8>) {
    let mut lines: Vec<_> = input.split(|&byte| byte == b'\n').collect();
    let (one, other) = (rng.usize(0..lines.len()), rng.usize(0..lines.len()));
    lines.swap(one, other);
    *input = lines.join(&b'\n');
}

/// Puts another number in the place of the first one after a random place.
fn put_number(rng: &mut Rng, input: &mut Vec<u8>) {
    let from = rng.usize(0..=input.len());
    let Some(begin) = input[from..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let begin = from + begin;
    let digits = input[begin..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    put(input, begin..begin + digits, pick(rng, NUMBERS).as_bytes());
}

/// Puts a word in the place of the first white space after a random place.
fn put_gap(rng: &mut Rng, input: &mut Vec<u8>) {
    let from = rng.usize(0..=input.len());
    if let Some(gap) = input[from..].iter().position(u8::is_ascii_whitespace) {
        put(
            input,
            from + gap..from + gap + 1,
            pick(rng, WORDS).as_bytes(),
        );
    }
}

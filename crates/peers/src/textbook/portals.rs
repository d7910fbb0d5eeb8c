//! The portal maze as it is handed in: Dijkstra with a binary heap over two layers of squares,
//! one for players who walked there, one for players who came through a portal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::str::SplitAsciiWhitespace;

use super::{Found, number};

/// A board as the judge gives it.
#[derive(Clone, Debug)]
pub struct Board {
    /// How many columns there are.
    pub columns: usize,
    /// The glyphs, row by row.
    pub glyphs: Vec<u8>,
    /// The two squares of each letter that is used.
    pub portals: [Option<[u32; 2]>; 26],
}

/// Reads the next board.
pub fn read(words: &mut SplitAsciiWhitespace) -> Option<Board> {
    let (rows, columns) = (number(words)?, number(words)?);
    let mut glyphs = Vec::with_capacity(rows * columns);
    for _ in 0..rows {
        glyphs.extend_from_slice(words.next()?.as_bytes());
    }
    let mut portals: [Option<[u32; 2]>; 26] = [None; 26];
    for (square, &glyph) in glyphs.iter().enumerate() {
        if glyph.is_ascii_uppercase() {
            let square = square as u32;
            let pair = &mut portals[usize::from(glyph - b'A')];
            *pair = Some(pair.map_or([square; 2], |[one, _]| [one, square]));
        }
    }
    Some(Board {
        columns,
        glyphs,
        portals,
    })
}

impl Board {
    /// The other square of a portal; nothing where there is none.
    #[inline]
    pub fn twin(&self, square: u32) -> Option<u32> {
        let glyph = self.glyphs[square as usize];
        if !glyph.is_ascii_uppercase() {
            return None;
        }
        let [one, other] = self.portals[usize::from(glyph - b'A')]?;
        Some(if square == one { other } else { one })
    }

    /// The last square, which the player wants to reach.
    pub fn goal(&self) -> u32 {
        self.glyphs.len() as u32 - 1
    }

    /// The squares beside one that are no walls.
    #[inline]
    pub fn beside(&self, square: u32) -> impl Iterator<Item = u32> + use<'_> {
        let columns = self.columns as u32;
        let (column, squares) = (square % columns, self.glyphs.len() as u32);
        let beside = [
            square.checked_sub(columns),
            Some(square + columns).filter(|&below| below < squares),
            (column > 0).then(|| square.wrapping_sub(1)),
            (column + 1 < columns).then_some(square + 1),
        ];
        let is_free = |&square: &u32| self.glyphs[square as usize] != b'#';
        beside.into_iter().flatten().filter(is_free)
    }
}

/// The fewest seconds to the last square.
pub fn fewest(board: &Board) -> Found {
    const FAR: u32 = u32::MAX;
    if board.glyphs[0] == b'#' {
        return Found {
            fewest: None,
            positions: 0,
        };
    }
    let goal = board.goal();
    // A node is a square and, lowest, whether the player came through a portal.
    let mut seconds = vec![FAR; 2 * board.glyphs.len()];
    let mut heap = BinaryHeap::from([Reverse((0, 0))]);
    let mut settled = 0;
    seconds[0] = 0;
    while let Some(Reverse((time, node))) = heap.pop() {
        if time > seconds[node as usize] {
            continue;
        }
        settled += 1;
        let (square, teleported) = (node / 2, node % 2 == 1);
        if square == goal {
            return Found {
                fewest: Some(u64::from(time)),
                positions: settled,
            };
        }
        let mut reach = |time: u32, node: u32| {
            if time < seconds[node as usize] {
                seconds[node as usize] = time;
                heap.push(Reverse((time, node)));
            }
        };
        match board.twin(square) {
            Some(twin) if !teleported => reach(time, 2 * twin + 1),
            _ => board
                .beside(square)
                .for_each(|next| reach(time + 1, 2 * next)),
        }
    }
    Found {
        fewest: None,
        positions: settled,
    }
}

/// The judge's answer.
pub fn judged(found: Found) -> String {
    match found.fewest {
        Some(seconds) => format!("{seconds}\n"),
        None => "Game Over.\n".to_string(),
    }
}

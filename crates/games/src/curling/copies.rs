//! The whole boards of a layer's positions, for layers in which walks are long.

use fewest_search::Books;

use super::sheet::{Sheet, Spot};

/// The blocks that stand in each position of a layer. They are only there to save time: where
/// they would take too much room, there are none.
#[derive(Default)]
pub struct Copies {
    boards: Vec<Box<[u64]>>,
    bytes: u64,
}

impl Copies {
    /// What a layer may take.
    const MOST: u64 = 1 << 26;
    /// What a board takes beside itself: an entry in a list that doubles as it grows.
    const ENTRY: u64 = 3 * size_of::<Box<[u64]>>() as u64;

    /// The position with that number in its layer.
    pub fn board(&self, number: u32) -> &[u64] {
        &self.boards[number as usize]
    }

    /// Whether the position with that number is the sheet's with one block more broken.
    pub fn is_same(&self, number: u32, sheet: &impl Sheet, block: Spot) -> bool {
        let (word, bit) = (block as usize / 64, 1 << (block % 64));
        let (board, blocks) = (self.board(number), sheet.blocks());
        board[word] == blocks[word] ^ bit
            && board[..word] == blocks[..word]
            && board[word + 1..] == blocks[word + 1..]
    }

    /// Adds the sheet's position with one block more broken, or gives all up.
    pub fn add(copies: &mut Option<Self>, sheet: &impl Sheet, block: Spot, books: &mut Books) {
        let Some(here) = copies else {
            return;
        };
        let blocks = sheet.blocks();
        let bytes = size_of_val(blocks) as u64 + Self::ENTRY;
        if here.bytes + bytes > Self::MOST || books.take(bytes).is_err() {
            return Self::give_back(copies, books);
        }
        here.bytes += bytes;
        let mut board: Box<[u64]> = Box::from(blocks);
        board[block as usize / 64] ^= 1 << (block % 64);
        here.boards.push(board);
    }

    /// Drops all of them.
    pub fn give_back(copies: &mut Option<Self>, books: &mut Books) {
        if let Some(copies) = copies.take() {
            books.give_back(copies.bytes);
        }
    }
}

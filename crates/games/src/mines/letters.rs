//! Writes what a click reveals, from bits to the judge's letters.

/// What a click reveals of 64 cells.
pub struct Revealed {
    /// Cells with no mine around them.
    pub blanks: u64,
    /// Cells with mines around them.
    pub digits: u64,
    /// How many mines are around each cell, in four binary digits, the ones first.
    pub mines: [u64; 4],
}

impl Revealed {
    /// Writes the cells, at most 64, into as many as there are. All that are revealed were `E`.
    #[inline]
    pub fn write(&self, cells: &mut [u8]) {
        match cells.first_chunk_mut() {
            Some(chunk) => self.change(chunk),
            None => {
                let mut chunk = [0; 64];
                chunk[..cells.len()].copy_from_slice(cells);
                self.change(&mut chunk);
                cells.copy_from_slice(&chunk[..cells.len()]);
            }
        }
    }

    #[inline]
    fn change(&self, cells: &mut [u8; 64]) {
        if self.blanks == u64::MAX {
            return cells.fill(b'B');
        }
        let changed = self.blanks | self.digits;
        if changed == 0 {
            return;
        }
        for (place, eight) in cells.as_chunks_mut().0.iter_mut().enumerate() {
            let byte = |bits: u64| (bits >> (8 * place)) as u8;
            let flips = flips(byte(self.blanks), byte(self.digits), self.mines.map(byte));
            *eight = (u64::from_le_bytes(*eight) ^ flips).to_le_bytes();
        }
    }
}

/// The bits in which eight letters differ from `E`: in three where it becomes `B`; where it
/// becomes a digit, in those in which `0` does, and then in the number's own.
fn flips(blanks: u8, digits: u8, [ones, twos, fours, eights]: [u8; 4]) -> u64 {
    const {
        assert!(b'E' ^ b'B' == 0b000_0111 && b'E' ^ b'0' == 0b111_0101);
    }
    SPREAD[usize::from(blanks | digits & !ones)]
        | SPREAD[usize::from(blanks | digits & twos)] << 1
        | SPREAD[usize::from(blanks | digits & !fours)] << 2
        | SPREAD[usize::from(digits & eights)] << 3
        | SPREAD[usize::from(digits)] * 0b111_0000
}

/// For eight bits, eight bytes of 0 or 1, the lowest first.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            spread[bits] |= (bits as u64 >> place & 1) << (8 * place);
            place += 1;
        }
        bits += 1;
    }
    spread
};

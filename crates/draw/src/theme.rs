//! The colours, for light and for dark paper: after Okabe and Ito, so that those who see fewer
//! colours can tell them apart too.

use std::fmt;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    const fn hex(code: u32) -> Self {
        Colour((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    const fn all<const COUNT: usize>(codes: [u32; COUNT]) -> [Self; COUNT] {
        let mut all = [Colour(0, 0, 0); COUNT];
        let mut place = 0;
        while place < COUNT {
            all[place] = Colour::hex(codes[place]);
            place += 1;
        }
        all
    }

    /// How bright it looks, from 0 to 1.
    pub(crate) fn brightness(self) -> f64 {
        let Colour(red, green, blue) = self;
        let weighed = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
        weighed / 255.0
    }

    /// The colour so far, from 0 to 1, on the way to another.
    pub(crate) fn towards(self, other: Colour, far: f64) -> Colour {
        let mix = |from: u8, to: u8| {
            (f64::from(from) + (f64::from(to) - f64::from(from)) * far).round() as u8
        };
        Colour(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }
}

impl fmt::Display for Colour {
    /// `#1f2a3b`, or `#fff` where that says the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = *self;
        if [red, green, blue].iter().all(|part| part % 17 == 0) {
            write!(f, "#{:x}{:x}{:x}", red / 17, green / 17, blue / 17)
        } else {
            write!(f, "#{red:02x}{green:02x}{blue:02x}")
        }
    }
}

/// One set of colours; or of their names, or of whatever else stands for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme<C = Colour> {
    /// Around the board.
    pub paper: C,
    /// Open squares.
    pub floor: C,
    /// Between the squares.
    pub line: C,
    /// Around the board's squares.
    pub frame: C,
    /// Letters that matter, and the way of a solution.
    pub ink: C,
    /// Letters that keep in the background.
    pub quiet: C,
    /// Walls and blocks, their hatching, and their edge.
    pub wall: [C; 3],
    /// Lids, their lower edge, and their upper edge.
    pub lid: [C; 3],
    /// What the player moves, its outline, and its shine.
    pub player: [C; 3],
    /// Where the player wants to be, and its square.
    pub goal: [C; 2],
    /// Ladders and portals, their inside, and their outline.
    pub lift: [C; 3],
    /// Snakes on a ladders board, and their outline.
    pub drop: [C; 2],
    /// Apples, mines that went off, and their glow.
    pub danger: [C; 2],
    /// The stone's granite, and its outline.
    pub granite: [C; 2],
}

impl<C: Copy> Theme<C> {
    /// All of them, in the order in which they stand above.
    pub(crate) fn all(&self) -> Vec<C> {
        let Theme {
            paper,
            floor,
            line,
            frame,
            ink,
            quiet,
            wall,
            lid,
            player,
            goal,
            lift,
            drop,
            danger,
            granite,
        } = self;
        let single = [*paper, *floor, *line, *frame, *ink, *quiet];
        let several: [&[C]; 8] = [wall, lid, player, goal, lift, drop, danger, granite];
        [&single, several.concat().as_slice()].concat()
    }
}

impl Theme {
    /// For light paper.
    pub const LIGHT: Theme = Theme {
        paper: Colour::hex(0xf5f2ea),
        floor: Colour::hex(0xfffefb),
        line: Colour::hex(0xe6e1d5),
        frame: Colour::hex(0xb9b1a0),
        ink: Colour::hex(0x2b2b33),
        quiet: Colour::hex(0x7d7668),
        wall: Colour::all([0x5b606d, 0x6f7583, 0x41454f]),
        lid: Colour::all([0xc9d4e0, 0x9dacbd, 0xe8eef4]),
        player: Colour::all([0x0072b2, 0x004b75, 0x8fd0f5]),
        goal: Colour::all([0x009e73, 0xd6efe5]),
        lift: Colour::all([0xe69f00, 0xfdf0d2, 0x7d5600]),
        drop: Colour::all([0xcc79a7, 0x8c3f69]),
        danger: Colour::all([0xd55e00, 0xf9cfb0]),
        granite: Colour::all([0xa3a8b1, 0x5f6570]),
    };

    /// For dark paper.
    pub const DARK: Theme = Theme {
        paper: Colour::hex(0x14161b),
        floor: Colour::hex(0x1e2128),
        line: Colour::hex(0x2c303a),
        frame: Colour::hex(0x4a505d),
        ink: Colour::hex(0xf1eee6),
        quiet: Colour::hex(0x9297a3),
        wall: Colour::all([0x565d6c, 0x687081, 0x7b8496]),
        lid: Colour::all([0x46526a, 0x2f3849, 0x64728e]),
        player: Colour::all([0x56b4e9, 0x1c618e, 0xd6effc]),
        goal: Colour::all([0x009e73, 0x17392f]),
        lift: Colour::all([0xf0b429, 0x3f3415, 0x6b4a07]),
        drop: Colour::all([0xd47fae, 0x7c3a60]),
        danger: Colour::all([0xe8642a, 0x57301d]),
        granite: Colour::all([0x9ea4af, 0x4c525d]),
    };
}

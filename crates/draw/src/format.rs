//! The formats of a picture, and how large it may be in each: no board makes a picture of
//! gigabytes.

use std::path::Path;

use fewest_words::say;

use crate::layout::Layout;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Shapes, as text.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move.
    Gif,
}

/// A picture that would be too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.in_words())]
pub enum TooLarge {
    /// The board itself.
    Board {
        /// How many rows it has.
        rows: u32,
        /// How many columns it has.
        columns: u32,
    },
    /// The pixels that were asked for.
    Size {
        /// The side of a square.
        asked: u32,
        /// The longest side that is possible.
        most: u32,
    },
    /// All frames together.
    Film {
        /// How many there are.
        frames: usize,
    },
}

impl TooLarge {
    fn in_words(&self) -> String {
        match self {
            TooLarge::Board { rows, columns } => say!(
                "a board of {rows} by {columns} squares is too large to be drawn: {most} by {most} are the most",
                rows,
                columns,
                most = Format::MOST_SQUARES
            ),
            TooLarge::Size { asked, most } => say!(
                "with {asked} pixels a square the picture is too large: {most} are the most for this one",
                asked,
                most
            ),
            TooLarge::Film { frames } => say!(
                "{frames} positions of this board are too many for a GIF: draw fewer moves",
                frames
            ),
        }
    }
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Svg, Format::Png, Format::Gif];
    /// The most rows and the most columns.
    pub const MOST_SQUARES: u32 = 512;
    /// How many pixels the side of a square can have.
    pub const SIZES: std::ops::RangeInclusive<u32> = 2..=160;
    /// The longer side of a picture in pixels.
    const LONGEST: u32 = 2048;
    /// The same for one that nobody asked to be larger, if it moves.
    const PLEASANT: u32 = 720;
    /// The pixels of all frames together.
    const MOST_PIXELS: u64 = 1 << 27;

    /// Its media type.
    pub fn media(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }

    /// How a file of this format ends.
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
        }
    }

    /// The format that a file's name asks for.
    pub fn of(file: &Path) -> Option<Self> {
        let ending = file.extension()?.to_str()?;
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.name().eq_ignore_ascii_case(ending))
    }

    /// How many pixels the side of a square takes: what was asked for, or else what is pleasant to
    /// look at. `lines` of text are below the board.
    pub fn size(
        self,
        (rows, columns): (u32, u32),
        lines: usize,
        frames: usize,
        asked: Option<u32>,
    ) -> Result<u32, TooLarge> {
        if rows.max(columns) > Self::MOST_SQUARES {
            return Err(TooLarge::Board { rows, columns });
        }
        let fits = |size: u32, longest: u32| {
            let (width, height) = Layout::new(rows, columns, lines, size).pixels();
            let pixels = u64::from(width) * u64::from(height);
            let all = pixels.saturating_mul(frames as u64);
            width.max(height) <= longest && all <= Self::MOST_PIXELS
        };
        let most = |from: u32, longest: u32| {
            let mut sizes = (*Self::SIZES.start()..=from).rev();
            sizes.find(|&size| fits(size, longest))
        };
        let (usual, longest) = match self {
            Format::Svg | Format::Png => (40, Self::LONGEST),
            Format::Gif => (32, Self::PLEASANT),
        };
        // A board of very many squares is larger than pleasant even at its smallest.
        let smallest = most(*Self::SIZES.start(), Self::LONGEST);
        match asked {
            // Shapes take no more room when they are larger.
            Some(asked) if self == Format::Svg => Some(asked),
            None => most(usual, longest).or(smallest),
            Some(asked) => match most(*Self::SIZES.end(), Self::LONGEST) {
                Some(most) if asked > most => return Err(TooLarge::Size { asked, most }),
                most => most.map(|_| asked.max(*Self::SIZES.start())),
            },
        }
        .ok_or(TooLarge::Film { frames })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_how_the_file_ends() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("x.svg"), Some(Format::Svg));
        assert_eq!(of("a.b/x.PNG"), Some(Format::Png));
        assert_eq!(of("x.gif"), Some(Format::Gif));
        assert_eq!((of("x"), of("gif"), of("x.jpg")), (None, None, None));
    }

    #[test]
    fn sizes_fit_the_format() {
        let small = (4, 5);
        assert_eq!(Format::Png.size(small, 1, 1, None), Ok(40));
        assert_eq!(Format::Gif.size(small, 1, 5, None), Ok(32));
        assert_eq!(Format::Gif.size((15, 30), 1, 5, None), Ok(23));
        assert_eq!(Format::Png.size(small, 1, 1, Some(160)), Ok(160));
        assert_eq!(Format::Png.size((512, 512), 0, 1, None), Ok(3));
        assert_eq!(Format::Gif.size((512, 512), 1, 2, None), Ok(2));
        assert_eq!(Format::Svg.size((512, 512), 0, 1, Some(160)), Ok(160));
    }

    #[test]
    fn what_is_too_large_is_refused_and_why() {
        let refused = |format: Format, squares, frames, asked| {
            let size = format.size(squares, 1, frames, asked);
            size.expect_err("it is too large").to_string()
        };
        for format in Format::ALL {
            assert_eq!(
                refused(format, (2, 513), 1, None),
                "a board of 2 by 513 squares is too large to be drawn: 512 by 512 are the most"
            );
        }
        assert_eq!(
            refused(Format::Png, (16, 100), 1, Some(40)),
            "with 40 pixels a square the picture is too large: 19 are the most for this one"
        );
        assert_eq!(
            refused(Format::Gif, (512, 512), 1000, None),
            "1000 positions of this board are too many for a GIF: draw fewer moves"
        );
        let too_many = refused(Format::Gif, (4, 4), usize::MAX, Some(2));
        assert!(too_many.ends_with("draw fewer moves"), "{too_many}");
    }
}

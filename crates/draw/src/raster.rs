//! The formats of a picture, and from SVG text to pixels: PNG, and GIF for a film.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use fewest_words::say;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Group, Node, Options, Tree};

use crate::pen::Layout;

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

/// A picture that cannot be painted.
#[derive(Debug, thiserror::Error)]
#[error("{}", fewest_words::say!("the picture cannot be painted: {why}", why = .0))]
pub struct Unpaintable(String);

/// Paints an SVG text. Asks `go_on` before every shape, and returns `None` once it says no.
pub(crate) fn paint(
    svg: &str,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Pixmap>, Unpaintable> {
    if !go_on() {
        return Ok(None);
    }
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|why| Unpaintable(why.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Unpaintable("it has no size".to_string()))?;
    if !all_have_areas(tree.root()) {
        resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
        return Ok(Some(pixels));
    }
    let is_whole = paint_group(tree.root(), Transform::default(), &mut pixels, go_on);
    Ok(is_whole.then_some(pixels))
}

/// Paints what is in a group, shape by shape. Returns whether all of it was painted.
///
/// A shape without an area, such as a level line, is not painted by itself: its group is, at once.
fn paint_group(
    group: &Group,
    transform: Transform,
    pixels: &mut Pixmap,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    for node in group.children() {
        if !go_on() {
            return false;
        }
        match node {
            // Another group is painted as a layer, in one piece.
            Node::Group(inner) if !inner.should_isolate() && all_have_areas(inner) => {
                let transform = transform.pre_concat(inner.transform());
                if !paint_group(inner, transform, pixels, go_on) {
                    return false;
                }
            }
            node => {
                // `render_node` moves the node to the corner; this moves it back.
                if let Some(place) = node.abs_layer_bounding_box() {
                    let back = transform.pre_translate(place.x(), place.y());
                    resvg::render_node(node, back, &mut pixels.as_mut());
                }
            }
        }
    }
    true
}

fn all_have_areas(group: &Group) -> bool {
    let mut children = group.children().iter();
    children.all(|child| child.abs_layer_bounding_box().is_some())
}

/// Makes a PNG of an SVG text. Asks `go_on` before every shape, and returns `None` once it says no.
pub fn png(svg: &str, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Vec<u8>>, Unpaintable> {
    let Some(pixels) = paint(svg, go_on)? else {
        return Ok(None);
    };
    let png = pixels.encode_png();
    png.map(Some).map_err(|why| Unpaintable(why.to_string()))
}

/// How long a frame is shown, in hundredths of a second: many frames pass faster than few.
const SLOWEST: usize = 70;
const FASTEST: usize = 8;
/// All frames take about so long, where that is neither too slow nor too fast.
const WHOLE: usize = 1200;
/// The last one is held.
const LAST: u16 = 250;
/// So many frames are looked at for their colours: the others have hardly any of their own.
const SAMPLES: usize = 12;
/// The colours of a GIF; one more is left for what has not changed.
const COLOURS: usize = 255;
/// Colours that differ by less than this, as the square of their distance, share one.
const ALIKE: u32 = 48;

type Rgb = [u8; 3];

/// Makes a GIF of frames, each given as SVG text of the same size, that plays again and again.
/// `frame` is asked for any of them, in any order. Asks `go_on` before every shape, and returns
/// `None` once it says no.
pub fn gif(
    frames: usize,
    mut frame: impl FnMut(usize) -> String,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<u8>>, Unpaintable> {
    let mut counted = HashMap::new();
    let samples = frames.min(SAMPLES);
    for sample in 0..samples {
        let number = sample * (frames - 1) / (samples - 1).max(1);
        let Some(pixels) = paint(&frame(number), go_on)? else {
            return Ok(None);
        };
        for colour in colours(&pixels) {
            *counted.entry(colour).or_insert(0) += 1;
        }
    }
    let mut palette = Palette::new(&counted);
    let mut film: Option<Film> = None;
    let delay = (WHOLE / frames.max(1)).clamp(FASTEST, SLOWEST) as u16;
    for number in 0..frames {
        let Some(pixels) = paint(&frame(number), go_on)? else {
            return Ok(None);
        };
        let indices = palette.indices(colours(&pixels));
        let delay = if number + 1 == frames { LAST } else { delay };
        match &mut film {
            Some(film) => film.add(indices, &palette, delay)?,
            None => film = Some(Film::begin(&pixels, indices, &palette, delay)?),
        }
    }
    film.map(Film::end).transpose()
}

fn colours(pixels: &Pixmap) -> impl Iterator<Item = Rgb> {
    let colours = pixels.pixels().iter();
    colours.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

/// The film so far.
struct Film {
    width: usize,
    shown: Vec<u8>,
    encoder: Encoder<Vec<u8>>,
}

fn cannot(why: gif::EncodingError) -> Unpaintable {
    Unpaintable(why.to_string())
}

impl Film {
    fn begin(
        pixels: &Pixmap,
        indices: Vec<u8>,
        palette: &Palette,
        delay: u16,
    ) -> Result<Self, Unpaintable> {
        let side = |pixels: u32| {
            u16::try_from(pixels).map_err(|_| Unpaintable("it is too large for a GIF".to_string()))
        };
        let (width, height) = (side(pixels.width())?, side(pixels.height())?);
        let colours = palette.table();
        let mut encoder = Encoder::new(Vec::new(), width, height, &colours).map_err(cannot)?;
        encoder.set_repeat(Repeat::Infinite).map_err(cannot)?;
        let frame = Frame {
            width,
            height,
            delay,
            dispose: DisposalMethod::Keep,
            buffer: Cow::Borrowed(&indices),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(cannot)?;
        Ok(Film {
            width: width.into(),
            shown: indices,
            encoder,
        })
    }

    /// Adds the smallest rectangle in which something has changed; what has not is left as it was.
    fn add(&mut self, next: Vec<u8>, palette: &Palette, delay: u16) -> Result<(), Unpaintable> {
        let changed = |place: &usize| next[*place] != self.shown[*place];
        let places = || (0..next.len()).filter(changed);
        let column = |place: usize| place % self.width;
        let (mut left, mut right) = (self.width - 1, 0);
        for place in places() {
            left = left.min(column(place));
            right = right.max(column(place));
        }
        let rows = places().next().zip(places().next_back());
        let (top, bottom) = rows.map_or((0, 0), |(first, last)| {
            (first / self.width, last / self.width)
        });
        if rows.is_none() {
            (left, right) = (0, 0);
        }
        let same = palette.unchanged();
        let mut buffer = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for row in top..=bottom {
            let places = row * self.width + left..=row * self.width + right;
            buffer.extend(places.map(|place| match changed(&place) {
                true => next[place],
                false => same,
            }));
        }
        let frame = Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(same),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(cannot)?;
        self.shown = next;
        Ok(())
    }

    fn end(self) -> Result<Vec<u8>, Unpaintable> {
        self.encoder
            .into_inner()
            .map_err(|why| Unpaintable(why.to_string()))
    }
}

/// The colours of all frames, and which of them stands for another.
struct Palette {
    colours: Vec<Rgb>,
    nearest: HashMap<Rgb, u8>,
}

impl Palette {
    /// The most frequent colours, none of them like another: a picture of flat shapes has few, and
    /// what lies between two at an edge is near one that is there.
    fn new(counted: &HashMap<Rgb, u64>) -> Self {
        let mut frequent: Vec<(&Rgb, &u64)> = counted.iter().collect();
        // The colour itself decides between two, so that the same frames give the same file.
        frequent.sort_by_key(|&(colour, &count)| (std::cmp::Reverse(count), *colour));
        let mut colours: Vec<Rgb> = Vec::new();
        for (&colour, _) in frequent {
            if colours.len() < COLOURS && colours.iter().all(|&one| apart(one, colour) >= ALIKE) {
                colours.push(colour);
            }
        }
        Palette {
            colours,
            nearest: HashMap::new(),
        }
    }

    /// The colours that stand for some. Neighbours are mostly alike, and are looked up once.
    fn indices(&mut self, colours: impl Iterator<Item = Rgb>) -> Vec<u8> {
        let mut last = None;
        let index = |colour| match last {
            Some((same, index)) if same == colour => index,
            _ => {
                let index = self.nearest(colour);
                last = Some((colour, index));
                index
            }
        };
        colours.map(index).collect()
    }

    fn nearest(&mut self, colour: Rgb) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let places = 0..colours.len();
            let nearest = places.min_by_key(|&place| apart(colours[place], colour));
            nearest.unwrap_or(0) as u8
        })
    }

    /// The colours as they are written, and one more: the encoder fills the table up to a power of
    /// two, which the colours alone may be, and then nothing would be left for the unchanged.
    fn table(&self) -> Vec<u8> {
        let filler = [Rgb::default()];
        [&self.colours, &filler[..]].concat().concat()
    }

    /// The number that stands for what has not changed: the one after the last colour.
    fn unchanged(&self) -> u8 {
        self.colours.len() as u8
    }
}

/// The square of the distance between two colours.
fn apart(one: Rgb, other: Rgb) -> u32 {
    let gaps = one
        .iter()
        .zip(other)
        .map(|(&one, other)| u32::from(one.abs_diff(other)));
    gaps.map(|gap| gap * gap).sum()
}

#[cfg(test)]
mod tests {
    use fewest_games::builtin;
    use fewest_games::source::Source;

    use super::*;
    use crate::{Scene, Theme};

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

    #[test]
    fn painting_shape_by_shape_equals_painting_at_once() {
        let texts: [&[u8]; 4] = [
            b"game: portals\n\n.A..A\n",
            b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n",
            b"game: ladders\n\n. 3 .\n8 . .\n. 6 .\n",
            b"game: portals\n\n.#.\nA#A\n.#.\n",
        ];
        for text in texts {
            let levels = Source::new(text).and_then(|source| builtin::read(source, None));
            let level = levels.expect("a level").remove(0);
            let mut session = level.session();
            let step = session.moves().remove(0);
            let way: Vec<_> = session.trace(&step).into_iter().collect();
            let view = session.view();
            session.push(&step).expect("it is legal");
            let scene = Scene {
                way: &way,
                ..Scene::new(&view)
            };
            for size in [6, 33] {
                let svg = scene.svg(&Theme::LIGHT, size);
                let tree = Tree::from_str(&svg, &Options::default()).expect("it is SVG");
                let parts = paint(&svg, &mut || true)
                    .expect("it is SVG")
                    .expect("all of it");
                let mut whole = Pixmap::new(parts.width(), parts.height()).expect("a size");
                resvg::render(&tree, Transform::default(), &mut whole.as_mut());
                // A shape that is moved there and back is off by a ten-thousandth of a pixel: here and
                // there that is two of the sixteen steps of a soft edge, and seldom more.
                let gaps = parts.data().iter().zip(whole.data());
                let apart = gaps
                    .filter(|(one, other)| one.abs_diff(**other) > 34)
                    .count();
                assert!(apart * 1000 < parts.data().len(), "{apart} at size {size}");
            }
        }
    }
}

//! Frames to GIF: one set of colours for all of them, and of each frame only what has changed.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::raster::{Unpaintable, paint};

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

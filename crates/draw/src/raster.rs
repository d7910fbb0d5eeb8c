//! SVG text to pixels: PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// A picture that cannot be painted.
#[derive(Debug, thiserror::Error)]
#[error("{}", fewest_words::say!("the picture cannot be painted: {why}", why = .0))]
pub struct Unpaintable(pub(crate) String);

/// Paints an SVG text.
pub(crate) fn paint(svg: &str) -> Result<Pixmap, Unpaintable> {
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|why| Unpaintable(why.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Unpaintable("it has no size".to_string()))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    Ok(pixels)
}

/// An SVG text as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, Unpaintable> {
    let pixels = paint(svg)?;
    pixels
        .encode_png()
        .map_err(|why| Unpaintable(why.to_string()))
}

//! SVG text to pixels: PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Group, Node, Options, Tree};

/// A picture that cannot be painted.
#[derive(Debug, thiserror::Error)]
#[error("{}", fewest_words::say!("the picture cannot be painted: {why}", why = .0))]
pub struct Unpaintable(pub(crate) String);

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

#[cfg(test)]
mod tests {
    use fewest_games::registry;
    use fewest_games::source::Source;

    use super::*;
    use crate::{Scene, Theme};

    #[test]
    fn painting_shape_by_shape_equals_painting_at_once() {
        let texts: [&[u8]; 4] = [
            b"game: portals\n\n.A..A\n",
            b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n",
            b"game: ladders\n\n. 3 .\n8 . .\n. 6 .\n",
            b"game: portals\n\n.#.\nA#A\n.#.\n",
        ];
        for text in texts {
            let levels = Source::new(text).and_then(|source| registry::read(source, None));
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

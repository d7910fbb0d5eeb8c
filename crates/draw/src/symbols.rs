//! How each thing looks, drawn once for a picture in a square of its own and used again wherever
//! it stands.

use std::fmt::Display;

use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Piece};

use crate::outline::outline;
use crate::theme::Theme;

/// What a ground is called in a picture.
pub fn ground_name(ground: Ground) -> &'static str {
    match ground {
        Ground::Floor => "floor",
        Ground::Wall => "wall",
        Ground::Block => "block",
        Ground::Rubble => "rubble",
        Ground::Lid => "lid",
        Ground::Ring => "ring",
        Ground::Target => "target",
        Ground::Flag => "flag",
        Ground::Apple => "apple",
        Ground::Count => "count",
    }
}

/// What a piece is called in a picture.
pub fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Stone => "stone",
        Piece::Mine => "mine",
        Piece::Blast => "blast",
        Piece::Marker => "marker",
    }
}

/// A ground in a square from 0 to 40 both ways; nothing for those that are not drawn square by
/// square.
pub fn ground<C: Copy + Display>(ground: Ground, theme: &Theme<C>) -> Option<String> {
    let [wall, hatch, edge] = theme.wall;
    let [lid, shade, shine] = theme.lid;
    let [goal, _] = theme.goal;
    let [lift, lift_soft, _] = theme.lift;
    let [danger, _] = theme.danger;
    let Theme { ink, floor, .. } = theme;
    Some(match ground {
        Ground::Floor | Ground::Wall | Ground::Count => return None,
        Ground::Block => format!(
            r#"<rect x="2.5" y="2.5" width="35" height="35" rx="5" fill="{wall}" stroke="{edge}" stroke-width="1.5"/><path d="M3.5 14.2h33M3.5 25.8h33M20 4v10M11 14.5v11M29 14.5v11M20 26v10" stroke="{hatch}" stroke-width="2"/>"#
        ),
        Ground::Rubble => format!(
            r#"<path d="M7 31l2-8 7 2 1 7zM20 33l3-7 8 1 2 6zM15 18l5-5 4 6-4 4zM28 17l5-1 1 6-5 1zM8 13l4-2 1 4-3 2z" fill="{wall}" stroke="{wall}" stroke-linejoin="round" opacity=".45"/>"#
        ),
        Ground::Lid => format!(
            r#"<rect x="1.5" y="1.5" width="37" height="37" rx="5" fill="{shade}"/><rect x="1.5" y="1.5" width="37" height="34" rx="5" fill="{shine}"/><rect x="1.5" y="3.5" width="37" height="32" rx="4.5" fill="{lid}"/>"#
        ),
        Ground::Ring => format!(
            r#"<circle cx="20" cy="20" r="15" fill="{lift_soft}" stroke="{lift}" stroke-width="4"/>"#
        ),
        Ground::Target => format!(
            r#"<circle cx="20" cy="20" r="17" fill="{goal}"/><circle cx="20" cy="20" r="12" fill="{floor}"/><circle cx="20" cy="20" r="7" fill="{goal}"/><circle cx="20" cy="20" r="2.5" fill="{floor}"/>"#
        ),
        Ground::Flag => format!(
            r#"<path d="M14 7l17 6.5-17 6.5z" fill="{goal}" stroke="{goal}" stroke-width="2" stroke-linejoin="round"/><path d="M13 6v28M8 34h10" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/>"#
        ),
        Ground::Apple => format!(
            r#"<path d="M20 14c-3-2.5-11-2.5-11 7 0 7 5 12 8 12 1.5 0 2-1 3-1s1.5 1 3 1c3 0 8-5 8-12 0-9.5-8-9.5-11-7z" fill="{danger}"/><path d="M14 19c-1 1-1.5 3-1.2 5" stroke="{floor}" stroke-width="2" stroke-linecap="round" fill="none" opacity=".7"/><path d="M20 14c0-3 .5-5 2-7" stroke="{ink}" stroke-width="2" stroke-linecap="round" fill="none"/><path d="M22 10c1-4 5-5 8-4-1 4-4 5-8 4z" fill="{goal}"/>"#
        ),
    })
}

/// A piece in a square from 0 to 40 both ways.
pub fn piece<C: Copy + Display>(piece: Piece, theme: &Theme<C>) -> String {
    let [player, player_edge, player_shine] = theme.player;
    let [granite, granite_edge] = theme.granite;
    let [danger, glow] = theme.danger;
    let Theme { ink, floor, .. } = theme;
    let mine = format!(
        r#"<path d="M20 8v24M8 20h24M11.5 11.5l17 17M28.5 11.5l-17 17" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/><circle cx="20" cy="20" r="8.5" fill="{ink}"/><circle cx="17" cy="17" r="2" fill="{floor}"/>"#
    );
    match piece {
        Piece::Pawn => format!(
            r#"<path d="M20 6a6.5 6.5 0 0 1 4 11.6c.8 5.4 2.2 8.4 5 11.4 1.2 1.3 1.5 2 1.5 4.5h-21c0-2.5.3-3.2 1.5-4.5 2.8-3 4.2-6 5-11.4a6.5 6.5 0 0 1 4-11.6z" fill="{player}" stroke="{player_edge}" stroke-width="1.5" stroke-linejoin="round"/><path d="M17.3 10.5c.4-.8 1-1.3 2-1.6" stroke="{player_shine}" stroke-width="2" stroke-linecap="round" fill="none"/>"#
        ),
        Piece::Stone => format!(
            r#"<circle cx="20" cy="20" r="14.5" fill="{granite}" stroke="{granite_edge}" stroke-width="1.5"/><circle cx="20" cy="20" r="9.5" fill="{player}" stroke="{player_edge}" stroke-width="1.5"/><path d="M15.5 20h9" stroke="{player_shine}" stroke-width="4" stroke-linecap="round"/>"#
        ),
        Piece::Mine => mine,
        Piece::Blast => format!(
            r#"<path d="M20 1l3.5 7.5 7.5-3.5-1.5 8 8.5 1-5.5 6 5.5 6-8.5 1 1.5 8-7.5-3.5-3.5 7.5-3.5-7.5-7.5 3.5 1.5-8-8.5-1 5.5-6-5.5-6 8.5-1-1.5-8 7.5 3.5z" fill="{glow}" stroke="{danger}" stroke-width="2" stroke-linejoin="round"/>{mine}"#
        ),
        Piece::Marker => format!(
            r#"<path d="M15 9l15 6-15 6z" fill="{danger}" stroke="{danger}" stroke-width="1.5" stroke-linejoin="round"/><path d="M14 8v24M9 32h10" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/>"#
        ),
    }
}

/// The pattern of walls, to be filled with by its name.
pub fn hatch<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [_, hatch, _] = theme.wall;
    format!(
        r#"<pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M-2 2l4-4M-1 11l12-12M8 12l4-4" stroke="{hatch}" stroke-width="2"/></pattern>"#
    )
}

/// A wall that stands alone, in a square from 0 to 40 both ways. On a board those that touch are
/// drawn as one.
pub fn wall<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [wall, _, edge] = theme.wall;
    let path = outline(&Grid::new(1, vec![true]), 1.0, 6.0);
    let d = path.text();
    format!(
        r#"<path d="{d}" fill="{wall}" stroke="{edge}" stroke-width="1.5"/><path d="{d}" fill="url(#hatch)"/>"#
    )
}

/// The head of the long body, looking right, its middle at 0, 0.
pub fn head<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [player, edge, _] = theme.player;
    let [danger, _] = theme.danger;
    format!(
        r##"<path d="M15 0h6l3.5-2.5M21 0l3.5 2.5" stroke="{danger}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" fill="none"/><path d="M-9-12.5c8-2.5 25-1 25 12.5s-17 15-25 12.5c-5-1.6-5-23.4 0-25z" fill="{player}" stroke="{edge}" stroke-width="1.5"/><circle cx="4" cy="-6.5" r="3.6" fill="#fff"/><circle cx="4" cy="6.5" r="3.6" fill="#fff"/><circle cx="5.2" cy="-6.5" r="1.7" fill="#222"/><circle cx="5.2" cy="6.5" r="1.7" fill="#222"/>"##
    )
}

/// The head of a snake on a ladders board, looking right, its middle at 0, 0.
pub fn viper<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [drop, edge] = theme.drop;
    let [danger, _] = theme.danger;
    format!(
        r##"<path d="M8 0h5l2.5-2M13 0l2.5 2" stroke="{danger}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" fill="none"/><path d="M-6-5c5-3 15-1.5 15 5s-10 8-15 5z" fill="{drop}" stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"/><circle cx="2.5" cy="-3" r="1.3" fill="{edge}"/><circle cx="2.5" cy="3" r="1.3" fill="{edge}"/>"##
    )
}

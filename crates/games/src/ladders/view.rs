//! How Snakes and Ladders looks: the numbered track, `2>15` for a jump, the player in brackets.

use super::{Board, Overshoot, Roll, laid};
use crate::grid::Grid;
use crate::rules::{Look, Rules as _};
use crate::view::{Ground, Link, Piece, Role, Tile, Trace, View};

impl Look for Board {
    fn size(&self) -> (u32, u32) {
        (self.side, self.side)
    }

    fn view(&self, &player: &u32) -> View {
        let mut links = Vec::new();
        let tile = |square: u32| {
            let number = (square + 1).to_string();
            let jump = self.jumps.end(square).map(|end| (end, end >= square));
            let (text, role) = match jump {
                None if square == self.last() => (format!("{number}*"), Role::Goal),
                None => (number.clone(), Role::Plain),
                Some((end, true)) => (format!("{number}>{}", end + 1), Role::Lift),
                Some((end, false)) => (format!("{number}>{}", end + 1), Role::Drop),
            };
            links.extend(jump.map(|(end, _)| Link {
                from: laid(self.side, square),
                to: laid(self.side, end),
                role,
            }));
            let ground = match square == self.last() {
                true => Ground::Flag,
                false => Ground::Floor,
            };
            let brackets = (square + 1 == player).then(|| format!("({text})"));
            let mut tile = Tile::new(text, role).on(ground).labelled(number);
            if let Some(text) = brackets {
                tile.taken(text, Piece::Pawn);
            }
            tile
        };
        let tiles = self.table().flatten().map(tile).collect();
        View {
            links,
            ..View::new(Grid::new(self.side as usize, tiles))
        }
    }

    /// Square by square to where the roll lands, and on by the jump from there.
    fn trace(&self, &player: &u32, roll: Roll) -> Trace {
        let mut end = player;
        let last = self.squares();
        let landing = player.saturating_add(roll.0);
        let mut track: Vec<u32> = (player.max(1)..=landing.min(last)).collect();
        let _ = self.play(&mut end, roll);
        match self.overshoot {
            Overshoot::Bounce if landing > last => {
                track.extend((self.bounced(landing - last)..last).rev());
            }
            Overshoot::Stay | Overshoot::Offered if landing > last => {
                track.truncate(usize::from(player != Board::OFF));
            }
            _ => {}
        }
        let touched = track.last().copied();
        Trace {
            steps: track
                .into_iter()
                .map(|number| laid(self.side, number - 1))
                .collect(),
            jump: (touched.is_some_and(|touched| touched != end)).then(|| laid(self.side, end - 1)),
        }
    }
}

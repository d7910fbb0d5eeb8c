//! Room for what is in the house: how many bytes all texts, or all answers, may have together.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

/// What is no larger finds room always: of as many as there are connections it is not much.
pub const SMALL: usize = 64 << 10;
/// The bytes of one piece of the room.
const PIECE: usize = 1 << 10;

/// Room for so many bytes.
pub struct Room {
    free: Arc<Semaphore>,
    pieces: u32,
}

/// A part of the room, until it is dropped.
pub struct Part {
    pieces: Option<OwnedSemaphorePermit>,
}

impl Room {
    /// An empty room.
    pub fn new(bytes: usize) -> Self {
        let pieces = pieces(bytes).max(1);
        Room {
            free: Arc::new(Semaphore::new(pieces as usize)),
            pieces,
        }
    }

    /// A part for so many bytes, if there is one within a while.
    pub async fn wait_for(&self, bytes: usize, patience: Duration) -> Option<Part> {
        let Some(pieces) = self.needed(bytes) else {
            return Some(Part { pieces: None });
        };
        let pieces = self.free.clone().acquire_many_owned(pieces);
        let pieces = time::timeout(patience, pieces).await.ok()?.ok()?;
        Some(Part {
            pieces: Some(pieces),
        })
    }

    /// A part for so many bytes, if there is one now.
    pub fn find(&self, bytes: usize) -> Option<Part> {
        let Some(pieces) = self.needed(bytes) else {
            return Some(Part { pieces: None });
        };
        let pieces = self.free.clone().try_acquire_many_owned(pieces).ok()?;
        Some(Part {
            pieces: Some(pieces),
        })
    }

    /// How many pieces so many bytes need; nothing where they always find room. What is larger
    /// than the room takes all of it.
    fn needed(&self, bytes: usize) -> Option<u32> {
        (bytes > SMALL).then(|| pieces(bytes).min(self.pieces))
    }
}

fn pieces(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX)
}

impl Part {
    /// Bytes that keep their part of the room for as long as anybody has them.
    pub fn hold(self, bytes: Bytes) -> Bytes {
        struct Held {
            bytes: Bytes,
            _part: Part,
        }
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                &self.bytes
            }
        }
        match self.pieces {
            Some(_) => Bytes::from_owner(Held { bytes, _part: self }),
            None => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_full_until_the_last_copy_is_gone() {
        let room = Room::new(1 << 20);
        let part = room.find(1 << 20).expect("it is empty");
        let bytes = part.hold(vec![b'x'; 1 << 20].into());
        let copy = bytes.clone();
        assert!(room.find(SMALL + 1).is_none());
        assert!(room.find(SMALL).is_some());
        drop(bytes);
        assert!(room.find(SMALL + 1).is_none());
        assert_eq!(copy.len(), 1 << 20);
        drop(copy);
        assert!(room.find(10 << 20).is_some(), "alone it has all of it");
    }
}

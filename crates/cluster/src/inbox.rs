//! What has arrived on a line of the mesh: passed on as whole messages only.

use std::ops::Range;

use crate::broken::Broken;

/// The bytes of a message's header: six numbers of eight bytes, the largest byte first.
pub const HEADER: usize = 48;

/// The longest message, in bytes. Timely's are far shorter, so a longer one is none.
const LONGEST: usize = 1 << 30;

/// How much is read at once.
const PIECE: usize = 256 << 10;

/// Bytes between a connection and timely.
#[derive(Debug)]
pub struct Inbox {
    /// The workers that messages can be for.
    workers: Range<usize>,
    bytes: Vec<u8>,
    /// What was taken, what is whole, and what has arrived: each up to here.
    taken: usize,
    whole: usize,
    arrived: usize,
    is_over: bool,
}

impl Inbox {
    /// An inbox of messages for these workers.
    pub fn new(workers: Range<usize>) -> Self {
        Inbox {
            workers,
            bytes: Vec::new(),
            taken: 0,
            whole: 0,
            arrived: 0,
            is_over: false,
        }
    }

    /// Whether the end has been seen: what can still be taken is all there will be.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes what is whole, as much as there is room for.
    pub fn take(&mut self, to: &mut [u8]) -> usize {
        let many = to.len().min(self.whole - self.taken);
        to[..many].copy_from_slice(&self.bytes[self.taken..self.taken + many]);
        self.taken += many;
        many
    }

    /// Where to put what arrives next. There is more room as there are more bytes, whatever length a
    /// header claims.
    pub fn room(&mut self) -> &mut [u8] {
        if self.taken > 0 {
            self.bytes.copy_within(self.taken..self.arrived, 0);
            self.whole -= self.taken;
            self.arrived -= self.taken;
            self.taken = 0;
        }
        if self.bytes.len() - self.arrived < PIECE / 2 {
            self.bytes.resize((self.arrived * 2).max(PIECE), 0);
        }
        &mut self.bytes[self.arrived..]
    }

    /// So many bytes have arrived in the room.
    pub fn arrive(&mut self, many: usize) -> Result<(), Broken> {
        self.arrived += many;
        while !self.is_over
            && let Some(header) = self.bytes[self.whole..self.arrived].first_chunk()
        {
            let Header { targets, length } = Header::read(header);
            if length == 0 {
                // Nothing follows the end; what does is not passed on.
                self.is_over = true;
            } else if length > LONGEST as u64 {
                return Err(Broken::TooLong);
            } else if !self.are_workers(&targets) {
                return Err(Broken::Garbled);
            }
            let message = HEADER + length as usize;
            if self.arrived - self.whole < message {
                break;
            }
            self.whole += message;
        }
        Ok(())
    }

    /// Whether timely has queues for all targets: it counts on it.
    fn are_workers(&self, targets: &Range<u64>) -> bool {
        let Range { start, end } = &self.workers;
        *start as u64 <= targets.start && targets.start < targets.end && targets.end <= *end as u64
    }

    /// Ends it here, as if the other side had: what is whole can still be taken, and then the end.
    pub fn end(&mut self) {
        if !self.is_over {
            self.bytes.truncate(self.whole);
            self.bytes.extend([0; HEADER]);
            self.whole += HEADER;
            self.arrived = self.whole;
            self.is_over = true;
        }
    }
}

/// What a header tells that matters here.
#[derive(Debug, PartialEq, Eq)]
struct Header {
    targets: Range<u64>,
    length: u64,
}

impl Header {
    fn read(bytes: &[u8; HEADER]) -> Self {
        let (numbers, _) = bytes.as_chunks();
        let number = |place: usize| u64::from_be_bytes(numbers[place]);
        Header {
            targets: number(2)..number(3),
            length: number(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use timely::communication::networking::MessageHeader;

    use super::*;

    fn message(targets: Range<usize>, length: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let header = MessageHeader {
            channel: 3,
            source: 1,
            target_lower: targets.start,
            target_upper: targets.end,
            length,
            seqno: 9,
        };
        header.write_to(&mut bytes).expect("into memory");
        bytes.extend((0..length).map(|place| place as u8 | 1));
        bytes
    }

    fn end() -> Vec<u8> {
        vec![0; HEADER]
    }

    /// Puts bytes in, pieces of at most so many, and takes what can be taken after each.
    fn pass(
        inbox: &mut Inbox,
        mut bytes: &[u8],
        random: &mut fastrand::Rng,
    ) -> Result<Vec<u8>, Broken> {
        let mut taken = Vec::new();
        while !bytes.is_empty() {
            let room = inbox.room();
            let many = random.usize(1..=room.len().min(bytes.len()));
            room[..many].copy_from_slice(&bytes[..many]);
            bytes = &bytes[many..];
            inbox.arrive(many)?;
            let mut to = vec![0; random.usize(1..500)];
            // Now and then something is left for later.
            while random.u8(..8) > 0 {
                let many = inbox.take(&mut to);
                taken.extend_from_slice(&to[..many]);
            }
        }
        Ok(taken)
    }

    fn rest(inbox: &mut Inbox) -> Vec<u8> {
        let mut to = vec![0; 1 << 20];
        let many = inbox.take(&mut to);
        to.truncate(many);
        to
    }

    #[test]
    fn a_header_is_read_as_timely_writes_it() {
        let bytes = message(4..7, 1234);
        let header = Header::read(bytes.first_chunk().expect("a header"));
        assert_eq!(
            header,
            Header {
                targets: 4..7,
                length: 1234
            }
        );
        assert_eq!(
            MessageHeader::try_read(&bytes)
                .expect("whole")
                .header_bytes(),
            HEADER
        );
    }

    #[test]
    fn only_whole_messages_are_passed_on_wherever_it_breaks() {
        for seed in 0..3000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut inbox = Inbox::new(2..5);
            let mut sent = Vec::new();
            let mut ends = vec![0];
            for _ in 0..random.usize(..8) {
                let length = random.usize(1..2000);
                sent.extend(message(2..random.usize(3..=5), length));
                ends.push(sent.len());
            }
            let cut = random.usize(..=sent.len());
            let mut taken = pass(&mut inbox, &sent[..cut], &mut random).expect("right");
            assert!(!inbox.is_over());
            inbox.end();
            inbox.end();
            taken.extend(rest(&mut inbox));
            let whole = *ends
                .iter()
                .rfind(|end| **end <= cut)
                .expect("none is whole");
            assert_eq!(taken, [&sent[..whole], &end()].concat(), "seed {seed}");
            assert!(inbox.is_over() && rest(&mut inbox).is_empty());
        }
    }

    #[test]
    fn an_end_is_the_end() {
        for seed in 0..1000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut inbox = Inbox::new(0..1);
            let sent = [message(0..1, 70), end(), message(0..1, 9)].concat();
            let mut taken = pass(&mut inbox, &sent, &mut random).expect("right");
            inbox.end();
            taken.extend(rest(&mut inbox));
            assert_eq!(taken, sent[..HEADER + 70 + HEADER]);
        }
    }

    #[test]
    fn messages_for_nobody_are_none() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut pass = |bytes: &[u8]| pass(&mut Inbox::new(2..5), bytes, &mut random).err();
        for targets in [0..1, 1..3, 4..6, 5..6, 3..3, 0..usize::MAX] {
            assert_eq!(
                pass(&message(targets.clone(), 8)),
                Some(Broken::Garbled),
                "{targets:?}"
            );
        }
        let mut long = message(2..3, 8);
        long[32..40].copy_from_slice(&(LONGEST as u64 + 1).to_be_bytes());
        assert_eq!(pass(&long), Some(Broken::TooLong));
        long[32..40].fill(0xff);
        assert_eq!(pass(&long), Some(Broken::TooLong));
    }

    #[test]
    fn a_claimed_length_takes_no_memory() {
        let mut inbox = Inbox::new(0..1);
        let mut bytes = message(0..1, 8);
        bytes[32..40].copy_from_slice(&(LONGEST as u64).to_be_bytes());
        pass(&mut inbox, &bytes, &mut fastrand::Rng::with_seed(1)).expect("it may go on");
        assert!(inbox.room().len() <= PIECE);
    }

    #[test]
    fn random_bytes_never_panic() {
        for seed in 0..3000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let bytes: Vec<u8> = (0..300).map(|_| random.u8(..) * random.u8(..2)).collect();
            let mut inbox = Inbox::new(0..usize::MAX);
            let _ = pass(&mut inbox, &bytes, &mut random);
            inbox.end();
            let taken = rest(&mut inbox);
            assert!(taken.len() >= HEADER || taken.is_empty());
        }
    }
}

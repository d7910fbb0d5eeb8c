//! The way back from the apple through the layers of a flood on the disk: of each layer those
//! positions are kept from which the apple is reached in time. Then the first move that leads to
//! one of them is the right one everywhere.

use std::num::NonZeroUsize;

use fewest_search::disk::{FileEntry, Scratch};
use fewest_search::{Limit, SearchContext};

use super::batch::Batch;
use super::chequer::Way;
use super::crew;
use super::deep::{Cut, share};
use super::ground::Ground;
use super::register::Mark;
use super::rows::{RowsIn, RowsOut};
use crate::grid::Direction;
use crate::snake::heads::{Heads, is_empty};
use crate::snake::shapes::back;

/// The moves of the first fewest solution, which has so many, from the files of the layers before
/// the last.
pub fn moves<const W: usize>(
    ground: &Ground<W>,
    (scratch, files): (&Scratch, &[FileEntry]),
    cost: usize,
    ctx: &mut SearchContext,
) -> Result<Vec<Direction>, Limit> {
    let mut ebb = Ebb::new(ground, scratch, ctx)?;
    // From the last layer before the win to the first after the start.
    let mut in_time: Vec<[FileEntry; 4]> = Vec::new();
    for depth in (1..cost).rev() {
        let kept = ebb.keep(depth, &files[4 * depth..][..4], in_time.last(), ctx)?;
        in_time.push(kept);
    }
    let mut moves = Vec::new();
    let (mut body, mut head) = ground.start;
    for depth in 0..cost {
        let ways = ground.chequer.ways(head.colour);
        let mut found = None;
        for direction in Direction::ALL {
            let way = &ways[direction as usize];
            let Some(moved) = ground.register.moved(body, direction as usize) else {
                continue;
            };
            let alone: Heads<W> = head.alone();
            let is_right = match in_time.last() {
                None => way.wins(&alone),
                Some(files) => {
                    let file = &files[moved / (ground.register.marks().len() / 4)];
                    ebb.has(file, moved, &way.moved(&alone))?
                }
            };
            if is_right {
                found = Some((direction, moved, way.moved(&alone)));
                break;
            }
        }
        let (direction, moved, heads) = found.expect("so many moves were enough");
        moves.push(direction);
        body = moved;
        if let Some(number) = crate::snake::heads::squares(&heads).next() {
            head.number = number;
        }
        head.colour = ground.colour(depth + 1);
        in_time.pop();
    }
    Ok(moves)
}

/// The way back.
struct Ebb<'a, const W: usize> {
    ground: &'a Ground<W>,
    scratch: &'a Scratch,
    threads: NonZeroUsize,
    cut: Cut,
    batch: Batch<W>,
    /// Room for the blocks of the layer, and for those of each file of what is kept of the next,
    /// and of this one.
    room: Vec<u8>,
    rooms_in: [Vec<u8>; 4],
    rooms_out: [Vec<u8>; 4],
}

impl<'a, const W: usize> Ebb<'a, W> {
    fn new(
        ground: &'a Ground<W>,
        scratch: &'a Scratch,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let cut = Cut::new(ground, share(&ctx.options));
        let (threads, books) = (ctx.options.threads, &mut ctx.budget);
        let bytes_a_block = cut.bytes_a_block::<W>();
        let batch = Batch::new(cut.sources, cut.targets, books)?;
        let mut room = || RowsIn::<W>::room(bytes_a_block, books);
        Ok(Ebb {
            ground,
            scratch,
            threads,
            cut,
            batch,
            room: room()?,
            rooms_in: [room()?, room()?, room()?, room()?],
            rooms_out: [room()?, room()?, room()?, room()?],
        })
    }

    /// Keeps of a layer what leads to what is kept of the next one, or to the apple.
    fn keep(
        &mut self,
        depth: usize,
        layer: &[FileEntry],
        next: Option<&[FileEntry; 4]>,
        ctx: &mut SearchContext,
    ) -> Result<[FileEntry; 4], Limit> {
        let (ground, scratch) = (self.ground, self.scratch);
        let register = &ground.register;
        let quarter = register.marks().len() / 4;
        let ways = ground.chequer.ways(ground.colour(depth));
        let ways_back = ground.chequer.ways(ground.colour(depth + 1));
        let room = std::mem::take(&mut self.room);
        let mut rows = RowsIn::<W>::new(scratch, layer, room);
        let mut kept = [0, 1, 2, 3].map(|direction| {
            let files = next.map(|files| &files[back(direction)]);
            let room = std::mem::take(&mut self.rooms_in[direction]);
            RowsIn::<W>::new(scratch, files, room)
        });
        let mut out = |number: usize| {
            let room = std::mem::take(&mut self.rooms_out[number]);
            RowsOut::<W>::new(scratch, &format!("sort-{depth}-{number}"), room)
        };
        let mut out = [out(0)?, out(1)?, out(2)?, out(3)?];
        for chunks in self.cut.batches(ground) {
            let bodies = register.sources(chunks.clone());
            let Batch { sources, targets } = &mut self.batch;
            sources.resize(bodies.len());
            rows.fill(bodies.start, sources)?;
            for (direction, (pool, kept)) in targets.iter_mut().zip(&mut kept).enumerate() {
                let bodies = register.targets(chunks.clone(), direction);
                pool.next.resize(bodies.len());
                kept.fill(bodies.start, &mut pool.next)?;
            }
            let first = register.sources(chunks.clone()).start;
            let begins = [0, 1, 2, 3].map(|way| register.targets(chunks.clone(), way).start);
            let (mut awake, mut heads) = (&mut sources.awake[..], &mut sources.heads[..]);
            let targets = &*targets;
            let tasks = chunks.map(|chunk| {
                const THERE: &str = "there are so many";
                let bodies = register.sources(chunk..chunk + 1);
                let targets = [0, 1, 2, 3].map(|direction| {
                    let bodies = register.targets(chunk..chunk + 1, direction);
                    let begin = begins[direction];
                    let places = bodies.start - begin..bodies.end - begin;
                    let next = &targets[direction].next;
                    Kept {
                        marks: &register.marks()[bodies],
                        awake: &next.awake[places.clone()],
                        heads: &next.heads[places],
                    }
                });
                Task {
                    marks: &register.marks()[bodies.clone()],
                    awake: awake.split_off_mut(..bodies.len()).expect(THERE),
                    heads: heads.split_off_mut(..bodies.len()).expect(THERE),
                    targets,
                }
            });
            crew::share(
                self.threads,
                tasks,
                |_: &mut (), task: Task<W>| match next {
                    Some(_) => task.keep(ways_back),
                    None => task.keep_before_apple(ways),
                },
                || ctx.work(1 << 10),
            )?;
            for (body, (is_awake, heads)) in (first..).zip(sources.awake.iter().zip(&sources.heads))
            {
                if *is_awake {
                    out[body / quarter].push(body, heads)?;
                }
            }
        }
        self.room = rows.into_room();
        for (room, kept) in self.rooms_in.iter_mut().zip(kept) {
            *room = kept.into_room();
        }
        let mut files = Vec::new();
        for (room, out) in self.rooms_out.iter_mut().zip(out) {
            let (file, given) = out.finish(0)?;
            *room = given;
            files.push(file);
        }
        Ok(files.try_into().expect("four files"))
    }

    /// Whether a body has the one head that is in a set, if there is one.
    fn has(&mut self, file: &FileEntry, body: usize, head: &Heads<W>) -> Result<bool, Limit> {
        let room = std::mem::take(&mut self.room);
        let mut rows = RowsIn::<W>::new(self.scratch, [file], room);
        let mut found = false;
        while let Some((other, heads)) = rows.next_below(body + 1)? {
            let both = (0..W).fold(0, |both, word| both | heads[word] & head[word]);
            found = other == body && both != 0;
        }
        self.room = rows.into_room();
        Ok(found)
    }
}

/// What is kept of the bodies that moves in one direction lead to.
struct Kept<'t, const W: usize> {
    marks: &'t [Mark],
    awake: &'t [bool],
    heads: &'t [Heads<W>],
}

/// A chunk of which only some heads are to be kept.
struct Task<'t, const W: usize> {
    marks: &'t [Mark],
    awake: &'t mut [bool],
    heads: &'t mut [Heads<W>],
    targets: [Kept<'t, W>; 4],
}

/// How many bodies differ in their last step alone at the most.
const MOST_TWINS: usize = 4;

impl<const W: usize> Task<'_, W> {
    /// Keeps the heads that are one move before the apple.
    fn keep_before_apple(self, ways: &[Way<W>; 4]) {
        for (mark, (is_awake, heads)) in
            self.marks.iter().zip(self.awake.iter_mut().zip(self.heads))
        {
            let mut kept = [0; W];
            for (direction, way) in ways.iter().enumerate() {
                if *is_awake && mark.is_free(direction) {
                    add(&mut kept, heads, &way.before_apple());
                }
            }
            (*heads, *is_awake) = (kept, !is_empty(&kept));
        }
    }

    /// Keeps the heads from which a move leads to what is kept.
    fn keep(self, ways_back: &[Way<W>; 4]) {
        let mut places = [0; 4];
        let mut begin = 0;
        while begin < self.marks.len() {
            let twins = self.marks[begin + 1..]
                .iter()
                .take_while(|mark| mark.is_twin());
            let bodies = begin..begin + 1 + twins.count();
            let mut kept = [[0; W]; MOST_TWINS];
            for (direction, (place, targets)) in places.iter_mut().zip(&self.targets).enumerate() {
                let marks = &self.marks[bodies.clone()];
                if !marks.iter().any(|mark| mark.is_free(direction)) {
                    continue;
                }
                while targets.marks[*place].is_orphan() {
                    *place += 1;
                }
                if targets.awake[*place] {
                    let before = ways_back[back(direction)].moved(&targets.heads[*place]);
                    let heads = &self.heads[bodies.clone()];
                    for (kept, (mark, heads)) in kept.iter_mut().zip(marks.iter().zip(heads)) {
                        if mark.is_free(direction) {
                            add(kept, heads, &before);
                        }
                    }
                }
                *place += 1;
            }
            for (body, kept) in bodies.clone().zip(kept) {
                if self.awake[body] {
                    self.heads[body] = kept;
                    self.awake[body] = !is_empty(&kept);
                }
            }
            begin = bodies.end;
        }
    }
}

/// Adds what two sets have in common.
fn add<const W: usize>(kept: &mut Heads<W>, one: &Heads<W>, other: &Heads<W>) {
    for word in 0..W {
        kept[word] |= one[word] & other[word];
    }
}

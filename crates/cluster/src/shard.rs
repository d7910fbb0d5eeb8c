//! One worker's share of a search: the positions whose keys fall to it, layer by layer, on its
//! disk.
//!
//! All workers do the same at the same time: they expand their shares of the last layer, send what
//! is reached to whoever owns it, keep what is new, and tell each other how much that is. What one
//! of them decides, all decide, since they heard the same words.

use std::sync::atomic::Ordering;

use fewest_search::disk::{Foundation, Scratch, Strata};
use fewest_search::{Books, Limit, Limits, Patrol, Positions, Progress, Watch};

use crate::exchange::Exchange;
use crate::expansion::Expansion;
use crate::outcome::{Found, Outcome, number_of};
use crate::packing::{self, Outbox};
use crate::round::{Gauge, Halt, Task, Win, Word, trouble};

/// Who keeps the layers.
pub(crate) const TIER: &str = "cluster";
/// The notes about a win that was passed: its layer, who owns the position before it, the number
/// of that position, and of the move.
const WON: [&str; 4] = ["won-depth", "won-worker", "won-number", "won-choice"];

/// One worker's part.
pub(crate) struct Shard<'a, 's, 'w> {
    pub(crate) positions: &'a dyn Positions,
    task: Task,
    pub(crate) exchange: Exchange<'a>,
    pub(crate) strata: Strata<'s>,
    books: Books,
    patrol: Patrol<'w>,
    gauge: &'a Gauge,
    /// How many positions each layer has, over all workers.
    layers: Vec<u64>,
    /// How many all layers have.
    states: u64,
    won: Option<Win>,
    /// A limit that the others have not heard of yet.
    trouble: Option<Limit>,
}

/// Searches one worker's share, together with all others, and says what all found.
pub(crate) fn search(
    positions: &dyn Positions,
    task: Task,
    mut exchange: Exchange,
    scratch: &Scratch,
    gauge: &Gauge,
    watch: &mut dyn Watch,
) -> Result<Outcome, Halt> {
    let limits = Limits {
        memory: Some(packing::for_layers(task.memory)),
        ..Limits::default()
    };
    let mut books = Books::new(&limits);
    let mut patrol = Patrol::new(&limits, watch);
    let strata = open(
        positions,
        task,
        &exchange,
        scratch,
        (&mut books, &mut patrol),
    );
    let strata = match strata {
        Ok(strata) => strata,
        // The others wait for a word.
        Err(limit) => {
            let word = Word::Trouble(number_of(limit));
            let words = exchange.end_round::<_, Halt>(&word, |_, _| Ok(()))?;
            exchange.close();
            let limit = trouble(&words).unwrap_or(limit);
            return Ok(gave_up(limit, Vec::new(), 1, &books));
        }
    };
    let mut shard = Shard {
        positions,
        task,
        exchange,
        strata,
        books,
        patrol,
        gauge,
        layers: Vec::new(),
        states: 0,
        won: None,
        trouble: None,
    };
    let ended = shard.run();
    if matches!(ended, Err(Halt::Limit(limit)) if limit != Limit::Disk) {
        // Where this fails, what was committed before stands.
        let _ = shard.strata.save();
    }
    let depth = shard.layers.len().saturating_sub(1);
    let at_least = shard.won.map_or(depth, |win| win.depth) as u64 + 1;
    let Shard {
        exchange,
        layers,
        books,
        ..
    } = shard;
    match ended {
        Ok(found) => {
            exchange.close();
            let bytes = books.most();
            Ok(Outcome {
                found,
                layers,
                bytes,
            })
        }
        Err(Halt::Limit(limit)) => {
            exchange.close();
            Ok(gave_up(limit, layers, at_least, &books))
        }
        Err(Halt::Cut) => Err(Halt::Cut),
    }
}

/// What there is to tell where a limit ended it; all workers know of it.
fn gave_up(limit: Limit, layers: Vec<u64>, at_least: u64, books: &Books) -> Outcome {
    Outcome {
        found: Found::GaveUp {
            limit: number_of(limit),
            at_least,
        },
        layers,
        bytes: books.most(),
    }
}

/// The layers of a share: those of an earlier search, or the start alone.
fn open<'s>(
    positions: &dyn Positions,
    task: Task,
    exchange: &Exchange,
    scratch: &'s Scratch,
    (books, patrol): (&mut Books, &mut Patrol),
) -> Result<Strata<'s>, Limit> {
    let foundation = Foundation {
        tier: TIER,
        is_graded: positions.is_graded(),
        memory: Some(packing::for_layers(task.memory)),
    };
    if let Some(depth) = task.from {
        return Strata::resume_at(scratch, foundation, Some(depth), books, patrol);
    }
    let mut strata = Strata::begin(scratch, foundation)?;
    let mut told = Ok(());
    let mut length = 0;
    positions.begin(&mut |start| {
        length = start.key.len();
        if packing::owner(start.hash, exchange.peers()) == exchange.index() {
            told = strata.push(start.key, (0, 0));
        }
    });
    told?;
    strata.end_layer()?;
    strata.settle(books, patrol)?;
    strata.expect_keys(length);
    Ok(strata)
}

impl Shard<'_, '_, '_> {
    fn run(&mut self) -> Result<Found, Halt> {
        self.sum_sizes()?;
        self.find_win();
        loop {
            let depth = self.layers.len() - 1;
            self.gauge.depth.store(depth as u64, Ordering::Relaxed);
            if self.task.states.is_some_and(|most| self.states > most) {
                return Err(Halt::Limit(Limit::States));
            }
            let win = self.expand_layer()?;
            if let (Some(win), false) = (win, self.task.whole) {
                let choices = self.walk(win)?;
                // The win is counted, but not kept.
                self.layers.push(1);
                return Ok(Found::Won { choices });
            }
            if let (Some(win), None) = (win, self.won) {
                self.pass(win);
            }
            if self.keep()? == 0 {
                return match self.won {
                    Some(win) => self.walk(win).map(|choices| Found::Won { choices }),
                    None => Ok(Found::Impossible),
                };
            }
        }
    }

    /// Says a word, and hears what all say.
    pub(crate) fn say(&mut self, word: Result<Word, Limit>) -> Result<Vec<Word>, Halt> {
        let word = word.unwrap_or_else(|limit| Word::Trouble(number_of(limit)));
        let words = self.exchange.end_round::<_, Halt>(&word, |_, _| Ok(()))?;
        match trouble(&words) {
            Some(limit) => Err(Halt::Limit(limit)),
            None => Ok(words),
        }
    }

    /// Adds up how many positions all workers have in each layer.
    fn sum_sizes(&mut self) -> Result<(), Halt> {
        let sizes: Vec<u64> = self.strata.sizes().collect();
        let mut layers = vec![0; sizes.len()];
        for word in self.say(Ok(Word::Sizes(sizes)))? {
            if let Word::Sizes(sizes) = word {
                let sums = layers.iter_mut().zip(sizes);
                sums.for_each(|(sum, size)| *sum += size);
            }
        }
        self.layers = layers;
        self.states = self.layers.iter().sum();
        let states = self.strata.states();
        self.gauge.states.fetch_add(states, Ordering::Relaxed);
        Ok(())
    }

    /// The win that was passed before the search was resumed, unless it is in a layer that was
    /// left out.
    fn find_win(&mut self) {
        let [depth, worker, number, choice] = WON.map(|name| self.strata.note(name));
        let (Some(depth), Some(worker), Some(number), Some(choice)) =
            (depth, worker, number, choice)
        else {
            return;
        };
        if (depth as usize) + 1 < self.layers.len() {
            self.won = Some(Win {
                depth: depth as usize,
                worker: worker as usize,
                number,
                choice: choice as u32,
            });
        }
    }

    /// Goes on past a win, for whoever resumes the search too.
    fn pass(&mut self, win: Win) {
        let numbers = [
            win.depth as u64,
            win.worker as u64,
            win.number,
            u64::from(win.choice),
        ];
        for (name, number) in WON.iter().zip(numbers) {
            self.strata.write_note(name, number);
        }
        self.won = Some(win);
    }

    /// Expands all workers' shares of the last layer, and gathers what falls to this one. Says the
    /// first win, if there is one: of the first worker that has one, its first.
    fn expand_layer(&mut self) -> Result<Option<Win>, Halt> {
        let depth = self.layers.len() - 1;
        let progress = Progress {
            depth: depth as u64,
            states: self.strata.states(),
        };
        let me = self.exchange.index();
        let budget = packing::budget(self.task.memory);
        let mut outbox = Outbox::new(self.exchange.peers(), budget);
        let (mut first, mut trouble_here) = (None::<Win>, None);
        let mut is_done = false;
        let growth = match self.trouble.take() {
            Some(limit) => Err(limit),
            None => self.strata.grow(),
        };
        let mut growth = match growth {
            Ok(growth) => Some(growth),
            Err(limit) => {
                trouble_here = Some(limit);
                None
            }
        };
        loop {
            let mut won = None;
            // Once another worker has won, only those before it can have an earlier win: they go
            // on looking, but nobody needs what is reached.
            let is_over = !self.task.whole && first.is_some();
            let may_be_first = first.is_none_or(|win| me < win.worker);
            if let (Some(growth), true) = (&mut growth, !is_done && (may_be_first || !is_over)) {
                let mut expansion = Expansion {
                    positions: self.positions,
                    growth,
                    outbox: &mut outbox,
                    exchange: &mut self.exchange,
                    is_over,
                    whole: self.task.whole,
                    won: None,
                };
                match expansion.run(budget, &mut self.patrol, progress) {
                    Ok(is_all) => is_done = is_all,
                    Err(limit) => trouble_here = Some(limit),
                }
                won = expansion.won;
            } else {
                is_done = true;
            }
            is_done |= won.is_some() && !self.task.whole;
            let word = match trouble_here {
                Some(limit) => Word::Trouble(number_of(limit)),
                None => Word::Expanded { done: is_done, won },
            };
            let words = self.exchange.end_round(&word, |from, bytes| {
                if let (Some(growth), None) = (&mut growth, trouble_here) {
                    trouble_here = packing::unpack(from, bytes, growth).err();
                }
                Ok::<(), Halt>(())
            })?;
            if let Some(limit) = trouble(&words) {
                return Err(Halt::Limit(limit));
            }
            let mut all_done = true;
            for (worker, word) in words.iter().enumerate() {
                let Word::Expanded { done, won } = word else {
                    return Err(self.exchange.cut().into());
                };
                if let (Some((number, choice)), true) =
                    (won, first.is_none_or(|win| worker < win.worker))
                {
                    first = Some(Win {
                        depth,
                        worker,
                        number: *number,
                        choice: *choice,
                    });
                }
                let counts = self.task.whole || first.is_none_or(|win| worker < win.worker);
                all_done &= *done || !counts;
            }
            if all_done {
                // What arrived after the word was said may have been too much: that is the next
                // word.
                self.trouble = trouble_here;
                return Ok(first);
            }
        }
    }

    /// Keeps what is new, and says how many positions that is over all workers.
    fn keep(&mut self) -> Result<u64, Halt> {
        let kept = match self.trouble.take() {
            Some(limit) => Err(limit),
            None => self.strata.keep_share(&mut self.books, &mut self.patrol),
        };
        let word = kept.map(|states| Word::Kept {
            states,
            due: self.strata.is_due(),
        });
        let words = self.say(word)?;
        let (mut sum, mut due) = (0, false);
        for word in &words {
            if let Word::Kept {
                states,
                due: is_due,
            } = word
            {
                sum += states;
                due |= is_due;
            }
        }
        if sum == 0 {
            return Ok(0);
        }
        // All count this layer, whatever becomes of it here.
        self.states += sum;
        self.layers.push(sum);
        let states = self.strata.last_size();
        self.gauge.states.fetch_add(states, Ordering::Relaxed);
        let tended = match due {
            true => self.strata.commit(&mut self.patrol),
            false => self.strata.tidy(),
        };
        self.trouble = tended.err();
        Ok(sum)
    }
}

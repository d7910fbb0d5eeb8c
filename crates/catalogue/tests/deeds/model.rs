//! A catalogue answers as a plain list of levels does, whatever is done with it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use fastrand::Rng;
use fewest_catalogue::{Catalogue, Entry, Filter, Listed, Order, Run, Trouble};

use crate::{listed, place, some_level};

/// The plain list, and what each run has found.
#[derive(Default)]
struct Model {
    levels: Vec<Listed>,
    runs: BTreeMap<String, ModelRun>,
}

#[derive(Default)]
struct ModelRun {
    next: u64,
    /// The keys of what it has found, but for those that were removed since.
    finds: BTreeSet<String>,
    /// How many it has found.
    found: u64,
}

impl Model {
    fn keep(&mut self, entry: &Entry) -> bool {
        let mut levels = self.levels.iter_mut().map(|level| &mut level.entry);
        match levels.find(|level| level.key == entry.key) {
            Some(level) => {
                level.difficulty = level.difficulty.or(entry.difficulty);
                level.solutions = level.solutions.clone().or(entry.solutions.clone());
                level.seed = level.seed.or(entry.seed);
                false
            }
            None => {
                self.levels.push(Listed {
                    number: self.levels.last().map_or(1, |last| last.number + 1),
                    entry: entry.clone(),
                });
                true
            }
        }
    }

    fn found(&mut self, ask: &str, next: u64, entry: &Entry) -> bool {
        self.keep(entry);
        self.tried(ask, next);
        let run = self.runs.get_mut(ask).expect("it has begun");
        let is_new = run.finds.insert(entry.key.clone());
        run.found += u64::from(is_new);
        is_new
    }

    fn tried(&mut self, ask: &str, next: u64) {
        let run = self.runs.get_mut(ask).expect("it has begun");
        run.next = next.max(run.next);
    }

    /// Whether all that a filter names is there.
    fn has_all(&self, filter: &Filter) -> bool {
        let has = |meant: &dyn Fn(&Listed) -> bool| self.levels.iter().any(meant);
        let mut numbers = filter.numbers.iter();
        let mut ids = filter.ids.iter();
        numbers.all(|range| has(&|level| range.contains(&level.number)))
            && ids.all(|id| has(&|level| level.entry.id() == *id))
    }

    /// What is removed; nothing where that is refused.
    fn remove(&mut self, filter: &Filter) -> Vec<Listed> {
        let removed = match self.has_all(filter) {
            true => self.list(filter),
            false => Vec::new(),
        };
        self.levels.retain(|level| !removed.contains(level));
        for run in self.runs.values_mut() {
            run.finds
                .retain(|key| removed.iter().all(|level| level.entry.key != *key));
        }
        removed
    }

    fn meant(&self, filter: &Filter) -> Vec<Listed> {
        let is_named = |level: &Listed| {
            let all = filter.numbers.is_empty() && filter.ids.is_empty();
            let mut numbers = filter.numbers.iter();
            all || numbers.any(|range| range.contains(&level.number))
                || filter.ids.contains(&level.entry.id())
        };
        let meant = |listed: &&Listed| {
            let level = &listed.entry;
            let within = |par| filter.par.as_ref().unwrap().contains(&par);
            let as_hard = |hard| filter.difficulty.as_ref().unwrap().contains(&hard);
            is_named(listed)
                && filter.game.as_ref().is_none_or(|game| *game == level.game)
                && filter.rows.is_none_or(|rows| rows == level.rows)
                && filter
                    .columns
                    .is_none_or(|columns| columns == level.columns)
                && (filter.par.is_none() || level.par.is_some_and(within))
                && (!filter.impossible || level.par.is_none())
                && (filter.difficulty.is_none() || level.difficulty.is_some_and(as_hard))
                && (!filter.unique || level.solutions.as_deref() == Some("1"))
        };
        self.levels.iter().filter(meant).cloned().collect()
    }

    fn list(&self, filter: &Filter) -> Vec<Listed> {
        let mut list = self.meant(filter);
        let turn = |order: Ordering| {
            if filter.descending {
                order.reverse()
            } else {
                order
            }
        };
        list.sort_by(|a, b| {
            let (one, other) = (&a.entry, &b.entry);
            let size = |level: &Entry| (level.rows * level.columns, level.rows);
            let by_order = match filter.order {
                Order::Added => turn(a.number.cmp(&b.number)),
                Order::Par => match (one.par, other.par) {
                    (Some(one), Some(other)) => turn(one.cmp(&other)),
                    (one, other) => one.is_none().cmp(&other.is_none()),
                },
                Order::Difficulty => match (one.difficulty, other.difficulty) {
                    (Some(one), Some(other)) => turn(one.total_cmp(&other)),
                    (one, other) => one.is_none().cmp(&other.is_none()),
                },
                Order::Size => turn(size(one).cmp(&size(other))),
            };
            by_order.then(a.number.cmp(&b.number))
        });
        let offset = usize::try_from(filter.offset).unwrap_or(usize::MAX);
        let limit = filter
            .limit
            .unwrap_or(u64::MAX)
            .try_into()
            .unwrap_or(usize::MAX);
        list.into_iter().skip(offset).take(limit).collect()
    }
}

fn some_filter(rng: &mut Rng) -> Filter {
    let pars = [0, 2, 3, 1 << 62, (1 << 63) - 1, 1 << 63, u64::MAX];
    let orders = [Order::Added, Order::Par, Order::Difficulty, Order::Size];
    let mut one_in = |n: u32| rng.u32(..n) == 0;
    let asks: [bool; 10] = std::array::from_fn(|_| one_in(4));
    let hard = |rng: &mut Rng| f64::from(rng.u32(..40)) / 4.0;
    let par = |rng: &mut Rng| pars[rng.usize(..pars.len())];
    let number = |rng: &mut Rng| [rng.u64(..70), u64::MAX][usize::from(rng.u8(..20) == 0)];
    let numbers = |rng: &mut Rng| {
        let first = number(rng);
        first..=first.saturating_add(rng.u64(..3))
    };
    let id = |rng: &mut Rng| some_level(rng.u32(..60), rng).id();
    let several = |asked: bool, rng: &mut Rng| if asked { rng.usize(1..4) } else { 0 };
    let (numbered, known) = (several(asks[8], rng), several(asks[9], rng));
    Filter {
        numbers: (0..numbered).map(|_| numbers(rng)).collect(),
        ids: (0..known).map(|_| id(rng)).collect(),
        game: asks[0].then(|| ["snake", "mines", "chess"][rng.usize(..3)].to_string()),
        rows: asks[1].then(|| rng.u32(1..5)),
        columns: asks[2].then(|| rng.u32(1..5)),
        par: asks[3].then(|| par(rng)..=par(rng)),
        impossible: asks[4],
        difficulty: asks[5].then(|| hard(rng)..=hard(rng)),
        unique: asks[6],
        order: orders[rng.usize(..4)],
        descending: rng.bool(),
        limit: asks[7].then(|| [rng.u64(..10), u64::MAX][rng.usize(..2)]),
        offset: [0, 0, rng.u64(..10), u64::MAX][rng.usize(..4)],
    }
}

fn stats_agree(catalogue: &Catalogue, model: &Model, filter: &Filter) {
    let stats = catalogue.stats(filter).expect("it can be counted");
    let mut games: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for Listed { entry, .. } in model.meant(filter) {
        games.entry(entry.game.clone()).or_default().push(entry);
    }
    assert!(stats.iter().map(|stats| &stats.game).eq(games.keys()));
    for (stats, levels) in stats.iter().zip(games.values()) {
        let count = |meant: &dyn Fn(&Entry) -> bool| {
            levels.iter().filter(|level| meant(level)).count() as u64
        };
        assert_eq!(stats.levels, levels.len() as u64);
        assert_eq!(stats.impossible, count(&|level| level.par.is_none()));
        assert_eq!(
            stats.unique,
            count(&|level| level.solutions.as_deref() == Some("1"))
        );
        for (&(rows, columns), &found) in &stats.sizes {
            let so_large = |level: &Entry| (level.rows, level.columns) == (rows, columns);
            assert_eq!(found, count(&so_large));
        }
        assert_eq!(stats.sizes.values().sum::<u64>(), stats.levels);
        let pars: Vec<u64> = levels.iter().filter_map(|level| level.par).collect();
        assert_eq!(
            stats.par.as_ref().map(|par| par.least),
            pars.iter().min().copied()
        );
        assert_eq!(
            stats.par.as_ref().map(|par| par.most),
            pars.iter().max().copied()
        );
        if let Some(par) = &stats.par {
            for (&moves, &found) in &par.histogram {
                assert_eq!(found, count(&|level| level.par == Some(moves)));
            }
            assert_eq!(par.histogram.values().sum::<u64>(), pars.len() as u64);
            let sum: f64 = pars.iter().map(|&par| par as f64).sum();
            let mean = sum / pars.len() as f64;
            assert!((par.mean - mean).abs() <= mean * 1e-9);
        }
        let hard: Vec<f64> = levels.iter().filter_map(|level| level.difficulty).collect();
        assert_eq!(stats.difficulty.is_some(), !hard.is_empty());
        if let Some(difficulty) = &stats.difficulty {
            assert_eq!(
                difficulty.mean,
                hard.iter().sum::<f64>() / hard.len() as f64
            );
            assert!(
                hard.iter()
                    .all(|hard| (difficulty.least..=difficulty.most).contains(hard))
            );
            for (&whole, &found) in &difficulty.histogram {
                let so_hard = |level: &Entry| {
                    level
                        .difficulty
                        .is_some_and(|hard| hard.floor() == whole as f64)
                };
                assert_eq!(found, count(&so_hard));
            }
        }
    }
}

#[test]
fn a_catalogue_is_a_list_of_levels() {
    for seed in 0..8 {
        let rng = &mut Rng::with_seed(seed);
        let (_folder, path) = place();
        let mut catalogue = Catalogue::create_or_open(&path).expect("it can be made");
        let mut model = Model::default();
        for _ in 0..250 {
            match rng.u32(..10) {
                0..3 => {
                    let entries: Vec<Entry> = (0..rng.u32(..4))
                        .map(|_| some_level(rng.u32(..60), rng))
                        .collect();
                    let new: Vec<bool> = entries.iter().map(|entry| model.keep(entry)).collect();
                    assert_eq!(catalogue.keep(&entries).expect("it keeps"), new);
                }
                3..6 => {
                    let ask = format!("run {}", rng.u32(..3));
                    let first = [7, u64::MAX - 3][rng.usize(..2)];
                    model.runs.entry(ask.clone()).or_insert(ModelRun {
                        next: first,
                        ..ModelRun::default()
                    });
                    let mut run: Run = catalogue.begin(&ask, first).expect("it begins");
                    let ModelRun { next, found, .. } = model.runs[&ask];
                    assert_eq!((run.next, run.found), (next, found));
                    let next = next.saturating_sub(2).saturating_add(rng.u64(..6));
                    if rng.bool() {
                        catalogue.tried(&run, next).expect("it moves on");
                        model.tried(&ask, next);
                    } else {
                        let entry = some_level(rng.u32(..60), rng);
                        // Sometimes as many are found as are wanted.
                        let wanted = run.found + rng.u64(..4);
                        let is_wanted = run.found < wanted;
                        let is_new = catalogue.found(&mut run, next, &entry, wanted);
                        let is_new = is_new.expect("it is kept");
                        assert_eq!(is_new, is_wanted && model.found(&ask, next, &entry));
                        assert_eq!(run.found, model.runs[&ask].found);
                    }
                }
                6 => {
                    drop(catalogue);
                    catalogue = Catalogue::open(&path).expect("it is there");
                }
                7 if rng.bool() => {
                    // Most filters would leave too little.
                    let filter = Filter {
                        limit: Some(rng.u64(..4)),
                        ..some_filter(rng)
                    };
                    let expected = model.remove(&filter);
                    match catalogue.remove(&filter) {
                        Ok(removed) => assert_eq!(removed, expected, "{filter:?}"),
                        Err(Trouble::NoLevel(_) | Trouble::NoneMeant) => {
                            assert_eq!(expected, [], "{filter:?}");
                        }
                        Err(trouble) => panic!("{trouble}"),
                    }
                }
                _ => {
                    let filter = some_filter(rng);
                    assert_eq!(
                        listed(&catalogue, &filter),
                        model.list(&filter),
                        "{filter:?}"
                    );
                    let count = catalogue.count(&filter).expect("it can be counted");
                    assert_eq!(count, model.meant(&filter).len() as u64);
                    stats_agree(&catalogue, &model, &filter);
                    let required = catalogue.require(&filter);
                    assert_eq!(required.is_ok(), model.has_all(&filter), "{filter:?}");
                }
            }
        }
        let reader = Catalogue::read(&path).expect("it can be read");
        assert_eq!(
            listed(&reader, &Filter::default()),
            model.list(&Filter::default())
        );
        stats_agree(&reader, &model, &Filter::default());
    }
}

#[test]
fn a_listener_may_have_heard_enough() {
    let (_folder, path) = place();
    let mut catalogue = Catalogue::create_or_open(&path).expect("it can be made");
    let rng = &mut Rng::with_seed(1);
    let entries: Vec<Entry> = (0..10).map(|number| some_level(number, rng)).collect();
    catalogue.keep(&entries).expect("it keeps");
    let mut heard = 0;
    let told = catalogue.list(&Filter::default(), &mut |_| {
        heard += 1;
        if heard == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    told.expect("it can be listed");
    assert_eq!(heard, 3);
    // The catalogue is not kept waiting by what was not heard.
    assert_eq!(catalogue.keep(&entries[..1]).expect("it keeps"), [false]);
}

#[test]
fn what_is_no_number_is_not_known() {
    let (_folder, path) = place();
    let mut catalogue = Catalogue::create_or_open(&path).expect("it can be made");
    let entry = Entry {
        difficulty: Some(f64::NAN),
        ..Entry::default()
    };
    catalogue.keep(&[entry]).expect("it keeps");
    assert_eq!(
        listed(&catalogue, &Filter::default())[0].entry,
        Entry::default()
    );
    let endless = Entry {
        difficulty: Some(f64::INFINITY),
        ..Entry::default()
    };
    catalogue.keep(&[endless]).expect("it keeps");
    let stats = catalogue
        .stats(&Filter::default())
        .expect("it can be counted");
    assert_eq!(
        stats[0].difficulty.as_ref().expect("it is known").most,
        f64::INFINITY
    );
}

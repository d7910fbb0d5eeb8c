//! The kernels alone, by criterion: `cargo bench -p fewest-peers`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fewest_games::mines::reveal;
use fewest_peers::instances::{curling, ladders, mines, portals, snake};
use fewest_peers::ours;

fn exploring(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("snake exploring");
    group.sample_size(20);
    for instance in snake::exploring(false) {
        if instance.name == snake::LARGE {
            continue;
        }
        let board = ours::snake_board(&instance.text());
        for (asked, moves) in [("length", false), ("moves", true)] {
            let name = format!("{}, {asked}", instance.name);
            group.bench_function(name, |bencher| {
                bencher.iter(|| ours::explore(&board, moves))
            });
        }
    }
}

fn solving(criterion: &mut Criterion) {
    let mut inputs = vec![("snake", snake::hard(false))];
    inputs.extend(curling::all(false).into_iter().map(|all| ("curling", all)));
    let portals = portals::all(false).into_iter();
    let middle = portals.filter(|(side, _)| *side == 1000);
    inputs.extend(middle.map(|(_, maze)| ("portals", maze)));
    inputs.extend(
        ladders::all(false)
            .into_iter()
            .take(6)
            .map(|board| ("ladders", board)),
    );
    let mut group = criterion.benchmark_group("solving");
    group.sample_size(20);
    for (game, instance) in inputs {
        let levels = ours::levels(game, &instance.text());
        group.bench_function(format!("{game}, {}", instance.name), |bencher| {
            bencher.iter(|| levels.iter().map(ours::solve).collect::<Vec<_>>());
        });
    }
}

fn clicking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mines, one click");
    group.sample_size(20);
    for instance in mines::all(false).into_iter().take(4) {
        let (hidden, click) = ours::mines_board(&instance.text());
        group.bench_function(instance.name, |bencher| {
            bencher.iter_batched_ref(
                || hidden.clone(),
                |cells| reveal(cells, click),
                BatchSize::PerIteration,
            );
        });
    }
}

criterion_group!(kernels, exploring, solving, clicking);
criterion_main!(kernels);

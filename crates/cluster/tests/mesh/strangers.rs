//! Strangers at the door while a search goes on: they are turned away, and it is not disturbed.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::{Worker, busy, lawn, leader, leader_of, levels, token, work};
use fastrand::Rng;
use fewest_cluster::{Trouble, Work};
use fewest_games::game::Level;
use fewest_search::{Progress, Unwatched};

fn level(name: &str) -> Box<dyn Level> {
    let mut levels = levels().into_iter();
    let found = levels.find(|(file, _)| file.ends_with(name));
    found.expect("it is shipped").1
}

/// Says something to a worker, and hears what comes back until the connection is closed.
fn say(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    // One who is turned away at once hears nothing more.
    let _ = stream.write_all(bytes);
    let mut heard = Vec::new();
    let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
    let _ = stream.read_to_end(&mut heard);
    String::from_utf8_lossy(&heard).into_owned()
}

#[test]
fn a_search_goes_on_while_strangers_knock() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token), Worker::start(&token)];
    let addresses = workers.each_ref().map(|worker| worker.address);
    let level = level("butterfly.txt");
    let work = Work {
        whole: true,
        ..work(1)
    };
    let quiet = leader(&workers, &token).solve(&*level, &work, &mut Unwatched, &mut |_| ());
    let quiet = quiet.expect("nobody disturbs it").stats.layers;
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for address in addresses {
            let is_over = &is_over;
            scope.spawn(move || {
                let mut rng = Rng::with_seed(7);
                let mut half_open = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    let noise: Vec<u8> = (0..200).map(|_| rng.u8(..)).collect();
                    let heard = say(address, &noise);
                    assert!(!heard.contains("welcome"), "{heard}");
                    let heard = say(address, b"GET / HTTP/1.1\r\nHost: worker\r\n\r\n");
                    assert!(heard.starts_with("refused greeting "), "{heard}");
                    // One that says nothing, and one that stops in the middle.
                    half_open.push(TcpStream::connect(address).expect("it listens"));
                    let mut stream = TcpStream::connect(address).expect("it listens");
                    let _ = stream.write_all(b"fewest-cluster fewest");
                    half_open.push(stream);
                    half_open.truncate(20);
                    thread::sleep(Duration::from_millis(5));
                }
            });
        }
        for _ in 0..5 {
            let mut leader = leader(&workers, &token);
            let report = leader.solve(&*level, &work, &mut Unwatched, &mut |told| panic!("{told}"));
            assert_eq!(report.expect("it is not disturbed").stats.layers, quiet);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let told = workers[0].told.lock().expect("nobody panics").join("\n");
    let reason = "was turned away: the other side is no process of a fewest cluster";
    assert!(told.contains(reason), "{told}");
}

#[test]
fn a_leader_with_another_token_is_turned_away() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token)];
    let stranger = crate::common::token();
    let mut leader = leader(&workers, &stranger);
    let lost = leader.solve(&*level("crown.txt"), &work(1), &mut Unwatched, &mut |_| ());
    let Err(Trouble::CannotBegin(told)) = lost else {
        panic!("{lost:?}");
    };
    assert!(
        told.ends_with(": the other side has another token"),
        "{told}"
    );
}

#[test]
fn a_second_leader_waits_its_turn_and_no_longer_than_it_may() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token)];
    let level = lawn(48);
    let work = Work {
        whole: true,
        ..work(1)
    };
    let mut second = None;
    let mut watch = |progress: Progress| {
        if second.is_none() && progress.depth > 0 {
            let addresses = workers.iter().map(|worker| worker.address);
            let mut other = leader_of(addresses, &token, Duration::from_millis(500));
            second = Some(other.solve(&*level, &work, &mut Unwatched, &mut |_| ()));
        }
        ControlFlow::Continue(())
    };
    let mut leader = leader(&workers, &token);
    let report = leader.solve(&*level, &work, &mut watch, &mut |told| panic!("{told}"));
    assert_eq!(
        report.expect("the first one goes on").verdict.fewest(),
        Some(87)
    );
    let Some(Err(Trouble::CannotBegin(told))) = second else {
        panic!("{second:?}");
    };
    assert!(
        told.ends_with(": the worker is busy with another search"),
        "{told}"
    );
}

//! A cluster on hosts of their own, which are killed, cut off, and called by strangers. They are
//! network namespaces, which need root and iproute2: `./test` runs these tests where it can.

mod cluster;
mod network;

use std::collections::HashSet;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cluster::{Cluster, PATIENCE};

/// More than it takes to notice a loss and to begin again, on a machine with other things to do.
const SOON: Duration = Duration::from_secs(10);

/// Where the worker listens that is killed or cut off.
const WORKER_1: &str = "10.77.0.2:7100 ";

fn is_told(told: &[String], parts: [&str; 2]) -> bool {
    told.iter()
        .any(|line| parts.iter().all(|part| line.contains(part)))
}

#[test]
#[ignore = "needs root and iproute2"]
fn hosts_find_what_one_machine_finds() {
    for workers in [2, 3] {
        let cluster = Cluster::new("undisturbed", workers);
        let ended = cluster.lead(&[]).end();
        cluster.check(&ended);
        assert_eq!(ended.told, [""; 0], "{workers} workers");
    }
}

#[test]
#[ignore = "needs root and iproute2"]
fn a_worker_that_is_killed_and_started_again_is_waited_for() {
    let mut cluster = Cluster::new("killed", 3);
    let mut leader = cluster.lead(&["--restarts", "1"]);
    leader.await_middle();
    cluster.kill(1);
    sleep(Duration::from_secs(2));
    cluster.start_again(1);
    let ended = leader.end();
    cluster.check(&ended);
    // The loss, and the layer from which it goes on.
    assert_eq!(ended.told.len(), 2, "{:?}", ended.told);
    assert!(is_told(&ended.told[..1], [WORKER_1, "(1 of 1)"]));
    assert!(!ended.told[1].contains(WORKER_1), "{:?}", ended.told);
}

#[test]
#[ignore = "needs root and iproute2"]
fn a_worker_that_is_killed_for_good_ends_the_search() {
    let mut cluster = Cluster::new("killed for good", 3);
    let mut leader = cluster.lead(&["--restarts", "1"]);
    leader.await_middle();
    cluster.kill(1);
    let began = Instant::now();
    let ended = leader.end();
    assert!(began.elapsed() < PATIENCE + SOON, "{:?}", began.elapsed());
    assert_eq!((ended.exit, &*ended.out), (Some(3), ""));
    assert_eq!(ended.told.len(), 2, "{:?}", ended.told);
    assert!(is_told(&ended.told[..1], [WORKER_1, "(1 of 1)"]));
    assert!(is_told(&ended.told[1..], ["error: ", WORKER_1]));
    // Those who are left keep nothing of it.
    let left = cluster.left();
    let only_there = left.iter().all(|path| path.starts_with(cluster.scratch(1)));
    assert!(only_there, "{left:?}");
}

#[test]
#[ignore = "needs root and iproute2"]
fn a_host_that_is_cut_off_for_a_while_is_waited_for() {
    let cluster = Cluster::new("cut off", 3);
    let mut leader = cluster.lead(&[]);
    leader.await_middle();
    cluster.network.cut_off(1);
    leader.await_line(WORKER_1);
    sleep(Duration::from_secs(1));
    cluster.network.connect(1);
    let ended = leader.end();
    cluster.check(&ended);
    assert!(
        is_told(&ended.told, [WORKER_1, "(1 of "]),
        "{:?}",
        ended.told
    );
    let goes_on = ended.told.iter().any(|line| !line.contains(":7100 "));
    assert!(goes_on, "{:?}", ended.told);
}

#[test]
#[ignore = "needs root and iproute2"]
fn a_host_that_is_cut_off_for_good_ends_the_search_and_serves_the_next() {
    let cluster = Cluster::new("cut off for good", 2);
    let mut leader = cluster.lead(&["--restarts", "1"]);
    leader.await_middle();
    cluster.network.cut_off(1);
    let began = Instant::now();
    let ended = leader.end();
    let took = began.elapsed();
    assert!(took < 2 * PATIENCE + 2 * SOON, "{took:?}");
    assert_eq!((ended.exit, &*ended.out), (Some(3), ""));
    assert!(
        is_told(&ended.told, ["error: ", WORKER_1]),
        "{:?}",
        ended.told
    );
    cluster.network.connect(1);
    let ended = cluster.lead(&[]).end();
    cluster.check(&ended);
    assert_eq!(ended.told, [""; 0]);
}

#[test]
#[ignore = "needs root and iproute2"]
fn hosts_that_do_not_reach_each_other_are_both_named() {
    let cluster = Cluster::new("parted", 3);
    let mut leader = cluster.lead(&["--restarts", "1"]);
    leader.await_middle();
    cluster.network.part(0, 1);
    leader.await_line(":7100 ");
    cluster.network.join(0, 1);
    let ended = leader.end();
    let told = &ended.told;
    // One of them is lost, says the other.
    assert!(is_told(told, ["worker 0", "worker 1"]), "{told:?}");
    cluster.check(&ended);
}

#[test]
#[ignore = "needs root and iproute2"]
fn a_leader_that_is_killed_is_followed_by_the_next() {
    let cluster = Cluster::new("leader killed", 2);
    let mut leader = cluster.lead(&["--resume", "kept"]);
    leader.await_middle();
    leader.kill();
    let began = Instant::now();
    let mut next = cluster.lead(&["--resume", "kept"]);
    // It goes on: its first word about the positions is one about many.
    next.await_middle();
    assert!(began.elapsed() < PATIENCE + SOON, "{:?}", began.elapsed());
    let ended = next.end();
    cluster.check(&ended);
    let told = cluster.told_by(0);
    let words = told.split_whitespace();
    let leaders: HashSet<_> = words
        .filter(|word| word.starts_with("10.77.0.3:"))
        .collect();
    assert_eq!(leaders.len(), 2, "{told}");
    assert!(!Path::new(&cluster.folder.join("kept")).exists());
}

#[test]
#[ignore = "needs root and iproute2"]
fn strangers_disturb_nobody() {
    let cluster = Cluster::new("strangers", 2);
    let mut leader = cluster.lead(&[]);
    leader.await_middle();
    // Some say nonsense, and some say nothing and stay.
    let knock = "for port in 1 2; do for call in $(seq 40); do \
                 (exec 3<>/dev/tcp/10.77.0.$port/7100; \
                 [ $((call % 2)) = 0 ] && head -c 3000 /dev/urandom >&3; sleep 20) & \
                 done; done; wait";
    let mut command = cluster.network.command(cluster.stranger(), "bash");
    command.args(["-c", knock]);
    let knocking = cluster.start(command, "knocking");
    sleep(Duration::from_millis(300));
    let turned_away = cluster.lead_as_stranger();
    assert_eq!((turned_away.exit, &*turned_away.out), (Some(2), ""));
    assert_eq!(turned_away.told.len(), 1, "{:?}", turned_away.told);
    assert!(is_told(&turned_away.told, ["error: ", "10.77.0.1:7100: "]));
    let ended = leader.end();
    drop(knocking);
    cluster.check(&ended);
    assert_eq!(ended.told, [""; 0]);
}

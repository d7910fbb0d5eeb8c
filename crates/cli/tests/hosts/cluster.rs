//! Workers on hosts of their own, whoever leads them from another one, and what all of them say.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::network::Network;

/// How long each waits for the others.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// Longer than anything takes, on a machine that is busy with other things.
const FOR_EVER: Duration = Duration::from_secs(90);

/// The workers of a cluster, on hosts from 0 on. Two more hosts are for a leader and a stranger.
pub struct Cluster {
    pub network: Network,
    pub folder: PathBuf,
    workers: Vec<Process>,
}

/// A process, which is killed with this.
pub struct Process {
    child: Child,
    out: PathBuf,
    told: PathBuf,
}

/// How a process ended.
pub struct Ended {
    pub exit: Option<i32>,
    pub out: String,
    /// What was told of the search, without its progress.
    pub told: Vec<String>,
}

impl Cluster {
    pub fn new(name: &str, workers: usize) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hosts {name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("it can be made");
        let address = |host| format!("{}:7100\n", Network::address(host));
        let hosts: String = (0..workers).map(address).collect();
        for (name, text) in [
            ("hosts", &*hosts),
            ("level", &lawn()),
            ("token", "one secret for all of these hosts"),
            ("other token", "another secret, which nobody knows"),
        ] {
            let path = folder.join(name);
            fs::write(&path, text).expect("it can be written");
            fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("it is ours");
        }
        let mut cluster = Cluster {
            network: Network::new(workers + 2),
            folder,
            workers: Vec::new(),
        };
        for index in 0..workers {
            let worker = cluster.worker(index);
            cluster.workers.push(worker);
        }
        (0..workers).for_each(|index| cluster.await_ready(index));
        cluster
    }

    /// The host of whoever leads.
    pub fn leader(&self) -> usize {
        self.workers.len()
    }

    /// The host of somebody who does not belong to it.
    pub fn stranger(&self) -> usize {
        self.workers.len() + 1
    }

    fn worker(&self, index: usize) -> Process {
        let mut command = self.fewest(index, "worker");
        command.args(["--index", &index.to_string(), "--scratch"]);
        command.arg(self.scratch(index));
        // As little as they take, so that layers are committed all along.
        command.args(["--memory", "3MiB", "--threads", "1"]);
        self.start(command, &format!("worker {index}"))
    }

    fn await_ready(&mut self, index: usize) {
        let worker = &mut self.workers[index];
        worker.await_told("it is ready", |told| told.starts_with("ready at "));
    }

    /// Where a worker keeps its share.
    pub fn scratch(&self, index: usize) -> PathBuf {
        self.folder.join(format!("scratch {index}"))
    }

    /// What is left in the folders of the workers.
    pub fn left(&self) -> Vec<PathBuf> {
        let folders = (0..self.workers.len()).map(|index| fs::read_dir(self.scratch(index)));
        let entries = folders.flat_map(|folder| folder.expect("it is there"));
        let entries = entries.map(|entry| entry.expect("it is").path());
        // A worker that is there has its folder locked.
        entries.filter(|entry| !entry.ends_with("lock")).collect()
    }

    /// Kills a worker, which says nothing more to anybody.
    pub fn kill(&mut self, index: usize) {
        self.workers[index].kill();
    }

    pub fn start_again(&mut self, index: usize) {
        self.workers[index] = self.worker(index);
        self.await_ready(index);
    }

    /// What a worker has told so far.
    pub fn told_by(&self, index: usize) -> String {
        self.workers[index].told()
    }

    /// The command on a host, with what all processes of the cluster know.
    fn fewest(&self, host: usize, verb: &str) -> Command {
        let program = env!("CARGO_BIN_EXE_fewest");
        let mut command = self.network.command(host, program);
        let patience = format!("{}s", PATIENCE.as_secs());
        command.current_dir(&self.folder).args([verb]);
        command.args(["--hosts", "hosts", "--patience", &patience]);
        command.args(["--token-file", "token"]);
        command
    }

    /// Leads the whole search from the leader's host.
    pub fn lead(&self, more: &[&str]) -> Process {
        let mut command = self.fewest(self.leader(), "solve");
        command.args(["--whole", "--json", "--progress", "json"]);
        command.args(more).arg("level");
        self.start(command, "leader")
    }

    /// Runs a command on a host, which reads nothing.
    pub fn start(&self, mut command: Command, name: &str) -> Process {
        let [out, told] = ["out", "told"].map(|kind| self.folder.join(format!("{name}.{kind}")));
        let file = |path: &Path| File::create(path).expect("it can be made");
        command.env("NO_COLOR", "1").stdin(Stdio::null());
        command.stdout(file(&out)).stderr(file(&told));
        let child = command.spawn().expect("the command starts");
        Process { child, out, told }
    }

    /// Leads a search with another token, from the host of a stranger.
    pub fn lead_as_stranger(&self) -> Ended {
        let mut command = self
            .network
            .command(self.stranger(), env!("CARGO_BIN_EXE_fewest"));
        command.current_dir(&self.folder);
        command.args(["solve", "--hosts", "hosts", "--patience", "3s"]);
        command.args(["--token-file", "other token", "level"]);
        self.start(command, "stranger").end()
    }

    /// What the same command says on one machine, alone: asked once, for the level is always the same.
    pub fn alone(&self) -> &'static Value {
        static ALONE: OnceLock<Value> = OnceLock::new();
        ALONE.get_or_init(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
            command.current_dir(&self.folder);
            command.args(["solve", "--whole", "--json", "level"]);
            self.start(command, "alone").end().answer()
        })
    }

    /// Holds a search to the one that is made alone.
    pub fn check(&self, ended: &Ended) {
        assert_eq!(ended.exit, Some(0), "{:?}", ended.told);
        let (answer, alone) = (ended.answer(), self.alone());
        for part in ["verdict", "fewest", "states", "layers"] {
            assert_eq!(answer[part], alone[part], "{part}");
        }
        let moves = answer["moves"].as_array().expect("a list");
        let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
        assert_eq!(Some(moves.len() as u64), answer["fewest"].as_u64());
        let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
        command.args(["check", "--solution", &moves.join(" "), "level"]);
        command.current_dir(&self.folder);
        let checked = self.start(command, "checked").end();
        assert_eq!(checked.exit, Some(0), "{} {:?}", checked.out, checked.told);
        assert_eq!(self.left(), [""; 0].map(PathBuf::from), "all is removed");
    }
}

impl Process {
    fn told(&self) -> String {
        fs::read_to_string(&self.told).expect("a text")
    }

    fn await_told(&mut self, what: &str, mut is_so: impl FnMut(&str) -> bool) {
        let began = Instant::now();
        loop {
            let is_over = self.is_over() || began.elapsed() > FOR_EVER;
            let told = self.told();
            if told.lines().any(&mut is_so) {
                return;
            }
            assert!(!is_over, "{what}: {told}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a search is in its middle.
    pub fn await_middle(&mut self) {
        self.await_told("so far", |line| {
            let event: Value = serde_json::from_str(line).unwrap_or_default();
            event["states"].as_u64() > Some(1_000_000)
        });
    }

    /// Waits until it tells something.
    pub fn await_line(&mut self, part: &str) {
        self.await_told(part, |line| line.contains(part));
    }

    pub fn kill(&mut self) {
        // Killed twice, it is no less so.
        let _ = self.child.kill();
        self.child.wait().expect("it ends");
    }

    fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_some()
    }

    /// Waits for its end.
    pub fn end(mut self) -> Ended {
        let began = Instant::now();
        while !self.is_over() {
            assert!(began.elapsed() < FOR_EVER, "{}", self.told());
            sleep(Duration::from_millis(20));
        }
        let told = self.told();
        let told = told.lines().filter(|line| !line.starts_with('{'));
        Ended {
            exit: self.child.wait().expect("it has ended").code(),
            out: fs::read_to_string(&self.out).expect("a text"),
            told: told.map(str::to_string).collect(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Ended {
    /// The one line that it has written.
    pub fn answer(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "{} {:?}", self.out, self.told);
        serde_json::from_str(&self.out).expect("one JSON object")
    }
}

/// A snake with all the room it wants, for which one machine takes seconds.
fn lawn() -> String {
    const SIDE: usize = 40;
    let mut rows = vec![".".repeat(SIDE); SIDE];
    rows[3].replace_range(3..4, "@");
    rows[20].replace_range(20..28, "12345678");
    format!("game: snake\n\n{}\n", rows.join("\n"))
}

//! A load on `fewest serve`: many clients that ask about boards of the judges' largest sizes, and
//! one that sends monstrous ones. Says how long the many wait, and fails where they wait too long or
//! are refused, where the server takes more memory than it may, or goes on with what nobody waits for.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use fastrand::Rng;
use fewest_peers::instances::{SEED, curling, ladders, mines, portals, snake};
use serde_json::Value;

/// A load on `fewest serve`.
#[derive(Parser)]
struct Args {
    /// For how many seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How many clients solve boards of judge size
    #[arg(long, default_value_t = 64)]
    clients: u64,
    /// How many send monstrous boards
    #[arg(long, default_value_t = 1)]
    monstrous: u64,
    /// What all searches of the server together may take, in MiB
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// How long a client thinks between two questions, in milliseconds
    #[arg(long, default_value_t = 0)]
    pause: u64,
    /// The command [default: the one beside this program]
    #[arg(long)]
    fewest: Option<PathBuf>,
}

/// A question: the verb with its query, and the text.
type Question = (&'static str, String);

/// How long 99 of a hundred answers may take at most.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let args = Args::parse();
    let fewest = match &args.fewest {
        Some(fewest) => fewest.clone(),
        None => std::env::current_exe()?.with_file_name("fewest"),
    };
    let server = Server::start(&fewest, args.memory)?;
    let (boards, monsters) = (judge_size(), monstrous());
    let over = AtomicBool::new(false);
    let (place, over, pause) = (
        server.place.as_str(),
        &over,
        Duration::from_millis(args.pause),
    );
    let (many, few) = thread::scope(|scope| {
        let many: Vec<_> = (0..args.clients)
            .map(|number| {
                let boards = &boards;
                scope.spawn(move || client(place, boards, number, pause, over))
            })
            .collect();
        let few: Vec<_> = (0..args.monstrous)
            .map(|_| {
                let monsters = &monsters;
                scope.spawn(move || monster(place, monsters, over))
            })
            .collect();
        thread::sleep(Duration::from_secs(args.seconds));
        over.store(true, Ordering::Relaxed);
        let join = |threads: Vec<thread::ScopedJoinHandle<'_, Tally>>| {
            let mut all = Tally::default();
            for thread in threads {
                all.add(thread.join().expect("a client does not panic"));
            }
            all
        };
        (join(many), join(few))
    });
    println!(
        "{} clients with boards of judge size: {}",
        args.clients,
        many.told()
    );
    println!("{} with monstrous boards: {}", args.monstrous, few.told());
    let peak = server.peak()? >> 20;
    println!("peak memory of the server: {peak} MiB");
    let mut left = String::new();
    for _ in 0..50 {
        left = Client::new(place)?.ask("GET", "/api/v1/health", "")?.1;
        if is_idle(&left) {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    println!("left running: {left}");
    let holds = [
        ("only answers and 429 for the many", many.is_served()),
        ("p99 of the many under 100 ms", many.wait(99) < LONGEST_WAIT),
        ("memory under its cap", peak <= args.memory),
        ("nothing left running", is_idle(&left)),
    ];
    let broken: Vec<_> = holds.iter().filter(|(_, holds)| !holds).collect();
    for (what, _) in &broken {
        println!("does not hold: {what}");
    }
    Ok(match broken.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Whether a server with such a health has nothing to do, whatever else it tells.
fn is_idle(health: &str) -> bool {
    let health: Value = serde_json::from_str(health).unwrap_or_default();
    health["running"] == 0 && health["queued"] == 0
}

/// Boards of the judges' largest sizes.
fn judge_size() -> Vec<Question> {
    let mut boards = Vec::new();
    for (number, _) in snake::hardest() {
        boards.push(("solve?game=snake", snake::random(number)));
    }
    boards.push(("solve?game=snake", snake::exploring(false)[0].text()));
    for (number, _) in curling::hardest().into_iter().take(20) {
        let case = curling::input(std::iter::once(curling::random(number)));
        boards.push(("solve?game=curling", case));
    }
    for kind in portals::Kind::ALL {
        boards.push(("solve?game=portals", portals::maze(100, kind)));
    }
    for kind in ladders::Kind::ALL {
        boards.push(("solve?game=ladders", ladders::board(20, kind)));
    }
    for percent in [1, 10, 20] {
        boards.push(("solve?game=mines", mines::field(50, percent)));
    }
    boards
}

/// Boards that take all the time and memory that the server allows.
fn monstrous() -> Vec<Question> {
    let mut open = vec![vec!['.'; 60]; 60];
    for (column, segment) in (10..).zip("123456789abcdefghijklmnop".chars()) {
        open[30][column] = segment;
    }
    open[5][5] = '@';
    let rows: Vec<String> = open.into_iter().map(String::from_iter).collect();
    vec![
        ("rate", format!("game: snake\n\n{}\n", rows.join("\n"))),
        (
            "solve?game=portals",
            portals::maze(999, portals::Kind::Walls),
        ),
        (
            "advise?game=portals",
            portals::maze(300, portals::Kind::Walls),
        ),
        ("solve?game=mines", mines::field(999, 1)),
        (
            "rate?game=curling",
            curling::input((0..1).map(curling::random)),
        ),
        ("advise?game=mines", mines::field(200, 10)),
        (
            "odds?game=ladders",
            ladders::board(500, ladders::Kind::Mixed),
        ),
    ]
}

/// Asks one question after another.
fn client(
    place: &str,
    boards: &[Question],
    number: u64,
    pause: Duration,
    over: &AtomicBool,
) -> Tally {
    let mut rng = Rng::with_seed(SEED + number);
    let mut tally = Tally::default();
    let mut client = None;
    while !over.load(Ordering::Relaxed) {
        let (verb, text) = &boards[rng.usize(..boards.len())];
        let began = Instant::now();
        let answered = Client::again(&mut client, place)
            .and_then(|client| client.ask("POST", &format!("/api/v1/{verb}"), text));
        let status = match answered {
            Ok((status, _)) => status,
            Err(_) => {
                client = None;
                0
            }
        };
        tally.waits.push((status, began.elapsed()));
        thread::sleep(match status {
            429 => Duration::from_secs(2),
            _ => pause,
        });
    }
    tally
}

/// Sends one monstrous board after another; listens a while where it becomes a job, and leaves.
fn monster(place: &str, monsters: &[Question], over: &AtomicBool) -> Tally {
    let mut tally = Tally::default();
    for (verb, text) in monsters.iter().cycle() {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let began = Instant::now();
        let asked = Client::new(place)
            .and_then(|mut client| client.ask("POST", &format!("/api/v1/{verb}"), text));
        let status = asked.as_ref().map_or(0, |(status, _)| *status);
        tally.waits.push((status, began.elapsed()));
        let job = asked.ok().filter(|_| status == 202).and_then(|(_, job)| {
            let name = job.split("\"job\":\"").nth(1)?.split('"').next()?;
            Some(format!("/api/v1/jobs/{name}/events"))
        });
        if let Some(events) = job {
            let _ = listen(place, &events, Duration::from_secs(5));
        }
    }
    tally
}

/// Listens to a job until its end, or for so long.
fn listen(place: &str, events: &str, longest: Duration) -> io::Result<()> {
    let began = Instant::now();
    let mut stream = BufReader::new(TcpStream::connect(place)?);
    let head = format!("GET {events} HTTP/1.1\r\nhost: {place}\r\nconnection: close\r\n\r\n");
    stream.get_mut().write_all(head.as_bytes())?;
    let mut line = String::new();
    while began.elapsed() < longest && stream.read_line(&mut line)? > 0 {
        line.clear();
    }
    Ok(())
}

/// What came back, and after how long.
#[derive(Default)]
struct Tally {
    waits: Vec<(u16, Duration)>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.waits.extend(other.waits);
    }

    /// Whether everybody was answered, or asked to come again later.
    fn is_served(&self) -> bool {
        let mut statuses = self.waits.iter().map(|(status, _)| *status);
        !self.waits.is_empty() && statuses.all(|status| matches!(status, 200 | 429))
    }

    /// Within what time so many of a hundred answers came. A refusal is no answer.
    fn wait(&self, percent: usize) -> Duration {
        let answers = self.waits.iter().filter(|(status, _)| *status == 200);
        let mut waits: Vec<Duration> = answers.map(|(_, wait)| *wait).collect();
        waits.sort_unstable();
        let place = (waits.len() * percent / 100).min(waits.len().saturating_sub(1));
        waits.get(place).copied().unwrap_or(Duration::MAX)
    }

    fn told(&self) -> String {
        let mut statuses: Vec<u16> = self.waits.iter().map(|(status, _)| *status).collect();
        statuses.sort_unstable();
        let counts = statuses
            .chunk_by(|one, other| one == other)
            .map(|same| format!("{} × {}", same.len(), same[0]))
            .collect::<Vec<_>>();
        let waits = match self.wait(50) {
            Duration::MAX => "none answered at once".to_string(),
            half => format!(
                "p50 {half:.1?}, p99 {:.1?}, longest {:.1?}",
                self.wait(99),
                self.wait(100)
            ),
        };
        let (asked, counts) = (self.waits.len(), counts.join(", "));
        format!("{asked} questions, {waits}; by status: {counts}")
    }
}

/// A connection that is kept.
struct Client {
    stream: BufReader<TcpStream>,
    place: String,
}

impl Client {
    fn new(place: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(place)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Client {
            stream: BufReader::new(stream),
            place: place.to_string(),
        })
    }

    /// The one that there is, or a new one.
    fn again<'a>(client: &'a mut Option<Client>, place: &str) -> io::Result<&'a mut Client> {
        match client {
            Some(client) => Ok(client),
            None => Ok(client.insert(Client::new(place)?)),
        }
    }

    fn ask(&mut self, method: &str, path: &str, text: &str) -> io::Result<(u16, String)> {
        let (place, length) = (&self.place, text.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {place}\r\ncontent-length: {length}\r\n\r\n"
        );
        let request = [head.as_bytes(), text.as_bytes()].concat();
        self.stream.get_mut().write_all(&request)?;
        let broken = || io::Error::from(io::ErrorKind::InvalidData);
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let status = status.ok_or_else(broken)?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            if name == "content-length" {
                length = value.parse().map_err(|_| broken())?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

/// The server's process.
struct Server {
    child: Child,
    place: String,
}

impl Server {
    fn start(fewest: &PathBuf, memory: u64) -> io::Result<Self> {
        let mut child = Command::new(fewest)
            .args(["serve", "--port=0", &format!("--memory={memory}MiB")])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().expect("it was asked for");
        BufReader::new(out).read_line(&mut line)?;
        let place = line
            .trim()
            .trim_start_matches("http://")
            .trim_end_matches('/');
        Ok(Server {
            place: place.to_string(),
            child,
        })
    }

    /// The most memory that it ever had, as far as the system tells.
    fn peak(&self) -> io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        Ok(kib
            .and_then(|kib| kib.trim().parse::<u64>().ok())
            .unwrap_or(0)
            << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

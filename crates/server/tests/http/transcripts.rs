//! The exact words of the server: the problems that it reports, and what it tells a person about a board
//! that was drawn wrongly.
//!
//! `TRYCMD=overwrite cargo test -p fewest -p fewest-server transcripts` writes all of them anew; read
//! the difference before you commit it.

use std::net::TcpStream;

use fewest_tests::server::{Answer, TestServer};
use fewest_tests::sessions::{self, Player};

#[test]
fn sessions() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");
    sessions::check(folder, || Client {
        house: TestServer::open(""),
        job: String::new(),
        waiting: Vec::new(),
    });
}

/// Asks a server. `serve FLAGS` starts another one, `wait RUNNING QUEUED` waits until that is its work,
/// and `close` closes it.
///
/// `METHOD PATH` may be followed by a header, by `| NAME …` where just these fields of the answer are
/// wanted, and by `&` where the answer is only read once the server is closed. `[JOB]` in a path is the job
/// that was begun last.
struct Client {
    house: TestServer,
    job: String,
    waiting: Vec<TcpStream>,
}

impl Client {
    /// The status of an answer; of a problem, its fields as well.
    fn told(&mut self, answer: &Answer, fields: &str) -> (u16, String) {
        if let Some(place) = answer.header("location") {
            self.job = place.to_string();
        }
        if answer.status < 400 {
            return (answer.status, String::new());
        }
        let problem = answer.json();
        let all = problem.as_object().expect("a problem is an object").iter();
        let is_wanted = |name: &str| match fields {
            "" => !["type", "status"].contains(&name),
            _ => fields.split(' ').any(|field| field == name),
        };
        let lines = all.filter(|(name, _)| is_wanted(name));
        let line = |(name, value): (&String, &serde_json::Value)| match value.as_str() {
            Some(text) => format!("{name}: {text}\n"),
            None => format!("{name}: {value}\n"),
        };
        (answer.status, lines.map(line).collect())
    }
}

impl Player for Client {
    fn answer(&mut self, typed: &str, input: &[u8]) -> (u16, String) {
        let (method, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        match method {
            "serve" => self.house = TestServer::open(rest),
            "wait" => {
                let (running, queued) = rest.split_once(' ').expect("two numbers");
                let number = |text: &str| text.parse().expect("a number");
                self.house.wait_for(number(running), number(queued));
            }
            "close" => {
                self.house.close();
                let answer = Answer::read(self.waiting.pop().expect("a question waits"));
                return self.told(&answer, "");
            }
            _ => {
                let (request, fields) = rest.split_once(" | ").unwrap_or((rest, ""));
                let (request, is_waited_for) = match request.strip_suffix(" &") {
                    Some(request) => (request, false),
                    None => (request, true),
                };
                let (path, header) = request.split_once(' ').unwrap_or((request, ""));
                let path = path.replace("[JOB]", &self.job);
                let header = match header {
                    "" => String::new(),
                    header => format!("{header}\r\n"),
                };
                let asked = self.house.send(method, &path, &header, input);
                if is_waited_for {
                    return self.told(&Answer::read(asked), fields);
                }
                self.waiting.push(asked);
            }
        }
        (0, String::new())
    }
}

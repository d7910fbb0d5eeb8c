//! Hosts that are network namespaces of this machine, each with an address and a cable to one
//! switch. They need root and iproute2.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Hosts on one switch, which are gone with this.
pub struct Network {
    hosts: Vec<String>,
    switch: String,
}

/// Where a card sends what is for nobody: packets vanish, and nobody says so.
const NOBODY: &str = "02:00:00:00:00:99";

/// Runs a command of iproute2, given as one line.
fn run(line: &str) -> Output {
    let mut words = line.split(' ');
    let program = words.next().expect("a line has words");
    let ran = Command::new(program).args(words).output();
    ran.unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn must(line: &str) {
    let output = run(line);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {told}");
}

/// The names of all namespaces of this machine.
fn namespaces() -> Vec<String> {
    let listed = run("ip netns list").stdout;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_string).collect()
}

/// Ends whatever runs in a namespace, and removes it.
fn remove(namespace: &str) {
    let pids = run(&format!("ip netns pids {namespace}")).stdout;
    for pid in String::from_utf8_lossy(&pids).split_whitespace() {
        // One that has just ended is no trouble.
        run(&format!("kill -9 {pid}"));
    }
    run(&format!("ip netns del {namespace}"));
}

/// Removes what runs that were killed have left.
fn remove_leftovers() {
    for namespace in namespaces() {
        let maker = namespace
            .strip_prefix("fewest-")
            .and_then(|rest| rest.split('-').next());
        let is_over = |pid: u32| !Path::new(&format!("/proc/{pid}")).exists();
        if maker.and_then(|pid| pid.parse().ok()).is_some_and(is_over) {
            remove(&namespace);
        }
    }
}

/// A namespace that is not there yet.
fn namespace() -> String {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("fewest-{}-{number}", std::process::id());
    must(&format!("ip netns add {name}"));
    name
}

impl Network {
    pub fn new(hosts: usize) -> Self {
        remove_leftovers();
        let mut network = Network {
            hosts: Vec::new(),
            switch: namespace(),
        };
        let switch = &network.switch;
        must(&format!("ip -n {switch} link add switch type bridge"));
        must(&format!("ip -n {switch} link set switch up"));
        for host in 0..hosts {
            let name = namespace();
            // Known before the next command may fail.
            network.hosts.push(name.clone());
            let switch = &network.switch;
            let address = Network::address(host);
            for line in [
                format!("ip -n {name} link set lo up"),
                format!("ip -n {name} link add card type veth peer name port{host} netns {switch}"),
                format!("ip -n {name} address add {address}/24 dev card"),
                format!("ip -n {name} link set card up"),
                format!("ip -n {switch} link set port{host} master switch"),
                format!("ip -n {switch} link set port{host} up"),
            ] {
                must(&line);
            }
        }
        network
    }

    pub fn address(host: usize) -> String {
        format!("10.77.0.{}", host + 1)
    }

    /// A command that runs on a host.
    pub fn command(&self, host: usize, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.hosts[host], program]);
        command
    }

    /// Cuts a host off: what it sends is lost, and so is what is sent to it. Nobody is told.
    pub fn cut_off(&self, host: usize) {
        self.set_port(host, "0");
    }

    pub fn connect(&self, host: usize) {
        self.set_port(host, "3");
    }

    fn set_port(&self, host: usize, state: &str) {
        let switch = &self.switch;
        must(&format!(
            "bridge -n {switch} link set dev port{host} state {state}"
        ));
    }

    /// Cuts two hosts off from each other, but not from the rest.
    pub fn part(&self, one: usize, other: usize) {
        self.each_way(one, other, |name, address| {
            format!("ip -n {name} neigh replace {address} lladdr {NOBODY} dev card nud permanent")
        });
    }

    pub fn join(&self, one: usize, other: usize) {
        self.each_way(one, other, |name, address| {
            format!("ip -n {name} neigh del {address} dev card")
        });
    }

    fn each_way(&self, one: usize, other: usize, line: impl Fn(&str, &str) -> String) {
        for (from, to) in [(one, other), (other, one)] {
            must(&line(&self.hosts[from], &Network::address(to)));
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for namespace in self.hosts.iter().chain([&self.switch]) {
            remove(namespace);
        }
    }
}

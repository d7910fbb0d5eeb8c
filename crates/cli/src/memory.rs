//! How much memory is free, so that a search is never killed for taking more.

use std::fs::{self, File};
use std::io::Read as _;

/// What a search may take when nobody said: half of what is free.
pub fn default_limit() -> u64 {
    free().unwrap_or(4 << 30) / 2
}

/// The bytes that are free, as far as the system tells: the machine's, and the container's.
fn free() -> Option<u64> {
    let machine = meminfo(&beginning("/proc/meminfo")?)?;
    Some(machine.min(container().unwrap_or(u64::MAX)))
}

/// The beginning of a file. Those that the system makes up are read faster in one piece.
fn beginning(name: &str) -> Option<String> {
    let mut bytes = [0; 1024];
    let read = File::open(name).ok()?.read(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes[..read]).into_owned())
}

fn meminfo(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

fn container() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    let used = read("memory.current")?.saturating_sub(cached().unwrap_or(0));
    Some(read("memory.max")?.saturating_sub(used))
}

/// What the container holds of files only to have them at hand: it would be given up.
fn cached() -> Option<u64> {
    let text = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("inactive_file "))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn meminfo_is_in_kibibytes() {
        let text = "MemTotal:       24662332 kB\nMemAvailable:   1024 kB\n";
        assert_eq!(super::meminfo(text), Some(1 << 20));
        assert_eq!(super::meminfo("rubbish"), None);
    }
}

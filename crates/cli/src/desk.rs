//! A person at a terminal, or a script, who asks: files, standard input, a bar, Ctrl-C.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use fewest_search::{Limits, Unwatched, Watch};
use fewest_verbs::args::{ClusterArgs, LimitArgs, Telling};
use fewest_verbs::crew::{Crew, Share};
use fewest_verbs::desk::{Desk, STDIN, Watcher, is_stdin};
use fewest_verbs::ended::Failure;
use fewest_verbs::samples;
use fewest_words::say;

use crate::events::Events;
use crate::exit::tell;
use crate::progress::{self, Bar};
use crate::{aside, cluster, memory};

/// The command's side of the desk.
pub struct Terminal;

/// The memory that is taken without asking the system how much there is.
const UNASKED: u64 = 256 << 20;

impl Desk for Terminal {
    /// `-` is standard input, and so is no file: but a terminal there would wait for ever. A name
    /// that begins with `sample:` is no file's, whatever there is on the disk.
    fn read(&mut self, file: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        if let Some((file, sample)) = file.and_then(|file| Some((file, samples::read(file)?))) {
            return Ok((file.display().to_string(), sample?));
        }
        let (name, read) = match file {
            None if io::stdin().is_terminal() => return Err(Failure::NoInput),
            Some(file) if !is_stdin(file) => (file.display().to_string(), std::fs::read(file)),
            _ => {
                // As much as a pipe holds: to begin with a few bytes and double would be many calls.
                let mut bytes = Vec::with_capacity(1 << 16);
                let read = io::stdin().lock().read_to_end(&mut bytes);
                (STDIN.to_string(), read.map(|_| bytes))
            }
        };
        match read {
            Ok(bytes) => Ok((name, bytes)),
            Err(error) => Err(Failure::plain(say!("{name}: {told}", name, told = error))),
        }
    }

    fn has(&self, file: &Path) -> bool {
        let is_there = || is_stdin(file) || file.symlink_metadata().is_ok();
        samples::has(file).unwrap_or_else(is_there)
    }

    /// Memory that nobody asked for is divided among those who share it; what was asked for is for
    /// each of them.
    fn limits(&self, asked: &LimitArgs, sharing: NonZeroUsize) -> Limits {
        let memory = asked
            .memory
            .unwrap_or_else(|| memory::default_limit() / sharing.get() as u64);
        Limits {
            states: asked.states,
            memory: Some(memory),
            time: asked.time,
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = Limits {
            memory: Some(UNASKED),
            ..Limits::default()
        };
        (limits, Box::new(Unwatched))
    }

    fn threads(&self) -> NonZeroUsize {
        thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    fn scratch(&self) -> Option<PathBuf> {
        Some(for_large_files())
    }

    fn crew(
        &self,
        asked: &ClusterArgs,
        share: Share,
        folder: Option<&Path>,
    ) -> Result<Box<dyn Crew>, Failure> {
        Ok(Box::new(cluster::Led::new(asked, share, folder)?))
    }

    fn watch(&self, telling: Telling) -> Box<dyn Watcher + '_> {
        progress::catch_interrupts();
        match telling {
            Telling::Bar => Box::new(Bar::new(true)),
            Telling::None => Box::new(Bar::new(false)),
            Telling::Json => Box::new(Events::new()),
        }
    }

    fn is_stopped(&self) -> bool {
        progress::interrupted()
    }

    fn tell(&mut self, remark: &str) {
        tell(remark);
    }

    fn tell_error(&mut self, why: &str) {
        tell(&say!("error: {what}", what = why));
    }

    fn refusal(&self, file: &Path) -> Option<&'static str> {
        aside::refusal(file)
    }

    fn hand_over(&mut self, file: &Path, picture: &[u8]) -> io::Result<()> {
        if file == Path::new("-") {
            // Not through the terminal's writer: it would change the bytes.
            return io::stdout().lock().write_all(picture);
        }
        aside::write(file, picture).map_err(|why| {
            let name = file.display();
            io::Error::new(why.kind(), say!("{name}: {told}", name, told = why))
        })
    }
}

/// The system's own folder for large files, unless whoever asks has another one.
pub fn for_large_files() -> PathBuf {
    // `/tmp` may be kept in memory, which is just what has run out.
    const LARGE: &str = "/var/tmp";
    let chosen = std::env::var_os("TMPDIR").is_some_and(|folder| !folder.is_empty());
    match !chosen && Path::new(LARGE).is_dir() {
        true => PathBuf::from(LARGE),
        false => std::env::temp_dir(),
    }
}

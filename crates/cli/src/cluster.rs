//! Leads a cluster for whoever asks at a terminal: workers of other machines, or processes that are
//! started here.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

use fewest_cluster::{Cluster, ClusterError, ClusterEvent, Hosts, Settings, Token, process_folder};
use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_games::source::Source;
use fewest_search::disk::Folder;
use fewest_search::{Report, Watch};
use fewest_verbs::args::ClusterArgs;
use fewest_verbs::crew::{Answer, Crew, Question, Share, Trouble, Work};
use fewest_verbs::ended::Failure;
use fewest_words::{Lang, say};

use crate::desk::for_large_files;
use crate::progress::{self, going_on};

/// A cluster that is led from here.
pub struct Led {
    processes: NonZeroUsize,
    /// Ends before its folder does.
    cluster: Cluster,
    /// Where its processes keep what they have, if that is here.
    folder: Option<Place>,
}

/// A folder of processes.
enum Place {
    /// It was named, to resume the search from it.
    Kept(PathBuf),
    /// It is gone with this.
    Fleeting(Folder),
}

impl Led {
    /// The cluster that was asked for; nobody is called or started yet.
    pub fn new(asked: &ClusterArgs, share: Share, folder: Option<&Path>) -> Result<Self, Failure> {
        match &asked.hosts {
            Some(file) => Led::at_hosts(file, asked),
            None => Led::here(asked, share, folder),
        }
    }

    fn at_hosts(file: &Path, asked: &ClusterArgs) -> Result<Self, Failure> {
        let token = Token::read(asked.token_file.as_deref());
        let token = token.map_err(|why| Failure::plain(why.to_string()))?;
        let hosts = read_hosts(file)?;
        let processes = NonZeroUsize::new(hosts.addresses().len());
        Ok(Led {
            processes: processes.unwrap_or(NonZeroUsize::MIN),
            cluster: Cluster::at(&hosts, settings(asked, token)),
            folder: None,
        })
    }

    fn here(asked: &ClusterArgs, share: Share, kept: Option<&Path>) -> Result<Self, Failure> {
        let processes = asked.processes.unwrap_or(NonZeroUsize::MIN);
        let cannot = |why| {
            Failure::plain(say!(
                "the processes of a cluster cannot be started: {why}",
                why
            ))
        };
        let token = Token::random().map_err(cannot)?;
        let program = std::env::current_exe().map_err(cannot)?;
        let folder = match kept {
            Some(folder) => Place::Kept(folder.to_path_buf()),
            None => Place::Fleeting(Folder::fleeting(&for_large_files()).map_err(cannot)?),
        };
        let patience = asked.patience;
        let start = move |folder: &Path| {
            let mut command = Command::new(&program);
            command.args(["worker", "--local", "--lang", Lang::spoken().code()]);
            command.arg("--scratch").arg(folder);
            command.args(["--patience", &format!("{}ms", patience.as_millis())]);
            if let Some(threads) = share.threads {
                command.args(["--threads", &threads.to_string()]);
            }
            if let Some(memory) = share.memory {
                command.args(["--memory", &memory.to_string()]);
            }
            command
        };
        let below = folder.path().to_path_buf();
        let cluster = Cluster::local(processes, below, settings(asked, token), Box::new(start));
        Ok(Led {
            processes,
            cluster,
            folder: Some(folder),
        })
    }
}

impl Place {
    fn path(&self) -> &Path {
        match self {
            Place::Kept(folder) => folder,
            Place::Fleeting(folder) => folder.path(),
        }
    }
}

fn settings(asked: &ClusterArgs, token: Token) -> Settings {
    Settings {
        token,
        patience: asked.patience,
        restarts: asked.restarts,
    }
}

/// Reads a file of workers.
pub fn read_hosts(file: &Path) -> Result<Hosts, Failure> {
    let name = file.display().to_string();
    let bytes =
        fs::read(file).map_err(|why| Failure::plain(say!("{name}: {told}", name, told = why)))?;
    let hosts = Source::new(&bytes).and_then(Hosts::read);
    hosts.map_err(|error| Failure::text(&name, &bytes, error))
}

impl Crew for Led {
    fn processes(&self) -> NonZeroUsize {
        self.processes
    }

    fn solve(
        &mut self,
        level: &AnyLevel,
        work: &Work,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Trouble> {
        let work = fewest_cluster::Work {
            whole: work.whole,
            time: work.time,
            states: work.states,
            memory: work.share.memory,
            threads: work.share.threads,
            is_kept: work.is_kept,
        };
        let found = self.cluster.solve(level, &work, watch, &mut report);
        level
            .adopt(found.map_err(trouble)?)
            .map_err(Trouble::Internal)
    }

    fn spread(
        &mut self,
        questions: Vec<Question>,
        hand_over: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        progress::catch_interrupts();
        let questions: Vec<_> = questions
            .into_iter()
            .map(|Question { name, text, how }| fewest_cluster::Question { name, text, how })
            .collect();
        let mut answered = |answer| {
            let fewest_cluster::Answer { out, exit, remarks } = answer;
            hand_over(Answer { out, exit, remarks })
        };
        let spread = self.cluster.spread(
            &questions,
            &mut || going_on().is_break(),
            &mut report,
            &mut answered,
        );
        spread.map_err(trouble)
    }

    fn forget(self: Box<Self>) {
        let Led {
            processes,
            cluster,
            folder,
        } = *self;
        // The processes end.
        drop(cluster);
        if let Some(Place::Kept(folder)) = folder {
            for index in 0..processes.get() {
                // What somebody else has put there stays, and so does the folder.
                let _ = fs::remove_dir(process_folder(&folder, index));
            }
        }
    }
}

/// Prints an event of the cluster.
fn report(event: &ClusterEvent) {
    progress::tell_beside_the_bar(&event.to_string());
}

fn trouble(error: ClusterError) -> Trouble {
    match error {
        ClusterError::Lost(lost) => Trouble::Lost(lost.to_string()),
        error => Trouble::CannotBegin(error.to_string()),
    }
}

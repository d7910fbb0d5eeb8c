//! `cargo run --release -p fewest-peers`: fewest and its peers, side by side.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use fewest_peers::contests::SECTIONS;
use fewest_peers::measure::Run;
use fewest_peers::report::Said;
use fewest_peers::{heap, instances};

#[global_allocator]
static ALLOCATOR: heap::Counting = heap::Counting;

/// Measures fewest against other people's software, and against the programs that a competitor
/// writes. The tables go to standard output.
#[derive(Parser)]
struct Args {
    /// Measure one part alone
    #[arg(long, value_name = "PART", value_parser = PossibleValuesParser::new(SECTIONS.iter().map(|section| section.name)))]
    only: Option<String>,
    /// Small boards and few runs, to see whether it works; processes only where --only asks
    #[arg(long)]
    quick: bool,
    /// Print JSON instead of Markdown
    #[arg(long)]
    json: bool,
    /// List what would be measured
    #[arg(long)]
    list: bool,
    /// Choose the hard boards again (takes minutes), write their lists, and stop
    #[arg(long)]
    choose: bool,
    /// Write the inputs whose instructions are counted, and stop
    #[arg(long, value_name = "FOLDER")]
    write_inputs: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    if args.choose {
        return instances::choose().map_err(|error| error.to_string());
    }
    if let Some(folder) = &args.write_inputs {
        let written = instances::write_inputs(folder);
        return written.map_err(|error| format!("{}: {error}", folder.display()));
    }
    let wanted = |name: &str| match &args.only {
        Some(only) => name == only,
        None => !(args.quick && name == "processes"),
    };
    let sections = SECTIONS.iter().filter(|section| wanted(section.name));
    if args.list {
        for section in sections {
            for instance in (section.instances)(args.quick) {
                println!("{}: {instance}", section.name);
            }
        }
        return Ok(());
    }
    if cfg!(debug_assertions) {
        eprintln!("this is no release build: its times mean nothing");
    }
    let mut run = Run::new(args.quick);
    for section in sections {
        (section.run)(&mut run).map_err(|disagreement| disagreement.0)?;
    }
    let said = Said::new(run.rows);
    if args.json {
        let json = serde_json::to_string_pretty(&said).map_err(|error| error.to_string())?;
        println!("{json}");
    } else {
        print!("{}", said.markdown());
    }
    Ok(())
}

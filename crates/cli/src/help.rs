//! The command line in the language that is spoken: the parser's own texts are English, so the
//! command is walked and every text in it replaced.

use clap::{Arg, Command, CommandFactory as _};
use fewest_words::{Lang, key, of, say};

use crate::args::Args;

/// The language that is asked for, found before anything is parsed: the help, and what is wrong
/// with the words, are to be in it.
pub fn language() -> Lang {
    let mut words = std::env::args_os().skip(1);
    let mut asked = None;
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        match word.strip_prefix("--lang") {
            Some("") => asked = words.next().map(|code| code.to_string_lossy().into_owned()),
            Some(code) => asked = code.strip_prefix('=').map(str::to_string).or(asked),
            None if word == "--" => break,
            None => {}
        }
    }
    asked.and_then(|code| Lang::find(&code)).unwrap_or_default()
}

/// The command with all its texts in the language that is spoken.
pub fn command() -> Command {
    let mut command = Args::command();
    match Lang::spoken() {
        Lang::En => command,
        Lang::Zh => {
            // Only then the flags for help and for the version are there.
            command.build();
            said(command)
        }
    }
}

/// A command's texts, and those of its subcommands and arguments.
fn said(command: Command) -> Command {
    let usage = command.get_styles().get_usage();
    let usage = format!("{usage}{}{usage:#}", of(key("Usage:")));
    let mut command = command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(of(key("Commands")));
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(of(&about).to_string());
    }
    if let Some(before) = command.get_before_help().map(ToString::to_string) {
        command = command.before_help(of(&before).to_string());
    }
    if let Some(after) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(of(&after).to_string());
    }
    command.mut_args(said_of).mut_subcommands(said)
}

/// An argument's help, with what it may be and what it is unasked.
fn said_of(arg: Arg) -> Arg {
    let heading = match arg.get_help_heading() {
        // No other one has a name.
        Some(_) => key("Cluster"),
        None if arg.is_positional() => key("Arguments"),
        None => key("Options"),
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let long = arg.get_long_help().map(ToString::to_string);
    let more = match arg.get_action().takes_values() {
        true => values(&arg),
        false => String::new(),
    };
    let arg = arg
        .help_heading(of(heading))
        .hide_default_value(true)
        .hide_possible_values(true);
    let arg = match long {
        Some(long) => arg.long_help(of(&long).to_string() + &more),
        None => arg,
    };
    arg.help(of(&help).to_string() + &more)
}

/// ` [default: en] [possible values: en, zh]`.
fn values(arg: &Arg) -> String {
    let mut text = String::new();
    let defaults = arg.get_default_values().iter();
    let defaults: Vec<_> = defaults
        .map(|value| value.to_string_lossy())
        .filter(|value| !value.is_empty())
        .collect();
    if !defaults.is_empty() {
        text += " ";
        text += &say!("[default: {value}]", value = defaults.join(" "));
    }
    let possible: Vec<_> = arg
        .get_possible_values()
        .iter()
        .map(|value| match value.get_help() {
            Some(help) => say!(
                "{title} ({game})",
                title = value.get_name(),
                game = of(&help.to_string())
            ),
            None => value.get_name().to_string(),
        })
        .collect();
    if !possible.is_empty() {
        text += " ";
        text += &say!(
            "[possible values: {values}]",
            values = possible.join(of(key(", ")))
        );
    }
    text
}

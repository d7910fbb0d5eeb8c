//! What the command says beside its answers: diagnostics, refusals of what was typed, and the help, in the
//! language that is spoken.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Renderer, Snippet};
use clap::{Arg, Command, CommandFactory as _};
use fewest_games::source::TextError;
use fewest_verbs::outcome::{self, Diagnostic, Exit, Failure};
use fewest_words::{Lang, is_hidden, key, of, readable, say};

use crate::args::Args;

/// A message for people, on standard error. Where that cannot be written, the exit code has to
/// be enough.
pub fn tell(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// The exit code for how a command ended, once it is told what went wrong.
pub fn exit_code(ended: Result<Exit, Failure>) -> u8 {
    let failure = match ended {
        Ok(exit) => return exit.code(),
        Err(failure) => failure,
    };
    match &failure {
        Failure::BadInput(diagnostics) => diagnostics.iter().for_each(show),
        Failure::TooLarge(message) => show(&Diagnostic::Plain(message.clone())),
        Failure::NoInput => show_help(),
        // Whoever has read enough need not be told.
        Failure::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Failure::Write(_) | Failure::Unpaintable(_) => {
            tell(&say!("error: {what}", what = failure));
        }
        Failure::Internal(disagreement) => tell(&disagreement.to_string()),
    }
    failure.code()
}

/// Shows what is wrong: a message, and where it has a place, the line with a caret, and advice.
fn show(diagnostic: &Diagnostic) {
    let in_a_line = |message: &str| {
        let message = readable_lines(message);
        let report = [Group::with_title(error_level().primary_title(message))];
        Renderer::styled().render(&report)
    };
    tell(&match diagnostic {
        Diagnostic::Plain(_) | Diagnostic::Squares { .. } => in_a_line(&diagnostic.to_string()),
        Diagnostic::Text { name, line, error } => in_its_place(name, line, error),
    });
}

/// `error`, in the language that is spoken.
fn error_level() -> Severity<'static> {
    Severity::ERROR.with_name(of(key("error")))
}

/// `help`, in the language that is spoken.
fn help_level() -> Severity<'static> {
    Severity::HELP.with_name(of(key("help")))
}

/// Says why the parser refuses what was typed, or shows the help that was asked for, and ends the
/// process.
pub fn refuse(refused: &clap::Error) -> ! {
    let said = match Lang::spoken() {
        // The parser speaks English best, but it repeats what was typed as it is.
        Lang::En if are_readable(env::args_os()) => None,
        Lang::En => {
            tell(&readable_lines(&refused.render().to_string()));
            std::process::exit(refused.exit_code())
        }
        Lang::Zh => outcome::explain_usage(refused),
    };
    let Some((what, advice)) = said else {
        let shown = refused.print().and_then(|()| io::stdout().flush());
        std::process::exit(match shown {
            // Help that was asked for is an answer, and may not get lost unseen.
            Err(error) if !refused.use_stderr() => exit_code(Err(Failure::Write(error))).into(),
            _ => refused.exit_code(),
        })
    };
    let group = Group::with_title(error_level().primary_title(what));
    let advice = advice.map(|advice| help_level().message(advice));
    let more = help_level().message(of(key("--help tells more")));
    let report = [group.elements(advice.into_iter().chain([more]))];
    tell(&Renderer::styled().render(&report));
    std::process::exit(2)
}

fn are_readable(mut words: impl Iterator<Item = OsString>) -> bool {
    words.all(|word| !word.to_string_lossy().contains(is_hidden))
}

/// A message with what is hidden in it spelt out, but for its line ends.
fn readable_lines(message: &str) -> String {
    let lines: Vec<_> = message.split('\n').map(readable).collect();
    lines.join("\n")
}

/// The line with its hidden characters spelt out, and the bytes that `characters` of it take there.
/// The renderer has signs of its own for the control characters of ASCII, and spaces for a tab.
fn readable_part(line: &str, characters: Range<usize>) -> (String, Range<usize>) {
    let mut shown = String::new();
    let mut span = None..None;
    for (place, letter) in line.chars().enumerate() {
        if place == characters.start {
            span.start = Some(shown.len());
        }
        if place == characters.end {
            span.end = Some(shown.len());
        }
        match is_hidden(letter) && !letter.is_ascii() {
            true => shown.extend(letter.escape_default()),
            false => shown.push(letter),
        }
    }
    let end = shown.len();
    let span = span.start.unwrap_or(end)..span.end.unwrap_or(end);
    (shown, span)
}

fn in_its_place(name: &str, line: &str, error: &TextError) -> String {
    let start = error.column - 1;
    let (line, span) = readable_part(line, start..start + error.width);
    let name = readable(name);
    let report = [
        Group::with_title(error_level().primary_title(&error.message))
            .element(
                Snippet::source(&line)
                    .path(&*name)
                    .line_start(error.line)
                    .annotation(AnnotationKind::Primary.span(span)),
            )
            .element(help_level().message(&error.advice)),
    ];
    Renderer::styled().render(&report)
}

/// The help of the command that was typed.
fn show_help() {
    let mut args = command();
    args.build();
    let mut words = std::env::args().skip(1);
    let typed = words.find_map(|word| args.find_subcommand(&word).map(|_| word));
    let command = match typed {
        Some(word) => args.find_subcommand_mut(word).expect("it was just found"),
        None => &mut args,
    };
    tell(&command.render_help().ansi().to_string());
}

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

#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

pub fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    // Written in memory first: the generator panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "fewest", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}

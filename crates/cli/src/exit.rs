//! How the command ends: complaints are shown, and their exit code is said.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Renderer, Snippet};
use fewest_games::source::TextError;
use fewest_verbs::ended::{Complaint, Exit, Failure};
use fewest_verbs::usage;
use fewest_words::{Lang, is_hidden, key, of, readable, say};

use crate::help;

/// A message for people, on standard error. Where that cannot be written, the exit code has to
/// be enough.
pub fn tell(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// The exit code for how a command ended, once it is told what went wrong.
pub fn code(ended: Result<Exit, Failure>) -> u8 {
    let failure = match ended {
        Ok(exit) => return exit.code(),
        Err(failure) => failure,
    };
    match &failure {
        Failure::BadInput(complaints) => complaints.iter().for_each(show),
        Failure::TooLarge(message) => show(&Complaint::Plain(message.clone())),
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
fn show(complaint: &Complaint) {
    let in_a_line = |message: &str| {
        let message = readable_lines(message);
        let report = [Group::with_title(error_level().primary_title(message))];
        Renderer::styled().render(&report)
    };
    tell(&match complaint {
        Complaint::Plain(_) | Complaint::Squares { .. } => in_a_line(&complaint.to_string()),
        Complaint::Text { name, line, error } => in_its_place(name, line, error),
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
        Lang::Zh => usage::in_words(refused),
    };
    let Some((what, advice)) = said else {
        let shown = refused.print().and_then(|()| io::stdout().flush());
        std::process::exit(match shown {
            // Help that was asked for is an answer, and may not get lost unseen.
            Err(error) if !refused.use_stderr() => code(Err(Failure::Write(error))).into(),
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
    let mut args = help::command();
    args.build();
    let mut words = std::env::args().skip(1);
    let typed = words.find_map(|word| args.find_subcommand(&word).map(|_| word));
    let command = match typed {
        Some(word) => args.find_subcommand_mut(word).expect("it was just found"),
        None => &mut args,
    };
    tell(&command.render_help().ansi().to_string());
}

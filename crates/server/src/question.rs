//! A question as it comes: a verb's name and a query, read by the same parser as the command's
//! words.

use std::sync::LazyLock;

use clap::{
    Arg, ArgAction, Args as _, Command, CommandFactory as _, FromArgMatches as _, ValueHint,
};
use fewest_verbs::args::LanguageArgs;
use fewest_verbs::outcome::explain_usage;
use fewest_verbs::{Ask, Verb};
use fewest_words::{Lang, say};

use crate::problem::Problem;

/// A parser for each verb alone: to set up one for all that could be asked takes longer than most
/// boards do.
static PARSERS: LazyLock<Vec<Parser>> = LazyLock::new(|| {
    let ask = Ask::command();
    let parser = |verb: &Command| {
        let alone = Command::new("ask").no_binary_name(true);
        let mut alone = LanguageArgs::augment_args(alone).subcommand(verb.clone());
        alone.build();
        let verb = alone.find_subcommand(verb.get_name());
        let verb = verb.expect("it was just put there").clone();
        Parser { verb, alone }
    };
    ask.get_subcommands().map(parser).collect()
});

struct Parser {
    /// The verb with all its arguments.
    verb: Command,
    /// What reads words that begin with the verb.
    alone: Command,
}

/// The verbs as they can be asked for, in their order, and each as it is asked in the shortest way.
pub fn verbs() -> impl Iterator<Item = (&'static Command, &'static Verb)> {
    static SHORTEST: LazyLock<Vec<Verb>> = LazyLock::new(|| {
        PARSERS
            .iter()
            .map(|parser| shortest(&parser.verb))
            .collect()
    });
    PARSERS.iter().map(|parser| &parser.verb).zip(&*SHORTEST)
}

/// A question that says only what it must: the first of what that may be.
fn shortest(verb: &Command) -> Verb {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for arg in parameters(verb).filter(|arg| arg.is_required_set()) {
        let possible = arg.get_possible_values();
        let first = possible.first().expect("what must be said is one of a few");
        query.append_pair(name(arg), first.get_name());
    }
    let ask = read(verb.get_name(), &query.finish());
    ask.unwrap_or_else(|why| panic!("{why:?}")).verb
}

/// What a query may say to a verb: its long flags, and what the command takes as plain words.
/// Files and folders are not among them, for the only text is the one that comes with the question,
/// nor is how an answer looks, nor what is the server's to decide.
pub fn parameters(verb: &Command) -> impl Iterator<Item = &Arg> {
    verb.get_arguments().filter(|arg| {
        let files = [ValueHint::FilePath, ValueHint::DirPath];
        let ours = [
            "json",
            "quiet",
            "help",
            "progress",
            "threads",
            "jobs",
            "processes",
            "restarts",
            "patience",
            // They have an address of their own.
            "levels",
        ];
        !files.contains(&arg.get_value_hint()) && !ours.contains(&arg.get_id().as_str())
    })
}

/// The name of a parameter: the long flag's, or else the word's own.
pub fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or(arg.get_id().as_str())
}

/// Whether a parameter is either said or not, and has no value in the command.
pub fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

/// Whether something of that name can be asked.
pub fn is_verb(name: &str) -> bool {
    PARSERS.iter().any(|parser| parser.verb.get_name() == name)
}

/// Reads what is asked. The language is told too where the rest cannot be understood.
pub fn read(name_of_verb: &str, query: &str) -> Result<Ask, Problem> {
    let mut parsers = PARSERS.iter();
    let Some(parser) = parsers.find(|parser| parser.verb.get_name() == name_of_verb) else {
        return Err(Problem::not_found());
    };
    let words = words(&parser.verb, query)?;
    let unreadable = |error| unreadable(&parser.verb, &error);
    let matches = parser.alone.clone().try_get_matches_from(words);
    let matches = matches.map_err(unreadable)?;
    let mut ask = Ask::from_arg_matches(&matches).map_err(unreadable)?;
    ask.verb.settle_format();
    Ok(ask)
}

/// The language that a query asks for, as far as it can be understood.
pub fn language(query: &str) -> Lang {
    form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "lang")
        .and_then(|(_, code)| Lang::find(&code))
        .unwrap_or_default()
}

/// What an address takes that has no verb: only the language.
pub fn language_alone() -> &'static Command {
    static COMMAND: LazyLock<Command> = LazyLock::new(|| {
        let mut command = LanguageArgs::augment_args(Command::new("api").disable_help_flag(true));
        command.build();
        command
    });
    &COMMAND
}

/// What is wrong with a query that may say nothing but the language, at an address of that name.
pub fn check_language(name: &'static str, query: &str) -> Result<(), Problem> {
    let command = language_alone().clone().name(name);
    let words = words(&command, query)?;
    let matches = command.clone().try_get_matches_from(words);
    matches.map_err(|error| unreadable(&command, &error))?;
    Ok(())
}

/// The command's words for a query.
pub fn words(verb: &Command, query: &str) -> Result<Vec<String>, Problem> {
    let mut words = vec![verb.get_name().to_string()];
    // What has no flag comes after all that have one, in whatever order they are said.
    let mut plain = Vec::new();
    let mut said = Vec::new();
    let known = || {
        let names: Vec<_> = parameters(verb).map(name).collect();
        say!(
            "{verb} takes: {names}",
            verb = verb.get_name(),
            names = names.join(", ")
        )
    };
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        let Some(arg) = parameters(verb).find(|arg| name(arg) == key) else {
            let message = say!("{verb} takes no `{key}`", verb = verb.get_name(), key);
            return Err(Problem::bad_query(message).advised(known()));
        };
        if said
            .iter()
            .any(|other: &&Arg| other.get_id() == arg.get_id())
        {
            let message = say!("`{key}` is said twice", key);
            return Err(Problem::bad_query(message).advised(say!("keep one of them")));
        }
        said.push(arg);
        match (is_flag(arg), arg.get_long(), value.as_ref()) {
            (true, Some(long), "true") => words.push(format!("--{long}")),
            (true, _, "false") => {}
            (true, ..) => {
                let message = say!("`{key}` is either true or false, not `{value}`", key, value);
                return Err(Problem::bad_query(message));
            }
            (false, Some(long), value) => words.push(format!("--{long}={value}")),
            (false, None, value) => plain.push(value.to_string()),
        }
    }
    let fixed = fixed(verb, &said);
    words.splice(1..1, fixed);
    if !plain.is_empty() {
        words.push("--".to_string());
        words.extend(plain);
    }
    Ok(words)
}

/// What nobody has to say: that the answer is JSON, where it can be, or that a picture comes with
/// the answer, for want of a file.
fn fixed(verb: &Command, said: &[&Arg]) -> Vec<String> {
    let is_file = |arg: &&Arg| arg.is_required_set() && arg.get_value_hint() == ValueHint::FilePath;
    if let Some(file) = verb.get_arguments().find(is_file) {
        return vec![format!("--{}=-", name(file))];
    }
    let has_json = verb.get_arguments().any(|arg| name(arg) == "json");
    let rules_it_out = |arg: &&&Arg| {
        let others = verb.get_arg_conflicts_with(arg);
        others.iter().any(|other| name(other) == "json")
    };
    match has_json && said.iter().find(rules_it_out).is_none() {
        true => vec!["--json".to_string()],
        false => Vec::new(),
    }
}

/// What the parser of the command says, in the words of a query.
pub fn unreadable(verb: &Command, error: &clap::Error) -> Problem {
    let (mut message, advice) =
        explain_usage(error).unwrap_or_else(|| (say!("the query cannot be understood"), None));
    for arg in parameters(verb) {
        message = message.replace(&arg.to_string(), name(arg));
    }
    let problem = Problem::bad_query(message);
    match advice {
        Some(advice) => problem.advised(advice),
        None => problem,
    }
}

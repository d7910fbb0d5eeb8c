//! The document of the API, in OpenAPI: made of the one list of verbs, and of what each says about
//! itself.

mod places;
mod schemas;
mod shapes;

use std::any::TypeId;

use clap::Arg;
use fewest_words::{of, say};
use serde_json::Value;
use utoipa::PartialSchema;
use utoipa::openapi::example::Example;
use utoipa::openapi::path::{
    HttpMethod, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use utoipa::openapi::{
    Content, Header, InfoBuilder, OpenApi, OpenApiBuilder, PathItem, PathsBuilder, Ref, RefOr,
    Required, Response, ResponseBuilder,
};

use crate::gallery;
use crate::job::Status;
use crate::problem::Told;
use crate::question;
use schemas::Schemas;

/// The one verb that is about no text.
const WITHOUT_TEXT: &str = "games";

/// The whole document, in the language that is spoken.
pub fn document() -> OpenApi {
    let mut schemas = Schemas::default();
    let mut paths = PathsBuilder::new();
    for verb in question::verbs() {
        let name = verb.get_name();
        let (path, method) = (format!("/api/v1/{name}"), method(verb));
        paths = paths.path(path, PathItem::new(method, asking(verb, &mut schemas)));
    }
    for (path, item) in places::places(&mut schemas) {
        paths = paths.path(path, item);
    }
    schemas.add::<Told>("Problem", &[]);
    let info = InfoBuilder::new()
        .title("fewest")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(say!(
            "The fewest moves that win a grid puzzle, proven. A question is a verb: the body is the text of a level, of a judge's input or of another program's format, and the query is what the command's long flags say. The answer is what the command prints with --json: one object, or one a line where there are several."
        )));
    OpenApiBuilder::new()
        .info(info.build())
        .paths(paths.build())
        .components(Some(schemas.components))
        .build()
}

/// How a verb is asked: those that need no text, without one.
fn method(verb: &clap::Command) -> HttpMethod {
    match needs_text(verb) {
        true => HttpMethod::Post,
        false => HttpMethod::Get,
    }
}

fn needs_text(verb: &clap::Command) -> bool {
    verb.get_name() != WITHOUT_TEXT
}

/// How a verb is asked, and what comes back.
fn asking(verb: &clap::Command, schemas: &mut Schemas) -> OperationBuilder {
    let about = verb
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut operation = OperationBuilder::new()
        .operation_id(Some(verb.get_name()))
        .summary(Some(of(&about)))
        .parameters(Some(question::parameters(verb).map(parameter)));
    for (status, response) in answers(verb, schemas) {
        operation = operation.response(status, response);
    }
    match needs_text(verb) {
        true => operation.request_body(Some(text())),
        false => operation,
    }
}

fn text() -> RequestBody {
    let examples = gallery::smallest().map(|level| {
        let example = Example::builder().value(Some(Value::from(level.text.as_str())));
        (level.name.as_str(), RefOr::T(example.build()))
    });
    let content = Content::builder()
        .schema(Some(Object::with_type(Type::String)))
        .examples_from_iter(examples);
    RequestBodyBuilder::new()
        .description(Some(say!(
            "the text of a level; its media type does not matter"
        )))
        .required(Some(Required::True))
        .content("text/plain", content.build())
        .build()
}

/// A parameter of the query, as the command's parser knows it.
fn parameter(arg: &Arg) -> Parameter {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let required = match arg.is_required_set() {
        true => Required::True,
        false => Required::False,
    };
    ParameterBuilder::new()
        .name(question::name(arg))
        .parameter_in(ParameterIn::Query)
        .required(required)
        .description(Some(of(&help)))
        .schema(Some(value(arg)))
        .build()
}

fn value(arg: &Arg) -> Object {
    let parser = arg.get_value_parser();
    let numbers = [
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ];
    // A number of bytes may have a unit.
    let has_unit = arg
        .get_value_names()
        .is_some_and(|names| names == ["BYTES"]);
    let is_number = !has_unit && numbers.iter().any(|number| parser.type_id() == *number);
    let mut object = match (question::is_flag(arg), is_number) {
        (true, _) => ObjectBuilder::new().schema_type(Type::Boolean),
        (false, true) => ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0)),
        (false, false) => ObjectBuilder::new().schema_type(Type::String),
    };
    let possible = arg.get_possible_values();
    if !question::is_flag(arg) && !possible.is_empty() {
        let names = possible.iter().map(|value| value.get_name().to_string());
        object = object.enum_values(Some(names));
    }
    let default = arg
        .get_default_values()
        .first()
        .and_then(|value| value.to_str());
    let default = default
        .filter(|_| !question::is_flag(arg))
        .map(|value| match is_number {
            true => value.parse::<u64>().map_or(Value::Null, Value::from),
            false => Value::from(value),
        });
    object.default(default).build()
}

/// What a verb may answer, by its status.
fn answers(verb: &clap::Command, schemas: &mut Schemas) -> Vec<(&'static str, Response)> {
    let mut answers = vec![("200", answered(verb, schemas))];
    let job = Content::new(Some(schemas.add::<Status>("Job", &[])));
    let place = Header::builder()
        .schema(Some(Object::with_type(Type::String)))
        .description(Some(say!("the job's address")));
    let accepted = ResponseBuilder::new()
        .description(say!("it takes longer, and has become a job"))
        .header("Location", place.build())
        .content("application/json", job);
    answers.push(("202", accepted.build()));
    answers.push(("400", problem(say!("the query is wrong"))));
    if needs_text(verb) {
        answers.push(("408", problem(say!("the text took too long to come"))));
        answers.push((
            "413",
            problem(say!("the text, the board or the answer is too large")),
        ));
        let wrong = say!("the text or the moves are wrong, or there is no answer");
        answers.push(("422", problem(wrong)));
    }
    answers.push(("429", busy()));
    answers.push(("500", problem(say!("a fault of fewest"))));
    answers.push(("503", problem(say!("the server is being closed"))));
    answers.extend(refusals());
    answers
}

/// What may be said at every address.
fn refusals() -> [(&'static str, Response); 2] {
    [
        (
            "403",
            problem(say!("pages of other servers may not ask this one")),
        ),
        ("421", problem(say!("this is another server"))),
    ]
}

fn problem(description: String) -> Response {
    let content = Content::new(Some(Ref::from_schema_name("Problem")));
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", content)
        .build()
}

fn busy() -> Response {
    let seconds = Header::builder()
        .schema(Some(Object::with_type(Type::Integer)))
        .description(Some(say!("in how many seconds to ask again")));
    let mut busy = problem(say!("too many questions are being answered"));
    let header = RefOr::T(seconds.build());
    busy.headers.insert("Retry-After".to_string(), header);
    busy
}

/// What a verb answers, described.
fn answered(verb: &clap::Command, schemas: &mut Schemas) -> Response {
    let mut response = ResponseBuilder::new().description(say!("the answer"));
    let string = || Content::new(Some(Object::with_type(Type::String)));
    let base = Some(shapes::Answer::schema());
    let base = base.as_slice();
    let object = match verb.get_name() {
        "solve" => Some(schemas.add::<shapes::Solved>("Solved", base)),
        "check" => Some(schemas.add::<shapes::Checked>("Checked", base)),
        "rate" => Some(schemas.add::<shapes::Rated>("Rated", base)),
        "hint" => Some(schemas.add::<shapes::Hinted>("Hinted", base)),
        "why" => Some(schemas.add::<shapes::Walked>("Walked", base)),
        "all" => Some(schemas.add::<shapes::Listed>("Listed", base)),
        "advise" => Some(schemas.add::<shapes::Advised>("Advised", &[])),
        "odds" => Some(schemas.add::<shapes::Odds>("Odds", &[])),
        "layers" => Some(schemas.add::<shapes::Layers>("Layers", &[])),
        "show" => Some(schemas.add::<shapes::Shown>("Shown", &[])),
        _ => None,
    };
    if let Some(object) = object {
        // What of an answer nests, nests in all of them.
        schemas.nested::<shapes::Answer>();
        response = response.content("application/json", Content::new(Some(object)));
        response = response.content("application/x-ndjson", string());
    }
    let kinds: &[&str] = match verb.get_name() {
        "show" | "judge" => &["text/plain"],
        "draw" => &["image/svg+xml", "image/png", "image/gif"],
        WITHOUT_TEXT => {
            schemas.add::<shapes::Game>("Game", &[]);
            &["application/x-ndjson"]
        }
        _ => &[],
    };
    for kind in kinds {
        response = response.content(*kind, string());
    }
    response.build()
}

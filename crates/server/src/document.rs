//! The document of the API, in OpenAPI: made of the one list of verbs, and of what each says about
//! itself.

pub mod boards;
mod searches;

use std::any::TypeId;
use std::num::NonZeroUsize;

use clap::{Arg, Command};
use fewest_verbs::Verb;
use fewest_words::{of, say};
use serde_json::Value;
use utoipa::openapi::example::Example;
use utoipa::openapi::path::{
    HttpMethod, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{
    AdditionalProperties, Array, Components, Object, ObjectBuilder, OneOfBuilder, Schema,
    SchemaType, Type,
};
use utoipa::openapi::{
    Content, Header, InfoBuilder, OpenApi, OpenApiBuilder, PathItem, PathsBuilder, Ref, RefOr,
    Required, Response, ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use crate::document::boards::Shipped;
use crate::job::Status;
use crate::levels::{self, CataloguePage};
use crate::problem::Told;
use crate::question;
use crate::scheduler::Health;

/// The whole document, in the language that is spoken.
pub fn document() -> OpenApi {
    let mut schemas = Schemas::default();
    let mut paths = PathsBuilder::new();
    for (command, verb) in question::verbs() {
        let path = format!("/api/v1/{}", command.get_name());
        let operation = asking(command, verb, &mut schemas);
        paths = paths.path(path, PathItem::new(method(verb), operation));
    }
    for (path, item) in places(&mut schemas) {
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
fn method(verb: &Verb) -> HttpMethod {
    match verb.takes_text() {
        true => HttpMethod::Post,
        false => HttpMethod::Get,
    }
}

/// How a verb is asked, and what comes back.
fn asking(command: &Command, verb: &Verb, schemas: &mut Schemas) -> OperationBuilder {
    let about = command.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    let mut operation = OperationBuilder::new()
        .operation_id(Some(command.get_name()))
        .summary(Some(of(&about)))
        .parameters(Some(question::parameters(command).map(parameter)));
    for (status, response) in answers(verb, schemas) {
        operation = operation.response(status, response);
    }
    match verb.takes_text() {
        true => operation.request_body(Some(text())),
        false => operation,
    }
}

fn text() -> RequestBody {
    let examples = levels::smallest().map(|level| {
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
        TypeId::of::<NonZeroUsize>(),
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
fn answers(verb: &Verb, schemas: &mut Schemas) -> Vec<(&'static str, Response)> {
    let mut answers = vec![
        ("200", answered(verb, schemas)),
        ("400", problem(say!("the query is wrong"))),
    ];
    answers.extend(refusals());
    if !verb.takes_text() {
        return answers;
    }
    let job = Content::new(Some(schemas.add::<Status>("Job", &[])));
    let place = Header::builder()
        .schema(Some(Object::with_type(Type::String)))
        .description(Some(say!("the job's address")));
    let accepted = ResponseBuilder::new()
        .description(say!("it takes longer, and has become a job"))
        .header("Location", place.build())
        .content("application/json", job);
    answers.extend([
        ("202", accepted.build()),
        ("408", problem(say!("the text took too long to come"))),
    ]);
    answers.extend(failures());
    answers
}

/// Why a question may have no answer, though it is understood.
fn failures() -> [(&'static str, Response); 5] {
    let too_large = say!("the text, the board or the answer is too large");
    let wrong = say!("the text or the moves are wrong, or there is no answer");
    [
        ("413", problem(too_large)),
        ("422", problem(wrong)),
        ("429", busy()),
        ("500", problem(say!("a fault of fewest"))),
        ("503", problem(say!("the server is being closed"))),
    ]
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
    described(description, "application/problem+json", content)
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

/// One of several things.
fn either(things: [RefOr<Schema>; 2]) -> RefOr<Schema> {
    let things = things.into_iter();
    let one_of = things.fold(OneOfBuilder::new(), OneOfBuilder::item);
    RefOr::T(one_of.build().into())
}

/// What a verb answers, described.
fn answered(verb: &Verb, schemas: &mut Schemas) -> Response {
    let mut response = ResponseBuilder::new().description(say!("the answer"));
    let string = || Content::new(Some(Object::with_type(Type::String)));
    let base = Some(searches::Answer::schema());
    let base = base.as_slice();
    let object = match verb {
        Verb::Solve(_) => Some(schemas.add::<searches::Solved>("Solved", base)),
        Verb::Check(_) => Some(schemas.add::<searches::Checked>("Checked", base)),
        Verb::Rate(_) => Some(schemas.add::<searches::Rated>("Rated", base)),
        Verb::Hint(_) => Some(either([
            schemas.add::<searches::Hinted>("Hinted", base),
            schemas.add::<searches::Guided>("Guided", &[]),
        ])),
        Verb::Why(_) => Some(schemas.add::<searches::Walked>("Walked", base)),
        Verb::All(_) => Some(schemas.add::<searches::Listed>("Listed", base)),
        Verb::Advise(_) => Some(schemas.add::<searches::Advised>("Advised", &[])),
        Verb::Odds(_) => Some(either([
            schemas.add::<searches::Odds>("Odds", &[]),
            schemas.add::<searches::Covered>("Covered", &[]),
        ])),
        Verb::Layers(_) => Some(schemas.add::<boards::Layers>("Layers", &[])),
        Verb::Show(_) => Some(schemas.add::<boards::Shown>("Shown", &[])),
        Verb::Games(_) => {
            // One a line, which a schema cannot say: it is described all the same.
            schemas.add::<boards::Game>("Game", &[]);
            None
        }
        Verb::Judge(_) | Verb::Draw(_) => None,
    };
    if let Some(object) = object {
        // What of an answer nests, nests in all of them.
        schemas.nested::<searches::Answer>();
        response = response.content("application/json", Content::new(Some(object)));
    }
    let kinds: &[&str] = match verb {
        Verb::Show(_) | Verb::Advise(_) => &["application/x-ndjson", "text/plain"],
        Verb::Judge(_) => &["text/plain"],
        Verb::Draw(_) => &["image/svg+xml", "image/png", "image/gif"],
        _ => &["application/x-ndjson"],
    };
    for kind in kinds {
        response = response.content(*kind, string());
    }
    response.build()
}

/// The addresses besides the verbs: jobs, the levels that ship, a catalogue, how the server is.
fn places(schemas: &mut Schemas) -> Vec<(String, PathItem)> {
    let json = |description: String, schema: RefOr<Schema>| {
        described(description, "application/json", Content::new(Some(schema)))
    };
    let operation =
        |name: &str, summary: String, command: &Command, responses: &[(&str, Response)]| {
            let operation = OperationBuilder::new()
                .operation_id(Some(name))
                .summary(Some(summary))
                .parameters(Some(question::parameters(command).map(parameter)))
                .response("400", problem(say!("the query is wrong")));
            let responses = responses.iter().cloned().chain(refusals());
            responses.fold(operation, |operation, (status, response)| {
                operation.response(status, response)
            })
        };
    let language = question::language_alone();
    let of_job = |name: &str, summary: String, responses: &[(&str, Response)]| {
        let id = ParameterBuilder::new()
            .name("id")
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(Object::with_type(Type::String)));
        operation(name, summary, language, responses)
            .parameter(id)
            .response("404", problem(say!("there is no such job, or no longer")))
    };
    let list = Array::new(schemas.add::<Shipped>("Shipped", &[]));
    let levels = operation(
        "levels",
        say!("The levels that ship"),
        language,
        &[("200", json(say!("the list"), RefOr::T(list.into())))],
    );
    let health = schemas.add::<Health>("Health", &[]);
    let health = operation(
        "health",
        say!("What goes on in the server"),
        language,
        &[("200", json(say!("how many are answered, and wait"), health))],
    );
    let job = schemas.add::<Status>("Job", &[]);
    let asking = of_job(
        "job",
        say!("How far a job is"),
        &[("200", json(say!("how far it is"), job.clone()))],
    );
    let stopping = of_job(
        "stop",
        say!("Stop a job"),
        &[("204", Response::new(say!("it is stopped")))],
    );
    let events = described(
        say!("`progress` again and again, and `done` at the end, each with the job's state"),
        "text/event-stream",
        Content::new(Some(Object::with_type(Type::String))),
    );
    let listening = of_job(
        "events",
        say!("Listen to a job, until its end; who stops listening stops it"),
        &[("200", events)],
    );
    let answer = described(
        say!("what the question would have been answered"),
        "*/*",
        Content::new(None::<RefOr<Schema>>),
    );
    let mut fetched = vec![
        ("200", answer),
        ("202", json(say!("there is none yet"), job)),
        ("410", problem(say!("the job was stopped"))),
    ];
    fetched.extend(failures());
    let fetching = of_job("answer", say!("The answer of a job"), &fetched);
    let page = schemas.add::<CataloguePage>("CataloguePage", &[]);
    let mut browsed = vec![
        ("200", json(say!("a page"), page)),
        ("404", problem(say!("this server has no catalogue"))),
    ];
    let others = failures().into_iter();
    browsed.extend(others.filter(|(status, _)| !["422", "503"].contains(status)));
    browsed.push(("503", problem(say!("the catalogue cannot be read"))));
    let browsing = operation(
        "catalogue",
        say!("The levels of the catalogue that is served, page by page"),
        levels::catalogue_command(),
        &browsed,
    );
    let item = |operation: OperationBuilder| PathItem::new(HttpMethod::Get, operation);
    let mut one = item(asking);
    one.merge_operations(PathItem::new(HttpMethod::Delete, stopping));
    [
        ("levels", item(levels)),
        ("catalogue", item(browsing)),
        ("health", item(health)),
        ("jobs/{id}", one),
        ("jobs/{id}/events", item(listening)),
        ("jobs/{id}/answer", item(fetching)),
    ]
    .into_iter()
    .map(|(place, item)| (format!("/api/v1/{place}"), item))
    .collect()
}

/// An answer of one media type.
fn described(description: String, kind: &str, content: Content) -> Response {
    ResponseBuilder::new()
        .description(description)
        .content(kind, content)
        .build()
}

/// The schemas that are spoken of.
#[derive(Default)]
pub struct Schemas {
    /// All of them, by their names.
    pub components: Components,
}

impl Schemas {
    /// Describes something under a name, with what it has in common with others, and nothing more
    /// than is described; and gives a word for it.
    pub fn add<T: ToSchema>(&mut self, name: &str, common: &[RefOr<Schema>]) -> RefOr<Schema> {
        let mut whole = T::schema();
        if let RefOr::T(Schema::Object(object)) = &mut whole {
            for part in common {
                if let RefOr::T(Schema::Object(part)) = part {
                    object.properties.extend(part.properties.clone());
                    object.required.extend(part.required.clone());
                }
            }
        }
        self.insert(name, whole);
        self.nested::<T>();
        RefOr::Ref(Ref::from_schema_name(name))
    }

    /// Describes what something is made of.
    pub fn nested<T: ToSchema>(&mut self) {
        let mut nested = Vec::new();
        T::schemas(&mut nested);
        for (name, schema) in nested {
            self.insert(&name, schema);
        }
    }

    fn insert(&mut self, name: &str, mut schema: RefOr<Schema>) {
        if let RefOr::T(Schema::Object(object)) = &mut schema
            && object.schema_type == SchemaType::new(Type::Object)
            && object.additional_properties.is_none()
        {
            let nothing = AdditionalProperties::FreeForm(false);
            object.additional_properties = Some(Box::new(nothing));
        }
        self.components.schemas.insert(name.to_string(), schema);
    }
}

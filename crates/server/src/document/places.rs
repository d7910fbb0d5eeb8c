//! The addresses besides the verbs: jobs, the levels that ship, a catalogue, how the server is.

use fewest_words::say;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Array, Object, Schema, Type};
use utoipa::openapi::{Content, PathItem, RefOr, Required, Response, ResponseBuilder};

use super::catalogue::CataloguePage;
use super::schemas::Schemas;
use super::{busy, parameter, problem, refusals};
use crate::catalogue;
use crate::gallery::Shipped;
use crate::house::Health;
use crate::job::Status;
use crate::question;

/// The addresses besides the verbs.
pub fn places(schemas: &mut Schemas) -> Vec<(String, PathItem)> {
    let json = |schema: RefOr<Schema>| Content::new(Some(schema));
    let told = |description: String, content: Content| {
        ResponseBuilder::new()
            .description(description)
            .content("application/json", content)
            .build()
    };
    let get = |name: &str, summary: String, response: Response| {
        let mut operation = OperationBuilder::new()
            .operation_id(Some(name))
            .summary(Some(summary))
            .response("200", response);
        for (status, response) in refusals() {
            operation = operation.response(status, response);
        }
        operation
    };
    // What takes no more than the language.
    let plain = |name: &str, summary: String, response: Response| {
        let parameters = question::parameters(question::language_alone()).map(parameter);
        get(name, summary, response)
            .parameters(Some(parameters))
            .response("400", problem(say!("the query is wrong")))
    };
    let id = || {
        ParameterBuilder::new()
            .name("id")
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(Object::with_type(Type::String)))
    };
    let lost = || problem(say!("there is no such job, or no longer"));
    let shipped = schemas.add::<Shipped>("Shipped", &[]);
    let list = Array::new(shipped);
    let health = schemas.add::<Health>("Health", &[]);
    let job = schemas.add::<Status>("Job", &[]);
    let state = told(say!("how far it is"), json(job.clone()));
    let events = ResponseBuilder::new()
        .description(say!(
            "`progress` again and again, and `done` at the end, each with the job's state"
        ))
        .content(
            "text/event-stream",
            Content::new(Some(Object::with_type(Type::String))),
        )
        .build();
    let any = Content::new(None::<RefOr<Schema>>);
    let answer = ResponseBuilder::new()
        .description(say!("what the question would have been answered"))
        .content("*/*", any)
        .build();
    let mut fetching = plain("answer", say!("The answer of a job"), answer)
        .parameter(id())
        .response("202", told(say!("there is none yet"), json(job)));
    let ends = [
        ("404", lost()),
        ("410", problem(say!("the job was stopped"))),
        (
            "413",
            problem(say!("the text, the board or the answer is too large")),
        ),
        (
            "422",
            problem(say!(
                "the text or the moves are wrong, or there is no answer"
            )),
        ),
        ("429", busy()),
        ("500", problem(say!("a fault of fewest"))),
        ("503", problem(say!("the server is being closed"))),
    ];
    for (status, response) in ends {
        fetching = fetching.response(status, response);
    }
    let asking = plain("job", say!("How far a job is"), state)
        .parameter(id())
        .response("404", lost());
    let mut stopping = OperationBuilder::new()
        .operation_id(Some("stop"))
        .summary(Some(say!("Stop a job")))
        .parameters(Some(
            question::parameters(question::language_alone()).map(parameter),
        ))
        .parameter(id())
        .response("400", problem(say!("the query is wrong")))
        .response("204", Response::new(say!("it is stopped")))
        .response("404", lost());
    for (status, response) in refusals() {
        stopping = stopping.response(status, response);
    }
    let listening = plain(
        "events",
        say!("Listen to a job, until its end; who stops listening stops it"),
        events,
    )
    .parameter(id())
    .response("404", lost());
    let levels = plain(
        "levels",
        say!("The levels that ship"),
        told(say!("the list"), Content::new(Some(list))),
    );
    let page = schemas.add::<CataloguePage>("CataloguePage", &[]);
    let parameters = question::parameters(catalogue::command()).map(parameter);
    let mut browsing = get(
        "catalogue",
        say!("The levels of the catalogue that is served, page by page"),
        told(say!("a page"), json(page)),
    )
    .parameters(Some(parameters));
    let refused = [
        ("400", problem(say!("the query is wrong"))),
        ("404", problem(say!("this server has no catalogue"))),
        (
            "413",
            problem(say!("the text, the board or the answer is too large")),
        ),
        ("429", busy()),
        ("500", problem(say!("a fault of fewest"))),
        ("503", problem(say!("the catalogue cannot be read"))),
    ];
    for (status, response) in refused {
        browsing = browsing.response(status, response);
    }
    let health = plain(
        "health",
        say!("What goes on in the server"),
        told(say!("how many are answered, and wait"), json(health)),
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

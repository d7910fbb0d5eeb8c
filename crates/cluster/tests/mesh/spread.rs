//! Many questions, spread over workers: answered in their order, each once, whoever is lost.

use std::net::TcpListener;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use crate::common::{Worker, folder, leader, leader_of, quiet, token};
use fewest_cluster::Question;

fn questions(many: usize, how: &str) -> Vec<Question> {
    let question = |number: usize| Question {
        name: number.to_string(),
        text: "x".repeat(number % 100),
        how: how.to_string(),
    };
    (0..many).map(question).collect()
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let token = token();
    let workers = [(); 3].map(|()| Worker::start(&token));
    let questions = questions(1000, "fast");
    let mut answers = Vec::new();
    let ended = leader(&workers, &token).spread(
        &questions,
        &mut || ControlFlow::Continue(()),
        &mut |told| panic!("{told}"),
        &mut |answer| {
            answers.push(answer.out);
            ControlFlow::Continue(())
        },
    );
    ended.expect("all are there");
    let expected = questions
        .iter()
        .map(|asked| format!("{}: {}", asked.name, asked.text));
    assert_eq!(answers, expected.collect::<Vec<_>>());
}

#[test]
fn what_a_lost_worker_was_asked_is_asked_again() {
    let token = token();
    let mut workers: Vec<Worker> = (0..3).map(|_| Worker::start(&token)).collect();
    let mut leader = leader(&workers, &token);
    let questions = questions(200, "slow");
    let (mut answers, mut told) = (0, Vec::new());
    let ended = leader.spread(
        &questions,
        &mut || ControlFlow::Continue(()),
        &mut |remark| told.push(remark.to_string()),
        &mut |answer| {
            assert!(answer.out.starts_with(&format!("{answers}: ")));
            answers += 1;
            if answers == 50 || answers == 100 {
                workers.remove(1);
            }
            ControlFlow::Continue(())
        },
    );
    ended.expect("one is left");
    assert_eq!(answers, 200);
    assert_eq!(told.len(), 2, "{told:?}");
}

/// A patience that is shorter than what it has to bear.
const SHORT: Duration = Duration::from_millis(800);

fn impatient(token: &fewest_cluster::token::Token) -> Worker {
    Worker::start_with(token, folder(), "127.0.0.1:0", SHORT)
}

#[test]
fn whoever_reads_the_answers_may_take_their_time() {
    let _quiet = quiet();
    let token = token();
    let workers = [(); 2].map(|()| impatient(&token));
    let addresses = workers.iter().map(|worker| worker.address);
    let mut answers = 0;
    let ended = leader_of(addresses, &token, SHORT).spread(
        &questions(100, "fast"),
        &mut || ControlFlow::Continue(()),
        &mut |told| panic!("{told}"),
        &mut |_| {
            if answers == 10 {
                thread::sleep(3 * SHORT);
            }
            answers += 1;
            ControlFlow::Continue(())
        },
    );
    assert_eq!((ended, answers), (Ok(()), 100));
}

#[test]
fn a_leader_that_waits_for_others_is_still_there() {
    let _quiet = quiet();
    let token = token();
    let worker = impatient(&token);
    // Nobody answers there, and the leader waits longer than the worker would.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let silent_at = silent.local_addr().expect("it has one");
    let addresses = [worker.address, silent_at].into_iter();
    let (mut answers, mut told) = (0, Vec::new());
    let ended = leader_of(addresses, &token, 3 * SHORT).spread(
        &questions(10, "fast"),
        &mut || ControlFlow::Continue(()),
        &mut |remark| told.push(remark.to_string()),
        &mut |_| {
            answers += 1;
            ControlFlow::Continue(())
        },
    );
    assert_eq!((ended, answers), (Ok(()), 10));
    let missing = format!(
        "worker 1 at {silent_at} cannot be reached: the other side did not answer in time; the \
         others do its work"
    );
    assert_eq!(told, [missing]);
}

#[test]
fn it_ends_when_nobody_is_left_or_nobody_wants_more() {
    let token = token();
    let mut workers = vec![Worker::start(&token)];
    let mut leader = leader(&workers, &token);
    let questions = questions(100, "slow");
    let mut answers = 0;
    let ended = leader.spread(
        &questions,
        &mut || ControlFlow::Continue(()),
        &mut |_| (),
        &mut |_| {
            answers += 1;
            match answers {
                10 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        },
    );
    assert_eq!((ended, answers), (Ok(()), 10));
    let ended = leader.spread(
        &questions,
        &mut || ControlFlow::Continue(()),
        &mut |_| (),
        &mut |_| {
            workers.clear();
            ControlFlow::Continue(())
        },
    );
    assert!(ended.is_err(), "nobody answers the rest");
}

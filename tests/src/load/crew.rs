//! Clients in a process of their own, so that what players see is not their own crowd's waiting. Orders and answers are
//! JSON, a line each; a crew whose orders end is gone.

#![allow(clippy::print_stdout, reason = "what a harness prints is its answer")]

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{ChildStdin, ChildStdout},
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tokio::sync::mpsc;

use super::machine::Part;

/// This program once more, told what to do.
#[derive(Debug)]
pub struct Crew {
    part: Part,
    lines: Arc<Mutex<(ChildStdin, BufReader<ChildStdout>)>>,
}

impl Crew {
    /// Starts this very program with arguments of its own.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Self {
        let mut part = Part::start(arguments);
        let orders = part.child.stdin.take().expect("its input");
        let answers = BufReader::new(part.child.stdout.take().expect("its output"));
        Self {
            part,
            lines: Arc::new(Mutex::new((orders, answers))),
        }
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.part.child.id()
    }

    /// Gives an order and waits for its answer.
    ///
    /// # Panics
    /// When the process is gone, or answers with something else.
    pub async fn ask(&self, order: Value) -> Value {
        let lines = Arc::clone(&self.lines);
        let asking = tokio::task::spawn_blocking(move || {
            let (orders, answers) = &mut *lines.lock().unwrap();
            writeln!(orders, "{order}").expect("a crew that listens");
            orders.flush().expect("a crew that listens");
            let mut line = String::new();
            answers.read_line(&mut line).expect("an answer");
            serde_json::from_str(&line)
                .unwrap_or_else(|error| panic!("the answer to {order}: {line:?}: {error}"))
        });
        asking.await.expect("an answer")
    }
}

/// The orders that this process is given. It ends when there can be none any more.
pub fn orders() -> mpsc::UnboundedReceiver<Value> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let order = serde_json::from_str(&line).expect("an order");
            if sender.send(order).is_err() {
                return;
            }
        }
        std::process::exit(0);
    });
    receiver
}

/// Answers an order.
pub fn answer(value: &Value) {
    println!("{value}");
}

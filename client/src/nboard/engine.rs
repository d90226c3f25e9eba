//! An engine as a child process.

use std::{process::Stdio, sync::Arc, time::Duration};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::AsyncWriteExt as _,
    process::{Child, ChildStdin, ChildStdout},
    time::{Instant, timeout, timeout_at},
};
use tokio_stream::StreamExt as _;
use tokio_util::codec::{AnyDelimiterCodec, AnyDelimiterCodecError, FramedRead};

use super::{Answer, Conversation, Heard, MOST_LINE, MOST_SAID};

/// Whoever hosts an engine has an API key there, and the engine needs none.
const KEY: &str = "OUTFLANK_KEY";
/// An engine that has nothing to think of answers a ping within this time.
const IDLE: Duration = Duration::from_secs(10);
/// An engine that is told to quit is ended after so long.
const GOODBYE: Duration = Duration::from_secs(1);

/// What is wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It is not there, or must not be run.
    #[error("the engine {program} cannot be started: {cause}")]
    NotStarted {
        /// What was to be run.
        program: String,
        /// Why it was not.
        cause: std::io::Error,
    },
    /// Its process ended.
    #[error("the engine ended by itself ({0})")]
    Ended(String),
    /// It does not answer.
    #[error("the engine has not answered {what} for {:.1} s", .waited.as_secs_f64())]
    Silent {
        /// What it was asked.
        what: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// A line without an end.
    #[error("the engine says a line of more than {MOST_LINE} bytes")]
    LongLine,
    /// It does not come to the point.
    #[error("the engine says more than {MOST_SAID} bytes to one question")]
    Flood,
    /// Its move is none.
    #[error("the engine's move cannot be read: {0:?}")]
    Illegible(String),
    /// Its move is none here.
    #[error("the engine's move {0} is not legal; legal are {1}")]
    Illegal(String, String),
}

/// A line of the conversation.
#[derive(Debug, Clone, Copy)]
pub enum Said<'a> {
    /// To the engine.
    Asked(&'a str),
    /// By the engine.
    Answered(&'a str),
}

/// Hears every line said.
pub type Listener = Arc<dyn Fn(Said<'_>) + Send + Sync>;

/// How an engine is run.
#[derive(Clone)]
pub struct Command {
    /// The program and its arguments.
    pub line: Vec<String>,
    /// How deep it is to search in midgames, in plies.
    pub depth: u32,
    /// So long it may read its book and its tables before it answers.
    pub loading: Duration,
    /// The longest that it may be silent at a question; by its clock alone where there is none.
    pub patience: Option<Duration>,
    /// Who hears what is said; then the engine's own errors are shown too.
    pub listener: Option<Listener>,
}

/// A running engine. Dropped, it is killed with whatever it has started.
pub struct Engine {
    child: Child,
    group: Option<Pid>,
    /// None once it is closed.
    input: Option<ChildStdin>,
    output: FramedRead<ChildStdout, AnyDelimiterCodec>,
    conversation: Conversation,
    command: Command,
}

impl Engine {
    /// Starts an engine and waits until it is ready.
    ///
    /// # Errors
    /// See [`Fault`].
    pub async fn start(command: &Command) -> Result<Self, Fault> {
        let program = command.line.first().cloned().unwrap_or_default();
        let not_started = |cause| Fault::NotStarted {
            program: program.clone(),
            cause,
        };
        let errors = match command.listener {
            Some(_) => Stdio::inherit(),
            None => Stdio::null(),
        };
        let mut child = tokio::process::Command::new(&program)
            .args(command.line.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .env_remove(KEY)
            // Engines are often started by scripts: what these start ends with them.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(std::io::Error::other("it has no pipes")));
        };
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        let lines = AnyDelimiterCodec::new_with_max_length(b"\n".to_vec(), Vec::new(), MOST_LINE);
        let (conversation, first) = Conversation::begin(command.depth);
        let mut engine = Self {
            child,
            group: id.and_then(Pid::from_raw),
            input: Some(input),
            output: FramedRead::new(output, lines),
            conversation,
            command: command.clone(),
        };
        let begun = async {
            engine.say(&first).await?;
            engine.until_ready("its first ping", command.loading).await
        };
        match begun.await {
            Ok(()) => Ok(engine),
            Err(fault) => Err(engine.ended_for(fault).await),
        }
    }

    /// How it calls itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.conversation.name()
    }

    /// What it would play at the end of this game, if it says so within the time.
    ///
    /// # Errors
    /// See [`Fault`].
    pub async fn choose(&mut self, ggf: &str, within: Duration) -> Result<Answer, Fault> {
        let until = Instant::now() + within;
        let lines = self.conversation.ask(ggf);
        let patient = self.patient(within);
        let said = timeout(patient, self.say(&lines)).await;
        said.map_err(|_| silent("a question", patient))??;
        let idle = if self.conversation.is_behind() {
            within
        } else {
            IDLE.min(within)
        };
        self.until_ready("a ping", self.patient(idle)).await?;
        let patient = self.patient(until.saturating_duration_since(Instant::now()));
        let heard = self.until(Instant::now() + patient, |heard| match heard {
            Heard::Move(answer) => Some(answer),
            Heard::Nothing | Heard::Ready => None,
        });
        let heard = heard.await?;
        heard.ok_or_else(|| silent("the question for its move", patient))
    }

    fn patient(&self, within: Duration) -> Duration {
        self.command
            .patience
            .map_or(within, |most| most.min(within))
    }

    async fn until_ready(&mut self, what: &'static str, within: Duration) -> Result<(), Fault> {
        let heard = self.until(Instant::now() + within, |heard| match heard {
            Heard::Ready => Some(()),
            Heard::Nothing | Heard::Move(_) => None,
        });
        let heard = heard.await?;
        heard.ok_or_else(|| silent(what, within))
    }

    /// What is waited for; none where it does not come in time.
    async fn until<T>(
        &mut self,
        deadline: Instant,
        wanted: impl Fn(Heard) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        loop {
            let Ok(line) = timeout_at(deadline, self.output.next()).await else {
                return Ok(None);
            };
            let line = match line {
                Some(Ok(line)) => line,
                Some(Err(AnyDelimiterCodecError::MaxChunkLengthExceeded)) => {
                    return Err(Fault::LongLine);
                }
                Some(Err(AnyDelimiterCodecError::Io(_))) | None => return Err(self.gone().await),
            };
            if let Some(listener) = &self.command.listener {
                listener(Said::Answered(&String::from_utf8_lossy(&line)));
            }
            if let Some(wanted) = wanted(self.conversation.hear(&line)?) {
                return Ok(Some(wanted));
            }
        }
    }

    async fn say(&mut self, lines: &str) -> Result<(), Fault> {
        if let Some(listener) = &self.command.listener {
            for line in lines.lines() {
                listener(Said::Asked(line));
            }
        }
        let said = match &mut self.input {
            Some(input) => input.write_all(lines.as_bytes()).await.is_ok(),
            None => false,
        };
        if said { Ok(()) } else { Err(self.gone().await) }
    }

    /// It closed its end of a pipe.
    async fn gone(&mut self) -> Fault {
        let ended = timeout(GOODBYE, self.child.wait()).await;
        Fault::Ended(match ended {
            Ok(Ok(status)) => status.to_string(),
            _ => "it closed its input or output".to_owned(),
        })
    }

    async fn ended_for(self, fault: Fault) -> Fault {
        self.end().await;
        fault
    }

    /// Tells it to quit, and ends it where it does not; afterwards nothing of it is left.
    pub async fn end(mut self) {
        let goodbye = async {
            // It may be gone, or may not listen: it is ended in any case.
            let _ = self.say("quit\n").await;
            self.input = None;
            let _ = self.child.wait().await;
        };
        let _ = timeout(GOODBYE, goodbye).await;
        self.kill();
        let _ = self.child.wait().await;
    }

    fn kill(&mut self) {
        if let Some(group) = self.group.take() {
            // Nothing is left to end where all of it has ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill();
    }
}

fn silent(what: &'static str, waited: Duration) -> Fault {
    Fault::Silent { what, waited }
}

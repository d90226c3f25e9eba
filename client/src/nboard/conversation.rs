//! The NBoard protocol, version 2, from the side that asks: lines of text in, lines of text out.

use super::Fault;

/// The longest line that an engine may say, in bytes.
pub const MOST_LINE: usize = 4 << 10;
/// All that it may say between a question and its answer, in bytes.
pub const MOST_SAID: usize = 4 << 20;
/// Of a name, and of a line that cannot be read, so many bytes are shown.
const SHOWN: usize = 60;

/// What an engine would play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// This square, `f5`.
    Square(String),
    /// It passes.
    Pass,
}

/// What a line said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// Nothing that a game needs: a status, what it thinks of, what this version of the protocol does not know.
    Nothing,
    /// The engine is at the latest question.
    Ready,
    /// The answer to the latest question.
    Move(Answer),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Nothing,
    /// Whatever comes before this ping is answered is about an earlier question.
    Pong(u64),
    Move,
}

/// What was asked, and what is known of the engine.
#[derive(Debug)]
pub struct Conversation {
    pings: u64,
    awaited: Awaited,
    /// Moves that were asked for and not answered.
    unanswered: u32,
    /// In bytes, since the latest question.
    said: usize,
    name: Option<String>,
}

impl Conversation {
    /// Begins, with the lines that do: the version, the depth to search midgames to, and a ping.
    #[must_use]
    pub fn begin(depth: u32) -> (Self, String) {
        let conversation = Self {
            pings: 1,
            awaited: Awaited::Pong(1),
            unanswered: 0,
            said: 0,
            name: None,
        };
        let lines = format!("nboard 2\nset depth {depth}\nping 1\n");
        (conversation, lines)
    }

    /// The lines that ask for a move in the position at the end of this game.
    pub fn ask(&mut self, ggf: &str) -> String {
        self.pings += 1;
        self.awaited = Awaited::Pong(self.pings);
        self.said = 0;
        self.unanswered += 1;
        format!("set game {ggf}\nping {}\ngo\n", self.pings)
    }

    /// Whether the engine may still be at an earlier question, which it need not break off.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.unanswered > 1
    }

    /// How the engine calls itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What a line means. It comes without its end.
    ///
    /// # Errors
    /// Where too much was said since the latest question, or a move cannot be read.
    pub fn hear(&mut self, line: &[u8]) -> Result<Heard, Fault> {
        self.said = self.said.saturating_add(line.len() + 1);
        if self.said > MOST_SAID {
            return Err(Fault::Flood);
        }
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "pong" => {
                let number = rest.trim().parse().ok().map(Awaited::Pong);
                if number == Some(self.awaited) {
                    self.awaited = if self.unanswered > 0 {
                        self.unanswered = 1;
                        Awaited::Move
                    } else {
                        Awaited::Nothing
                    };
                    return Ok(Heard::Ready);
                }
            }
            "===" if self.awaited == Awaited::Move => {
                self.awaited = Awaited::Nothing;
                self.unanswered = 0;
                let answer = answer(rest).ok_or_else(|| Fault::Illegible(shown(line)))?;
                return Ok(Heard::Move(answer));
            }
            "set" => {
                if let Some(name) = rest.trim().strip_prefix("myname ") {
                    self.name = Some(shown(name.trim()));
                }
            }
            _ => {}
        }
        Ok(Heard::Nothing)
    }
}

/// `F5/1.50/0.3`; some engines write spaces between the three.
fn answer(text: &str) -> Option<Answer> {
    let is_between = |c: char| c == '/' || c.is_whitespace();
    let written = text.trim().split(is_between).next()?.to_ascii_lowercase();
    match written.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8'] => Some(Answer::Square(written)),
        b"pa" | b"pass" | b"ps" | b"--" => Some(Answer::Pass),
        _ => None,
    }
}

fn shown(line: &str) -> String {
    let mut shown: String = line.chars().filter(|c| !c.is_control()).collect();
    shown.truncate(shown.floor_char_boundary(SHOWN));
    shown
}

//! WebSocket frames on their way through a link: passed on, passed on twice, or swallowed and answered with a lie.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

const FINAL_TEXT: u8 = 0x81;

/// Which way bytes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the client to the gateway.
    Up,
    /// From the gateway to the client.
    Down,
}

/// What a lie is made of: the last entry that the client was told of.
#[derive(Debug, Clone, Default)]
pub struct Lie(Arc<AtomicU64>);

/// What becomes of some bytes.
#[derive(Debug, Default)]
pub struct Passed {
    /// What goes on.
    pub bytes: Vec<u8>,
    /// What goes back to the sender, as if the other side had said it.
    pub answer: Vec<u8>,
    /// Frames that go on twice.
    pub doubled: u64,
    /// Frames that are swallowed and answered.
    pub lied: u64,
}

/// One direction of one connection. It passes everything on as it is until a connection has become a WebSocket.
#[derive(Debug)]
pub struct Frames {
    direction: Direction,
    lie: Lie,
    stage: Stage,
    held: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Head,
    Plain,
    Socket,
}

impl Frames {
    /// Before the first byte.
    #[must_use]
    pub fn new(direction: Direction, lie: Lie) -> Self {
        Self {
            direction,
            lie,
            stage: Stage::Head,
            held: Vec::new(),
        }
    }

    /// Takes bytes in, and says what becomes of them.
    pub fn pass(&mut self, bytes: &[u8], mut twice: impl FnMut() -> bool, lying: bool) -> Passed {
        let mut passed = Passed::default();
        self.held.extend(bytes);
        if self.stage == Stage::Head {
            self.pass_head(&mut passed);
        }
        if self.stage != Stage::Socket {
            if self.stage == Stage::Plain {
                passed.bytes.append(&mut self.held);
            }
            return passed;
        }
        let mut start = 0;
        while let Some((from, to)) = frame(&self.held[start..]) {
            let whole = &self.held[start..start + to];
            start += to;
            if whole[0] != FINAL_TEXT {
                passed.bytes.extend(whole);
                continue;
            }
            let text = payload(whole, from);
            if self.direction == Direction::Down {
                self.lie.hear(&text);
            } else if let Some(id) = lying.then(|| move_id(&text)).flatten() {
                passed.answer.extend(self.lie.acknowledge(&id));
                passed.lied += 1;
                continue;
            }
            passed.bytes.extend(whole);
            if twice() {
                passed.bytes.extend(whole);
                passed.doubled += 1;
            }
        }
        self.held.drain(..start);
        passed
    }

    fn pass_head(&mut self, passed: &mut Passed) {
        let Some(end) = self.held.windows(4).position(|four| four == b"\r\n\r\n") else {
            return;
        };
        let head = String::from_utf8_lossy(&self.held[..end]).to_ascii_lowercase();
        let is_socket = head.contains("upgrade: websocket");
        self.stage = if is_socket {
            Stage::Socket
        } else {
            Stage::Plain
        };
        passed.bytes.extend(self.held.drain(..end + 4));
    }
}

impl Lie {
    fn hear(&self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        for part in text.split("\"seq\":").skip(1) {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            self.0
                .fetch_max(digits.parse().unwrap_or(0), Ordering::Relaxed);
        }
    }

    fn acknowledge(&self, id: &str) -> Vec<u8> {
        let seq = self.0.load(Ordering::Relaxed) + 1;
        let text = format!(r#"{{"type":"ack","id":"{id}","seq":{seq},"repeated":false}}"#);
        let length = u8::try_from(text.len()).expect("a short text");
        let mut frame = match length {
            0..126 => vec![FINAL_TEXT, length],
            _ => vec![FINAL_TEXT, 126, 0, length],
        };
        frame.extend(text.as_bytes());
        frame
    }
}

fn move_id(text: &[u8]) -> Option<String> {
    let frame: serde_json::Value = serde_json::from_slice(text).ok()?;
    (frame["type"] == "move").then(|| frame["id"].as_str().map(str::to_owned))?
}

/// The payload without its mask. `from` is where it begins.
fn payload(whole: &[u8], from: usize) -> Vec<u8> {
    let bytes = &whole[from..];
    if whole[1] & 0x80 == 0 {
        return bytes.to_vec();
    }
    let mask = &whole[from - 4..from];
    let masked = bytes.iter().zip(mask.iter().cycle());
    masked.map(|(byte, mask)| byte ^ mask).collect()
}

/// Where the payload of the first whole frame begins, mask skipped, and where it ends.
fn frame(bytes: &[u8]) -> Option<(usize, usize)> {
    let second = *bytes.get(1)?;
    let (head, length) = match second & 0x7f {
        126 => (
            4,
            usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)),
        ),
        127 => (
            10,
            usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?,
        ),
        length => (2, usize::from(length)),
    };
    let from = head + if second & 0x80 == 0 { 0 } else { 4 };
    (bytes.len() >= from + length).then_some((from, from + length))
}

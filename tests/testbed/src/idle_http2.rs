//! An HTTP/2 connection that asks for nothing, for as long as it is let be.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    task::JoinHandle,
};

/// What a client begins with: the preface, and settings that are empty (RFC 9113 3.4).
const BEGINNING: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
const HEAD: usize = 9;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const ACKNOWLEDGEMENT: u8 = 1;

/// An HTTP/2 connection that asks for nothing and answers pings.
#[derive(Debug)]
pub struct IdleHttp2 {
    is_served: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl IdleHttp2 {
    /// Begins over what is open already. The server may not have noticed yet.
    #[must_use]
    pub fn over(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> Self {
        let is_served = Arc::new(AtomicBool::new(false));
        let served = Arc::clone(&is_served);
        let task = tokio::spawn(async move {
            // However it ends, it is over.
            let _ = converse(stream, &served).await;
        });
        Self { is_served, task }
    }

    /// Whether the server has answered the beginning.
    #[must_use]
    pub fn is_served(&self) -> bool {
        self.is_served.load(Ordering::Relaxed)
    }

    /// Returns when it is over.
    pub async fn ends(mut self) {
        // It never panics, and nobody else aborts it.
        let _ = (&mut self.task).await;
    }

    /// Whether it is not over.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.task.is_finished()
    }
}

impl Drop for IdleHttp2 {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn converse(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    is_served: &AtomicBool,
) -> std::io::Result<()> {
    stream.write_all(BEGINNING).await?;
    let mut head = [0; HEAD];
    loop {
        stream.read_exact(&mut head).await?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        stream.read_exact(&mut payload).await?;
        let [_, _, _, kind, flags, ..] = head;
        match kind {
            SETTINGS if flags & ACKNOWLEDGEMENT == 0 => {
                is_served.store(true, Ordering::Relaxed);
                stream
                    .write_all(&[0, 0, 0, SETTINGS, ACKNOWLEDGEMENT, 0, 0, 0, 0])
                    .await?;
            }
            PING if flags & ACKNOWLEDGEMENT == 0 => {
                head[4] = ACKNOWLEDGEMENT;
                stream
                    .write_all(&[&head, payload.as_slice()].concat())
                    .await?;
            }
            GOAWAY => return Ok(()),
            _ => {}
        }
    }
}

//! One process of a deployment.

use std::{
    io::{Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    process::Child,
    sync::{Arc, Mutex},
    time::Duration,
};

use outflank_testbed::free_port;

use super::network::Network;

/// How long connecting to it and its answer may take.
const ANSWER: Duration = Duration::from_secs(10);

/// One process of a deployment.
#[derive(Debug)]
pub struct Process {
    /// Its role, or several, with commas between them.
    pub role: &'static str,
    /// Where it listens: for clients at a gateway, for operators elsewhere.
    pub port: u16,
    /// Where other roles come in.
    pub internal_port: u16,
    /// The network it runs in, if not this one.
    pub network: Option<Arc<Network>>,
    pub(super) child: Option<Child>,
    pub(super) said: Arc<Mutex<Vec<String>>>,
}

impl Process {
    /// One that does not run yet, at ports of its own.
    #[must_use]
    pub fn new(role: &'static str) -> Self {
        Self {
            role,
            port: free_port(),
            internal_port: free_port(),
            network: None,
            child: None,
            said: Arc::default(),
        }
    }

    /// Where it is reached.
    #[must_use]
    pub fn host(&self) -> Ipv4Addr {
        let network = self.network.as_ref();
        network.map_or(Ipv4Addr::LOCALHOST, |network| network.inside)
    }

    /// Where it reaches what runs outside.
    #[must_use]
    pub fn outside(&self) -> Ipv4Addr {
        let network = self.network.as_ref();
        network.map_or(Ipv4Addr::LOCALHOST, |network| network.host)
    }

    /// Where it listens: for clients at a gateway, for operators elsewhere.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        (self.host(), self.port).into()
    }

    /// Where other roles come in.
    #[must_use]
    pub fn internal_address(&self) -> SocketAddr {
        (self.host(), self.internal_port).into()
    }

    /// Whether it says that it is ready.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        let address = self.address();
        let Ok(mut stream) = TcpStream::connect_timeout(&address, ANSWER) else {
            return false;
        };
        let request =
            format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        let mut answer = String::new();
        stream.set_read_timeout(Some(ANSWER)).is_ok()
            && stream.write_all(request.as_bytes()).is_ok()
            && stream.read_to_string(&mut answer).is_ok()
            && answer.starts_with("HTTP/1.1 200")
    }

    /// The process id while it runs.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

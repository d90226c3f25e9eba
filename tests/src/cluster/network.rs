//! A network of its own for a process, as on another machine: what is under way to it can get lost, and nobody is told.

use std::{
    net::Ipv4Addr,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// Networks for measurements (RFC 2544): nobody else's.
const FIRST: Ipv4Addr = Ipv4Addr::new(198, 18, 0, 0);
/// Of four addresses each.
const PLACES: u32 = 1 << 15;
/// Places tried before it is believed that this machine does not allow it.
const ATTEMPTS: usize = 3;

/// A network namespace, joined to this one by two ends of one cable.
#[derive(Debug)]
pub struct Network {
    name: String,
    /// Our end of the cable.
    device: String,
    /// Where the process reaches us.
    pub host: Ipv4Addr,
    /// Where we reach the process.
    pub inside: Ipv4Addr,
}

impl Network {
    /// `None` where this machine does not let us.
    #[must_use]
    pub fn open() -> Option<Self> {
        (0..ATTEMPTS).find_map(|_| Self::at_next_place())
    }

    fn at_next_place() -> Option<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let made = MADE.fetch_add(1, Ordering::Relaxed);
        let place = std::process::id().wrapping_mul(64).wrapping_add(made) % PLACES;
        let address = |number| Ipv4Addr::from(u32::from(FIRST) + 4 * place + number);
        let network = Self {
            name: format!("outflank-{place}"),
            device: format!("outflank{place}"),
            host: address(1),
            inside: address(2),
        };
        if !ip(&["netns", "add", &network.name]) {
            // It is not ours to remove.
            std::mem::forget(network);
            return None;
        }
        network.lay_cable().then_some(network)
    }

    fn lay_cable(&self) -> bool {
        let (name, device) = (self.name.as_str(), self.device.as_str());
        let there = ["type", "veth", "peer", "name", "outside", "netns", name];
        let (host, inside) = (format!("{}/30", self.host), format!("{}/30", self.inside));
        ip(&[&["link", "add", device], &there[..]].concat())
            && ip(&["address", "add", &host, "dev", device])
            && ip(&["link", "set", device, "up"])
            && ip(&["-n", name, "address", "add", &inside, "dev", "outside"])
            && ip(&["-n", name, "link", "set", "outside", "up"])
            && ip(&["-n", name, "link", "set", "lo", "up"])
    }

    /// Starts a command in it, in place of starting it here. The process id is that of the program.
    #[must_use]
    pub fn enter(&self, program: &Path) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]).arg(program);
        command
    }

    /// Pulls the cable: packets vanish both ways, and what is connected is not told.
    pub fn part(&self) {
        ip(&["link", "set", &self.device, "down"]);
    }

    /// Plugs it in again.
    pub fn join(&self) {
        ip(&["link", "set", &self.device, "up"]);
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        ip(&["link", "delete", &self.device]);
        ip(&["netns", "delete", &self.name]);
    }
}

/// Whether `ip` did it.
fn ip(arguments: &[&str]) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

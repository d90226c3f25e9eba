//! A deployment in which everything between two parts goes through a link, and every part can be taken away.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_testbed::{PATIENCE, Postgres};

use super::{journal::execute, link::Link, wall_clock::WallClocks};
use crate::cluster::{Cluster, network::Network};

/// The processes of a deployment in which every role that moves go through can lose one.
pub const DEPLOYMENT: [(&str, usize); 6] = [
    ("gateway", 2),
    ("identity", 1),
    ("pairing", 1),
    ("play", 2),
    ("standings", 1),
    ("ratings", 1),
];

/// A deployment with its links.
#[derive(Debug)]
pub struct TestCluster {
    processes: Mutex<Cluster>,
    /// Clients to each gateway.
    pub clients: Vec<Arc<Link>>,
    /// Process to process: from, to, link.
    pub peers: Vec<(usize, usize, Arc<Link>)>,
    /// Each process to Postgres.
    pub database: Vec<Arc<Link>>,
    /// Each process to Redis.
    pub redis: Vec<Arc<Link>>,
    /// The network of each process, where processes can have one of their own.
    pub networks: Vec<Arc<Network>>,
    /// The role of each process.
    pub roles: Vec<&'static str>,
    /// Wall clocks, where they can be set.
    pub wall_clocks: Option<WallClocks>,
    /// Logs and everything else of the run.
    pub folder: PathBuf,
}

impl TestCluster {
    /// Starts so many processes of each role, with a link wherever two parts meet: of this program, or of another.
    pub async fn start(
        folder: &Path,
        counts: &[(&'static str, usize)],
        seed: u64,
        program: Option<&Path>,
    ) -> Arc<Self> {
        let owned = counts.to_vec();
        let mut cluster = tokio::task::spawn_blocking(move || {
            Cluster::prepare_on(Postgres::start_on_small_disk(), &owned, &[])
        })
        .await
        .unwrap();
        cluster.logs = Some(folder.to_owned());
        if let Some(program) = program {
            let all = 0..cluster.processes.len();
            cluster.programs = all.map(|at| (at, program.to_owned())).collect();
        }
        let networks: Option<Vec<_>> = cluster
            .processes
            .iter()
            .map(|_| Network::open().map(Arc::new))
            .collect();
        let networks = networks.unwrap_or_default();
        for (process, network) in cluster.processes.iter_mut().zip(&networks) {
            process.network = Some(Arc::clone(network));
        }
        let wall_clocks = WallClocks::prepare(folder);
        let mut number = seed;
        let mut next = || {
            number = number.wrapping_add(0x9e37_79b9);
            number
        };
        let roles: Vec<&'static str> = cluster
            .processes
            .iter()
            .map(|process| process.role)
            .collect();
        let (mut clients, mut peers) = (Vec::new(), Vec::new());
        let (mut database, mut redis) = (Vec::new(), Vec::new());
        for (at, role) in roles.iter().enumerate() {
            let name = format!("{role}-{at}");
            let outside = cluster.processes[at].outside();
            let here = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            let stands_on = [
                ("Postgres", cluster.postgres.port(), &mut database),
                ("Redis", cluster.redis.port(), &mut redis),
            ];
            for (store, port, links) in stands_on {
                let name = format!("{name} to {store}");
                let link = Link::open(&name, (outside, here(port)), false, next()).await;
                cluster.detours.insert((at, port), link.address);
                links.push(link);
            }
            if *role == "gateway" {
                let way = (Ipv4Addr::LOCALHOST, cluster.processes[at].address());
                clients.push(Link::open(&format!("clients to {name}"), way, true, next()).await);
            }
            for (to, other) in roles.iter().enumerate() {
                if to == at || *other == "gateway" {
                    continue;
                }
                let address = cluster.processes[to].internal_address();
                let name = format!("{name} to {other}-{to}");
                let link = Link::open(&name, (outside, address), false, next()).await;
                cluster.detours.insert((at, address.port()), link.address);
                peers.push((at, to, link));
            }
            if let Some(clocks) = &wall_clocks {
                cluster.environment.insert(at, clocks.environment(at));
            }
        }
        let cluster = tokio::task::spawn_blocking(move || {
            for at in 0..cluster.processes.len() {
                cluster.launch(at);
            }
            for at in 0..cluster.processes.len() {
                cluster.wait_ready(at);
            }
            cluster
        });
        Arc::new(Self {
            processes: Mutex::new(cluster.await.unwrap()),
            clients,
            peers,
            database,
            redis,
            networks,
            roles,
            wall_clocks,
            folder: folder.to_owned(),
        })
    }

    /// The deployment itself, whatever happened to who had it last.
    pub fn processes(&self) -> MutexGuard<'_, Cluster> {
        self.processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the deployment that takes its time.
    pub async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Cluster) -> T + Send + 'static,
    ) -> T {
        let cluster = Arc::clone(self);
        tokio::task::spawn_blocking(move || act(&mut cluster.processes()))
            .await
            .unwrap()
    }

    /// The addresses of the gateways, through their links.
    #[must_use]
    pub fn gateways(&self) -> Vec<String> {
        let address = |link: &Arc<Link>| format!("http://{}", link.address);
        self.clients.iter().map(address).collect()
    }

    /// The places of the processes of a role.
    #[must_use]
    pub fn of_role(&self, role: &str) -> Vec<usize> {
        let places = 0..self.roles.len();
        places.filter(|at| self.roles[*at] == role).collect()
    }

    /// Every link there is.
    pub fn links(&self) -> impl Iterator<Item = &Arc<Link>> {
        let stores = self.database.iter().chain(&self.redis);
        let peers = self.peers.iter().map(|(_, _, link)| link);
        self.clients.iter().chain(stores).chain(peers)
    }

    /// Every link that begins or ends at a process.
    pub fn links_of(&self, process: usize) -> impl Iterator<Item = &Arc<Link>> {
        let peers = self
            .peers
            .iter()
            .filter(move |(from, to, _)| *from == process || *to == process);
        let gateways = self.of_role("gateway");
        let as_gateway = gateways.iter().position(|at| *at == process);
        let client = as_gateway.map(|place| &self.clients[place]);
        [&self.database[process], &self.redis[process]]
            .into_iter()
            .chain(client)
            .chain(peers.map(|(_, _, link)| link))
    }

    /// Starts again what ended by itself; answers which.
    pub fn revive_the_dead(&self) -> Vec<String> {
        let mut cluster = self.processes();
        let mut dead = Vec::new();
        for at in 0..self.roles.len() {
            if cluster.has_ended(at) {
                dead.push(format!("{}-{at}", self.roles[at]));
                cluster.kill(at);
                cluster.revive(at);
            }
        }
        dead
    }

    /// Makes everything good again, and waits until every process is ready.
    pub async fn heal(self: &Arc<Self>) {
        for link in self.links() {
            link.heal();
        }
        for network in &self.networks {
            network.join();
        }
        self.with(|cluster| {
            let reset = [
                "ALTER SYSTEM RESET commit_delay",
                "ALTER SYSTEM RESET commit_siblings",
                "SELECT pg_reload_conf()",
            ];
            for setting in reset {
                execute(&cluster.postgres, setting).expect("Postgres serves again");
            }
            let begun = std::time::Instant::now();
            for at in 0..cluster.processes.len() {
                if cluster.processes[at].pid().is_none() {
                    cluster.revive(at);
                }
                while !cluster.processes[at].is_ready() && begun.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
        })
        .await;
    }
}

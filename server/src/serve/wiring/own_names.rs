//! The names that browsers on the network may know this machine by, without anybody saying so.

use std::fs;

/// Where the resolver says which domains this machine's network has.
const RESOLVER: &str = "/etc/resolv.conf";

/// The machine's own name: alone, in `.local`, and in the domains of its network.
pub fn of_this_machine() -> Vec<String> {
    let system = rustix::system::uname();
    let resolver = fs::read_to_string(RESOLVER).unwrap_or_default();
    names(&system.nodename().to_string_lossy(), &resolver)
}

fn names(machine: &str, resolver: &str) -> Vec<String> {
    let short = machine.split('.').next().unwrap_or(machine);
    if short.is_empty() {
        return Vec::new();
    }
    let lines = resolver.lines().map(str::trim);
    let lists =
        lines.filter_map(|line| line.strip_prefix("search").or(line.strip_prefix("domain")));
    let domains = lists
        .flat_map(str::split_whitespace)
        .filter(|of| *of != ".");
    let within = domains
        .chain(["local"])
        .map(|domain| format!("{short}.{domain}"));
    [machine.to_owned(), short.to_owned()]
        .into_iter()
        .chain(within)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_known_in_the_domains_of_its_network() {
        let resolver = "# made by a router\nnameserver 192.168.178.1\nsearch fritz.box club.lan.\n";
        assert_eq!(
            names("laptop", resolver),
            [
                "laptop",
                "laptop",
                "laptop.fritz.box",
                "laptop.club.lan.",
                "laptop.local"
            ]
        );
        assert_eq!(
            names("laptop.club.lan", ""),
            ["laptop.club.lan", "laptop", "laptop.local"]
        );
        assert!(names("", resolver).is_empty());
    }
}

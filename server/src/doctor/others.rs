//! The roles that this process calls elsewhere.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Role, tokens::ServiceIdentity};
use outflank_transport::{ClusterClock, Standing};
use tokio_util::sync::CancellationToken;

use super::report::Report;
use crate::{
    configuration::Deployment,
    keys_folder::KeysFolder,
    serve::wiring::site::{FIRST_CONTACT, look_for},
};

/// Greets every instance of every role that this process calls, under the keys of its own roles.
pub async fn examine(
    deployment: &Deployment,
    keys: &KeysFolder,
    identities: &BTreeMap<Role, Arc<ServiceIdentity>>,
    clock: &Arc<ClusterClock>,
    stop: &CancellationToken,
    report: &mut Report,
) {
    let pools = match look_for(deployment, keys, identities, clock, stop) {
        Ok(pools) => pools,
        Err(error) => return report.finding("roles", format!("{error:#}")),
    };
    for (role, pool) in &pools {
        pool.acquainted(FIRST_CONTACT).await;
        let standings = pool.standings();
        if standings.is_empty() {
            let name = role.name();
            report.finding(
                name,
                format!(
                    "no address of it can be found: correct --peers {name}=… or the name service"
                ),
            );
        }
        let somebody = pool.answers();
        for (address, standing) in standings {
            instance(*role, &address, standing, somebody, report);
        }
    }
}

fn instance(role: Role, address: &str, standing: Standing, somebody: bool, report: &mut Report) {
    let name = role.name();
    match standing {
        Standing::Serving { instance, version } if version == env!("CARGO_PKG_VERSION") => {
            let what = format!("{instance} at {address} serves and knows the keys of this process");
            report.good(name, what);
        }
        Standing::Serving { instance, version } => report.caution(
            name,
            format!(
                "{instance} at {address} serves in version {version}, this program is {}: good during an upgrade only",
                env!("CARGO_PKG_VERSION")
            ),
        ),
        Standing::Draining => report.caution(name, format!("the instance at {address} is leaving")),
        Standing::Refused(sentence) => report.finding(name, sentence),
        Standing::Unknown | Standing::Away(_) => {
            let cause = match standing {
                Standing::Away(cause) => cause,
                _ => "no answer in time".to_owned(),
            };
            let what = format!(
                "no {name} answers at {address} ({cause}): start it, or correct --peers {name}=…"
            );
            if somebody {
                report.caution(name, what);
            } else {
                report.finding(name, what);
            }
        }
    }
}

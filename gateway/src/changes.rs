//! What differs between two states of a document that REST answers with: the parts of it that are told to whoever
//! follows it, as that route would show them.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_proto::{json, schema};
use serde::Serialize;
use serde_json::value::RawValue;

/// The largest change that is told; whoever hears of a larger one reads the document again.
pub const MOST_BYTES: usize = 32 * 1024;

/// A sort of document, and those of its lists that are told item by item.
#[derive(Debug)]
pub struct Kind {
    /// Its message in the contract.
    message: &'static str,
    /// The lists, each with the member that names an item.
    keyed: &'static [(&'static str, &'static str)],
    /// The member that the items of such a list are in order of; none where new ones come last.
    order: Option<&'static str>,
}

/// `GET /api/v1/tournaments/{tournament_id}`.
pub const TOURNAMENT: Kind = Kind {
    message: "outflank.pairing.v1.Tournament",
    keyed: &[("entrants", "id"), ("rounds", "number"), ("acts", "act")],
    order: None,
};

/// `GET /api/v1/tournaments/{tournament_id}/standings`.
pub const STANDINGS: Kind = Kind {
    message: "outflank.standings.v1.Standings",
    keyed: &[("rows", "entrant_id")],
    order: Some("place"),
};

/// A document as the route shows it.
#[derive(Debug)]
pub struct Document {
    kind: &'static Kind,
    members: BTreeMap<String, Member>,
}

#[derive(Debug, PartialEq, Eq)]
enum Member {
    /// Its JSON.
    Whole(String),
    Items(Vec<Item>),
}

#[derive(Debug, PartialEq, Eq)]
struct Item {
    /// What names it, as JSON.
    key: String,
    /// Where it stands, where the list is in order of that.
    place: Option<u64>,
    json: String,
}

/// A list told item by item.
#[derive(Serialize)]
struct ListChange<'a> {
    set: Vec<&'a RawValue>,
    removed: Vec<&'a RawValue>,
}

impl Document {
    /// The document of a message.
    ///
    /// # Errors
    /// What breaks its contract is our own fault.
    pub fn of(kind: &'static Kind, message: &[u8]) -> Result<Self, Problem> {
        let table = schema::message(kind.message).ok_or_else(|| Problem::internal("no message"))?;
        let mut text = Vec::new();
        json::write(table, message, &mut text).map_err(Problem::internal)?;
        let members: BTreeMap<String, &RawValue> =
            serde_json::from_slice(&text).map_err(Problem::internal)?;
        let members = members.into_iter().map(|(name, value)| {
            let keyed = kind.keyed.iter().find(|(list, _)| *list == name);
            let member = match keyed {
                Some((_, key)) => items(value, key, kind.order).map(Member::Items),
                None => Some(Member::Whole(value.get().to_owned())),
            };
            let whole = || Member::Whole(value.get().to_owned());
            (name, member.unwrap_or_else(whole))
        });
        Ok(Self {
            kind,
            members: members.collect(),
        })
    }

    /// The document of a message; none where it breaks its contract, which is told.
    pub fn known(kind: &'static Kind, message: &impl prost::Message) -> Option<Self> {
        Self::of(kind, &message.encode_to_vec())
            .inspect_err(|problem| {
                tracing::error!(%problem, kind = kind.message, "a followed document breaks its contract");
            })
            .ok()
    }

    /// What makes the later document of this one, as JSON: its members that differ, whole, but of a list of named items
    /// those that differ and the names of those that are gone. Nothing for a change that is too large to be told.
    pub fn changes_to(&self, later: &Self) -> Option<String> {
        let mut changes: BTreeMap<&str, Box<RawValue>> = BTreeMap::new();
        let mut size = 2;
        for (name, now) in &later.members {
            let before = self.members.get(name);
            if before == Some(now) {
                continue;
            }
            let change = before
                .and_then(|before| list_change(before, now, later.kind.order.is_some()))
                .or_else(|| whole(now))?;
            // Its name with quotes, a colon and a comma.
            size += name.len() + 4 + change.get().len();
            if size > MOST_BYTES {
                return None;
            }
            changes.insert(name, change);
        }
        serde_json::to_string(&changes).ok()
    }
}

/// What is known of a document that is followed.
#[derive(Debug, Default)]
pub struct Known {
    /// The seq or version that its followers were told; 0 before it was read.
    pub at: u64,
    /// As it stands there; none where it was not read since.
    document: Option<Document>,
}

/// What is to be told of a document.
#[derive(Debug)]
pub enum News {
    /// Nothing new.
    Nothing,
    /// Where it stands.
    At(u64),
    /// Where it stands, and what changed since then.
    Change(u64, (u64, String)),
}

impl Known {
    /// It stands there; what it is like is not known.
    pub fn heard(&mut self, at: u64) -> News {
        if at <= self.at {
            return News::Nothing;
        }
        self.document = None;
        self.at = at;
        News::At(at)
    }

    /// It was read.
    pub fn read(&mut self, at: u64, document: Option<Document>) -> News {
        if at < self.at {
            return News::Nothing;
        }
        let previous = std::mem::replace(&mut self.at, at);
        let before = std::mem::replace(&mut self.document, document);
        let (Some(before), Some(now)) = (before, &self.document) else {
            return if at > previous {
                News::At(at)
            } else {
                News::Nothing
            };
        };
        match before.changes_to(now) {
            Some(changed) if at == previous && changed == "{}" => News::Nothing,
            Some(changed) => News::Change(at, (previous, changed)),
            None => News::At(at),
        }
    }
}

fn items(list: &RawValue, key: &str, order: Option<&str>) -> Option<Vec<Item>> {
    let list: Vec<&RawValue> = serde_json::from_str(list.get()).ok()?;
    let items = list.into_iter().map(|item| {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(item.get()).ok()?;
        let place = order.and_then(|order| members.get(order)?.get().parse().ok());
        Some(Item {
            key: members.get(key)?.get().to_owned(),
            place,
            json: item.get().to_owned(),
        })
    });
    items.collect()
}

fn raw(json: &str) -> Option<&RawValue> {
    serde_json::from_str(json).ok()
}

fn whole(member: &Member) -> Option<Box<RawValue>> {
    let json = match member {
        Member::Whole(json) => json.clone(),
        Member::Items(items) => {
            let items: Vec<&str> = items.iter().map(|item| &*item.json).collect();
            format!("[{}]", items.join(","))
        }
    };
    RawValue::from_string(json).ok()
}

/// The change of a list, item by item; nothing where that does not give the later list in its order.
fn list_change(before: &Member, now: &Member, in_order_of_place: bool) -> Option<Box<RawValue>> {
    let (Member::Items(before), Member::Items(now)) = (before, now) else {
        return None;
    };
    let known: BTreeMap<&str, &str> = by_key(before);
    let left: BTreeMap<&str, &str> = by_key(now);
    if known.len() != before.len() || left.len() != now.len() {
        return None;
    }
    if in_order_of_place {
        let mut places = now.windows(2).map(|two| (two[0].place, two[1].place));
        if !places.all(|(one, two)| one.is_some() && one < two) {
            return None;
        }
    } else {
        let kept = before.iter().filter(|item| left.contains_key(&*item.key));
        let new = now.iter().filter(|item| !known.contains_key(&*item.key));
        let order = kept.chain(new).map(|item| &item.key);
        if !order.eq(now.iter().map(|item| &item.key)) {
            return None;
        }
    }
    let changed = now
        .iter()
        .filter(|item| known.get(&*item.key) != Some(&&*item.json));
    let gone: BTreeSet<&str> = known
        .keys()
        .filter(|key| !left.contains_key(*key))
        .copied()
        .collect();
    let change = ListChange {
        set: changed.map(|item| raw(&item.json)).collect::<Option<_>>()?,
        removed: gone.into_iter().map(raw).collect::<Option<_>>()?,
    };
    RawValue::from_string(serde_json::to_string(&change).ok()?).ok()
}

fn by_key(items: &[Item]) -> BTreeMap<&str, &str> {
    let pairs = items.iter().map(|item| (&*item.key, &*item.json));
    pairs.collect()
}

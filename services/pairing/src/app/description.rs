//! What an event says of itself: texts that are records, each under an id of its own, which the journal holds.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::Problem;
use outflank_tournament::{Command, Description, MadeDescription};

use super::{
    App, check,
    execute::{Act, Decision, Done, decide_all},
    keeping::Record,
    tournament::Tournament,
};
use crate::records::Reason;

/// The texts as they were asked for; empty where nothing is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NewDescription {
    pub place: String,
    pub organiser_name: String,
    pub contact: String,
    pub other_prizes: String,
    pub prospectus: String,
}

/// One of the texts: where it stands, and what it may be.
struct Text {
    name: &'static str,
    asked: fn(&mut NewDescription) -> &mut String,
    kept: fn(&mut Description) -> &mut Option<String>,
    most_bytes: usize,
    in_lines: bool,
}

/// All of them.
const TEXTS: [Text; 5] = [
    Text {
        name: "place",
        asked: |new| &mut new.place,
        kept: |kept| &mut kept.place,
        most_bytes: 200,
        in_lines: false,
    },
    Text {
        name: "organiser_name",
        asked: |new| &mut new.organiser_name,
        kept: |kept| &mut kept.organiser_name,
        most_bytes: 200,
        in_lines: false,
    },
    Text {
        name: "contact",
        asked: |new| &mut new.contact,
        kept: |kept| &mut kept.contact,
        most_bytes: 500,
        in_lines: false,
    },
    Text {
        name: "other_prizes",
        asked: |new| &mut new.other_prizes,
        kept: |kept| &mut kept.other_prizes,
        most_bytes: 1_000,
        in_lines: true,
    },
    Text {
        name: "prospectus",
        asked: |new| &mut new.prospectus,
        kept: |kept| &mut kept.prospectus,
        most_bytes: 8_000,
        in_lines: true,
    },
];

impl Text {
    fn checked(&self, text: &str) -> Result<String, Problem> {
        let check = if self.in_lines {
            check::description_lines
        } else {
            check::description_line
        };
        check(self.name, text, self.most_bytes)
    }
}

/// A text that may be kept: its id is that of the one before where it says the same.
struct Kept<'a> {
    act: &'a Act,
    tournament_id: &'a str,
    texts: &'a BTreeMap<String, String>,
    new: Vec<Reason>,
}

impl Kept<'_> {
    /// The id under which a text is kept; `None` where nothing is written.
    fn id(&mut self, name: &str, text: &str, before: Option<&String>) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        if let Some(id) = before.filter(|id| self.texts.get(*id).is_some_and(|kept| kept == text)) {
            return Some(id.clone());
        }
        let id = self
            .act
            .made(&format!("description.{name}"), self.tournament_id);
        self.new.push(Reason {
            reason_id: id.clone(),
            account_id: self.act.actor.clone(),
            round: 0,
            board: 0,
            reason: text.to_owned(),
        });
        Some(id)
    }
}

impl NewDescription {
    /// The same as it may be kept: trimmed, and within its bounds.
    pub(super) fn checked(&self) -> Result<Self, Problem> {
        let mut checked = self.clone();
        for text in &TEXTS {
            let asked = (text.asked)(&mut checked);
            *asked = text.checked(asked)?;
        }
        Ok(checked)
    }

    /// The command that describes a new event, and what is kept for it; none where nothing is written.
    pub(super) fn at_founding(&self, of: (&Act, &str)) -> Option<(Command, Vec<Reason>)> {
        let written = *self != Self::default();
        written.then(|| self.command(of, &Description::default(), &BTreeMap::new()))
    }

    /// The command that puts them in force after those that stand, of which `texts` are known by their ids, and what is
    /// kept for it.
    pub(super) fn command(
        &self,
        (act, tournament_id): (&Act, &str),
        standing: &Description,
        texts: &BTreeMap<String, String>,
    ) -> (Command, Vec<Reason>) {
        let mut kept = Kept {
            act,
            tournament_id,
            texts,
            new: Vec::new(),
        };
        let (mut asked, mut standing) = (self.clone(), standing.clone());
        let mut description = Description::default();
        for text in &TEXTS {
            let before = (text.kept)(&mut standing).as_ref();
            *(text.kept)(&mut description) = kept.id(text.name, (text.asked)(&mut asked), before);
        }
        let command = Command::DescribeTournament {
            description,
            by: act.by(),
        };
        (command, kept.new)
    }
}

impl App {
    /// Writes what an event says of itself, whole.
    pub(crate) async fn describe(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        asked: &NewDescription,
    ) -> Result<Done, Problem> {
        check::command_id(&act.command_id)?;
        let asked = asked.checked()?;
        let tournament = self.tournament(tournament_id).await?;
        let texts = self.described(&tournament).await?;
        self.execute(tournament_id, act, move |case, now_ms| {
            let standing = case.state.descriptions.in_force();
            let (command, texts) = asked.command((case.act(), &case.id), &standing, &texts);
            Ok(Decision {
                events: decide_all(case, &[command], now_ms)?,
                record: Some(Record::Reasons(texts)),
            })
        })
        .await
    }

    /// The texts of an event that are in force, by their ids.
    pub(crate) async fn described(
        &self,
        tournament: &Tournament,
    ) -> Result<BTreeMap<String, String>, Problem> {
        let standing = tournament.state.descriptions.in_force();
        let mut texts = BTreeMap::new();
        for (_, id) in standing.by_name() {
            let Some(id) = id else { continue };
            if let Some(text) = self.records.reason(&tournament.id, id).await? {
                texts.insert(id.to_owned(), text);
            }
        }
        Ok(texts)
    }
}

/// Each time the texts were written, with what changed.
pub(crate) fn changes(
    made: &[MadeDescription],
) -> impl Iterator<Item = (&MadeDescription, Vec<&'static str>)> {
    let mut before = Description::default();
    made.iter().map(move |one| {
        let changed = one.description.changed_from(&before);
        before = one.description.clone();
        (one, changed)
    })
}

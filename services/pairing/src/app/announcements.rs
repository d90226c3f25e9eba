//! Announcements: made, told at once to whoever follows the event, read again by number.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_live::topic;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Announcement, AnnouncementAudience, Command, Event, MadeAnnouncement, NewAnnouncement,
    PlannedPlay,
};
use prost::Message as _;

use crate::planned;

use super::{
    App, Writing,
    execute::{Act, Done},
    problems,
    tournament::Tournament,
};

impl App {
    /// Announces something. Answers its number.
    pub(crate) async fn announce(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        asked: NewAnnouncement,
        text: Writing,
    ) -> Result<(u32, Done), Problem> {
        let command = Command::Announce(asked);
        let done = self
            .execute_written(tournament_id, act, command, Some(text))
            .await?;
        let number = made(&done.events).map(|one| one.number).next();
        Ok((number.ok_or_else(problems::command_id_reused)?, done))
    }

    /// Tells the gateways what was announced, with whom it is for.
    pub(super) async fn tell_announcements(
        &self,
        tournament: &Tournament,
        events: &[Event],
    ) -> Result<(), Problem> {
        for announcement in made(events) {
            let number = announcement.number;
            let known = tournament.state.announcements.made();
            let Some(known) = known.iter().find(|one| one.announcement.number == number) else {
                continue;
            };
            let text = self.announced_text(tournament, known).await?;
            let message = heard(tournament, known, text).encode_to_vec();
            let topic = topic::announcements(&tournament.id);
            if let Err(error) = self.live.publish(&topic, message.into()).await {
                tracing::warn!(tournament_id = tournament.id, %error, "an announcement was not told");
            }
        }
        Ok(())
    }

    async fn announced_text(
        &self,
        tournament: &Tournament,
        made: &MadeAnnouncement,
    ) -> Result<String, Problem> {
        let id = &made.announcement.text;
        let text = self.records.reason(&tournament.id, id).await?;
        Ok(text_of(made, text))
    }
}

/// What was written of it; where nothing was, which starts were moved, in the event's own time as it was then.
pub(crate) fn text_of(made: &MadeAnnouncement, written: Option<String>) -> String {
    if let Some(written) = written {
        return written;
    }
    let offset = made.utc_offset_minutes;
    let moved = made.announcement.starts.iter().map(|one| {
        let what = match one.play {
            PlannedPlay::Round { round } => format!("Round {round}"),
            PlannedPlay::Finals { stage, game } => {
                format!("Game {game} of the {}", stage.name().replace('_', " "))
            }
        };
        let time = |at_ms: Option<i64>| at_ms.map(|at_ms| time_of_day(at_ms, offset));
        match (time(one.before_ms), time(one.now_ms)) {
            (Some(before), Some(now)) => format!("{what} starts at {now} instead of {before}."),
            (None, Some(now)) => format!("{what} starts at {now}."),
            (_, None) => format!("The start of {what} is open."),
        }
    });
    moved.collect::<Vec<_>>().join(" ")
}

fn time_of_day(at_ms: i64, offset_minutes: i32) -> String {
    let minutes = at_ms
        .div_euclid(60_000)
        .saturating_add(i64::from(offset_minutes));
    let minutes = minutes.rem_euclid(24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn made(events: &[Event]) -> impl Iterator<Item = &Announcement> {
    events.iter().filter_map(|event| match event {
        Event::AnnouncementMade(announcement) => Some(announcement),
        _ => None,
    })
}

/// An announcement with whom it is for, as the gateways tell it.
pub(crate) fn heard(
    tournament: &Tournament,
    made: &MadeAnnouncement,
    text: String,
) -> proto::HeardAnnouncement {
    let accounts = tournament.state.heard_by(&made.announcement);
    proto::HeardAnnouncement {
        announcement: Some(shown(made, text)),
        everybody: accounts.is_none(),
        account_ids: accounts
            .into_iter()
            .flatten()
            .map(|account| account.0)
            .collect(),
    }
}

/// An announcement as it is shown.
pub(crate) fn shown(made: &MadeAnnouncement, text: String) -> proto::Announcement {
    let announcement = &made.announcement;
    let (audience, (round, table)) = match announcement.audience {
        AnnouncementAudience::Everybody => ("everybody", (0, 0)),
        AnnouncementAudience::Board { round, table } => ("board", (round, table)),
        AnnouncementAudience::Officials => ("officials", (0, 0)),
    };
    proto::Announcement {
        number: announcement.number,
        kind: announcement.kind.name().to_owned(),
        audience: audience.to_owned(),
        round,
        table,
        text,
        corrects: announcement.corrects.unwrap_or_default(),
        by_account_id: announcement
            .by
            .as_ref()
            .map(|by| by.0.clone())
            .unwrap_or_default(),
        starts: announcement.starts.iter().map(planned::moved).collect(),
        at_ms: made.at_ms,
    }
}

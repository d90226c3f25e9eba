//! Announcements: made by directors, read by whom they are for.

use outflank_access::{Caller, Page, Problem, Standing};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AccountId, AnnouncementAudience, AnnouncementKind, AnnouncementSubject, MadeAnnouncement,
    NewAnnouncement,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, authorised, official};
use crate::app::{App, announcement_text, heard_announcement, invalid, shown_announcement};

/// Announcements in one answer to a gateway.
const READ_AT_ONCE: usize = 100;

impl PairingGrpc {
    pub(super) async fn announce(
        &self,
        request: Request<proto::AnnounceRequest>,
    ) -> Answer<proto::AnnounceResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let text = act.announced(&asked.tournament_id, &asked.text)?;
        let new = NewAnnouncement {
            subject: subject(&asked)?,
            text: text.id.clone(),
            by: act.by(),
        };
        let app = self.app();
        let (number, done) =
            App::detached(async move { app.announce(&asked.tournament_id, &act, new, text).await })
                .await?;
        Ok(Response::new(proto::AnnounceResponse {
            number,
            seq: done.seq,
        }))
    }

    pub(super) async fn list_announcements(
        &self,
        request: Request<proto::ListAnnouncementsRequest>,
    ) -> Answer<proto::ListAnnouncementsResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let account = caller.person.map(|person| AccountId(person.account_id));
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        let tournament = self.0.tournament(id).await?;
        let query = ("announcements", id);
        let page: Page<u32> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let state = &tournament.state;
        let after = page.after().copied().unwrap_or(0);
        let found: Vec<&MadeAnnouncement> = state
            .announcements
            .made()
            .iter()
            .filter(|made| made.announcement.number > after)
            .filter(|made| state.hears(account.as_ref(), &made.announcement))
            .take(page.sought())
            .collect();
        let (found, next_page_token) = page.cut(found, |last| last.announcement.number)?;
        let texts = self.0.records().reasons(id).await?;
        let text = |made: &MadeAnnouncement| texts.get(&made.announcement.text).cloned();
        Ok(Response::new(proto::ListAnnouncementsResponse {
            announcements: found
                .into_iter()
                .map(|made| shown_announcement(made, announcement_text(made, text(made))))
                .collect(),
            next_page_token,
        }))
    }

    pub(super) async fn read_announcements(
        &self,
        request: Request<proto::ReadAnnouncementsRequest>,
    ) -> Answer<proto::ReadAnnouncementsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let tournament = self.0.tournament(&asked.tournament_id).await?;
        let texts = self.0.records().reasons(&asked.tournament_id).await?;
        let made = tournament.state.announcements.made().iter();
        Ok(Response::new(proto::ReadAnnouncementsResponse {
            announcements: made
                .filter(|made| made.announcement.number > asked.after_number)
                .take(READ_AT_ONCE)
                .map(|made| {
                    let text = texts.get(&made.announcement.text).cloned();
                    heard_announcement(&tournament, made, announcement_text(made, text))
                })
                .collect(),
        }))
    }
}

fn subject(asked: &proto::AnnounceRequest) -> Result<AnnouncementSubject, Problem> {
    if asked.corrects > 0 {
        if !asked.kind.is_empty() || !asked.audience.is_empty() {
            return Err(invalid(
                "bad_announcement",
                "A correction is of the kind of what it corrects and for the same people; leave both out.",
            ));
        }
        return Ok(AnnouncementSubject::Correction { of: asked.corrects });
    }
    let kind = AnnouncementKind::ALL
        .into_iter()
        .find(|kind| kind.name() == asked.kind)
        .ok_or_else(|| {
            invalid(
                "bad_announcement",
                "An announcement is general, monitors or time_rules.",
            )
        })?;
    let audience = match asked.audience.as_str() {
        "everybody" => AnnouncementAudience::Everybody,
        "officials" => AnnouncementAudience::Officials,
        "board" => AnnouncementAudience::Board {
            round: asked.round,
            table: asked.table,
        },
        _ => {
            return Err(invalid(
                "bad_announcement",
                "An announcement is for everybody, a board or the officials.",
            ));
        }
    };
    let names_board = (asked.round, asked.table) != (0, 0);
    if names_board && !matches!(audience, AnnouncementAudience::Board { .. }) {
        return Err(invalid(
            "bad_announcement",
            "A round and a table are named where an announcement is for a board.",
        ));
    }
    Ok(AnnouncementSubject::New { kind, audience })
}

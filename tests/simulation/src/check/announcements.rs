//! Announcements keep their order, none is lost, and their words are what was said.

use outflank_proto::pairing::v1 as pairing;
use outflank_tournament::{Announcement, AnnouncementAudience, AnnouncementKind};

use super::{Desk, Findings, record::Record};
use crate::{asked::Asked, wiring::Wiring};

/// Announcements of a page, so that there are some pages.
const PAGE: u32 = 3;

/// An announcement as somebody reads it: number, what it corrects, words.
type Read = (u32, u32, String);

pub async fn check(wiring: &Wiring, id: &str, record: &Record, findings: &mut Findings) {
    corrections(record, findings);
    let said = said(wiring, record, findings);
    let everybodys: Vec<Read> = said
        .iter()
        .filter(|(of, _)| of.audience == AnnouncementAudience::Everybody)
        .map(|(_, read)| read.clone())
        .collect();
    let all: Vec<Read> = said.into_iter().map(|(_, read)| read).collect();
    for desk in Desk::all(wiring) {
        for (who, account, expected) in [
            ("the director", true, &all),
            ("somebody without an account", false, &everybodys),
        ] {
            match listed(&desk, id, account).await {
                Ok(read) if read == *expected => {}
                told => findings.push(format!(
                    "pairing {} lets {who} read {told:?} and not {expected:?}",
                    desk.index
                )),
            }
        }
        match heard(&desk, id).await {
            Ok(read) if read == all => {}
            told => findings.push(format!(
                "pairing {} tells gateways {told:?} and not {all:?}",
                desk.index
            )),
        }
    }
}

/// A correction is of an earlier announcement, for those whom that was for.
fn corrections(record: &Record, findings: &mut Findings) {
    for made in &record.announcements {
        let made = &made.announcement;
        let Some(corrects) = made.corrects else {
            continue;
        };
        let mut all = record.announcements.iter().map(|known| &known.announcement);
        let earlier = all.find(|known| known.number == corrects);
        let same = |known: &Announcement| {
            (known.kind, known.audience, &known.entrants)
                == (made.kind, made.audience, &made.entrants)
        };
        if corrects >= made.number || !earlier.is_some_and(same) {
            findings.push(format!(
                "announcement {} corrects {corrects}, which is {earlier:?}",
                made.number
            ));
        }
    }
}

/// What was said, in the journal's order; where a publication told it by itself, the times are looked for alone.
fn said<'a>(
    wiring: &Wiring,
    record: &'a Record,
    findings: &mut Findings,
) -> Vec<(&'a Announcement, Read)> {
    let issued = wiring.world.log.issued();
    let mut all = Vec::new();
    for made in &record.announcements {
        let (announcement, number) = (&made.announcement, made.announcement.number);
        let key = (made.actor.clone(), made.command_id.clone());
        let text = match issued.get(&key).map(|issued| &issued.asked) {
            Some(Asked::Tell { text, corrects, .. }) => {
                if *corrects != announcement.corrects {
                    findings.push(format!(
                        "announcement {number} corrects {:?}, and {corrects:?} was to be corrected",
                        announcement.corrects
                    ));
                }
                text.clone()
            }
            Some(Asked::Direct("publish"))
                if announcement.kind == AnnouncementKind::TimetableMoved
                    && announcement.by.is_none()
                    && !announcement.starts.is_empty() =>
            {
                String::new()
            }
            asked => {
                findings.push(format!("announcement {number} comes from {asked:?}"));
                continue;
            }
        };
        let corrects = announcement.corrects.unwrap_or(0);
        all.push((announcement, (number, corrects, text)));
    }
    all
}

fn read(shown: pairing::Announcement) -> Read {
    let by_itself = shown.by_account_id.is_empty() && shown.text.starts_with("Round ");
    let text = if by_itself { String::new() } else { shown.text };
    (shown.number, shown.corrects, text)
}

async fn listed(desk: &Desk, id: &str, account: bool) -> Result<Vec<Read>, tonic::Status> {
    let mut found = Vec::new();
    let mut page_token = String::new();
    loop {
        let asked = pairing::ListAnnouncementsRequest {
            tournament_id: id.to_owned(),
            page_size: PAGE,
            page_token,
        };
        let asked = if account {
            desk.asking(asked)
        } else {
            tonic::Request::new(asked)
        };
        let page = desk.pairing.clone().list_announcements(asked).await?;
        let page = page.into_inner();
        found.extend(page.announcements.into_iter().map(read));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(found);
        }
    }
}

/// As the gateways read on after what they know.
async fn heard(desk: &Desk, id: &str) -> Result<Vec<Read>, tonic::Status> {
    let asked = pairing::ReadAnnouncementsRequest {
        tournament_id: id.to_owned(),
        after_number: 0,
    };
    let answer = desk.pairing.clone().read_announcements(asked).await?;
    let all = answer.into_inner().announcements.into_iter();
    Ok(all
        .filter_map(|heard| heard.announcement)
        .map(read)
        .collect())
}

//! What is announced, and when rounds are to start.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as pairing;

use super::{DIRECTOR, Director, programme::Programme};
use crate::asked::Asked;

/// Far behind everything that is planned, ms.
const AFTER_THE_EVENT_MS: i64 = 36_000_000;

impl Director {
    /// Announces something, and sometimes corrects it.
    pub(super) async fn announce(&self, programme: &Programme, (id, round): (&str, u32)) {
        let audience = *programme
            .chance
            .one_of(&["everybody", "everybody", "officials", "board"])
            .unwrap_or(&"everybody");
        // No board is there yet.
        let audience = if round == 0 && audience == "board" {
            "officials"
        } else {
            audience
        };
        let to_board = audience == "board";
        let asked = pairing::AnnounceRequest {
            tournament_id: id.to_owned(),
            kind: "general".to_owned(),
            audience: audience.to_owned(),
            round: if to_board { round } else { 0 },
            table: u32::from(to_board),
            ..pairing::AnnounceRequest::default()
        };
        let Ok(number) = self.tell(DIRECTOR, "announce", asked).await else {
            return;
        };
        if programme.chance.in_thousand(600) {
            let correction = pairing::AnnounceRequest {
                tournament_id: id.to_owned(),
                corrects: number,
                ..pairing::AnnounceRequest::default()
            };
            let _refused = self.tell(DIRECTOR, "correct", correction).await;
        }
    }

    /// Words that nobody has said before.
    pub(super) fn words(&self) -> String {
        self.words.set(self.words.get() + 1);
        format!("Notice {}: the hall is open.", self.words.get())
    }

    /// An account announces something; answers its number.
    pub(super) async fn tell(
        &self,
        account: &str,
        name: &'static str,
        mut asked: pairing::AnnounceRequest,
    ) -> Result<u32, Problem> {
        asked.text = self.words();
        let tells = Asked::Tell {
            name,
            text: asked.text.clone(),
            corrects: (asked.corrects > 0).then_some(asked.corrects),
        };
        let told = act!(self, account, tells, announce("Announce", asked))?;
        let before = self.announced.replace(told.number);
        if told.number <= before {
            self.complain(format!(
                "announcement {} was made after {before} had been acknowledged",
                told.number
            ));
        }
        Ok(told.number)
    }

    /// Sets the timetable of all rounds.
    pub(super) async fn set_timetable(&self, programme: &Programme, id: &str) {
        let now_ms = self.wiring.clock.now_ms();
        let after = |least, most| i64::try_from(programme.chance.between(least, most)).unwrap_or(0);
        let first_ms = now_ms + after(2_000, 9_000);
        let starts = (1..=self.rounds).map(|round| pairing::PlannedStart {
            round,
            starts_at_ms: first_ms + i64::from(round - 1) * after(40_000, 160_000),
            ..pairing::PlannedStart::default()
        });
        let asked = pairing::SetTimetableRequest {
            tournament_id: id.to_owned(),
            timetable: Some(pairing::Timetable {
                utc_offset_minutes: 60,
                sessions: vec![pairing::PlannedSession {
                    day: 1,
                    plays: starts.collect(),
                }],
                breaks: Vec::new(),
            }),
            ..pairing::SetTimetableRequest::default()
        };
        let sets = Asked::Direct("set_timetable");
        let _refused = act!(self, DIRECTOR, sets, set_timetable("SetTimetable", asked));
    }

    /// Moves what is not published yet, or adds a break.
    pub(super) async fn move_timetable(&self, programme: &Programme, (id, round): (&str, u32)) {
        let shown = self.tournament(id).await;
        let Some(shown) = shown.filter(|shown| shown.timetable_set) else {
            return;
        };
        let mut timetable = shown.timetable.unwrap_or_default();
        let ms = i64::try_from(programme.chance.between(5_000, 40_000)).unwrap_or(5_000);
        let plays = timetable.sessions.iter_mut();
        let mut later = plays.flat_map(|session| &mut session.plays);
        if let Some(play) = later.find(|play| play.round > round) {
            play.starts_at_ms += ms;
        } else {
            let from_ms = self.wiring.clock.now_ms() + AFTER_THE_EVENT_MS;
            timetable.breaks.push(pairing::PlannedBreak {
                from_ms,
                until_ms: from_ms + ms,
            });
        }
        let asked = pairing::MoveTimetableRequest {
            tournament_id: id.to_owned(),
            timetable: Some(timetable),
            reason: self.words(),
            accept_deviations: true,
            ..pairing::MoveTimetableRequest::default()
        };
        let moves = Asked::Tell {
            name: "move_timetable",
            text: asked.reason.clone(),
            corrects: None,
        };
        let _refused = act!(
            self,
            DIRECTOR,
            moves,
            move_timetable("MoveTimetable", asked)
        );
    }
}

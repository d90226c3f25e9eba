//! Officials' acts at tables: who may, with which authority, at one table or at all of a round.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Caller, Kind, Problem, Standing, identifier::derived_id, problem};
use outflank_journal::RecordWrite;
use outflank_othello::{Authority, Color, Command, Moment, OfficialAct, Phase};
use outflank_tournament::{Appointment, Deed, Interest, Judged, Limits, OfficialRole};
use tracing::Instrument as _;

use super::{
    Acknowledged, Play,
    game::Game,
    interest,
    records::keep_reason,
    refusal,
    stakes::Desk,
    tables::{Acted, Step},
    time::UNCERTAINTY_MS,
};

/// Longest reason, in characters.
const LONGEST_REASON: usize = 1_000;
/// Longest name of a paragraph, in characters.
const LONGEST_PARAGRAPH: usize = 32;

/// An official's act as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Ruling {
    pub command_id: String,
    pub act: OfficialAct,
    pub paragraph: String,
    pub reason: String,
}

/// What became of an act at one table of a round.
#[derive(Debug)]
pub(crate) struct TableOutcome {
    pub game_id: String,
    pub table: u32,
    pub outcome: Result<u64, Problem>,
}

impl Ruling {
    fn check(&self) -> Result<(), Problem> {
        let reason = self.reason.trim();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(problem!(
                Kind::Invalid,
                "reason_required",
                "An official's act has a reason of 1 to {most} characters, shown to both players.",
                most = LONGEST_REASON,
            ));
        }
        if self.paragraph.chars().count() > LONGEST_PARAGRAPH {
            return Err(problem!(
                Kind::Invalid,
                "malformed_paragraph",
                "A paragraph is named in at most {most} characters, such as WOC IV.7.",
                most = LONGEST_PARAGRAPH,
            ));
        }
        Ok(())
    }

    /// Whether it makes sense at every table of a round at once.
    fn fits_a_round(&self) -> bool {
        matches!(
            self.act,
            OfficialAct::Pause { .. }
                | OfficialAct::Resume
                | OfficialAct::AnnounceAdjournment { .. }
                | OfficialAct::CancelAdjournment
                | OfficialAct::ResumeAdjourned
                | OfficialAct::SpectatorsChat { .. }
        )
    }
}

impl Play {
    /// An official's act at one table.
    pub(crate) async fn officiate(
        self: &Arc<Self>,
        caller: &Caller,
        game_id: &str,
        ruling: Ruling,
    ) -> Result<Acknowledged, Problem> {
        let account = caller.person()?.account_id.clone();
        let game = self.game(game_id).await?;
        let tournament = match game.state.place() {
            Some(place) => place.tournament.clone(),
            None => String::new(),
        };
        let mut officials = self.officials(&tournament).await?;
        let deed = interest::deed(&game, &ruling.act);
        let office = officials.get(&account);
        let judges = judges_by_act(&game, &account, deed);
        caller.authorize(Standing {
            director: judges || office.is_some_and(|known| known.role.has_at_tables(deed.power())),
            ..Standing::default()
        })?;
        if judges {
            unlimited(&mut officials, &account);
        }
        ruling.check()?;
        let play = Arc::clone(self);
        // In a task of its own: a caller that goes away does not stop it half-way.
        tokio::spawn(
            async move {
                let desk = play.desk(&tournament, (&account, &officials)).await?;
                play.rule_judged(&game, &desk, &ruling).await
            }
            .in_current_span(),
        )
        .await
        .map_err(Problem::internal)?
    }

    /// An official's act at every open table of a round.
    pub(crate) async fn officiate_round(
        self: &Arc<Self>,
        caller: &Caller,
        (tournament_id, round): (&str, u32),
        ruling: Ruling,
    ) -> Result<Vec<TableOutcome>, Problem> {
        let account = caller.person()?.account_id.clone();
        let officials = self.officials(tournament_id).await?;
        let office = officials.get(&account);
        caller.authorize(Standing {
            director: office.is_some_and(|known| known.role.directs()),
            ..Standing::default()
        })?;
        ruling.check()?;
        if !ruling.fits_a_round() || round == 0 {
            return Err(Problem::new(
                Kind::Invalid,
                "not_for_a_round",
                "Only pauses and adjournments concern a whole round; rule on the other acts table by table.",
            ));
        }
        self.catch_up().await?;
        let play = Arc::clone(self);
        let (tournament_id, roles) = (tournament_id.to_owned(), officials);
        tokio::spawn(
            async move {
                let desk = play.desk(&tournament_id, (&account, &roles)).await?;
                let mut outcomes = Vec::new();
                for game in play.games(&tournament_id, round).await? {
                    if Self::is_over(&game) {
                        continue;
                    }
                    let outcome = play.rule_judged(&game, &desk, &ruling).await;
                    outcomes.push(TableOutcome {
                        table: game.state.place().map_or(0, |place| place.table),
                        game_id: game.id.clone(),
                        outcome: outcome.map(|done| done.seq),
                    });
                }
                Ok(outcomes)
            }
            .in_current_span(),
        )
        .await
        .map_err(Problem::internal)?
    }

    /// Rules where the table of acts and interests lets the official.
    async fn rule_judged(
        &self,
        game: &Game,
        desk: &Desk,
        ruling: &Ruling,
    ) -> Result<Acknowledged, Problem> {
        let account = desk.account.as_str();
        let tournament = game.state.place().map(|place| place.tournament.as_str());
        let whom = interest::about(&ruling.act);
        let whom = self.entrants_about(tournament.unwrap_or_default(), whom);
        let deed = interest::deed(game, &ruling.act);
        match self.judge(desk, game, (deed, &whom.await?)) {
            Ok(judged) => self.rule(&game.id, account, (ruling, &judged)).await,
            // What it rested on is used up if it was done before.
            Err(refused) => match self.first_ruling(&game.id, account, ruling).await? {
                Some(first) => Ok(first),
                None => Err(refused),
            },
        }
    }

    async fn rule(
        &self,
        game_id: &str,
        account: &str,
        (ruling, judged): (&Ruling, &Judged),
    ) -> Result<Acknowledged, Problem> {
        self.credit_faults(game_id).await?;
        let reason_id = derived_id(&["reason", game_id, account, &ruling.command_id]);
        let reason = keep_reason(&reason_id, game_id, ruling.reason.trim());
        // A call, which consents to its answer, has no id.
        let mut named = judged.consents.clone();
        named.retain(|id| !id.is_empty());
        let authority = Authority {
            official: account.to_owned(),
            paragraph: Some(ruling.paragraph.trim().to_owned()).filter(|text| !text.is_empty()),
            reason_id: Some(reason_id.clone()),
            interest: (judged.interest > Interest::None).then(|| judged.interest.name().to_owned()),
            consents: named.clone(),
        };
        let acted = self.tables.act(game_id, |game, now_ms| {
            let mut used = named.iter();
            // Another act was quicker with the same consent.
            (!used.any(|id| interest::is_used(game, id))).then(|| {
                Step::new(
                    account,
                    &ruling.command_id,
                    Command::Officiate {
                        act: ruling.act.clone(),
                        authority: authority.clone(),
                    },
                    Moment {
                        uncertainty_ms: UNCERTAINTY_MS,
                        ..Moment::at(now_ms)
                    },
                )
                .with_records(vec![reason.clone()])
            })
        });
        match acted.await {
            Ok(Acted::Done { game, .. }) => Ok(Acknowledged {
                seq: game.seq,
                repeated: false,
                update: None,
            }),
            Ok(Acted::Repeated(entry)) => {
                self.tell_again(game_id, entry.seq).await;
                Ok(Acknowledged {
                    seq: entry.seq,
                    repeated: true,
                    update: None,
                })
            }
            Ok(Acted::Nothing) => Err(refusal::too_busy()),
            Err(failed) => {
                if let Some(first) = self.first_ruling(game_id, account, ruling).await? {
                    self.tell_again(game_id, first.seq).await;
                    return Ok(first);
                }
                Err(failed.into_problem())
            }
        }
    }

    /// The answer of an act that was accepted before and would not be possible again.
    async fn first_ruling(
        &self,
        game_id: &str,
        account: &str,
        ruling: &Ruling,
    ) -> Result<Option<Acknowledged>, Problem> {
        let entry = self
            .by_command(game_id, account, &ruling.command_id)
            .await?;
        Ok(entry.map(|entry| Acknowledged {
            seq: entry.seq,
            repeated: true,
            update: None,
        }))
    }
}

impl Play {
    /// Why a player disputes a result: its id, and what is written with the act that names it.
    pub(crate) async fn why_disputed(
        &self,
        caller: &Caller,
        (game_id, account, command_id): (&str, &str, &str),
        reason: &str,
    ) -> Result<(String, RecordWrite), Problem> {
        let game = self.game(game_id).await?;
        caller.authorize(Standing {
            seated: self.seat(&game, account).await?.is_some(),
            ..Standing::default()
        })?;
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(problem!(
                Kind::Invalid,
                "reason_required",
                "A dispute has a reason of 1 to {most} characters.",
                most = LONGEST_REASON,
            ));
        }
        let reason_id = derived_id(&["dispute", game_id, account, command_id]);
        let kept = keep_reason(&reason_id, game_id, reason);
        Ok((reason_id, kept))
    }
}

/// Whether the account was made the judge of this table, and the act is one of a table judge (WOC IV.2).
pub(super) fn judges_by_act(game: &Game, account: &str, deed: Deed) -> bool {
    game.state.table_judge() == Some(account)
        && OfficialRole::TableJudge.has_at_tables(deed.power())
}

/// At a table that he was made the judge of, nobody is bound by what his office has.
pub(super) fn unlimited(officials: &mut BTreeMap<String, Appointment>, account: &str) {
    if let Some(known) = officials.get_mut(account) {
        known.limits = Limits::default();
    }
}

/// Whether a game can still be ruled on by facts from the desk.
pub(super) fn is_open(game: &Game) -> bool {
    !matches!(
        game.state.phase(),
        Phase::Empty | Phase::Finished | Phase::Annulled
    )
}

/// The seat of an entrant at a game.
pub(super) fn seat_of_entrant(game: &Game, entrant: &str) -> Option<Color> {
    let seats = game.state.seats()?;
    Color::BOTH
        .into_iter()
        .find(|color| seats.get(*color).entrant == entrant)
}

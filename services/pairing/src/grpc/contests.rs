//! Arenas and ladders: founding, entering, challenging, and what is shown of them.

use outflank_access::{Caller, Kind, Page, Problem, identifier::HOUSE, members_only};
use outflank_casual::{ArenaRules, ContestCommand, ContestRules, Form, LadderRules, Taking};
use outflank_proto::pairing::v1 as proto;
use prost::Message;
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, act, authorised,
    casual::account as caller_of,
    casual_view::terms,
    contests_view::{contest, entrant, head},
};
use crate::app::{App, Authority, contests::NewContest};

impl PairingGrpc {
    pub(super) async fn found_contest(
        &self,
        request: Request<proto::FoundContestRequest>,
    ) -> Answer<proto::ContestResponse> {
        let founder = caller_of(&request)?.0;
        let asked = request.into_inner();
        let new = NewContest {
            founder,
            rules: ContestRules {
                terms: terms(asked.terms)?,
                programs: asked.programs,
                form: form(asked.arena, asked.ladder)?,
            },
            command_id: asked.command_id,
            title: asked.title,
            starts_at_ms: Some(asked.starts_at_ms).filter(|at_ms| *at_ms != 0),
        };
        let app = self.app();
        let id = App::detached(async move { app.found_contest(&new).await }).await?;
        self.contest_answer(&id).await
    }

    pub(super) async fn list_contests(
        &self,
        request: Request<proto::ListContestsRequest>,
    ) -> Answer<proto::ListContestsResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let query = ("contests", asked.over);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let (rows, players, next_page_token) = self.0.contests(asked.over, &page).await?;
        let contests = rows
            .iter()
            .map(|(row, state)| Ok(contest((row, &row.rules()?), *state, &players)));
        Ok(Response::new(proto::ListContestsResponse {
            contests: contests.collect::<Result<_, Problem>>()?,
            next_page_token,
        }))
    }

    pub(super) async fn get_contest(
        &self,
        request: Request<proto::GetContestRequest>,
    ) -> Answer<proto::GetContestResponse> {
        authorised(&request)?;
        let shown = self.0.contest_head(&request.get_ref().contest_id).await?;
        Ok(Response::new(head(&shown, self.0.clock_ms())))
    }

    pub(super) async fn list_contest_entrants(
        &self,
        request: Request<proto::ListContestEntrantsRequest>,
    ) -> Answer<proto::ListContestEntrantsResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let query = ("contest entrants", &asked.contest_id);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let (rows, variant, players, next_page_token) =
            self.0.contest_entrants(&asked.contest_id, &page).await?;
        let now_ms = self.0.clock_ms();
        let shown = rows
            .iter()
            .map(|one| entrant(one, (&players, variant), now_ms));
        Ok(Response::new(proto::ListContestEntrantsResponse {
            entrants: shown.collect(),
            next_page_token,
        }))
    }

    pub(super) async fn get_contest_entrant(
        &self,
        request: Request<proto::GetContestEntrantRequest>,
    ) -> Answer<proto::ContestEntrantResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        self.entrant_answer(&asked.contest_id, &asked.account_id)
            .await
    }

    pub(super) async fn list_contest_games(
        &self,
        request: Request<proto::ListContestGamesRequest>,
    ) -> Answer<proto::ListContestGamesResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let query = ("contest games", &asked.contest_id);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let (rows, players, next_page_token) =
            self.0.contest_games(&asked.contest_id, &page).await?;
        Ok(Response::new(proto::ListContestGamesResponse {
            games: self.games_shown(&rows, &players),
            next_page_token,
        }))
    }

    pub(super) async fn join_contest(
        &self,
        request: Request<proto::JoinContestRequest>,
    ) -> Answer<proto::ContestResponse> {
        let (account, by_key) = caller_of(&request)?;
        let operator = self.0.operator(&account).await?;
        // House bots play in none.
        let no_program = operator.as_deref().is_none_or(|id| id == HOUSE);
        if Caller::of(&request)?.person()?.light && no_program {
            return Err(members_only().into());
        }
        let command = ContestCommand::Join {
            account,
            operator,
            by_key,
        };
        let id = self.carry_out(&request, command).await?;
        self.contest_answer(&id).await
    }

    pub(super) async fn leave_contest(
        &self,
        request: Request<proto::LeaveContestRequest>,
    ) -> Answer<proto::ContestResponse> {
        let account = caller_of(&request)?.0;
        let command = ContestCommand::Leave { account };
        let id = self.carry_out(&request, command).await?;
        self.contest_answer(&id).await
    }

    pub(super) async fn remove_contest_entrant(
        &self,
        request: Request<proto::RemoveContestEntrantRequest>,
    ) -> Answer<proto::ContestEntrantResponse> {
        let (by, by_moderator) = self.keeps_order(&request).await?;
        let account = request.get_ref().account_id.clone();
        let command = ContestCommand::Remove {
            account: account.clone(),
            by,
            by_moderator,
        };
        let id = self.carry_out(&request, command).await?;
        self.entrant_answer(&id, &account).await
    }

    pub(super) async fn end_contest(
        &self,
        request: Request<proto::EndContestRequest>,
    ) -> Answer<proto::ContestResponse> {
        let (by, by_moderator) = self.keeps_order(&request).await?;
        let command = ContestCommand::End { by, by_moderator };
        let id = self.carry_out(&request, command).await?;
        self.contest_answer(&id).await
    }

    pub(super) async fn challenge_on_ladder(
        &self,
        request: Request<proto::ChallengeOnLadderRequest>,
    ) -> Answer<proto::ContestResponse> {
        let command = ContestCommand::Challenge {
            challenger: caller_of(&request)?.0,
            challenged: request.get_ref().account_id.clone(),
        };
        let id = self.carry_out(&request, command).await?;
        self.contest_answer(&id).await
    }

    pub(super) async fn withdraw_ladder_challenge(
        &self,
        request: Request<proto::WithdrawLadderChallengeRequest>,
    ) -> Answer<proto::ContestResponse> {
        let challenger = caller_of(&request)?.0;
        let command = ContestCommand::Withdraw { challenger };
        let id = self.carry_out(&request, command).await?;
        self.contest_answer(&id).await
    }

    pub(super) async fn yield_on_ladder(
        &self,
        request: Request<proto::YieldOnLadderRequest>,
    ) -> Answer<proto::ContestResponse> {
        let challenged = caller_of(&request)?.0;
        let command = ContestCommand::Yield { challenged };
        let id = self.carry_out(&request, command).await?;
        self.contest_answer(&id).await
    }

    /// Who calls, and whether he is a moderator: whether the contest is his the engine decides.
    async fn keeps_order<T: Sync>(&self, request: &Request<T>) -> Result<(String, bool), Problem> {
        let (account, by_key) = caller_of(request)?;
        let is_light = Caller::of(request)?.person()?.light;
        // No key moderates.
        let is_moderator = !is_light && !by_key && self.0.moderates(&account).await?;
        Ok((account, is_moderator))
    }

    async fn carry_out<T: InContest>(
        &self,
        request: &Request<T>,
        command: ContestCommand,
    ) -> Result<String, Problem> {
        let asked = request.get_ref();
        let act = act(request, asked.command_id(), Authority::Account)?;
        let id = asked.contest_id().to_owned();
        let reason = asked.reason().to_owned();
        let (app, of) = (self.app(), id.clone());
        App::detached(async move {
            let by = (act.actor.as_str(), act.command_id.as_str());
            app.act_in_contest(&of, by, (&command, &reason)).await
        })
        .await?;
        Ok(id)
    }

    async fn contest_answer(&self, id: &str) -> Answer<proto::ContestResponse> {
        let shown = self.0.contest_head(id).await?;
        let contest = contest((&shown.row, &shown.rules), shown.state, &shown.players);
        Ok(Response::new(proto::ContestResponse {
            contest: Some(contest),
        }))
    }

    async fn entrant_answer(
        &self,
        id: &str,
        account: &str,
    ) -> Answer<proto::ContestEntrantResponse> {
        let (shown, variant, players) = self.0.contest_entrant(id, account).await?;
        let entrant = entrant(&shown, (&players, variant), self.0.clock_ms());
        Ok(Response::new(proto::ContestEntrantResponse {
            entrant: Some(entrant),
        }))
    }
}

/// A request for an act in a contest.
trait InContest: Message {
    fn command_id(&self) -> &str;
    fn contest_id(&self) -> &str;
    fn reason(&self) -> &str {
        ""
    }
}

macro_rules! in_contests {
    ($($request:ident $({ $part:ident })?),* $(,)?) => {$(
        impl InContest for proto::$request {
            fn command_id(&self) -> &str {
                &self.command_id
            }

            fn contest_id(&self) -> &str {
                &self.contest_id
            }

            $(fn $part(&self) -> &str {
                &self.$part
            })?
        }
    )*};
}

in_contests!(
    JoinContestRequest,
    LeaveContestRequest,
    RemoveContestEntrantRequest { reason },
    EndContestRequest { reason },
    ChallengeOnLadderRequest,
    WithdrawLadderChallengeRequest,
    YieldOnLadderRequest,
);

fn form(
    arena: Option<proto::ArenaRules>,
    ladder: Option<proto::LadderRules>,
) -> Result<Form, Problem> {
    match (arena, ladder) {
        (Some(rules), None) => Ok(Form::Arena(arena_rules(rules))),
        (None, Some(rules)) => Ok(Form::Ladder(ladder_rules(rules)?)),
        _ => Err(neither_form()),
    }
}

fn arena_rules(asked: proto::ArenaRules) -> ArenaRules {
    // What is too much for a byte is too much for the rules as well, which say so.
    let points = |asked: u32| u8::try_from(asked).unwrap_or(u8::MAX);
    ArenaRules {
        length_ms: asked.length_ms,
        win: points(asked.win),
        draw: points(asked.draw),
        loss: points(asked.loss),
        streak: asked.streak,
    }
}

fn ladder_rules(asked: proto::LadderRules) -> Result<LadderRules, Problem> {
    let taking = match asked.taking() {
        proto::LadderTaking::Insert => Taking::Insert,
        proto::LadderTaking::Swap => Taking::Swap,
        proto::LadderTaking::Unspecified => return Err(no_taking()),
    };
    Ok(LadderRules {
        reach: asked.reach,
        play_within_ms: asked.play_within_ms,
        rest_ms: asked.rest_ms,
        taking,
    })
}

fn neither_form() -> Problem {
    Problem::new(
        Kind::Invalid,
        "bad_contest_rules",
        "A contest is either an arena or a ladder: give the rules of one.",
    )
}

fn no_taking() -> Problem {
    Problem::new(
        Kind::Invalid,
        "bad_contest_rules",
        "Say what becomes of a place that is won: `insert` or `swap`.",
    )
}

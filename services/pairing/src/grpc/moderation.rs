//! Order in casual play: what moderators read and do.

use outflank_access::{Caller, Kind, Page, Problem, Standing, identifier::check_account_id};
use outflank_casual::{Act, Answer as ReportAnswer};
use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, deeds::Deed, moderation_view::Named};
use crate::{
    app::moderation::{Wanted, unknown_report},
    records::{ReportKey, ReportRow},
};

/// Acts about somebody that are shown with a report, and other reports of its game.
const MOST_BESIDE: i64 = 20;

impl PairingGrpc {
    pub(super) async fn list_player_reports(
        &self,
        request: Request<proto::ListPlayerReportsRequest>,
    ) -> Answer<proto::ListPlayerReportsResponse> {
        let moderator = self.moderator(&request).await?;
        let asked = request.into_inner();
        let query = ("reports", &asked.account_id);
        let page: Page<ReportKey> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let whose = (asked.account_id.as_str(), moderator.as_str());
        let rows = self.0.records().reports(whose, &page).await?;
        let (rows, next_page_token) = page.cut(rows, ReportRow::key)?;
        let named = self.named(Named::in_reports(&rows)).await?;
        let open = self.0.order().await?.state.0.open_reports();
        Ok(Response::new(proto::ListPlayerReportsResponse {
            reports: rows
                .iter()
                .map(|row| named.report(row, &moderator))
                .collect(),
            open: u32::try_from(open).unwrap_or(u32::MAX),
            next_page_token,
        }))
    }

    pub(super) async fn get_player_report(
        &self,
        request: Request<proto::GetPlayerReportRequest>,
    ) -> Answer<proto::GetPlayerReportResponse> {
        let moderator = self.moderator(&request).await?;
        let row = self.0.known_report(&request.get_ref().report_id).await?;
        // Who is reported learns neither by whom nor what was written.
        if row.about_account_id == moderator {
            return Err(unknown_report().into());
        }
        let records = self.0.records();
        let of_game = (row.game_id.as_str(), moderator.as_str());
        let same = records.reports_of_game(of_game, MOST_BESIDE + 1);
        let mut same = same.await?;
        same.retain(|other| other.report_id != row.report_id);
        let about = row.about_account_id.as_str();
        let acts = (i64::MAX, MOST_BESIDE);
        let acts = records.moderation_acts(about, acts).await?;
        let mut who = Named::in_reports(&same);
        who.extend(Named::in_reports(std::slice::from_ref(&row)));
        who.extend(Named::in_acts(&acts));
        let named = self.named(who).await?;
        let standing = self.0.account_standing(about).await?;
        let former_names = self.0.former_names(about).await;
        let game = self.0.casual_game(&row.game_id).await?;
        Ok(Response::new(proto::GetPlayerReportResponse {
            report: Some(named.report(&row, &moderator)),
            game: Some(self.game_of(game)),
            about: Some(named.standing(standing, former_names)),
            of_same_game: same
                .iter()
                .map(|row| named.report(row, &moderator))
                .collect(),
            acts: acts.iter().map(|act| named.act(act, &moderator)).collect(),
        }))
    }

    pub(super) async fn answer_player_report(
        &self,
        request: Request<proto::AnswerPlayerReportRequest>,
    ) -> Answer<proto::AnswerPlayerReportResponse> {
        let moderator = self.moderator(&request).await?;
        let answer = match request.get_ref().answer() {
            proto::ReportAnswer::Dismissed => ReportAnswer::Dismissed,
            proto::ReportAnswer::Upheld => ReportAnswer::Upheld,
            proto::ReportAnswer::Unspecified => return Err(bad_answer().into()),
        };
        let report_id = request.get_ref().report_id.clone();
        self.keep_order(&request, Wanted::Act(Act::Answer(answer)))
            .await?;
        let row = self.0.known_report(&report_id).await?;
        let named = Named::in_reports(std::slice::from_ref(&row));
        let named = self.named(named).await?;
        let report = Some(named.report(&row, &moderator));
        Ok(Response::new(proto::AnswerPlayerReportResponse { report }))
    }

    pub(super) async fn get_moderated_account(
        &self,
        request: Request<proto::GetModeratedAccountRequest>,
    ) -> Answer<proto::ModeratedAccountResponse> {
        self.moderator(&request).await?;
        let id = request.get_ref().account_id.clone();
        self.known_account(&id).await?;
        self.moderated(&id).await
    }

    pub(super) async fn mute_player(
        &self,
        request: Request<proto::MutePlayerRequest>,
    ) -> Answer<proto::ModeratedAccountResponse> {
        let until_ms = Some(request.get_ref().until_ms).filter(|until_ms| *until_ms != 0);
        self.about_account(request, |account| Act::Mute { account, until_ms })
            .await
    }

    pub(super) async fn unmute_player(
        &self,
        request: Request<proto::UnmutePlayerRequest>,
    ) -> Answer<proto::ModeratedAccountResponse> {
        self.about_account(request, |account| Act::Unmute { account })
            .await
    }

    pub(super) async fn bar_player(
        &self,
        request: Request<proto::BarPlayerRequest>,
    ) -> Answer<proto::ModeratedAccountResponse> {
        let until_ms = Some(request.get_ref().until_ms).filter(|until_ms| *until_ms != 0);
        self.about_account(request, |account| Act::Bar { account, until_ms })
            .await
    }

    pub(super) async fn readmit_player(
        &self,
        request: Request<proto::ReadmitPlayerRequest>,
    ) -> Answer<proto::ModeratedAccountResponse> {
        self.about_account(request, |account| Act::Readmit { account })
            .await
    }

    pub(super) async fn read_moderated_chat(
        &self,
        request: Request<proto::ReadModeratedChatRequest>,
    ) -> Answer<proto::ReadModeratedChatResponse> {
        let moderator = self.moderator(&request).await?;
        let asked = request.get_ref();
        let (game, before) = (&asked.game_id, asked.before_number);
        let read = self.0.moderated_chat(game, before, &moderator).await?;
        Ok(Response::new(proto::ReadModeratedChatResponse {
            messages: read.messages,
            older_before: read.older_before,
        }))
    }

    pub(super) async fn remove_casual_message(
        &self,
        request: Request<proto::RemoveCasualMessageRequest>,
    ) -> Answer<proto::RemoveCasualMessageResponse> {
        self.moderator(&request).await?;
        let asked = request.get_ref();
        let game = self.0.casual_game(&asked.game_id).await?.row;
        let act = Act::RemoveMessage {
            account: self.0.writer_of(&asked.game_id, asked.number).await?,
            number: asked.number,
            players: [game.black_account_id, game.white_account_id],
            game: game.game_id,
        };
        self.keep_order(&request, Wanted::Act(act)).await?;
        Ok(Response::new(proto::RemoveCasualMessageResponse {}))
    }

    pub(super) async fn list_moderation_acts(
        &self,
        request: Request<proto::ListModerationActsRequest>,
    ) -> Answer<proto::ListModerationActsResponse> {
        let moderator = self.moderator(&request).await?;
        let asked = request.into_inner();
        let query = ("moderation acts", &asked.account_id);
        let page: Page<i64> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let place = (page.after().copied().unwrap_or(i64::MAX), page.limit());
        let records = self.0.records();
        let acts = records.moderation_acts(&asked.account_id, place).await?;
        let (acts, next_page_token) = page.cut(acts, |act| act.number)?;
        let named = self.named(Named::in_acts(&acts)).await?;
        Ok(Response::new(proto::ListModerationActsResponse {
            acts: acts.iter().map(|act| named.act(act, &moderator)).collect(),
            next_page_token,
        }))
    }

    pub(super) async fn list_conduct(
        &self,
        request: Request<proto::ListConductRequest>,
    ) -> Answer<proto::ListConductResponse> {
        self.moderator(&request).await?;
        let asked = request.into_inner();
        let page: Page<usize> = Page::asked(asked.page_size, &asked.page_token, &"conduct")?;
        let worth = self.0.conduct().await?;
        let seen = page.after().copied().unwrap_or_default();
        let found = worth
            .accounts
            .iter()
            .enumerate()
            .skip(seen)
            .take(page.sought());
        let (found, next_page_token) = page.cut(found.collect(), |(place, _)| place + 1)?;
        let who = found.iter().map(|(_, of)| of.account.clone()).collect();
        let named = self.named(who).await?;
        Ok(Response::new(proto::ListConductResponse {
            accounts: found.iter().map(|(_, of)| named.conduct(of)).collect(),
            next_page_token,
            since_ms: worth.since_ms,
        }))
    }

    /// The moderator who calls; an account without a password is none, whoever named it.
    async fn moderator<T: Sync>(&self, request: &Request<T>) -> Result<String, Problem> {
        let caller = Caller::of(request)?;
        let person = caller.person()?;
        let account = person.account_id.clone();
        let moderator = !person.light && self.0.moderates(&account).await?;
        caller.authorize(Standing {
            moderator,
            ..Standing::default()
        })?;
        Ok(account)
    }

    /// What a moderator does about an account.
    async fn about_account<T: Deed>(
        &self,
        request: Request<T>,
        acts: impl FnOnce(String) -> Act + Send,
    ) -> Answer<proto::ModeratedAccountResponse> {
        self.moderator(&request).await?;
        let id = request.get_ref().about().to_owned();
        check_account_id(&id)?;
        self.known_account(&id).await?;
        self.keep_order(&request, Wanted::Act(acts(id.clone())))
            .await?;
        self.moderated(&id).await
    }

    async fn moderated(&self, id: &str) -> Answer<proto::ModeratedAccountResponse> {
        let standing = self.0.account_standing(id).await?;
        let named = self.named([id.to_owned()].into()).await?;
        let former_names = self.0.former_names(id).await;
        Ok(Response::new(proto::ModeratedAccountResponse {
            account: Some(named.standing(standing, former_names)),
        }))
    }
}

fn bad_answer() -> Problem {
    Problem::new(
        Kind::Invalid,
        "bad_answer",
        "Say how the report is answered: `dismissed` or `upheld`.",
    )
}

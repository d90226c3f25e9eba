//! The contract: translate, authorise, answer from the journal.

mod archive;
mod webhooks;

use std::sync::Arc;

use outflank_access::{Caller, Page, Standing};
use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse},
    ratings::v1::{self as proto, ratings_service_server::RatingsService},
};
use tonic::{Request, Response, Status};

use crate::Ratings;

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct RatingsGrpc(pub Arc<Ratings>);

#[tonic::async_trait]
impl RatingsService for RatingsGrpc {
    async fn list_exports(
        &self,
        request: Request<proto::ListExportsRequest>,
    ) -> Result<Response<proto::ListExportsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.get_ref();
        let query = ("exports", &asked.tournament_id, asked.rated);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let exports = &self.0.exports;
        let listed = exports
            .list(
                &asked.tournament_id,
                asked.rated,
                page.after().cloned().unwrap_or_default(),
                page.sought(),
            )
            .await?;
        let (exports, next_page_token) = page.cut(listed.exports, |(place, _)| place.clone())?;
        let read_to = page.token(&listed.read_to)?;
        let (next_page_token, resume_token) = match next_page_token {
            next if !next.is_empty() => (next.clone(), next),
            _ if listed.goes_on => (read_to.clone(), read_to),
            none => (none, read_to),
        };
        Ok(Response::new(proto::ListExportsResponse {
            exports: exports.into_iter().map(|(_, export)| export).collect(),
            next_page_token,
            resume_token,
            list_version: listed.version,
        }))
    }

    async fn get_export(
        &self,
        request: Request<proto::GetExportRequest>,
    ) -> Result<Response<proto::GetExportResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        let export = self
            .0
            .exports
            .get(&asked.tournament_id, asked.version)
            .await?;
        Ok(Response::new(proto::GetExportResponse {
            export: Some(export),
        }))
    }

    async fn get_export_file(
        &self,
        request: Request<proto::GetExportFileRequest>,
    ) -> Result<Response<proto::GetExportFileResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        let exports = &self.0.exports;
        let file = exports
            .file(&asked.tournament_id, asked.version, &asked.kind)
            .await?;
        Ok(Response::new(proto::GetExportFileResponse {
            file: Some(file),
        }))
    }

    async fn get_game_record(
        &self,
        request: Request<proto::GetGameRecordRequest>,
    ) -> Result<Response<proto::GetGameRecordResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        let exports = &self.0.exports;
        let ggf = exports.game_record(&asked.game_id).await?;
        Ok(Response::new(proto::GetGameRecordResponse {
            game_id: asked.game_id,
            ggf,
        }))
    }

    async fn list_casual_records(
        &self,
        request: Request<proto::ListCasualRecordsRequest>,
    ) -> Result<Response<proto::ListCasualRecordsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let listed = self.0.exports.casual_records(request.into_inner()).await?;
        Ok(Response::new(listed))
    }

    async fn follow_publications(
        &self,
        request: Request<proto::FollowPublicationsRequest>,
    ) -> Result<Response<proto::FollowPublicationsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let followed = self.0.exports.follow(request.get_ref()).await?;
        Ok(Response::new(followed))
    }

    async fn add_webhook(
        &self,
        request: Request<proto::AddWebhookRequest>,
    ) -> Result<Response<proto::AddWebhookResponse>, Status> {
        self.add_webhook_asked(request).await
    }

    async fn list_webhooks(
        &self,
        request: Request<proto::ListWebhooksRequest>,
    ) -> Result<Response<proto::ListWebhooksResponse>, Status> {
        self.list_webhooks_asked(request).await
    }

    async fn change_webhook(
        &self,
        request: Request<proto::ChangeWebhookRequest>,
    ) -> Result<Response<proto::ChangeWebhookResponse>, Status> {
        self.change_webhook_asked(request).await
    }

    async fn remove_webhook(
        &self,
        request: Request<proto::RemoveWebhookRequest>,
    ) -> Result<Response<proto::RemoveWebhookResponse>, Status> {
        self.remove_webhook_asked(request).await
    }

    async fn list_deliveries(
        &self,
        request: Request<proto::ListDeliveriesRequest>,
    ) -> Result<Response<proto::ListDeliveriesResponse>, Status> {
        self.list_deliveries_asked(request).await
    }

    async fn resend_delivery(
        &self,
        request: Request<proto::ResendDeliveryRequest>,
    ) -> Result<Response<proto::ResendDeliveryResponse>, Status> {
        self.resend_delivery_asked(request).await
    }

    async fn ping_webhook(
        &self,
        request: Request<proto::PingWebhookRequest>,
    ) -> Result<Response<proto::PingWebhookResponse>, Status> {
        self.ping_webhook_asked(request).await
    }

    async fn import_files(
        &self,
        request: Request<proto::ImportFilesRequest>,
    ) -> Result<Response<proto::ImportFilesResponse>, Status> {
        self.import_files_asked(request).await
    }

    async fn list_imports(
        &self,
        request: Request<proto::ListImportsRequest>,
    ) -> Result<Response<proto::ListImportsResponse>, Status> {
        self.list_imports_asked(request).await
    }

    async fn list_import_findings(
        &self,
        request: Request<proto::ListImportFindingsRequest>,
    ) -> Result<Response<proto::ListImportFindingsResponse>, Status> {
        self.list_import_findings_asked(request).await
    }

    async fn undo_import(
        &self,
        request: Request<proto::UndoImportRequest>,
    ) -> Result<Response<proto::UndoImportResponse>, Status> {
        self.undo_import_asked(request).await
    }

    async fn list_archived_games(
        &self,
        request: Request<proto::ListArchivedGamesRequest>,
    ) -> Result<Response<proto::ListArchivedGamesResponse>, Status> {
        self.list_archived_games_asked(request).await
    }

    async fn download_archived_games(
        &self,
        request: Request<proto::DownloadArchivedGamesRequest>,
    ) -> Result<Response<proto::DownloadArchivedGamesResponse>, Status> {
        self.download_archived_games_asked(request).await
    }

    async fn get_openings(
        &self,
        request: Request<proto::GetOpeningsRequest>,
    ) -> Result<Response<proto::GetOpeningsResponse>, Status> {
        self.get_openings_asked(request).await
    }

    async fn find_archived_players(
        &self,
        request: Request<proto::FindArchivedPlayersRequest>,
    ) -> Result<Response<proto::FindArchivedPlayersResponse>, Status> {
        self.find_archived_players_asked(request).await
    }

    async fn get_player_record(
        &self,
        request: Request<proto::GetPlayerRecordRequest>,
    ) -> Result<Response<proto::GetPlayerRecordResponse>, Status> {
        self.get_player_record_asked(request).await
    }

    async fn list_preview_ratings(
        &self,
        request: Request<proto::ListPreviewRatingsRequest>,
    ) -> Result<Response<proto::ListPreviewRatingsResponse>, Status> {
        self.list_preview_ratings_asked(request).await
    }

    async fn catch_up(
        &self,
        request: Request<CatchUpRequest>,
    ) -> Result<Response<CatchUpResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        self.0.follower.catch_up().await?;
        Ok(Response::new(CatchUpResponse {}))
    }
}

//! The contract: translate, authorise, answer from the journal.

use std::sync::Arc;

use outflank_access::{Caller, Page, Standing};
use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse},
    ratings::v1::{
        GetExportFileRequest, GetExportFileResponse, GetExportRequest, GetExportResponse,
        ListExportsRequest, ListExportsResponse, ratings_service_server::RatingsService,
    },
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
        request: Request<ListExportsRequest>,
    ) -> Result<Response<ListExportsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.get_ref();
        let query = ("exports", &asked.tournament_id, asked.rated);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let exports = &self.0.exports;
        let listed = exports
            .list(&asked.tournament_id, asked.rated, &page)
            .await?;
        let (exports, next_page_token) = page.cut(listed.exports, |(place, _)| place.clone())?;
        let read_to = page.token(&listed.read_to)?;
        let (next_page_token, resume_token) = match next_page_token {
            next if !next.is_empty() => (next.clone(), next),
            _ if listed.goes_on => (read_to.clone(), read_to),
            none => (none, read_to),
        };
        Ok(Response::new(ListExportsResponse {
            exports: exports.into_iter().map(|(_, export)| export).collect(),
            next_page_token,
            resume_token,
            list_version: listed.version,
        }))
    }

    async fn get_export(
        &self,
        request: Request<GetExportRequest>,
    ) -> Result<Response<GetExportResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        let export = self
            .0
            .exports
            .get(&asked.tournament_id, asked.version)
            .await?;
        Ok(Response::new(GetExportResponse {
            export: Some(export),
        }))
    }

    async fn get_export_file(
        &self,
        request: Request<GetExportFileRequest>,
    ) -> Result<Response<GetExportFileResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        let exports = &self.0.exports;
        let file = exports
            .file(&asked.tournament_id, asked.version, &asked.kind)
            .await?;
        Ok(Response::new(GetExportFileResponse { file: Some(file) }))
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

//! The archive in the contract.

use outflank_access::{Caller, Standing};
use outflank_proto::ratings::v1 as proto;
use tonic::{Request, Response, Status};

use super::RatingsGrpc;

type Answer<T> = Result<Response<T>, Status>;

impl RatingsGrpc {
    pub(super) async fn import_files_asked(
        &self,
        request: Request<proto::ImportFilesRequest>,
    ) -> Answer<proto::ImportFilesResponse> {
        let asker = self.asker(&request).await?;
        let archive = &self.0.archive;
        let import = archive.import(&asker.account_id, request.into_inner());
        Ok(Response::new(proto::ImportFilesResponse {
            import: Some(import.await?),
        }))
    }

    pub(super) async fn list_imports_asked(
        &self,
        request: Request<proto::ListImportsRequest>,
    ) -> Answer<proto::ListImportsResponse> {
        self.asker(&request).await?;
        let imports = self.0.archive.imports(request.get_ref()).await?;
        Ok(Response::new(imports))
    }

    pub(super) async fn list_import_findings_asked(
        &self,
        request: Request<proto::ListImportFindingsRequest>,
    ) -> Answer<proto::ListImportFindingsResponse> {
        self.asker(&request).await?;
        let findings = self.0.archive.findings(request.get_ref()).await?;
        Ok(Response::new(findings))
    }

    pub(super) async fn undo_import_asked(
        &self,
        request: Request<proto::UndoImportRequest>,
    ) -> Answer<proto::UndoImportResponse> {
        let asker = self.asker(&request).await?;
        let archive = &self.0.archive;
        let import = archive.undo(&asker.account_id, request.get_ref()).await?;
        Ok(Response::new(proto::UndoImportResponse {
            import: Some(import),
        }))
    }

    pub(super) async fn list_archived_games_asked(
        &self,
        request: Request<proto::ListArchivedGamesRequest>,
    ) -> Answer<proto::ListArchivedGamesResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let games = self.0.archive.games(request.get_ref()).await?;
        Ok(Response::new(games))
    }

    pub(super) async fn download_archived_games_asked(
        &self,
        request: Request<proto::DownloadArchivedGamesRequest>,
    ) -> Answer<proto::DownloadArchivedGamesResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let piece = self.0.archive.download(request.into_inner()).await?;
        Ok(Response::new(piece))
    }

    pub(super) async fn get_openings_asked(
        &self,
        request: Request<proto::GetOpeningsRequest>,
    ) -> Answer<proto::GetOpeningsResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        Ok(Response::new(self.0.archive.openings().await?))
    }

    pub(super) async fn find_archived_players_asked(
        &self,
        request: Request<proto::FindArchivedPlayersRequest>,
    ) -> Answer<proto::FindArchivedPlayersResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let players = self.0.archive.find_players(request.get_ref()).await?;
        Ok(Response::new(players))
    }

    pub(super) async fn get_player_record_asked(
        &self,
        request: Request<proto::GetPlayerRecordRequest>,
    ) -> Answer<proto::GetPlayerRecordResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let number = request.get_ref().federation_number;
        Ok(Response::new(self.0.archive.player(number).await?))
    }

    pub(super) async fn list_preview_ratings_asked(
        &self,
        request: Request<proto::ListPreviewRatingsRequest>,
    ) -> Answer<proto::ListPreviewRatingsResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let list = self.0.archive.preview(request.get_ref()).await?;
        Ok(Response::new(list))
    }
}

//! Routes that are more than a translation: what comes in cookies, files, tickets, and what is joined of several
//! services.

mod chat;
mod files;
mod games;
mod keys;
mod pictures;
mod publications;
mod seats;
mod sessions;
pub mod tickets;
mod transcript;

use crate::rest::route::Handler;

/// Who answers the method at this path, where its contract leaves that to the gateway.
pub fn handler(path: &str) -> Option<Handler> {
    let handler: Handler = match path {
        "/outflank.identity.v1.IdentityService/CreateAccount" => {
            |asked| Box::pin(sessions::create_account(asked))
        }
        "/outflank.identity.v1.IdentityService/OpenGuestSession" => {
            |asked| Box::pin(sessions::open_guest_session(asked))
        }
        "/outflank.identity.v1.IdentityService/SignIn" => {
            |asked| Box::pin(sessions::sign_in(asked))
        }
        "/outflank.identity.v1.IdentityService/RefreshSession" => {
            |asked| Box::pin(sessions::refresh_session(asked))
        }
        "/outflank.identity.v1.IdentityService/SignOut" => {
            |asked| Box::pin(sessions::sign_out(asked))
        }
        "/outflank.identity.v1.IdentityService/GetSeatCode" => {
            |asked| Box::pin(seats::get_seat_code(asked))
        }
        "/outflank.identity.v1.IdentityService/ClaimSeat" => {
            |asked| Box::pin(seats::claim_seat(asked))
        }
        "/outflank.identity.v1.IdentityService/RevokeApiKey" => {
            |asked| Box::pin(keys::revoke_api_key(asked))
        }
        "/outflank.pairing.v1.PairingService/IssueSeatCode" => {
            |asked| Box::pin(seats::issue_seat_code(asked))
        }
        // Their bodies are bytes, which are read as their contracts say.
        "/outflank.pairing.v1.PairingService/ImportPlayersList"
        | "/outflank.ratings.v1.RatingsService/ImportFiles" => |asked| Box::pin(asked.pass_on()),
        "/outflank.play.v1.PlayService/ModerateChat" => {
            |asked| Box::pin(chat::moderate_chat(asked))
        }
        "/outflank.ratings.v1.RatingsService/GetExport" => {
            |asked| Box::pin(files::get_export(asked))
        }
        "/outflank.ratings.v1.RatingsService/GetExportFile" => {
            |asked| Box::pin(files::get_export_file(asked))
        }
        "/outflank.ratings.v1.RatingsService/DownloadArchivedGames" => {
            |asked| Box::pin(games::download(asked))
        }
        "/outflank.ratings.v1.RatingsService/FollowPublications" => {
            |asked| Box::pin(publications::follow(asked))
        }
        "/outflank.gateway.v1.GatewayService/GetMe" => |asked| Box::pin(sessions::get_me(asked)),
        "/outflank.gateway.v1.GatewayService/GetTranscript" => {
            |asked| Box::pin(transcript::get_transcript(asked))
        }
        "/outflank.gateway.v1.GatewayService/DownloadEvidence" => {
            |asked| Box::pin(files::download_evidence(asked))
        }
        "/outflank.gateway.v1.GatewayService/GetGamePicture" => {
            |asked| Box::pin(pictures::get_game_picture(asked))
        }
        "/outflank.gateway.v1.GatewayService/GetTablePicture" => {
            |asked| Box::pin(pictures::get_table_picture(asked))
        }
        "/outflank.gateway.v1.GatewayService/GetStandingsPicture" => {
            |asked| Box::pin(pictures::get_standings_picture(asked))
        }
        "/outflank.gateway.v1.GatewayService/GetRatingManifest" => {
            |asked| Box::pin(files::get_rating_manifest(asked))
        }
        "/outflank.gateway.v1.GatewayService/BuyTicket" => {
            |asked| Box::pin(tickets::buy_ticket(asked))
        }
        "/outflank.gateway.v1.GatewayService/GetTime" => |asked| Box::pin(tickets::get_time(asked)),
        "/outflank.gateway.v1.GatewayService/OpenSocket" => {
            |asked| Box::pin(tickets::open_socket(asked))
        }
        _ => return None,
    };
    Some(handler)
}

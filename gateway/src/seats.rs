//! What an account holds, in all tournaments together.

use outflank_proto::pairing::v1::{ListSeatsRequest, ListSeatsResponse};
use tonic::Status;

use crate::{request::Bearer, services::Services};

/// As many as pairing gives at once.
const PAGE: u32 = 1_000;

/// Every seat of whoever bears this, and every tournament that they direct.
///
/// # Errors
/// What pairing answers.
pub async fn held(services: &Services, bearer: &Bearer) -> Result<ListSeatsResponse, Status> {
    let mut pairing = services.pairing();
    let mut all = ListSeatsResponse::default();
    loop {
        let request = bearer.ask(ListSeatsRequest {
            page_size: PAGE,
            page_token: all.next_page_token,
        });
        let page = pairing.list_seats(request).await?.into_inner();
        all.seats.extend(page.seats);
        let directed = page.directed_tournament_ids;
        all.directed_tournament_ids.extend(directed);
        all.next_page_token = page.next_page_token;
        if all.next_page_token.is_empty() {
            return Ok(all);
        }
    }
}

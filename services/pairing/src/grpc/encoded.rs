//! The service, in which the call that many make at once is answered by the bytes that were made once.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use outflank_proto::{
    BytesCodec,
    pairing::v1::{GetTournamentRequest, pairing_service_server::PairingServiceServer},
};
use prost::Message as _;
use tonic::{
    Request, Response, Status,
    body::Body,
    codegen::{BoxFuture, Service, http},
    server::{Grpc, UnaryService},
};

use super::{PairingGrpc, authorised};
use crate::app::App;

/// Where a tournament is asked for.
const GET_TOURNAMENT: &str = "/outflank.pairing.v1.PairingService/GetTournament";

/// The service behind its contract, to be put behind an auth layer.
#[derive(Debug, Clone)]
pub struct PairingServer {
    views: Views,
    others: PairingServiceServer<PairingGrpc>,
}

impl PairingServer {
    pub(crate) fn new(app: &Arc<App>, largest_message: usize) -> Self {
        let others = PairingServiceServer::new(PairingGrpc(Arc::clone(app)));
        Self {
            views: Views(Arc::clone(app)),
            others: others.max_decoding_message_size(largest_message),
        }
    }
}

impl Service<http::Request<Body>> for PairingServer {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Service::<http::Request<Body>>::poll_ready(&mut self.others, context)
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        if request.uri().path() == GET_TOURNAMENT {
            let views = self.views.clone();
            return Box::pin(async move {
                Ok(Grpc::new(BytesCodec::default()).unary(views, request).await)
            });
        }
        self.others.call(request)
    }
}

/// Tournaments as they are shown.
#[derive(Debug, Clone)]
struct Views(Arc<App>);

impl UnaryService<Bytes> for Views {
    type Response = Bytes;
    type Future = BoxFuture<Response<Bytes>, Status>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let app = Arc::clone(&self.0);
        Box::pin(async move {
            let unreadable = |error: prost::DecodeError| Status::internal(error.to_string());
            let asked = GetTournamentRequest::decode(&**request.get_ref()).map_err(unreadable)?;
            authorised(&request)?;
            let answer = app.view(&asked.tournament_id).await?;
            Ok(Response::new(answer))
        })
    }
}

//! Webhooks in the contract.

use outflank_access::Caller;
use outflank_proto::ratings::v1 as proto;
use tonic::{Request, Response, Status};

use super::RatingsGrpc;
use crate::webhooks::Asker;

type Answer<T> = Result<Response<T>, Status>;

impl RatingsGrpc {
    /// Whoever asks, where they may: a rating officer of any federation, or an administrator.
    pub(super) async fn asker<T>(&self, request: &Request<T>) -> Result<Asker, Status> {
        let caller = Caller::of(request)?;
        let account_id = caller.person()?.account_id.clone();
        let header = request.metadata().get("authorization");
        let token = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let standing = self.0.offices.standing(token).await?;
        caller.authorize(standing)?;
        Ok(Asker {
            account_id,
            administrator: standing.administrator,
        })
    }

    pub(super) async fn add_webhook_asked(
        &self,
        request: Request<proto::AddWebhookRequest>,
    ) -> Answer<proto::AddWebhookResponse> {
        let asker = self.asker(&request).await?;
        let exports = &self.0.exports;
        let asked = request.get_ref();
        let added = self.0.webhooks.add(&asker, exports, asked).await?;
        Ok(Response::new(added))
    }

    pub(super) async fn list_webhooks_asked(
        &self,
        request: Request<proto::ListWebhooksRequest>,
    ) -> Answer<proto::ListWebhooksResponse> {
        let asker = self.asker(&request).await?;
        let listed = self.0.webhooks.list(&asker, request.get_ref()).await?;
        Ok(Response::new(listed))
    }

    pub(super) async fn change_webhook_asked(
        &self,
        request: Request<proto::ChangeWebhookRequest>,
    ) -> Answer<proto::ChangeWebhookResponse> {
        let asker = self.asker(&request).await?;
        let changed = self.0.webhooks.change(&asker, request.get_ref()).await?;
        Ok(Response::new(proto::ChangeWebhookResponse {
            webhook: Some(changed),
        }))
    }

    pub(super) async fn remove_webhook_asked(
        &self,
        request: Request<proto::RemoveWebhookRequest>,
    ) -> Answer<proto::RemoveWebhookResponse> {
        let asker = self.asker(&request).await?;
        let webhook_id = &request.get_ref().webhook_id;
        self.0.webhooks.remove(&asker, webhook_id).await?;
        Ok(Response::new(proto::RemoveWebhookResponse {}))
    }

    pub(super) async fn list_deliveries_asked(
        &self,
        request: Request<proto::ListDeliveriesRequest>,
    ) -> Answer<proto::ListDeliveriesResponse> {
        let asker = self.asker(&request).await?;
        let asked = request.get_ref();
        let listed = self.0.webhooks.deliveries(&asker, asked).await?;
        Ok(Response::new(listed))
    }

    pub(super) async fn resend_delivery_asked(
        &self,
        request: Request<proto::ResendDeliveryRequest>,
    ) -> Answer<proto::ResendDeliveryResponse> {
        let asker = self.asker(&request).await?;
        let exports = &self.0.exports;
        let asked = request.get_ref();
        let sent = self.0.webhooks.resend(&asker, exports, asked).await?;
        Ok(Response::new(proto::ResendDeliveryResponse {
            delivery: Some(sent),
        }))
    }

    pub(super) async fn ping_webhook_asked(
        &self,
        request: Request<proto::PingWebhookRequest>,
    ) -> Answer<proto::PingWebhookResponse> {
        let asker = self.asker(&request).await?;
        let webhook_id = &request.get_ref().webhook_id;
        let sent = self.0.webhooks.ping(&asker, webhook_id).await?;
        Ok(Response::new(proto::PingWebhookResponse {
            delivery: Some(sent),
        }))
    }
}

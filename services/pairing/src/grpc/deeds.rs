//! Requests for acts in the log of moderation, and how they are carried out.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use prost::Message;
use tonic::Request;

use super::{PairingGrpc, act};
use crate::app::{
    App, Authority,
    moderation::{NewAct, Wanted},
};

/// A request for an act in the log.
pub(super) trait Deed: Message {
    fn command_id(&self) -> &str;
    fn about(&self) -> &str {
        ""
    }
    fn reason(&self) -> &str {
        ""
    }
    fn report_id(&self) -> &str {
        ""
    }
}

macro_rules! deeds {
    ($($request:ident { $($part:ident: $field:ident),* }),* $(,)?) => {$(
        impl Deed for proto::$request {
            fn command_id(&self) -> &str {
                &self.command_id
            }

            $(fn $part(&self) -> &str {
                &self.$field
            })*
        }
    )*};
}

deeds!(
    AnswerPlayerReportRequest {
        reason: reason,
        report_id: report_id
    },
    MutePlayerRequest {
        about: account_id,
        reason: reason,
        report_id: report_id
    },
    UnmutePlayerRequest {
        about: account_id,
        reason: reason
    },
    BarPlayerRequest {
        about: account_id,
        reason: reason,
        report_id: report_id
    },
    ReadmitPlayerRequest {
        about: account_id,
        reason: reason
    },
    RemoveCasualMessageRequest { reason: reason },
    NameModeratorRequest { about: account_id },
    DismissModeratorRequest { about: account_id },
);

impl PairingGrpc {
    pub(super) async fn keep_order<T: Deed>(
        &self,
        request: &Request<T>,
        wanted: Wanted,
    ) -> Result<(), Problem> {
        let asked = request.get_ref();
        let act = act(request, asked.command_id(), Authority::Account)?;
        let new = NewAct {
            by: act.actor,
            command_id: act.command_id,
            reason: asked.reason().to_owned(),
            report_id: asked.report_id().to_owned(),
        };
        let app = self.app();
        App::detached(async move { app.keep_order(&new, &wanted).await }).await?;
        Ok(())
    }
}

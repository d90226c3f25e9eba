//! What people and gateways do.

use outflank_access::{Problem, Role};
use outflank_proto::play::v1 as proto;

use super::{BLACK, WHITE, World, answered};

impl World {
    /// A move by the seat's own account.
    pub async fn play(
        &self,
        account: &str,
        command_id: &str,
        game: &str,
        (ply, square): (u32, &str),
    ) -> Result<proto::CommandResponse, Problem> {
        let request = proto::MoveRequest {
            command_id: command_id.to_owned(),
            game_id: game.to_owned(),
            ply,
            square: square.to_owned(),
            flip: String::new(),
            stamps: None,
        };
        answered(self.client().r#move(self.by(account, request)).await)
    }

    /// A move as a gateway passes it on.
    pub async fn relay(
        &self,
        account: &str,
        game: &str,
        (ply, square): (u32, &str),
        (received_at_ms, delivered_at_ms): (i64, i64),
    ) -> Result<proto::CommandResponse, Problem> {
        let request = proto::MoveRequest {
            command_id: self.new_id(),
            game_id: game.to_owned(),
            ply,
            square: square.to_owned(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                received_at_ms,
                delivered_at_ms,
                account_id: account.to_owned(),
                ..Default::default()
            }),
        };
        answered(self.service(Role::Gateway).r#move(request).await)
    }

    /// Whoever is on the move does what the position asks for: the `choice`th legal move, or a pass.
    pub async fn step(&self, game: &str, choice: usize) -> proto::Table {
        let table = self.table(game).await;
        let account = match table.to_move() {
            proto::Color::Black => BLACK,
            _ => WHITE,
        };
        if table.must_pass {
            let request = proto::PassRequest {
                command_id: self.new_id(),
                game_id: game.to_owned(),
                ply: table.ply,
                stamps: None,
            };
            self.client().pass(self.by(account, request)).await.unwrap();
        } else {
            let square = &table.legal_squares[choice % table.legal_squares.len()];
            let id = self.new_id();
            self.play(account, &id, game, (table.ply, square))
                .await
                .unwrap();
        }
        self.table(game).await
    }

    pub async fn report(&self, gateway: &str, account: &str, open: bool) -> i64 {
        let at_ms = self.clock.now_ms();
        let request = proto::ReportSocketsRequest {
            gateway_id: gateway.to_owned(),
            connections: Vec::new(),
            sockets: vec![proto::SocketReport {
                account_id: account.to_owned(),
                open,
                at_ms,
            }],
            ..proto::ReportSocketsRequest::default()
        };
        self.service(Role::Gateway)
            .report_sockets(request)
            .await
            .unwrap();
        at_ms
    }
}

//! What clients say in the live protocol, as JSON texts and as messages.

use outflank_gateway::live_protocol::{Act, ClientFrame, NotTaken, read, read_message};
use outflank_proto::{live::v1 as live, play::v1 as play};
use prost::Message;

/// A frame of the live protocol: taken or refused with a code, never with an id it did not bear.
pub fn frame(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match read(text) {
        Ok(frame) => check_taken(&frame),
        Err(refused) => {
            check_refused(&refused);
            assert!(refused.id.is_none() || text.contains('"'));
        }
    }
}

fn check_taken(frame: &ClientFrame) {
    let is_name = |name: &str| {
        (1..=64).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic())
    };
    match frame {
        ClientFrame::Act { id, game, act } => {
            assert!(is_name(id), "id {id:?}");
            assert!(is_name(game), "game {game:?}");
            check_act(act);
        }
        ClientFrame::Watch { game, .. }
        | ClientFrame::Leave { game }
        | ClientFrame::Focus { game, .. } => assert!(is_name(game), "game {game:?}"),
        ClientFrame::Follow { tournament } | ClientFrame::Unfollow { tournament } => {
            assert!(is_name(tournament), "tournament {tournament:?}");
        }
        ClientFrame::Renew { token } => assert!((1..=4096).contains(&token.len())),
    }
}

fn check_act(act: &Act) {
    match act {
        Act::Move { square, .. } | Act::Seal { square, .. } => {
            assert!((1..=8).contains(&square.len()), "square {square:?}");
        }
        Act::Confirm { digest } => {
            assert_eq!(digest.len(), 64);
            assert!(digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
        }
        Act::Dispute { reason: text } | Act::Chat { text, .. } => {
            assert!((1..=3 * 1024).contains(&text.len()));
        }
        Act::Pass { .. } | Act::Resign | Act::CallDirector => {}
    }
}

fn check_refused(refused: &NotTaken) {
    assert!(!refused.problem.code.is_empty());
    let id = refused.id.as_deref();
    assert!(id.is_none_or(|id| (1..=64).contains(&id.len())));
}

/// A client's message on the gRPC stream: under the rules of the frames, and taken as it was said.
pub fn live_message(data: &[u8]) {
    let Ok(said) = live::ClientMessage::decode(data) else {
        return;
    };
    let again = live::ClientMessage::decode(said.encode_to_vec().as_slice());
    assert_eq!(again.ok().as_ref(), Some(&said));
    match read_message(said.clone()) {
        Ok(frame) => {
            check_taken(&frame);
            assert_eq!(said_by(&frame, &said), said);
        }
        Err(refused) => {
            check_refused(&refused);
            assert!(refused.id.is_none_or(|id| id == said.id));
        }
    }
}

/// The message that says what the frame says. `said` gives what a frame need not keep: the id of a message that is
/// no command, and numbers that no channel or side has.
fn said_by(frame: &ClientFrame, said: &live::ClientMessage) -> live::ClientMessage {
    use live::client_message::Message as Kind;
    let mut id = said.id.clone();
    let message = match frame.clone() {
        ClientFrame::Watch {
            game: game_id,
            after_seq,
        } => Kind::Watch(live::Watch { game_id, after_seq }),
        ClientFrame::Leave { game: game_id } => Kind::Leave(live::Leave { game_id }),
        ClientFrame::Follow {
            tournament: tournament_id,
        } => Kind::Follow(live::Follow { tournament_id }),
        ClientFrame::Unfollow {
            tournament: tournament_id,
        } => Kind::Unfollow(live::Unfollow { tournament_id }),
        ClientFrame::Focus {
            game: game_id,
            lost,
        } => Kind::Focus(live::Focus { game_id, lost }),
        ClientFrame::Renew {
            token: access_token,
        } => Kind::Renew(live::Renew { access_token }),
        ClientFrame::Act {
            id: of_act,
            game,
            act,
        } => {
            id = of_act;
            said_by_act(act, game, said)
        }
    };
    live::ClientMessage {
        id,
        message: Some(message),
    }
}

fn said_by_act(
    act: Act,
    game_id: String,
    said: &live::ClientMessage,
) -> live::client_message::Message {
    use live::client_message::Message as Kind;
    match act {
        Act::Move { ply, square } => Kind::Move(live::Move {
            game_id,
            ply,
            square,
        }),
        Act::Pass { ply } => Kind::Pass(live::Pass { game_id, ply }),
        Act::Resign => Kind::Resign(live::Resign { game_id }),
        Act::CallDirector => Kind::CallDirector(live::CallDirector { game_id }),
        Act::Seal { ply, square } => Kind::Seal(live::Seal {
            game_id,
            ply,
            square,
        }),
        Act::Confirm { digest } => Kind::Confirm(live::Confirm { game_id, digest }),
        Act::Dispute { reason } => Kind::Dispute(live::Dispute { game_id, reason }),
        Act::Chat { channel, text, to } => {
            let Some(Kind::Chat(said)) = &said.message else {
                panic!("something else was taken as chat: {said:?}");
            };
            assert_eq!(said.channel(), play::ChatChannel::from(channel));
            let to = to.map(|to| format!("COLOR_{}", to.to_uppercase()));
            let addressed = Some(said.addressed_to()).filter(|to| *to != play::Color::Unspecified);
            assert_eq!(to.as_deref(), addressed.map(|to| to.as_str_name()));
            Kind::Chat(live::Chat {
                game_id,
                text,
                channel: said.channel,
                addressed_to: said.addressed_to,
            })
        }
    }
}

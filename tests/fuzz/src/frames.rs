//! What clients say in the live protocol, as JSON texts and as messages.

use outflank_gateway::live_protocol::{Act, ClientFrame, NotTaken, read, read_message};
use outflank_proto::live::v1 as live;
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
        ClientFrame::Act(id, act) => {
            assert!(is_name(id), "id {id:?}");
            assert!(is_name(act.game_id()), "game {:?}", act.game_id());
            check_act(act);
        }
        ClientFrame::Watch(live::Watch { game_id, .. })
        | ClientFrame::Leave(live::Leave { game_id })
        | ClientFrame::Focus(live::Focus { game_id, .. }) => {
            assert!(is_name(game_id), "game {game_id:?}");
        }
        ClientFrame::Follow(live::Follow { tournament_id })
        | ClientFrame::Unfollow(live::Unfollow { tournament_id }) => {
            assert!(is_name(tournament_id), "tournament {tournament_id:?}");
        }
        ClientFrame::Seek(id, _) => assert!(is_name(id), "id {id:?}"),
        ClientFrame::FollowEvents | ClientFrame::UnfollowEvents | ClientFrame::Unseek => {}
        ClientFrame::Renew(of) => assert!((1..=4096).contains(&of.access_token.len())),
    }
}

fn check_act(act: &Act) {
    match act {
        Act::Move(live::Move { square, .. }) | Act::Seal(live::Seal { square, .. }) => {
            assert!((1..=8).contains(&square.len()), "square {square:?}");
        }
        Act::Confirm(live::Confirm { digest, .. }) => {
            assert_eq!(digest.len(), 64);
            assert!(digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
        }
        Act::Chat(live::Chat { text, .. }) | Act::Dispute(live::Dispute { reason: text, .. }) => {
            assert!((1..=3 * 1024).contains(&text.len()));
        }
        Act::Pass(_) | Act::Resign(_) | Act::CallDirector(_) => {}
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
            assert_eq!(said_by(frame, &said), said);
        }
        Err(refused) => {
            check_refused(&refused);
            assert!(refused.id.is_none_or(|id| id == said.id));
        }
    }
}

/// The message that says what the frame says. `said` gives what a frame need not keep: the id of a message that is
/// no command.
fn said_by(frame: ClientFrame, said: &live::ClientMessage) -> live::ClientMessage {
    use live::client_message::Message as Kind;
    let mut id = said.id.clone();
    let message = match frame {
        ClientFrame::Watch(of) => Kind::Watch(of),
        ClientFrame::Leave(of) => Kind::Leave(of),
        ClientFrame::Follow(of) => Kind::Follow(of),
        ClientFrame::Unfollow(of) => Kind::Unfollow(of),
        ClientFrame::FollowEvents => Kind::FollowEvents(live::FollowEvents {}),
        ClientFrame::UnfollowEvents => Kind::UnfollowEvents(live::UnfollowEvents {}),
        ClientFrame::Focus(of) => Kind::Focus(of),
        ClientFrame::Renew(of) => Kind::Renew(of),
        ClientFrame::Unseek => Kind::Unseek(live::Unseek {}),
        ClientFrame::Seek(of_seek, of) => {
            id = of_seek;
            Kind::Seek(of)
        }
        ClientFrame::Act(of_act, act) => {
            id = of_act;
            match act {
                Act::Move(of) => Kind::Move(of),
                Act::Pass(of) => Kind::Pass(of),
                Act::Resign(of) => Kind::Resign(of),
                Act::CallDirector(of) => Kind::CallDirector(of),
                Act::Seal(of) => Kind::Seal(of),
                Act::Confirm(of) => Kind::Confirm(of),
                Act::Dispute(of) => Kind::Dispute(of),
                Act::Chat(of) => Kind::Chat(of),
            }
        }
    };
    live::ClientMessage {
        id,
        message: Some(message),
    }
}

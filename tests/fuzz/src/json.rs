//! Messages of the contracts as JSON, in both directions.

use outflank_proto::{
    json::{self, Fields},
    schema::{self, Field, Kind, Message},
};

/// Those that have everything the dialect can say between them; a first byte says which. New ones come last, so that
/// the corpora keep their meaning.
const MESSAGES: [&str; 20] = [
    "outflank.play.v1.MoveRequest",
    "outflank.play.v1.Table",
    "outflank.play.v1.ReadEntriesResponse",
    "outflank.play.v1.OfficiateRequest",
    "outflank.play.v1.ModerateChatRequest",
    "outflank.play.v1.KnownTable",
    "outflank.play.v1.ReportSocketsRequest",
    "outflank.play.v1.GetEvidenceResponse",
    "outflank.live.v1.ClientMessage",
    "outflank.live.v1.ServerMessage",
    "outflank.standings.v1.GetStandingsResponse",
    "outflank.standings.v1.SplitPrizesRequest",
    "outflank.pairing.v1.GetTournamentResponse",
    "outflank.pairing.v1.PublishRoundRequest",
    "outflank.pairing.v1.CheckRuleSetRequest",
    "outflank.pairing.v1.DecideAppealRequest",
    "outflank.pairing.v1.ImportPlayersListRequest",
    "outflank.identity.v1.IssueApiKeyRequest",
    "outflank.identity.v1.ListApiKeysResponse",
    "outflank.ratings.v1.Export",
];

fn message(which: u8) -> &'static Message {
    let name = MESSAGES[usize::from(which) % MESSAGES.len()];
    schema::message(name).unwrap_or_else(|| panic!("there is no message {name}"))
}

fn written(message: &Message, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    json::write(message, bytes, &mut out).ok().map(|()| out)
}

fn read(message: &'static Message, text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let read = json::read(message, text, &mut out, Fields::default());
    read.ok().map(|()| out)
}

/// Any bytes as an answer: what is written of them is JSON, and where a request may say the same it comes back alike.
pub fn answer_json(data: &[u8]) {
    let Some((which, bytes)) = data.split_first() else {
        return;
    };
    let message = message(*which);
    for field in message.fields {
        let mut out = Vec::new();
        let _ = json::write_field(message, field, bytes, &mut out);
        let _ = json::scalar(message, field, bytes);
        let _ = json::inner(message, field, bytes);
    }
    let Some(text) = written(message, bytes) else {
        return;
    };
    // What a service says is JSON stands there unread.
    if holds_json(message, 0) {
        return;
    }
    assert!(serde_json::from_slice::<serde::de::IgnoredAny>(&text).is_ok());
    if let Some(bytes) = read(message, &text) {
        assert_eq!(written(message, &bytes), Some(text));
    }
}

/// Any text as a request: what is taken of it can be said again, and is then the same.
pub fn request_json(data: &[u8]) {
    let Some((which, text)) = data.split_first() else {
        return;
    };
    let message = message(*which);
    if let Ok(part) = std::str::from_utf8(text) {
        for field in message.fields {
            let mut out = Vec::new();
            let _ = json::read_text(field, part, &mut out);
        }
    }
    let bytes = read(message, text);
    let Some(said) = bytes.and_then(|bytes| written(message, &bytes)) else {
        return;
    };
    let again = read(message, &said);
    assert!(again.is_some(), "{}", String::from_utf8_lossy(&said));
    assert_eq!(again.and_then(|bytes| written(message, &bytes)), Some(said));
}

/// Whether somewhere in it a text is JSON.
fn holds_json(message: &Message, depth: usize) -> bool {
    let in_field = |field: &Field| match field.kind {
        Kind::Message(inner) => holds_json(inner, depth + 1),
        _ => field.json,
    };
    depth < schema::DEEPEST && message.fields.iter().any(in_field)
}

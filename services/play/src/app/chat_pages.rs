//! What is written at a table, read in pages from either end.

use outflank_access::Problem;

use super::{
    Play,
    chat::Shown,
    hearing::hearing,
    records::{Channel, Hearing, KeptMessage, Silenced, is_held},
    viewers::{Viewer, Watcher},
};

/// Messages read at once.
const PAGE: u32 = 500;
/// Text read at once, in bytes.
const PAGE_BYTES: usize = 64 * 1024;
/// What a message has beside its text, in bytes, about.
const ENVELOPE: usize = 256;

/// What of a table's chat is asked for: after one number and before another, the oldest of it or the newest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    pub after: u64,
    pub before: Option<u64>,
    pub newest: bool,
    /// As many as are answered at once where there is none.
    pub most: Option<u32>,
}

/// What a viewer reads.
#[derive(Debug)]
pub(crate) struct Read {
    pub messages: Vec<Shown>,
    pub may_write: Vec<Channel>,
    pub last_number: u64,
    /// There are older ones before this number.
    pub older_before: Option<u64>,
    /// How order is kept, to officials.
    pub order: Option<ChatOrder>,
}

/// How officials keep order at a table.
#[derive(Debug)]
pub(crate) struct ChatOrder {
    /// Who may write no more in the tournament.
    pub silenced: Vec<Silenced>,
    /// Spectators may write.
    pub open_to_spectators: bool,
}

impl Play {
    /// What a watcher may read. What they may not is not counted either.
    pub(crate) async fn read_chat(
        &self,
        (game_id, stretch): (&str, Stretch),
        watcher: &Watcher,
    ) -> Result<Read, Problem> {
        let game = self.game(game_id).await?;
        let viewer = self.viewer(&game, watcher).await?;
        let shown = self.tables.watching.chat_shown(&game).await?;
        let own = watcher.account.clone();
        let hearing = Hearing {
            writer: own.filter(|_| viewer == Viewer::Spectator),
            ..hearing((&game, shown), viewer)
        };
        let mut read = self.read_page((game_id, &hearing), stretch).await?;
        for (message, held) in &mut read.messages {
            *held = is_held(shown, message);
            if message.removed {
                message.text.clear();
            }
        }
        read.may_write = self.may_write(&game, viewer, watcher).await?;
        if let Viewer::Official(_) = viewer {
            let place = game.state.place();
            let tournament = place.map_or("", |place| place.tournament.as_str());
            read.order = Some(ChatOrder {
                silenced: self.records.silenced(tournament, self.now_ms()).await?,
                open_to_spectators: self.spectators_may_write(&game).await?,
            });
        }
        Ok(read)
    }

    async fn read_page(
        &self,
        (game_id, hearing): (&str, &Hearing),
        stretch: Stretch,
    ) -> Result<Read, Problem> {
        let most = stretch.most.map_or(PAGE, |most| most.clamp(1, PAGE));
        let last = self.last_message(game_id).await?;
        if last == 0 {
            return Ok(Read {
                messages: Vec::new(),
                may_write: Vec::new(),
                last_number: if stretch.newest { 0 } else { stretch.after },
                older_before: None,
                order: None,
            });
        }
        let before = stretch.before.unwrap_or(u64::MAX).min(last + 1);
        let place = (stretch.after, before);
        // One more tells whether there are others.
        let page = (stretch.newest, most + 1);
        let found = self
            .records
            .heard_messages((game_id, hearing), place, page)
            .await?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let fit = fitting(&found).min(most);
        let are_others = fit < found.len();
        let mut messages = found;
        messages.truncate(fit);
        let end = messages.last().map(|message| message.number);
        let end = end.filter(|_| are_others);
        if stretch.newest {
            messages.reverse();
        }
        Ok(Read {
            messages: messages.into_iter().map(|of| (of, false)).collect(),
            may_write: Vec::new(),
            last_number: match end {
                _ if stretch.newest => last,
                Some(end) => end,
                None => before.saturating_sub(1).max(stretch.after),
            },
            older_before: end.filter(|_| stretch.newest),
            order: None,
        })
    }
}

/// How many of these messages are answered at once; one in any case.
fn fitting(messages: &[KeptMessage]) -> usize {
    let mut bytes = 0;
    let fit = messages.iter().take_while(|message| {
        let is_first = bytes == 0;
        bytes += ENVELOPE + message.text.len();
        is_first || bytes <= PAGE_BYTES
    });
    fit.count()
}

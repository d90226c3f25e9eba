//! What is written at a table, read in pages from either end.

use outflank_access::Problem;

use super::{
    Play,
    chat::{may_read, reads},
    game::Game,
    records::{Channel, KeptMessage},
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
    pub messages: Vec<KeptMessage>,
    pub may_write: Vec<Channel>,
    pub last_number: u64,
    /// There are older ones before this number.
    pub older_before: Option<u64>,
}

impl Play {
    /// What a watcher may read.
    pub(crate) async fn read_chat(
        &self,
        (game_id, stretch): (&str, Stretch),
        watcher: &Watcher,
    ) -> Result<Read, Problem> {
        let game = self.game(game_id).await?;
        let viewer = self.viewer(&game, watcher).await?;
        let reader = (viewer, watcher.account.is_some());
        let mut read = if stretch.newest {
            self.read_newest(&game, reader, stretch).await?
        } else {
            self.read_oldest(&game, reader, stretch).await?
        };
        for message in read.messages.iter_mut().filter(|message| message.removed) {
            message.text.clear();
        }
        read.may_write = self.may_write(&game, viewer, watcher).await?;
        Ok(read)
    }

    async fn read_oldest(
        &self,
        game: &Game,
        (viewer, signed_in): (Viewer, bool),
        stretch: Stretch,
    ) -> Result<Read, Problem> {
        let most = stretch.most.map_or(PAGE, |most| most.min(PAGE));
        let found = self.records.messages(&game.id, stretch.after, most).await?;
        let mut messages = found;
        messages.retain(|message| stretch.before.is_none_or(|before| message.number < before));
        messages.truncate(fitting(messages.iter()));
        let last_number = messages.last().map_or(stretch.after, |last| last.number);
        messages.retain(|message| may_read(game, viewer, signed_in, message));
        Ok(Read {
            messages,
            may_write: Vec::new(),
            last_number,
            older_before: None,
        })
    }

    async fn read_newest(
        &self,
        game: &Game,
        (viewer, signed_in): (Viewer, bool),
        stretch: Stretch,
    ) -> Result<Read, Problem> {
        let most = stretch.most.map_or(PAGE, |most| most.clamp(1, PAGE));
        let last_number = self.records.last_message(&game.id).await?;
        let before = stretch.before.unwrap_or(u64::MAX).min(last_number + 1);
        let place = (stretch.after, before);
        let mut channels = Channel::ALL.to_vec();
        channels.retain(|channel| reads(game, viewer, signed_in, *channel));
        let heard = (game.id.as_str(), channels.as_slice());
        // One more tells whether there are older ones.
        let found = self.records.newest_messages(heard, place, most + 1);
        let mut messages = found.await?;
        let fits = fitting(messages.iter().rev()).min(usize::try_from(most).unwrap_or(usize::MAX));
        let older = messages.len().saturating_sub(fits);
        messages.drain(..older);
        let oldest = messages.first().map(|message| message.number);
        messages.retain(|message| may_read(game, viewer, signed_in, message));
        Ok(Read {
            messages,
            may_write: Vec::new(),
            last_number,
            older_before: oldest.filter(|_| older > 0),
        })
    }
}

/// How many of these messages are answered at once; one in any case.
fn fitting<'m>(messages: impl Iterator<Item = &'m KeptMessage>) -> usize {
    let mut bytes = 0;
    let fit = messages.take_while(|message| {
        let is_first = bytes == 0;
        bytes += ENVELOPE + message.text.len();
        is_first || bytes <= PAGE_BYTES
    });
    fit.count()
}

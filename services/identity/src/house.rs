//! House bots, which play in rehearsals and casual games: accounts whose ids follow from their numbers, so that whoever asks
//! for a session here gets one of theirs and never one of a person's.

use outflank_access::{
    Kind, Problem,
    identifier::{self, HOUSE_BOTS},
    problem,
};
use outflank_proto::identity::v1 as proto;

use crate::{
    accounts::{self, Account},
    app::Identity,
    refusals::stored,
    sessions,
};

impl Identity {
    /// A session of the house bot with that number, whose account is made where there is none yet.
    pub(crate) async fn open_house_session(
        &self,
        number: u32,
    ) -> Result<(Account, proto::Tokens), Problem> {
        if !HOUSE_BOTS.contains(&number) {
            return Err(problem!(
                Kind::Invalid,
                "bad_house_number",
                "House bots have numbers from {least} to {most}.",
                least = *HOUSE_BOTS.start(),
                most = *HOUSE_BOTS.end(),
            ));
        }
        let account = Account::light(
            identifier::house_account(number),
            format!("House bot {number}"),
        );
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        accounts::insert_unsought(&mut transaction, &account, now_ms)
            .await
            .map_err(stored)?;
        let refresh = sessions::open(&mut transaction, &account.id, now_ms).await?;
        transaction.commit().await.map_err(stored)?;
        let tokens = self.tokens(&account, refresh)?;
        Ok((account, tokens))
    }
}

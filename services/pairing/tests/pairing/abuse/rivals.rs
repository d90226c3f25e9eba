//! An assistant who plays puts rivals out for good, and lets others move for them.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{InterestTable, RuleSet};

use crate::interest::{ASSISTANT, appoint, noted, publish};
use crate::world::{DIRECTOR, World};

/// Who would move for a player unasked.
const ACCOMPLICE: &str = "igor";
/// Who holds the rivals' seats.
const HOLDERS: [&str; 3] = ["rita", "ralf", "rosa"];

/// An event under EGP: its assistant plays, its head director does not. The assistant's entrant is the first.
struct Field {
    world: World,
    id: String,
    entrants: Vec<String>,
}

impl Field {
    async fn new(table: InterestTable) -> Self {
        let world = World::under(table).await;
        let rules = serde_json::to_value(RuleSet::egp_2020()).unwrap();
        let id = world.create_under(&rules).await;
        let entrants = world.register(&id, 4).await;
        appoint(&world, &id, ASSISTANT, "assistant_director").await;
        for (entrant, account) in entrants.iter().zip([ASSISTANT].iter().chain(&HOLDERS)) {
            world.claim(&id, entrant, account);
        }
        world.catch_up().await;
        Self {
            world,
            id,
            entrants,
        }
    }

    /// The rounds begin: an entrant who does not meet the assistant in the first, and whose holder that is.
    async fn rival(&self) -> (String, &'static str) {
        let round = publish(&self.world, &self.id).await;
        let own = &self.entrants[0];
        let free = round
            .boards
            .iter()
            .find(|board| board.black_entrant_id != *own && board.white_entrant_id != *own);
        let rival = free.unwrap().black_entrant_id.clone();
        let place = self.entrants.iter().position(|one| *one == rival).unwrap();
        (rival, HOLDERS[place - 1])
    }

    async fn withdraw(&self, who: &str, entrant: &str) -> Result<(), Problem> {
        let world = &self.world;
        let asked = proto::WithdrawEntrantRequest {
            command_id: world.command_id(),
            tournament_id: self.id.clone(),
            entrant_id: entrant.to_owned(),
        };
        ask!(world, who, withdraw_entrant, asked).map(|_| ())
    }

    async fn grant(&self, who: &str, entrant: &str) -> Result<(), Problem> {
        let world = &self.world;
        let asked = proto::GrantAccommodationRequest {
            command_id: world.command_id(),
            tournament_id: self.id.clone(),
            entrant_id: entrant.to_owned(),
            assistant_account_id: ACCOMPLICE.to_owned(),
            ..proto::GrantAccommodationRequest::default()
        };
        ask!(world, who, grant_accommodation, asked).map(|_| ())
    }

    async fn expel(&self, who: &str, entrant: &str) -> Result<(), Problem> {
        let world = &self.world;
        let asked = proto::ImposePenaltyRequest {
            command_id: world.command_id(),
            tournament_id: self.id.clone(),
            entrant_id: entrant.to_owned(),
            penalty: Some(proto::Penalty {
                kind: "expulsion".to_owned(),
                ..proto::Penalty::default()
            }),
            reason: "Seen by nobody.".to_owned(),
            ..proto::ImposePenaltyRequest::default()
        };
        ask!(world, who, impose_penalty, asked).map(|_| ())
    }

    async fn stay_away(&self, who: &str, entrant: &str) -> Result<(), Problem> {
        let world = &self.world;
        let asked = proto::AnnounceAbsenceRequest {
            command_id: world.command_id(),
            tournament_id: self.id.clone(),
            entrant_id: entrant.to_owned(),
            rounds: vec![2, 3],
        };
        ask!(world, who, announce_absence, asked).map(|_| ())
    }

    async fn consent(
        &self,
        by: &str,
        (act, official): (&str, &str),
        entrant: &str,
    ) -> Result<(), Problem> {
        let world = &self.world;
        let asked = proto::GiveConsentRequest {
            command_id: world.command_id(),
            tournament_id: self.id.clone(),
            act: act.to_owned(),
            official_account_id: official.to_owned(),
            entrant_id: entrant.to_owned(),
            ..proto::GiveConsentRequest::default()
        };
        ask!(world, by, give_consent, asked).map(|_| ())
    }

    async fn is_out(&self, entrant: &str) -> bool {
        let state = self.world.folded(&self.id).await;
        state
            .entrant(&entrant.into())
            .unwrap()
            .withdrawn_from
            .is_some()
    }

    async fn assistant_of(&self, entrant: &str) -> Option<String> {
        let state = self.world.folded(&self.id).await;
        let known = state.entrant(&entrant.into()).unwrap();
        known
            .accommodation
            .assistant
            .clone()
            .map(|account| account.0)
    }

    /// Act, interest and who consented of the last act that is noted.
    async fn last_noted(&self) -> (String, String, Vec<String>) {
        let last = noted(&self.world, &self.id).await.pop().unwrap();
        (last.act, last.interest, last.consented_account_ids)
    }
}

fn code(answer: Result<(), Problem>) -> String {
    answer.err().map(|problem| problem.code).unwrap_or_default()
}

#[tokio::test]
async fn a_rival_is_not_withdrawn_for_good_by_one_who_plays() {
    let event = Field::new(InterestTable::default()).await;
    let (rival, holder) = event.rival().await;
    let refused = event.withdraw(ASSISTANT, &rival).await.unwrap_err();
    assert_eq!(refused.code, "consent_needed");
    assert!(refused.detail.contains("absence"), "{}", refused.detail);
    assert!(!event.is_out(&rival).await);
    // What ends again is done, and noted.
    event.stay_away(ASSISTANT, &rival).await.unwrap();
    let noted = event.last_noted().await;
    assert_eq!((&*noted.0, &*noted.1), ("announce_absence", "rival"));

    let about = ("withdraw_entrant", ASSISTANT);
    event.consent(holder, about, &rival).await.unwrap();
    event.withdraw(ASSISTANT, &rival).await.unwrap();
    assert!(event.is_out(&rival).await);
    let by_holder = (
        "withdraw_entrant".to_owned(),
        "rival".to_owned(),
        vec![holder.to_owned()],
    );
    assert_eq!(event.last_noted().await, by_holder);
}

#[tokio::test]
async fn a_director_without_an_interest_withdraws_whom_he_has_to() {
    let event = Field::new(InterestTable::default()).await;
    let (rival, _) = event.rival().await;
    let about = ("withdraw_entrant", ASSISTANT);
    event.consent(DIRECTOR, about, &rival).await.unwrap();
    event.withdraw(ASSISTANT, &rival).await.unwrap();
    let own = event.entrants[0].clone();
    let others = event
        .entrants
        .iter()
        .filter(|one| **one != rival && **one != own);
    for other in others {
        let before = noted(&event.world, &event.id).await.len();
        event.withdraw(DIRECTOR, other).await.unwrap();
        assert_eq!(noted(&event.world, &event.id).await.len(), before);
    }
}

#[tokio::test]
async fn without_the_table_a_rival_is_withdrawn_for_good() {
    let event = Field::new(InterestTable::ignored()).await;
    let (rival, _) = event.rival().await;
    event.withdraw(ASSISTANT, &rival).await.unwrap();
    assert!(event.is_out(&rival).await);
}

/// A club's evening whose only director plays; `single_official` as it is set.
async fn evening(single_official: bool) -> Field {
    let world = World::new().await;
    let mut rules = RuleSet::preset("club").unwrap();
    (rules.single_official, rules.rounds) = (single_official, Some(3));
    let id = world
        .create_under(&serde_json::to_value(rules).unwrap())
        .await;
    let entrants = world.register(&id, 4).await;
    for (entrant, account) in entrants.iter().zip([DIRECTOR].iter().chain(&HOLDERS)) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    Field {
        world,
        id,
        entrants,
    }
}

#[tokio::test]
async fn a_clubs_only_director_goes_on_when_somebody_goes_home() {
    let event = evening(true).await;
    let (rival, _) = event.rival().await;
    event.withdraw(DIRECTOR, &rival).await.unwrap();
    let noted = event.last_noted().await;
    assert_eq!((&*noted.0, &*noted.1), ("withdraw_entrant", "rival"));

    // Where the rules know no single official, an absence does.
    let event = evening(false).await;
    let (rival, holder) = event.rival().await;
    for refused in [
        event.withdraw(DIRECTOR, &rival).await,
        event.expel(DIRECTOR, &rival).await,
    ] {
        assert_eq!(code(refused), "consent_needed");
    }
    event.stay_away(DIRECTOR, &rival).await.unwrap();
    let about = ("impose_penalty.expulsion", DIRECTOR);
    event.consent(holder, about, &rival).await.unwrap();
    event.expel(DIRECTOR, &rival).await.unwrap();
    assert!(event.is_out(&rival).await);
}

/// The attack: before anybody is paired, an assistant of the accomplice's for a player who asked for none.
async fn unasked(event: &Field) -> String {
    code(event.grant(ASSISTANT, &event.entrants[1]).await)
}

#[tokio::test]
async fn nobody_moves_for_a_player_unasked() {
    let event = Field::new(InterestTable::default()).await;
    let player = event.entrants[1].as_str();
    assert_eq!(unasked(&event).await, "consent_needed");
    assert_eq!(event.assistant_of(player).await, None);

    let about = ("grant_accommodation.assistant", ASSISTANT);
    // Neither does whoever will meet them say it for them.
    let other = event.consent(HOLDERS[1], about, player).await;
    assert_eq!(code(other), "may_not_consent");
    event.consent(HOLDERS[0], about, player).await.unwrap();
    event.grant(ASSISTANT, player).await.unwrap();
    assert_eq!(
        event.assistant_of(player).await.as_deref(),
        Some(ACCOMPLICE)
    );
    let noted = event.last_noted().await;
    let word = vec![HOLDERS[0].to_owned()];
    assert_eq!((noted.0.as_str(), noted.2), (about.0, word));

    // A director without an interest at once.
    event.grant(DIRECTOR, &event.entrants[2]).await.unwrap();
}

#[tokio::test]
async fn without_the_table_somebody_moves_for_a_player_unasked() {
    let event = Field::new(InterestTable::ignored()).await;
    assert_eq!(unasked(&event).await, "");
    let assistant = event.assistant_of(&event.entrants[1]).await;
    assert_eq!(assistant.as_deref(), Some(ACCOMPLICE));
}

//! The life of a table through the contract: officials' acts, confirmation, spectators, chat.

use crate::world::{
    BLACK, LONGEST_DELIVERY_MS, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere,
    facts::plain_rules, rest, signing_key, still,
};
use outflank_access::{Problem, Role};
use outflank_live::{Received, topic};
use outflank_play::is_countersigned;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{AccountId, Event, OfficialRole, RuleSet, Spectators};

const DIRECTOR: &str = "dora";

async fn with_director() -> (World, String) {
    let (world, game) = World::with_game(MAIN_MS).await;
    appoint(&world, DIRECTOR);
    (world, game)
}

fn appoint(world: &World, account: &str) {
    let appointed = Event::OfficialAppointed {
        account: AccountId::from(account),
        role: OfficialRole::HeadDirector,
        shares: Vec::new(),
        powers: None,
    };
    world.pairing.push(TOURNAMENT, &appointed);
}

async fn change_rules(world: &World, change: impl FnOnce(&mut RuleSet)) {
    let mut rule_set = plain_rules();
    change(&mut rule_set);
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
    world.catch_up().await;
}

fn act(act: proto::official_act::Act) -> Option<proto::OfficialAct> {
    Some(proto::OfficialAct { act: Some(act) })
}

async fn officiate(
    world: &World,
    account: &str,
    (game, id): (&str, &str),
    done: proto::official_act::Act,
) -> Result<proto::CommandResponse, Problem> {
    let request = proto::OfficiateRequest {
        command_id: id.to_owned(),
        game_id: game.to_owned(),
        act: act(done),
        paragraph: "WOC IV.7".to_owned(),
        reason: "The clock stood.".to_owned(),
    };
    answered(world.client().officiate(world.by(account, request)).await)
}

fn pause() -> proto::official_act::Act {
    proto::official_act::Act::Pause(proto::PauseAct::default())
}

async fn seen_by(world: &World, account: &str, game: &str) -> proto::Table {
    let request = proto::GetTableRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let answer = world.client().get_table(world.by(account, request)).await;
    answer.unwrap().into_inner().table.unwrap()
}

#[test]
fn only_officials_rule_and_never_on_their_own_game() {
    anywhere(async {
        let (world, game) = with_director().await;
        for account in [BLACK, STRANGER] {
            let refused = officiate(&world, account, (&game, "p"), pause()).await;
            assert_eq!(refused.unwrap_err().code, "directors_only");
        }
        appoint(&world, WHITE);
        let own = officiate(&world, WHITE, (&game, "p"), pause()).await;
        assert_eq!(own.unwrap_err().code, "own_game");
        assert_eq!(world.table(&game).await.phase(), proto::TablePhase::Live);
    });
}

#[test]
fn a_pause_soon_after_an_outage_takes_nothing_of_what_is_given_back() {
    still(async {
        let (mut world, game) = with_director().await;
        rest(1_300).await;
        let before = world.clocks(&game).await;
        let last_beat_ms = world.end().await;
        world.clock.set_forward(40_000);
        world.start().await;
        // Black is still waited for when the clocks are stopped.
        rest(5_000).await;
        let paused = officiate(&world, DIRECTOR, (&game, "p"), pause()).await;
        paused.unwrap();
        // From the last beat on nothing is charged: not the outage, nor the time that he was waited for. A pause
        // reckons with the longest delivery of what gave the turn.
        let whole_ms = before.black_ms + before.as_of_ms - last_beat_ms + LONGEST_DELIVERY_MS;
        let whole = |table: &proto::Table| table.clocks.unwrap().black_ms >= whole_ms;
        let table = world.until(&game, whole).await;
        assert_eq!(table.phase(), proto::TablePhase::Paused);
        assert_eq!(table.clocks.unwrap().black_ms, whole_ms);
        rest(1_500).await;
        let later = world.clocks(&game).await.black_ms;
        assert_eq!(later, whole_ms, "given back once");
        world.end().await;
    });
}

#[test]
fn a_pause_stands_over_a_restart_and_is_shown_with_its_reason() {
    anywhere(async {
        let (mut world, game) = with_director().await;
        let first = officiate(&world, DIRECTOR, (&game, "p"), pause())
            .await
            .unwrap();
        let again = officiate(&world, DIRECTOR, (&game, "p"), pause())
            .await
            .unwrap();
        assert_eq!((again.seq, again.repeated), (first.seq, true));
        let refused = world.play(BLACK, "m", &game, (1, "f5")).await;
        assert!(refused.is_err(), "the clocks stand");
        let before = world.table(&game).await.clocks.unwrap();
        world.end().await;
        world.clock.set_forward(60_000);
        world.start().await;
        let table = world.table(&game).await;
        assert_eq!(table.phase(), proto::TablePhase::Paused);
        assert_eq!(table.clocks.unwrap().black_ms, before.black_ms);
        let ruling = seen_by(&world, BLACK, &game).await.rulings.remove(0);
        assert_eq!(
            (ruling.act.as_str(), ruling.reason.as_str()),
            ("pause", "The clock stood.")
        );
        assert_eq!(table.rulings[0].reason, "", "not for spectators");
        let resume = proto::official_act::Act::Resume(proto::ResumeAct {});
        officiate(&world, DIRECTOR, (&game, "r"), resume)
            .await
            .unwrap();
        world.play(BLACK, "m2", &game, (1, "f5")).await.unwrap();
    });
}

#[test]
fn a_whole_round_is_paused_and_reported_table_by_table() {
    anywhere(async {
        let (world, game) = with_director().await;
        let request = proto::OfficiateRoundRequest {
            command_id: "all".to_owned(),
            tournament_id: TOURNAMENT.to_owned(),
            round: 1,
            act: act(pause()),
            paragraph: String::new(),
            reason: "Fire drill.".to_owned(),
        };
        let done = world
            .client()
            .officiate_round(world.by(DIRECTOR, request.clone()))
            .await;
        let tables = answered(done).unwrap().tables;
        assert_eq!((tables.len(), tables[0].code.as_str()), (1, ""));
        assert_eq!(world.table(&game).await.phase(), proto::TablePhase::Paused);
        let refused = world
            .client()
            .officiate_round(world.by(BLACK, request))
            .await;
        assert_eq!(answered(refused).unwrap_err().code, "directors_only");
    });
}

#[test]
fn silence_confirms_and_the_server_signs() {
    anywhere(async {
        let (world, game) = with_director().await;
        let resign = proto::ResignRequest {
            command_id: "r".to_owned(),
            game_id: game.clone(),
            stamps: None,
        };
        answered(world.client().resign(world.by(BLACK, resign)).await).unwrap();
        let digest = seen_by(&world, WHITE, &game)
            .await
            .confirmation
            .unwrap()
            .digest;
        let confirm = |digest: &str| proto::ConfirmTranscriptRequest {
            command_id: format!("c{digest}"),
            game_id: game.clone(),
            digest: digest.to_owned(),
            stamps: None,
        };
        let other = world
            .client()
            .confirm_transcript(world.by(WHITE, confirm("00")))
            .await;
        assert_eq!(answered(other).unwrap_err().code, "digest_mismatch");
        let own = world
            .client()
            .confirm_transcript(world.by(WHITE, confirm(&digest[..60])))
            .await;
        assert!(own.is_err());
        let mine = proto::ConfirmTranscriptRequest {
            command_id: "mine".to_owned(),
            ..confirm(&digest)
        };
        answered(
            world
                .client()
                .confirm_transcript(world.by(WHITE, mine))
                .await,
        )
        .unwrap();
        world.clock.set_forward(301_000);
        let signed = |table: &proto::Table| {
            let confirmation = table.confirmation.as_ref();
            confirmation.is_some_and(|confirmation| !confirmation.countersignature.is_empty())
        };
        let confirmation = world.until(&game, signed).await.confirmation.unwrap();
        assert_eq!(
            (confirmation.state.as_str(), confirmation.by_silence),
            ("confirmed", true)
        );
        let key = signing_key().verifying_key();
        let signature = &confirmation.countersignature;
        assert!(is_countersigned(&key, (&game, &digest), signature));
        assert!(!is_countersigned(&key, ("another", &digest), signature));
    });
}

#[test]
fn a_spectator_never_sees_what_is_younger_than_the_delay() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let delayed = Spectators::Delayed { plies: 2, ms: 0 };
        change_rules(&world, |rules| rules.spectators = delayed).await;
        for _ in 0..4 {
            let table = seen_by(&world, BLACK, &game).await;
            let account = if table.to_move() == proto::Color::Black {
                BLACK
            } else {
                WHITE
            };
            let id = world.new_id();
            let square = &table.legal_squares[0];
            world
                .play(account, &id, &game, (table.ply, square))
                .await
                .unwrap();
            for _ in 0..2_500 {
                let watched = world.table(&game).await;
                assert!(watched.plies.len() + 2 <= usize::try_from(table.ply).unwrap().max(2));
                assert!(watched.spectators.unwrap().is_delayed);
                rest(1).await;
            }
        }
        assert_eq!(seen_by(&world, WHITE, &game).await.plies.len(), 4);
        assert_eq!(world.table(&game).await.plies.len(), 2);
        let shown = world.events(&game).await;
        let moves = shown.iter().filter(|event| event.kind() == "moved").count();
        assert_eq!(moves, 2);
    });
}

#[test]
fn each_channel_is_read_by_those_it_is_for() {
    anywhere(async {
        use proto::ChatChannel::{Officials, Players, Spectators};
        use proto::moderate_chat_request::Act;
        let (world, game) = with_director().await;
        change_rules(&world, |rules| rules.spectator_chat = true).await;
        let post = async |account: &str, channel: proto::ChatChannel, text: &str| {
            let request = proto::PostChatRequest {
                command_id: world.new_id(),
                game_id: game.clone(),
                channel: channel.into(),
                text: text.to_owned(),
                ..Default::default()
            };
            answered(world.client().post_chat(world.by(account, request)).await)
        };
        let read = async |account: &str| {
            let request = proto::ReadChatRequest {
                game_id: game.clone(),
                ..Default::default()
            };
            let answer = world.client().read_chat(world.by(account, request)).await;
            let messages = answer.unwrap().into_inner().messages.into_iter();
            messages.map(|message| message.text).collect::<Vec<_>>()
        };
        post(BLACK, Players, "Good luck").await.unwrap();
        post(STRANGER, Spectators, "f5 loses").await.unwrap();
        let secret = post(WHITE, Officials, "My mouse is broken").await.unwrap();
        assert_eq!(
            post(BLACK, Spectators, "?").await.unwrap_err().code,
            "not_heard"
        );
        assert_eq!(
            post(STRANGER, Players, "?").await.unwrap_err().code,
            "not_heard"
        );
        assert_eq!(read(BLACK).await, ["Good luck"]);
        assert_eq!(read(WHITE).await, ["Good luck", "My mouse is broken"]);
        assert_eq!(read(STRANGER).await, ["f5 loses"]);
        assert_eq!(read(DIRECTOR).await.len(), 3);

        let moderate = async |account: &str, act: proto::moderate_chat_request::Act| {
            let request = proto::ModerateChatRequest {
                command_id: world.new_id(),
                game_id: game.clone(),
                act: Some(act),
                reason: "Advice during play.".to_owned(),
            };
            answered(
                world
                    .client()
                    .moderate_chat(world.by(account, request))
                    .await,
            )
        };
        let number = secret.message.unwrap().number - 1;
        assert!(moderate(BLACK, Act::Remove(number)).await.is_err());
        moderate(DIRECTOR, Act::Remove(number)).await.unwrap();
        assert_eq!(read(STRANGER).await, [""]);
        let order = async |account: &str| {
            let request = proto::ReadChatRequest {
                game_id: game.clone(),
                ..Default::default()
            };
            let answer = world.client().read_chat(world.by(account, request)).await;
            answer.unwrap().into_inner().order
        };
        let open = order(DIRECTOR).await.unwrap();
        assert!(open.silenced.is_empty() && open.open_to_spectators);
        let official = moderate(DIRECTOR, Act::Mute(DIRECTOR.to_owned())).await;
        assert_eq!(official.unwrap_err().code, "official_is_heard");
        moderate(DIRECTOR, Act::Mute(STRANGER.to_owned()))
            .await
            .unwrap();
        assert_eq!(
            post(STRANGER, Spectators, "?").await.unwrap_err().code,
            "not_heard"
        );
        let silenced = order(DIRECTOR).await.unwrap().silenced;
        let [one] = &silenced[..] else {
            panic!("one is silenced: {silenced:?}");
        };
        assert_eq!(
            (&*one.account_id, &*one.by_account_id, &*one.reason),
            (STRANGER, DIRECTOR, "Advice during play.")
        );
        assert!(one.at_ms > 0);
        for other in [BLACK, WHITE, STRANGER] {
            assert_eq!(order(other).await, None, "{other}");
        }
        moderate(DIRECTOR, Act::Unmute(STRANGER.to_owned()))
            .await
            .unwrap();
        moderate(DIRECTOR, Act::OpenToSpectators(false))
            .await
            .unwrap();
        let shut = order(DIRECTOR).await.unwrap();
        assert!(shut.silenced.is_empty() && !shut.open_to_spectators);
        for _ in 0..5 {
            let _ = post(BLACK, Players, "x").await;
        }
        assert_eq!(
            post(BLACK, Players, "x").await.unwrap_err().code,
            "writing_too_fast"
        );
    });
}

#[test]
fn a_long_talk_is_read_in_pages_from_either_end() {
    anywhere(async {
        let (world, game) = with_director().await;
        world.catch_up().await;
        let text = |line: usize| format!("{line}{}", "\u{1d11e}".repeat(490));
        // Three write as fast as they may; the opponent does not read what is for the director alone.
        let mut line = 0;
        for _ in 0..4 {
            world.clock.set_forward(10_001);
            for (account, channel) in [
                (BLACK, proto::ChatChannel::Players),
                (WHITE, proto::ChatChannel::Officials),
                (DIRECTOR, proto::ChatChannel::Players),
            ] {
                for _ in 0..5 {
                    line += 1;
                    let request = proto::PostChatRequest {
                        command_id: world.new_id(),
                        game_id: game.clone(),
                        channel: channel.into(),
                        text: text(line),
                        ..Default::default()
                    };
                    let posted = world.client().post_chat(world.by(account, request)).await;
                    answered(posted).unwrap();
                }
            }
        }
        let read = async |account: &str, of: proto::ReadChatRequest| {
            let request = proto::ReadChatRequest {
                game_id: game.clone(),
                ..of
            };
            let answer = world.client().read_chat(world.by(account, request)).await;
            answer.unwrap().into_inner()
        };
        let numbers = |page: &proto::ReadChatResponse| -> Vec<u64> {
            page.messages.iter().map(|message| message.number).collect()
        };
        for (account, wanted) in [(DIRECTOR, 60), (BLACK, 40)] {
            // From the end, so many at a time.
            let mut seen = Vec::new();
            let mut before_number = 0;
            loop {
                let of = proto::ReadChatRequest {
                    newest: true,
                    before_number,
                    most: 7,
                    ..Default::default()
                };
                let page = read(account, of).await;
                assert_eq!(page.last_number, 60);
                seen.splice(0..0, numbers(&page));
                before_number = page.older_before;
                if before_number == 0 {
                    break;
                }
                // What is not for its reader is not counted.
                assert_eq!(page.messages.len(), 7);
            }
            assert_eq!(seen.len(), wanted);
            assert!(seen.is_sorted());
            // From the beginning, as much as one page holds.
            let mut again = Vec::new();
            let (mut pages, mut after_number) = (0, 0);
            while after_number < 60 {
                let of = proto::ReadChatRequest {
                    after_number,
                    ..Default::default()
                };
                let page = read(account, of).await;
                let bytes: usize = page.messages.iter().map(|of| of.text.len()).sum();
                assert!(bytes <= 64 * 1024, "{bytes}");
                assert!(page.last_number > after_number);
                after_number = page.last_number;
                again.extend(numbers(&page));
                pages += 1;
            }
            assert_eq!(again, seen);
            assert!(pages > 1);
        }
        // The newest alone is bounded in bytes, too, and its page says that there is more.
        let newest = proto::ReadChatRequest {
            newest: true,
            ..Default::default()
        };
        let page = read(DIRECTOR, newest).await;
        assert!(page.messages.len() < 60 && page.messages.len() > 10);
        assert_eq!(page.older_before, page.messages[0].number);
        assert_eq!(page.messages.last().unwrap().number, 60);
    });
}

#[test]
fn other_services_read_everything_and_a_gateway_what_its_viewer_may_see() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        change_rules(&world, |rules| rules.spectators = Spectators::Off).await;
        world.play(BLACK, "m", &game, (1, "f5")).await.unwrap();
        let plies = async |role: Role, viewer: &str| {
            let request = proto::GetTableRequest {
                game_id: game.clone(),
                viewer_account_id: viewer.to_owned(),
            };
            let answer = world.service(role).get_table(request).await.unwrap();
            answer.into_inner().table.unwrap().plies.len()
        };
        assert_eq!(plies(Role::Pairing, "").await, 1);
        assert_eq!(plies(Role::Gateway, "").await, 0);
        assert_eq!(plies(Role::Gateway, BLACK).await, 1);
        assert_eq!(plies(Role::Gateway, STRANGER).await, 0);
    });
}

#[test]
fn a_dismissal_is_told_once_play_knows_of_it() {
    still(async {
        let (world, game) = with_director().await;
        let topic = topic::dismissed_officials();
        let mut told = world.live.subscribe(&topic).await.unwrap();
        let dismissed = Event::OfficialDismissed {
            account: AccountId::from(DIRECTOR),
        };
        world.pairing.push(TOURNAMENT, &dismissed);
        world.catch_up().await;
        let Received::Message(account) = told.next().await else {
            panic!("nobody was told");
        };
        assert_eq!(account, DIRECTOR.as_bytes());
        let refused = officiate(&world, DIRECTOR, (&game, "c1"), pause()).await;
        assert_eq!(refused.unwrap_err().code, "directors_only");
    });
}

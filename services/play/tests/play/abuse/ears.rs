//! Who hears what is not, or no longer, for him: spectators' chat, the board during a call, offices that ended. Each with
//! the rule set that lets it happen, where it is a rule.

use crate::world::{
    BLACK, DIRECTOR, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere, events_of,
    facts::plain_rules,
};
use outflank_access::{Problem, Role};
use outflank_proto::play::v1 as proto;
use outflank_tournament::{AccountId, Event, OfficialRole, RuleSet};

/// A player's second account.
const SECOND: &str = "second";

/// A running table under these rules, with a head director.
async fn under(change: impl FnOnce(&mut RuleSet)) -> (World, String) {
    let world = World::new(MAIN_MS).await;
    let mut rule_set = plain_rules();
    change(&mut rule_set);
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
    let appointed = Event::OfficialAppointed {
        account: AccountId::from(DIRECTOR),
        role: OfficialRole::HeadDirector,
        shares: Vec::new(),
        powers: None,
    };
    world.pairing.push(TOURNAMENT, &appointed);
    let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
    world.until_live(&game).await;
    (world, game)
}

async fn officiate(
    world: &World,
    (account, game): (&str, &str),
    act: proto::official_act::Act,
) -> Result<(), String> {
    let request = proto::OfficiateRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        act: Some(proto::OfficialAct { act: Some(act) }),
        paragraph: String::new(),
        reason: "As the rules say.".to_owned(),
    };
    let ruled = world.client().officiate(world.by(account, request)).await;
    answered(ruled).map(drop).map_err(|problem| problem.code)
}

async fn say(world: &World, by: (&str, &str), text: &str) -> proto::ChatMessage {
    post(world, by, text).await.unwrap()
}

async fn post(
    world: &World,
    (account, game): (&str, &str),
    text: &str,
) -> Result<proto::ChatMessage, Problem> {
    let request = proto::PostChatRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        channel: proto::ChatChannel::Spectators.into(),
        text: text.to_owned(),
        ..Default::default()
    };
    let posted = world.client().post_chat(world.by(account, request)).await;
    answered(posted).map(|answer| answer.message.unwrap())
}

/// What an account reads, and whether it is held; nobody's where there is none.
async fn read(world: &World, account: Option<&str>, game: &str) -> Vec<(String, bool)> {
    let request = proto::ReadChatRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let request = match account {
        Some(account) => world.by(account, request),
        None => tonic::Request::new(request),
    };
    let read = answered(world.client().read_chat(request).await).unwrap();
    let messages = read.messages.into_iter();
    messages
        .map(|message| (message.text, message.held))
        .collect()
}

async fn resign(world: &World, game: &str) {
    let request = proto::ResignRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        stamps: None,
    };
    answered(world.client().resign(world.by(BLACK, request)).await).unwrap();
}

async fn call(world: &World, game: &str) {
    let request = proto::CallDirectorRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        stamps: None,
    };
    answered(world.client().call_director(world.by(BLACK, request)).await).unwrap();
}

/// A table and its entries from the first, as an account sees them; nobody's where there is none.
async fn seen(
    world: &World,
    account: Option<&str>,
    game: &str,
) -> (proto::Table, Vec<proto::TableEntry>) {
    let request = proto::ReadEntriesRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let request = match account {
        Some(account) => world.by(account, request),
        None => tonic::Request::new(request),
    };
    let read = answered(world.client().read_entries(request).await).unwrap();
    (read.table.unwrap(), read.entries)
}

#[test]
fn advice_of_a_spectator_reaches_no_second_account_before_the_end() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        assert!(say(&world, (STRANGER, &game), "c3 wins").await.held);
        let held = ("c3 wins".to_owned(), true);
        for nobody in [Some(SECOND), Some(BLACK), Some(WHITE), None] {
            assert_eq!(read(&world, nobody, &game).await, [], "{nobody:?}");
        }
        for sees in [STRANGER, DIRECTOR] {
            assert_eq!(
                read(&world, Some(sees), &game).await,
                std::slice::from_ref(&held)
            );
        }
        // What the officials tell the spectators is for them at once.
        assert!(!say(&world, (DIRECTOR, &game), "Hush").await.held);
        let hush = ("Hush".to_owned(), false);
        for reader in [Some(SECOND), None] {
            assert_eq!(
                read(&world, reader, &game).await,
                std::slice::from_ref(&hush)
            );
        }
        resign(&world, &game).await;
        let shown = ("c3 wins".to_owned(), false);
        for all in [
            Some(SECOND),
            Some(BLACK),
            Some(STRANGER),
            Some(DIRECTOR),
            None,
        ] {
            assert_eq!(
                read(&world, all, &game).await,
                [shown.clone(), hush.clone()],
                "{all:?}"
            );
        }
    });
}

#[test]
fn a_page_of_chat_neither_counts_nor_tells_of_what_is_held_back_from_its_reader() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        for line in ["one", "two", "three"] {
            say(&world, (SECOND, &game), &format!("own {line}")).await;
            say(&world, (STRANGER, &game), &format!("advice {line}")).await;
        }
        let page = async |account: &str, of: proto::ReadChatRequest| {
            let request = proto::ReadChatRequest {
                game_id: game.clone(),
                ..of
            };
            let read = world.client().read_chat(world.by(account, request)).await;
            let read = answered(read).unwrap();
            let texts = read.messages.into_iter().map(|message| message.text);
            (texts.collect::<Vec<_>>(), read.older_before)
        };
        let newest = |most, before_number| proto::ReadChatRequest {
            newest: true,
            most,
            before_number,
            ..Default::default()
        };
        // The numbers of its own lines are 1, 3 and 5.
        let two = vec!["own two".to_owned(), "own three".to_owned()];
        assert_eq!(page(SECOND, newest(2, 0)).await, (two, 3));
        let one = vec!["own one".to_owned()];
        assert_eq!(page(SECOND, newest(2, 3)).await, (one, 0));
        let first_two = proto::ReadChatRequest {
            most: 2,
            ..Default::default()
        };
        let two = vec!["own one".to_owned(), "own two".to_owned()];
        assert_eq!(page(SECOND, first_two).await, (two, 0));
        for nobody in [BLACK, WHITE] {
            assert_eq!(page(nobody, newest(2, 0)).await, (vec![], 0));
        }
        let all = page(DIRECTOR, newest(100, 0)).await;
        assert_eq!((all.0.len(), all.1), (6, 0));
    });
}

#[test]
fn advice_reaches_a_second_account_where_the_rule_set_shows_it() {
    anywhere(async {
        let (world, game) = under(|rules| rules.spectator_chat_shown = true).await;
        assert!(!say(&world, (STRANGER, &game), "c3 wins").await.held);
        for reader in [Some(SECOND), None] {
            assert_eq!(read(&world, reader, &game).await.len(), 1);
        }
        assert_eq!(read(&world, Some(BLACK), &game).await, []);
    });
}

#[test]
fn an_official_opens_the_chat_of_a_game_and_holds_it_back_again_on_record() {
    use proto::official_act::Act::{CloseSpectatorsChat, OpenSpectatorsChat};
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        say(&world, (STRANGER, &game), "A fine game").await;
        let open = || OpenSpectatorsChat(proto::OpenSpectatorsChatAct {});
        let close = || CloseSpectatorsChat(proto::CloseSpectatorsChatAct {});
        for other in [BLACK, STRANGER] {
            let refused = officiate(&world, (other, &game), open()).await;
            assert_eq!(refused.unwrap_err(), "directors_only");
        }
        let shown = async || {
            let table = world.table(&game).await;
            table.spectators.unwrap().chat_shown
        };
        for (act, count) in [(open(), 1), (close(), 0), (open(), 1)] {
            officiate(&world, (DIRECTOR, &game), act).await.unwrap();
            for reader in [Some(SECOND), None] {
                assert_eq!(read(&world, reader, &game).await.len(), count);
            }
            assert_eq!(read(&world, Some(WHITE), &game).await, []);
            assert_eq!(shown().await, count == 1);
        }
        let acts: Vec<_> = world.table(&game).await.rulings;
        let acts: Vec<_> = acts.iter().map(|ruling| ruling.act.as_str()).collect();
        let (opened, closed) = ("open_spectators_chat", "close_spectators_chat");
        assert_eq!(acts, [opened, closed, opened]);
        resign(&world, &game).await;
        let late = officiate(&world, (DIRECTOR, &game), close()).await;
        assert_eq!(late.unwrap_err(), "game_over");
    });
}

#[test]
fn a_call_gives_nobody_time_to_look_at_the_board() {
    anywhere(async {
        for hides in [true, false] {
            let (world, game) = under(|rules| rules.director_call.hides_board = hides).await;
            world.play(BLACK, "m", &game, (1, "f5")).await.unwrap();
            call(&world, &game).await;
            for viewer in [Some(BLACK), Some(WHITE), Some(SECOND), None] {
                let (table, entries) = seen(&world, viewer, &game).await;
                assert_eq!(table.phase(), proto::TablePhase::Paused);
                assert_eq!(table.board_hidden, hides);
                assert_eq!(table.board.is_empty(), hides, "{viewer:?}");
                assert_eq!(table.plies.is_empty(), hides);
                assert_eq!(
                    (table.black_discs, table.last_square.as_str()) == (0, ""),
                    hides
                );
                let moved = entries.iter().flat_map(events_of);
                let moved = moved.filter(|event| event.kind() == "moved").count();
                assert_eq!(moved, usize::from(!hides), "{viewer:?}");
            }
            let (table, entries) = seen(&world, Some(DIRECTOR), &game).await;
            assert_eq!((table.board_hidden, table.board.len()), (hides, 64));
            assert_eq!(table.plies.len(), 1);
            assert_eq!(entries.len() as u64, table.seq);
            let sheet = proto::GetClockSheetRequest {
                game_id: game.clone(),
            };
            let sheet = world.client().get_clock_sheet(world.by(WHITE, sheet)).await;
            let sheet = answered(sheet).unwrap();
            assert_eq!(sheet.plies[0].square.is_empty(), hides);

            let answer = proto::official_act::Act::AnswerCall(proto::AnswerCallAct {});
            officiate(&world, (DIRECTOR, &game), answer).await.unwrap();
            let (table, entries) = seen(&world, Some(WHITE), &game).await;
            assert!(!table.board_hidden);
            assert_eq!((table.board.len(), table.plies.len()), (64, 1));
            // Nothing that was kept back is missing now.
            assert_eq!(entries.len() as u64, table.seq);
        }
    });
}

#[test]
fn whoever_was_dismissed_acts_no_more_though_play_had_not_heard_of_it() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        let pause = || proto::official_act::Act::Pause(proto::PauseAct { until_ms: 0 });
        let resume = || proto::official_act::Act::Resume(proto::ResumeAct {});
        officiate(&world, (DIRECTOR, &game), pause()).await.unwrap();
        let dismissed = Event::OfficialDismissed {
            account: AccountId::from(DIRECTOR),
        };
        // Nobody wakes play: its next act asks.
        world.pairing.push(TOURNAMENT, &dismissed);
        let refused = officiate(&world, (DIRECTOR, &game), resume()).await;
        assert_eq!(refused.unwrap_err(), "directors_only");
    });
}

#[test]
fn a_gateway_learns_what_accounts_are_now_by_pairings_newest_word() {
    use proto::Viewer::{Black, Official, Spectator, White};
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        let ask = async || {
            let accounts = || {
                [BLACK, WHITE, DIRECTOR, STRANGER]
                    .map(str::to_owned)
                    .to_vec()
            };
            let request = proto::ReadViewersRequest {
                games: vec![proto::GameListeners {
                    game_id: game.clone(),
                    account_ids: accounts(),
                }],
                tournaments: vec![proto::TournamentListeners {
                    tournament_id: TOURNAMENT.to_owned(),
                    account_ids: accounts(),
                }],
            };
            let answer = world.service(Role::Gateway).read_viewers(request).await;
            let answer = answered(answer).unwrap();
            let viewers: Vec<_> = answer.games[0].viewers().collect();
            (viewers, answer.tournaments[0].account_ids.clone())
        };
        let (viewers, directors) = ask().await;
        assert_eq!(viewers, [Black, White, Official, Spectator]);
        assert_eq!(directors, [DIRECTOR]);
        let dismissed = Event::OfficialDismissed {
            account: AccountId::from(DIRECTOR),
        };
        world.pairing.push(TOURNAMENT, &dismissed);
        world.pairing.seat(TOURNAMENT, "e-anna", STRANGER);
        let (viewers, directors) = ask().await;
        assert_eq!(viewers, [Spectator, White, Spectator, Black]);
        assert!(directors.is_empty());
        let many = proto::ReadViewersRequest {
            games: vec![proto::GameListeners::default(); 257],
            ..Default::default()
        };
        let refused = world.service(Role::Gateway).read_viewers(many).await;
        assert_eq!(answered(refused).unwrap_err().code, "too_many_tables");
    });
}

#[tokio::test]
async fn no_message_turns_round_or_hides_what_it_says() {
    let (world, game) = under(|_| {}).await;
    for text in ["Ab\u{202e}gnp.exe", "A\u{200b}dmin", "Dir\u{2066}ector"] {
        let refused = post(&world, (STRANGER, &game), text).await.unwrap_err();
        assert_eq!(refused.code, "malformed_text", "{text:?}");
    }
    // What only shapes its neighbours is a part of letters and of signs.
    let text = "Two lines\n\u{1f469}\u{200d}\u{1f469}";
    assert_eq!(say(&world, (STRANGER, &game), text).await.text, text);
}

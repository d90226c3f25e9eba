//! Every field of a rule set that acts at the tables changes what a game is given, or what people may do there.

use crate::rules::under;
use crate::world::{STRANGER, World, answered, anywhere};
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{
    AbsencePolicy, BoardSize, DefaultPolicy, Opening, PassPolicy, RuleSet, Spectators,
};

type Row = (&'static str, fn(&mut RuleSet), fn(&mut RuleSet));

fn plain(_: &mut RuleSet) {}

fn waiting(rules: &mut RuleSet) {
    rules.absence_policy = AbsencePolicy::Limit { after_ms: 60_000 };
}

fn delayed(rules: &mut RuleSet) {
    rules.spectators = Spectators::Delayed { plies: 2, ms: 5 };
}

const ROWS: &[Row] = &[
    ("absence_policy.kind", plain, waiting),
    ("absence_policy.after_ms", waiting, |rules| {
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 61_000 };
    }),
    ("confirm_within_ms", plain, |rules| {
        rules.confirm_within_ms = 7_000
    }),
    ("default_policy", plain, |rules| {
        rules.default_policy = DefaultPolicy::LossOnBoard;
    }),
    ("director_call.hides_board", plain, |rules| {
        rules.director_call.hides_board = !rules.director_call.hides_board;
    }),
    ("director_call.longest_ms", plain, |rules| {
        rules.director_call.longest_ms = 77_000;
    }),
    ("director_call.most_per_player", plain, |rules| {
        rules.director_call.most_per_player = 7;
    }),
    ("director_call.stops_clocks", plain, |rules| {
        rules.director_call.stops_clocks = !rules.director_call.stops_clocks;
    }),
    ("lag_credit.covers_reading", plain, |rules| {
        rules.lag_credit.covers_reading = !rules.lag_credit.covers_reading;
    }),
    ("lag_credit.per_game_ms", plain, |rules| {
        rules.lag_credit.per_game_ms = 777;
    }),
    ("lag_credit.per_move_ms", plain, |rules| {
        rules.lag_credit.per_move_ms = 77;
        rules.lag_credit.per_game_ms = rules.lag_credit.per_game_ms.max(77);
    }),
    ("over_the_board", plain, |rules| {
        rules.over_the_board = !rules.over_the_board;
    }),
    ("pass_policy", plain, |rules| {
        rules.pass_policy = match rules.pass_policy {
            PassPolicy::Explicit => PassPolicy::Automatic,
            PassPolicy::Automatic => PassPolicy::Explicit,
        };
    }),
    ("premoves", plain, |rules| {
        rules.premoves = !rules.premoves;
    }),
    ("spectator_chat", plain, |rules| {
        rules.spectator_chat = !rules.spectator_chat;
    }),
    ("spectator_chat_shown", plain, |rules| {
        rules.spectator_chat_shown = !rules.spectator_chat_shown;
    }),
    ("spectators.kind", plain, delayed),
    ("spectators.ms", delayed, |rules| {
        rules.spectators = Spectators::Delayed { plies: 2, ms: 6 };
    }),
    ("spectators.plies", delayed, |rules| {
        rules.spectators = Spectators::Delayed { plies: 3, ms: 5 };
    }),
    ("variant.opening", plain, |rules| {
        rules.variant.opening = Opening::Placed1883
    }),
    ("variant.size", plain, |rules| {
        rules.variant.size = BoardSize::Six
    }),
];

/// What many boards that drop at once do is seen with many boards only: `evidence` freezes four.
const WITH_MANY_BOARDS: &str = "freeze_on_mass_stall";

/// The rules that the game was created with, whether its chat is shown, and whether a spectator may write.
async fn given(world: &World, game: &str) -> String {
    let events = world.events(game).await;
    let rules = events.iter().find_map(|event| match event {
        Event::Created(created) => Some(created.game_rules.clone()),
        _ => None,
    });
    let table = world.table(game).await;
    let post = proto::PostChatRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        channel: proto::ChatChannel::Spectators.into(),
        text: "A fine game".to_owned(),
        ..Default::default()
    };
    let posted = answered(world.client().post_chat(world.by(STRANGER, post)).await);
    let refused = posted.err().map(|problem| problem.code);
    let shown = table.spectators.map(|spectators| spectators.chat_shown);
    format!("{:?} {shown:?} {refused:?}", rules.unwrap())
}

#[test]
fn each_field_of_the_tables_reaches_the_game() {
    anywhere(async {
        assert_eq!(WITH_MANY_BOARDS, "freeze_on_mass_stall");
        let mut silent = Vec::new();
        for (field, base, change) in ROWS {
            let (before, first) = under(base).await;
            let (after, second) = under(|rules| {
                base(rules);
                change(rules);
            })
            .await;
            if given(&before, &first).await == given(&after, &second).await {
                silent.push(*field);
            }
        }
        assert!(silent.is_empty(), "fields that change nothing: {silent:?}");
    });
}

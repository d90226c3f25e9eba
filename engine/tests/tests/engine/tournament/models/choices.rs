//! Rounds of finals published and taken back x choices of colour: what was chosen stands, however often.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::tournament::support::*;
use outflank_tournament::*;

#[derive(Clone, Debug)]
enum Step {
    Announce,
    Choose(usize, bool, u8),
    Publish,
    Unpublish,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        1 => Just(Step::Announce),
        4 => (0..2_usize, any::<bool>(), 0..3_u8).prop_map(|(game, better, choice)| Step::Choose(game, better, choice)),
        2 => Just(Step::Publish),
        2 => Just(Step::Unpublish),
    ];
    proptest::collection::vec(step, 4..24)
}

type Made = BTreeMap<(MatchId, u32), Vec<MadeChoice>>;

/// A Grand Prix whose qualification and lots are over.
fn before_finals() -> Stream {
    let mut numbers = Numbers::new("choices", 1);
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 6);
    while !matches!(
        stream.state.next_act().unwrap(),
        NextAct::AnnounceFinals { .. }
    ) {
        assert!(stream.step(&mut numbers));
    }
    stream
}

fn announce(stream: &mut Stream) {
    // Far enough that nothing starts by itself here.
    let announcement = Command::AnnounceFinalsRound {
        starts_at_ms: stream.now_ms + 86_400_000,
        accept_deviations: false,
    };
    stream.give(&announcement).unwrap();
}

/// Who has black by what was chosen: the first who named a colour has it, his opponent the other.
fn black(due: &DueGame, made: &[MadeChoice]) -> Option<EntrantId> {
    let named = made
        .iter()
        .find(|made| made.choice != Choice::OpponentPicksColour)?;
    let other = if named.player == due.better {
        &due.worse
    } else {
        &due.better
    };
    Some(match named.choice {
        Choice::Black => named.player.clone(),
        Choice::White | Choice::OpponentPicksColour => other.clone(),
    })
}

proptest! {
    #![proptest_config(crate::property::cases(120))]

    #[test]
    fn choices_outlive_the_publication_that_is_taken_back(steps in steps()) {
        let mut stream = before_finals();
        let mut made = Made::new();
        let mut session: Option<FinalsSession> = None;
        let mut published = false;
        for step in &steps {
            match step {
                Step::Announce if !published => {
                    announce(&mut stream);
                    session = stream.state.finals.announced.as_ref().map(|known| known.session.clone());
                }
                Step::Announce => {}
                Step::Choose(game, better, choice) => {
                    let Some(due) = session.as_ref().and_then(|known| known.games.get(*game)).cloned() else { continue };
                    let player = if *better { due.better.clone() } else { due.worse.clone() };
                    let choice = [Choice::Black, Choice::White, Choice::OpponentPicksColour][usize::from(*choice)];
                    let choice = MadeChoice { player, choice };
                    let command = Command::ChooseColour { match_id: due.match_id.clone(), choice: choice.clone() };
                    let given = stream.give(&command);
                    prop_assert!(!(published && given.is_ok()), "nobody chooses for a published game");
                    if given.is_ok() {
                        made.entry((due.match_id, due.game)).or_default().push(choice);
                    }
                }
                Step::Publish => {
                    let publication = stream.publication();
                    let given = stream.give(&publication);
                    let Some(known) = session.as_ref().filter(|_| !published) else {
                        prop_assert!(given.is_err());
                        continue;
                    };
                    let settled = |due: &DueGame| black(due, made.get(&(due.match_id.clone(), due.game)).map_or(&[], Vec::as_slice));
                    let chosen = known.games.iter().all(|due| due.chooser().is_none() || settled(due).is_some());
                    prop_assert_eq!(given.is_ok(), chosen, "{:?}", given.map_err(|refusal| refusal.code()));
                    published = chosen;
                    if chosen {
                        let last = stream.state.rounds.last().unwrap();
                        for (due, board) in known.games.iter().zip(&last.boards) {
                            if let Some(black) = settled(due) {
                                prop_assert_eq!(&board.pairing.black, &black);
                            }
                        }
                    }
                }
                Step::Unpublish => {
                    let round = stream.state.rounds.last().unwrap().number;
                    let given = stream.give(&Command::UnpublishRound { round, reason: "early".to_owned() });
                    prop_assert_eq!(given.is_ok(), published);
                    published = false;
                }
            }
            let known = stream.state.finals.announced.as_ref().or(stream.state.finals.published_announcement.as_ref());
            let kept: Made = known.map(|known| known.choices.clone()).unwrap_or_default();
            prop_assert_eq!(&kept, &made, "after {:?}", step);
        }
    }
}

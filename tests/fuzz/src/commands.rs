//! Commands of any kind in any order at any time.

use outflank_othello::{
    Authority, BoardSize, CallRules, Color, Command, Create, CreditCause, DefaultPolicy, Entry,
    Event, Expelled, GameRules, Goal, Handicap, LagCredit, Moment, OfficialAct, Opening, PassMode,
    PerColor, Phase, RuleText, Spectators, Square, Stamps, TableState, TimeControl, decide, evolve,
    transcript_digest, visible_seq,
};

use crate::stream::look;

/// Numbers from bytes; zero once they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    fn color(&mut self) -> Color {
        if self.byte() & 1 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Mostly small, sometimes absurd.
    fn ms(&mut self) -> i64 {
        let small = i64::from(self.byte());
        match self.byte() % 16 {
            0 => -small,
            1 => small * 1_000,
            2 => small * 60_000,
            3 => i64::MAX - small,
            4 => i64::MIN + small,
            5 => small * 3_600_000,
            _ => small,
        }
    }

    fn ply(&mut self, state: &TableState) -> u32 {
        match self.byte() % 8 {
            0 => u32::from(self.byte()),
            1 => u32::MAX,
            _ => state.next_ply(),
        }
    }

    fn square(&mut self, state: &TableState) -> Square {
        let pick = self.byte();
        let legal = state.legal_moves();
        let wanted = usize::from(pick) % legal.iter().count().max(1);
        let anywhere = Square::new(pick % 64);
        let legal = legal.iter().nth(wanted);
        match (pick % 4, legal, anywhere) {
            (1.., Some(square), _) | (_, _, Some(square)) | (_, Some(square), None) => square,
            (_, None, None) => "a1"
                .parse()
                .unwrap_or_else(|_| unreachable!("a1 is a square")),
        }
    }
}

fn create(bytes: &mut Bytes) -> Create {
    let account = |byte: u8| (byte & 1 == 0).then(|| format!("account-{}", byte % 4));
    Create {
        place: None,
        booked_at: None,
        entrants: PerColor::new("entrant-1".into(), format!("entrant-{}", bytes.byte() % 4)),
        accounts: PerColor::new(account(bytes.byte()), account(bytes.byte())),
        game_rules: Box::new(game_rules(bytes)),
        starts_at_ms: bytes.ms(),
    }
}

fn game_rules(bytes: &mut Bytes) -> GameRules {
    let (main_ms, part_ms) = (bytes.ms(), bytes.ms());
    let count = u32::from(bytes.byte() % 8);
    let time_control = match bytes.byte() % 5 {
        0 => TimeControl::SuddenDeath { main_ms },
        1 => TimeControl::Fischer {
            main_ms,
            increment_ms: part_ms,
        },
        2 => TimeControl::Bronstein {
            main_ms,
            delay_ms: part_ms,
        },
        3 => TimeControl::Byoyomi {
            main_ms,
            periods: count,
            period_ms: part_ms,
        },
        _ => TimeControl::Canadian {
            main_ms,
            moves: count,
            block_ms: part_ms,
        },
    };
    let default_policy = match bytes.byte() % 4 {
        0 => DefaultPolicy::Woc,
        1 => DefaultPolicy::LossOfAllDiscs,
        2 => DefaultPolicy::LossOnBoard,
        _ => DefaultPolicy::WinnerPlaysOn,
    };
    let pass_mode = match bytes.byte() & 1 {
        0 => PassMode::Explicit,
        _ => PassMode::Automatic,
    };
    let variant = bytes.byte();
    GameRules {
        goal: [Goal::Most, Goal::Fewest][usize::from(variant & 1)],
        opening: Opening::ALL[usize::from(variant >> 1 & 3)],
        size: BoardSize::ALL[usize::from(variant % 3)],
        handicap: variant.is_multiple_of(5).then(|| Handicap {
            to: [Color::Black, Color::White][usize::from(variant >> 3 & 1)],
            discs: variant % 7,
        }),
        lag: LagCredit {
            per_move_ms: i64::from(variant),
            per_game_ms: i64::from(variant) * 4,
            covers_reading: variant & 64 == 0,
        },
        absence_limit_ms: (variant & 4 == 0).then(|| bytes.ms()),
        draw_winner: (variant & 24 == 0).then_some(Color::White),
        director_call: CallRules {
            stops_clocks: variant & 32 == 0,
            longest_ms: bytes.ms(),
            most_per_player: u32::from(variant >> 6),
            hides_board: variant & 16 == 0,
        },
        spectators: match variant % 3 {
            0 => Spectators::On,
            1 => Spectators::Off,
            _ => Spectators::Delayed {
                plies: u32::from(variant),
                ms: bytes.ms(),
            },
        },
        confirm_within_ms: bytes.ms(),
        ..GameRules::new(time_control, default_policy, pass_mode, RuleText::Woc)
    }
}

/// A disc to flip, where there is a choice; none now and then.
fn flip_of(bytes: &mut Bytes, state: &TableState) -> Option<Square> {
    let choice = state.flip_choice()?;
    let discs: Vec<Square> = choice.discs.iter().collect();
    discs.get(usize::from(bytes.byte() & 3)).copied()
}

fn command(bytes: &mut Bytes, state: &TableState) -> Command {
    let mover = state.turn().map(|turn| turn.seat());
    let color = match bytes.byte() % 4 {
        0 => bytes.color(),
        _ => mover.unwrap_or(Color::Black),
    };
    match bytes.byte() % 40 {
        0 => Command::Create(create(bytes)),
        1 => Command::TakeSeat {
            color,
            account: format!("account-{}", bytes.byte() % 4),
        },
        2 => Command::Start,
        3 | 4 => Command::Pass {
            color,
            ply: bytes.ply(state),
        },
        5 => Command::Resign { color },
        6 | 7 => Command::SettleFlag,
        8 => Command::CreditTime {
            color: (bytes.byte() & 1 == 0).then_some(color),
            ms: bytes.ms(),
            cause: CreditCause::ServerFault,
            fault_id: format!("fault-{}", bytes.byte() % 4),
            until_ms: None,
        },
        9 => Command::Close {
            black_discs: bytes.byte(),
            white_discs: bytes.byte(),
            winner: (bytes.byte() & 1 == 0).then_some(color),
        },
        10 => Command::CallDirector { color },
        11 => Command::SealMove {
            color,
            ply: bytes.ply(state),
            square: (bytes.byte() & 7 != 0).then(|| bytes.square(state)),
            flip: flip_of(bytes, state),
        },
        12 => Command::Arrive { color },
        13 => Command::ConfirmTranscript {
            color,
            digest: digest(bytes, state),
        },
        14 => Command::DisputeResult {
            color,
            reason_id: "reason-1".into(),
        },
        15 => Command::SettleDeadline,
        16 => Command::Countersign {
            digest: digest(bytes, state),
            key_id: "key-1".into(),
            signature: "c2lnbmVk".into(),
        },
        17 => Command::Freeze {
            until_ms: (bytes.byte() & 1 == 0).then(|| bytes.ms()),
        },
        18 => Command::Thaw {
            at_ms: (bytes.byte() & 1 == 0).then(|| bytes.ms()),
        },
        19..=21 => Command::Officiate {
            act: act(bytes, color),
            authority: Authority {
                official: "account-9".into(),
                paragraph: (bytes.byte() & 1 == 0).then(|| "WOC IV.7".into()),
                reason_id: None,
                ..Authority::default()
            },
        },
        _ => {
            let ply = bytes.ply(state);
            Command::Move {
                color,
                ply,
                square: bytes.square(state),
                flip: flip_of(bytes, state),
            }
        }
    }
}

fn digest(bytes: &mut Bytes, state: &TableState) -> String {
    match bytes.byte() & 7 {
        0 => String::new(),
        _ => transcript_digest(state),
    }
}

fn act(bytes: &mut Bytes, color: Color) -> OfficialAct {
    let clocks = PerColor::new(bytes.ms(), bytes.ms());
    let perhaps = (bytes.byte() & 1 == 0).then_some(clocks);
    let whom = match bytes.byte() & 1 {
        0 => Expelled::Seat(color),
        _ => Expelled::Account(format!("account-{}", bytes.byte() % 4)),
    };
    match bytes.byte() % 24 {
        0 | 1 => OfficialAct::Pause {
            until_ms: (bytes.byte() & 1 == 0).then(|| bytes.ms()),
        },
        2 => OfficialAct::Resume,
        3 => OfficialAct::SetClocks {
            remaining_ms: clocks,
        },
        4 => OfficialAct::AdjustTime {
            color,
            ms: bytes.ms(),
        },
        5 => OfficialAct::TakeBack {
            to_ply: u32::from(bytes.byte()),
            clocks: perhaps,
        },
        6 => OfficialAct::UndoDefault { clocks: perhaps },
        7 => OfficialAct::SetScore {
            black_discs: bytes.byte(),
            white_discs: bytes.byte(),
            winner: (bytes.byte() & 1 == 0).then_some(color),
        },
        8 => OfficialAct::Award { to: color },
        9 => OfficialAct::DeclareDraw,
        10 => OfficialAct::AnnounceAdjournment { at_ms: bytes.ms() },
        11 => OfficialAct::CancelAdjournment,
        12 => OfficialAct::ResumeAdjourned,
        13 => OfficialAct::DecideSealed {
            square: Square::new(bytes.byte()),
            flip: None,
        },
        14 => OfficialAct::Expel {
            whom,
            until_ms: (bytes.byte() & 1 == 0).then(|| bytes.ms()),
        },
        15 => OfficialAct::Readmit { whom },
        16 => OfficialAct::AssignTableJudge {
            account: "account-7".into(),
        },
        17 => OfficialAct::EnterTranscript {
            text: ["f5d6c3", "f5", "", "a1", "f5 d6 c4 d3 c3 pass"][usize::from(bytes.byte() % 5)]
                .into(),
            clocks: perhaps,
            is_final: bytes.byte() & 1 == 0,
        },
        18 => OfficialAct::Reopen { clocks: perhaps },
        19 => OfficialAct::Annul,
        20 => OfficialAct::ReplayFrom {
            ply: u32::from(bytes.byte()),
            clocks,
            starts_at_ms: bytes.ms(),
        },
        21 => OfficialAct::AnswerCall,
        22 => OfficialAct::SpectatorsChat {
            open: bytes.byte() & 1 == 0,
        },
        _ => OfficialAct::SettleDispute {
            upheld: bytes.byte() & 1 == 0,
        },
    }
}

fn moment(bytes: &mut Bytes, now_ms: i64) -> Moment {
    let stamps = (bytes.byte() & 1 == 0).then(|| Stamps {
        received_at_ms: now_ms.wrapping_sub(bytes.ms()),
        delivered_at_ms: (bytes.byte() & 1 == 0).then(|| now_ms.wrapping_sub(bytes.ms())),
        lag_ms: (bytes.byte() & 1 == 0).then(|| bytes.ms()),
        unread_ms: bytes.ms(),
        seen_at_ms: (bytes.byte() & 1 == 0).then(|| now_ms.wrapping_sub(bytes.ms())),
    });
    Moment {
        now_ms,
        uncertainty_ms: bytes.ms(),
        stamps,
    }
}

/// Commands as the bytes say, decided and folded: accepted ones give events that are written as they are read,
/// and a finished game stays finished.
pub fn commands(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut state = TableState::default();
    let mut now_ms: i64 = 1_000;
    let mut seq = 0;
    let mut shown = 0;
    let mut journal: Vec<(i64, Vec<Event>)> = Vec::new();
    while !bytes.0.is_empty() {
        now_ms = now_ms.saturating_add(bytes.ms().max(0)).min(i64::MAX / 4);
        let command = command(&mut bytes, &state);
        let moment = moment(&mut bytes, now_ms);
        let Ok(events) = decide(&state, &command, &moment) else {
            continue;
        };
        assert!(
            !events.is_empty(),
            "{command:?} was accepted without an event"
        );
        let finished = state.phase() == Phase::Finished;
        for event in &events {
            let written = serde_json::to_string(event).unwrap_or_default();
            assert_eq!(
                serde_json::from_str::<Event>(&written).ok().as_ref(),
                Some(event)
            );
            assert!(
                !finished || !matches!(event, Event::Moved { .. }),
                "a move after the end"
            );
            state = evolve(state, now_ms, event);
        }
        journal.push((now_ms, events));
        look(&state, now_ms);
        seq += 1;
        // What spectators see costs the whole journal: now and then is enough.
        if seq % 16 == 0 {
            shown = check_shown(&state, &journal, now_ms, shown);
        }
    }
}

/// What spectators see has happened, and stays seen.
fn check_shown(
    state: &TableState,
    journal: &[(i64, Vec<Event>)],
    now_ms: i64,
    shown: usize,
) -> usize {
    let policy = state
        .game_rules()
        .map_or(Spectators::On, |game_rules| game_rules.spectators);
    let entries = (1..).zip(journal).map(|(seq, (at_ms, events))| Entry {
        seq,
        at_ms: *at_ms,
        events,
    });
    let visible = visible_seq(policy, entries, now_ms);
    let visible = usize::try_from(visible.seq).unwrap_or(usize::MAX);
    assert!(visible <= journal.len(), "what has not happened is shown");
    assert!(shown <= visible, "what was shown is hidden again");
    visible
}

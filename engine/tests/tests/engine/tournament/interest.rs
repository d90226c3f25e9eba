//! Officials who play: the table of acts and interests, and what consent and office change.

use std::collections::BTreeSet;

use outflank_tournament::*;

/// What each act answers to a rival, an opponent and a game of one's own: logged, consent or refused.
const TABLE: &[(&str, &str)] = &[
    (
        "LLL",
        "change_rule_set amend_rules announce appoint_official dismiss_official register_entrant invite_entrant assign_tables",
    ),
    (
        "LLL",
        "revoke_invitation enter_nation remove_nation permit_late_change name_group_a correct_entrant remove_entrant",
    ),
    ("LLL", "decide_nation declare_entry"),
    (
        "LLL",
        "set_timetable move_timetable open_check_in close_check_in publish_round unpublish_round announce_finals_round draw_lots",
    ),
    (
        "LLL",
        "shorten_qualification end_early abandon_tournament cancel_tournament",
    ),
    (
        "LLL",
        "finish_round confirm_tournament check_in end_absence refuse_computers accept_computers",
    ),
    (
        "LLL",
        "confirm_listed_player declare_over_the_board describe_tournament tick_duty untick_duty",
    ),
    (
        "LLL",
        "appoint_appeals_committee dissolve_appeals_committee",
    ),
    ("LRL", "announce_absence note_fee note_federation_agreement"),
    ("CRL", "withdraw_entrant"),
    (
        "CRR",
        "grant_accommodation.assistant impose_penalty.expulsion record_no_show.withdrawal",
    ),
    ("LCL", "issue_seat_code"),
    ("LLC", "claim_seat"),
    (
        "LRR",
        "choose_colour agree_to_playoff grant_accommodation set_computer_parameters record_no_show",
    ),
    (
        "LRR",
        "enter_result.forfeit end_early.adjudication abandon_tournament.adjudication",
    ),
    (
        "LRR",
        "enter_result enter_result.live_game enter_result.played_game dispute_result hold_pairing",
    ),
    (
        "LRR",
        "settle_dispute impose_penalty review_penalty file_protest decide_protest appoint_committee",
    ),
    ("LRR", "decide_appeal moderate_chat answer_report"),
    ("CRR", "amend_confirmed amend_confirmed.results"),
    (
        "LRR",
        "officiate.pause officiate.resume officiate.set_clocks officiate.adjust_time officiate.take_back",
    ),
    (
        "LRR",
        "officiate.undo_default officiate.announce_adjournment officiate.cancel_adjournment",
    ),
    (
        "LRR",
        "officiate.resume_adjourned officiate.decide_sealed officiate.expel officiate.readmit",
    ),
    (
        "LRR",
        "officiate.assign_table_judge officiate.enter_transcript officiate.enter_transcript.live_game",
    ),
    (
        "LRR",
        "officiate.reopen officiate.annul officiate.replay_from officiate.answer_call",
    ),
    (
        "LRR",
        "officiate.open_spectators_chat officiate.close_spectators_chat",
    ),
];

fn account(name: &str) -> AccountId {
    AccountId::from(name)
}

const STAKES: [Interest; 3] = [Interest::Rival, Interest::Opponent, Interest::OwnGame];

fn rows() -> impl Iterator<Item = (Deed, [Answer; 3])> {
    let answer = |letter: char| match letter {
        'L' => Answer::Logged,
        'C' => Answer::Consent,
        'R' => Answer::Refused,
        _ => panic!("{letter}"),
    };
    TABLE.iter().flat_map(move |(letters, names)| {
        let mut letters = letters.chars().map(answer);
        let answers: [Answer; 3] = std::array::from_fn(|_| letters.next().unwrap());
        names
            .split(' ')
            .map(move |name| (Deed::named(name).unwrap(), answers))
    })
}

fn club() -> RuleSet {
    RuleSet::preset("club").unwrap()
}

/// The official "head", who plays for "me" against "him" beside "her".
fn head() -> Officer {
    Officer {
        account: account("head"),
        role: Some(OfficialRole::HeadDirector),
        plays: Plays {
            entrants: vec!["me".into()],
            opponents: vec!["him".into()],
            rivals: ["him".into(), "her".into(), "them".into()].into(),
            ..Plays::default()
        },
        shares: Vec::new(),
        limits: Limits::default(),
    }
}

fn idle(name: &str, role: OfficialRole) -> Officer {
    Officer {
        account: account(name),
        role: Some(role),
        plays: Plays::default(),
        shares: Vec::new(),
        limits: Limits::default(),
    }
}

fn at(stake: Interest) -> Vec<Touched> {
    let (table, entrants) = match stake {
        Interest::None => (4, ["he", "she"]),
        Interest::Rival => (3, ["her", "them"]),
        Interest::Opponent => (2, ["him", "them"]),
        Interest::OwnGame => (1, ["me", "him"]),
    };
    vec![Touched {
        board: Some(BoardRef::new(1, table)),
        entrants: entrants.map(EntrantId::from).to_vec(),
    }]
}

struct Asked {
    deed: Deed,
    touched: Vec<Touched>,
    by: Officer,
    officers: Vec<Officer>,
    rules: RuleSet,
    consents: Vec<Consent>,
}

impl Asked {
    fn of(deed: Deed, stake: Interest) -> Self {
        Self {
            deed,
            touched: at(stake),
            by: head(),
            officers: vec![head()],
            rules: club(),
            consents: Vec::new(),
        }
    }

    fn judge(&self) -> Result<Judged, &'static str> {
        let question = Question {
            deed: self.deed,
            touched: &self.touched,
            by: &self.by,
            officers: &self.officers,
            rules: &self.rules,
            consents: &self.consents,
        };
        InterestTable::default()
            .judge(&question)
            .map_err(|refusal| refusal.code())
    }

    fn consent(mut self, board: (u32, u32), holder: Option<&str>) -> Self {
        let number = self.consents.len();
        self.consents.push(Consent {
            consent: format!("consent-{number}"),
            act: self.deed.name().to_owned(),
            official: account("head"),
            board: Some(board.into()),
            entrant: None,
            by: account("giver"),
            holder: holder.map(EntrantId::from),
        });
        self
    }
}

#[test]
fn every_cell_answers_as_written() {
    let named: BTreeSet<Deed> = rows().map(|(deed, _)| deed).collect();
    assert_eq!(named, Deed::ALL.iter().copied().collect());
    assert_eq!(rows().count(), Deed::ALL.len());
    let refused = ["rival_of_stage", "opponent_of_round", "own_game"];
    for (deed, answers) in rows() {
        let free = Asked::of(deed, Interest::None).judge();
        let nothing = Judged {
            interest: Interest::None,
            consents: Vec::new(),
        };
        assert_eq!(free, Ok(nothing), "{deed:?}");
        for ((stake, answer), code) in STAKES.into_iter().zip(answers).zip(refused) {
            assert_eq!(
                InterestTable::default().answer(deed, stake, &club()),
                answer,
                "{deed:?}"
            );
            assert_eq!(
                InterestTable::ignored().answer(deed, stake, &club()),
                Answer::Allowed
            );
            let judged = Asked::of(deed, stake).judge();
            match answer {
                Answer::Refused => assert_eq!(judged, Err(code), "{deed:?} {stake:?}"),
                Answer::Consent => assert_eq!(judged, Err("consent_needed"), "{deed:?} {stake:?}"),
                Answer::Allowed | Answer::Logged => {
                    assert_eq!(judged.unwrap().interest, stake, "{deed:?} {stake:?}");
                }
            }
        }
    }
}

#[test]
fn a_rule_set_may_refuse_rivals_too() {
    let mut rules = club();
    rules.offices.rivals_refused = true;
    let answer = |deed| InterestTable::default().answer(deed, Interest::Rival, &rules);
    assert_eq!(answer(Deed::EnterResult), Answer::Refused);
    assert_eq!(answer(Deed::WithdrawEntrant), Answer::Refused);
    assert_eq!(answer(Deed::PublishRound), Answer::Logged);
    assert_eq!(answer(Deed::AmendResults), Answer::Consent);
    let asked = Asked {
        rules,
        ..Asked::of(Deed::EnterResult, Interest::Rival)
    };
    assert_eq!(asked.judge(), Err("rival_of_stage"));
}

#[test]
fn an_act_on_the_event_as_a_whole_is_every_players_concern() {
    let whole = |deed| Asked {
        touched: Vec::new(),
        ..Asked::of(deed, Interest::None)
    };
    assert_eq!(
        whole(Deed::PublishRound).judge().unwrap().interest,
        Interest::Rival
    );
    let ranking = whole(Deed::AmendRanking);
    assert_eq!(ranking.judge(), Err("consent_needed"));
    let mut consented = ranking.consent((0, 0), None);
    consented.consents[0].board = None;
    assert_eq!(consented.judge().unwrap().consents, ["consent-0"]);
}

#[test]
fn consent_is_of_a_second_official_or_of_everybody_whom_it_touches() {
    let amend = || Asked::of(Deed::AmendResults, Interest::Rival);
    assert!(amend().consent((1, 3), None).judge().is_ok());
    assert_eq!(amend().consent((1, 4), None).judge(), Err("consent_needed"));
    let one = amend().consent((1, 3), Some("her"));
    assert_eq!(one.judge(), Err("consent_needed"));
    let both = one.consent((1, 3), Some("them"));
    assert_eq!(both.judge().unwrap().consents, ["consent-0", "consent-1"]);
    let mut another = amend().consent((1, 3), None);
    another.consents[0].act = Deed::AmendRanking.name().to_owned();
    assert_eq!(
        another.judge(),
        Err("consent_needed"),
        "it names another act"
    );
    let mut another = amend().consent((1, 3), None);
    another.consents[0].official = account("other");
    assert_eq!(
        another.judge(),
        Err("consent_needed"),
        "it names another official"
    );
}

#[test]
fn what_is_refused_is_a_sole_directors_with_the_opponents_consent() {
    let own = || {
        let mut asked = Asked::of(Deed::EnterResult, Interest::OwnGame);
        asked.rules.single_official = true;
        asked
    };
    assert_eq!(own().judge(), Err("own_game"));
    let consented = own().consent((1, 1), Some("him"));
    assert_eq!(consented.judge().unwrap().interest, Interest::OwnGame);
    assert_eq!(own().consent((1, 1), Some("me")).judge(), Err("own_game"));
    let mut two = own().consent((1, 1), Some("him"));
    two.officers.push(idle("second", OfficialRole::Assistant));
    assert_eq!(two.judge(), Err("own_game"));
    let mut strict = own().consent((1, 1), Some("him"));
    strict.rules.single_official = false;
    assert_eq!(strict.judge(), Err("own_game"));
}

#[test]
fn offices_are_the_head_directors_under_woc_and_egp_alone() {
    let head_only = [
        Deed::SetClocks,
        Deed::AdjustTime,
        Deed::UndoDefault,
        Deed::Expel,
        Deed::RecordNoShow,
        Deed::EnterForfeit,
        Deed::CorrectPlayedResult,
        Deed::EnterResultOfLiveGame,
        Deed::AmendResults,
        Deed::ConfirmTournament,
    ];
    let shared = [
        Deed::EnterResult,
        Deed::Pause,
        Deed::WithdrawEntrant,
        Deed::PublishRound,
    ];
    let judge = |preset: &str, deed| {
        let mut asked = Asked::of(deed, Interest::None);
        asked.rules = RuleSet::preset(preset).unwrap();
        asked.by = idle("second", OfficialRole::Assistant);
        asked.officers = vec![idle("head", OfficialRole::HeadDirector), asked.by.clone()];
        asked.judge().err()
    };
    for preset in ["woc-2024", "egp-2020"] {
        for deed in head_only {
            assert_eq!(
                judge(preset, deed),
                Some("not_your_office"),
                "{preset} {deed:?}"
            );
        }
        for deed in shared {
            assert_eq!(judge(preset, deed), None, "{preset} {deed:?}");
        }
    }
    for deed in head_only {
        assert_eq!(judge("aga-swiss", deed), None, "{deed:?}");
    }
    for preset in ["club", "mso-swiss", "mso-round-robin", "papp"] {
        for deed in [
            Deed::SetClocks,
            Deed::EnterResultOfLiveGame,
            Deed::ConfirmTournament,
        ] {
            assert_eq!(judge(preset, deed), None, "{preset} {deed:?}");
        }
    }
}

#[test]
fn an_office_passes_to_a_director_without_an_interest() {
    let second = idle("second", OfficialRole::Assistant);
    let judge = |stake, by: &Officer| {
        let mut asked = Asked::of(Deed::AdjustTime, stake);
        asked.rules = RuleSet::egp_2020();
        asked.by = by.clone();
        asked.officers = vec![head(), second.clone()];
        asked.judge().err()
    };
    assert_eq!(judge(Interest::OwnGame, &second), None);
    assert_eq!(judge(Interest::Opponent, &second), None);
    assert_eq!(judge(Interest::Rival, &second), Some("not_your_office"));
    assert_eq!(judge(Interest::Rival, &head()), None);
    let rival = Officer {
        role: Some(OfficialRole::Assistant),
        plays: Plays {
            entrants: vec!["them".into()],
            rivals: ["me".into(), "him".into()].into(),
            ..Plays::default()
        },
        ..second.clone()
    };
    assert_eq!(judge(Interest::OwnGame, &rival), Some("not_your_office"));
}

#[test]
fn what_older_streams_tell_of_consents_means_what_it_meant() {
    let kept = r#"[
        {"type": "consent_given", "consent": "a", "act": "issue_seat_code", "official": "head", "entrant": "him",
         "by": "giver", "holder": "him"},
        {"type": "consent_given", "consent": "b", "act": "issue_seat_code", "official": "head", "entrant": "him",
         "by": "giver", "holder": "him"},
        {"type": "round_finished", "round": 1},
        {"type": "acted_with_interest", "act": "issue_seat_code", "interest": "opponent", "by": "head",
         "entrant": "him", "consents": ["a"]}
    ]"#;
    let events: Vec<Event> = serde_json::from_str(kept).unwrap();
    let header = EntryHeader { seq: 1, at_ms: 0 };
    let state = events
        .iter()
        .fold(TournamentState::default(), |state, event| {
            evolve(state, &header, event)
        });
    let ids = |consents: &[Consent]| -> Vec<String> {
        consents.iter().map(|given| given.consent.clone()).collect()
    };
    assert_eq!(ids(&state.interests.consents), ["b"]);
    assert_eq!(ids(&state.interests.noted[0].consents), ["a"]);
    let ended = Event::ConsentsEnded {
        consents: vec!["b".to_owned(), "unknown".to_owned()],
    };
    assert!(evolve(state, &header, &ended).interests.consents.is_empty());
}

/// Ends an entrant's part for good.
const FOR_GOOD: [Deed; 3] = [
    Deed::WithdrawEntrant,
    Deed::ExpelEntrant,
    Deed::WithdrawAbsentEntrant,
];

#[test]
fn who_leaves_for_good_consents_or_a_director_without_an_interest_sees_to_it() {
    for deed in FOR_GOOD.into_iter().chain([Deed::NamePlayersAssistant]) {
        let asked = || Asked::of(deed, Interest::Rival);
        assert_eq!(asked().judge(), Err("consent_needed"), "{deed:?}");
        let second = asked().consent((1, 3), None);
        assert_eq!(second.judge().unwrap().interest, Interest::Rival);
        let mut free = asked();
        free.by = idle("second", OfficialRole::HeadDirector);
        assert_eq!(free.judge().unwrap().interest, Interest::None);
    }
    let absence = Asked::of(Deed::AnnounceAbsence, Interest::Rival);
    assert_eq!(absence.judge().unwrap().interest, Interest::Rival);
}

#[test]
fn a_sole_director_goes_on_when_somebody_leaves() {
    let alone = |deed, stake| {
        let mut asked = Asked::of(deed, stake);
        asked.rules.single_official = true;
        asked
    };
    for deed in FOR_GOOD {
        let judged = alone(deed, Interest::Rival).judge();
        assert_eq!(judged.unwrap().interest, Interest::Rival, "{deed:?}");
        let mut two = alone(deed, Interest::Rival);
        two.officers.push(idle("second", OfficialRole::Assistant));
        assert_eq!(two.judge(), Err("consent_needed"), "{deed:?}");
        let meets = alone(deed, Interest::Opponent);
        assert_eq!(meets.judge(), Err("opponent_of_round"), "{deed:?}");
    }
    let moves = alone(Deed::NamePlayersAssistant, Interest::Rival);
    assert_eq!(moves.judge(), Err("consent_needed"));
}

#[test]
fn whom_one_waits_to_meet_is_a_rival_in_what_goes_on_until_then() {
    let waits = |deed| {
        let mut asked = Asked::of(deed, Interest::Rival);
        asked.by.plays = Plays {
            entrants: vec!["me".into()],
            rivals_to_come: ["her".into(), "them".into()].into(),
            ..Plays::default()
        };
        asked.judge().map(|judged| judged.interest)
    };
    assert_eq!(waits(Deed::NamePlayersAssistant), Err("consent_needed"));
    assert_eq!(waits(Deed::GrantAccommodation), Ok(Interest::Rival));
    assert_eq!(waits(Deed::IssueSeatCode), Ok(Interest::None));
}

#[test]
fn an_own_game_is_read_as_its_players_read_it_until_it_is_settled() {
    let show = |table: InterestTable, stake, is_settled| {
        table
            .show(stake, is_settled)
            .map_err(|refused| refused.code())
    };
    for stake in Interest::ALL {
        let is_own = stake == Interest::OwnGame;
        let live = if is_own { Err("own_game") } else { Ok(()) };
        assert_eq!(show(InterestTable::default(), stake, false), live);
        assert_eq!(show(InterestTable::default(), stake, true), Ok(()));
        assert_eq!(show(InterestTable::ignored(), stake, false), Ok(()));
    }
}

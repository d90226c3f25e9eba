//! The fallback when this server cannot be reached: an event goes on in PAPP's files and comes back.

use std::fmt::Write as _;

use outflank_access::{Kind, Problem};
use outflank_formats::papp::folder::Untold;
use outflank_packed::{Bounds, pack, unpack};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{Board, RuleSet, Standing, TournamentState};

use crate::interest::{ASSISTANT, appoint};
use crate::world::{DIRECTOR, STRANGER, World};

const WORK_FILE: &str = "papp-internal-workfile.txt";

/// Eight entrants under a club's rules, three rounds played.
async fn after_three(world: &World) -> (String, Vec<String>) {
    let (id, entrants) = founded(world).await;
    for round in [
        [(0, 4, 29), (5, 1, 38), (2, 6, 47), (7, 3, 56)],
        [(4, 1, 20), (0, 5, 40), (6, 3, 32), (2, 7, 64)],
        [(0, 2, 33), (1, 3, 30), (4, 7, 12), (5, 6, 50)],
    ] {
        publish_by_hand(world, &id, &entrants, &round).await;
    }
    (id, entrants)
}

/// A round as a director sets it, played and finished.
async fn publish_by_hand(
    world: &World,
    id: &str,
    entrants: &[String],
    round: &[(usize, usize, u32)],
) {
    let pairs = round.iter().map(|(black, white, _)| proto::ManualPair {
        black_entrant_id: entrants[*black].clone(),
        white_entrant_id: entrants[*white].clone(),
    });
    let publication = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        accept_deviations: true,
        manual: Some(proto::ManualPairing {
            pairs: pairs.collect(),
            bye_entrant_ids: Vec::new(),
        }),
        ..proto::PublishRoundRequest::default()
    };
    ask!(world, DIRECTOR, publish_round, publication).unwrap();
    let discs = |board: &proto::Board| round[board.table as usize - 1].2;
    world.play(id, discs).await;
}

async fn founded(world: &World) -> (String, Vec<String>) {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.rounds = Some(6);
    let rules = serde_json::to_value(rules).unwrap();
    let id = world.create_under(&rules).await;
    let entrants = world.register(&id, 8).await;
    (id, entrants)
}

async fn written(world: &World, id: &str) -> proto::GetPappFilesResponse {
    let asked = proto::GetPappFilesRequest {
        tournament_id: id.to_owned(),
    };
    ask!(world, DIRECTOR, get_papp_files, asked).unwrap()
}

fn unpacked(archive: &[u8]) -> Vec<proto::PappFile> {
    let bounds = Bounds {
        bytes: 1 << 20,
        files: 10,
    };
    let files = unpack(archive, bounds).unwrap().into_iter();
    files
        .map(|file| proto::PappFile {
            name: file.name,
            content: file.bytes,
        })
        .collect()
}

/// The files with these statements at the end of the log.
async fn gone_on(world: &World, id: &str, log: &str) -> Vec<proto::PappFile> {
    let mut files = unpacked(&written(world, id).await.content);
    let work_file = files.iter_mut().find(|file| file.name == WORK_FILE);
    work_file.unwrap().content.extend_from_slice(log.as_bytes());
    files
}

async fn preview(
    world: &World,
    id: &str,
    files: Vec<proto::PappFile>,
) -> Result<proto::PreviewPappFilesResponse, Problem> {
    let before = world.seq(id).await;
    let asked = proto::PreviewPappFilesRequest {
        tournament_id: id.to_owned(),
        files,
    };
    let answer = ask!(world, DIRECTOR, preview_papp_files, asked);
    assert_eq!(world.seq(id).await, before, "a preview changes nothing");
    answer
}

fn taking(world: &World, id: &str, files: Vec<proto::PappFile>) -> proto::TakePappFilesRequest {
    proto::TakePappFilesRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        files,
        reason: "The power was out from round 4 on.".to_owned(),
        accept_deviations: true,
    }
}

async fn refused(world: &World, id: &str, asked: proto::TakePappFilesRequest) -> Problem {
    let before = world.tournament(id).await;
    let refused = ask!(world, DIRECTOR, take_papp_files, asked).unwrap_err();
    assert_eq!(world.tournament(id).await, before, "nothing is half taken");
    refused
}

/// The federation numbers by registration.
async fn numbers(world: &World, id: &str) -> Vec<u32> {
    let entrants = world.tournament(id).await.entrants;
    entrants.iter().map(|one| one.federation_number).collect()
}

/// Two rounds in which the entrants play by their places: the first, and one without two of them.
fn rounds(numbers: &[u32]) -> [Vec<(usize, usize, u32)>; 2] {
    assert_eq!(numbers.len(), 8);
    [
        vec![(0, 1, 40), (3, 2, 12), (4, 5, 64), (6, 7, 32)],
        vec![(1, 4, 33), (2, 6, 28), (7, 3, 50)],
    ]
}

/// The same as PAPP's log has it: the fifth round without two players, of whom one has left.
fn log(numbers: &[u32]) -> String {
    let mut log = String::new();
    for (place, round) in rounds(numbers).iter().enumerate() {
        if place == 1 {
            let (away, left) = (numbers[0], numbers[5]);
            writeln!(log, "& -{away:06} -{left:06};").unwrap();
        }
        log.push_str("raz-couplage;\n");
        for (black, white, discs) in round {
            let (black, white) = (numbers[*black], numbers[*white]);
            writeln!(log, "({black:06} {white:06});").unwrap();
            writeln!(log, "({black:06} {discs} {white:06} {});", 64 - discs).unwrap();
        }
        log.push_str("ronde-suivante;\n");
    }
    writeln!(log, "& +{:06};", numbers[0]).unwrap();
    log
}

/// The same by a director's hand.
async fn by_hand(world: &World, id: &str, entrants: &[String], numbers: &[u32]) {
    for (place, round) in rounds(numbers).iter().enumerate() {
        if place == 1 {
            let absence = proto::AnnounceAbsenceRequest {
                command_id: world.command_id(),
                tournament_id: id.to_owned(),
                entrant_id: entrants[0].clone(),
                rounds: vec![5],
            };
            ask!(world, DIRECTOR, announce_absence, absence).unwrap();
            let withdrawal = proto::WithdrawEntrantRequest {
                command_id: world.command_id(),
                tournament_id: id.to_owned(),
                entrant_id: entrants[5].clone(),
            };
            ask!(world, DIRECTOR, withdraw_entrant, withdrawal).unwrap();
        }
        publish_by_hand(world, id, entrants, round).await;
    }
}

fn list(state: &TournamentState) -> Vec<Standing> {
    state.standings().unwrap()
}

#[tokio::test]
async fn it_goes_on_after_round_3_and_stands_as_if_entered_by_hand() {
    let world = World::new().await;
    let (id, _) = after_three(&world).await;
    let (by_hand_id, entrants) = after_three(&world).await;
    let numbers = numbers(&world, &id).await;

    let archive = written(&world, &id).await;
    assert_eq!(archive.name, "papp-20261121.zip");
    assert_eq!(archive.untold, Vec::<String>::new());
    assert_eq!(archive.untold_sentences, []);
    let files = unpacked(&archive.content);
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        names,
        ["joueurs.txt", "nouveaux.txt", WORK_FILE, "papp.cfg"]
    );

    let files = gone_on(&world, &id, &log(&numbers)).await;
    let shown = preview(&world, &id, files.clone()).await.unwrap();
    assert_eq!((shown.findings, shown.obstacles), (vec![], vec![]));
    assert_eq!(shown.agreed_rounds, [1, 2, 3]);
    let kinds: Vec<_> = shown.steps.iter().map(|step| step.kind.as_str()).collect();
    let mut expected = vec!["publish"];
    expected.extend(["result"; 4]);
    expected.extend(["finish", "absence", "withdrawal", "publish"]);
    expected.extend(["result"; 3]);
    expected.push("finish");
    assert_eq!(kinds, expected);

    let before = world.seq(&id).await;
    let asked = taking(&world, &id, files.clone());
    let done = ask!(world, DIRECTOR, take_papp_files, asked.clone()).unwrap();
    assert_eq!(done.seq, before + 1, "one entry");
    // The same command is answered alike; the same files again have nothing to take.
    let again = ask!(world, DIRECTOR, take_papp_files, asked).unwrap();
    assert_eq!(again, done);
    let nothing = refused(&world, &id, taking(&world, &id, files.clone())).await;
    assert_eq!(
        (nothing.code.as_str(), nothing.kind),
        ("nothing_to_take", Kind::Refused)
    );
    let shown = preview(&world, &id, files).await.unwrap();
    assert_eq!(
        (shown.agreed_rounds, shown.steps),
        (vec![1, 2, 3, 4, 5], vec![])
    );

    by_hand(&world, &by_hand_id, &entrants, &numbers).await;
    let (taken, entered) = (world.folded(&id).await, world.folded(&by_hand_id).await);
    assert_eq!(taken.rounds.len(), 5);
    assert_eq!(list(&taken), list(&entered));

    // No game of this server gave these results: a director has them to sign.
    let boards: Vec<&Board> = taken.rounds[3..]
        .iter()
        .flat_map(|round| &round.boards)
        .collect();
    assert!(
        boards
            .iter()
            .all(|board| board.without_game() && !board.over_the_board)
    );
    let sign = proto::DeclareOverTheBoardRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        reason: "PAPP's work file, and the score sheets.".to_owned(),
    };
    ask!(world, DIRECTOR, declare_over_the_board, sign).unwrap();
    let signed = world.folded(&id).await;
    let mut boards = signed.rounds.iter().flat_map(|round| &round.boards);
    assert!(boards.all(|board| board.over_the_board));
    // The event goes on.
    let (round, _) = world.publish(&id).await.unwrap();
    assert_eq!((round.number, round.boards.len()), (6, 3));
}

#[tokio::test]
async fn it_goes_on_from_the_first_round() {
    let world = World::new().await;
    let (id, _) = founded(&world).await;
    let numbers = numbers(&world, &id).await;
    let files = gone_on(&world, &id, &log(&numbers)).await;
    let mut unconfirmed = taking(&world, &id, files.clone());
    unconfirmed.accept_deviations = false;
    let shown = preview(&world, &id, files.clone()).await.unwrap();
    if !shown.departures.is_empty() {
        let refused = refused(&world, &id, unconfirmed).await;
        assert_eq!(refused.code, "departure_unconfirmed");
    }
    let asked = taking(&world, &id, files);
    ask!(world, DIRECTOR, take_papp_files, asked).unwrap();
    let rounds = world.tournament(&id).await.rounds;
    assert_eq!(rounds.len(), 2);
    assert!(rounds.iter().all(|round| round.finished));
}

#[tokio::test]
async fn a_round_robin_draws_its_chairs_in_the_same_entry() {
    let world = World::new().await;
    let rules = serde_json::to_value(RuleSet::preset("mso-round-robin").unwrap()).unwrap();
    let id = world.create_under(&rules).await;
    world.register(&id, 8).await;
    let numbers = numbers(&world, &id).await;
    let files = gone_on(&world, &id, &log(&numbers)).await;
    let asked = taking(&world, &id, files);
    ask!(world, DIRECTOR, take_papp_files, asked).unwrap();
    assert_eq!(world.tournament(&id).await.rounds.len(), 2);
}

#[tokio::test]
async fn whatever_differs_stands_in_the_way_of_all_of_it() {
    let world = World::new().await;
    let (id, _) = after_three(&world).await;
    let numbers = numbers(&world, &id).await;
    let whole = log(&numbers);
    let last = format!("({:06} 50 {:06} 14);", numbers[7], numbers[3]);
    let cases = [
        // The last result of all is missing: nothing of the rounds before is taken either.
        ("no_result", whole.replace(&format!("{last}\n"), "")),
        ("unknown_player", format!("{whole}& +000777;\n")),
        ("several_byes", whole.replace(" -", " +")),
        ("no_semicolon", whole.replace(&last, &last.replace(';', ""))),
        ("score", whole.replace(" 14);", " 15);")),
    ];
    for (code, log) in cases {
        assert_ne!(log, whole, "{code}");
        let files = gone_on(&world, &id, &log).await;
        let shown = preview(&world, &id, files.clone()).await.unwrap();
        let codes: Vec<_> = shown.findings.iter().map(|one| one.code.as_str()).collect();
        assert!(codes.contains(&code), "{code}: {codes:?}");
        let refused = refused(&world, &id, taking(&world, &id, files)).await;
        assert_eq!(
            (refused.code.as_str(), refused.kind),
            ("papp_differs", Kind::Refused)
        );
        assert!(
            refused.detail.contains(&shown.findings[0].what),
            "{refused}"
        );
    }
    // What came in here meanwhile, and is another there.
    let files = gone_on(&world, &id, &whole).await;
    world.publish(&id).await.unwrap();
    let shown = preview(&world, &id, files.clone()).await.unwrap();
    assert_eq!(shown.findings[0].code, "pairing_differs");
    assert_eq!(shown.findings[0].round, 4);
    let refused = refused(&world, &id, taking(&world, &id, files)).await;
    assert_eq!(refused.code, "papp_differs");
}

#[tokio::test]
async fn what_the_rules_refuse_is_shown_before() {
    let world = World::new().await;
    let (id, entrants) = founded(&world).await;
    appoint(&world, &id, ASSISTANT, "assistant_director").await;
    // A director who plays does not enter the result of his own game.
    world.claim(&id, &entrants[1], DIRECTOR);
    world.catch_up().await;
    let numbers = numbers(&world, &id).await;
    let files = gone_on(&world, &id, &log(&numbers)).await;
    let shown = preview(&world, &id, files.clone()).await.unwrap();
    assert_eq!(shown.findings, []);
    let obstacles: Vec<_> = shown
        .obstacles
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert_eq!(obstacles, ["own_game"]);
    let asked = taking(&world, &id, files);
    let refused = refused(&world, &id, asked.clone()).await;
    assert_eq!(refused.code, "own_game");
    // Another director does.
    ask!(world, ASSISTANT, take_papp_files, asked).unwrap();
    assert_eq!(world.tournament(&id).await.rounds.len(), 2);
}

#[tokio::test]
async fn officials_alone_have_the_files_and_bring_them_back() {
    let world = World::new().await;
    let (id, _) = after_three(&world).await;
    let files = unpacked(&written(&world, &id).await.content);
    let get = proto::GetPappFilesRequest {
        tournament_id: id.clone(),
    };
    let looked = proto::PreviewPappFilesRequest {
        tournament_id: id.clone(),
        files: files.clone(),
    };
    let asked = taking(&world, &id, files);
    for refused in [
        ask!(world, STRANGER, get_papp_files, get).map(|_| ()),
        ask!(world, STRANGER, preview_papp_files, looked).map(|_| ()),
        ask!(world, STRANGER, take_papp_files, asked).map(|_| ()),
    ] {
        assert_eq!(refused.unwrap_err().kind, Kind::Forbidden);
    }
}

#[tokio::test]
async fn files_are_taken_singly_or_packed_and_within_bounds() {
    let world = World::new().await;
    let (id, _) = after_three(&world).await;
    let archive = written(&world, &id).await;
    let packed = proto::PappFile {
        name: archive.name,
        content: archive.content.clone(),
    };
    let work_file = unpacked(&archive.content).remove(2);
    let named = |name: &str| proto::PappFile {
        name: name.to_owned(),
        ..work_file.clone()
    };
    for files in [
        vec![packed],
        vec![work_file.clone()],
        vec![
            named("C:\\papp\\PAPP-INTERNAL-WORKFILE.TXT"),
            named("standings.html"),
        ],
    ] {
        let shown = preview(&world, &id, files).await.unwrap();
        assert_eq!(shown.agreed_rounds, [1, 2, 3]);
        assert_eq!((shown.findings, shown.steps), (vec![], vec![]));
    }
    let zeros = proto::PappFile {
        name: "joueurs.txt".to_owned(),
        content: vec![0; 1 << 20],
    };
    let mut broken = archive.content;
    broken.truncate(80);
    let broken = proto::PappFile {
        name: "papp.zip".to_owned(),
        content: broken,
    };
    let packed = |files: &[(&str, &[u8])]| proto::PappFile {
        name: "papp.zip".to_owned(),
        content: pack(files.iter().copied()).unwrap(),
    };
    let empty: Vec<String> = (0..600).map(|number| number.to_string()).collect();
    let empty: Vec<(&str, &[u8])> = empty.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let half = vec![0; 600 << 10];
    let half = packed(&[("standings.html", &half)]);
    for (files, told) in [
        (
            vec![work_file.clone(), half.clone(), half],
            "The files have more than 1048576 bytes together",
        ),
        (
            vec![work_file.clone(), packed(&empty), packed(&empty)],
            "The files have more than 1048576 bytes together, or are more than 1000",
        ),
        (
            vec![work_file.clone(), packed(&[("papp/..", b"1")])],
            "The ZIP archive cannot be read: \"papp/..\" is no file's name.",
        ),
        (vec![], "Among the files is no papp-internal-workfile.txt"),
        (
            vec![named("joueurs.txt")],
            "Among the files is no papp-internal-workfile.txt",
        ),
        (
            vec![work_file.clone(), named("joueurs"), named("joueurs.txt")],
            "Among the files are both joueurs.txt and joueurs",
        ),
        (
            vec![work_file.clone(), work_file.clone()],
            "Among the files are both",
        ),
        (
            vec![work_file.clone(), zeros],
            "The files have more than 1048576 bytes together",
        ),
        (vec![broken], "The ZIP archive cannot be read"),
    ] {
        let refused = preview(&world, &id, files).await.unwrap_err();
        assert_eq!(
            (refused.code.as_str(), refused.kind),
            ("bad_papp_files", Kind::Invalid)
        );
        assert!(refused.detail.starts_with(told), "{refused}");
    }
}

#[tokio::test]
async fn a_thousand_damaged_work_files_change_nothing() {
    let world = World::new().await;
    let (id, _) = after_three(&world).await;
    let numbers = numbers(&world, &id).await;
    let files = gone_on(&world, &id, &log(&numbers)).await;
    let intact = files.iter().find(|file| file.name == WORK_FILE).unwrap();
    let before = world.tournament(&id).await;
    // Every place of the file once, with what PAPP never writes: a statement is lost, or a number is no number.
    let text = &intact.content;
    let body = text.windows(2).position(|two| two == b"& ").unwrap();
    let mut refused = 0;
    for run in 0..1_000 {
        let mut damaged = text.clone();
        let at = body + run * 7_919 % (text.len() - body);
        match run % 3 {
            0 => damaged[at] = b'?',
            1 => damaged.insert(at, b'('),
            _ => drop(damaged.drain(at..(at + 1 + run % 40).min(text.len()))),
        }
        let file = proto::PappFile {
            name: WORK_FILE.to_owned(),
            content: damaged,
        };
        let asked = proto::PreviewPappFilesRequest {
            tournament_id: id.clone(),
            files: vec![file.clone()],
        };
        let shown = ask!(world, DIRECTOR, preview_papp_files, asked).unwrap();
        if !shown.findings.is_empty() && run % 10 == 0 {
            let asked = taking(&world, &id, vec![file]);
            let problem = ask!(world, DIRECTOR, take_papp_files, asked).unwrap_err();
            assert_eq!(problem.code, "papp_differs");
        }
        refused += u32::from(!shown.findings.is_empty());
    }
    assert_eq!(world.tournament(&id).await, before);
    assert!(refused > 900, "{refused}");
}

#[test]
fn the_contract_names_whatever_papp_cannot_be_told() {
    let contract = include_str!("../../../../proto/outflank/pairing/v1/papp.proto");
    for code in Untold::codes() {
        assert!(contract.contains(&format!("`{code}`")), "{code}");
    }
}

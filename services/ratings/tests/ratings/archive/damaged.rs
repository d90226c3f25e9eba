//! Damaged files of every format, alone and in archives: none takes the service down, a refused one changes nothing, and a
//! taken one can be taken back.

use std::collections::BTreeMap;

use outflank_access::Kind;
use outflank_proto::ratings::v1 as proto;
use outflank_testbed::Dice;

use super::{OFFICER, ask, import, imported::zipped, rating_file, total};
use crate::world::World;

const SEED: u64 = 20_261_127;
/// Most damages of one file.
const MOST_DAMAGES: usize = 4;

macro_rules! corpus {
    ($name:literal) => {
        include_bytes!(concat!("../../../../../tests/fuzz/corpus/", $name)).as_slice()
    };
}

/// A format, a file's name and its bytes.
type Upload = (&'static str, &'static str, Vec<u8>);

fn valid() -> Vec<Upload> {
    let rated = rating_file("18/07/2026", &[(1, 40, 2), (3, 32, 4)]);
    let later = rating_file("19/07/2026", &[(1, 20, 4)]);
    let wthor = [
        ("WTH_2001.wtb", corpus!("wthor/games")),
        ("WTHOR.JOU", corpus!("wthor/names")),
        ("WTHOR.TRN", corpus!("wthor/tournaments")),
    ];
    let papp = [
        (
            "papp-internal-workfile.txt",
            corpus!("papp_work_file/two_rounds"),
        ),
        ("joueurs.txt", corpus!("papp_players/list")),
        ("papp.cfg", corpus!("papp_config/whole")),
    ];
    let games = [
        ("one.ggf", corpus!("ggf/one")),
        ("two.ggf", corpus!("ggf/two")),
    ];
    let web = [
        ("event.json", corpus!("flip_the_disc/event.json")),
        ("rounds.json", corpus!("flip_the_disc/rounds.json")),
    ];
    let files = [
        ("2026/A.ELO", rated.as_bytes()),
        ("2026/B.ELO", later.as_bytes()),
    ];
    let mut all: Vec<Upload> = vec![
        ("elo", "A.ELO", rated.clone().into_bytes()),
        ("elo", "small.ELO", corpus!("elo/latin1").to_vec()),
        ("elo", "all.zip", zipped(&files)),
    ];
    for (kind, of_kind) in [
        ("wthor", &wthor[..]),
        ("papp", &papp[..]),
        ("ggf", &games[..]),
        ("flip_the_disc", &web[..]),
    ] {
        let (name, bytes) = of_kind[0];
        all.push((kind, name, bytes.to_vec()));
        all.push((kind, "all.zip", zipped(of_kind)));
    }
    all
}

/// What may happen to a file on its way.
fn damage(dice: &mut Dice, bytes: &mut Vec<u8>) {
    let at = dice.below(bytes.len());
    let to = (at + 1 + dice.below(40)).min(bytes.len());
    match dice.below(8) {
        0 => bytes.truncate(at),
        1 => bytes.extend(bytes.clone()),
        2 => {
            let part = bytes.get(at..to).unwrap_or_default().to_vec();
            bytes.splice(at..at, part);
        }
        3 => drop(bytes.drain(at..to)),
        4 => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
            if !lines.is_empty() {
                lines.swap(one, other);
            }
            *bytes = lines.concat();
        }
        _ => {
            for _ in 0..=dice.below(3) {
                let at = dice.below(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
    }
}

async fn newest(world: &World) -> proto::Import {
    let asked = proto::ListImportsRequest {
        page_size: 1,
        ..proto::ListImportsRequest::default()
    };
    let listed = ask!(world, OFFICER, list_imports, asked).unwrap();
    listed.imports[0].clone()
}

/// Sends one where so many results stand, and the newest import is this; true if it was taken, and taken back.
async fn sent(
    world: &World,
    (kind, name, bytes): &Upload,
    (run, stand, last): (usize, u32, &mut proto::Import),
) -> bool {
    let made = match import(world, OFFICER, (kind, name), bytes).await {
        Ok(made) => made,
        Err(refused) => {
            let known = ["bad_import", "nothing_to_import"];
            assert!(
                refused.kind == Kind::Invalid && known.contains(&&*refused.code),
                "{run} {kind} {name}: {refused:?}"
            );
            assert_eq!(total(world).await, stand, "{run} {kind} {name}");
            assert_eq!(newest(world).await, *last, "{run} {kind} {name}");
            return false;
        }
    };
    let mut taken_in = made.clone();
    // Whoever sends the same once more waits a little each time.
    for _ in 0..100 {
        if taken_in.taken_in {
            break;
        }
        taken_in = import(world, OFFICER, (kind, name), bytes).await.unwrap();
    }
    assert_eq!(taken_in.import_id, made.import_id);
    assert!(
        taken_in.taken_in && taken_in.results + taken_in.findings > 0,
        "{run} {taken_in:?}"
    );
    assert_eq!(
        total(world).await,
        stand + taken_in.results,
        "{run} {taken_in:?}"
    );
    let undo = proto::UndoImportRequest {
        import_id: made.import_id.clone(),
        reason: "Damaged.".to_owned(),
    };
    let undone = ask!(world, OFFICER, undo_import, undo).unwrap();
    *last = undone.import.unwrap();
    assert_eq!(
        (&last.import_id, last.undone_reason.as_str()),
        (&made.import_id, "Damaged.")
    );
    assert_eq!(total(world).await, stand, "{run} {kind} {name}");
    true
}

/// So many of them, beside an import that stands.
async fn all_are_survived(world: World, uploads: usize, seed: u64) {
    let stands = rating_file("17/07/2026", &[(5, 40, 6), (7, 32, 8)]);
    let stands = import(&world, OFFICER, ("elo", "STANDS.ELO"), stands.as_bytes());
    let mut last = stands.await.unwrap();
    let stand = total(&world).await;
    assert_eq!((last.results, stand), (2, 2));
    let valid = valid();
    for upload in &valid {
        let taken = sent(&world, upload, (0, stand, &mut last)).await;
        assert!(taken, "{} {}", upload.0, upload.1);
    }
    let mut dice = Dice(seed);
    let mut became: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for run in 1..=uploads {
        let (kind, name, mut bytes) = dice.one_of(&valid).unwrap().clone();
        for _ in 0..=dice.below(MOST_DAMAGES) {
            damage(&mut dice, &mut bytes);
        }
        let upload = (kind, name, bytes);
        let taken = sent(&world, &upload, (run, stand, &mut last)).await;
        *became.entry((kind, taken)).or_default() += 1;
    }
    let of = |wanted: bool| -> usize {
        let some = became.iter().filter(|((_, taken), _)| *taken == wanted);
        some.map(|(_, times)| times).sum()
    };
    let least = uploads / 10;
    assert!(of(true) > least && of(false) > least, "{became:?}");
}

#[tokio::test]
async fn a_thousand_damaged_files_are_survived() {
    all_are_survived(World::new().await, 1_000, SEED).await;
}

/// Postgres takes less for text than SQLite does.
#[tokio::test]
async fn damaged_files_are_survived_in_postgres() {
    all_are_survived(World::in_postgres().await, 250, SEED + 1).await;
}

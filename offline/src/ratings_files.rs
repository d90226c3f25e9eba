//! The results of many rating files, and what of them could not be taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use outflank_formats::elo::{self, RatingFile};
use outflank_formats::{CivilDate, Problem};
use outflank_rating_list::{Game, Month};

use super::exit::{OrMisuse as _, misuse};
use super::output;
use super::progress::Progress;

/// So many findings of a class are told one by one.
const TOLD: usize = 3;

/// What rating files say of games until a day.
#[derive(Default)]
pub struct Archive {
    /// How many files were read.
    pub files: usize,
    /// Games between two players until the day.
    pub games: Vec<Game>,
    /// How many these were.
    pub counted: usize,
    /// How many games are later.
    pub later: usize,
    /// The latest name of each number.
    pub names: BTreeMap<u32, String>,
    named: BTreeMap<u32, CivilDate>,
    pub findings: Findings,
}

impl Archive {
    /// Reads files, and those of folders that are called .ELO.
    pub fn read(paths: &[PathBuf], until: CivilDate) -> anyhow::Result<Self> {
        let files = rating_files(paths)?;
        let mut archive = Self {
            files: files.len(),
            ..Self::default()
        };
        let mut progress = Progress::new("rating files", files.len());
        for (index, path) in files.iter().enumerate() {
            let parsed = elo::read(&output::read_at_most(path, output::MOST_BYTES)?);
            for problem in parsed.problems {
                archive.findings.add(path, problem);
            }
            archive.add(path, &parsed.value, until);
            progress.at(index + 1);
        }
        archive.counted = archive.games.len();
        Ok(archive)
    }

    fn add(&mut self, path: &Path, file: &RatingFile, until: CivilDate) {
        let Some(day) = file.first_day else {
            let games = file.games().count();
            let what = format!("the file has no date, and its {games} games are left out");
            let (line, code) = (1, "no_date");
            self.findings.add(path, Problem { line, code, what });
            return;
        };
        let own = || file.games().filter(|game| game.first != game.second);
        if day > until {
            self.later += own().count();
            return;
        }
        let Some(month) = Month::new(day.year(), day.month()) else {
            return;
        };
        self.games.extend(own().map(|game| Game::of(month, game)));
        for player in &file.players {
            let Some(id) = player.id.filter(|_| !player.surname.is_empty()) else {
                continue;
            };
            if self.named.get(&id).is_none_or(|named| *named <= day) {
                let mut name = player.surname.clone();
                if !player.first_names.is_empty() {
                    name.push_str(", ");
                    name.push_str(&player.first_names);
                }
                self.named.insert(id, day);
                self.names.insert(id, name);
            }
        }
    }
}

/// What could not be taken as it stands, by class.
#[derive(Default)]
pub struct Findings {
    classes: BTreeMap<&'static str, Class>,
}

#[derive(Default)]
struct Class {
    count: usize,
    first: Vec<String>,
}

impl Findings {
    fn add(&mut self, path: &Path, problem: Problem) {
        let class = self.classes.entry(problem.code).or_default();
        class.count += 1;
        if class.count <= TOLD {
            let (path, line, what) = (path.display(), problem.line, problem.what);
            class.first.push(format!("{path}:{line}: {what}"));
        }
    }

    /// Says the first of each class on stderr, and how many there are; whether there are any.
    pub fn say(&self) -> bool {
        for (code, class) in &self.classes {
            class
                .first
                .iter()
                .for_each(|sentence| output::note(sentence));
            output::note(&match class.count - class.first.len() {
                0 => format!("{code}: {} in all", class.count),
                more => format!("{code}: {more} more, {} in all", class.count),
            });
        }
        !self.classes.is_empty()
    }
}

/// Every file once, in the order of the command line; those of a folder in the order of their paths.
fn rating_files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let metadata = std::fs::metadata(path);
        let metadata = metadata
            .with_context(|| format!("cannot read {}", path.display()))
            .or_misuse()?;
        if metadata.is_dir() {
            files.extend(in_folder(path)?);
        } else if metadata.is_file() {
            files.push(path.clone());
        } else {
            return Err(misuse(format!(
                "{} is neither a file nor a folder",
                path.display()
            )));
        }
    }
    let (mut seen, mut twice) = (BTreeSet::new(), Vec::new());
    files.retain(|path| {
        // A file that has no such path any more is told as it is read.
        let whole = std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let new = seen.insert(whole);
        if !new {
            twice.push(path.clone());
        }
        new
    });
    if let Some(first) = twice.first() {
        output::note(&format!(
            "{} files are named twice and counted once, the first of them {}",
            twice.len(),
            first.display()
        ));
    }
    if files.is_empty() {
        return Err(misuse(
            "there is no rating file (.ELO) in what is named".to_owned(),
        ));
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut folders, mut files, mut others) = (vec![folder.to_owned()], Vec::new(), Vec::new());
    while let Some(folder) = folders.pop() {
        let cannot = || format!("cannot read the folder {}", folder.display());
        for entry in std::fs::read_dir(&folder)
            .with_context(cannot)
            .or_misuse()?
        {
            let entry = entry.with_context(cannot).or_misuse()?;
            let path = entry.path();
            let kind = entry.file_type().with_context(cannot).or_misuse()?;
            // A link to a folder may lead round in a circle.
            if kind.is_dir() {
                folders.push(path);
            } else if is_rating_file(&path) && path.is_file() {
                files.push(path);
            } else {
                others.push(path);
            }
        }
    }
    files.sort();
    if let Some(first) = others.iter().min() {
        output::note(&format!(
            "{}: {} that are no .ELO files are skipped, the first of them {}",
            folder.display(),
            others.len(),
            first.display()
        ));
    }
    Ok(files)
}

fn is_rating_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("elo"))
}

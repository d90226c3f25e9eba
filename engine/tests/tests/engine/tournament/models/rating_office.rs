//! The way of a rating file through the rating office, in any order of what is done to it. The model says how it stands,
//! whether it counts, what is refused, and when it has another version.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::tournament::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const TABLES: usize = 2;
const ROUNDS: usize = 6;

/// Officers, then a player and the director, who decide nothing.
const ACCOUNTS: [&str; 5] = ["officer", "second", "third", "ann", "director"];

#[derive(Clone, Debug)]
enum Step {
    Confirm,
    /// By whom, and whether the federation approved the director.
    Approve(usize, bool),
    /// An administrator under an earlier program, before the confirmation.
    ApproveEarlier,
    Withdraw(usize),
    /// By whom, and whether the ranking was looked at that stands.
    Release(usize, bool),
    Return(usize),
    Amend(usize, u32),
    /// Which entrant, and whether he has another name.
    Correct(usize, bool),
    Sign,
    /// To an own server or another's.
    Move(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let by = || prop_oneof![9 => 0..3_usize, 1 => 3..ACCOUNTS.len()];
    let mostly = || prop_oneof![9 => Just(true), 1 => Just(false)];
    let step = prop_oneof![
        1 => Just(Step::Confirm),
        4 => (by(), mostly()).prop_map(|(by, known)| Step::Approve(by, known)),
        1 => Just(Step::ApproveEarlier),
        2 => by().prop_map(Step::Withdraw),
        8 => (by(), mostly()).prop_map(|(by, seen)| Step::Release(by, seen)),
        3 => by().prop_map(Step::Return),
        3 => (0..TABLES * ROUNDS, 0..64_u32).prop_map(|(board, discs)| Step::Amend(board, discs)),
        2 => (0..4_usize, any::<bool>()).prop_map(|(who, renamed)| Step::Correct(who, renamed)),
        4 => Just(Step::Sign),
        1 => any::<bool>().prop_map(Step::Move),
    ];
    proptest::collection::vec(step, 20..70)
}

/// What a version of the file says: whether it counts, and of whom and which results.
#[derive(Clone, Debug, PartialEq)]
struct Saying {
    counts: bool,
    ranking: Vec<RankingLine>,
    entrants: Vec<(Option<i32>, u32)>,
    results: Vec<(ResultRecord, bool)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Approver {
    Administrator,
    Officer,
}

#[derive(Debug)]
struct Model {
    /// No game was played here, so that amended results have to be signed for.
    without_games: bool,
    confirmed: bool,
    approved: Option<Approver>,
    released: bool,
    last_officer: Option<usize>,
    standing: RatingStanding,
    pending: Vec<FileCause>,
    unsigned: BTreeSet<usize>,
    /// How often each entrant was given another name: the stream holds none.
    renamed: Vec<u32>,
    ranking_version: u32,
    file: Option<Saying>,
}

impl Model {
    fn new(without_games: bool) -> Self {
        Self {
            without_games,
            confirmed: false,
            approved: None,
            released: false,
            last_officer: None,
            standing: RatingStanding::Announced,
            pending: Vec::new(),
            unsigned: (0..TABLES * ROUNDS).filter(|_| without_games).collect(),
            renamed: vec![0; 4],
            ranking_version: 1,
            file: None,
        }
    }

    fn counts(&self) -> bool {
        let approved = match self.approved {
            None => false,
            Some(Approver::Administrator) => true,
            Some(Approver::Officer) => self.released,
        };
        approved && self.unsigned.is_empty()
    }

    fn saying(&self, state: &TournamentState) -> Saying {
        let boards = state.rounds.iter().flat_map(|round| &round.boards);
        Saying {
            counts: self.counts(),
            ranking: state.ranking.clone().unwrap(),
            entrants: state
                .entrants
                .iter()
                .zip(&self.renamed)
                .map(|(known, renamed)| (known.rating, *renamed))
                .collect(),
            results: boards
                .map(|board| (board.result().unwrap().clone(), board.over_the_board))
                .collect(),
        }
    }

    /// A change of the file waits for an officer.
    fn holds_back(&self) -> bool {
        self.released && self.approved == Some(Approver::Officer)
    }

    fn refusal(&self, step: &Step) -> Option<&'static str> {
        let approved = self.approved.is_some();
        let unsigned = !self.unsigned.is_empty();
        let takes_part = |by: &usize| *by >= 3;
        let rows: Vec<(bool, &'static str)> = match step {
            Step::Confirm => vec![(self.confirmed, "tournament_confirmed")],
            Step::Approve(by, known) => vec![
                (approved, "approved_already"),
                (unsigned, "results_without_game"),
                (takes_part(by), "own_event"),
                (!known, "directors_unapproved"),
            ],
            Step::Withdraw(by) => vec![(!approved, "not_approved"), (takes_part(by), "own_event")],
            Step::Release(by, seen) => vec![
                (!self.confirmed, "not_confirmed"),
                (!approved, "not_approved"),
                (unsigned, "results_without_game"),
                (
                    self.standing == RatingStanding::Released,
                    "nothing_to_release",
                ),
                (takes_part(by), "own_event"),
                (!seen, "ranking_moved_on"),
                (self.last_officer == Some(*by), "same_officer"),
            ],
            Step::Return(by) => vec![
                (!self.confirmed, "not_confirmed"),
                (
                    !matches!(
                        self.standing,
                        RatingStanding::Waiting | RatingStanding::Correction
                    ),
                    "nothing_to_return",
                ),
                (takes_part(by), "own_event"),
            ],
            Step::Amend(..) => vec![(!self.confirmed, "not_confirmed")],
            Step::Sign => vec![(!unsigned, "nothing_to_sign")],
            Step::ApproveEarlier | Step::Correct(..) | Step::Move(_) => vec![],
        };
        rows.into_iter().find(|(is, _)| *is).map(|(_, code)| code)
    }

    /// What follows from a step that is not refused; whether a version of the file follows whatever it says.
    fn take(&mut self, step: &Step) -> bool {
        match step {
            Step::Confirm => {
                self.confirmed = true;
                self.standing = match (self.standing, self.approved) {
                    (RatingStanding::Withdrawn, _) => RatingStanding::Withdrawn,
                    (_, Some(Approver::Administrator)) => RatingStanding::Released,
                    _ => RatingStanding::Waiting,
                };
            }
            Step::Approve(..) => {
                self.approved = Some(Approver::Officer);
                self.standing = match self.standing {
                    RatingStanding::Returned => RatingStanding::Returned,
                    _ if self.confirmed => RatingStanding::Waiting,
                    _ => RatingStanding::Approved,
                };
            }
            Step::ApproveEarlier => {
                self.approved = Some(Approver::Administrator);
                self.standing = RatingStanding::Approved;
            }
            Step::Withdraw(_) => {
                self.end_approval();
                self.standing = RatingStanding::Withdrawn;
            }
            Step::Release(by, _) => {
                self.released = true;
                self.last_officer = Some(*by);
                self.pending.clear();
                self.standing = RatingStanding::Released;
            }
            Step::Return(_) => self.standing = RatingStanding::Returned,
            Step::Amend(board, _) => {
                if self.without_games {
                    self.unsigned.insert(*board);
                }
                self.ranking_version += 1;
                self.correct(FileCause::RankingAmended);
            }
            Step::Correct(who, renamed) => {
                self.renamed[*who] += u32::from(*renamed);
                self.correct(FileCause::EntrantCorrected);
                if *renamed && self.approved == Some(Approver::Administrator) {
                    self.lapse();
                }
            }
            Step::Sign => {
                self.unsigned.clear();
                self.correct(FileCause::OverTheBoardDeclared);
                if self.approved == Some(Approver::Administrator) {
                    self.lapse();
                }
            }
            // The other server has no file yet of an event that was approved elsewhere.
            Step::Move(own) if !own && self.approved.is_some() => {
                self.lapse();
                return true;
            }
            Step::Move(_) => {}
        }
        false
    }

    fn correct(&mut self, cause: FileCause) {
        if self.holds_back() {
            self.pending.push(cause);
        }
        self.standing = match self.standing {
            RatingStanding::Released | RatingStanding::Returned if self.holds_back() => {
                RatingStanding::Correction
            }
            RatingStanding::Returned => RatingStanding::Waiting,
            standing => standing,
        };
    }

    fn lapse(&mut self) {
        self.end_approval();
        self.standing = match self.confirmed {
            true => RatingStanding::Waiting,
            false => RatingStanding::Announced,
        };
    }

    fn end_approval(&mut self) {
        self.approved = None;
        self.released = false;
        self.pending.clear();
    }
}

/// An event of four, all of whose rounds were played, in which Ann plays.
fn event(without_games: bool) -> Stream {
    let mut stream = under(|rules| *rules = RuleSet::preset("club").unwrap());
    for entry in four() {
        stream.give(&Command::RegisterEntrant(entry)).unwrap();
    }
    let seat = Command::AssignSeat {
        entrant: entrant(0),
        account: account("ann"),
        operator: None,
    };
    stream.give(&seat).unwrap();
    play_through(&mut stream, (!without_games).then_some("game"));
    assert_eq!(stream.state.rounds.len(), ROUNDS);
    stream
}

fn command(stream: &Stream, model: &Model, number: usize, step: &Step) -> Option<Command> {
    let by = |by: &usize| account(ACCOUNTS[*by]);
    let reason = format!("reason {number}");
    Some(match step {
        Step::Confirm => confirmation(),
        Step::Approve(officer, known) => Command::ApproveEvent {
            reason,
            by: by(officer),
            federation: "XAA".to_owned(),
            directors: [account(if *known { "director" } else { "somebody" })].into(),
        },
        Step::Withdraw(officer) => Command::WithdrawApproval {
            reason,
            by: by(officer),
        },
        Step::Release(officer, seen) => {
            release(model.ranking_version + u32::from(!seen), ACCOUNTS[*officer])
        }
        Step::Return(officer) => Command::ReturnRatingFile {
            reason,
            by: by(officer),
        },
        Step::Amend(board, discs) => {
            let (round, table) = (board / TABLES, board % TABLES);
            let known = &stream.state.rounds[round].boards[table];
            let same = known.result().unwrap().black_discs == *discs;
            let (round, table) = (u32::try_from(round).unwrap(), u32::try_from(table).unwrap());
            amended(round + 1, table + 1, discs + u32::from(same))
        }
        Step::Correct(who, renamed) => {
            let known = stream.state.entrants[*who].clone();
            Command::CorrectEntrant(EntrantCorrection {
                entrant: known.id,
                country: known.country,
                // Each correction says something new.
                rating: known.rating.map(|rating| rating + 1),
                categories: known.categories,
                renamed: *renamed,
                reason,
                ..EntrantCorrection::default()
            })
        }
        Step::Sign => sign(),
        Step::ApproveEarlier | Step::Move(_) => return None,
    })
}

/// What happened, or the code of the refusal.
fn given(
    stream: &mut Stream,
    model: &Model,
    number: usize,
    step: &Step,
) -> Result<Vec<Event>, &'static str> {
    match (command(stream, model, number, step), step) {
        (Some(command), _) => stream.give(&command).map_err(|refusal| refusal.code()),
        (None, Step::Move(own)) => Ok(come_along(stream, *own)),
        (None, _) => {
            approve_earlier(stream);
            Ok(vec![])
        }
    }
}

proptest! {
    #![proptest_config(crate::property::cases(300))]

    #[test]
    fn a_file_counts_and_has_versions_as_the_office_decides(without_games in any::<bool>(), steps in steps()) {
        let mut stream = event(without_games);
        let mut model = Model::new(without_games);
        for (number, step) in steps.iter().enumerate() {
            if matches!(step, Step::ApproveEarlier) && (model.confirmed || model.approved.is_some()) {
                continue;
            }
            let expected = model.refusal(step);
            let answer = given(&mut stream, &model, number, step);
            prop_assert_eq!(answer.as_ref().err().copied(), expected, "{:?} under {:?}", step, &model);
            let Ok(events) = answer else {
                continue;
            };
            let in_any_case = model.take(step);
            let state = &stream.state;
            prop_assert_eq!(state.rated(), model.counts(), "{:?} under {:?}", step, &model);
            prop_assert_eq!(state.rating_standing(), Some(model.standing), "{:?} under {:?}", step, &model);
            let pending: Vec<FileCause> = state.office.pending.iter().map(|change| change.cause).collect();
            prop_assert_eq!(&pending, &model.pending, "{:?}", step);
            let returned = state.office.returned.is_some();
            prop_assert_eq!(returned, model.standing == RatingStanding::Returned);
            prop_assert_eq!(state.office.release.is_some(), model.released);

            let due = events.iter().filter(|event| matches!(event, Event::RatingFileDue { .. })).count();
            if !model.confirmed {
                prop_assert_eq!(due, 0, "{:?}", step);
                continue;
            }
            let says = model.saying(state);
            let confirms = matches!(step, Step::Confirm);
            let waits = model.holds_back() && !matches!(step, Step::Release(..));
            let differs = model.file.as_ref() != Some(&says);
            let makes = !confirms && (in_any_case || differs && !waits);
            prop_assert_eq!(due, usize::from(makes), "{:?} under {:?}", step, &model);
            if makes {
                let last = Event::RatingFileDue { ranking: says.ranking.clone() };
                prop_assert_eq!(events.last(), Some(&last));
            }
            if makes || confirms {
                model.file = Some(says);
            }
            // Whatever the file does not say yet waits for an officer.
            let told = model.file == Some(model.saying(state));
            prop_assert_eq!(told, model.pending.is_empty(), "{:?} under {:?}", step, &model);
        }
    }
}

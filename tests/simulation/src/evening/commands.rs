//! What guests command in an arena, given until it is answered for good.

use outflank_access::Problem;
use outflank_casual::ARENA_LENGTHS_MS;
use outflank_journal::StreamId;
use outflank_proto::pairing::v1 as pairing;
use outflank_stillness::rest;
use prost::Message;

use super::{CONTEST, Refused, Wish, guest::Guest, wish::Terms};
use crate::{
    asked::Asked,
    log::{Outcome, written_by_pairing},
    player::is_final,
};

/// So often a command is given until it is answered for good.
const TRIES: u32 = 30;

/// The rules of an arena.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// What is played in it.
    pub terms: Terms,
    /// After so many wins in a row each game counts double.
    pub streak: u32,
}

/// What somebody commands.
#[derive(Debug, Clone, Copy)]
pub enum Act {
    /// To found it.
    Found(Rules),
    /// To enter it, or to come back.
    Join,
    /// To leave it.
    Leave,
    /// To end it before its time.
    End,
}

impl Guest {
    /// Gives a command until it is answered for good; answers with the contest where it is acknowledged. Whether what is
    /// refused had to be is found afterwards.
    pub(super) async fn give(
        &self,
        act: Act,
        (command_id, id): (&str, &str),
    ) -> Option<pairing::Contest> {
        let (world, account) = (&self.wiring.world, self.account.as_str());
        let log = &world.log;
        let written_as = act.written_as(command_id, id);
        log.issue(
            account,
            command_id,
            (CONTEST, id),
            Asked::Direct(act.name()),
        );
        log.write_as(account, command_id, written_as.clone());
        for _ in 0..TRIES {
            let sent_ms = world.time.now_ms();
            match self.send(act, (command_id, id)).await {
                Ok(contest) => {
                    // The answer does not say as which entry it stands. It stands by now, whatever dies.
                    let stream = StreamId::new(CONTEST, id);
                    let memory = &self.wiring.pairing_memory;
                    let entry = memory.by_command(&stream, account, &written_as);
                    let seq = entry.map_or(0, |entry| entry.seq);
                    log.settle(account, command_id, Outcome::Acknowledged { seq });
                    return Some(contest);
                }
                Err(problem) if is_final(&problem) => {
                    let code = problem.code;
                    world.seen.refused(Refused {
                        account: account.to_owned(),
                        command: act.name(),
                        contest: id.to_owned(),
                        code: code.clone(),
                        under_way: (sent_ms, world.time.now_ms()),
                    });
                    log.settle(account, command_id, Outcome::Refused { code });
                    return None;
                }
                Err(_) => rest(self.chance.between(50, 500)).await,
            }
        }
        None
    }

    async fn send(
        &self,
        act: Act,
        (command_id, id): (&str, &str),
    ) -> Result<pairing::Contest, Problem> {
        let mut client = self.pairing.clone();
        let answer = match act {
            Act::Found(rules) => {
                let asked = rules.asked(command_id);
                client.found_contest(self.asking(asked)).await
            }
            Act::Join => {
                let asked: pairing::JoinContestRequest = in_contest(command_id, id);
                client.join_contest(self.asking(asked)).await
            }
            Act::Leave => {
                let asked: pairing::LeaveContestRequest = in_contest(command_id, id);
                client.leave_contest(self.asking(asked)).await
            }
            Act::End => {
                let asked: pairing::EndContestRequest = in_contest(command_id, id);
                client.end_contest(self.asking(asked)).await
            }
        };
        let answer = self.answered(act.name(), answer)?;
        Ok(answer.contest.unwrap_or_default())
    }
}

impl Rules {
    fn asked(self, command_id: &str) -> pairing::FoundContestRequest {
        pairing::FoundContestRequest {
            command_id: command_id.to_owned(),
            title: "Arena of the evening".to_owned(),
            terms: Some(Wish::of_contest("", self.terms).wire_terms()),
            arena: Some(pairing::ArenaRules {
                // The shortest that there is outlasts most evenings.
                length_ms: *ARENA_LENGTHS_MS.start(),
                win: 2,
                draw: 1,
                loss: 0,
                streak: self.streak,
            }),
            ..pairing::FoundContestRequest::default()
        }
    }
}

/// What is done in a contest that is there is asked for in the same bytes, whatever it is.
fn bytes_in_contest(command_id: &str, id: &str) -> Vec<u8> {
    let asked = pairing::JoinContestRequest {
        command_id: command_id.to_owned(),
        contest_id: id.to_owned(),
    };
    asked.encode_to_vec()
}

fn in_contest<T: Message + Default>(command_id: &str, id: &str) -> T {
    T::decode(&*bytes_in_contest(command_id, id)).unwrap_or_default()
}

impl Act {
    const fn name(self) -> &'static str {
        match self {
            Self::Found(_) => "FoundContest",
            Self::Join => "JoinContest",
            Self::Leave => "LeaveContest",
            Self::End => "EndContest",
        }
    }

    /// The id that its entry bears: what is done in a contest that is there is written under another one.
    fn written_as(self, command_id: &str, id: &str) -> String {
        if matches!(self, Self::Found(_)) {
            return command_id.to_owned();
        }
        written_by_pairing(self.name(), command_id, &bytes_in_contest(command_id, id))
    }
}

//! Whom what stands in an event calls, wherever they are: the players of a round that was published, those whom an
//! announcement is for, and the officials whom a table calls.

use std::collections::BTreeSet;

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::people::OfficialRole;
use crate::stream::{Announcement, EntrantState, Round, TournamentState};
use crate::table::Colour;

/// What calls somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SummonedBy {
    /// The publication of a round, from 1, by the entry with that seq.
    Round {
        /// The round.
        round: u32,
        /// The entry.
        seq: u64,
    },
    /// The announcement with that number, from 1.
    Announcement {
        /// Its number.
        number: u32,
    },
    /// A player who calls for the director.
    Table(BoardRef),
}

/// Somebody who is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summons {
    /// The account.
    pub account: AccountId,
    /// To what.
    pub to: SummonedTo,
}

/// What somebody is called to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SummonedTo {
    /// A board, as its player or as whoever moves for him.
    Board {
        /// Table, from 1.
        table: u32,
        /// The player's colour.
        colour: Colour,
        /// His opponent.
        opponent: EntrantId,
    },
    /// No board: the round brings a bye.
    Bye,
    /// What was announced.
    Announcement,
    /// The table that calls.
    Table,
}

impl TournamentState {
    /// Everybody who is called, as things stand now: nobody by a publication that was taken back, nor to a board that has
    /// its result, nor whoever announced it himself.
    #[must_use]
    pub fn summonses(&self, by: SummonedBy) -> Vec<Summons> {
        match by {
            SummonedBy::Round { round, seq } => {
                let published = self.round(round).filter(|of| of.seq == seq);
                published.map_or_else(Vec::new, |of| self.summoned_to_round(of))
            }
            SummonedBy::Announcement { number } => {
                let made = self.announcements.made().iter();
                let mut made = made.map(|made| &made.announcement);
                let found = made.find(|announcement| announcement.number == number);
                found.map_or_else(Vec::new, |of| self.summoned_to_hear(of))
            }
            SummonedBy::Table(board) => self.summoned_to_table(board),
        }
    }

    /// The accounts that sit at a board of a published round that is not over: they play nothing else now.
    pub fn at_open_boards(&self) -> impl Iterator<Item = &AccountId> {
        let rounds = self.rounds.iter().filter(|round| !round.finished);
        let boards = rounds.flat_map(|round| &round.boards);
        let open = boards.filter(|board| board.result().is_none());
        let entrants = open.flat_map(|board| [&board.pairing.black, &board.pairing.white]);
        entrants.filter_map(|id| self.entrant(id)?.account.as_ref())
    }

    fn summoned_to_round(&self, round: &Round) -> Vec<Summons> {
        let open = round.boards.iter().filter(|board| board.result().is_none());
        let players = open.flat_map(|board| {
            let pairing = &board.pairing;
            let sides = [
                (&pairing.black, Colour::Black, &pairing.white),
                (&pairing.white, Colour::White, &pairing.black),
            ];
            sides.map(|(player, colour, opponent)| {
                let to = SummonedTo::Board {
                    table: pairing.table,
                    colour,
                    opponent: opponent.clone(),
                };
                (player, to)
            })
        });
        let byes = round.byes.iter().map(|entrant| (entrant, SummonedTo::Bye));
        let of = |(entrant, to): (&EntrantId, SummonedTo)| {
            let accounts = self.entrant(entrant).into_iter().flat_map(reached_by);
            let called = accounts.map(|account| Summons {
                account: account.clone(),
                to: to.clone(),
            });
            called.collect::<Vec<_>>()
        };
        players.chain(byes).flat_map(of).collect()
    }

    /// The directors, and the judges of that table; nobody to his own game.
    fn summoned_to_table(&self, of: BoardRef) -> Vec<Summons> {
        let open = self.board(of).filter(|board| board.result().is_none());
        let Some(board) = open else {
            return Vec::new();
        };
        let players = [&board.pairing.black, &board.pairing.white];
        let players = players.into_iter().filter_map(|id| self.entrant(id));
        let players: BTreeSet<&AccountId> = players.flat_map(reached_by).collect();
        let acts_there = |account: &AccountId| {
            let limits = self.offices.limits.get(account);
            limits.is_none_or(|limits| limits.tables.hold(of))
        };
        let officials = self.offices.held.iter();
        let called = officials.filter(|(account, role)| {
            comes_to_tables(**role) && acts_there(account) && !players.contains(account)
        });
        called
            .map(|(account, _)| Summons {
                account: account.clone(),
                to: SummonedTo::Table,
            })
            .collect()
    }

    fn summoned_to_hear(&self, announcement: &Announcement) -> Vec<Summons> {
        let accounts = self.heard_by(announcement).unwrap_or_else(|| {
            let there = self
                .entrants
                .iter()
                .filter(|one| one.withdrawn_from.is_none());
            let players = there.flat_map(reached_by);
            players.chain(self.offices.held.keys()).cloned().collect()
        });
        let accounts: BTreeSet<AccountId> = accounts.into_iter().collect();
        let called = accounts
            .into_iter()
            .filter(|one| announcement.by.as_ref() != Some(one));
        called
            .map(|account| Summons {
                account,
                to: SummonedTo::Announcement,
            })
            .collect()
    }
}

/// Whether an official comes to tables that call (EGP I.2.3, WOC I.3).
const fn comes_to_tables(role: OfficialRole) -> bool {
    matches!(
        role,
        OfficialRole::HeadDirector | OfficialRole::Assistant | OfficialRole::TableJudge
    )
}

/// The accounts by which an entrant is reached: the one that plays, and that of whoever moves for him.
fn reached_by(entrant: &EntrantState) -> impl Iterator<Item = &AccountId> {
    entrant
        .account
        .iter()
        .chain(&entrant.accommodation.assistant)
}

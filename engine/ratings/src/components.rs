//! Whom results compare with whom: the strongly connected components of the graph of wins and draws.

use crate::games::Pair;

/// The component of every player, numbered from 0 in no order that means anything (Tarjan).
pub(crate) fn components(players: usize, pairs: &[Pair]) -> Vec<usize> {
    Search::new(players, pairs).run()
}

const UNSEEN: usize = usize::MAX;

struct Search {
    /// Where the losers to each player begin among all losers; one more at the end.
    begin: Vec<usize>,
    losers: Vec<usize>,
    /// When each player was met.
    met: Vec<usize>,
    /// The earliest player reached from each.
    low: Vec<usize>,
    component: Vec<usize>,
    /// Met, and of no component yet.
    open: Vec<usize>,
    /// The way to the player who is looked at, with the next of their losers.
    way: Vec<(usize, usize)>,
    clock: usize,
    found: usize,
}

impl Search {
    fn new(players: usize, pairs: &[Pair]) -> Self {
        let wins = || {
            pairs.iter().flat_map(|pair| {
                let first = (pair.first_won > 0.0).then_some((pair.first, pair.second));
                let second = (pair.second_won > 0.0).then_some((pair.second, pair.first));
                first.into_iter().chain(second)
            })
        };
        let mut begin = vec![0; players + 1];
        for (winner, _) in wins() {
            begin[winner + 1] += 1;
        }
        for player in 0..players {
            begin[player + 1] += begin[player];
        }
        let mut next = begin.clone();
        let mut losers = vec![0; begin[players]];
        for (winner, loser) in wins() {
            losers[next[winner]] = loser;
            next[winner] += 1;
        }
        Self {
            begin,
            losers,
            met: vec![UNSEEN; players],
            low: vec![UNSEEN; players],
            component: vec![UNSEEN; players],
            open: Vec::new(),
            way: Vec::new(),
            clock: 0,
            found: 0,
        }
    }

    fn run(mut self) -> Vec<usize> {
        for player in 0..self.met.len() {
            if self.met[player] == UNSEEN {
                self.meet(player);
                self.follow();
            }
        }
        self.component
    }

    fn meet(&mut self, player: usize) {
        self.met[player] = self.clock;
        self.low[player] = self.clock;
        self.clock += 1;
        self.open.push(player);
        self.way.push((player, self.begin[player]));
    }

    fn follow(&mut self) {
        while let Some((player, next)) = self.way.last_mut() {
            let player = *player;
            if *next < self.begin[player + 1] {
                let loser = self.losers[*next];
                *next += 1;
                if self.met[loser] == UNSEEN {
                    self.meet(loser);
                } else if self.component[loser] == UNSEEN {
                    self.low[player] = self.low[player].min(self.met[loser]);
                }
                continue;
            }
            self.way.pop();
            if let Some((before, _)) = self.way.last() {
                self.low[*before] = self.low[*before].min(self.low[player]);
            }
            if self.low[player] == self.met[player] {
                self.close(player);
            }
        }
    }

    /// Whoever was met after the player and is still open forms a component with the player.
    fn close(&mut self, player: usize) {
        while let Some(member) = self.open.pop() {
            self.component[member] = self.found;
            if member == player {
                break;
            }
        }
        self.found += 1;
    }
}

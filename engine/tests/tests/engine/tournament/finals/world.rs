//! An event in its finals, driven game by game.

use std::collections::BTreeMap;

use outflank_tournament::*;

pub struct World {
    pub format: FinalsFormat,
    pub sources: BTreeMap<String, String>,
    pub players: Vec<FinalsPlayer>,
    pub share: bool,
    pub games: Vec<MatchGame>,
    pub side: (u32, u32),
    pub side_list: Vec<(EntrantId, HalfPoints)>,
    pub agreed: Vec<(EntrantId, EntrantId)>,
}

pub fn id(number: usize) -> EntrantId {
    EntrantId(format!("p{number}"))
}

pub fn playoff(better: u32, worse: u32) -> MatchId {
    MatchId::Playoff { better, worse }
}

pub fn womens_playoff(better: u32, worse: u32) -> MatchId {
    MatchId::WomensPlayoff { better, worse }
}

pub fn semi_final(number: u32) -> MatchId {
    MatchId::SemiFinal { number }
}

impl World {
    pub fn new(format: FinalsFormat, sources: &[(&str, &str)], points: &[i64]) -> Self {
        Self {
            format,
            sources: sources
                .iter()
                .map(|&(field, rule)| (field.to_owned(), rule.to_owned()))
                .collect(),
            players: (1..)
                .zip(points)
                .map(|(number, &half_points)| FinalsPlayer {
                    entrant: id(number),
                    half_points: HalfPoints(half_points),
                    woman: false,
                    withdrawn: None,
                })
                .collect(),
            share: true,
            games: Vec::new(),
            side: (0, 0),
            side_list: Vec::new(),
            agreed: Vec::new(),
        }
    }

    pub fn woc(points: &[i64]) -> Self {
        Self::new(FinalsFormat::woc(), woc_finals_sources(), points)
    }

    pub fn egp(points: &[i64]) -> Self {
        Self::new(
            FinalsFormat::final_and_third_place(),
            egp_finals_sources(),
            points,
        )
    }

    pub fn egp_nine_or_ten(points: &[i64]) -> Self {
        Self::new(
            FinalsFormat::egp_with_semi_finals(),
            egp_finals_sources(),
            points,
        )
    }

    pub fn women(mut self, numbers: &[usize]) -> Self {
        for &number in numbers {
            self.players[number - 1].woman = true;
        }
        self
    }

    pub fn progress(&self) -> FinalsProgress {
        finals_progress(&FinalsInput {
            format: &self.format,
            sources: &self.sources,
            list: &self.players,
            corrected: &[],
            falls: &[],
            equal_points_share_rank: self.share,
            games: &self.games,
            side_swiss: SideSwissState {
                published: self.side.0,
                finished: self.side.1,
                list: &self.side_list,
            },
            agreed_playoffs: &self.agreed,
        })
    }

    /// Withdraws a player now: the stages published so far stand against him.
    pub fn withdraw(&mut self, number: usize) {
        let mut stages: Vec<FinalsStage> = Vec::new();
        for game in &self.games {
            if !stages.contains(&game.match_id.stage()) {
                stages.push(game.match_id.stage());
            }
        }
        self.players[number - 1].withdrawn = Some(stages);
    }

    /// Withdraws a player now and ends his game in play: lost by absence.
    pub fn leave(&mut self, number: usize) {
        self.withdraw(number);
        for game in self.games.iter_mut().filter(|game| game.result.is_none()) {
            let white_wins = game.black == id(number);
            if white_wins || game.white == id(number) {
                game.result = Some(GameResult {
                    black_discs: if white_wins { 0 } else { 64 },
                    white_discs: if white_wins { 64 } else { 0 },
                    winner: Some(if white_wins {
                        Colour::White
                    } else {
                        Colour::Black
                    }),
                    kind: ResultKind::Walkover,
                    black_absent: white_wins,
                    white_absent: !white_wins,
                });
            }
        }
    }

    pub fn due(&self, match_id: &MatchId) -> DueGame {
        let progress = self.progress();
        progress
            .due
            .iter()
            .flat_map(|session| &session.games)
            .find(|due| due.match_id == *match_id)
            .unwrap_or_else(|| panic!("no {match_id:?} in {:?}", progress.due))
            .clone()
    }

    /// Publishes the due game of a match; the better-ranked has black where the colours are free.
    pub fn publish(&mut self, match_id: &MatchId) -> usize {
        let due = self.due(match_id);
        let settled = settle_colours(&due, &[], Some(Colour::Black)).unwrap();
        self.games.push(MatchGame {
            match_id: match_id.clone(),
            game: due.game,
            black: settled.black,
            white: settled.white,
            result: None,
        });
        self.games.len() - 1
    }

    /// Publishes every due game.
    pub fn publish_all(&mut self) {
        for session in self.progress().due {
            for due in session.games {
                self.publish(&due.match_id);
            }
        }
    }

    /// Plays the due game of a match with these discs of the better-ranked player.
    pub fn play(&mut self, match_id: &MatchId, better_discs: u32) {
        let due = self.due(match_id);
        let index = self.publish(match_id);
        let game = &mut self.games[index];
        game.result = Some(GameResult::played(if game.black == due.better {
            better_discs
        } else {
            64 - better_discs
        }));
    }

    /// Plays the due game of a match to a draw that is the win of that player.
    pub fn play_draw_win(&mut self, match_id: &MatchId, winner: usize) {
        let index = self.publish(match_id);
        let game = &mut self.games[index];
        let colour = if game.black == id(winner) {
            Colour::Black
        } else {
            Colour::White
        };
        game.result = Some(GameResult {
            winner: Some(colour),
            ..GameResult::played(32)
        });
    }

    /// Plays a match through with these discs of the better-ranked player in each game.
    pub fn play_match(&mut self, match_id: &MatchId, better_discs: &[u32]) {
        for &discs in better_discs {
            self.play(match_id, discs);
        }
        assert!(self.decision(match_id).is_some(), "{match_id:?} is over");
    }

    pub fn decision(&self, match_id: &MatchId) -> Option<MatchDecision> {
        self.progress()
            .find_match(match_id)
            .unwrap_or_else(|| panic!("{match_id:?} is known"))
            .decision
            .clone()
    }

    /// Names of the due games, session by session.
    pub fn due_names(&self) -> Vec<Vec<String>> {
        self.progress()
            .due
            .iter()
            .map(|session| {
                let mut names: Vec<String> = session
                    .games
                    .iter()
                    .map(|due| {
                        format!(
                            "{} {}: {}-{}",
                            due.match_id.title(),
                            due.game,
                            due.better,
                            due.worse
                        )
                    })
                    .collect();
                names.extend(
                    session
                        .side_swiss
                        .iter()
                        .map(|side| format!("side round {} of {}", side.round, side.players.len())),
                );
                names
            })
            .collect()
    }
}

/// The list as "rank:id".
pub fn ranks(list: Option<&Vec<FinalRank>>) -> Vec<String> {
    list.expect("the list is known")
        .iter()
        .map(|line| format!("{}:{}", line.rank, line.entrant))
        .collect()
}

/// The ranking as it stands at the end.
pub fn final_ranks(world: &World) -> Vec<String> {
    let progress = world.progress();
    assert!(progress.is_over(), "{:?}", progress.due);
    ranks(progress.final_ranking.as_ref())
}

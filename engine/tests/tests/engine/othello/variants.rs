//! Boards of variants against a board of letters that knows nothing of bits: smaller ones, openings of 1883 with and
//! without a flip by choice, handicaps.

use std::collections::HashMap;

use outflank_othello::transcript::{Outcome, Token, grid_on, parse, replay_on};
use outflank_othello::{
    Board, BoardSize, Color, Goal, Handicap, IllegalReason, Opening, PerColor, PerftCount,
    Position, Square, guaranteed_score, perft, perft_on, perft_split, score_on,
};
use proptest::prelude::*;

/// A board as people see it: rows of `*`, `O` and `.`, and who moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Letters {
    cells: Vec<Vec<char>>,
    to_move: char,
    /// Discs still to be placed in the centre.
    placing: u8,
    opening: &'static str,
    first: char,
}

type At = (usize, usize);
/// Where a disc goes, which it flips by choice, and all that it turns over.
type Move = (At, Option<At>, Vec<At>);

const AROUND: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

fn step((row, column): At, (down, right): (isize, isize)) -> Option<At> {
    let row = row.checked_add_signed(down)?;
    Some((row, column.checked_add_signed(right)?))
}

fn other(letter: char) -> char {
    if letter == '*' { 'O' } else { '*' }
}

impl Letters {
    fn start(side: usize, opening: &'static str, handicap: Option<(char, usize)>) -> Self {
        let mut cells = vec![vec!['.'; side]; side];
        let (low, high, last) = (side / 2 - 1, side / 2, side - 1);
        if opening == "standard" {
            cells[low][low] = 'O';
            cells[high][high] = 'O';
            cells[low][high] = '*';
            cells[high][low] = '*';
        }
        if let Some((to, discs)) = handicap {
            let corners = [(0, 0), (last, last), (0, last), (last, 0)];
            for (row, column) in corners.into_iter().take(discs) {
                cells[row][column] = to;
            }
        }
        let first = handicap.map_or('*', |(to, _)| other(to));
        Self {
            cells,
            to_move: first,
            placing: if opening == "standard" { 0 } else { 4 },
            opening,
            first,
        }
    }

    fn centre(&self) -> [At; 4] {
        let high = self.cells.len() / 2;
        let low = high - 1;
        [(low, low), (low, high), (high, low), (high, high)]
    }

    fn turned(&self, row: usize, column: usize) -> Vec<At> {
        let mut all = Vec::new();
        for (down, right) in AROUND {
            let mut line = Vec::new();
            let mut at = step((row, column), (down, right));
            while let Some(here) = at {
                let cell = self.cells.get(here.0).and_then(|cells| cells.get(here.1));
                if cell == Some(&self.to_move) {
                    all.append(&mut line);
                }
                if cell != Some(&other(self.to_move)) {
                    break;
                }
                line.push(here);
                at = step(here, (down, right));
            }
        }
        all
    }

    /// Every move: where, and what it turns over.
    fn moves(&self) -> Vec<Move> {
        let side = self.cells.len();
        let mut moves = Vec::new();
        if self.placing > 0 {
            let free = self.centre().into_iter();
            for at in free.filter(|(row, column)| self.cells[*row][*column] == '.') {
                let second_of_second = self.placing == 1 && self.to_move != self.first;
                let chooses = second_of_second && self.opening.ends_with("flip");
                if !(chooses && self.opening.contains("must")) {
                    moves.push((at, None, vec![]));
                }
                if chooses {
                    for (row, column) in self.centre() {
                        if self.cells[row][column] == other(self.to_move) {
                            moves.push((at, Some((row, column)), vec![(row, column)]));
                        }
                    }
                }
            }
            return moves;
        }
        for row in 0..side {
            for column in 0..side {
                let turned = self.turned(row, column);
                if self.cells[row][column] == '.' && !turned.is_empty() {
                    moves.push(((row, column), None, turned));
                }
            }
        }
        moves
    }

    fn after(&self, (row, column): At, turned: &[At]) -> Self {
        let mut next = self.clone();
        next.cells[row][column] = self.to_move;
        for (row, column) in turned {
            next.cells[*row][*column] = self.to_move;
        }
        next.to_move = other(self.to_move);
        next.placing = next.placing.saturating_sub(1);
        next
    }

    fn passed(&self) -> Self {
        Self {
            to_move: other(self.to_move),
            ..self.clone()
        }
    }

    /// Everything after one ply; none at the end.
    fn below(&self) -> Vec<Self> {
        let moves = self.moves();
        if !moves.is_empty() {
            let moves = moves.iter();
            return moves
                .map(|(at, _, turned)| self.after(*at, turned))
                .collect();
        }
        let passed = self.passed();
        if passed.moves().is_empty() {
            return vec![];
        }
        vec![passed]
    }

    fn perft(&self, depth: u32) -> PerftCount {
        if depth == 0 {
            return PerftCount {
                leaves: 1,
                with_ended: 1,
            };
        }
        let below = self.below();
        if below.is_empty() {
            return PerftCount {
                leaves: 0,
                with_ended: 1,
            };
        }
        below.iter().map(|after| after.perft(depth - 1)).sum()
    }

    fn count(&self, letter: char) -> u8 {
        let cells = self.cells.iter().flatten();
        u8::try_from(cells.filter(|cell| **cell == letter).count()).unwrap()
    }

    /// Black's and white's final score, empties to the side with more.
    fn score(&self) -> (u8, u8) {
        let (black, white) = (self.count('*'), self.count('O'));
        let all = u8::try_from(self.cells.len() * self.cells.len()).unwrap();
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => (all - white, white),
            std::cmp::Ordering::Less => (black, all - black),
            std::cmp::Ordering::Equal => (all / 2, all / 2),
        }
    }

    /// Black's discs on the board less white's under best play, by exhaustive search.
    fn best(&self, known: &mut HashMap<Self, i32>) -> i32 {
        if let Some(best) = known.get(self) {
            return *best;
        }
        let values = self.below();
        let values = values.iter().map(|after| after.best(known));
        let best = if self.to_move == '*' {
            values.max()
        } else {
            values.min()
        };
        let best = best.unwrap_or_else(|| i32::from(self.count('*')) - i32::from(self.count('O')));
        known.insert(self.clone(), best);
        best
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

fn letters(board: &Board) -> Letters {
    let handicap = board.handicap;
    let handicap = handicap.map(|handicap| (letter(handicap.to), usize::from(handicap.discs)));
    Letters::start(board.size.side().into(), board.opening.as_str(), handicap)
}

fn square((row, column): At) -> Square {
    Square::at(u8::try_from(column).unwrap(), u8::try_from(row).unwrap()).unwrap()
}

fn assert_same(letters: &Letters, position: &Position) {
    for (row, cells) in letters.cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let at = square((row, column));
            let has = |color| position.discs(color).contains(at);
            assert_eq!(has(Color::Black), *cell == '*', "{at} of {letters:?}");
            assert_eq!(has(Color::White), *cell == 'O', "{at} of {letters:?}");
        }
    }
    assert_eq!(letter(position.to_move()), letters.to_move);
}

fn boards() -> Vec<Board> {
    let mut all = Vec::new();
    for size in BoardSize::ALL {
        for opening in Opening::ALL {
            let handicaps = Color::BOTH
                .into_iter()
                .flat_map(|to| (1..=Handicap::MOST).map(move |discs| Handicap { to, discs }));
            for handicap in [None].into_iter().chain(handicaps.map(Some)) {
                all.push(Board {
                    size,
                    opening,
                    handicap,
                    drawn: None,
                });
            }
        }
    }
    all
}

/// Plays one game by these choices on both boards, comparing every position, and answers its transcript.
fn play_both(board: &Board, choices: &[u8]) -> Vec<Token> {
    let (mut plain, mut position) = (letters(board), board.start());
    let mut tokens = Vec::new();
    for choice in choices {
        assert_same(&plain, &position);
        let moves = plain.moves();
        let wanted: u64 = moves
            .iter()
            .fold(0, |set, (at, _, _)| set | square(*at).only().0);
        assert_eq!(board.legal_moves(&position).0, wanted, "{plain:?}");
        let below = plain.below();
        assert_eq!(board.is_over(&position), below.is_empty());
        assert_eq!(
            board.must_pass(&position),
            moves.is_empty() && !below.is_empty()
        );
        if below.is_empty() {
            let (black, white) = plain.score();
            assert_eq!(score_on(&position, board.size), PerColor::new(black, white));
            assert_eq!(black + white, board.size.count());
            break;
        }
        let choosing: Vec<_> = moves.iter().filter_map(|(_, flip, _)| *flip).collect();
        let offered = board.flip_choice(&position);
        let offered_discs = offered.map(|offered| offered.discs).unwrap_or_default();
        for flip in &choosing {
            assert!(offered_discs.contains(square(*flip)));
        }
        assert_eq!(usize::from(offered_discs.count()), choosing.len());
        if moves.is_empty() {
            position = board.pass(&position).unwrap();
            plain = plain.passed();
            continue;
        }
        let (at, flip, turned) = &moves[usize::from(*choice) % moves.len()];
        let flipped = board
            .flips(&position, square(*at), flip.map(square))
            .unwrap();
        let wanted: u64 = turned.iter().fold(0, |set, at| set | square(*at).only().0);
        assert_eq!(flipped.0, wanted, "{at:?} on {plain:?}");
        position = board
            .play(&position, square(*at), flip.map(square))
            .unwrap();
        plain = plain.after(*at, turned);
        tokens.push(Token::of(square(*at), flip.map(square)));
    }
    assert_same(&plain, &position);
    tokens
}

proptest! {
    #![proptest_config(crate::property::cases(12))]

    /// G12: smaller boards, openings and handicaps move, flip, pass, end and score as a board of letters does.
    #[test]
    fn every_board_plays_as_a_board_of_letters(choices in proptest::collection::vec(any::<u8>(), 90)) {
        for board in boards() {
            let tokens = play_both(&board, &choices);
            let line: String = tokens.iter().map(ToString::to_string).collect();
            let read = parse(&line).unwrap();
            prop_assert_eq!(&read, &tokens);
            let replayed = replay_on(&board, &read);
            let ended = matches!(replayed.outcome, Outcome::Finished { .. });
            prop_assert!(ended, "{line} on {board:?}: {:?}", replayed.outcome);
        }
    }

    /// The board of Othello is the bare kernel.
    #[test]
    fn the_largest_board_is_the_kernel(choices in proptest::collection::vec(any::<u8>(), 60)) {
        let mut position = Position::START;
        for choice in choices {
            let legal = position.legal_moves();
            prop_assert_eq!(Board::OTHELLO.legal_moves(&position), legal);
            prop_assert_eq!(Board::OTHELLO.is_over(&position), position.is_over());
            prop_assert_eq!(Board::OTHELLO.pass(&position), position.pass());
            for square in Square::all() {
                prop_assert_eq!(Board::OTHELLO.play(&position, square, None).ok(), position.play(square));
            }
            let squares: Vec<Square> = legal.iter().collect();
            position = match squares.get(usize::from(choice) % squares.len().max(1)) {
                Some(square) => position.play(*square).unwrap(),
                None => match position.pass() {
                    Some(passed) => passed,
                    None => break,
                },
            };
        }
    }
}

#[test]
fn a_tree_of_any_board_is_counted_as_a_board_of_letters_counts_it() {
    for board in boards() {
        let depths = if board.handicap.is_some() { 3..4 } else { 0..6 };
        for depth in depths {
            let count = perft_on(&board, &board.start(), depth);
            assert_eq!(count, letters(&board).perft(depth), "{board:?} to {depth}");
            let (settled, parts) = perft_split(&board, &board.start(), depth, 2);
            let below: PerftCount = parts
                .iter()
                .map(|(position, depth)| perft_on(&board, position, *depth))
                .sum();
            assert_eq!(settled + below, count, "{board:?} to {depth}, split");
        }
    }
    // Othello is counted by the kernel alone.
    let othello = Board::OTHELLO;
    assert_eq!(
        perft_on(&othello, &othello.start(), 7),
        perft(&Position::START, 7)
    );
}

/// There are 60 060 games of 4x4, as the literature on small boards has it.
#[test]
fn the_smallest_board_has_its_known_number_of_games() {
    let board = Board {
        size: BoardSize::Four,
        ..Board::OTHELLO
    };
    // Every game is over after at most twelve discs and the passes between them.
    let whole = perft_on(&board, &board.start(), 24);
    assert_eq!((whole.leaves, whole.with_ended), (0, 60_060));
    assert_eq!(letters(&board).perft(24), whole);
}

/// "On 4x4 and 6x6 boards under perfect play, the second player wins" (reversi.txt): 11-3 on the smaller.
#[test]
fn the_second_player_wins_on_the_smallest_board() {
    let board = Board {
        size: BoardSize::Four,
        ..Board::OTHELLO
    };
    fn best(board: &Board, position: &Position) -> i32 {
        if let Some(passed) = board.pass(position) {
            return best(board, &passed);
        }
        let moves = board.legal_moves(position).iter();
        let values = moves.map(|square| best(board, &board.play(position, square, None).unwrap()));
        let found = match position.to_move() {
            Color::Black => values.max(),
            Color::White => values.min(),
        };
        let counts = position.disc_counts();
        found.unwrap_or_else(|| i32::from(counts.black) - i32::from(counts.white))
    }
    assert_eq!(best(&board, &board.start()), 3 - 11);
    assert_eq!(letters(&board).best(&mut HashMap::new()), 3 - 11);
}

#[test]
fn scores_follow_the_size_of_the_board() {
    for (size, all, half) in [
        (BoardSize::Four, 16, 8),
        (BoardSize::Six, 36, 18),
        (BoardSize::Eight, 64, 32),
    ] {
        assert_eq!((size.count(), size.half()), (all, half));
        assert_eq!(size.squares().count(), all);
        for winner in Color::BOTH {
            let (whole, least) = (
                Goal::Most.whole_win(winner, size),
                Goal::Most.least_win(winner, size),
            );
            assert_eq!(
                (*whole.get(winner), *whole.get(winner.opponent())),
                (all, 0)
            );
            assert_eq!(
                (*least.get(winner), *least.get(winner.opponent())),
                (half + 1, half - 1)
            );
            // Anti-Reversi mirrors all of them.
            assert_eq!(
                Goal::Fewest.whole_win(winner, size),
                Goal::Most.whole_win(winner.opponent(), size)
            );
            assert_eq!(
                Goal::Fewest.least_win(winner, size),
                Goal::Most.least_win(winner.opponent(), size)
            );
        }
        // Crosswise in the centre both have two: a draw; of one disc alone all is the owner's.
        let board = Board {
            size,
            ..Board::OTHELLO
        };
        assert_eq!(score_on(&board.start(), size), PerColor::new(half, half));
        assert_eq!(
            guaranteed_score(&board.start(), Color::White, (Goal::Most, size)),
            PerColor::new(half - 1, half + 1)
        );
        assert_eq!(
            guaranteed_score(&board.start(), Color::White, (Goal::Fewest, size)),
            PerColor::new(half + 1, half - 1)
        );
        let one = Position::new(
            size.corners()[0],
            outflank_othello::Squares::EMPTY,
            Color::White,
        );
        assert_eq!(score_on(&one.unwrap(), size), PerColor::new(all, 0));
    }
}

#[test]
fn a_smaller_board_is_the_corner_of_the_first_square() {
    let six = Board {
        size: BoardSize::Six,
        ..Board::OTHELLO
    };
    let named = |set: outflank_othello::Squares| {
        let names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
        names.join(" ")
    };
    let start = six.start();
    assert_eq!(named(start.discs(Color::White)), "c3 d4");
    assert_eq!(named(start.discs(Color::Black)), "d3 c4");
    assert_eq!(named(six.legal_moves(&start)), "c2 b3 e4 d5");
    let refused = |name: &str| six.flips(&start, name.parse().unwrap(), None).unwrap_err();
    assert_eq!(refused("g4"), IllegalReason::OutsideBoard);
    assert_eq!(refused("a7"), IllegalReason::OutsideBoard);
    assert_eq!(refused("c3"), IllegalReason::SquareTaken);
    assert_eq!(refused("a1"), IllegalReason::FlipsNothing);
    let sheet = grid_on(&six, &["c2".parse().unwrap(), "b2".parse().unwrap()]);
    assert_eq!(
        sheet.to_string(),
        "   a  b  c  d  e  f\n1 .. .. .. .. .. ..\n2 ..  2  1 .. .. ..\n3 .. .. () ## .. ..\n\
         4 .. .. ## () .. ..\n5 .. .. .. .. .. ..\n6 .. .. .. .. .. .."
    );
}

#[test]
fn a_handicap_fills_corners_in_order_and_its_giver_moves_first() {
    for (size, corners) in [
        (BoardSize::Eight, ["a1", "h8", "h1", "a8"]),
        (BoardSize::Six, ["a1", "f6", "f1", "a6"]),
        (BoardSize::Four, ["a1", "d4", "d1", "a4"]),
    ] {
        for to in Color::BOTH {
            for discs in 1..=4_usize {
                let handicap = Handicap {
                    to,
                    discs: u8::try_from(discs).unwrap(),
                };
                let board = Board {
                    size,
                    handicap: Some(handicap),
                    ..Board::OTHELLO
                };
                let wanted: outflank_othello::Squares = corners[..discs]
                    .iter()
                    .map(|name| name.parse::<Square>().unwrap())
                    .collect();
                assert_eq!(handicap.squares(size), wanted);
                let start = board.start();
                assert_eq!(start.discs(to).0 & wanted.0, wanted.0);
                assert_eq!(start.to_move(), to.opponent());
                assert_eq!(
                    usize::from(start.disc_counts().black + start.disc_counts().white),
                    4 + discs
                );
            }
        }
    }
}

//! Tables: what of them depends on who looks, what follows from a move, and what else a commit changes.

use bytes::Bytes;
use prost::Message as _;

use crate::{
    json::{self, Fault},
    live::v1::{ServerMessage, server_message::Message},
    play::v1::{BoardInside, Color, PlayedPly, Table, TableFrame, TableInside},
    schema::{CLOCKS, SERVER_MESSAGE, TABLE},
};

impl TableFrame {
    /// What the server says, in both encodings.
    ///
    /// # Errors
    /// When it breaks its contract.
    pub fn of(message: Message) -> Result<Self, Fault> {
        let message = Some(message);
        let message = ServerMessage { message }.encode_to_vec();
        let mut text = Vec::new();
        json::write(SERVER_MESSAGE, &message, &mut text)?;
        Ok(Self {
            message: message.into(),
            json: Bytes::from(text),
        })
    }
}

impl Table {
    /// What follows from a `moved` or a `passed` by whoever has a table: the ply comes last, its disc and those that it
    /// flipped lie on the board in the mover's colour, and are counted.
    pub fn follow(&mut self, ply: PlayedPly, flipped: &[String]) {
        if !ply.square.is_empty() {
            let disc = match ply.color() {
                Color::White => b'O',
                Color::Black | Color::Unspecified => b'*',
            };
            let mut board = std::mem::take(&mut self.board).into_bytes();
            for square in flipped.iter().chain([&ply.square]) {
                let cell = cell(square, self.board_size);
                if let Some(cell) = cell.and_then(|cell| board.get_mut(cell)) {
                    *cell = disc;
                }
            }
            let count = |disc| {
                let cells = board.iter().filter(|cell| **cell == disc);
                u32::try_from(cells.count()).unwrap_or(u32::MAX)
            };
            (self.black_discs, self.white_discs) = (count(b'*'), count(b'O'));
            self.board = String::from_utf8(board).unwrap_or_default();
            self.last_square.clone_from(&ply.square);
            flipped.clone_into(&mut self.last_flips);
        }
        self.plies.push(ply);
    }

    /// The members that differ from those of what follows from the events alone, as JSON: `seq` stands beside them, and
    /// of the clocks those that go by themselves are always there.
    ///
    /// # Errors
    /// When either breaks its contract.
    pub fn changes_from(&self, expected: &Self) -> Result<String, Fault> {
        let (was, after) = (expected.encode_to_vec(), self.encode_to_vec());
        let mut members = json::differing(TABLE, &was, &after)?;
        for name in ["seq", "clocks"] {
            if let Some(field) = TABLE.field(name) {
                members.remove(field);
            }
        }
        let mut text = Vec::new();
        json::write_members(TABLE, &after, members, &mut text)?;
        if text.pop().is_some() && text.len() > 1 {
            text.push(b',');
        }
        text.extend_from_slice(b"\"clocks\":");
        self.write_clocks(expected, &mut text)?;
        text.push(b'}');
        Ok(String::from_utf8(text).unwrap_or_default())
    }

    fn write_clocks(&self, expected: &Self, text: &mut Vec<u8>) -> Result<(), Fault> {
        let clocks = self.clocks.unwrap_or_default();
        let was = expected.clocks.unwrap_or_default().encode_to_vec();
        let is = clocks.encode_to_vec();
        let mut members = json::differing(CLOCKS, &was, &is)?;
        let mut go = vec!["black_ms", "white_ms", "running", "as_of_ms"];
        go.extend(clocks.black_overtime.is_some().then_some("black_overtime"));
        go.extend(clocks.white_overtime.is_some().then_some("white_overtime"));
        for field in go.into_iter().filter_map(|name| CLOCKS.field(name)) {
            members.insert(field);
        }
        json::write_members(CLOCKS, &is, members, text)
    }
}

/// Where a square's cell is in a board's text: `f5` on a board of size 8 is the 37th.
fn cell(square: &str, size: u32) -> Option<usize> {
    let [column, row] = square.as_bytes() else {
        return None;
    };
    let size = usize::try_from(size).ok()?;
    let column = usize::from(column.checked_sub(b'a')?);
    let row = usize::from(row.checked_sub(b'1')?);
    (column < size).then_some(row.checked_mul(size)?.checked_add(column)?)
}

impl TableInside {
    /// Shows this on a table, instead of what stood there for another audience.
    pub fn show_on(self, table: &mut Table) {
        table.confirmation = self.confirmation;
        table.rulings = self.rulings;
        table.black_calls_left = self.black_calls_left;
        table.white_calls_left = self.white_calls_left;
        table.called_by = self.called_by;
        table.call_excessive = self.call_excessive;
        table.black_arrived = self.black_arrived;
        table.white_arrived = self.white_arrived;
        table.black_expelled = self.black_expelled;
        table.white_expelled = self.white_expelled;
        table.expelled_accounts = self.expelled_accounts;
        table.has_table_judge = self.has_table_judge;
        table.table_judge_account_id = self.table_judge_account_id;
        if let Some(board) = self.board {
            board.lay_on(table);
        }
    }
}

impl BoardInside {
    /// Lays this on a table's board.
    pub fn lay_on(self, table: &mut Table) {
        table.board = self.board;
        table.legal_squares = self.legal_squares;
        table.must_pass = self.must_pass;
        table.last_square = self.last_square;
        table.last_flips = self.last_flips;
        table.plies = self.plies;
        table.black_discs = self.black_discs;
        table.white_discs = self.white_discs;
        table.flippable_squares = self.flippable_squares;
        table.must_flip = self.must_flip;
    }
}

//! What of a table depends on who looks at it.

use crate::play::v1::{BoardInside, Table, TableInside};

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

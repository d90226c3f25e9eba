//! What of a table depends on who looks at it.

use crate::play::v1::{Table, TableInside};

impl TableInside {
    /// Shows this on a table, instead of what stood there for another audience.
    pub fn show_on(self, table: &mut Table) {
        table.confirmation = self.confirmation;
        table.rulings = self.rulings;
        table.black_calls_left = self.black_calls_left;
        table.white_calls_left = self.white_calls_left;
        table.called_by = self.called_by;
        table.black_arrived = self.black_arrived;
        table.white_arrived = self.white_arrived;
        table.black_expelled = self.black_expelled;
        table.white_expelled = self.white_expelled;
        table.expelled_accounts = self.expelled_accounts;
        table.has_table_judge = self.has_table_judge;
        table.table_judge_account_id = self.table_judge_account_id;
    }
}

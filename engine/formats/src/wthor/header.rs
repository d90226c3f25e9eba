use super::WthorError;

/// Size of every WTHOR file's header.
pub const HEADER_BYTES: usize = 16;

/// When a file was made, as its header says; not checked against the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileCreated {
    /// Year, century included.
    pub year: u16,
    /// Month.
    pub month: u8,
    /// Day of the month.
    pub day: u8,
}

/// The header of a WTHOR file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// When the file was made.
    pub created: FileCreated,
    /// Number of game records (N1).
    pub games: u32,
    /// Number of names (N2).
    pub names: u16,
    /// Year in which the games were played; 0 in files of names.
    pub year: u16,
    /// Board size as the file says it: 0 is 8.
    pub board_size: u8,
    /// Whether the file holds solitaires.
    pub solitaires: bool,
    /// Empties from which the theoretical score is perfect play, as the file says it: 0 is 22.
    pub depth: u8,
    /// The last byte, of no known meaning.
    pub reserved: u8,
}

impl Header {
    /// Reads the header and gives what follows it.
    pub(super) fn split(bytes: &[u8]) -> Result<(Self, &[u8]), WthorError> {
        let no_header = WthorError::NoHeader { found: bytes.len() };
        let Some((head, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            return Err(no_header);
        };
        let [
            century,
            year,
            month,
            day,
            n1a,
            n1b,
            n1c,
            n1d,
            n2a,
            n2b,
            ya,
            yb,
            size,
            solitaires,
            depth,
            reserved,
        ] = *head;
        let header = Self {
            created: FileCreated {
                year: u16::from(century) * 100 + u16::from(year),
                month,
                day,
            },
            games: u32::from_le_bytes([n1a, n1b, n1c, n1d]),
            names: u16::from_le_bytes([n2a, n2b]),
            year: u16::from_le_bytes([ya, yb]),
            board_size: size,
            solitaires: solitaires == 1,
            depth,
            reserved,
        };
        Ok((header, rest))
    }

    /// The header as it stands in a file.
    pub(super) fn bytes(&self) -> [u8; HEADER_BYTES] {
        let low = |number: u16| u8::try_from(number).unwrap_or(u8::MAX);
        let century = low(self.created.year / 100);
        // A year of no calendar may be more than 99 years into its century.
        let year = low(self
            .created
            .year
            .saturating_sub(u16::from(century).saturating_mul(100)));
        let [n1a, n1b, n1c, n1d] = self.games.to_le_bytes();
        let [n2a, n2b] = self.names.to_le_bytes();
        let [ya, yb] = self.year.to_le_bytes();
        [
            century,
            year,
            self.created.month,
            self.created.day,
            n1a,
            n1b,
            n1c,
            n1d,
            n2a,
            n2b,
            ya,
            yb,
            self.board_size,
            u8::from(self.solitaires),
            self.depth,
            self.reserved,
        ]
    }
}

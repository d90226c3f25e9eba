//! Bytes that many readers are lent: they are there once, and so they are counted, for one of the readers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::unread::answers::Kept;

/// Something that is lent to readers.
#[derive(Debug)]
pub struct Loans {
    /// How much it is.
    bytes: usize,
    readers: Mutex<Readers>,
}

#[derive(Debug, Default)]
struct Readers {
    next: u64,
    /// In the order in which they came: the first is charged.
    waiting: BTreeMap<u64, Kept>,
}

impl Readers {
    fn charge(&mut self, bytes: usize) {
        if let Some(mut first) = self.waiting.first_entry() {
            first.get_mut().set(bytes);
        }
    }
}

/// An answer's extension: its body is lent.
#[derive(Debug, Clone)]
pub struct Lent {
    /// By these.
    pub loans: Arc<Loans>,
    /// It was compressed for all of its readers.
    pub is_compressed: bool,
}

/// A reader's loan, until it is dropped.
#[derive(Debug)]
pub struct Loan {
    loans: Arc<Loans>,
    number: u64,
}

impl Loans {
    /// So many bytes, which nobody reads.
    pub fn new(bytes: usize) -> Self {
        Self {
            bytes,
            readers: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Readers> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends it to a reader, who is charged when all who came before have gone.
    pub fn lend(self: &Arc<Self>, kept: Kept) -> Loan {
        let mut readers = self.lock();
        let number = readers.next;
        readers.next += 1;
        readers.waiting.insert(number, kept);
        readers.charge(self.bytes);
        drop(readers);
        Loan {
            loans: Arc::clone(self),
            number,
        }
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        let mut readers = self.loans.lock();
        readers.waiting.remove(&self.number);
        readers.charge(self.loans.bytes);
    }
}

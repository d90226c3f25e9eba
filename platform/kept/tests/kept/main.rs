//! What is kept, and what is put out for it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use outflank_kept::{Kept, Weighed, bytes_by_name};

#[derive(Debug, PartialEq, Eq)]
struct Block(u64);

impl Weighed for Block {
    fn bytes(&self) -> u64 {
        self.0
    }
}

fn block(bytes: u64) -> Arc<Block> {
    Arc::new(Block(bytes))
}

#[test]
fn what_comes_later_puts_out_single_values_and_never_all() {
    let kept: Kept<String, Arc<Block>> = Kept::new("blocks put out", 100_000);
    for number in 0..1_000 {
        kept.keep(format!("{number}"), block(1_000));
        assert!(kept.bytes() <= 100_000, "{} after {number}", kept.bytes());
        if number > 200 {
            assert!(kept.bytes() > 90_000, "{} after {number}", kept.bytes());
        }
    }
    let there = (0..1_000).filter(|number| kept.get(&format!("{number}")).is_some());
    assert!((80..100).contains(&there.count()));
}

#[test]
fn what_is_asked_for_again_and_again_outlasts_a_walk_over_everything() {
    let kept: Kept<String, Arc<Block>> = Kept::new("blocks walked", 100_000);
    kept.keep("asked".to_owned(), block(1_000));
    for number in 0..2_000 {
        assert!(kept.get("asked").is_some(), "gone after {number}");
        kept.keep(format!("{number}"), block(1_000));
    }
}

#[test]
fn a_value_larger_than_the_room_is_not_taken_in_and_puts_nothing_out() {
    let kept: Kept<String, Arc<Block>> = Kept::new("blocks too large", 100_000);
    kept.keep("small".to_owned(), block(10_000));
    kept.keep("large".to_owned(), block(200_000));
    assert_eq!(kept.get("large"), None);
    assert_eq!(kept.get("small"), Some(block(10_000)));
    kept.keep("half".to_owned(), block(60_000));
    assert_eq!(kept.get("half"), Some(block(60_000)));
}

#[test]
fn a_value_takes_the_place_of_the_one_before_and_can_be_let_go() {
    let kept: Kept<String, Arc<Block>> = Kept::new("blocks replaced", 100_000);
    kept.keep("one".to_owned(), block(10_000));
    kept.keep("one".to_owned(), block(20_000));
    kept.keep("two".to_owned(), block(1));
    assert_eq!(kept.get("one"), Some(block(20_000)));
    assert!(kept.bytes() < 21_000, "{}", kept.bytes());
    kept.forget("one");
    assert_eq!((kept.get("one"), kept.get("two")), (None, Some(block(1))));
    kept.forget_all();
    assert_eq!((kept.get("two"), kept.bytes()), (None, 0));
}

#[test]
fn operators_are_told_what_is_kept_as_long_as_it_is() {
    let first: Kept<String, Arc<Block>> = Kept::new("blocks told", 100_000);
    let second: Kept<String, Arc<Block>> = Kept::new("blocks told", 100_000);
    first.keep("one".to_owned(), block(1_000));
    second.keep("one".to_owned(), block(2_000));
    let told = bytes_by_name()["blocks told"];
    assert_eq!(told, first.bytes() + second.bytes());
    drop(first);
    assert_eq!(bytes_by_name()["blocks told"], second.bytes());
    drop(second);
    assert_eq!(bytes_by_name().get("blocks told"), None);
}

//! Values spoiled at random in their stored form, and numbers that are easily got wrong.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::tournament::support::Numbers;

/// A number near the end of a range, or a plain one.
pub fn extreme(numbers: &mut Numbers) -> i64 {
    const ENDS: [i64; 16] = [
        i64::MIN,
        i64::MIN + 1,
        i64::MIN / 2,
        -4_294_967_296,
        -1,
        0,
        1,
        2,
        64,
        65,
        i32::MAX as i64,
        u32::MAX as i64 - 1,
        u32::MAX as i64,
        u32::MAX as i64 + 1,
        i64::MAX / 2,
        i64::MAX,
    ];
    match numbers.below(3) {
        0 => ENDS[numbers.index(ENDS.len())],
        1 => i64::from(numbers.below(12)),
        _ => i64::from(numbers.below(3000)) - 1000,
    }
}

/// A number without a sign, near the end of a range or plain.
pub fn extreme_u32(numbers: &mut Numbers) -> u32 {
    match numbers.below(4) {
        0 => u32::MAX - numbers.below(3),
        1 => numbers.below(70),
        2 => 1 << numbers.below(32),
        _ => numbers.below(8),
    }
}

/// A value spoiled in one or two places and read back; `None` where it cannot be read.
pub fn spoiled<T: Serialize + DeserializeOwned>(value: &T, numbers: &mut Numbers) -> Option<T> {
    let mut json = serde_json::to_value(value).unwrap();
    if numbers.below(12) == 0 {
        let number = [0, i64::from(i32::MAX), i64::from(u32::MAX)][numbers.index(3)];
        flood(&mut json, number, numbers);
        return serde_json::from_value(json).ok();
    }
    for _ in 0..=numbers.below(2) {
        spoil(&mut json, numbers);
    }
    serde_json::from_value(json).ok()
}

/// Spoils one place of a value.
pub fn spoil(value: &mut Value, numbers: &mut Numbers) {
    let mut place = value;
    loop {
        let inside = match place {
            Value::Array(items) => items.len(),
            Value::Object(fields) => fields.len(),
            _ => 0,
        };
        if inside == 0 || numbers.below(12) == 0 {
            break;
        }
        let chosen = numbers.index(inside);
        place = match place {
            Value::Array(items) => &mut items[chosen],
            Value::Object(fields) => fields.iter_mut().nth(chosen).unwrap().1,
            _ => unreachable!("nothing is inside"),
        };
    }
    spoil_here(place, numbers);
}

/// Puts one number in the place of most others.
fn flood(value: &mut Value, number: i64, numbers: &mut Numbers) {
    match value {
        Value::Array(items) => {
            for item in items {
                flood(item, number, numbers);
            }
        }
        Value::Object(fields) => {
            for field in fields.values_mut() {
                flood(field, number, numbers);
            }
        }
        Value::Number(_) if numbers.below(5) > 0 => *value = Value::from(number),
        _ => {}
    }
}

fn spoil_here(place: &mut Value, numbers: &mut Numbers) {
    match place {
        Value::Array(items) if !items.is_empty() => {
            let (one, other) = (numbers.index(items.len()), numbers.index(items.len()));
            match numbers.below(5) {
                0 => drop(items.remove(one)),
                1 => items.swap(one, other),
                2 => items[one] = items[other].clone(),
                3 => items.push(items[one].clone()),
                _ => {
                    let again = items[one].clone();
                    items.extend(vec![again; numbers.index(40)]);
                }
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(numbers.index(fields.len())).unwrap();
            let key = key.clone();
            fields.remove(&key);
        }
        Value::Number(number) => {
            *place = match numbers.below(6) {
                0 => Value::from(u64::MAX),
                1 => Value::from(number.as_i64().unwrap_or(0).wrapping_add(1)),
                2 => Value::from(number.as_i64().unwrap_or(0).wrapping_sub(1)),
                _ => Value::from(extreme(numbers)),
            };
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => *text = odd_text(text, numbers),
        _ => {
            *place = match numbers.below(4) {
                0 => Value::from(extreme(numbers)),
                1 => Value::from(format!("e{:03}", numbers.below(6))),
                2 => Value::Array(Vec::new()),
                _ => Value::Null,
            };
        }
    }
}

fn odd_text(text: &str, numbers: &mut Numbers) -> String {
    match numbers.below(10) {
        0 => String::new(),
        1 => "\u{0}\u{1f}".to_owned(),
        2 => "\u{1f469}\u{200d}\u{1f680}\u{df}\u{301}".to_owned(),
        3 => text.repeat(60),
        4 => text.to_uppercase(),
        5 => "ab".repeat(32),
        6 => "black".to_owned(),
        _ => format!("e{:03}", numbers.below(9)),
    }
}

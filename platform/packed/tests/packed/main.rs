//! ZIP archives through the public interface: what is packed is read back, and what lies is refused within bounds.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

use outflank_packed::{Bounds, PackedFile, UnpackError, is_packed, pack, unpack, without_folders};

const BOUNDS: Bounds = Bounds {
    bytes: 1_000,
    files: 3,
};
/// Where the header of a file in the list of all begins.
const LISTED: &[u8] = b"PK\x01\x02";
/// Where the header before a file's bytes begins.
const BEFORE: &[u8] = b"PK\x03\x04";

fn file(name: &str, bytes: &[u8]) -> PackedFile {
    PackedFile {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    }
}

fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    pack(files.iter().copied()).unwrap()
}

/// Where that stands, each time.
fn places(archive: &[u8], sought: &[u8]) -> Vec<usize> {
    let windows = archive.windows(sought.len()).enumerate();
    let found = windows.filter(|(_, window)| *window == sought);
    found.map(|(place, _)| place).collect()
}

/// Says in both headers of the only file that it has so many bytes unpacked.
fn saying(mut archive: Vec<u8>, bytes: u32) -> Vec<u8> {
    for (header, offset) in [(BEFORE, 22), (LISTED, 24)] {
        let [place] = places(&archive, header)[..] else {
            panic!("one file")
        };
        archive[place + offset..place + offset + 4].copy_from_slice(&bytes.to_le_bytes());
    }
    archive
}

#[test]
fn what_is_packed_is_read_back_and_has_the_same_bytes_every_time() {
    let large = vec![7; 990];
    let files: [(&str, &[u8]); 3] = [("b.txt", b"two"), ("a.txt", b""), ("c.bin", &large)];
    let archive = packed(&files);
    assert_eq!(packed(&files), archive);
    assert!(is_packed(&archive));
    let read = unpack(&archive, BOUNDS).unwrap();
    let expected = files.map(|(name, bytes)| file(name, bytes));
    assert_eq!(read, expected, "in their order");
    assert_eq!(unpack(&packed(&[]), BOUNDS), Ok(vec![]));
    for other in [b"".as_slice(), b"PK", b"f5d6"] {
        assert!(!is_packed(other));
    }
    assert!(pack([("a", b"1".as_slice()), ("a", b"2")]).is_err());
}

#[test]
fn as_much_as_the_bounds_say_is_read_and_not_a_byte_or_a_file_more() {
    let [half, rest, more] = [500, 500, 501].map(|bytes| vec![b'x'; bytes]);
    let read = unpack(&packed(&[("a", &half), ("b", &rest)]), BOUNDS).unwrap();
    assert_eq!(
        read.iter().map(|file| file.bytes.len()).sum::<usize>(),
        1_000
    );
    let refused = unpack(&packed(&[("a", &half), ("b", &more)]), BOUNDS);
    assert_eq!(refused, Err(UnpackError::TooManyBytes { most: 1_000 }));
    let names = ["a", "b", "c", "d"];
    let empty = names.map(|name| (name, b"".as_slice()));
    assert_eq!(unpack(&packed(&empty[..3]), BOUNDS).unwrap().len(), 3);
    let refused = unpack(&packed(&empty), BOUNDS);
    assert_eq!(
        refused,
        Err(UnpackError::TooManyFiles { found: 4, most: 3 })
    );
    let none = Bounds { bytes: 0, files: 0 };
    assert_eq!(unpack(&packed(&[]), none), Ok(vec![]));
    let refused = unpack(&packed(&empty[..1]), none);
    assert_eq!(
        refused,
        Err(UnpackError::TooManyFiles { found: 1, most: 0 })
    );
}

#[test]
fn a_bomb_is_refused_at_the_bound() {
    let archive = packed(&[("bomb", &vec![0; 16 << 20])]);
    assert!(archive.len() < 32 << 10);
    let refused = unpack(&archive, BOUNDS);
    assert_eq!(refused, Err(UnpackError::TooManyBytes { most: 1_000 }));
    // However little it says that it has.
    for said in [0, 10, 1_000] {
        assert!(
            unpack(&saying(archive.clone(), said), BOUNDS).is_err(),
            "{said}"
        );
    }
}

/// One file's bytes stand for many: each is counted.
#[test]
fn files_that_share_their_bytes_count_each() {
    let bytes = vec![0; 600];
    let mut archive = packed(&[("a", &bytes), ("b", &bytes)]);
    let [first, second] = places(&archive, LISTED)[..] else {
        panic!("two files")
    };
    let shared: [u8; 4] = archive[first + 42..first + 46].try_into().unwrap();
    archive[second + 42..second + 46].copy_from_slice(&shared);
    assert!(unpack(&archive, BOUNDS).is_err());
}

#[test]
fn a_size_that_is_not_true_neither_takes_memory_nor_cuts_what_is_there() {
    let bytes = b"results of the evening";
    let archive = packed(&[("a.txt", bytes)]);
    for said in [0, 5, u32::MAX - 1] {
        let read = unpack(&saying(archive.clone(), said), BOUNDS);
        let whole = read.as_deref() == Ok(&[file("a.txt", bytes)][..]);
        let refused = matches!(
            read,
            Err(UnpackError::Broken { .. } | UnpackError::TooManyBytes { .. })
        );
        assert!(whole || refused, "{said}: {read:?}");
    }
}

#[test]
fn names_come_without_folders_and_lead_nowhere() {
    for (path, name) in [
        ("a.txt", "a.txt"),
        ("2026/july/a.txt", "a.txt"),
        ("../../etc/passwd", "passwd"),
        ("/etc/passwd", "passwd"),
        ("C:\\papp\\a.txt", "a.txt"),
        ("..\\..\\a.txt", "a.txt"),
        ("...", "..."),
    ] {
        let read = unpack(&packed(&[(path, b"1")]), BOUNDS).unwrap();
        assert_eq!(read, [file(name, b"1")], "{path}");
        assert_eq!(without_folders(path), name);
    }
    for path in ["..", "2026/..", "2026\\.", "."] {
        let refused = unpack(&packed(&[(path, b"1")]), BOUNDS);
        let path = path.to_owned();
        assert_eq!(refused, Err(UnpackError::NoName { path }));
    }
    // Of one name in two folders there are two; in one folder there is no telling which of two is meant.
    let two = packed(&[("1/a", b"1"), ("2/a", b"2")]);
    let both = [file("a", b"1"), file("a", b"2")];
    assert_eq!(unpack(&two, BOUNDS).unwrap(), both);
    let mut same = two;
    for place in places(&same, b"2/a") {
        same[place] = b'1';
    }
    assert_eq!(unpack(&same, BOUNDS), Err(UnpackError::Twice));
}

#[test]
fn what_is_damaged_is_refused_and_never_panics() {
    let archive = packed(&[("a.txt", b"results of the evening"), ("b.txt", b"more")]);
    for end in 0..archive.len() {
        let refused = unpack(&archive[..end], BOUNDS);
        assert!(matches!(refused, Err(UnpackError::Broken { .. })), "{end}");
    }
    for place in 0..archive.len() {
        for bit in 0..8 {
            let mut damaged = archive.clone();
            damaged[place] ^= 1 << bit;
            // Whatever comes of it is within the bounds.
            if let Ok(read) = unpack(&damaged, BOUNDS) {
                let bytes: usize = read.iter().map(|file| file.bytes.len()).sum();
                assert!(bytes <= BOUNDS.bytes && read.len() <= BOUNDS.files);
            }
        }
    }
}

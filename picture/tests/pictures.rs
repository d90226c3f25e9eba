//! Pictures as whoever gets one sees them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

use std::{fs, io::Cursor, path::Path, sync::LazyLock};

use outflank_picture::{
    BoardPicture, Color, Delay, Fonts, HEIGHT, Language, Lay, NotDrawn, Player, Ranked, Score,
    Side, Stand, StandingsPicture, StandingsState, Style, Theme, WIDTH, board, standings,
};

const LIGHT: Style = Style {
    theme: Theme::Light,
    language: Language::English,
};
const DARK: Style = Style {
    theme: Theme::Dark,
    language: Language::English,
};
const LANGUAGES: [Language; 3] = [Language::English, Language::French, Language::Japanese];

/// A position from play, and its last move.
const CELLS: &str = concat!(
    "-OOO-*--", "*-OOO*--", "***OO***", "*OOOOO**", "*OOOO***", "*OOO*O**", "-OO*OO-*", "-OOOOO--"
);

/// Those that come with the web app; before its packages are installed, the machine's.
static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
    let parts = [
        "inter/files/inter-latin",
        "inter/files/inter-latin-ext",
        "noto-sans-jp/files/noto-sans-jp-japanese",
    ];
    let names = parts
        .iter()
        .flat_map(|part| [400, 600].map(|weight| format!("{part}-{weight}-normal.woff")));
    let files: Option<Vec<_>> = names.map(|name| font(&name)).collect();
    match files {
        Some(files) => Fonts::new(files).unwrap(),
        None => Fonts::new([]).unwrap().with_machine(),
    }
});

fn font(name: &str) -> Option<Vec<u8>> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    fs::read(web.join("node_modules/@fontsource").join(name)).ok()
}

fn player(surname: &str, given_names: &str, country: &str) -> Player {
    Player {
        surname: surname.into(),
        given_names: given_names.into(),
        country: country.into(),
    }
}

fn running() -> BoardPicture {
    BoardPicture {
        event: "Øresund Open 2026".into(),
        round: 7,
        rounds: 11,
        table: 3,
        lay: Some(Lay::read(CELLS, Some("f8"), &["e8", "f7", "e7"]).unwrap()),
        black: Side {
            player: player("Shirakumo", "Haruto", "JPN"),
            discs: Some(22),
            clock_ms: Some(8_700),
        },
        white: Side {
            player: player("Dijkveld", "Sanne", "NLD"),
            discs: Some(30),
            clock_ms: Some(51_200),
        },
        stand: Stand::ToMove(Color::Black),
        ply: 48,
        last_ply: None,
        as_of: Some(1_784_383_320_000),
        delay: Delay::By {
            plies: 2,
            ms: 30_000,
        },
    }
}

fn over() -> BoardPicture {
    let mut over = running();
    over.black.clock_ms = None;
    over.white.clock_ms = None;
    over.stand = Stand::Over(Score {
        winner: Some(Color::White),
        black: 28,
        white: 36,
    });
    over.ply = 60;
    over.as_of = None;
    over.delay = Delay::None;
    over
}

fn list(rows: usize) -> StandingsPicture {
    let names = [
        ("Fjällryd", "Ossian", "SWE"),
        ("Orihashi", "Nanami", "JPN"),
        ("Montebruno", "Chiara", "ITA"),
        ("Oakhollow", "Brenna", "GBR"),
        ("Wiesengrund", "Jonas", "DEU"),
        ("Brzozowiak", "Wanda", "POL"),
    ];
    let row = |place: usize| {
        let (surname, given_names, country) = names[place % names.len()];
        let number = u32::try_from(place).unwrap();
        Ranked {
            rank: number + 1,
            player: player(surname, given_names, country),
            half_points: 12 - i32::try_from(place).unwrap() / 2,
            tie_break: format!("{}.0", 451 - number),
        }
    };
    StandingsPicture {
        event: "Øresund Open 2026".into(),
        rounds: 11,
        state: StandingsState::Within { round: 7, open: 9 },
        tie_break: "BQ".into(),
        rows: (0..rows.min(StandingsPicture::MOST_ROWS))
            .map(row)
            .collect(),
        all: rows,
        delay: Delay::By { plies: 2, ms: 0 },
    }
}

struct Pixels(Vec<u8>);

impl Pixels {
    fn of(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), (WIDTH, HEIGHT));
        assert_eq!(frame.color_type, png::ColorType::Rgba);
        Self(pixels)
    }

    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let at = usize::try_from((y * WIDTH + x) * 4).unwrap();
        self.0[at..at + 3].try_into().unwrap()
    }

    /// The squares' colours beside their middles, in the order of the cells, where no mark lies on a disc.
    fn squares(&self) -> Vec<[u8; 3]> {
        let at = |place: u32| 66 + (place * 2 + 1) * 33;
        let places = (0..64).map(|place| (place % 8, place / 8));
        places
            .map(|(file, row)| self.at(at(file) + 22, at(row)))
            .collect()
    }

    /// The places in a rectangle that are not of the page.
    fn inked(&self, x: std::ops::Range<u32>, y: std::ops::Range<u32>) -> usize {
        let page = self.at(0, 0);
        let places = y.flat_map(|y| x.clone().map(move |x| (x, y)));
        places.filter(|(x, y)| self.at(*x, *y) != page).count()
    }
}

fn drawn(shown: &BoardPicture, style: Style) -> Pixels {
    Pixels::of(&keep(
        &format!("board-{:?}-{:?}", style.theme, style.language),
        board(shown, style, &FONTS),
    ))
}

/// The picture; for who wants to look, in the folder that `OUTFLANK_PICTURES` names.
fn keep(name: &str, png: Result<Vec<u8>, NotDrawn>) -> Vec<u8> {
    let png = png.unwrap();
    if let Some(folder) = std::env::var_os("OUTFLANK_PICTURES") {
        fs::write(Path::new(&folder).join(format!("{name}.png")), &png).unwrap();
    }
    png
}

#[test]
fn every_square_has_its_disc_in_either_theme() {
    for (style, black, white, green) in [
        (
            LIGHT,
            [0x0e, 0x12, 0x12],
            [0xfa, 0xfa, 0xf7],
            [0x2f, 0x8a, 0x5b],
        ),
        (
            DARK,
            [0x0a, 0x0d, 0x0d],
            [0xf1, 0xf2, 0xee],
            [0x26, 0x76, 0x4d],
        ),
    ] {
        let colors = drawn(&running(), style).squares();
        let wanted = CELLS.chars().map(|cell| match cell {
            '*' => black,
            'O' => white,
            _ => green,
        });
        assert_eq!(colors, wanted.collect::<Vec<_>>());
    }
}

#[test]
fn the_last_move_is_marked() {
    let marked = |square: &str| {
        let mut shown = running();
        shown.lay = Some(Lay::read(CELLS, Some(square), &[""; 0]).unwrap());
        drawn(&shown, LIGHT)
    };
    let (f8, b8) = ((66 + 11 * 33, 66 + 15 * 33), (66 + 3 * 33, 66 + 15 * 33));
    let (one, other) = (marked("f8"), marked("b8"));
    assert_eq!(one.at(f8.0, f8.1), [0xee, 0x5a, 0x12]);
    assert_eq!(other.at(b8.0, b8.1), [0xee, 0x5a, 0x12]);
    assert_eq!(other.at(f8.0, f8.1), [0xfa, 0xfa, 0xf7]);
}

#[test]
fn boards_of_variants_fill_the_same_place() {
    for (cells, size) in [("-".repeat(16), 4), ("-".repeat(36), 6)] {
        let mut shown = running();
        shown.lay = Some(Lay::read(&cells, Some("a1"), &[""; 0]).unwrap());
        let pixels = drawn(&shown, LIGHT);
        let half = 528 / size / 2;
        assert_eq!(pixels.at(66 + half, 66 + half), [0xee, 0x5a, 0x12]);
        assert_eq!(pixels.at(66 + 500, 66 + 500), [0x2f, 0x8a, 0x5b]);
    }
    for (cells, last) in [
        ("-", None),
        (&*"x".repeat(64), None),
        (&*"-".repeat(36), Some("g7")),
    ] {
        assert!(
            Lay::read(cells, last, &[""; 0]).is_err(),
            "{cells} {last:?}"
        );
    }
}

#[test]
fn a_hidden_board_shows_no_disc() {
    let mut shown = running();
    shown.lay = None;
    shown.black.discs = None;
    shown.white.discs = None;
    shown.stand = Stand::Paused;
    let png = keep("hidden", board(&shown, LIGHT, &FONTS));
    let sunk = [0xf3, 0xf5, 0xf5];
    let pixels = Pixels::of(&png);
    assert_eq!(pixels.at(80, 80), sunk);
    assert!((66..594).all(|x| pixels.at(x, 150) == sunk));
}

#[test]
fn each_language_says_it_in_its_own_words() {
    for shown in [running(), over()] {
        let pictures = LANGUAGES.map(|language| {
            let style = Style { language, ..LIGHT };
            let name = format!("{language:?}-{}", shown.ply);
            keep(&name, board(&shown, style, &FONTS))
        });
        assert_ne!(pictures[0], pictures[1]);
        assert_ne!(pictures[0], pictures[2]);
        assert_ne!(pictures[1], pictures[2]);
    }
    let lists = LANGUAGES.map(|language| {
        let name = format!("list-{language:?}");
        keep(
            &name,
            standings(&list(40), Style { language, ..DARK }, &FONTS),
        )
    });
    assert_ne!(lists[0], lists[1]);
    assert_ne!(lists[0], lists[2]);
}

#[test]
fn the_same_facts_are_the_same_bytes() {
    let twice = [0; 2].map(|_| board(&running(), LIGHT, &FONTS).unwrap());
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn what_people_call_themselves_stays_in_its_place() {
    let zalgo = format!(
        "Z{}",
        "\u{334}\u{300}\u{301}\u{302}\u{303}\u{304}".repeat(40)
    );
    let names = [
        "W".repeat(400),
        "Wolfeschlegelsteinhausenbergerdorff ".repeat(20),
        "長い名前".repeat(60),
        zalgo,
        "<script>&amp;\"'</text></svg>".repeat(9),
        "\u{202e}\u{2066}\u{0}\u{1}\u{b}\u{fffe}\u{ffff}\n\r\t".into(),
        "\u{fdfd}\u{12031}".repeat(50),
        "مرحبا بالعالم".repeat(30),
        "👩‍👩‍👧‍👦🏴‍☠️".repeat(30),
        String::new(),
    ];
    for name in names {
        let mut shown = running();
        shown.event.clone_from(&name);
        shown.white.player = player(&name, &name, "NLD");
        shown.black.player = player(&name, "", &name);
        let picture = keep("hostile", board(&shown, LIGHT, &FONTS));
        let pixels = Pixels::of(&picture);
        // Right of the column, between it and the board, and above it there is nothing.
        assert_eq!(pixels.inked(1154..WIDTH, 0..HEIGHT), 0, "{name:?}");
        assert_eq!(pixels.inked(598..650, 64..600), 0, "{name:?}");
        assert_eq!(pixels.inked(650..WIDTH, 0..44), 0, "{name:?}");
        let mut shown = list(9);
        shown.event.clone_from(&name);
        shown.tie_break.clone_from(&name);
        for row in &mut shown.rows {
            row.player = player(&name, "", "DNK");
            row.tie_break.clone_from(&name);
        }
        let picture = keep("hostile-list", standings(&shown, LIGHT, &FONTS));
        let pixels = Pixels::of(&picture);
        assert_eq!(pixels.inked(1154..WIDTH, 0..HEIGHT), 0, "{name:?}");
        assert_eq!(pixels.inked(0..44, 0..HEIGHT), 0, "{name:?}");
        // Between a name and its country.
        assert_eq!(pixels.inked(770..786, 190..228), 0, "{name:?}");
    }
}

#[test]
fn so_many_lines_have_room_and_the_others_are_counted() {
    let foot = |rows| {
        let picture = keep(
            &format!("list-{rows}"),
            standings(&list(rows), LIGHT, &FONTS),
        );
        Pixels::of(&picture).inked(48..300, 570..610)
    };
    assert_eq!(foot(StandingsPicture::MOST_ROWS), 0);
    assert!(foot(StandingsPicture::MOST_ROWS + 1) > 0);
    let mut none = list(0);
    none.state = StandingsState::Before;
    let picture = keep("list-none", standings(&none, LIGHT, &FONTS));
    assert!(Pixels::of(&picture).inked(48..600, 200..260) > 0);
}

#[test]
fn without_a_font_there_is_no_picture() {
    let none = Fonts::new([]).unwrap();
    assert!(matches!(
        board(&running(), LIGHT, &none),
        Err(NotDrawn::NoFont)
    ));
    for file in [
        &b""[..],
        b"wOFF",
        b"wOFF\0\x01\0\0 and so on, and on, and on, and on, and on",
    ] {
        assert!(Fonts::new([file.to_vec()]).is_err(), "{file:?}");
    }
    // Every byte of a font's head may be another.
    let Some(font) = font("inter/files/inter-greek-400-normal.woff") else {
        return;
    };
    for at in 0..200 {
        let mut broken = font.clone();
        broken[at] = !broken[at];
        let _read = Fonts::new([broken]);
    }
}

//! The colours of the app: `web/src/ui/styles/tokens.css`, which a test holds this against.

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Ink on paper.
    Light,
    /// Paper on ink.
    Dark,
}

/// The tokens of a theme, as SVG has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colors {
    pub page: &'static str,
    pub sunk: &'static str,
    pub line: &'static str,
    pub control: &'static str,
    pub ink: &'static str,
    pub ink_2: &'static str,
    pub ink_3: &'static str,
    pub signal: &'static str,
    pub board: &'static str,
    pub grid: &'static str,
    pub disc_black: &'static str,
    pub disc_white: &'static str,
    pub last: &'static str,
}

const LIGHT: Colors = Colors {
    page: "#ffffff",
    sunk: "#f3f5f5",
    line: "#d8dddd",
    control: "#858e8e",
    ink: "#101414",
    ink_2: "#4b5454",
    ink_3: "#667070",
    signal: "#c23a00",
    board: "#2f8a5b",
    grid: "#1d6842",
    disc_black: "#0e1212",
    disc_white: "#fafaf7",
    last: "#ee5a12",
};

const DARK: Colors = Colors {
    page: "#111414",
    sunk: "#1a1e1e",
    line: "#303737",
    control: "#6f7a79",
    ink: "#f2f5f4",
    ink_2: "#b4bdbc",
    ink_3: "#8f9998",
    signal: "#ff8552",
    board: "#26764d",
    grid: "#165336",
    disc_black: "#0a0d0d",
    disc_white: "#f1f2ee",
    last: "#ee5a12",
};

impl Theme {
    /// Its colours.
    pub fn colors(self) -> &'static Colors {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: &str = include_str!("../../web/src/ui/styles/tokens.css");

    #[test]
    fn colours_are_those_of_the_app() {
        for (light, dark, token) in [
            (LIGHT.page, DARK.page, "page"),
            (LIGHT.sunk, DARK.sunk, "sunk"),
            (LIGHT.line, DARK.line, "line"),
            (LIGHT.control, DARK.control, "control"),
            (LIGHT.ink, DARK.ink, "ink"),
            (LIGHT.ink_2, DARK.ink_2, "ink-2"),
            (LIGHT.ink_3, DARK.ink_3, "ink-3"),
            (LIGHT.signal, DARK.signal, "signal"),
            (LIGHT.board, DARK.board, "board"),
            (LIGHT.grid, DARK.grid, "grid"),
            (LIGHT.disc_black, DARK.disc_black, "disc-black"),
            (LIGHT.disc_white, DARK.disc_white, "disc-white"),
        ] {
            let declared = format!("--{token}: light-dark({light}, {dark});");
            assert!(TOKENS.contains(&declared), "{declared}");
        }
        assert_eq!(LIGHT.last, DARK.last);
        assert!(TOKENS.contains(&format!("--last: {};", LIGHT.last)));
    }
}

//! The words of pictures: those of the web app, `web/src/i18n`, which a test holds these against, and the few that
//! pictures alone say.

/// A language that pictures speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
    /// Japanese.
    Japanese,
}

impl Language {
    /// The language of a code: `en`, `fr`, `ja`.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::English),
            "fr" => Some(Self::French),
            "ja" => Some(Self::Japanese),
            _ => None,
        }
    }

    /// A message with what stands in its places, `{name}` each.
    pub fn say(self, word: Word, places: &[(&str, &str)]) -> String {
        let mut text = self.text(word).to_owned();
        for (place, value) in places {
            text = text.replace(&format!("{{{place}}}"), value);
        }
        text
    }

    /// The one of two messages that a count takes, with the count in it.
    pub fn count(self, (one, other): (Word, Word), count: u64) -> String {
        let is_one = match self {
            Self::English => count == 1,
            Self::French => count <= 1,
            Self::Japanese => false,
        };
        let word = if is_one { one } else { other };
        self.say(word, &[("count", &count.to_string())])
    }

    /// A message as it is written.
    pub fn text(self, word: Word) -> &'static str {
        let (english, french, japanese) = word.texts();
        match self {
            Self::English => english,
            Self::French => french,
            Self::Japanese => japanese,
        }
    }
}

/// Messages: the key that the web app has each under, or `own`, and its English, French and Japanese text.
macro_rules! words {
    ($($word:ident $key:literal $english:literal $french:literal $japanese:literal;)*) => {
        /// A message.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Word { $($word,)* }

        impl Word {
            fn texts(self) -> (&'static str, &'static str, &'static str) {
                match self { $(Self::$word => ($english, $french, $japanese),)* }
            }
        }

        #[cfg(test)]
        const ALL: &[(Word, &str)] = &[$((Word::$word, $key),)*];
    };
}

words! {
    App "app.name" "Outflank" "Outflank" "Outflank";
    Black "color.black" "Black" "Noir" "黒";
    White "color.white" "White" "Blanc" "白";
    Round "table.round" "Round {round} of {rounds}" "Ronde {round} sur {rounds}" "第{round}ラウンド（全{rounds}）";
    RoundAlone "standings.round" "Round {round}" "Ronde {round}" "第{round}ラウンド";
    Table "table.name" "Table {table}" "Table {table}" "テーブル{table}";
    ToMove "embed.to_move" "{color} to move" "{color} au trait" "{color}番";
    Won "table.result.color" "{color} won {score}." "{color} gagne {score}." "{color}が{score}で勝ちました。";
    Drawn "table.result.drawn" "Drawn, {score}." "Nulle, {score}." "{score}の引き分けです。";
    NobodyCame "table.result.both_absent" "Neither player came. 0–0." "Aucun des deux joueurs n’est venu. 0–0." "両選手とも来ませんでした。0–0。";
    NobodyScored "table.result.nobody" "Nobody scored. 0–0." "Personne n’a marqué. 0–0." "両者とも勝ち点なし。0–0。";
    Annulled "table.annulled" "The game is annulled." "La partie est annulée." "対局は無効になりました。";
    Adjourned "table.adjourned" "The game is adjourned." "La partie est ajournée." "対局は打ち掛けです。";
    Ply "replay.at" "Move {ply} of {last}" "Coup {ply} sur {last}" "{last}手中{ply}手目";
    AsOf "error.as_of" "Shown as of {time}." "État à {time}." "{time}時点の表示です。";
    Delayed "delay.games" "Spectators see games {delay} later." "Les spectateurs voient les parties avec {delay} de différé." "観戦者には対局が{delay}遅れで表示されます。";
    DelayMovesOne "delay.moves/one" "{count} move" "{count} coup" "{count}手";
    DelayMoves "delay.moves/other" "{count} moves" "{count} coups" "{count}手";
    DelaySeconds "delay.seconds" "{count} s" "{count} s" "{count}秒";
    DelayMinutes "delay.minutes" "{minutes} min" "{minutes} min" "{minutes}分";
    Unshown "delay.off" "Spectators see games once they are over." "Les spectateurs ne voient les parties qu’une fois terminées." "観戦者には、対局が終わってから表示されます。";
    Standings "embed.standings" "Standings" "Classement" "順位表";
    BeforeRound1 "standings.before.next" "The standings begin with round 1." "Le classement commence avec la ronde 1." "順位表は第1ラウンドから始まります。";
    AfterRound "standings.after" "After round {round}" "Après la ronde {round}" "第{round}ラウンド終了時";
    Stopped "standings.stopped" "As it stood after round {round}" "Situation après la ronde {round}" "第{round}ラウンド終了時点";
    Final "standings.final" "Final ranking" "Classement final" "最終順位";
    Player "standings.player" "Player" "Joueur" "選手";
    Points "standings.points" "Points" "Points" "勝ち点";
    Discs "standings.criterion.discs" "Discs" "Pions" "石数";
    Progressive "standings.criterion.progressive" "Progressive" "Progressif" "プログレッシブ";
    Cumulative "standings.criterion.cumulative" "Cumulative" "Cumulatif" "累積勝ち点";
    Median "standings.criterion.median" "Median" "Médian" "メディアン";
    Timeouts "standings.criterion.timeouts" "Timeouts" "Pertes au temps" "時間切れ";
    HeadToHead "standings.criterion.head_to_head" "Head-to-head" "Confrontation" "直接対決";
    MoreOne "embed.rest/one" "and {count} more" "et {count} autre" "ほか{count}人";
    More "embed.rest/other" "and {count} more" "et {count} autres" "ほか{count}人";
    // What pictures alone say.
    Hidden "own" "The board is hidden while a call holds the clocks." "L’othellier est caché tant qu’un appel arrête les pendules." "呼び出しで時計が止まっている間、盤は表示されません。";
    Paused "own" "Both clocks stand." "Les deux pendules sont arrêtées." "両方の時計が止まっています。";
    AfterMove "own" "After move {ply}" "Après le coup {ply}" "{ply}手目の後";
    Starts "own" "Starts {time}" "Début : {time}" "開始：{time}";
    NotStarted "own" "Not started yet" "Pas encore commencée" "開始前";
    OpenOne "own" "{count} game without a result" "{count} partie sans résultat" "結果待ち{count}局";
    Open "own" "{count} games without a result" "{count} parties sans résultat" "結果待ち{count}局";
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{fs, path::Path};

    use super::*;

    /// Every text of a language as the app has it, and the lines of its messages.
    fn texts_of(code: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/i18n");
        let files = fs::read_dir(folder.join(code)).unwrap();
        files
            .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
            .collect()
    }

    /// What the app says under a key, in the form that a count takes.
    fn says(texts: &str, key: &str, text: &str) -> bool {
        let Some((key, form)) = key.split_once('/') else {
            return texts.contains(&format!("'{key}': '{text}'"));
        };
        let message = texts.split_once(&format!("'{key}': {{")).unwrap().1;
        let message = message.split_once('}').map_or(message, |_| {
            // Placeholders have braces of their own: the message ends at the end of its line or of its block.
            message.split_once("},").unwrap().0
        });
        let other = format!("other: '{text}'");
        message.contains(&format!("{form}: '{text}'")) || message.contains(&other)
    }

    #[test]
    fn words_are_those_of_the_app() {
        for (code, language) in [
            ("en", Language::English),
            ("fr", Language::French),
            ("ja", Language::Japanese),
        ] {
            let texts = texts_of(code);
            assert_eq!(Language::of(code), Some(language));
            for (word, key) in ALL.iter().filter(|(_, key)| *key != "own") {
                let text = language.text(*word);
                assert!(says(&texts, key, text), "{code} {key}: {text}");
            }
        }
        assert_eq!(Language::of("de"), None);
    }

    #[test]
    fn a_count_takes_its_form() {
        let more = |language: Language, count| language.count((Word::MoreOne, Word::More), count);
        assert_eq!(more(Language::English, 31), "and 31 more");
        assert_eq!(more(Language::French, 1), "et 1 autre");
        assert_eq!(more(Language::French, 2), "et 2 autres");
        assert_eq!(more(Language::Japanese, 1), "ほか1人");
    }
}

//! The names of rules in files of all kinds and languages.

use crate::types::Rule;

/// Names as they are after [`simplified`]. Opening rules of renju stand for renju.
const NAMES: [(Rule, &[&str]); 5] = [
    (
        Rule::Freestyle,
        &[
            "0",
            "freestyle",
            "free",
            "freegomoku",
            "gomoku",
            "gomokufreestyle",
            "freestylegomoku",
            "gobang",
            "wuziqi",
            "fiveinarow",
            "norestriction",
            "无禁",
            "無禁",
            "无禁手",
            "無禁手",
            "无限制",
            "自由",
            "自由规则",
            "自由規則",
            "五子棋",
            "五目並べ",
            "五目",
            "오목",
            "гомоку",
        ],
    ),
    (
        Rule::Standard,
        &[
            "1",
            "standard",
            "standardgomoku",
            "gomokustandard",
            "exactfive",
            "exactlyfive",
            "标准",
            "標準",
            "标准规则",
            "標準規則",
            "стандарт",
        ],
    ),
    (
        Rule::Renju,
        &[
            "4",
            "renju",
            "rif",
            "renjurif",
            "rifrenju",
            "renjuinternational",
            "sakata",
            "yamaguchi",
            "yamaguchi8",
            "tarannikov",
            "taraguchi",
            "taraguchi10",
            "soosorv",
            "soosorv8",
            "soosõrv",
            "soosõrv8",
            "soosyrv",
            "soosyrv8",
            "連珠",
            "连珠",
            "聯珠",
            "有禁",
            "有禁手",
            "禁手",
            "山口",
            "索索夫",
            "索索夫8",
            "塔拉山口",
            "렌주",
            "рэндзю",
            "рендзю",
        ],
    ),
    (Rule::Caro, &["9", "caro", "cờcaro"]),
    (Rule::CaroOverline, &["8", "caro8", "carooverline"]),
];

/// The rule with this name, in whatever spelling; `None` if it is not known.
pub fn rule_named(text: &str) -> Option<Rule> {
    let name = simplified(text);
    // "Renju rule" and "连珠规则" are the same as "Renju" and "连珠".
    let tails = ["", "rules", "rule", "规则", "規則", "ルール"];
    let shortened = tails.iter().filter_map(|tail| name.strip_suffix(tail));
    let is_renju = ["renju", "連珠", "连珠"]
        .iter()
        .any(|word| name.starts_with(word));
    let renju = is_renju.then_some(Rule::Renju);
    shortened.filter_map(named).next().or(renju)
}

fn named(name: &str) -> Option<Rule> {
    let is_one = |(_, names): &&(Rule, &[&str])| names.contains(&name);
    NAMES.iter().find(is_one).map(|&(rule, _)| rule)
}

/// Small letters and digits only, none of them full-width.
fn simplified(text: &str) -> String {
    let kept = text.chars().map(half_width).filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// The ASCII letter of a full-width one, as `Ａ`; others stay.
pub(super) fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_many_names() {
        for (text, rule) in [
            ("Gomoku", Some(Rule::Freestyle)),
            ("Free-style", Some(Rule::Freestyle)),
            ("五子棋", Some(Rule::Freestyle)),
            ("Free Rule", Some(Rule::Freestyle)),
            ("Gomoku (Standard)", Some(Rule::Standard)),
            ("１", Some(Rule::Standard)),
            ("標準", Some(Rule::Standard)),
            ("連珠", Some(Rule::Renju)),
            ("连珠规则", Some(Rule::Renju)),
            (" RIF rule", Some(Rule::Renju)),
            ("Soosorv-8", Some(Rule::Renju)),
            ("Ｒｅｎｊｕ", Some(Rule::Renju)),
            ("Renju (Taraguchi-10, 5 moves)", Some(Rule::Renju)),
            ("Caro", Some(Rule::Caro)),
            ("caro8", Some(Rule::CaroOverline)),
            ("Japanese", None),
            ("rules", None),
            ("swap2", None),
            ("", None),
        ] {
            assert_eq!(rule_named(text), rule, "{text}");
        }
    }

    #[test]
    fn our_own_names_and_numbers_are_among_them() {
        for rule in Rule::ALL {
            assert_eq!(rule_named(rule.name()), Some(rule));
        }
        for (_, names) in NAMES {
            for name in names {
                assert_eq!(simplified(name), *name);
                assert_eq!(named(name), rule_named(name), "{name} stands there once");
            }
        }
    }
}

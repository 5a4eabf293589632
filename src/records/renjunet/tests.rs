use super::*;
use crate::board::notation::moves_text;
use crate::types::Rule;

const BASE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
<countries><country id="1" name="Estonia" abbr="EST" /><country id="2" name="Rest" /></countries>
<cities><city id="5" country="1" name="Tallinn" /></cities>
<rules><rule id="1" name="RIF"><info>1996</info></rule><rule id="9" name="Any &amp; all" /></rules>
<openings><opening id="4" name="4D" abbr="D4" /></openings>
<players><player id="12" surname="B&#228;r" name="Ants" country="1" city="5" />
<player id="15" name="Wu" surname="" country="7" /></players>
<tournaments><tournament id="3" name="Cup &quot;A&quot;" country="1" city="5" year="2001" month="7" /></tournaments>
<games>
<game id="7" tournament="3" round="2" rule="1" black="12" white="15" bresult="0.5" btime="90" wtime="" opening="4" alt="g7" swap="">
<move>h8 i9 j10</move>
<info>good &lt; better</info>
</game>
<game id="8" rule="9" black="15" white="99" bresult="1"><move>h8 h8</move></game>
<game id="9" rule="9" black="15" white="99" bresult="?"><move>h8</move><info/></game>
<game id="10" rule="1" bresult="0" />
</games>
</database>
"#;

fn base(text: &str) -> Vec<ReadGame> {
    let base = Base::new(text.as_bytes(), &ReadOptions::default()).unwrap();
    base.collect()
}

#[test]
fn games_are_read_with_the_names_of_the_lists() {
    assert!(is_base(BASE));
    let games = base(BASE);
    assert_eq!(games.len(), 4);
    let tree = games[0].tree.as_ref().unwrap();
    let facts = &tree.facts;
    let names = facts.players.each_ref().map(|player| player.name.as_str());
    assert_eq!(names, ["Ants Bär", "Wu"]);
    assert_eq!(facts.players[0].team, "Estonia");
    assert_eq!(
        (facts.event.as_str(), facts.round.as_str()),
        ("Cup \"A\"", "2")
    );
    assert_eq!(
        (facts.place.as_str(), facts.date.as_str()),
        ("Tallinn, Estonia", "2001-07")
    );
    assert_eq!(
        (facts.rule, facts.opening_rule.as_str()),
        (Some(Rule::Renju), "RIF")
    );
    assert_eq!(facts.opening_name, "4D");
    assert_eq!(facts.result, Some(GameResult::Draw));
    assert_eq!(facts.comment, "good < better");
    let other: Vec<_> = facts
        .other
        .iter()
        .map(|one| (one.name.as_str(), one.values[0].as_str()))
        .collect();
    assert_eq!(
        other,
        [("RIFID", "7"), ("RIFBTIME", "90"), ("RIFALT", "g7")]
    );
    assert_eq!(
        moves_text(&tree.main_line().unwrap().board().unwrap()),
        "h8i9j10"
    );
    assert!(games[0].notices.is_empty());
}

#[test]
fn a_bad_game_does_not_stop_the_others() {
    let games = base(BASE);
    let error = games[1].tree.as_ref().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 15, column 1: game 8: 'h8' is occupied already"
    );
    let tree = games[2].tree.as_ref().unwrap();
    assert_eq!(
        (tree.facts.rule, tree.facts.rule_text.as_str()),
        (None, "Any & all")
    );
    assert_eq!(tree.facts.result, None);
    assert_eq!(
        games[2].notices[0].what,
        "the rule 'Any & all' is not known"
    );
    assert_eq!(
        games[3].tree.as_ref().unwrap().facts.result,
        Some(GameResult::Win(Color::White))
    );
}

#[test]
fn the_lists_may_come_last() {
    let (head, games) = BASE.split_at(BASE.find("<games>").unwrap());
    let (games, end) = games.split_at(games.find("</database>").unwrap());
    let (begin, lists) = head.split_at(head.find("<countries>").unwrap());
    let moved = base(&format!("{begin}{games}{lists}{end}"));
    assert_eq!(moved[0].tree, base(BASE)[0].tree);
}

#[test]
fn damaged_bases_are_read_as_far_as_they_go() {
    for (from, to, wrong) in [
        ("<move>h8 i9 j10</move>", "<move>h8 i9", 2),
        ("</game>\n<game id=\"8\"", "<game id=\"8\"", 2),
        ("black=\"12\" white", "black=\"12 white", 2),
        ("</games>\n</database>\n", "<game id=\"11\"><mo", 2),
        ("&lt;", "&no;", 1),
    ] {
        assert!(BASE.contains(from), "{from}");
        let games = base(&BASE.replacen(from, to, 1));
        let bad = games.iter().filter(|game| game.tree.is_err()).count();
        assert_eq!(bad, wrong, "{from}: of {}", games.len());
        assert!(games.iter().any(|game| game.tree.is_ok()), "{from}");
    }
}

//! Titles of categories: the best of each in the final ranking, where the rules have the title.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

/// An event without finals, of as many rounds as the formats say, in which those are juniors and women.
fn confirmed(
    titles: &[TitledCategory],
    juniors: &[usize],
    women: &[usize],
    change: impl FnOnce(&mut Stream),
) -> Stream {
    let mut stream = under(|rules| {
        *rules = RuleSet::preset("club").unwrap();
        rules.category_titles = titles.to_vec();
        rules.penalties = PenaltyRules::mind_sports();
        rules.penalties.reviewed.clear();
    });
    for number in 0..12 {
        let registration = Registration {
            categories: Categories {
                woman: women.contains(&number),
                junior: juniors.contains(&number),
                senior: false,
            },
            ..entry(number)
        };
        stream
            .give(&Command::RegisterEntrant(registration))
            .unwrap();
    }
    let mut numbers = Numbers::new("titles", 1);
    while stream.state.phase() != Phase::Running
        || stream.state.next_round() <= stream.state.planned_rounds()
    {
        publish(&mut stream);
        let round = stream.state.rounds.len();
        stream.record_all(u32::try_from(round).unwrap(), &mut numbers);
        stream.finish();
    }
    change(&mut stream);
    while stream.state.phase() == Phase::Running && stream.step(&mut numbers) {}
    stream
}

fn holders(stream: &Stream, title: Title) -> Vec<EntrantId> {
    let ranking = stream.state.ranking.as_ref().unwrap();
    let lines = ranking.iter().filter(|line| line.titles.contains(&title));
    lines.map(|line| line.entrant.clone()).collect()
}

fn order(stream: &Stream) -> Vec<(usize, u32)> {
    let ranking = stream.state.ranking.as_ref().unwrap();
    let number = |id: &EntrantId| (0..12).find(|&number| entrant(number) == *id).unwrap();
    ranking
        .iter()
        .map(|line| (number(&line.entrant), line.rank))
        .collect()
}

#[test]
fn no_rule_set_gives_a_title_that_it_does_not_name() {
    for name in RuleSet::preset_names() {
        assert!(RuleSet::preset(name).unwrap().category_titles.is_empty());
    }
    let plain = confirmed(&[], &[1, 2, 3], &[4], |_| {});
    let ranking = plain.state.ranking.as_ref().unwrap();
    let titles: Vec<&Title> = ranking.iter().flat_map(|line| &line.titles).collect();
    assert_eq!(titles, [&Title::Champion]);
}

#[test]
fn the_best_of_a_category_has_its_title() {
    let all = order(&confirmed(&[], &[], &[], |_| {}));
    // Two whom the list parts, behind the champion.
    let parted = all[1..].windows(2).find(|pair| pair[0].1 != pair[1].1);
    let &[(better, _), (worse, _)] = parted.unwrap() else {
        panic!("two");
    };
    let titles = [TitledCategory::Youth, TitledCategory::Women];
    let stream = confirmed(&titles, &[better, worse], &[worse], |_| {});
    assert_eq!(holders(&stream, Title::YouthChampion), [entrant(better)]);
    assert_eq!(holders(&stream, Title::WomensChampion), [entrant(worse)]);
    assert_eq!(holders(&stream, Title::SeniorChampion), []);
    assert_eq!(holders(&stream, Title::Champion), [entrant(all[0].0)]);
}

#[test]
fn whom_the_list_leaves_equal_share_a_title() {
    let all = order(&confirmed(&[], &[], &[], |_| {}));
    let equal = all.windows(2).find(|pair| pair[0].1 == pair[1].1);
    let &[(one, rank), (other, _)] = equal.unwrap() else {
        panic!("two");
    };
    let behind: Vec<usize> = all
        .iter()
        .filter(|line| line.1 > rank)
        .map(|line| line.0)
        .collect();
    let juniors = [vec![one, other], behind].concat();
    let stream = confirmed(&[TitledCategory::Youth], &juniors, &[], |_| {});
    let both = [entrant(one), entrant(other)];
    assert_eq!(holders(&stream, Title::YouthChampion), both);
}

#[test]
fn who_is_disqualified_has_no_title() {
    let all = order(&confirmed(&[], &[], &[], |_| {}));
    let (out, _) = all[3];
    let stream = confirmed(&[TitledCategory::Youth], &[out], &[], |stream| {
        let act = penalty("r1", &entrant(out), Penalty::Disqualification);
        stream.give(&Command::ImposePenalty(act)).unwrap();
    });
    assert_eq!(holders(&stream, Title::YouthChampion), []);
}

//! Boards that do not say where their mines are: nothing is searched on them.

use fewest_search::{Limit, Limits, SearchContext, SearchOptions, Verdict};

use crate::advise::Wish;
use crate::game::Standing;
use crate::oracle::{read, within};
use crate::solve::Unanswered;

/// Nothing is proven of a board that does not say where its mines are, and nothing is refuted.
#[test]
fn covered_boards_give_every_search_up() {
    for text in [
        "game: mines\n\n??\n11\n",
        "game: mines\nmines: 1\nclicks: all\n\n?!2\n?!2\n",
        "game: mines\nmines: 1\n\n?1\n?1\n",
    ] {
        let level = read(text);
        assert!(level.missing().is_some(), "{text}");
        let report = level.solve(&mut SearchContext::default()).expect(text);
        let limit = || Limit::Unknown;
        let at_least = 1;
        assert_eq!(
            report.verdict,
            Verdict::GaveUp {
                limit: limit(),
                at_least
            },
            "{text}"
        );
        let survey = level.survey(&mut SearchContext::default(), &mut |_| panic!("{text}"));
        assert!(
            matches!(survey, Err(Unanswered::GaveUp(Limit::Unknown))),
            "{text}"
        );
        let on = &mut |_| std::ops::ControlFlow::Continue(());
        let advice = level
            .advise(Wish::Harder, &SearchOptions::new(), on)
            .expect(text);
        assert!(advice.groups.is_empty(), "{text}");
        let mut session = level.session();
        assert_eq!(session.standing(), Standing::Playing, "{text}");
        assert!(session.moves().is_empty(), "{text}");
        for step in ["0,0", "F0,0", "C1,1"] {
            session.push(step).expect_err(step);
        }
        let limits = Limits::default();
        assert_eq!(
            session.here().keeping(1, &mut within(limits)),
            Err(limit()),
            "{text}"
        );
        assert_eq!(
            session.here().distances(&mut within(limits)),
            Err(limit()),
            "{text}"
        );
        assert_eq!(
            session.here().layers(&mut within(limits)).limit,
            Some(limit()),
            "{text}"
        );
        assert!(!level.key().is_empty(), "{text}");
    }
    // All that is covered is a mine, and so nothing is left to do.
    let session = read("game: mines\nmines: 1\n\n?1\n");
    assert!(session.session().won());
    assert_eq!(read("game: mines\n\nE1\nM1\n").missing(), None);
}

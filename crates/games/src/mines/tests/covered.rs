//! Boards that do not say where their mines are: nothing is searched on them.

use fewest_search::{Limit, Limits, Unwatched, Verdict};

use crate::advice::Wish;
use crate::disagreement::Unanswered;
use crate::oracle::read;
use crate::rules::Standing;

/// Nothing is proven of a board that does not say where its mines are, and nothing is refuted.
#[test]
fn covered_boards_give_every_search_up() {
    for text in [
        "game: mines\n\n??\n11\n",
        "game: mines\nmines: 1\nclicks: all\n\n?!2\n?!2\n",
        "game: mines\nmines: 1\n\n?1\n?1\n",
    ] {
        let level = read(text);
        let told = level.missing().expect(text);
        assert!(told.contains("`odds` or `hint`"), "{told}");
        let report = level.solve(&Limits::default(), &mut Unwatched).expect(text);
        let limit = Limit::Unknown;
        assert_eq!(
            report.verdict,
            Verdict::GaveUp { limit, at_least: 1 },
            "{text}"
        );
        let survey = level.survey(&Limits::default(), &mut Unwatched, &mut |_| {
            panic!("{text}")
        });
        assert!(
            matches!(survey, Err(Unanswered::GaveUp(Limit::Unknown))),
            "{text}"
        );
        let one = std::num::NonZeroUsize::MIN;
        let on = &mut |_| std::ops::ControlFlow::Continue(());
        let advice = level
            .advise(Wish::Harder, one, &Limits::default(), on)
            .expect(text);
        assert!(advice.groups.is_empty(), "{text}");
        let mut session = level.session();
        assert_eq!(session.standing(), Standing::Playing, "{text}");
        assert!(session.moves().is_empty(), "{text}");
        for step in ["0,0", "F0,0", "C1,1"] {
            let refused = session.push(step).expect_err(step).0;
            assert!(refused.contains("is not known"), "{refused}");
        }
        let limits = Limits::default();
        assert_eq!(
            session.keeping(1, &limits, &mut Unwatched),
            Err(limit),
            "{text}"
        );
        assert_eq!(
            session.distances(&limits, &mut Unwatched),
            Err(limit),
            "{text}"
        );
        assert_eq!(
            session.layers(&limits, &mut Unwatched).limit,
            Some(limit),
            "{text}"
        );
        assert!(!level.key().is_empty() && level.careless() <= 1, "{text}");
    }
    // All that is covered is a mine, and so nothing is left to do.
    let session = read("game: mines\nmines: 1\n\n?1\n");
    assert!(session.session().won());
    assert_eq!(read("game: mines\n\nE1\nM1\n").missing(), None);
}

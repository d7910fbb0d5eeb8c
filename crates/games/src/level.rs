//! A level of any game: its board, its notes, and what they claim; read and written in every format.

use std::fmt::{self, Write as _};
use std::ops::ControlFlow;

use fewest_search::{Limit, Positions, Report, SearchContext, Verdict};
use fewest_words::{key, of, say};

use crate::format::{
    Flaw, Format, FormatInfo, JUDGE, Judge, JudgeError, LEVEL, Loss, Reading, Unread, unread,
    unwritten,
};
use crate::game::{Game, MoveName, MoveText as _};
use crate::info::{Info, Options};
use crate::level_text::{LevelText, Note, read_levels};
use crate::making::hardest::{Farthest, NoStarts};
use crate::making::make::alike;
use crate::making::wanted::Reasoning;
use crate::rows::Row;
use crate::scan::Scanner;
use crate::session::Session;
use crate::solve::{Disagreement, Unanswered, replay, replayed, solve};
use crate::source::{Source, TextError, digits};
use crate::survey::{Listener, Survey};

/// Notes that any level may have and that mean nothing to the rules.
const REMARKS: [&str; 7] = [
    "title",
    "author",
    "source",
    "comment",
    "seed",
    "made",
    "reasoning",
];

/// The remarks that say how a board was made: they hold of that board alone.
const MADE: [&str; 3] = ["seed", "made", "reasoning"];

/// A level: a board, its notes, and what they claim. It never changes.
#[derive(Clone)]
pub struct Level<G> {
    /// The board.
    pub board: G,
    /// Remarks in their order.
    remarks: Vec<(String, String)>,
    par: Option<Par>,
    solution: Option<Vec<MoveName>>,
}

/// What a level's notes say the fewest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Par {
    /// That number of moves.
    Fewest(u64),
    /// The level cannot be won.
    Impossible,
}

impl fmt::Display for Par {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Par::Fewest(fewest) => fewest.fmt(f),
            Par::Impossible => f.write_str("impossible"),
        }
    }
}

/// What an answer says about the level that it is for.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The game's words.
    pub info: &'static Info,
    /// The level's title.
    pub title: Option<&'a str>,
}

impl<G: Game> Level<G> {
    /// A board without notes.
    pub fn new(board: G) -> Self {
        Level {
            board,
            remarks: Vec::new(),
            par: None,
            solution: None,
        }
    }

    /// Reads the first level of a level text.
    ///
    /// # Errors
    /// The text is no level of this game.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let source = Source::new(text.as_bytes())?;
        match read_levels(source).next() {
            Some(level) => Self::read(&level?),
            None => Err(source.error(0..0, key("the input is empty"), LEVEL.what)),
        }
    }

    /// Reads one level of a level text, of which the game is known.
    ///
    /// # Errors
    /// A note, the board or the solution is wrong.
    pub fn read(text: &LevelText) -> Result<Self, TextError> {
        let mut options = Vec::new();
        let mut remarks = Vec::new();
        let mut par = None;
        for note in &text.notes {
            let name = note.name.text;
            if name == "game" {
                continue;
            } else if name == "par" {
                par = Some(read_par(note)?);
            } else if REMARKS.contains(&name) {
                remarks.push((name.to_string(), note.value.text.to_string()));
            } else if G::INFO.options.iter().any(|option| option.name == name) {
                options.push(*note);
            } else {
                let message = say!("{game} has no note `{name}`", game = G::INFO.id, name);
                return Err(text
                    .source
                    .error(note.name.range(), message, known_notes::<G>())
                    .drawn(say!("This game has no option “{name}”.", name)));
            }
        }
        let board = G::read_board(&text.board, &Options(options))?;
        let solution = match &text.solution {
            Some(rows) => {
                let mut moves = Vec::new();
                for row in rows {
                    split_moves(text.source, *row, |_, step: G::Move| {
                        moves.push(step.name());
                    })?;
                }
                Some(moves)
            }
            None => None,
        };
        Ok(Level {
            board,
            remarks,
            par,
            solution,
        })
    }

    /// Returns a remark that says something.
    fn remark(&self, name: &str) -> Option<&str> {
        let mut remarks = self.remarks.iter();
        let remark = remarks.find(|(known, value)| known == name && !value.is_empty());
        remark.map(|(_, value)| value.as_str())
    }

    /// The game's words and the title.
    pub fn about(&self) -> About<'_> {
        About {
            info: const { &G::INFO },
            title: self.remark("title"),
        }
    }

    /// What the notes say the fewest is.
    pub fn par(&self) -> Option<Par> {
        self.par
    }

    /// The solution that stands in the level.
    pub fn solution(&self) -> Option<&[MoveName]> {
        self.solution.as_deref()
    }

    /// The seed that it was made from, if a note says one.
    pub fn seed(&self) -> Option<u64> {
        digits(self.remark("seed")?)
    }

    /// The command that makes it again, if a note says it:
    /// [`recipe::words`](crate::making::recipe::words) reads it.
    pub fn made(&self) -> Option<&str> {
        self.remark("made")
    }

    /// Finds the fewest moves and replays them by the rules.
    ///
    /// # Errors
    /// The rules refuse the answer.
    pub fn solve(&self, context: &mut SearchContext) -> Result<Report<MoveName>, Disagreement> {
        Ok(solve(&self.board, context)?.map(G::Move::name))
    }

    /// Hands the level's positions, as bytes, to a search that sends them elsewhere.
    pub fn with_positions(&self, search: &mut dyn FnMut(&dyn Positions)) {
        search(self.board.puzzle().positions());
    }

    /// Takes what such a search found, whose moves are numbers among those that [`Positions`]
    /// visits, and replays it by the rules.
    ///
    /// # Errors
    /// The rules refuse the answer.
    pub fn adopt(&self, report: Report<u32>) -> Result<Report<MoveName>, Disagreement> {
        let verdict = match report.verdict {
            Verdict::Fewest { cost, moves } => Verdict::Fewest {
                cost,
                // Where there is no such move there are too few of them, and the rules say so.
                moves: self.board.puzzle().chosen(&moves).unwrap_or_default(),
            },
            // Where nothing can be played, that it leads nowhere proves nothing.
            Verdict::Impossible if self.board.missing().is_some() => Verdict::GaveUp {
                limit: Limit::Unknown,
                at_least: 0,
            },
            Verdict::Impossible => Verdict::Impossible,
            Verdict::GaveUp { limit, at_least } => Verdict::GaveUp { limit, at_least },
        };
        let report = Report {
            verdict,
            best: None,
            stats: report.stats,
            plan: report.plan,
        };
        Ok(replayed(&self.board, report)?.map(G::Move::name))
    }

    /// Counts everything about the level, and hands the listener the optimal solutions in the
    /// order of their moves, each replayed by the rules, until it breaks.
    ///
    /// # Errors
    /// A limit ended it, or the rules refuse a solution.
    pub fn survey(
        &self,
        context: &mut SearchContext,
        listener: Listener<MoveName>,
    ) -> Result<Survey, Unanswered> {
        let mut refused = None;
        let mut replayed = |moves: &[G::Move]| match replay(&self.board, moves.len() as u64, moves)
        {
            Ok(()) => {
                let names: Vec<_> = moves.iter().map(|step| step.name()).collect();
                listener(&names)
            }
            Err(what) => {
                refused = Some(what);
                ControlFlow::Break(())
            }
        };
        let survey = self.board.survey(context, &mut replayed);
        if let Some(what) = refused {
            let (game, kernel) = (G::INFO.id, "survey");
            return Err(Disagreement { game, kernel, what }.into());
        }
        Ok(survey?)
    }

    /// The same level after one of the editor's changes, by its number from 1. The title and other
    /// remarks stay; the par, the solution and how it was made are left out, for they need not
    /// hold any more.
    ///
    /// # Errors
    /// There is no change of that number; the error is how many there are.
    pub fn changed(&self, number: u64) -> Result<Self, u64> {
        let editor = G::editor();
        let edit = number.checked_sub(1);
        let edit = edit.and_then(|place| editor.edit(&self.board, place));
        let edit = edit.ok_or_else(|| editor.count(&self.board))?;
        let mut remarks = self.remarks.clone();
        remarks.retain(|(name, _)| !MADE.contains(&name.as_str()));
        Ok(Level {
            remarks,
            ..Level::new(editor.edited(&self.board, edit))
        })
    }

    /// The text that this level has in common with all that are like it (turned, mirrored,
    /// renamed), and with no other.
    pub fn key(&self) -> String {
        alike(&self.board).0
    }

    /// The same level with the starts from which it takes the most moves to win, at most `most` of
    /// them.
    ///
    /// # Errors
    /// The starts are too many, or a limit ended it.
    pub fn farthest<L: From<Self>>(
        &self,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<L>, NoStarts> {
        let found = G::generator().farthest(&self.board, most, context)?;
        // Its seed leads to the board as it was.
        let mut remarks = self.remarks.clone();
        remarks.retain(|(name, _)| name != "seed" && name != "made");
        let par = found.par.map(Par::Fewest);
        Ok(found.map(|board| {
            let remarks = remarks.clone();
            L::from(Level {
                remarks,
                par,
                ..Level::new(board)
            })
        }))
    }

    /// The same level with what solving it has shown as its par and its solution.
    #[must_use]
    pub fn solved(&self, verdict: &Verdict<MoveName>) -> Self {
        let (par, moves) = match verdict {
            Verdict::Fewest { cost, moves } => (Some(Par::Fewest(*cost)), Some(moves)),
            Verdict::Impossible => (Some(Par::Impossible), None),
            Verdict::GaveUp { .. } => (None, None),
        };
        Level {
            par,
            solution: moves.cloned(),
            ..self.clone()
        }
    }

    /// The same level with notes that say how to make it again.
    #[must_use]
    pub(crate) fn with_recipe(
        mut self,
        seed: u64,
        made: String,
        reasoning: Option<&Reasoning>,
    ) -> Self {
        self.remarks.push(("seed".to_string(), seed.to_string()));
        self.remarks.push(("made".to_string(), made));
        let reasoning = reasoning.map(|it| ("reasoning".to_string(), it.to_string()));
        self.remarks.extend(reasoning);
        self
    }

    /// Begins to play.
    pub fn session(&self) -> Session<'_, G> {
        Session::new(&self.board)
    }

    /// Splits a text into moves, each with its place in it, and checks how they are written, not
    /// whether they are legal.
    ///
    /// # Errors
    /// A word is not a move.
    pub fn read_moves<'a>(&self, source: Source<'a>) -> Result<Vec<Row<'a>>, TextError> {
        let all = Row {
            start: 0,
            text: source.text(),
        };
        let mut moves = Vec::new();
        split_moves(source, all, |row, _: G::Move| moves.push(row))?;
        Ok(moves)
    }

    /// Reads a file of queries about this board, one level for each.
    ///
    /// # Errors
    /// The game has no such files, or this one is wrong.
    pub fn read_queries(&self, source: Source) -> Result<Vec<Self>, TextError> {
        let Some(boards) = self.board.read_queries(source) else {
            let message = say!("{game} has no files of queries", game = G::INFO.id);
            return Err(source.error(0..0, message, key("give this file to a game that has")));
        };
        Ok(bare(boards?))
    }

    /// The level as level text.
    pub fn level_text(&self) -> String {
        let mut text = format!("game: {}\n", G::INFO.id);
        for (name, value) in &self.remarks {
            let gap = if value.is_empty() { "" } else { " " };
            writeln!(text, "{name}:{gap}{value}").expect(WRITING);
        }
        write_options(&self.board, &mut text);
        if let Some(par) = self.par {
            writeln!(text, "par: {par}").expect(WRITING);
        }
        text.push('\n');
        text += &self.board.write_board();
        if let Some(moves) = &self.solution {
            text += "\nsolution:";
            for step in moves {
                write!(text, " {step}").expect(WRITING);
            }
            text.push('\n');
        }
        text
    }

    /// The formats that levels of this game are read from and written in.
    pub fn formats() -> Vec<FormatInfo> {
        let judge = G::judge().is_some().then_some(JUDGE);
        let others = G::formats().iter().map(Format::info);
        [LEVEL].into_iter().chain(judge).chain(others).collect()
    }

    /// The level as a file in the format of that name. [`crate::format::file`] makes one file of
    /// several levels.
    ///
    /// # Errors
    /// The format cannot say the level.
    pub fn write_as(&self, format: &str, loss: Loss) -> Result<Vec<u8>, String> {
        if format == LEVEL.name {
            return Ok(self.level_text().into_bytes());
        }
        if format == JUDGE.name {
            return Ok((self.judge_case()? + G::INFO.judge_end).into_bytes());
        }
        let mut known = G::formats().iter().filter(|known| known.name == format);
        match known.find_map(|known| known.write) {
            Some(write) => write(&self.board, loss),
            None => Err(unwritten(format, G::INFO.id, &Self::formats())),
        }
    }

    /// The level as one case of its judge's input. [`crate::format::input`] makes a whole input of
    /// cases.
    ///
    /// # Errors
    /// The game has no judge, or its format cannot say the level.
    pub fn judge_case(&self) -> Result<String, String> {
        match G::judge() {
            Some(judge) => (judge.write)(&self.board),
            None => Err(no_judge::<G>()),
        }
    }

    /// Reads a judge's input, one level for each case.
    ///
    /// # Errors
    /// The game has no judge, or the input is wrong.
    pub fn read_judge(source: Source) -> Result<Vec<Self>, TextError> {
        let (mut input, judge) = begin::<G>(source)?;
        let mut levels = Vec::new();
        while let Some(board) = (judge.read)(&mut input)? {
            levels.push(Level::new(board));
        }
        Ok(levels)
    }

    /// Answers a judge's input to the byte, all of it or nothing.
    ///
    /// # Errors
    /// The input is wrong, or a limit left a case undecided.
    pub fn answer_judge(
        source: Source,
        context: &mut SearchContext,
    ) -> Result<Vec<u8>, JudgeError> {
        let mut fewest = |board: &G| {
            let mut search = context.next_search().map_err(JudgeError::GaveUp)?;
            match solve(board, &mut search)?.verdict {
                Verdict::Fewest { cost, .. } => Ok(Some(cost)),
                Verdict::Impossible => Ok(None),
                Verdict::GaveUp { limit, .. } => Err(JudgeError::GaveUp(limit)),
            }
        };
        let (mut input, judge) = begin::<G>(source)?;
        let mut out = Vec::new();
        while let Some(board) = (judge.read)(&mut input)? {
            (judge.answer)(board, &mut fewest, &mut out)?;
        }
        Ok(out)
    }

    /// Reads a text in another program's format; `None` if it is in none that this game knows.
    pub fn read_foreign(source: Source) -> Option<Result<Vec<Self>, TextError>> {
        let boards = G::formats().iter().find_map(|format| match format.read {
            Reading::Text(read) => read(source),
            Reading::Binary(_) | Reading::Never => None,
        })?;
        Some(boards.map(bare))
    }

    /// Reads a binary file.
    ///
    /// # Errors
    /// For each ending that this game's binary files have, what is wrong with it as one.
    pub fn read_binary(bytes: &[u8]) -> Result<Self, Vec<(&'static str, Flaw)>> {
        let mut flaws = Vec::new();
        for format in G::formats() {
            let Reading::Binary(read) = format.read else {
                continue;
            };
            match read(bytes) {
                Ok(board) => return Ok(Level::new(board)),
                Err(flaw) => flaws.push((format.ending.unwrap_or(format.name), flaw)),
            }
        }
        Err(flaws)
    }

    /// Reads a file in the format of that name, which is not level text.
    ///
    /// # Errors
    /// The game has no such format, or the file is wrong.
    pub fn read_as(format: &str, bytes: &[u8]) -> Result<Vec<Self>, Unread> {
        if format == JUDGE.name && G::judge().is_some() {
            return Ok(Self::read_judge(Source::new(bytes)?)?);
        }
        for known in G::formats().iter().filter(|known| known.name == format) {
            match known.read {
                Reading::Never => {}
                Reading::Binary(read) => {
                    let board = read(bytes).map_err(Unread::Binary)?;
                    return Ok(vec![Level::new(board)]);
                }
                Reading::Text(read) => {
                    let source = Source::new(bytes)?;
                    let Some(boards) = read(source) else {
                        let end = source.text().trim_end().len();
                        let message =
                            say!("this does not begin as the format {format} does", format);
                        let advice = say!("it is {what}", what = of(known.what));
                        return Err(source.error(0..end, message, advice).into());
                    };
                    return Ok(bare(boards?));
                }
            }
        }
        Err(unread(format, G::INFO.id, &Self::formats()))
    }
}

const WRITING: &str = "writing to a string";

/// A board as level text, with nothing in it but what the game is about.
pub(crate) fn bare_text<G: Game>(board: &G) -> String {
    let mut text = format!("game: {}\n", G::INFO.id);
    write_options(board, &mut text);
    text.push('\n');
    text += &board.write_board();
    text
}

fn write_options<G: Game>(board: &G, text: &mut String) {
    for (name, value) in board.options() {
        writeln!(text, "{name}: {value}").expect(WRITING);
    }
}

fn bare<G: Game>(boards: Vec<G>) -> Vec<Level<G>> {
    boards.into_iter().map(Level::new).collect()
}

/// A scanner at the beginning of a judge's input that is not empty.
fn begin<G: Game>(source: Source) -> Result<(Scanner, Judge<G>), TextError> {
    let Some(judge) = G::judge() else {
        let advice = key("give it to a game that has a judge");
        return Err(source.error(0..0, no_judge::<G>(), advice));
    };
    let mut input = Scanner::new(source);
    if input.at_end() {
        let advice = say!(
            "give it {judge} input",
            judge = G::INFO.judge.unwrap_or_default()
        );
        return Err(source.error(0..0, key("the input is empty"), advice));
    }
    Ok((input, judge))
}

fn no_judge<G: Game>() -> String {
    say!("no judge asks about {game}", game = G::INFO.id)
}

/// The advice that lists every note a level of this game may have.
fn known_notes<G: Game>() -> String {
    let mut names = vec!["game", "par"];
    names.extend(REMARKS);
    names.extend(G::INFO.options.iter().map(|option| option.name));
    say!(
        "the notes of {game} are: {names}",
        game = G::INFO.id,
        names = names.join(", ")
    )
}

fn read_par(note: &Note) -> Result<Par, TextError> {
    match note.value.text {
        "impossible" => Ok(Par::Impossible),
        text => digits(text).map(Par::Fewest).ok_or_else(|| {
            let message = say!("par is a whole number or `impossible`, not `{text}`", text);
            note.error(message, key("write, for example, `par: 4`"))
                .drawn(key("The par is a whole number, or impossible."))
        }),
    }
}

/// Splits a row into moves and hands each on, with its place.
fn split_moves<'a, M: crate::game::MoveText>(
    source: Source<'a>,
    row: Row<'a>,
    mut hand_on: impl FnMut(Row<'a>, M),
) -> Result<(), TextError> {
    let mut read = |part: Row<'a>| {
        let step = M::read(part.text).ok_or_else(|| {
            let message = say!("`{word}` is not a move", word = part.text);
            let advice = say!("a move is written {form}", form = of(M::FORM));
            source
                .error(part.range(), message, advice)
                .drawn(say!("“{word}” is no move of this game.", word = part.text))
        })?;
        hand_on(part, step);
        Ok(())
    };
    for word in row.words() {
        if M::LETTERS && M::read(word.text).is_none() {
            word.letters().try_for_each(&mut read)?;
        } else {
            read(word)?;
        }
    }
    Ok(())
}

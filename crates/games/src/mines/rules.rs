//! How Minesweeper is played: one touch of a cell, and everything that follows from it.

use fewest_search::{Limit, SearchContext, SearchOptions, Verdict};
use fewest_words::say;

use super::make::Maker;
use super::text::FORMATS;
use super::{Board, Clicks, Density, FirstClick, INFO, Touch, odds, puzzle, survey, text};
use crate::edit::Editor;
use crate::format::{Format, Judge};
use crate::game::{Game, Kernel, Standing, keeping_by_trying};
use crate::grid::{Grid, Place, Square};
use crate::info::{Figure, Info, Options};
use crate::layers::Layers;
use crate::making::make::Generator;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::puzzle::AnyPuzzle;
use crate::rows::BoardText;
use crate::solve::search;
use crate::source::TextError;
use crate::survey::{Listener, Survey};
use crate::view::{Ground, Piece, Role, Tile, Trace, View};

impl Game for Board {
    type State = Field;

    type Move = Touch;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        text::read_board(board, options)
    }

    fn write_board(&self) -> String {
        let mut cells = self.cells.map(|&cell| cell as char);
        for &square in &self.flags {
            cells[square] = turned(self.cells[square]) as char;
        }
        cells.to_string()
    }

    fn start(&self) -> Field {
        Field::new(self)
    }

    fn standing(&self, field: &Field) -> Standing {
        if field.exploded {
            Standing::Lost
        } else if field.hidden == 0 {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    /// First what may be opened, then what may have a flag, then what may be chorded on.
    fn candidates(&self, field: &Field) -> Vec<Touch> {
        let cells = &field.cells;
        let is_closed = |square| is_covered(cells[square]) || matches!(cells[square], b'?' | b'!');
        let mut touches: Vec<_> = self.touches(Touch::Open, is_closed).collect();
        if self.clicks == Clicks::All {
            touches.extend(self.touches(Touch::Flag, is_closed));
            let is_digit = |square: Square| matches!(cells[square], b'1'..=b'8');
            touches.extend(self.touches(Touch::Chord, is_digit));
        }
        touches
    }

    fn play(&self, field: &mut Field, touch: Touch) -> Result<(), String> {
        let place = touch.place();
        let Some(square) = field.cells.at(place.row, place.column) else {
            return Err(say!("it is outside the board"));
        };
        if !self.is_known() {
            return Err(say!(
                "what is under the covered cells is not known: there are only odds and hints"
            ));
        }
        match touch {
            Touch::Open(_) => field.may_open(square, self.clicks)?,
            Touch::Flag(_) | Touch::Chord(_) if self.clicks == Clicks::Plain => {
                return Err(say!(
                    "flags and chords are moves only where all clicks count"
                ));
            }
            Touch::Flag(_) if is_covered(field.cells[square]) => {}
            Touch::Flag(_) => return Err(already_revealed()),
            Touch::Chord(_) => field.may_chord(square)?,
        }
        field.touch(touch, self.clicks, |_| {});
        Ok(())
    }

    fn at(&self, field: &Field) -> Self {
        let (cells, flags) = field.parted();
        let board = self.with(cells, flags);
        Board {
            // The click stands for as long as it may be the first.
            click: self.click.filter(|_| board.is_untouched()),
            ..board
        }
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Touch> + '_> {
        self.by_rules()
    }

    fn view(&self, field: &Field) -> View {
        View::new(field.cells().map(|&cell| {
            let tile = |role| Tile::new(cell as char, role);
            match cell {
                b'E' | b'?' => tile(Role::Hidden).on(Ground::Lid),
                b'f' | b'!' => tile(Role::Hidden).on(Ground::Lid).with(Piece::Marker),
                b'F' => tile(Role::Danger).on(Ground::Lid).with(Piece::Marker),
                b'M' => tile(Role::Danger).on(Ground::Lid).with(Piece::Mine),
                b'X' => tile(Role::Danger).with(Piece::Blast),
                b'B' => tile(Role::Plain),
                _ => tile(Role::Count).on(Ground::Count).labelled(cell as char),
            }
        }))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let place = |square| self.cells.place(square).to_string();
        let others = [
            ("click", self.click.map(place)),
            (
                "clicks",
                (self.clicks != Clicks::default()).then(|| self.clicks.name().to_string()),
            ),
            ("mines", self.total.map(|total| total.to_string())),
            (
                "density",
                (self.density != Density::USUAL).then(|| self.density.to_string()),
            ),
            (
                "first",
                (self.first != FirstClick::default()).then(|| self.first.name().to_string()),
            ),
        ];
        let said = others.into_iter();
        said.filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }

    fn size(&self) -> (u32, u32) {
        (self.cells.rows(), self.cells.columns())
    }

    /// Every hidden cell but the mines, and every safe chord: no need to make each of them to know.
    fn moves(&self, field: &Field) -> Vec<Touch> {
        let cells = &field.cells;
        let is_empty = |square: Square| match cells[square] {
            b'f' => self.clicks == Clicks::Plain,
            cell => cell == b'E',
        };
        let mut touches: Vec<_> = self.touches(Touch::Open, is_empty).collect();
        if self.clicks == Clicks::All && self.is_known() {
            touches.extend(self.touches(Touch::Flag, |square| is_covered(cells[square])));
            touches.extend(self.touches(Touch::Chord, |square| field.is_safe_chord(square)));
        }
        touches
    }

    fn lost_because(&self, field: &Field) -> Option<String> {
        if !field.exploded {
            return None;
        }
        let cells = &field.cells;
        let mut hit = (0..cells.len()).filter(|&square| cells[square] == b'X');
        let place = cells.place(hit.next()?);
        // A chord can open several.
        Some(match 1 + hit.count() {
            1 => say!("there was a mine at {place}", place),
            count => say!(
                "there were {count} mines, the first at {place}",
                count,
                place
            ),
        })
    }

    fn missing(&self) -> Option<String> {
        (!self.is_known()).then(|| {
            say!(
                "what lies under its covered cells is not known; ask for `odds` or `hint`, which \
                 need only what is seen"
            )
        })
    }

    /// The one cell that is touched.
    fn trace(&self, _: &Field, touch: Touch) -> Trace {
        let place = touch.place();
        let square = self.cells.at(place.row, place.column);
        Trace::walk(square.into_iter().collect())
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        if !self.is_known() {
            return Some(Kernel {
                plan: Board::plan_to_walk,
                solve: |board, context| board.unsearched(Limit::Unknown, &context.options),
            });
        }
        if puzzle::counts_clicks(self, options) {
            return Some(Kernel {
                plan: puzzle::plan_counting,
                solve: puzzle::count_clicks,
            });
        }
        if puzzle::finds_chords(self, options) {
            return Some(Kernel {
                plan: puzzle::plan_chords,
                solve: puzzle::find_chords,
            });
        }
        let is_too_much = !options.whole && !self.can_be_walked();
        is_too_much.then_some(Kernel {
            plan: Board::plan_to_walk,
            solve: |board, context| board.unsearched(Limit::Effort, &context.options),
        })
    }

    /// Without mines one click opens everything.
    fn naive_lower_bound(&self) -> u64 {
        u64::from(self.cells.squares().contains(&b'E'))
    }

    /// The cells of all openings, and the digits that touch none; where flags and chords count as
    /// well, each move is tried.
    fn keeping(&self, fewest: u64, context: &mut SearchContext) -> Result<Vec<Touch>, Limit> {
        match (self.is_known(), self.clicks) {
            (false, _) => Err(Limit::Unknown),
            (true, Clicks::All) => {
                let moves = self.worth_trying();
                keeping_by_trying(self, moves, fewest, context)
            }
            (true, Clicks::Plain) => {
                let places = survey::first_clicks(self, context)?;
                Ok(places.into_iter().map(Touch::Open).collect())
            }
        }
    }

    /// The clicks that are left after the best one on each cell.
    fn distances(&self, context: &mut SearchContext) -> Result<Vec<(Square, u64)>, Limit> {
        let cost = match search(self, &mut context.fresh()).verdict {
            Verdict::Fewest { cost: 0, .. } | Verdict::Impossible => return Ok(Vec::new()),
            Verdict::Fewest { cost, .. } => cost,
            Verdict::GaveUp { limit, .. } => return Err(limit),
        };
        let mut search = context.next_search()?;
        match self.clicks {
            Clicks::Plain => self.distances_by_counting(cost, &mut search),
            Clicks::All => self.distances_by_trying(&mut search),
        }
    }

    /// The layers of all positions, or of one solution where the positions are too many.
    fn layers(&self, context: &mut SearchContext) -> Layers {
        puzzle::layers(self, context)
    }

    fn survey(
        &self,
        context: &mut SearchContext,
        listener: Listener<Touch>,
    ) -> Result<Survey, Limit> {
        if !self.is_known() {
            return Err(Limit::Unknown);
        }
        if !self.is_counted() {
            return self.survey_by_walking(context, listener);
        }
        let mut moves = Vec::new();
        survey::survey(self, context, &mut |places: &[Place]| {
            moves.clear();
            moves.extend(places.iter().copied().map(Touch::Open));
            listener(&moves)
        })
    }

    /// What players call a board by where flags and chords count.
    fn figures(&self, context: &mut SearchContext) -> Result<Vec<Figure>, Limit> {
        match self.clicks == Clicks::All && self.is_known() {
            true => puzzle::figures(self, context),
            false => Ok(Vec::new()),
        }
    }

    /// The chances of a mine in each covered cell, as a player sees them.
    fn odds(&self, _: &OddsAsk, context: &mut SearchContext) -> Result<Odds, NoOdds> {
        odds::odds(self, context)
    }

    /// The cell to open next, as a player sees it.
    fn guidance(&self, context: &mut SearchContext) -> Result<Odds, NoOdds> {
        odds::guidance(self, context)
    }

    fn judge() -> Option<Judge<Self>> {
        Some(Judge {
            read: text::read_case,
            write: text::write_case,
            answer: text::answer,
        })
    }

    fn formats() -> &'static [Format<Self>] {
        FORMATS
    }

    fn editor() -> &'static dyn Editor<Self> {
        &Maker
    }

    fn generator() -> &'static dyn Generator<Self> {
        &Maker
    }
}

/// The board as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The judge's letters, and those of the level text for what has a flag: `F` a mine, `f` an
    /// empty cell, `!` one of which nothing is known.
    cells: Grid<u8>,
    /// The number of empty cells that are still hidden; on covered boards, the most that may be.
    hidden: u32,
    exploded: bool,
}

/// Whether what is hidden here, or was, is a mine.
fn covers_mine(cell: u8) -> bool {
    matches!(cell, b'M' | b'F' | b'X')
}

/// Whether a cell is hidden, and what is beneath is known.
pub(super) fn is_covered(cell: u8) -> bool {
    matches!(cell, b'M' | b'E' | b'F' | b'f')
}

fn has_flag(cell: u8) -> bool {
    matches!(cell, b'F' | b'f')
}

/// The same cell with a flag where there was none, or without where there was one.
pub(super) fn turned(cell: u8) -> u8 {
    match cell {
        b'M' => b'F',
        b'E' => b'f',
        b'?' => b'!',
        b'F' => b'M',
        b'f' => b'E',
        b'!' => b'?',
        other => other,
    }
}

impl Field {
    pub(super) fn new(board: &Board) -> Self {
        let mut cells = board.cells.clone();
        let count = |what| cells.squares().iter().filter(|&&cell| cell == what).count() as u32;
        let exploded = count(b'X');
        let hidden = match (board.is_known(), board.total) {
            (true, _) => count(b'E'),
            (false, None) => board.unknown,
            (false, Some(total)) => (board.unknown + exploded).saturating_sub(total),
        };
        for &square in &board.flags {
            cells[square] = turned(cells[square]);
        }
        Field {
            hidden,
            exploded: exploded > 0,
            cells,
        }
    }

    /// Sets the flag of a hidden cell, or takes it away.
    pub(super) fn turn(&mut self, square: Square) {
        self.cells[square] = turned(self.cells[square]);
    }

    /// Opens an empty cell that is hidden, and nothing else.
    pub(super) fn reveal(&mut self, square: Square) {
        self.hidden -= 1;
        let around = self.cells.around(square);
        let mines = around.filter(|&near| covers_mine(self.cells[near]));
        self.cells[square] = match mines.count() as u8 {
            0 => b'B',
            mines => b'0' + mines,
        };
    }

    /// The cells in the letters of the level text.
    pub(super) fn cells(&self) -> &Grid<u8> {
        &self.cells
    }

    /// The cells in the judge's letters, and which of them have a flag.
    pub(super) fn parted(&self) -> (Grid<u8>, Vec<Square>) {
        let is_flagged = |&square: &Square| matches!(self.cells[square], b'F' | b'f' | b'!');
        let flags: Vec<_> = (0..self.cells.len()).filter(is_flagged).collect();
        let mut cells = self.cells.clone();
        for &square in &flags {
            cells[square] = turned(cells[square]);
        }
        (cells, flags)
    }

    /// Makes a legal touch, and tells every cell that it changes.
    pub(super) fn touch(&mut self, touch: Touch, clicks: Clicks, mut tell: impl FnMut(Square)) {
        let place = touch.place();
        let square = place.row * self.cells.columns() + place.column;
        match touch {
            Touch::Open(_) => self.open(square, clicks, &mut tell),
            Touch::Flag(_) => {
                self.turn(square);
                tell(square);
            }
            Touch::Chord(_) => {
                for near in self.cells.around(square) {
                    // What an opening has revealed meanwhile is open.
                    if matches!(self.cells[near], b'M' | b'E') {
                        self.open(near, clicks, &mut tell);
                    }
                }
            }
        }
    }

    /// Opens a hidden cell, and with a blank one all that follows. What has a flag stays hidden
    /// where flags are moves.
    fn open(&mut self, square: Square, clicks: Clicks, tell: &mut impl FnMut(Square)) {
        if covers_mine(self.cells[square]) {
            self.cells[square] = b'X';
            self.exploded = true;
            tell(square);
            return;
        }
        let is_closed = |cell| cell == b'E' || (cell == b'f' && clicks == Clicks::Plain);
        let mut to_reveal = vec![square];
        while let Some(square) = to_reveal.pop() {
            // A cell waits here once for each neighbour that opened it; only the first counts.
            if !is_closed(self.cells[square]) {
                continue;
            }
            self.hidden -= 1;
            tell(square);
            let around = self.cells.around(square);
            let mines = around.clone().filter(|&near| covers_mine(self.cells[near]));
            match mines.count() as u8 {
                0 => {
                    self.cells[square] = b'B';
                    to_reveal.extend(around.filter(|&near| is_closed(self.cells[near])));
                }
                mines => self.cells[square] = b'0' + mines,
            }
        }
    }

    /// Whether a cell may be opened, or why not.
    fn may_open(&self, square: Square, clicks: Clicks) -> Result<(), String> {
        match self.cells[square] {
            cell if !is_covered(cell) => Err(already_revealed()),
            cell if has_flag(cell) && clicks == Clicks::All => {
                Err(say!("that cell has a flag: take it away first"))
            }
            _ => Ok(()),
        }
    }

    /// Whether there may be a chord on a cell, or why not.
    fn may_chord(&self, square: Square) -> Result<(), String> {
        let digit @ b'1'..=b'8' = self.cells[square] else {
            return Err(say!("a chord is made on a revealed digit"));
        };
        let around = self.cells.around(square);
        let flags = around
            .clone()
            .filter(|&near| has_flag(self.cells[near]))
            .count();
        let digit = usize::from(digit - b'0');
        if flags != digit {
            return Err(say!(
                "a chord there takes flags: {digit}, and there are {flags}",
                digit,
                flags
            ));
        }
        let is_closed = |near| matches!(self.cells[near], b'M' | b'E');
        match around.into_iter().any(is_closed) {
            true => Ok(()),
            false => Err(say!("nothing is left to open around it")),
        }
    }

    /// Whether a chord on a cell may be made and opens no mine.
    fn is_safe_chord(&self, square: Square) -> bool {
        self.may_chord(square).is_ok() && !self.is_next_to_mine(square)
    }

    /// Whether a cell around this one has a covered mine without a flag.
    fn is_next_to_mine(&self, square: Square) -> bool {
        let mut around = self.cells.around(square);
        around.any(|near| self.cells[near] == b'M')
    }
}

fn already_revealed() -> String {
    say!("that cell is already revealed")
}

impl Board {
    /// The touches of one kind, on the cells where they may be thought of.
    fn touches(
        &self,
        touch: impl Fn(Place) -> Touch,
        is_meant: impl Fn(Square) -> bool,
    ) -> impl Iterator<Item = Touch> {
        (0..self.cells.len())
            .filter(move |&square| is_meant(square))
            .map(move |square| touch(self.cells.place(square)))
    }
}

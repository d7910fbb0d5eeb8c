//! The boards that everyone is measured on, as the judges write them. All are made from one
//! seed, and a board is only made when somebody asks for it: some are large.

pub mod batch;
pub mod curling;
pub mod expert;
pub mod frontiers;
pub mod ladders;
pub mod mines;
pub mod portals;
pub mod scale;
pub mod snake;

/// What all random boards are made from.
pub const SEED: u64 = 225_529_909;

/// One input of a judge, with one board or several.
pub struct Instance {
    /// What it is called in the tables.
    pub name: String,
    make: Box<dyn Fn() -> String>,
}

impl Instance {
    fn new(name: impl Into<String>, make: impl Fn() -> String + 'static) -> Self {
        Instance {
            name: name.into(),
            make: Box::new(make),
        }
    }

    /// Makes the judge's input.
    pub fn text(&self) -> String {
        (self.make)()
    }
}

/// The numbers of boards that were chosen out of many because they are hard, the hardest first,
/// each with how hard it is. `--choose` writes such a list.
fn chosen(list: &'static str) -> impl Iterator<Item = (u64, u64)> {
    list.lines().map(|line| {
        let (number, hardness) = line.split_once('\t').expect("two columns");
        let read = |word: &str| word.parse().expect("a number");
        (read(number), read(hardness))
    })
}

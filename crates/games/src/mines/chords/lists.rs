//! Many short lists of numbers, one after the other in one piece.

/// Lists of numbers.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Where each list ends.
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Adds a list behind the others.
    pub fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }

    pub fn get(&self, list: u32) -> &[u32] {
        let list = list as usize;
        let begin = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.items[begin as usize..self.ends[list] as usize]
    }

    /// For each item, of which there are so many, the lists that it is in.
    pub fn turned(&self, items: usize) -> Self {
        let mut sizes = vec![0; items];
        for &item in &self.items {
            sizes[item as usize] += 1;
        }
        // Where each list begins; once it is filled, that is where it ends.
        let mut ends: Vec<u32> = (sizes.iter())
            .scan(0, |end, size| Some(std::mem::replace(end, *end + size)))
            .collect();
        let mut turned = vec![0; self.items.len()];
        for list in 0..self.ends.len() as u32 {
            for &item in self.get(list) {
                let end = &mut ends[item as usize];
                turned[*end as usize] = list;
                *end += 1;
            }
        }
        Lists {
            ends,
            items: turned,
        }
    }
}

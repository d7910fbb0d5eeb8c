//! What a connection of the cluster is for, as it is said in the greeting.

use std::fmt;

use fewest_games::source::digits;

use crate::hex::{hex, unhex};

/// What a caller connects for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To lead: the caller will give a search.
    Lead,
    /// To be a line of the mesh, on which the workers of a search exchange what they find.
    Mesh {
        /// The attempt: a search that is tried again is another run.
        run: [u8; 16],
        /// The SHA-256 of what is searched.
        subject: [u8; 32],
        /// The index of the worker that calls.
        from: usize,
        /// The index of the worker that it means to reach.
        to: usize,
    },
}

impl Purpose {
    /// Reads it as it is displayed.
    pub fn read(text: &str) -> Option<Self> {
        if text == "lead" {
            return Some(Purpose::Lead);
        }
        let mut parts = text.split(':');
        let purpose = match parts.next()? {
            "mesh" => Purpose::Mesh {
                run: unhex(parts.next()?)?,
                subject: unhex(parts.next()?)?,
                from: digits(parts.next()?)?,
                to: digits(parts.next()?)?,
            },
            _ => return None,
        };
        parts.next().is_none().then_some(purpose)
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, to_text: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Purpose::Lead => to_text.write_str("lead"),
            Purpose::Mesh {
                run,
                subject,
                from,
                to,
            } => write!(to_text, "mesh:{}:{}:{from}:{to}", hex(run), hex(subject)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_is_read_as_it_is_written() {
        assert_eq!(Purpose::read("lead"), Some(Purpose::Lead));
        assert_eq!(Purpose::Lead.to_string(), "lead");
        let mesh = Purpose::Mesh {
            run: [0x2a; 16],
            subject: [0xe1; 32],
            from: 0,
            to: usize::MAX,
        };
        let text = format!(
            "mesh:{}:{}:0:{}",
            "2a".repeat(16),
            "e1".repeat(32),
            usize::MAX
        );
        assert_eq!(mesh.to_string(), text);
        assert_eq!(Purpose::read(&text), Some(mesh));
        for cut in 0..text.len() - 20 {
            assert_eq!(Purpose::read(&text[..cut]), None);
        }
        for wrong in [
            format!("{text}:"),
            format!("{text}0"),
            text.replace("mesh", "Mesh"),
        ] {
            assert_eq!(Purpose::read(&wrong), None);
        }
        assert_eq!(Purpose::read("lead:"), None);
    }
}

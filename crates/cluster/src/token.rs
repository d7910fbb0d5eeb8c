//! The token: the secret that the processes of a cluster share, and what it proves.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use fewest_words::say;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::hex::hex;

/// A secret that all processes of a cluster know, and nobody else. It is never shown nor sent.
#[derive(Clone)]
pub struct Token(Vec<u8>);

/// Shows that whoever made it knows the token, for exactly what was said.
pub type Proof = [u8; 32];

/// Why there is no token, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoToken(String);

/// Where a token is found when no file is named.
pub(crate) const VARIABLE: &str = "FEWEST_TOKEN";

/// How many bytes a token has: fewer are guessed, and more are no secret but some other file.
const SHORTEST: usize = 8;
const LONGEST: usize = 4096;

impl Token {
    /// The token of a file, or else of the environment variable `FEWEST_TOKEN`; line ends behind
    /// it are no part of it.
    pub fn read(file: Option<&Path>) -> Result<Self, NoToken> {
        Token::choose(file, std::env::var_os(VARIABLE))
    }

    fn choose(file: Option<&Path>, variable: Option<OsString>) -> Result<Self, NoToken> {
        match (file, variable) {
            (Some(file), _) => Token::of_file(file),
            (None, Some(value)) => Token::new(value.into_encoded_bytes(), VARIABLE),
            (None, None) => Err(NoToken(say!(
                "a cluster needs a token: name a file with --token-file, or set {variable}",
                variable = VARIABLE
            ))),
        }
    }

    fn of_file(file: &Path) -> Result<Self, NoToken> {
        let name = file.display();
        let unreadable = |error: io::Error| {
            NoToken(say!(
                "the token cannot be read from {name}: {error}",
                name,
                error
            ))
        };
        let opened = File::open(file).map_err(unreadable)?;
        if is_open_to_others(&opened).map_err(unreadable)? {
            return Err(NoToken(say!(
                "others can read the token in {name}: make it yours alone with chmod 600 {name}",
                name
            )));
        }
        let mut bytes = Vec::new();
        // Enough to see that it is too long.
        let most = LONGEST as u64 + 3;
        opened
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        Token::new(bytes, name)
    }

    fn new(mut bytes: Vec<u8>, name: impl fmt::Display) -> Result<Self, NoToken> {
        while let Some(b'\n' | b'\r') = bytes.last() {
            bytes.pop();
        }
        if !(SHORTEST..=LONGEST).contains(&bytes.len()) {
            return Err(NoToken(say!(
                "the token in {name} must have {shortest} to {longest} bytes",
                name,
                shortest = SHORTEST,
                longest = LONGEST
            )));
        }
        Ok(Token(bytes))
    }

    /// A token that nobody knows yet, for processes that are started by this one.
    pub fn random() -> io::Result<Self> {
        let bytes: [u8; 32] = random()?;
        Ok(Token(hex(&bytes).into_bytes()))
    }

    /// The token as it is handed to a process of the same cluster.
    pub(crate) fn secret(&self) -> &[u8] {
        &self.0
    }

    /// Proves that its maker knows the token, over a list of parts.
    pub(crate) fn proof(&self, parts: &[&[u8]]) -> Proof {
        self.digest(parts).finalize().into_bytes().into()
    }

    /// Whether a proof is right; how long this takes does not tell how much of it is.
    pub(crate) fn is_proven(&self, parts: &[&[u8]], proof: &Proof) -> bool {
        self.digest(parts).verify_slice(proof).is_ok()
    }

    /// Each part stands behind its length, so that no two lists of parts are the same bytes.
    fn digest(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut digest = Hmac::new_from_slice(&self.0).expect("a key of any length is a key");
        for part in parts {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        digest
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("Token(…)")
    }
}

impl fmt::Display for NoToken {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl Error for NoToken {}

/// Random bytes that nobody can guess.
pub(crate) fn random<const BYTES: usize>() -> io::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

#[cfg(unix)]
fn is_open_to_others(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Token {
        Token::new(text.into(), "a test").expect("long enough")
    }

    #[test]
    fn a_token_is_never_shown() {
        assert_eq!(format!("{:?}", token("open sesame")), "Token(…)");
    }

    #[test]
    fn a_token_comes_from_the_environment() {
        let of = |value: &str| Token::choose(None, Some(value.into())).map(|token| token.0);
        assert_eq!(of("open sesame\r\n\n"), Ok(b"open sesame".to_vec()));
        let short = "the token in FEWEST_TOKEN must have 8 to 4096 bytes";
        for value in ["", "1234567\n", &"x".repeat(4097)] {
            assert_eq!(of(value), Err(NoToken(short.into())));
        }
        assert!(of("12345678").is_ok() && of(&"x".repeat(4096)).is_ok());
        let none = "a cluster needs a token: name a file with --token-file, or set FEWEST_TOKEN";
        let found = Token::choose(None, None).map(|token| token.0);
        assert_eq!(found, Err(NoToken(none.into())));
    }

    #[cfg(unix)]
    #[test]
    fn a_token_comes_from_a_file_of_ones_own() {
        use std::fs;
        use std::os::unix::fs::PermissionsExt as _;

        let name = format!("fewest-token-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let read = |text: &[u8], mode: u32| {
            fs::write(&file, text).expect("it is written");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("it is ours");
            let read = Token::choose(Some(&file), Some("of the environment".into()));
            fs::remove_file(&file).expect("it was there");
            read.map(|token| token.0).map_err(|error| error.to_string())
        };
        let name = file.display();
        assert_eq!(read(b"open sesame\r\n", 0o600), Ok(b"open sesame".to_vec()));
        assert_eq!(read(b"open sesame", 0o400), Ok(b"open sesame".to_vec()));
        let open = format!(
            "others can read the token in {name}: make it yours alone with chmod 600 {name}"
        );
        assert_eq!(read(b"open sesame", 0o640), Err(open.clone()));
        assert_eq!(read(b"open sesame", 0o602), Err(open));
        let bad = format!("the token in {name} must have 8 to 4096 bytes");
        assert_eq!(read(b"1234567\n", 0o600), Err(bad.clone()));
        assert_eq!(read(&[b'x'; 4097], 0o600), Err(bad.clone()));
        assert_eq!(read(&[b'x'; 1 << 20], 0o600), Err(bad));
        assert_eq!(read(&[b'x'; 4096], 0o600), Ok(vec![b'x'; 4096]));

        let gone = Token::read(Some(&file)).map(|token| token.0);
        let gone = gone.expect_err("it was removed").to_string();
        assert!(
            gone.starts_with(&format!("the token cannot be read from {name}: ")),
            "{gone}"
        );
    }

    #[test]
    fn random_tokens_differ() {
        let [one, other] = [(); 2].map(|()| Token::random().expect("there is chance").0);
        assert_eq!((one.len(), other.len()), (64, 64));
        assert_ne!(one, other);
    }

    #[test]
    fn a_proof_is_of_one_token_and_one_list_of_parts() {
        let (ours, theirs) = (token("open sesame"), token("open barley"));
        let lists: [&[&[u8]]; 7] = [
            &[],
            &[b""],
            &[b"", b""],
            &[b"ab", b"c"],
            &[b"a", b"bc"],
            &[b"abc"],
            &[b"abc", b""],
        ];
        for parts in lists {
            let proof = ours.proof(parts);
            for others in lists {
                assert_eq!(
                    ours.is_proven(others, &proof),
                    parts == others,
                    "{parts:?} {others:?}"
                );
                assert!(!theirs.is_proven(others, &proof));
            }
            for bit in 0..256 {
                let mut wrong = proof;
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert!(!ours.is_proven(parts, &wrong));
            }
        }
    }

    #[test]
    fn a_proof_is_the_hmac_of_the_framed_parts() {
        let mut plain = Hmac::<Sha256>::new_from_slice(b"open sesame").expect("a key");
        plain.update(b"\x01\0\0\0\0\0\0\0a\x02\0\0\0\0\0\0\0bc");
        let plain: Proof = plain.finalize().into_bytes().into();
        assert_eq!(token("open sesame").proof(&[b"a", b"bc"]), plain);
    }
}

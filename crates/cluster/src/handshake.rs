//! The handshake: both sides of a new connection prove that they know the token, run the same build
//! and mean the same kind of session.
//!
//! ```text
//! caller    fewest-cluster <version> <kind> <nonce>
//! acceptor  fewest-cluster <version> <nonce> <proof>      or  refused <code> <text>
//! caller    <proof>                                       or  refused <code> <text>
//! acceptor  welcome                                       or  refused <code> <text>
//! ```
//!
//! A proof covers the role of its maker, both versions, the kind and both nonces, so it is worthless
//! in another handshake and in the other direction. The handshake keeps strangers out. It does not
//! encrypt what follows: a cluster belongs on a trusted network.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use fewest_games::source::digits;
use fewest_words::{Lang, say};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::wire::{ConnectionError, is_timeout};

/// The longest line that is read, its end included.
const LONGEST_LINE: usize = 512;
/// The beginning of the first line of either side.
const NAME: &str = "fewest-cluster ";
const WELCOME: &str = "welcome";
/// The code of a refusal that is followed by the version of the side that refuses.
const VERSION_CODE: &str = "version";

/// Random bytes that are used once, so that no proof of an earlier handshake fits.
type Nonce = [u8; 32];
/// Shows that its maker knows the token, for one transcript.
type Proof = [u8; 32];

/// The environment variable that holds the token if no file is named.
pub(crate) const TOKEN_VARIABLE: &str = "FEWEST_TOKEN";
/// The bytes of a token: fewer can be guessed, and more are some other file.
const SHORTEST_TOKEN: usize = 8;
const LONGEST_TOKEN: usize = 4096;

/// The secret that the processes of a cluster share. It is never shown nor sent.
#[derive(Clone)]
pub struct Token(Vec<u8>);

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// No file is named and the variable is not set.
    #[error("{}", say!("a cluster needs a token: name a file with --token-file, or set {variable}", variable = TOKEN_VARIABLE))]
    Missing,
    /// The file cannot be read.
    #[error("{}", say!("the token cannot be read from {name}: {error}", name = file, error))]
    Unreadable {
        /// The file.
        file: String,
        /// What the system reported.
        error: io::Error,
    },
    /// Other users may read or write the file.
    #[error("{}", say!("others can read the token in {name}: make it yours alone with chmod 600 {name}", name = file))]
    NotPrivate {
        /// The file.
        file: String,
    },
    /// It has too few or too many bytes.
    #[error("{}", say!("the token in {name} must have {shortest} to {longest} bytes", name, shortest = SHORTEST_TOKEN, longest = LONGEST_TOKEN))]
    BadLength {
        /// The file or the variable.
        name: String,
    },
}

impl Token {
    /// Reads the token from a file, or else from the environment variable `FEWEST_TOKEN`. Line ends
    /// behind it do not belong to it.
    pub fn read(file: Option<&Path>) -> Result<Self, TokenError> {
        Token::choose(file, std::env::var_os(TOKEN_VARIABLE))
    }

    fn choose(file: Option<&Path>, variable: Option<OsString>) -> Result<Self, TokenError> {
        match (file, variable) {
            (Some(file), _) => Token::read_file(file),
            (None, Some(value)) => Token::new(value.into_encoded_bytes(), TOKEN_VARIABLE.into()),
            (None, None) => Err(TokenError::Missing),
        }
    }

    fn read_file(path: &Path) -> Result<Self, TokenError> {
        let file = path.display().to_string();
        let read = || {
            let opened = File::open(path)?;
            if is_open_to_others(&opened)? {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            // Enough to see that it is too long.
            let most = LONGEST_TOKEN as u64 + 3;
            opened.take(most).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        match read() {
            Ok(Some(bytes)) => Token::new(bytes, file),
            Ok(None) => Err(TokenError::NotPrivate { file }),
            Err(error) => Err(TokenError::Unreadable { file, error }),
        }
    }

    fn new(mut bytes: Vec<u8>, name: String) -> Result<Self, TokenError> {
        while let Some(b'\n' | b'\r') = bytes.last() {
            bytes.pop();
        }
        match (SHORTEST_TOKEN..=LONGEST_TOKEN).contains(&bytes.len()) {
            true => Ok(Token(bytes)),
            false => Err(TokenError::BadLength { name }),
        }
    }

    /// Makes a new random token, for the processes that this one starts.
    pub fn random() -> io::Result<Self> {
        let bytes: [u8; 32] = random()?;
        Ok(Token(hex(&bytes).into_bytes()))
    }

    /// The bytes of the token, to hand it to a process of the same cluster.
    pub(crate) fn secret(&self) -> &[u8] {
        &self.0
    }

    fn proof(&self, parts: &[&[u8]]) -> Proof {
        self.digest(parts).finalize().into_bytes().into()
    }

    /// Whether a proof is right. The time that this takes does not depend on the proof.
    fn is_proven(&self, parts: &[&[u8]], proof: &Proof) -> bool {
        self.digest(parts).verify_slice(proof).is_ok()
    }

    /// Each part follows its length, so that two different lists of parts are never the same bytes.
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
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Token(…)")
    }
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

/// Random bytes that nobody can guess.
pub(crate) fn random<const BYTES: usize>() -> io::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// Bytes as hexadecimal digits, two small ones for each byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads exactly as many bytes. Capitals are not accepted, so that each value has one spelling.
fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let mut bytes = [0; BYTES];
    if pairs.len() != BYTES {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = value(*high)? << 4 | value(*low)?;
    }
    Some(bytes)
}

/// What a caller connects for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// To give a worker orders.
    Lead,
    /// To be one line of the mesh over which the workers of a search exchange positions.
    Mesh {
        /// The attempt. Each attempt at a search is a run of its own.
        run: [u8; 16],
        /// The SHA-256 of the search.
        subject: [u8; 32],
        /// The index of the worker that calls.
        from: usize,
        /// The index of the worker that it wants to reach.
        to: usize,
    },
}

impl SessionKind {
    /// Reads what [`Display`](fmt::Display) writes.
    fn read(text: &str) -> Option<Self> {
        if text == "lead" {
            return Some(SessionKind::Lead);
        }
        let mut parts = text.strip_prefix("mesh:")?.split(':');
        let kind = SessionKind::Mesh {
            run: unhex(parts.next()?)?,
            subject: unhex(parts.next()?)?,
            from: digits(parts.next()?)?,
            to: digits(parts.next()?)?,
        };
        parts.next().is_none().then_some(kind)
    }
}

impl fmt::Display for SessionKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SessionKind::Lead => f.write_str("lead"),
            SessionKind::Mesh {
                run,
                subject,
                from,
                to,
            } => write!(f, "mesh:{}:{}:{from}:{to}", hex(run), hex(subject)),
        }
    }
}

/// Why a handshake failed. Both sides get the same error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum HandshakeError {
    /// The other side does not know the token.
    #[error("{}", say!("the other side has another token"))]
    WrongToken,
    /// The other side is another build.
    #[error("{}", say!("the other side is another build: {theirs}, and this is {ours}", theirs, ours))]
    OtherBuild {
        /// The version of this build.
        ours: String,
        /// The version of the other one.
        theirs: String,
    },
    /// The other side does not speak the protocol of a cluster.
    #[error("{}", say!("the other side is no process of a fewest cluster"))]
    OtherProtocol,
    /// The acceptor knows the caller, but cannot do what it came for.
    #[error("{0}")]
    Denied(Denial),
    /// The connection broke, or the time was up.
    #[error("{0}")]
    Connection(#[from] ConnectionError),
}

/// Why an acceptor cannot do what a caller came for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Denial {
    /// It has a leader already.
    #[error("{}", say!("the worker is busy with another search"))]
    Busy,
    /// It searches something else.
    #[error("{}", say!("the worker searches another level"))]
    OtherSearch,
    /// It does not know that run, or the run is over.
    #[error("{}", say!("the worker knows of no such search"))]
    UnknownRun,
}

/// The code of each refusal that carries no data.
const CODES: [(&str, HandshakeError); 5] = [
    ("stranger", HandshakeError::WrongToken),
    ("greeting", HandshakeError::OtherProtocol),
    ("busy", HandshakeError::Denied(Denial::Busy)),
    ("level", HandshakeError::Denied(Denial::OtherSearch)),
    ("stale", HandshakeError::Denied(Denial::UnknownRun)),
];

impl HandshakeError {
    /// The line that tells it to the other side, in English. `None` if the connection is broken.
    fn line(&self) -> Option<String> {
        if let HandshakeError::OtherBuild { ours, .. } = self {
            return Some(format!("refused {VERSION_CODE} {ours}"));
        }
        let (code, _) = CODES.iter().find(|(_, error)| error == self)?;
        let text = Lang::En.speak(|| self.to_string());
        Some(format!("refused {code} {text}"))
    }

    /// Reads the line of the other side. Returns `None` if it is not a refusal.
    fn read(line: &str, our_version: &str) -> Option<Self> {
        let refusal = line.strip_prefix("refused ")?;
        let (code, text) = refusal.split_once(' ').unwrap_or((refusal, ""));
        if code == VERSION_CODE {
            return Some(HandshakeError::OtherBuild {
                ours: our_version.to_string(),
                theirs: text.to_string(),
            });
        }
        let known = CODES.into_iter().find(|(known, _)| *known == code);
        Some(known.map_or(HandshakeError::OtherProtocol, |(_, error)| error))
    }
}

impl From<io::Error> for HandshakeError {
    fn from(error: io::Error) -> Self {
        HandshakeError::Connection(error.into())
    }
}

/// What a process brings to a handshake.
#[derive(Clone, Copy, Debug)]
pub struct Handshake<'a> {
    /// The secret of the cluster.
    pub token: &'a Token,
    /// The version of this build: at most 200 printable ASCII characters.
    pub version: &'a str,
    /// When the handshake must be over.
    pub deadline: Instant,
}

impl Handshake<'_> {
    /// Makes the handshake as the side that connected.
    pub fn call(&self, stream: &TcpStream, kind: &SessionKind) -> Result<(), HandshakeError> {
        let lines = self.lines(stream)?;
        let nonce: Nonce = random()?;
        let kind = kind.to_string();
        let version = self.version;
        lines.send(&format!("{NAME}{version} {kind} {}", hex(&nonce)))?;

        let answer = self.receive(lines)?;
        let (their_nonce, proof) = self.check_version(&answer)?;
        let their_nonce: Nonce = unhex(their_nonce).ok_or(HandshakeError::OtherProtocol)?;
        let proof = unhex(proof).ok_or(HandshakeError::OtherProtocol)?;
        let said_by = |role| transcript(role, version, &kind, [&nonce, &their_nonce]);
        if !self.token.is_proven(&said_by("acceptor"), &proof) {
            // A stranger gets no proof from this side, not even a useless one.
            return Err(lines.refuse(HandshakeError::WrongToken));
        }
        lines.send(&hex(&self.token.proof(&said_by("caller"))))?;
        match self.receive(lines)?.as_str() {
            WELCOME => lines.end(),
            _ => Err(HandshakeError::OtherProtocol),
        }
    }

    /// Makes the handshake as the side that was connected to. `allow` is called only once the caller
    /// has proven that it knows the token, so that a stranger learns nothing about this process.
    pub fn answer(
        &self,
        stream: &TcpStream,
        allow: impl FnOnce(&SessionKind) -> Result<(), Denial>,
    ) -> Result<SessionKind, HandshakeError> {
        let lines = self.lines(stream)?;
        let call = lines.receive()?;
        let (kind, nonce) = self
            .check_version(&call)
            .map_err(|error| lines.refuse(error))?;
        let (Some(asked), Some(nonce)) = (SessionKind::read(kind), unhex::<32>(nonce)) else {
            return Err(lines.refuse(HandshakeError::OtherProtocol));
        };
        let our_nonce: Nonce = random()?;
        let version = self.version;
        let said_by = |role| transcript(role, version, kind, [&nonce, &our_nonce]);
        let proof = hex(&self.token.proof(&said_by("acceptor")));
        lines.send(&format!("{NAME}{version} {} {proof}", hex(&our_nonce)))?;

        let Some(proof) = unhex(&self.receive(lines)?) else {
            return Err(lines.refuse(HandshakeError::OtherProtocol));
        };
        if !self.token.is_proven(&said_by("caller"), &proof) {
            return Err(lines.refuse(HandshakeError::WrongToken));
        }
        allow(&asked).map_err(|denial| lines.refuse(HandshakeError::Denied(denial)))?;
        lines.send(WELCOME)?;
        lines.end()?;
        Ok(asked)
    }

    fn lines<'a>(&self, stream: &'a TcpStream) -> io::Result<Lines<'a>> {
        stream.set_nonblocking(false)?;
        Ok(Lines {
            stream,
            deadline: self.deadline,
        })
    }

    /// The next line, unless it is a refusal.
    fn receive(&self, lines: Lines) -> Result<String, HandshakeError> {
        let line = lines.receive()?;
        match HandshakeError::read(&line, self.version) {
            Some(error) => Err(error),
            None => Ok(line),
        }
    }

    /// The last two words of a first line, behind a version that may be several words.
    fn check_version<'a>(&self, line: &'a str) -> Result<(&'a str, &'a str), HandshakeError> {
        let split = || {
            let (rest, last) = line.strip_prefix(NAME)?.rsplit_once(' ')?;
            let (version, last_but_one) = rest.rsplit_once(' ')?;
            Some((version, last_but_one, last))
        };
        let (version, last_but_one, last) = split().ok_or(HandshakeError::OtherProtocol)?;
        if version != self.version {
            return Err(HandshakeError::OtherBuild {
                ours: self.version.to_string(),
                theirs: version.to_string(),
            });
        }
        Ok((last_but_one, last))
    }
}

/// What the side with this role proves: all that both sides have sent before. Their versions are
/// equal by then.
fn transcript<'a>(
    role: &'a str,
    version: &'a str,
    kind: &'a str,
    [caller, acceptor]: [&'a Nonce; 2],
) -> [&'a [u8]; 7] {
    let version = version.as_bytes();
    let (name, role, kind) = (NAME.as_bytes(), role.as_bytes(), kind.as_bytes());
    [name, role, version, version, kind, caller, acceptor]
}

/// Lines over a connection, up to a deadline.
#[derive(Clone, Copy)]
struct Lines<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl Lines<'_> {
    /// The time that is left for one system call.
    fn time_left(&self) -> Result<Option<Duration>, ConnectionError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(ConnectionError::TimedOut),
            false => Ok(Some(left)),
        }
    }

    fn send(&self, line: &str) -> Result<(), HandshakeError> {
        self.stream.set_write_timeout(self.time_left()?)?;
        let mut stream = self.stream;
        // A line fits into the buffers of a fresh connection, so this is one write.
        stream.write_all(format!("{line}\n").as_bytes())?;
        Ok(())
    }

    /// Tells the other side why it is refused, if it still listens.
    fn refuse(&self, error: HandshakeError) -> HandshakeError {
        if let Some(line) = error.line() {
            let _ = self.send(&line);
        }
        error
    }

    /// Reads a line without its end, and not a byte behind it: those belong to the session.
    fn receive(&self) -> Result<String, HandshakeError> {
        let mut line = String::new();
        let mut bytes = [0; LONGEST_LINE];
        loop {
            let coming = &mut bytes[..LONGEST_LINE - line.len()];
            if coming.is_empty() {
                return Err(self.refuse(HandshakeError::OtherProtocol));
            }
            self.stream.set_read_timeout(self.time_left()?)?;
            let seen = match self.stream.peek(coming) {
                Ok(0) => return Err(ConnectionError::Closed.into()),
                Ok(seen) => &coming[..seen],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // The clock decides whether the time is up.
                Err(error) if is_timeout(&error) => continue,
                Err(error) => return Err(error.into()),
            };
            let end = seen.iter().position(|byte| *byte == b'\n');
            let part = &seen[..end.unwrap_or(seen.len())];
            if !part.iter().all(|byte| matches!(byte, b' '..=b'~')) {
                return Err(self.refuse(HandshakeError::OtherProtocol));
            }
            line.extend(part.iter().map(|byte| char::from(*byte)));
            let taken = part.len() + usize::from(end.is_some());
            let mut stream = self.stream;
            stream.read_exact(&mut bytes[..taken])?;
            if end.is_some() {
                return Ok(line);
            }
        }
    }

    /// Leaves the connection as it was before.
    fn end(&self) -> Result<(), HandshakeError> {
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

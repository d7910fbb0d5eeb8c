//! The greeting: before anything else flows, both sides of a connection show that they know the
//! token, are the same build, and mean the same thing.
//!
//! ```text
//! caller    fewest-cluster <version> <purpose> <nonce>
//! acceptor  fewest-cluster <version> <nonce> <proof>      or  refused <code> <text>
//! caller    <proof>                                       or  refused <code> <text>
//! acceptor  welcome                                       or  refused <code> <text>
//! ```
//!
//! A proof covers who makes it, both versions, the purpose and both nonces: it is worth nothing in
//! another greeting, nor in the other direction. The greeting keeps strangers out; it does not hide
//! what is said afterwards, so a cluster belongs on a network that is trusted not to be tapped.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::broken::Broken;
use crate::hex::{hex, unhex};
pub use crate::purpose::Purpose;
pub use crate::refused::{Refusal, Refused};
use crate::token::{Token, random};
use crate::wire::is_over_time;

/// The longest line that is read, its end included.
const LONGEST: usize = 512;

/// What the first line of either side begins with.
const NAME: &str = "fewest-cluster ";

const WELCOME: &str = "welcome";

/// Random bytes that are used once: what is proven with them was not said before.
type Nonce = [u8; 32];

/// What a process needs to greet others.
#[derive(Clone, Copy, Debug)]
pub struct Greeter<'a> {
    /// The secret of the cluster.
    pub token: &'a Token,
    /// The build of this program: printable ASCII, 200 characters at most.
    pub version: &'a str,
    /// When the greeting must be over, however it goes.
    pub deadline: Instant,
}

impl Greeter<'_> {
    /// Greets as the side that connected, and says what for.
    pub fn call(&self, stream: &TcpStream, purpose: &Purpose) -> Result<(), Refused> {
        let talk = self.talk(stream)?;
        let nonce: Nonce = random()?;
        let purpose = purpose.to_string();
        let version = self.version;
        talk.say(&format!("{NAME}{version} {purpose} {}", hex(&nonce)))?;

        let answer = self.hear(talk)?;
        let (their_nonce, proof) = self.same_build(&answer)?;
        let their_nonce: Nonce = unhex(their_nonce).ok_or(Refused::NotAGreeting)?;
        let proof = unhex(proof).ok_or(Refused::NotAGreeting)?;
        let said = Said {
            version,
            purpose: &purpose,
            nonces: [&nonce, &their_nonce],
        };
        if !self.token.is_proven(&said.by("acceptor"), &proof) {
            // A stranger gets no proof from us, not even one that is useless to it.
            return Err(talk.refuse(Refused::Stranger));
        }
        talk.say(&hex(&self.token.proof(&said.by("caller"))))?;
        match self.hear(talk)?.as_str() {
            WELCOME => talk.end(),
            _ => Err(Refused::NotAGreeting),
        }
    }

    /// Greets as the side that was connected to. Whether the purpose is allowed is asked only once
    /// the caller has shown that it knows the token: a stranger learns nothing of what goes on here.
    pub fn answer(
        &self,
        stream: &TcpStream,
        allow: impl FnOnce(&Purpose) -> Result<(), Refusal>,
    ) -> Result<Purpose, Refused> {
        let talk = self.talk(stream)?;
        let call = talk.hear()?;
        let (purpose, nonce) = self.same_build(&call).map_err(|why| talk.refuse(why))?;
        let (Some(asked), Some(nonce)) = (Purpose::read(purpose), unhex::<32>(nonce)) else {
            return Err(talk.refuse(Refused::NotAGreeting));
        };
        let our_nonce: Nonce = random()?;
        let said = Said {
            version: self.version,
            purpose,
            nonces: [&nonce, &our_nonce],
        };
        let proof = hex(&self.token.proof(&said.by("acceptor")));
        talk.say(&format!(
            "{NAME}{} {} {proof}",
            self.version,
            hex(&our_nonce)
        ))?;

        let proof = self.hear(talk)?;
        let Some(proof) = unhex(&proof) else {
            return Err(talk.refuse(Refused::NotAGreeting));
        };
        if !self.token.is_proven(&said.by("caller"), &proof) {
            return Err(talk.refuse(Refused::Stranger));
        }
        allow(&asked).map_err(|why| talk.refuse(why.into()))?;
        talk.say(WELCOME)?;
        talk.end()?;
        Ok(asked)
    }

    fn talk<'a>(&self, stream: &'a TcpStream) -> io::Result<Talk<'a>> {
        stream.set_nonblocking(false)?;
        Ok(Talk {
            stream,
            deadline: self.deadline,
        })
    }

    /// The next line, unless it is a refusal.
    fn hear(&self, talk: Talk) -> Result<String, Refused> {
        let line = talk.hear()?;
        match Refused::read(&line, self.version) {
            Some(refused) => Err(refused),
            None => Ok(line),
        }
    }

    /// The two last words of a first line, in which a version of several words stands before them.
    fn same_build<'a>(&self, line: &'a str) -> Result<(&'a str, &'a str), Refused> {
        let split = || {
            let (rest, last) = line.strip_prefix(NAME)?.rsplit_once(' ')?;
            let (version, last_but_one) = rest.rsplit_once(' ')?;
            Some((version, last_but_one, last))
        };
        let (version, last_but_one, last) = split().ok_or(Refused::NotAGreeting)?;
        if version != self.version {
            return Err(Refused::OtherVersion {
                ours: self.version.to_string(),
                theirs: version.to_string(),
            });
        }
        Ok((last_but_one, last))
    }
}

/// All that both sides have said before they prove it.
struct Said<'a> {
    /// The versions of both, which are the same by now.
    version: &'a str,
    purpose: &'a str,
    /// The caller's, and the acceptor's.
    nonces: [&'a Nonce; 2],
}

impl Said<'_> {
    /// What the side of this role proves.
    fn by<'a>(&'a self, role: &'a str) -> [&'a [u8]; 7] {
        let [caller, acceptor] = self.nonces;
        [
            NAME.as_bytes(),
            role.as_bytes(),
            self.version.as_bytes(),
            self.version.as_bytes(),
            self.purpose.as_bytes(),
            caller,
            acceptor,
        ]
    }
}

/// Lines over a connection, up to a deadline.
#[derive(Clone, Copy)]
struct Talk<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl Talk<'_> {
    /// How much time is left, for one call of the system.
    fn left(&self) -> Result<Option<Duration>, Refused> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Refused::Broken(Broken::TooSlow));
        }
        Ok(Some(left))
    }

    fn say(&self, line: &str) -> Result<(), Refused> {
        self.stream.set_write_timeout(self.left()?)?;
        let mut stream = self.stream;
        // A line fits into the buffers of a fresh connection, so this is one write.
        stream.write_all(format!("{line}\n").as_bytes())?;
        Ok(())
    }

    /// Tells the other side why it is refused, if it still listens.
    fn refuse(&self, why: Refused) -> Refused {
        if let Some(told) = why.told() {
            let _ = self.say(&told);
        }
        why
    }

    /// Reads a line without its end, and not a byte behind it: that belongs to whoever uses the
    /// connection next.
    fn hear(&self) -> Result<String, Refused> {
        let mut line = String::new();
        let mut bytes = [0; LONGEST];
        loop {
            let coming = &mut bytes[..LONGEST - line.len()];
            if coming.is_empty() {
                return Err(self.refuse(Refused::NotAGreeting));
            }
            self.stream.set_read_timeout(self.left()?)?;
            let seen = match self.stream.peek(coming) {
                Ok(0) => return Err(Refused::Broken(Broken::Closed)),
                Ok(seen) => &coming[..seen],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Whether time is up is seen by the clock.
                Err(error) if is_over_time(&error) => continue,
                Err(error) => return Err(error.into()),
            };
            let end = seen.iter().position(|byte| *byte == b'\n');
            let part = &seen[..end.unwrap_or(seen.len())];
            if !part.iter().all(|byte| matches!(byte, b' '..=b'~')) {
                return Err(self.refuse(Refused::NotAGreeting));
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

    /// Leaves the connection as it was found.
    fn end(&self) -> Result<(), Refused> {
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! How the process begins: which signals are ignored, and on Linux the C library's `main`.
//!
//! What the language does before its own `main` takes as long as a hundred small boards: it
//! reads the map of the process to tell a stack that has overflowed from other faults. Of all it
//! does, the command needs only one thing.

#![cfg(unix)]

/// Ignores the signal that ends a process whose file grows past the system's limit (`ulimit -f`):
/// the write then fails with an error, like that of a full disk.
pub fn ignore_file_size_signal() {
    // SAFETY: ignoring a signal runs no code of ours in a handler.
    #[allow(unsafe_code, reason = "there is no safe way to ask for it")]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod linux {
    use std::ffi::{c_char, c_int};
    use std::panic::catch_unwind;

    /// The code of a process that has panicked, as the language has it.
    const PANICKED: u8 = 101;

    // SAFETY: no other `main` is in the program, since the language's is left out.
    #[allow(unsafe_code, reason = "the C library calls it by this name")]
    #[unsafe(no_mangle)]
    extern "C" fn main(_words: c_int, _word: *const *const c_char) -> c_int {
        // SAFETY: ignoring a signal runs no code of ours in a handler, and no other thread is there.
        #[allow(unsafe_code, reason = "there is no safe way to ask for it")]
        unsafe {
            // A reader that goes away is a write error, not a signal that ends the program.
            libc::signal(libc::SIGPIPE, libc::SIG_IGN);
        }
        let code = catch_unwind(crate::run).unwrap_or(PANICKED);
        std::process::exit(code.into())
    }
}

//! What the worker provides.

use std::time::Duration;

/// The worker's functions. Texts are in our memory and are read before they return.
mod imports {
    // SAFETY: `../site/wasm.js` provides these, with these types.
    #[link(wasm_import_module = "browser")]
    unsafe extern "C" {
        pub safe fn milliseconds() -> f64;
        pub safe fn seconds_since_1970() -> f64;
        pub safe fn is_stopped() -> u32;
        pub safe fn report(number: f64, text: *const u8, length: usize);
        pub safe fn write(name: *const u8, name_length: usize, text: *const u8, length: usize);
        pub safe fn remove(name: *const u8, length: usize);
        pub safe fn complain(text: *const u8, length: usize);
    }
}

/// The time since some moment, the same for all workers.
pub fn now() -> Duration {
    Duration::try_from_secs_f64(imports::milliseconds() / 1_000.0).unwrap_or_default()
}

/// The time of day, in seconds since 1970.
pub fn seconds_since_1970() -> u64 {
    imports::seconds_since_1970() as u64
}

/// Whether the engine is to stop thinking.
pub fn is_stopped() -> bool {
    imports::is_stopped() != 0
}

/// Reports what was found for a job.
pub fn report(number: u64, text: &str) {
    imports::report(number as f64, text.as_ptr(), text.len());
}

/// Keeps a file.
pub fn write(name: &str, bytes: &[u8]) {
    imports::write(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len());
}

/// Deletes a file that was kept.
pub fn remove(name: &str) {
    imports::remove(name.as_ptr(), name.len());
}

/// Complains in the console, of panics too, from now on.
pub fn complain_in_console() {
    let complain = |text: String| imports::complain(text.as_ptr(), text.len());
    std::panic::set_hook(Box::new(move |panic| complain(panic.to_string())));
    if log::set_logger(&Console).is_ok() {
        log::set_max_level(log::LevelFilter::Warn);
    }
}

struct Console;

impl log::Log for Console {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }

    fn log(&self, record: &log::Record) {
        let text = record.args().to_string();
        imports::complain(text.as_ptr(), text.len());
    }

    fn flush(&self) {}
}

//! What is asked of the processor itself: wide registers and memory ahead of time.
//! The only file with `unsafe` code. Nothing in it changes a result: without it
//! everything is the same, only slower. How much it brought stands in the log of
//! `lab/experiments`.

#![allow(unsafe_code)]

/// Whether wide registers (AVX2 and what comes with it) are used.
///
/// The same code is compiled twice, for every processor and for those with AVX2,
/// and integers come out the same; which one runs is decided when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// Only ever true if the processor was asked.
    wide: bool,
}

impl Width {
    /// Code for every processor.
    pub const PORTABLE: Width = Width { wide: false };

    /// The widest that this processor has.
    pub fn detected() -> Width {
        #[cfg(target_arch = "x86_64")]
        let wide = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Width { wide }
    }

    /// Does the work, which gains by wide registers if all of it is inlined.
    #[inline(always)]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is only true where the processor has said that it
            // has these features.
            return unsafe { run_wide(work) };
        }
        work.run()
    }
}

/// Something to do, with its arguments. A trait and not a closure, so that `run`
/// can be marked to be inlined always.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_wide<W: Work>(work: W) -> W::Output {
    work.run()
}

/// The processor is told that this will soon be read.
#[inline(always)]
pub fn prefetch<T>(soon: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: fetching ahead reads nothing and cannot fail, and every x86-64 can.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = soon;
}

/// The system is asked to give this memory out in large pages, so that the
/// processor finds places in it quickly: with small ones each probe of a large hash
/// table has to look up where its page lies.
pub fn prefer_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = memory.as_ptr_range();
        let first = bytes.start.addr().next_multiple_of(PAGE);
        let len = bytes.end.addr().saturating_sub(first) / PAGE * PAGE;
        if len > 0 {
            let start = bytes.start.with_addr(first).cast_mut().cast();
            // SAFETY: whole pages within memory that is ours; the advice changes
            // nothing of what is in them, and whether it is taken does not matter.
            unsafe { libc::madvise(start, len, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

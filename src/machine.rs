//! Features of processor and system: wide registers (SIMD), prefetching, large pages, and
//! whether the output is still read. The only file with `unsafe` code. It changes speed,
//! never a result of the search; the gains are in the log of
//! `lab/experiments`.

#![allow(unsafe_code)]

/// Whether wide registers (AVX2 and its companions) are used.
///
/// The same code is compiled twice, for every processor and for those with AVX2, with
/// the same results in integers; which one runs is decided at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// True only if the processor was detected to have them.
    wide: bool,
}

impl Width {
    /// Code for every processor.
    pub const PORTABLE: Width = Width { wide: false };

    /// The widest of this processor.
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

    /// Runs the work, which is vectorised if all of it is inlined.
    #[inline(always)]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is true only if the processor was detected to have these
            // features.
            return unsafe { run_wide(work) };
        }
        work.run(Portable)
    }
}

/// A task with its arguments. A trait instead of a closure, so that `run` can be
/// `inline(always)`.
pub trait Work {
    /// Its result.
    type Output;

    /// Runs it, with layers computed by `lanes`.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// How products of a network are added up, which affects only speed. The caller makes sure
/// that sums fit into 32 bits.
pub trait Lanes: Copy {
    /// The sum of the products, of a multiple of 16 numbers.
    fn dot<const N: usize>(self, one: &[i16; N], other: &[i16; N]) -> i32;

    /// Adds to each sum the products of its row of weights with the inputs.
    #[inline(always)]
    fn add_products<const IN: usize, const OUT: usize>(
        self,
        sums: &mut [i32; OUT],
        inputs: &[i16; IN],
        weights: &[[i16; IN]; OUT],
    ) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum += self.dot(inputs, weights);
        }
    }
}

/// For every processor. On ARM (aarch64), where the compiler uses NEON, it took 95 % of the
/// instructions a node that AVX2 took on x86-64 (118572f): it needs no code of its own.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Lanes for Portable {
    #[inline(always)]
    fn dot<const N: usize>(self, one: &[i16; N], other: &[i16; N]) -> i32 {
        let products = one.iter().zip(other);
        products
            .map(|(&one, &other)| i32::from(one) * i32::from(other))
            .sum()
    }
}

/// In a browser, where the compiler does not find the instruction for pairs of products.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Lanes for Portable {
    #[inline(always)]
    fn dot<const N: usize>(self, one: &[i16; N], other: &[i16; N]) -> i32 {
        use std::arch::wasm32::*;
        const { assert!(N.is_multiple_of(8)) };
        let load = |&[a, b, c, d, e, f, g, h]: &[i16; 8]| i16x8(a, b, c, d, e, f, g, h);
        let (one, _) = one.as_chunks::<8>();
        let (other, _) = other.as_chunks::<8>();
        let all = one
            .iter()
            .zip(other)
            .fold(i32x4_splat(0), |all, (one, other)| {
                i32x4_add(all, i32x4_dot_i16x8(load(one), load(other)))
            });
        let pairs = i32x4_add(all, i32x4_shuffle::<2, 3, 0, 1>(all, all));
        i32x4_extract_lane::<0>(pairs) + i32x4_extract_lane::<1>(pairs)
    }
}

/// For processors with AVX2: exists only if that was detected.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Wide(());

#[cfg(target_arch = "x86_64")]
impl Lanes for Wide {
    #[inline(always)]
    fn dot<const N: usize>(self, one: &[i16; N], other: &[i16; N]) -> i32 {
        // SAFETY: the processor has AVX2, or there were no `Wide`.
        unsafe { dot_wide(one, other) }
    }

    #[inline(always)]
    fn add_products<const IN: usize, const OUT: usize>(
        self,
        sums: &mut [i32; OUT],
        inputs: &[i16; IN],
        weights: &[[i16; IN]; OUT],
    ) {
        // SAFETY: the processor has AVX2, or there were no `Wide`.
        unsafe { add_products_wide(sums, inputs, weights) }
    }
}

/// Sixteen numbers, wherever they lie.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn load(numbers: &[i16; 16]) -> std::arch::x86_64::__m256i {
    // SAFETY: 32 bytes that can be read.
    unsafe { std::arch::x86_64::_mm256_loadu_si256(numbers.as_ptr().cast()) }
}

/// [`Lanes::dot`]. The compiler alone multiplies 32 bits by 32, if one side is the same in
/// a loop.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn dot_wide<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    use std::arch::x86_64::*;
    const { assert!(N.is_multiple_of(16)) };
    let (one, _) = one.as_chunks::<16>();
    let (other, _) = other.as_chunks::<16>();
    let mut all = _mm256_setzero_si256();
    for (one, other) in one.iter().zip(other) {
        all = _mm256_add_epi32(all, _mm256_madd_epi16(load(one), load(other)));
    }
    let four = _mm_add_epi32(
        _mm256_castsi256_si128(all),
        _mm256_extracti128_si256::<1>(all),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
    _mm_cvtsi128_si32(two) + _mm_extract_epi32::<1>(two)
}

/// [`Lanes::add_products`] for rows of multiples of 16 and sums of multiples of 8. The
/// compiler alone gathers the weights of several rows one by one: 88 % of the previous
/// speed with the policy's context, 97 % with this.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn add_products_wide<const IN: usize, const OUT: usize>(
    sums: &mut [i32; OUT],
    inputs: &[i16; IN],
    weights: &[[i16; IN]; OUT],
) {
    use std::arch::x86_64::*;
    const { assert!(IN.is_multiple_of(16) && OUT.is_multiple_of(8)) };
    let (inputs, _) = inputs.as_chunks::<16>();
    let (sums, _) = sums.as_chunks_mut::<8>();
    let (weights, _) = weights.as_chunks::<8>();
    for (sums, rows) in sums.iter_mut().zip(weights) {
        let mut of_rows = [_mm256_setzero_si256(); 8];
        for (of_row, row) in of_rows.iter_mut().zip(rows) {
            let (row, _) = row.as_chunks::<16>();
            for (inputs, weights) in inputs.iter().zip(row) {
                let products = _mm256_madd_epi16(load(inputs), load(weights));
                *of_row = _mm256_add_epi32(*of_row, products);
            }
        }
        let [a, b, c, d, e, f, g, h] = of_rows;
        let first = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        let second = _mm256_hadd_epi32(_mm256_hadd_epi32(e, f), _mm256_hadd_epi32(g, h));
        let low = _mm256_permute2x128_si256::<0x20>(first, second);
        let high = _mm256_permute2x128_si256::<0x31>(first, second);
        let all = _mm256_add_epi32(low, high);
        // SAFETY: eight numbers of four bytes, wherever they lie.
        unsafe {
            let place = sums.as_mut_ptr().cast();
            _mm256_storeu_si256(place, _mm256_add_epi32(_mm256_loadu_si256(place), all));
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_wide<W: Work>(work: W) -> W::Output {
    work.run(Wide(()))
}

/// Prefetches this for reading.
#[inline(always)]
pub fn prefetch<T>(soon: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching accesses nothing, cannot fault, and exists on every x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = soon;
}

/// Whether the reader of the process's standard output is gone. Detected on Linux only;
/// elsewhere the next write fails.
pub fn output_is_closed() -> bool {
    #[cfg(target_os = "linux")]
    {
        let mut output = libc::pollfd {
            fd: libc::STDOUT_FILENO,
            events: 0,
            revents: 0,
        };
        // SAFETY: polls one descriptor, in memory that we own, without waiting; a closed
        // one is not an error.
        unsafe { libc::poll(&mut output, 1, 0) == 1 }
    }
    #[cfg(not(target_os = "linux"))]
    false
}

/// Asks the system for large pages for this memory: with small ones, nearly each probe of
/// a large hash table misses the processor's cache of page addresses.
pub fn prefer_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = memory.as_ptr_range();
        let first = bytes.start.addr().next_multiple_of(PAGE);
        let len = bytes.end.addr().saturating_sub(first) / PAGE * PAGE;
        if len > 0 {
            let start = bytes.start.with_addr(first).cast_mut().cast();
            // SAFETY: whole pages within memory that we own; the advice does not change
            // their contents, and its success does not matter.
            unsafe { libc::madvise(start, len, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

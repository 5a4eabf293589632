//! Numbers as bytes: what the entries of a library are made of.

/// Numbers in a row: seven bits a byte, the lowest first.
#[derive(Debug, Default)]
pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Small numbers of both signs take few bytes.
    pub fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }
}

/// The inverse of [`Writer`]: every method returns `None` if the bytes are not what
/// a writer makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            // Bits beyond the last are no writer's.
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// A number that fits a smaller type.
    pub fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        T::try_from(self.number()?).ok()
    }

    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A number of things that follow, of which each takes at least one byte.
    pub fn count(&mut self) -> Option<usize> {
        let count: usize = self.small()?;
        (count <= self.0.len()).then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers: Vec<u64>, signed: Vec<i64>) {
            let mut writer = Writer::default();
            numbers.iter().for_each(|&number| writer.number(number));
            signed.iter().for_each(|&number| writer.signed(number));
            let mut reader = Reader(&writer.0);
            for number in numbers {
                prop_assert_eq!(reader.number(), Some(number));
            }
            for number in signed {
                prop_assert_eq!(reader.signed(), Some(number));
            }
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn no_bytes_are_too_bad(bytes: Vec<u8>) {
            let mut reader = Reader(&bytes);
            while reader.number().is_some() {}
        }
    }

    #[test]
    fn small_numbers_are_short() {
        let mut writer = Writer::default();
        writer.number(127);
        writer.signed(-64);
        assert_eq!(writer.0, [127, 127]);
        assert_eq!(Reader(&[0xff; 10]).number(), None);
        assert_eq!(Reader(&[5, 0]).count(), None);
    }
}

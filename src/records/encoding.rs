//! Bytes as text: the encoding is marked, said by the file, or guessed.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8};
use encoding_rs::{UTF_16BE, UTF_16LE};

/// Enough to guess an encoding by.
const GUESSED_BY: usize = 1 << 20;

/// Labels that programs write and the WHATWG's list lacks.
const LABELS: [(&str, &str); 10] = [
    ("cp932", "shift_jis"),
    ("ms932", "shift_jis"),
    ("cp936", "gbk"),
    ("ms936", "gbk"),
    ("windows-936", "gbk"),
    ("cp949", "euc-kr"),
    ("ms949", "euc-kr"),
    ("cp950", "big5"),
    ("euc-cn", "gbk"),
    ("eucjp", "euc-jp"),
];

/// A text, and what a user should know about how it was read.
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// That its encoding was guessed, or that letters were lost.
    pub notice: Option<String>,
}

/// The text of a whole file.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some(decoded) = marked(bytes) {
        return decoded;
    }
    let encoding = detect(bytes);
    decode_as(bytes, encoding, encoding != UTF_8)
}

/// The most likely encoding; UTF-8 if that is possible at all.
pub fn detect(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let first = bytes.iter().position(|byte| !byte.is_ascii());
    let bytes = &bytes[first.unwrap_or(0)..];
    let part = &bytes[..bytes.len().min(GUESSED_BY)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(part, part.len() == bytes.len());
    detector.guess(None, Utf8Detection::Deny)
}

/// The text of a file whose bytes show that letters are not ASCII with more in
/// between: a byte order mark, UTF-16 without one, ISO-2022-JP.
pub(super) fn marked(bytes: &[u8]) -> Option<Decoded<'_>> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Some(decode_as(&bytes[length..], encoding, false));
    }
    let encoding = utf_16(bytes).or_else(|| is_iso_2022_jp(bytes).then_some(ISO_2022_JP))?;
    Some(decode_as(bytes, encoding, encoding != ISO_2022_JP))
}

/// UTF-16 without a mark: every other byte of the beginning is zero, mostly.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    const LOOKED_AT: usize = 4096;
    let pairs = bytes[..bytes.len().min(LOOKED_AT)].as_chunks::<2>().0;
    let zeros = |index: usize| pairs.iter().filter(|pair| pair[index] == 0).count();
    // Some letters are a multiple of 256.
    let is_most = |one: usize, other: usize| one > 1 && one * 2 >= pairs.len() && other * 8 < one;
    let (high, low) = (zeros(0), zeros(1));
    match (is_most(low, high), is_most(high, low)) {
        (true, _) => Some(UTF_16LE),
        (_, true) => Some(UTF_16BE),
        _ => None,
    }
}

/// Seven bits, and an escape to Japanese letters.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let has_escape = bytes.is_ascii() && bytes.windows(2).any(|pair| pair == b"\x1b$");
    has_escape && !ISO_2022_JP.decode_without_bom_handling(bytes).1
}

/// The encoding with this label, if it has the letters of ASCII where ASCII has
/// them.
pub(super) fn named(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().to_ascii_lowercase();
    let same = LABELS.iter().find(|(name, _)| *name == label);
    let label = same.map_or(label.as_str(), |(_, label)| label);
    Encoding::for_label_no_replacement(label.as_bytes())
        .filter(|encoding| encoding.is_ascii_compatible())
}

/// The text in this encoding.
pub(super) fn decode_as<'a>(
    bytes: &'a [u8],
    encoding: &'static Encoding,
    is_guessed: bool,
) -> Decoded<'a> {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    let name = encoding.name();
    let notice = match (has_errors, is_guessed) {
        (true, _) => Some(format!("some letters are not {name} and were lost")),
        (false, true) => Some(format!("the encoding is not said: {name} is taken")),
        (false, false) => None,
    };
    Decoded { text, notice }
}

/// How many bytes the letter at the beginning has, as far as it can hide a bracket
/// or a backslash: 2 where the second byte belongs to it, else 1.
pub(super) fn letter_length(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let &[first, second, ..] = bytes else {
        return 1;
    };
    let begins = match first {
        0xa1..=0xdf if encoding == SHIFT_JIS => false,
        0x81..=0xfe => [SHIFT_JIS, GBK, GB18030, BIG5].contains(&encoding),
        _ => false,
    };
    // A byte of ASCII after a byte that begins a letter stands for itself if the
    // letter does not exist.
    let exists = || !encoding.decode_without_bom_handling(&[first, second]).1;
    match begins && (!second.is_ascii() || exists()) {
        true => 2,
        false => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_KR, WINDOWS_1251, WINDOWS_1252};

    fn read(bytes: &[u8]) -> (String, Option<String>) {
        let decoded = decode(bytes);
        (decoded.text.into_owned(), decoded.notice)
    }

    #[test]
    fn marks_and_utf_8_need_no_guess() {
        for bytes in [
            "五é".as_bytes().to_vec(),
            "\u{feff}五é".as_bytes().to_vec(),
            b"\xff\xfe\x94\x4e\xe9\x00".to_vec(),
            b"\xfe\xff\x4e\x94\x00\xe9".to_vec(),
        ] {
            assert_eq!(read(&bytes), ("五é".to_string(), None));
        }
        assert_eq!(read(b""), (String::new(), None));
    }

    #[test]
    fn other_encodings_are_guessed() {
        for (encoding, text) in [
            (GBK, "黑方先行，白方选择颜色，第三手之后交换"),
            (BIG5, "黑方先行，白方選擇顏色，第三手之後交換"),
            (SHIFT_JIS, "黒が先に打ち、白は色を選ぶことができる。表と能"),
            (EUC_KR, "흑이 먼저 두고 백이 색을 고를 수 있다"),
            (WINDOWS_1251, "чёрные ходят первыми, белые выбирают цвет"),
            (
                WINDOWS_1252,
                "Schwarz fängt an, Weiß wählt die Farbe für später",
            ),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            let (found, notice) = read(&bytes);
            assert_eq!(found, text);
            let name = encoding.name();
            assert_eq!(
                notice,
                Some(format!("the encoding is not said: {name} is taken"))
            );
        }
        let utf_16: Vec<u8> = "(;C[五])"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(read(&utf_16).0, "(;C[五])");
        let utf_16: Vec<u8> = "(;C[五])"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read(&utf_16).0, "(;C[五])");
        let one = "(;C[一])\n;B[hh];W[ii]";
        let utf_16: Vec<u8> = one.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(&utf_16).0, one);
        assert_eq!(read(b"a\x1b$B9u\x1b(Bb").0, "a黒b");
    }

    #[test]
    fn labels_are_known() {
        for (label, encoding) in [
            ("utf-8", Some(UTF_8)),
            ("UTF8", Some(UTF_8)),
            (" GB2312 ", Some(GBK)),
            ("CP936", Some(GBK)),
            ("Shift_JIS", Some(SHIFT_JIS)),
            ("ISO-8859-1", Some(WINDOWS_1252)),
            ("UTF-16", None),
            ("x", None),
        ] {
            assert_eq!(named(label), encoding, "{label}");
        }
    }

    #[test]
    fn second_bytes_belong_to_letters() {
        for (encoding, bytes, length) in [
            (SHIFT_JIS, &b"\x83\x5c]"[..], 2),
            // A half-width letter, and a letter that does not exist.
            (SHIFT_JIS, b"\xb1\x5c", 1),
            (SHIFT_JIS, b"\x85\x5d", 1),
            (GBK, b"\x81\x5d", 2),
            (BIG5, b"\xa5\x5c", 2),
            (EUC_KR, b"\xb0\x5d", 1),
            (UTF_8, b"\xe4\xba", 1),
            (GBK, b"a]", 1),
            (GBK, b"\x81", 1),
        ] {
            assert_eq!(
                letter_length(encoding, bytes),
                length,
                "{encoding:?} {bytes:x?}"
            );
        }
    }
}

//! What is wrong with JSON, in words for those who wrote it.

/// What the reader calls a kind of value, and what people do.
const KINDS: [(&str, &str); 10] = [
    ("a boolean", "true or false"),
    ("a borrowed string", "a string"),
    ("a map", "an object"),
    ("a sequence", "a list"),
    ("boolean", "the value"),
    ("floating point", "the number"),
    ("integer", "the number"),
    ("map", "an object"),
    ("sequence", "a list"),
    ("usize", "a whole number from 0"),
];

/// The error of the JSON reader in words, without its place.
pub(super) fn in_words(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let said = said.strip_suffix(&place).unwrap_or(&said);
    if error.is_eof() {
        return "it ends before the object does".to_string();
    }
    let said = said.replace('`', "'");
    if let Some(name) = said.strip_prefix("missing field ") {
        return format!("the field {name} is missing");
    }
    if let Some(name) = said.strip_prefix("duplicate field ") {
        return format!("the field {name} is there twice");
    }
    if let Some((name, known)) = said.split_once(", expected one of ") {
        return format!("{name}; known are {known}");
    }
    let mismatch = ["invalid type: ", "invalid value: ", "invalid length: "];
    let mismatch = mismatch.iter().find_map(|head| said.strip_prefix(head));
    if let Some((found, wanted)) = mismatch.and_then(|rest| rest.split_once(", expected ")) {
        return format!("{} is expected, not {}", kind(wanted), kind(found));
    }
    match said.as_str() {
        "expected value" => "a JSON value is expected".to_string(),
        "key must be a string" => "a name in double quotes is expected".to_string(),
        "trailing comma" => "there is a comma too many".to_string(),
        "trailing characters" => "nothing is expected after the object".to_string(),
        _ => match said.strip_prefix("expected ") {
            Some(wanted) => format!("{wanted} is expected"),
            None => said,
        },
    }
}

/// The kind of a value, which may have the value behind it, in plain words.
fn kind(said: &str) -> String {
    let known = KINDS.iter().find_map(|(theirs, ours)| {
        let rest = said.strip_prefix(theirs)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{ours}{rest}"))
    });
    known.unwrap_or_else(|| said.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object with some fields")]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Fields {
        name: String,
        #[serde(default)]
        count: usize,
        #[serde(default)]
        list: Vec<String>,
        #[serde(default)]
        table: BTreeMap<String, String>,
        #[serde(default)]
        answer: bool,
    }

    #[test]
    fn errors_are_said_in_words() {
        for (text, said) in [
            ("", "it ends before the object does"),
            ("{\"name\":\"a", "it ends before the object does"),
            ("{}", "the field 'name' is missing"),
            (
                "{\"name\":\"a\",\"name\":\"b\"}",
                "the field 'name' is there twice",
            ),
            (
                "{\"nam\":1}",
                "unknown field 'nam'; known are 'name', 'count', 'list', 'table', 'answer'",
            ),
            (
                "1",
                "an object with some fields is expected, not the number '1'",
            ),
            ("{\"name\":1}", "a string is expected, not the number '1'"),
            ("{\"name\":[]}", "a string is expected, not a list"),
            (
                "{\"count\":-1}",
                "a whole number from 0 is expected, not the number '-1'",
            ),
            (
                "{\"count\":1.5}",
                "a whole number from 0 is expected, not the number '1.5'",
            ),
            ("{\"list\":{}}", "a list is expected, not an object"),
            (
                "{\"table\":true}",
                "an object is expected, not the value 'true'",
            ),
            ("{\"answer\":null}", "true or false is expected, not null"),
            ("{name:1}", "a name in double quotes is expected"),
            ("{\"name\":}", "a JSON value is expected"),
            ("{\"name\":\"a\"}}", "nothing is expected after the object"),
            ("{\"name\":\"a\",}", "there is a comma too many"),
            ("{\"name\" 1}", "':' is expected"),
            ("{\"name\":\"a\";}", "',' or '}' is expected"),
        ] {
            let error = serde_json::from_str::<Fields>(text).unwrap_err();
            assert_eq!(in_words(&error), said, "{text}");
        }
    }
}

//! The lists of a base.

use std::collections::HashMap;

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::reader;
use crate::records::scan::{ParseError, one_line};

/// An entry of a list, as far as it says these things.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// With the surname.
    pub name: String,
    pub country: String,
    pub city: String,
    year: String,
    month: String,
    start: String,
}

impl Entry {
    /// The date of a tournament, as ISO 8601 has it.
    pub fn date(&self) -> String {
        if self.start.starts_with(|c: char| c.is_ascii_digit()) {
            return self.start.clone();
        }
        let month = self
            .month
            .parse()
            .ok()
            .filter(|month| (1..=12).contains(month));
        match month {
            Some(month) => format!("{}-{month:02}", self.year),
            None => self.year.clone(),
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        let value = one_line(value.trim());
        match name {
            "name" => self.name = format!("{value} {}", self.name).trim().to_string(),
            "surname" => self.name = format!("{} {value}", self.name).trim().to_string(),
            "country" => self.country = value,
            "city" => self.city = value,
            "year" => self.year = value,
            "month" => self.month = value,
            "start" => self.start = value,
            _ => (),
        }
    }
}

/// All lists: the entries by list and number.
#[derive(Default)]
pub(super) struct Lists(HashMap<String, HashMap<String, Entry>>);

impl Lists {
    /// Reads the lists of a text, which may stand before or after the games.
    pub fn read(text: &str) -> Result<Lists, ParseError> {
        let mut lists = Lists::default();
        let mut reader = reader(text);
        loop {
            let place = reader.buffer_position() as usize;
            let error = |what: String| ParseError::at(text, place, what);
            match reader.read_event() {
                Ok(Event::Start(tag)) if tag.name().as_ref() == "games" => {
                    // Faulty games are told of when they are read.
                    if reader.read_to_end(tag.name()).is_err() {
                        return Ok(lists);
                    }
                }
                Ok(Event::Start(tag) | Event::Empty(tag)) => {
                    if tag.name().as_ref() != "game" {
                        lists.add(&tag).map_err(error)?;
                    }
                }
                Ok(Event::Eof) => return Ok(lists),
                Ok(_) => (),
                Err(wrong) => return Err(error(wrong.to_string())),
            }
        }
    }

    /// The entry with a number; an entry without a name if there is none.
    pub fn entry(&self, list: &str, number: &str) -> Entry {
        let found = self.0.get(list).and_then(|entries| entries.get(number));
        found.cloned().unwrap_or_default()
    }

    /// City and country of a tournament.
    pub fn place(&self, tournament: &Entry) -> String {
        let city = self.entry("city", &tournament.city).name;
        let country = self.entry("country", &tournament.country).name;
        match (city.as_str(), country.as_str()) {
            ("", _) => country,
            (_, "") => city,
            _ => format!("{city}, {country}"),
        }
    }

    fn add(&mut self, tag: &BytesStart) -> Result<(), String> {
        let mut number = None;
        let mut entry = Entry::default();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| error.to_string())?;
            let name: &str = attribute.key.as_ref();
            match name {
                "id" => number = Some(value.trim().to_string()),
                name => entry.set(name, &value),
            }
        }
        if let Some(number) = number {
            let list = tag.name().as_ref().to_string();
            self.0.entry(list).or_default().insert(number, entry);
        }
        Ok(())
    }
}

//! The table of features in `src/cli/board/README.md` names tests that are there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The programs that the features are compared with.
const OTHERS: usize = 5;

/// The tests of this folder by their files.
fn tests() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/board");
    let files = fs::read_dir(folder).expect("the tests").map(|file| {
        let path = file.expect("a file").path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        (name, fs::read_to_string(path).expect("a text"))
    });
    files.collect()
}

/// Whether a file has a test whose name begins so.
fn is_test(tests: &BTreeMap<String, String>, name: &str) -> bool {
    let (file, begins) = name.split_once("::").expect("a file and a name");
    let text = tests.get(file).map_or("", String::as_str);
    text.contains(&format!("#[test]\nfn {begins}"))
}

#[test]
fn every_feature_names_its_tests_and_is_compared() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/board/README.md");
    let readme = fs::read_to_string(readme).expect("the README");
    let part = readme
        .split("\n## ")
        .find(|part| part.starts_with("Features"));
    let rows = part.expect("the part").lines();
    let rows = rows.filter(|line| line.starts_with("| ") && !line.starts_with("| feature"));
    let tests = tests();
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 3 + OTHERS, "{row}");
        let named: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{row}");
        for name in named {
            assert!(is_test(&tests, name), "{name} of: {row}");
        }
        for other in &cells[3..] {
            assert!(["yes", "part", "no", "?", "–"].contains(other), "{row}");
        }
        count += 1;
    }
    assert!(count > 50, "{count}");
    assert!(!is_test(&tests, "table::a_test_that_is_not_there"));
}

//! Whether two paths lead to one file, so that nothing is written over what was read.

use std::fs;
use std::path::Path;

/// Whether two paths name the same file: there may be links to it, and it need not exist.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || is_linked(one, other)
}

/// Hard links have the same number in the file system.
#[cfg(unix)]
fn is_linked(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let number = |path| fs::metadata(path).map(|about| (about.dev(), about.ino()));
    matches!((number(one), number(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_linked(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_several_names() {
        let folder = std::env::temp_dir().join(format!("tengen-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [one, other, link] = ["one", "other", "link"].map(|name| folder.join(name));
        assert!(is_same_file(&one, &one) && !is_same_file(&one, &other));
        fs::write(&one, "1").unwrap();
        fs::write(&other, "1").unwrap();
        assert!(!is_same_file(&one, &other));
        assert!(is_same_file(&one, &folder.join(".").join("one")));
        if cfg!(unix) {
            fs::hard_link(&one, &link).unwrap();
            assert!(is_same_file(&one, &link) && !is_same_file(&other, &link));
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}

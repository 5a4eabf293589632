//! The order of the modules: each uses only modules on lower lines of the
//! table below. And what else has to hold for all of the source: `unsafe` in
//! one file only, nothing printed but by the protocol and the command line, no
//! long files, no paths over two parents, no mutable statics.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The modules from the bottom up: one may use those on the lines above it
/// here, and none on its own line.
const LAYERS: [&[&str]; 13] = [
    &["types", "machine", "lock"],
    &["board", "tt", "scale", "params"],
    &["pattern", "rules"],
    &["position", "proof", "game"],
    &["movegen", "eval", "clock", "records"],
    &["solver", "library", "study"],
    &["search", "teach"],
    &["pool"],
    &["opening_choice"],
    &["engine"],
    &["protocol", "lab", "table"],
    &["page"],
    &["cli"],
];

/// Files and folders that may have `unsafe` code.
const UNSAFE_IN: &[&str] = &["src/machine.rs"];

/// Files and folders that may use the standard streams; `lab/process.rs` those
/// of other programs.
const STREAMS_IN: &[&str] = &[
    "src/protocol/",
    "src/cli/",
    "src/lab/process.rs",
    "src/main.rs",
];

const STREAMS: [&str; 7] = [
    "println", "print", "eprintln", "eprint", "dbg", "stdout", "stderr",
];

const LONGEST_FILE: usize = 600;

struct Source {
    /// From the root of the package, with `/`.
    path: String,
    text: String,
}

/// Every Rust file below a folder of the package; another package in it is not meant.
fn sources(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_string()];
    while let Some(folder) = folders.pop() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
        for entry in fs::read_dir(&root).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if entry.path().join("Cargo.toml").exists() {
                continue;
            } else if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.push(Source { path, text });
            }
        }
    }
    assert!(!found.is_empty(), "no source in {folder}");
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The text with blanks for all comments and literals of text; line breaks
/// stay.
fn code_of(text: &str) -> String {
    let text: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match end_of_blank(&text, at) {
            Some(end) => {
                let blank = |&c: &char| if c == '\n' { '\n' } else { ' ' };
                code.extend(text[at..end].iter().map(blank));
                at = end;
            }
            None => {
                code.push(text[at]);
                at += 1;
            }
        }
    }
    code
}

/// Where the comment or literal that begins at `at` ends, if one does.
fn end_of_blank(text: &[char], at: usize) -> Option<usize> {
    let is = |from: usize, wanted: &str| {
        wanted
            .chars()
            .enumerate()
            .all(|(step, c)| text.get(from + step) == Some(&c))
    };
    let after = |from: usize, wanted: &str| {
        let found = (from..text.len()).find(|&place| is(place, wanted));
        found.map_or(text.len(), |place| place + wanted.chars().count())
    };
    let in_word = at > 0 && is_word(text[at - 1]) && !matches!(text[at - 1], 'b' | 'c');
    match text[at] {
        '/' if is(at, "//") => {
            let length = text[at..].iter().take_while(|&&c| c != '\n').count();
            Some(at + length)
        }
        '/' if is(at, "/*") => {
            let (mut depth, mut end) = (1, at + 2);
            while depth > 0 && end < text.len() {
                let (opens, closes) = (is(end, "/*"), is(end, "*/"));
                depth = depth + usize::from(opens) - usize::from(closes);
                end += if opens || closes { 2 } else { 1 };
            }
            Some(end)
        }
        'r' if !in_word => {
            let hashes = text[at + 1..].iter().take_while(|&&c| c == '#').count();
            let raw = text.get(at + 1 + hashes) == Some(&'"');
            raw.then(|| after(at + 2 + hashes, &format!("\"{}", "#".repeat(hashes))))
        }
        '"' => Some(end_of_quoted(text, at)),
        // Else it is a lifetime.
        '\'' if is(at + 1, "\\") || is(at + 2, "'") => Some(end_of_quoted(text, at)),
        _ => None,
    }
}

/// The end of a literal with escapes that begins at `at`.
fn end_of_quoted(text: &[char], at: usize) -> usize {
    let mut end = at + 1;
    while end < text.len() && text[end] != text[at] {
        end += if text[end] == '\\' { 2 } else { 1 };
    }
    text.len().min(end + 1)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where a word begins in some code.
fn places_of<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| {
            !code[..at].ends_with(is_word) && !code[at + word.len()..].starts_with(is_word)
        })
}

fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

/// What follows `root::` everywhere: the first names of the paths, those of
/// brace lists one by one, with their lines. `*` is a name here.
fn names_below(code: &str, root: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for at in places_of(code, root) {
        let rest = code[at + root.len()..].trim_start();
        let Some(path) = rest.strip_prefix("::").map(str::trim_start) else {
            continue;
        };
        let mut add = |item: &str| {
            let item = item.trim_start();
            let end = item.find(|c| !is_word(c)).unwrap_or(item.len());
            let name = if item.starts_with('*') {
                "*"
            } else {
                &item[..end]
            };
            let place = item.as_ptr() as usize - code.as_ptr() as usize;
            if !name.is_empty() {
                found.push((line_of(code, place), name.to_string()));
            }
        };
        match path.strip_prefix('{') {
            Some(list) => items(list).into_iter().for_each(&mut add),
            None => add(path),
        }
    }
    found
}

/// The items of a brace list whose opening brace was just passed.
fn items(list: &str) -> Vec<&str> {
    let (mut items, mut depth, mut from) = (Vec::new(), 1, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => (),
        }
        if depth == 0 || depth == 1 && c == ',' {
            items.push(&list[from..at]);
            from = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    items
}

/// The module of a file, `None` for the roots of the package.
fn module_of(path: &str) -> Option<&str> {
    let inner = path.strip_prefix("src/").unwrap();
    let module = inner.split('/').next().unwrap().trim_end_matches(".rs");
    (!matches!(module, "lib" | "main")).then_some(module)
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The uses of other modules that do not go downward, as `file:line: arrow`.
fn wrong_arrows(path: &str, text: &str) -> Vec<String> {
    let code = code_of(text);
    let module = module_of(path);
    let mut used = names_below(&code, "crate");
    if path != "src/main.rs" {
        used.extend(names_below(&code, "tengen"));
    }
    // In a module's own file the parent is the root.
    if module.is_some_and(|name| path == format!("src/{name}.rs") || path.ends_with("/mod.rs")) {
        let above = names_below(&code, "super");
        used.extend(
            above
                .into_iter()
                .filter(|(_, name)| layer_of(name).is_some()),
        );
    }
    let goes_down = |name: &str| match module {
        None => layer_of(name).is_some(),
        Some(module) => {
            name == module || layer_of(name).is_some_and(|layer| Some(layer) < layer_of(module))
        }
    };
    let wrong = used.into_iter().filter(|(_, name)| !goes_down(name));
    let from = module.unwrap_or("the root");
    wrong
        .map(|(line, name)| format!("{path}:{line}: {from} -> {name}"))
        .collect()
}

/// Where one of these words or paths stands, as `file:line: word`.
fn places_in(source: &Source, words: &[&str], exempt: &[&str]) -> Vec<String> {
    if exempt.iter().any(|path| source.path.starts_with(path)) {
        return Vec::new();
    }
    let code = code_of(&source.text);
    let place = |word: &&str| {
        let lines = places_of(&code, word).map(|at| line_of(&code, at));
        lines
            .map(|line| format!("{}:{line}: {word}", source.path))
            .collect::<Vec<_>>()
    };
    words.iter().flat_map(place).collect()
}

#[track_caller]
fn assert_none(found: Vec<String>) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn modules_use_only_lower_ones() {
    let arrows = |source: &Source| wrong_arrows(&source.path, &source.text);
    assert_none(sources("src").iter().flat_map(arrows).collect());
}

#[test]
fn the_table_names_every_module() {
    let table: Vec<&str> = LAYERS.concat();
    let sources = sources("src");
    let modules: BTreeSet<&str> = sources
        .iter()
        .filter_map(|source| module_of(&source.path))
        .collect();
    assert_eq!(table.iter().copied().collect::<BTreeSet<_>>(), modules);
    assert_eq!(table.len(), modules.len(), "a module is named twice");
}

/// The code of a file before its tests.
fn code_without_tests(source: &Source) -> String {
    let code = code_of(&source.text);
    let end = code.find("#[cfg(test)]\nmod ").unwrap_or(code.len());
    code[..end].to_string()
}

/// The words after each `root::`, as far as they are one path.
fn paths_below<'a>(code: &'a str, root: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    places_of(code, root).filter_map(move |at| {
        let rest = code[at + root.len()..].strip_prefix("::")?;
        let end = rest.find(|c| !is_word(c) && c != ':');
        let path = &rest[..end.unwrap_or(rest.len())];
        Some(path.split("::").filter(|word| !word.is_empty()).collect())
    })
}

/// The names of the functions that some code defines.
fn functions_of(code: &str) -> BTreeSet<&str> {
    let names = places_of(code, "fn").filter_map(|at| {
        let rest = code[at + 2..].strip_prefix(' ')?;
        let end = rest.find(|c| !is_word(c))?;
        (end > 0).then_some(&rest[..end])
    });
    names.collect()
}

/// Which files of a folder each of them uses: by the paths that it names, and by
/// the methods that it calls, where only one file of the folder has a function
/// of that name.
fn arrows_within(files: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut homes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (path, code) in files {
        for name in functions_of(code) {
            homes.entry(name).or_default().push(path);
        }
    }
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, code) in files {
        let used = arrows.entry(path).or_default();
        let (folder, _) = path.rsplit_once('/').unwrap();
        let by_root = paths_below(code, "crate").map(|words| ("src", words));
        let by_parent = paths_below(code, "super").map(|words| (folder, words));
        for (from, words) in by_root.chain(by_parent) {
            let file = |count: usize| format!("{from}/{}.rs", words[..count].join("/"));
            let known = (1..=words.len()).find_map(|count| files.get_key_value(&file(count)));
            used.extend(known.map(|(known, _)| known.as_str()));
        }
        for (name, home) in &homes {
            let calls = places_of(code, name).any(|at| {
                let is_call = code[at + name.len()..].starts_with(['(', ':']);
                is_call && code[..at].ends_with('.')
            });
            if let ([home], true) = (&home[..], calls) {
                used.insert(home);
            }
        }
        used.remove(path.as_str());
    }
    arrows
}

/// Files that use each other in a circle, or lead to one; none if there is no
/// circle.
fn in_circles<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut rest: BTreeSet<&str> = arrows.keys().copied().collect();
    loop {
        let free = |path: &&&str| arrows[**path].iter().all(|used| !rest.contains(used));
        let Some(path) = rest.iter().find(free).copied() else {
            return rest;
        };
        rest.remove(path);
    }
}

/// The files of the search but those that only name its parts.
fn search_files() -> BTreeMap<String, String> {
    let inside = |source: &Source| !source.path.ends_with("/mod.rs");
    let files = sources("src/search").into_iter().filter(inside);
    files
        .map(|source| (source.path.clone(), code_without_tests(&source)))
        .collect()
}

#[test]
fn no_circle_of_files_inside_the_search() {
    let files = search_files();
    let arrows = arrows_within(&files);
    let circles = in_circles(&arrows);
    let arrow = |path: &&str| {
        let back = arrows[*path].intersection(&circles);
        format!("{path} -> {}", back.copied().collect::<Vec<_>>().join(", "))
    };
    assert_none(circles.iter().map(arrow).collect());
    // The scanner sees both kinds of arrows.
    let node = &arrows["src/search/tree/node.rs"];
    assert!(node.contains("src/search/threads/abdada.rs"));
    assert!(node.contains("src/search/tree/quiescence.rs"));
}

#[test]
fn the_rooms_of_the_search_use_only_those_below() {
    // From the bottom up; what lies beside the rooms is for all of them.
    const ROOMS: [&str; 3] = ["threads", "tree", "root"];
    let room = |path: &str| {
        ROOMS
            .iter()
            .position(|room| path.contains(&format!("/{room}/")))
    };
    let files = search_files();
    let mut wrong = Vec::new();
    for (from, used) in arrows_within(&files) {
        for to in used {
            if room(from).is_some() && room(to) > room(from) {
                wrong.push(format!("{from} -> {to}"));
            }
        }
    }
    assert_none(wrong);
}

/// The module that a file is, as a path without its ending.
fn as_module(path: &str) -> &str {
    path.strip_suffix("/mod.rs")
        .or(path.strip_suffix(".rs"))
        .unwrap_or(path)
}

/// The file of a module.
fn file_of<'a>(files: &'a BTreeMap<String, String>, module: &str) -> Option<&'a str> {
    let paths = [format!("{module}.rs"), format!("{module}/mod.rs")];
    let mut found = paths.iter().filter_map(|path| files.get_key_value(path));
    found.next().map(|(path, _)| path.as_str())
}

/// All paths of some code that begin with `root::`, each as its words; those of brace
/// lists one by one.
fn paths_from(code: &str, root: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for at in places_of(code, root) {
        if !code[..at].trim_end().ends_with("::") {
            add_paths(&code[at + root.len()..], &[], &mut found);
        }
    }
    found
}

/// Adds the paths that begin with `before` and go on as `rest` does.
fn add_paths(rest: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let next = rest.trim_start().strip_prefix("::").map(str::trim_start);
    let Some(next) = next else {
        found.extend((!before.is_empty()).then(|| before.to_vec()));
        return;
    };
    let parts = match next.strip_prefix('{') {
        Some(list) => items(list),
        None => vec![next],
    };
    for part in parts {
        let part = part.trim_start();
        let end = part.find(|c| !is_word(c) && c != '*').unwrap_or(part.len());
        let word = (end > 0 && &part[..end] != "self").then(|| part[..end].to_string());
        let path: Vec<String> = before.iter().cloned().chain(word).collect();
        add_paths(&part[end..], &path, found);
    }
}

/// The file that defines what a path means in a module; names that a file takes from
/// the files below it are looked up there.
fn home_of<'a>(
    files: &'a BTreeMap<String, String>,
    module: &str,
    path: &[String],
) -> Option<&'a str> {
    let mut module = module.to_string();
    for word in path {
        let inner = format!("{module}/{word}");
        let folder = format!("{inner}/");
        if file_of(files, &inner).is_some() || files.keys().any(|path| path.starts_with(&folder)) {
            module = inner;
            continue;
        }
        let file = file_of(files, &module)?;
        let taken = inner_paths(files, file)
            .into_iter()
            .find_map(|path| match path.split_last() {
                Some((last, _)) if last == word => home_of(files, &module, &path),
                Some((last, before)) if last == "*" => {
                    home_of(files, &module, before).filter(|home| defines(&files[*home], word))
                }
                _ => None,
            });
        return taken.or(Some(file));
    }
    file_of(files, &module)
}

/// Whether some code has an item of this name.
fn defines(code: &str, name: &str) -> bool {
    const KINDS: [&str; 7] = ["fn", "struct", "enum", "trait", "type", "const", "static"];
    let mut places = places_of(code, name);
    places.any(|at| {
        KINDS
            .iter()
            .any(|kind| code[..at].ends_with(&format!("{kind} ")))
    })
}

/// The paths in a file that begin with a module of its folder.
fn inner_paths(files: &BTreeMap<String, String>, file: &str) -> Vec<Vec<String>> {
    let folder = format!("{}/", as_module(file));
    let inside = files.keys().filter_map(|path| path.strip_prefix(&folder));
    let names: BTreeSet<&str> = inside
        .map(|path| path.split('/').next().unwrap().trim_end_matches(".rs"))
        .collect();
    let mut found = Vec::new();
    for name in names {
        for path in paths_from(&files[file], name) {
            found.push([vec![name.to_string()], path].concat());
        }
    }
    found
}

/// The methods that some code defines, and whether other files may call them.
fn methods_of(code: &str) -> BTreeMap<&str, bool> {
    let methods = places_of(code, "fn").filter_map(|at| {
        let start = code[..at]
            .rfind(['\n', '}', '{', ';'])
            .map_or(0, |end| end + 1);
        let rest = code[at + 2..].strip_prefix(' ')?;
        let end = rest.find(|c| !is_word(c))?;
        let inputs = rest.split_once('(')?.1.trim_start();
        let first = inputs.split([',', ')', ':']).next()?;
        let takes_self = first
            .split_whitespace()
            .next_back()?
            .trim_start_matches('&')
            == "self";
        let is_open = places_of(&code[start..at], "pub").next().is_some();
        takes_self.then_some((&rest[..end], is_open))
    });
    methods.collect()
}

/// Methods of other crates' types that have the name of one of ours.
const COMMON_METHODS: [&str; 1] = ["shuffle"];

/// Which files of a room each of them uses: those that its paths lead to, and those
/// whose methods it calls, where only one file of the source has a method of that name.
/// Left out are arrows from a file to the head (`mod.rs`, or `a.rs` beside `a/`) of a
/// folder that it is in: a head and the files below it may use each other.
fn arrows_inside(
    room: &BTreeMap<String, String>,
    all: &BTreeMap<String, String>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut homes: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
    for (path, code) in all {
        for (name, is_open) in methods_of(code) {
            homes.entry(name).or_default().push((path, is_open));
        }
    }
    COMMON_METHODS
        .iter()
        .for_each(|name| _ = homes.remove(name));
    let mut arrows = BTreeMap::new();
    for (path, code) in room {
        let module = as_module(path);
        let above = module.rsplit_once('/').unwrap().0;
        let by_root = paths_from(code, "crate").into_iter().map(|to| ("src", to));
        let by_parent = paths_from(code, "super").into_iter().map(|to| (above, to));
        let by_child = inner_paths(room, path).into_iter().map(|to| (module, to));
        let paths = by_root.chain(by_parent).chain(by_child);
        let mut used: BTreeSet<&str> = paths
            .filter_map(|(from, to)| home_of(room, from, &to))
            .collect();
        for (name, home) in &homes {
            let calls = || {
                places_of(code, name).any(|at| {
                    let is_call = code[at + name.len()..].starts_with(['(', ':']);
                    is_call && code[..at].ends_with('.')
                })
            };
            if let [(home, true)] = home[..]
                && room.contains_key(home)
                && calls()
            {
                used.insert(home);
            }
        }
        let is_inner =
            |used: &&str| *used != path && !module.starts_with(&format!("{}/", as_module(used)));
        let used = used.into_iter().filter(is_inner).map(str::to_string);
        arrows.insert(path.clone(), used.collect());
    }
    arrows
}

/// The files that lead back to themselves, each with the next ones on the way.
fn circles(arrows: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let reached = |from: &String| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(path) = open.pop() {
            let used = arrows[path].iter();
            open.extend(used.filter(|used| reached.insert((*used).clone())));
        }
        reached
    };
    let mut found = BTreeMap::new();
    for path in arrows.keys() {
        if reached(path).contains(path) {
            let mut next = arrows[path].clone();
            next.retain(|next| reached(next).contains(path));
            found.insert(path.clone(), next);
        }
    }
    found
}

/// The source by path, without tests.
fn code_by_path() -> BTreeMap<String, String> {
    let files = sources("src").into_iter();
    let files = files.filter(|source| !source.path.contains("/tests"));
    files
        .map(|source| (source.path.clone(), code_without_tests(&source)))
        .collect()
}

#[test]
fn no_circle_of_files_inside_any_room() {
    let all = code_by_path();
    let mut wrong = Vec::new();
    for name in LAYERS.concat() {
        let is_of_room = |path: &str| module_of(path) == Some(name);
        let room = all.iter().filter(|(path, _)| is_of_room(path));
        let room = room
            .map(|(path, code)| (path.clone(), code.clone()))
            .collect();
        for (path, next) in circles(&arrows_inside(&room, &all)) {
            let next: Vec<String> = next.into_iter().collect();
            wrong.push(format!("{path} -> {}", next.join(", ")));
        }
    }
    assert_none(wrong);
}

#[test]
fn the_scanner_sees_circles_inside_rooms() {
    let count = |texts: &[(&str, &str)]| {
        let own = |&(path, text): &(&str, &str)| (format!("src/a/{path}.rs"), text.to_string());
        let files = texts.iter().map(own).collect();
        circles(&arrows_inside(&files, &files)).len()
    };
    let c = ("c", "use crate::a::{b::{d, e}, f};");
    assert_eq!(count(&[("b", "use super::c::d;"), c]), 2);
    assert_eq!(count(&[("b", "use super::f::c;"), c]), 0);
    // Through a name that the folder's head takes from another file.
    let head = ("mod", "mod b; mod c; pub use c::D; use b::f;");
    let c = ("c", "use super::b::g; pub struct D;");
    assert_eq!(count(&[head, ("b", "use super::D;"), c]), 2);
    // A file and the head of its folder, and one beside that.
    let inner = ("b/c", "use super::D; use crate::a::E;");
    assert_eq!(
        count(&[head, ("b/mod", "use c::f; fn g() { c::g() }"), inner]),
        0
    );
    let beside = ("d", "fn f(x: super::b::D) {}");
    assert_eq!(
        count(&[("b/mod", "mod c; use super::d;"), inner, beside]),
        2
    );
    // Methods, but only open ones and those that have one home.
    let caller = ("b", "fn f() { x.e() }");
    let called = |text| ("c", text);
    let open = "use super::b; impl D { pub(super) const fn e(&'a mut self) {} }";
    assert_eq!(count(&[caller, called("use super::b; fn e(&self) {}")]), 0);
    assert_eq!(count(&[caller, called(open)]), 2);
    assert_eq!(
        count(&[caller, called("use super::b; pub fn e(d: &D, s: self) {}")]),
        0
    );
    assert_eq!(
        count(&[caller, called(open), ("d", "pub fn e(self) {}")]),
        0
    );
}

#[test]
fn the_scanner_sees_circles() {
    let files = |texts: &[(&str, &str)]| -> BTreeMap<String, String> {
        let own = |&(path, text): &(&str, &str)| (format!("src/a/{path}.rs"), text.to_string());
        texts.iter().map(own).collect()
    };
    let count = |texts: &[(&str, &str)]| in_circles(&arrows_within(&files(texts))).len();
    assert_eq!(count(&[("b", "use super::c::d;"), ("c", "fn e() {}")]), 0);
    assert_eq!(
        count(&[("b", "use super::c;"), ("c", "use crate::a::b::f;")]),
        2
    );
    assert_eq!(
        count(&[("b", "fn f() { x.e() }"), ("c", "fn e() { y.f::<A>() }")]),
        2
    );
    assert_eq!(
        count(&[("b", "fn f() { x.f() }"), ("c", "fn e() { f }")]),
        0
    );
}

#[test]
fn no_unsafe_code() {
    let found = |source: &Source| places_in(source, &["unsafe"], UNSAFE_IN);
    assert_none(sources("src").iter().flat_map(found).collect());
    assert_none(sources("tests").iter().flat_map(found).collect());
}

#[test]
fn only_protocol_and_command_line_print() {
    let found = |source: &Source| places_in(source, &STREAMS, STREAMS_IN);
    assert_none(sources("src").iter().flat_map(found).collect());
}

#[test]
fn no_paths_over_two_parents_and_no_mutable_statics() {
    let found = |source: &Source| places_in(source, &["super::super", "static mut"], &[]);
    assert_none(sources("src").iter().flat_map(found).collect());
}

#[test]
fn no_long_files() {
    let long = |source: &Source| {
        let lines = source.text.lines().count();
        (lines > LONGEST_FILE).then(|| format!("{}: {lines} lines", source.path))
    };
    assert_none(sources("src").iter().filter_map(long).collect());
}

#[test]
fn the_scanner_sees_code_only() {
    for (text, code) in [
        ("a // b\nc", "a     \nc"),
        ("a /* b /* c */ d */ e", "a                   e"),
        ("f(\"a\\\"b\", c)", "f(      , c)"),
        ("r#\"a\"b\"# c br\"d\" e", "         c b     e"),
        ("'a' 'b: '\\'' '\"' c", "    'b:          c"),
        ("for \"a\nb\" x", "for   \n   x"),
        ("// a", "    "),
    ] {
        assert_eq!(code_of(text), code, "{text}");
    }
}

#[test]
fn the_scanner_sees_every_arrow() {
    let none: [&str; 0] = [];
    for (path, text, wrong) in [
        ("src/eval.rs", "use crate::position::Position;", &none[..]),
        (
            "src/eval.rs",
            "// use crate::search;\n/// [`a`](crate::pool)\nlet a = \"crate::cli\";",
            &none,
        ),
        (
            "src/eval.rs",
            "use crate::eval::a; pub(crate) fn super_crate() {}",
            &none,
        ),
        (
            "src/eval.rs",
            "\n\nuse crate::search::Score;",
            &["3: eval -> search"],
        ),
        ("src/eval.rs", "a(crate :: pool\n::b)", &["1: eval -> pool"]),
        (
            "src/board/line.rs",
            "use crate::{\n  types::{Color, eval},\n  tt, cli::{self, a},\n};",
            &["3: board -> tt", "3: board -> cli"],
        ),
        (
            "src/tt.rs",
            "use super::{board, types};\nuse tengen::clock;",
            &["2: tt -> clock", "1: tt -> board"],
        ),
        ("src/tt/mod.rs", "use super::engine;", &["1: tt -> engine"]),
        ("src/board/line.rs", "use super::notation;", &none),
        (
            "src/board/line.rs",
            "use crate::*; use crate::nothing;",
            &["1: board -> *", "1: board -> nothing"],
        ),
        ("src/main.rs", "fn main() { tengen::cli::run() }", &none),
    ] {
        let wanted: Vec<String> = wrong
            .iter()
            .map(|arrow| format!("{path}:{arrow}"))
            .collect();
        assert_eq!(wrong_arrows(path, text), wanted, "{text}");
    }
}

#[test]
fn the_scanner_sees_words() {
    let text = "// dbg!(a)\nunsafe_code, dbg!(\"print\");\nuse std::io::stdout;\nfingerprint()";
    let source = |path: &str| Source {
        path: path.to_string(),
        text: text.to_string(),
    };
    let found = places_in(&source("src/tt.rs"), &STREAMS, STREAMS_IN);
    assert_eq!(found, ["src/tt.rs:2: dbg", "src/tt.rs:3: stdout"]);
    assert!(places_in(&source("src/cli/mod.rs"), &STREAMS, STREAMS_IN).is_empty());
    assert!(places_in(&source("src/tt.rs"), &["unsafe"], &[]).is_empty());
}

#[test]
fn the_limits_that_are_stated_are_those_of_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("src/SECURITY.md")).unwrap();
    let rows = text.lines().filter(|line| line.contains("| `src/"));
    let mut count = 0;
    for row in rows {
        let quoted: Vec<&str> = row.rsplit('|').nth(1).unwrap().split('`').collect();
        let [_, path, _, limit, _] = quoted[..] else {
            panic!("{row}");
        };
        let (name, value) = limit.split_once(" = ").unwrap();
        let source = fs::read_to_string(root.join(path)).unwrap();
        let line = source
            .lines()
            .find(|line| line.contains(&format!("const {name}:")));
        let line = line.unwrap_or_else(|| panic!("{path} has no {name}"));
        assert!(line.ends_with(&format!(" = {value};")), "{path}: {line}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

//! Joins the page's modules into one script. Over a slow network a browser has one file long before
//! it has forty, of which each has to come before it knows what else to fetch.
//!
//! Each module becomes a block, so that its names stay its own. What it exports is put into the
//! object `$modules`, from where the blocks after it take their imports.
//!
//! Only the syntax that the page's modules use is supported: imports by name from a file of the same
//! directory, and exports of functions, classes and constants where they are declared. Anything else
//! is an error. The tests join the page's own modules, so a running server never meets one.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Joins a module and all that it imports into one module script, in the order in which a browser
/// evaluates them. Indentation is left out, and so are lines that are only comments, and comments that
/// say what type something has.
///
/// `read` returns the source of a module, or `None` if there is no such file.
///
/// # Errors
///
/// Says which module cannot be joined and why: an unsupported line, an import of something that does
/// not exist, or modules that import each other.
pub fn join(entry: &str, read: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut bundle = Bundle {
        read,
        script: "const $modules = {};\n".to_string(),
        exports: HashMap::new(),
        path: Vec::new(),
    };
    bundle.add(entry)?;
    Ok(bundle.script)
}

/// A script that modules are added to.
struct Bundle<R> {
    read: R,
    script: String,
    /// The names that each added module exports.
    exports: HashMap<String, Vec<String>>,
    /// The modules between the entry and the one that is being added, each importing the next.
    path: Vec<String>,
}

impl<R: Fn(&str) -> Option<String>> Bundle<R> {
    /// Adds a module behind all that it imports, unless it has been added already.
    fn add(&mut self, file: &str) -> Result<(), String> {
        if self.exports.contains_key(file) {
            return Ok(());
        }
        let is_open = self.path.iter().any(|open| open == file);
        self.path.push(file.to_string());
        if is_open {
            return Err(format!("a cycle of imports: {}", self.path.join(", ")));
        }
        let source = (self.read)(file).ok_or_else(|| format!("{file}: no such file"))?;
        let module = Module::parse(&source).map_err(|why| format!("{file}: {why}"))?;
        for import in &module.imports {
            self.add(&import.file)?;
            let exports = &self.exports[&import.file];
            if let Some((name, _)) = import
                .names
                .iter()
                .find(|(name, _)| !exports.contains(name))
            {
                return Err(format!("{file}: {} does not export {name}", import.file));
            }
        }
        self.write(file, &module);
        self.exports.insert(file.to_string(), module.exports);
        self.path.pop();
        Ok(())
    }

    fn write(&mut self, file: &str, module: &Module) {
        let script = &mut self.script;
        let _ = writeln!(script, "// {file}\n{{");
        for Import { file, names } in &module.imports {
            if !names.is_empty() {
                let names: Vec<_> = names
                    .iter()
                    .map(|(name, own)| format!("{name}: {own}"))
                    .collect();
                let _ = writeln!(
                    script,
                    "const {{ {} }} = $modules[\"{file}\"];",
                    names.join(", ")
                );
            }
        }
        *script += &module.code;
        if !module.exports.is_empty() {
            let _ = writeln!(
                script,
                "$modules[\"{file}\"] = {{ {} }};",
                module.exports.join(", ")
            );
        }
        *script += "}\n";
    }
}

/// A module, read line by line.
#[derive(Default)]
struct Module {
    imports: Vec<Import>,
    exports: Vec<String>,
    /// Its lines without imports, comments and the word `export`.
    code: String,
}

struct Import {
    file: String,
    /// What each name is called where it is exported, and what here.
    names: Vec<(String, String)>,
}

impl Module {
    fn parse(source: &str) -> Result<Self, String> {
        let mut module = Module::default();
        let mut lines = code_lines(source).into_iter();
        while let Some(line) = lines.next() {
            let unsupported = || format!("cannot be joined: {}", line.trim());
            if is_statement(line, "import") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    let next = lines.next().ok_or_else(unsupported)?;
                    statement = format!("{statement} {}", next.trim());
                }
                module
                    .imports
                    .push(import(&statement).ok_or_else(unsupported)?);
                continue;
            }
            check(line).ok_or_else(unsupported)?;
            if line == "export {};" {
                continue;
            }
            let code = match is_statement(line, "export") {
                true => {
                    let (name, declaration) = export(line).ok_or_else(unsupported)?;
                    module.exports.push(name.to_string());
                    declaration
                }
                false => line,
            };
            module.code += &without_types(code.trim_start());
            module.code.push('\n');
        }
        Ok(module)
    }
}

/// The lines of a source that have more than comments.
fn code_lines(source: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut is_in_comment = false;
    for line in source.lines() {
        let mut code = line.trim_end();
        while is_in_comment || code.trim_start().starts_with("/*") {
            // What stands behind a comment is code: casts are written in this way.
            let end = code.split_once("*/");
            is_in_comment = end.is_none();
            code = end.map_or("", |(_, code)| code.trim_start());
            if is_in_comment {
                break;
            }
        }
        if !code.trim_start().starts_with("//") && !code.is_empty() {
            lines.push(code);
        }
    }
    lines
}

/// A line without the comments in it that say what type something has. That each of them ends in the
/// line has been checked.
fn without_types(line: &str) -> String {
    let mut code = String::new();
    let mut rest = line;
    while let Some((before, comment)) = rest.split_once("/** @") {
        code += before;
        rest = comment
            .split_once("*/")
            .map_or("", |(_, code)| code.trim_start());
    }
    code + rest
}

/// Whether a line begins with a keyword that is not the name of a property or of a function.
fn is_statement(line: &str, keyword: &str) -> bool {
    let rest = line.trim_start().strip_prefix(keyword);
    rest.is_some_and(|rest| rest.starts_with([' ', '{', '"', '\'', '*']))
}

/// Finds what cannot be joined in a line of code: imports that are computed, and comments and
/// template literals that go on in the next line, where a line could be mistaken for a comment.
fn check(line: &str) -> Option<()> {
    let mut code = line;
    while let Some((before, comment)) = code.split_once("/*") {
        if is_import(before) {
            return None;
        }
        (_, code) = comment.split_once("*/")?;
    }
    let is_whole = line.matches('`').count().is_multiple_of(2);
    (is_whole && !is_import(code)).then_some(())
}

fn is_import(code: &str) -> bool {
    code.contains("import(") || code.contains("import.meta")
}

/// Reads `import { a, b as c } from "./file.js";` or `import "./file.js";`.
fn import(statement: &str) -> Option<Import> {
    let rest = statement.strip_prefix("import")?.trim();
    let (names, from) = match rest.strip_prefix('{') {
        Some(rest) => {
            let (names, from) = rest.split_once('}')?;
            (names, from.trim().strip_prefix("from")?)
        }
        None => ("", rest),
    };
    let file = from.trim().strip_prefix("\"./")?.strip_suffix("\";")?;
    let names = names
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let names: Option<Vec<_>> = names
        .map(|name| {
            let (name, own) = name.split_once(" as ").unwrap_or((name, name));
            let is_name = [name, own]
                .into_iter()
                .all(|name| name.chars().all(is_in_name));
            is_name.then(|| (name.to_string(), own.to_string()))
        })
        .collect();
    let is_here = file
        .chars()
        .all(|letter| is_in_name(letter) || "-.".contains(letter));
    is_here.then_some(Import {
        file: file.to_string(),
        names: names?,
    })
}

/// The name that a line exports, and the line without `export`.
fn export(line: &str) -> Option<(&str, &str)> {
    let declaration = line.strip_prefix("export ")?;
    let keywords = ["class ", "function ", "async function ", "const "];
    let rest = keywords
        .iter()
        .find_map(|keyword| declaration.strip_prefix(keyword))?;
    let end = rest
        .find(|letter| !is_in_name(letter))
        .unwrap_or(rest.len());
    (end > 0).then_some((&rest[..end], declaration))
}

fn is_in_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, String> {
        join("main.js", |name| {
            let file = files.iter().find(|(file, _)| *file == name)?;
            Some(file.1.to_string())
        })
    }

    const MAIN: &str = r#"// The shell.
import {
  lang,
  words as told,
} from "./words.js";
import "./panel.js";
import { dot } from "./panel.js";
/** @import {Info} from "./types.js" */
/** @typedef {import("./types.js").Info} Info */

/**
 * import { nothing } from "./nowhere.js";
 */
let title = lang();
  /** @type {HTMLElement} */ (told);
const own = (/** @type {import("./types.js").Info} */ info) => info;
"#;
    const WORDS: &str = "export async function words() {\n  return await 1; // soon\n}\n\nexport const lang = () => 1;\nawait words();\n";
    const PANEL: &str =
        "import { lang } from \"./words.js\";\nexport class dot {}\nlet title = lang;\n";

    #[test]
    fn modules_are_joined_in_the_order_of_their_imports() {
        let files = [("main.js", MAIN), ("words.js", WORDS), ("panel.js", PANEL)];
        let script = joined(&files).expect("a script");
        let expected = r#"const $modules = {};
// words.js
{
async function words() {
return await 1; // soon
}
const lang = () => 1;
await words();
$modules["words.js"] = { words, lang };
}
// panel.js
{
const { lang: lang } = $modules["words.js"];
class dot {}
let title = lang;
$modules["panel.js"] = { dot };
}
// main.js
{
const { lang: lang, words: told } = $modules["words.js"];
const { dot: dot } = $modules["panel.js"];
let title = lang();
(told);
const own = (info) => info;
}
"#;
        assert_eq!(script, expected);
        let other = files.map(|(name, source)| (name, source.replace('\n', "\r\n")));
        let other = other
            .each_ref()
            .map(|(name, source)| (*name, source.as_str()));
        assert_eq!(joined(&other).expect("a script"), expected);
    }

    #[test]
    fn modules_that_import_each_other_are_refused() {
        let main = "import { a } from \"./a.js\";\n";
        let a = "import { b } from \"./b.js\";\nexport const a = 1;\n";
        let b = "import \"./a.js\";\nexport const b = 1;\n";
        let told = joined(&[("main.js", main), ("a.js", a), ("b.js", b)]);
        let cycle = "a cycle of imports: main.js, a.js, b.js, a.js";
        assert_eq!(told, Err(cycle.to_string()));
    }

    #[test]
    fn an_import_of_what_is_not_exported_is_refused() {
        let main = "import { a, b } from \"./a.js\";\n";
        let told = joined(&[("main.js", main), ("a.js", "export const a = 1, b = 2;\n")]);
        assert_eq!(told, Err("main.js: a.js does not export b".to_string()));
        let told = joined(&[("main.js", main)]);
        assert_eq!(told, Err("a.js: no such file".to_string()));
    }

    #[test]
    fn other_forms_are_refused() {
        for line in [
            "import a from \"./a.js\";",
            "import * as a from \"./a.js\";",
            "import { a } from \"./b/a.js\";",
            "import { a } from \"a.js\";",
            "import { a } from './a.js';",
            "import { a } from \"./a.js\"; a();",
            "import { a }",
            "  import { a } from \"./a.js\";",
            "const a = await import(\"./a.js\");",
            "/** @type {A} */ (await import(/** @type {B} */ (\"./a.js\")));",
            "const here = import.meta.url;",
            "export let a = 1;",
            "export var a = 1;",
            "export default a;",
            "export { a };",
            "export { a } from \"./a.js\";",
            "export * from \"./a.js\";",
            "export const { a } = b;",
            "  export const a = 1;",
            "const text = `first",
            "a(); /* and so",
        ] {
            let told = joined(&[("main.js", line), ("a.js", "export const a = 1;\n")]);
            let expected = format!("main.js: cannot be joined: {}", line.trim());
            let expected = match line.starts_with("/**") {
                true => expected.replace("/** @type {A} */ ", ""),
                false => expected,
            };
            assert_eq!(told, Err(expected));
        }
    }
}

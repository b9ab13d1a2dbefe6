//! Functions shared by the XML reports: elements, and text in the characters of XML 1.0.

use std::io;

use quick_xml::Writer;

use crate::base::display::visible;

/// Appends the elements, each on its own line.
pub(in crate::report) fn append(
    out: &mut String,
    write: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>,
) {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory does not fail.
    let _ = write(&mut writer);
    let text = String::from_utf8(writer.into_inner()).unwrap_or_default();
    // CI systems obey what follows `##[` anywhere.
    for (index, piece) in text.split("##").enumerate() {
        *out += if index > 0 { "#&#35;" } else { "" };
        *out += piece;
    }
    out.push('\n');
}

/// A text with only the characters that XML 1.0 allows.
pub(in crate::report) fn fit(text: &str) -> String {
    visible(text.as_bytes()).replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup_or_a_command() {
        let mut out = String::new();
        let value = fit("]]><a b=\"'&\u{0}\u{FFFF}###[x]\r\n");
        append(&mut out, |xml| {
            xml.create_element("e").with_attribute(("a", value.as_str())).write_empty().map(|_| ())
        });
        let told = "]]&gt;&lt;a b=&quot;&apos;&amp;␀\u{FFFD}#&#35;#[x]␍␊";
        assert_eq!(out, format!("<e a=\"{told}\"/>\n"));
    }
}

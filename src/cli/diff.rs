//! What changes in a file, as `patch` and `git apply` read it.

/// A unified diff between two states of a file.
pub(super) fn unified(name: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut out = format!("--- a/{name}\n+++ b/{name}\n").into_bytes();
    let lines = |bytes: &[u8]| bytes.split_inclusive(|byte| *byte == b'\n').count();
    let range = |count| if count == 0 { "0,0".to_string() } else { format!("1,{count}") };
    let head = format!("@@ -{} +{} @@\n", range(lines(before)), range(lines(after)));
    out.extend_from_slice(head.as_bytes());
    for (sign, bytes) in [(b'-', before), (b'+', after)] {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            out.push(sign);
            out.extend_from_slice(line);
            if !line.ends_with(b"\n") {
                out.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

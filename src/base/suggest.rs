//! Suggestions for misspelled words: "did you mean".

/// What to put after a message about a misspelled word: `; did you mean "face"?`, or nothing.
pub fn did_you_mean<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, among).map_or(String::new(), |known| format!("; did you mean \"{known}\"?"))
}

/// The best match for a misspelled word: "did you mean". Letters in another case hardly make it another one.
pub fn nearest<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    use strsim::damerau_levenshtein;
    let small = word.to_lowercase();
    let distance = |other: &str| damerau_levenshtein(&small, &other.to_lowercase());
    let best = among.into_iter().min_by_key(|other| (distance(other), damerau_levenshtein(word, other)))?;
    (distance(best) <= word.chars().count().max(3) / 3).then_some(best)
}

/// The known word that is written with a minus before it, to leave it out.
pub fn negated<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.strip_prefix('-')?;
    known.into_iter().find(|known| *known == word)
}

/// How a rule is left out that was written with a minus.
pub fn leave_out(right: &str, wrong: &str) -> String {
    format!("a rule is left out with {right}, not with \"{wrong}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_words_are_known() {
        let words = ["face", "faces", "Face"];
        assert_eq!(nearest("fcae", words), Some("face"));
        assert_eq!(nearest("Faces", words), Some("faces"));
        assert_eq!(nearest("FACE", words), Some("Face"));
        assert_eq!(nearest("Face", words), Some("Face"));
        assert_eq!(nearest("bone", words), None);
    }

    #[test]
    fn only_known_words_are_negated() {
        assert_eq!(negated("-face", ["bone", "face"]), Some("face"));
        assert_eq!(negated("face", ["bone", "face"]), None);
        assert_eq!(negated("-fcae", ["bone", "face"]), None);
    }
}

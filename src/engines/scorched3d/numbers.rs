//! How the program reads the numbers of a line: integers in the base that their prefix names, all others as fixed point
//! numbers.

use crate::base::display::quote;
use crate::engines::scan::{Scanned, scan};
use crate::engines::scorched3d::ScorchedLoader;
use crate::engines::scorched3d::fixed::{Fixed, fixed};
use crate::engines::wanted::Wanted;
use crate::engines::{FailureKind, Loading, Oddity, OddityKind};
use crate::parse::ascii::number;

impl<'d> ScorchedLoader<'d, '_> {
    /// The values of a line of integers and fixed point numbers.
    pub(super) fn row(&mut self, format: &str, count: usize, wanted: Wanted) -> Loading<Scanned<'d>> {
        let line = self.line(wanted)?;
        self.row_of(line, format, count, wanted)
    }

    /// The same of a line that is read already.
    pub(super) fn row_of(
        &mut self,
        line: &'d [u8],
        format: &str,
        count: usize,
        wanted: Wanted,
    ) -> Loading<Scanned<'d>> {
        /// The room for a number as text.
        const ROOM: usize = 20;
        let values = scan(format, line);
        if let Some(index) = (0..values.count).find(|index| values.text(*index).len() >= ROOM) {
            let (number, length) = (quote(values.text(index)), values.text(index).len());
            let reason =
                format!("{wanted} has the number {number} of {length} characters, and there is room for 19");
            return self.blaming(self.offset_of(values.text(index)), FailureKind::Crashes, reason);
        }
        self.counted(line, values, count, wanted)
    }

    /// The fixed point numbers among the values of a line, from one on.
    pub(super) fn fixed<const COUNT: usize>(
        &mut self,
        values: &Scanned<'d>,
        first: usize,
        wanted: Wanted,
    ) -> Loading<[Fixed; COUNT]> {
        let numbers: [_; COUNT] = std::array::from_fn(|index| fixed(values.text(first + index)));
        if let Some(index) = numbers.iter().position(Option::is_none) {
            let number = quote(values.text(first + index));
            let reason =
                format!("{wanted} has the number {number}, which has more digits than there is room for");
            let cause = self.offset_of(values.text(first + index));
            return self.blaming(cause, FailureKind::Crashes, reason);
        }
        let numbers = numbers.map(Option::unwrap_or_default);
        for (index, number) in numbers.iter().enumerate() {
            self.notice(values.text(first + index), *number);
        }
        Ok(numbers)
    }

    /// Notes that an integer is read as another one: one with a leading zero, for instance, is octal.
    pub(super) fn notice_integer(&mut self, line: &'d [u8], values: &Scanned<'d>) {
        if let Some((at, says)) = values.misread(line) {
            let at = self.lines.last + at;
            self.oddities.push(Oddity::new(OddityKind::Misreads, at as u32, says));
        }
    }

    /// Notes that a number is read as another one: an exponent, for instance, is taken for digits.
    fn notice(&mut self, text: &[u8], read: Fixed) {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        if digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
            return;
        }
        let meant = number::float(text).value;
        let read = read as f32 / 10_000.0;
        // What is beyond four decimals is lost in any number, and what is no number is near none.
        if !meant.is_some_and(|meant| (meant - read).abs() <= 0.0001) {
            let says = format!("reads {read} for {}", quote(text));
            self.oddities.push(Oddity::new(OddityKind::Misreads, self.offset_of(text), says));
        }
    }

    /// A line of nothing but fixed point numbers.
    pub(super) fn fixed_line<const COUNT: usize>(
        &mut self,
        what: &'static str,
        row: Option<i32>,
    ) -> Loading<[Fixed; COUNT]> {
        const FORMATS: [&str; 5] = ["", "%s", "%s %s", "%s %s %s", "%s %s %s %s"];
        let wanted = self.wanted(what, row);
        let values = self.row(FORMATS[COUNT], COUNT, wanted)?;
        self.fixed(&values, 0, wanted)
    }
}

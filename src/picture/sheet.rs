//! Contact sheets: many models in one picture, each with its name.

use crate::picture::text::{LETTER, lines};
use crate::picture::{Picture, Rgb, backdrop};

/// The most pixels of a sheet.
const MOST_PIXELS: u64 = 1 << 26;
/// Between cells, and around the sheet.
const GAP: u32 = 8;
/// The height of a name, in two lines.
const NAME: u32 = 2 * (LETTER as u32 + 2) + 2;

/// A sheet with cells of one size.
#[derive(Clone, Debug)]
pub struct Sheet {
    picture: Picture,
    columns: u32,
    cell: [u32; 2],
    ink: [u8; 4],
}

impl Sheet {
    /// At least how many models there is room for, in cells of this width and height in pixels.
    pub fn most([width, height]: [u32; 2]) -> usize {
        let [across, down] = [width + GAP, height + NAME + GAP].map(u64::from);
        // A row that is not full, and what is around them.
        (MOST_PIXELS * 3 / 4 / (across * down)).max(1) as usize
    }

    /// An empty sheet for so many models, in cells of this width and height in pixels. It is about as wide as it is high.
    /// `None` if it would have more than 67 million pixels.
    pub fn new(count: usize, [width, height]: [u32; 2], background: Option<Rgb>) -> Option<Self> {
        let count = u32::try_from(count).ok()?.max(1);
        let cell = [width + GAP, height + NAME + GAP];
        let [across, down] = cell.map(u64::from);
        if u64::from(count) * across * down > MOST_PIXELS {
            return None;
        }
        let is_enough =
            |columns: &u32| u64::from(*columns) * across >= u64::from(count.div_ceil(*columns)) * down;
        let columns = (1..=count).find(is_enough).unwrap_or(count);
        let width = columns * cell[0] + GAP;
        let height = count.div_ceil(columns) * cell[1] + GAP;
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return None;
        }
        // Dark on light, and on what is transparent, as most pages are light.
        let is_dark =
            background.is_some_and(|color| color.iter().map(|part| u32::from(*part)).sum::<u32>() < 384);
        let ink = if is_dark { [235, 235, 235, 255] } else { [40, 40, 40, 255] };
        Some(Self {
            picture: Picture { pixels: vec![backdrop(background); (width * height) as usize], width, height },
            columns,
            cell,
            ink,
        })
    }

    /// Puts a model into a cell, by its number from 0 on.
    pub fn put(&mut self, number: usize, picture: &Picture, name: &str) {
        let [across, down] = self.cell.map(|side| side as usize);
        let (column, row) = (number % self.columns as usize, number / self.columns as usize);
        let (left, top) = (column * across + GAP as usize, row * down + GAP as usize);
        self.picture.paste(picture, left, top);
        let width = across - GAP as usize;
        let top = top + down - (NAME + GAP) as usize + 2;
        for (number, line) in lines(name, width / LETTER).iter().enumerate() {
            let left = left + width.saturating_sub(line.chars().count() * LETTER) / 2;
            self.picture.write(line, left, top + number * (LETTER + 2), self.ink);
        }
    }

    /// The whole sheet.
    pub fn finish(self) -> Picture {
        self.picture
    }
}

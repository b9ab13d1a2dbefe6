//! Textures: decoded from PNG, JPEG, BMP and TGA, in several sizes, and looked up.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use crate::picture::Picture;

/// The most pixels of a texture, as of 8192 by 8192.
pub const MOST_TEXTURE_PIXELS: u64 = 1 << 26;
/// A file that declares more pixels for each of its bytes than this is refused: even an empty PNG has fewer.
const MOST_PIXELS_PER_BYTE: u64 = 10_000;

/// A BMP or TGA file as PNG, with the same pixels, and so a JPEG file in the colours of printers. `None` for a file in a
/// format that most programs read, PNG or another JPEG, and for what cannot be decoded.
pub fn as_png(file: &[u8]) -> Option<Vec<u8>> {
    if is_png(file) || is_jpeg(file) && jpeg_channels(file) != Some(4) {
        return None;
    }
    let (width, height, pixels) = decoded(file, MOST_TEXTURE_PIXELS).ok()?;
    Picture { width, height, pixels }.to_png().ok()
}

/// Why a picture cannot be decoded, if that is so.
pub(crate) fn undecodable(file: &[u8]) -> Option<String> {
    decoded(file, MOST_TEXTURE_PIXELS).err()
}

/// What is wrong with a file that begins as PNG or JPEG does and cannot be decoded.
pub fn damage(file: &[u8]) -> Option<String> {
    let is_huge = || declared_pixels(file).is_some_and(|pixels| pixels > MOST_TEXTURE_PIXELS);
    if (is_png(file) || is_jpeg(file)) && !is_huge() { undecodable(file) } else { None }
}

fn is_png(file: &[u8]) -> bool {
    file.starts_with(b"\x89PNG")
}

fn is_jpeg(file: &[u8]) -> bool {
    file.starts_with(b"\xff\xd8\xff")
}

/// How many channels of colour the frame of a JPEG file has: 1 is grey, 3 are usual, 4 are those of printers.
fn jpeg_channels(file: &[u8]) -> Option<u8> {
    let mut rest = file.get(2..)?;
    loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        // All frames but the tables between them.
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            return rest.get(9).copied();
        }
        rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?;
    }
}

/// A picture for surfaces. It repeats in all directions.
#[derive(Clone, Debug)]
pub struct Texture {
    /// The picture, and the same in half the size, a quarter, and so on, down to one pixel.
    levels: Vec<TextureSize>,
    is_opaque: bool,
}

/// A picture in one size.
#[derive(Clone, Debug)]
struct TextureSize {
    width: usize,
    height: usize,
    /// Red, green, blue and opacity, row after row from the top.
    pixels: Vec<[u8; 4]>,
}

impl Texture {
    /// Decodes a PNG, JPEG, BMP or TGA file, whatever its name.
    ///
    /// # Errors
    ///
    /// Why it cannot be decoded: the format is another one, the file is damaged, or it has more pixels than `most`, than
    /// [`MOST_TEXTURE_PIXELS`] or than its bytes can hold. Nothing is allocated for such a file.
    pub fn decode(bytes: &[u8], most: u64) -> Result<Self, String> {
        if bytes.is_empty() {
            return Err("it is empty".to_string());
        }
        let (width, height, pixels) = decoded(bytes, most.min(MOST_TEXTURE_PIXELS))?;
        Self::new(width, height, pixels).ok_or_else(|| "it has no pixels".to_string())
    }

    /// That of pixels, row after row from the top: red, green, blue and opacity. `None` if these are not as many as its
    /// size says, or none.
    pub fn new(width: u32, height: u32, pixels: Vec<[u8; 4]>) -> Option<Self> {
        let (width, height) = (width as usize, height as usize);
        if pixels.is_empty() || width.checked_mul(height) != Some(pixels.len()) {
            return None;
        }
        let is_opaque = pixels.iter().all(|[.., alpha]| *alpha == u8::MAX);
        let mut level = TextureSize { width, height, pixels };
        let mut levels = Vec::new();
        while level.width > 1 || level.height > 1 {
            let half = level.half();
            levels.push(std::mem::replace(&mut level, half));
        }
        levels.push(level);
        Some(Self { levels, is_opaque })
    }

    /// Its width in pixels.
    pub fn width(&self) -> usize {
        self.levels[0].width
    }

    /// Its height in pixels.
    pub fn height(&self) -> usize {
        self.levels[0].height
    }

    /// Its pixels, row after row from the top: red, green, blue and opacity.
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.levels[0].pixels
    }

    /// Whether no pixel lets anything through.
    pub fn is_opaque(&self) -> bool {
        self.is_opaque
    }

    /// The size to look up where so many pixels of the texture fall on one of the picture.
    pub(super) fn level(&self, mut density: f64) -> usize {
        let mut level = 0;
        while density > 2.0 && level + 1 < self.levels.len() {
            density /= 4.0;
            level += 1;
        }
        level
    }

    /// The colour at a place, in one of the sizes: between the nearest four pixels.
    #[inline]
    pub(super) fn at(&self, [u, v]: [f64; 2], level: usize) -> [u8; 4] {
        let TextureSize { width, height, pixels } = &self.levels[level];
        let (x, y) = (Neighbors::of(u, *width), Neighbors::of(v, *height));
        let corner = |x: usize, y: usize| pixels[y * width + x];
        let near = [
            (corner(x.first, y.first), (256 - x.share) * (256 - y.share)),
            (corner(x.second, y.first), x.share * (256 - y.share)),
            (corner(x.first, y.second), (256 - x.share) * y.share),
            (corner(x.second, y.second), x.share * y.share),
        ];
        if self.is_opaque { opaque_mean(near) } else { mean(near) }
    }
}

/// The two pixels of a row or a column that a place is between, and the share of the second one, in parts of 256.
struct Neighbors {
    first: usize,
    second: usize,
    share: u32,
}

impl Neighbors {
    /// A place in parts of the whole row, which repeats, and of so many pixels.
    #[inline]
    fn of(place: f64, count: usize) -> Self {
        // Pixels are between whole numbers. The cast takes what is no number for 0.
        let at = ((place - place.floor()) * (count as f64 * 256.0)) as i64 - 128;
        let first = (at >> 8).rem_euclid(count as i64) as usize;
        let second = if first + 1 == count { 0 } else { first + 1 };
        Self { first, second, share: (at & 255) as u32 }
    }
}

/// The mean of colours by their weights, whose sum is 65,536, if all are opaque.
#[inline]
fn opaque_mean(colors: [([u8; 4], u32); 4]) -> [u8; 4] {
    let mut sums = [1 << 15; 3];
    for (color, weight) in colors {
        for (sum, part) in sums.iter_mut().zip(color) {
            *sum += u32::from(part) * weight;
        }
    }
    let [red, green, blue] = sums.map(|sum| (sum >> 16) as u8);
    [red, green, blue, u8::MAX]
}

/// The same of any colours. What is not seen does not count, as it may have any colour.
fn mean(colors: [([u8; 4], u32); 4]) -> [u8; 4] {
    let (mut sums, mut seen, mut all) = ([0_u64; 3], 0_u64, 0_u64);
    for ([rgb @ .., alpha], weight) in colors {
        let weight = u64::from(weight);
        let visible = weight * u64::from(alpha);
        for (sum, part) in sums.iter_mut().zip(rgb) {
            *sum += u64::from(part) * visible;
        }
        seen += visible;
        all += weight;
    }
    let [red, green, blue] = sums.map(|sum| (sum + seen / 2).checked_div(seen).unwrap_or_default() as u8);
    [red, green, blue, ((seen + all / 2) / all.max(1)) as u8]
}

impl TextureSize {
    /// The same picture in half the size, at least one pixel wide and high.
    fn half(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let pixel = |x: usize, y: usize| self.pixels[y * self.width + x];
        let pixels = (0..width * height).map(|index| {
            let (x, y) = (index % width * 2, index / width * 2);
            let (right, below) = ((x + 1).min(self.width - 1), (y + 1).min(self.height - 1));
            mean([pixel(x, y), pixel(right, y), pixel(x, below), pixel(right, below)].map(|color| (color, 1)))
        });
        Self { width, height, pixels: pixels.collect() }
    }
}

/// How many pixels the beginning of a file declares; `None` if it is no PNG, JPEG or BMP.
pub(crate) fn declared_pixels(bytes: &[u8]) -> Option<u64> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (width, height) = reader.into_dimensions().ok()?;
    Some(u64::from(width) * u64::from(height))
}

/// The width, the height and the pixels of a file.
fn decoded(bytes: &[u8], most: u64) -> Result<(u32, u32, Vec<[u8; 4]>), String> {
    // A TGA file does not begin with anything that shows what it is.
    let format = image::guess_format(bytes).unwrap_or(ImageFormat::Tga);
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Bmp | ImageFormat::Tga) {
        let [name, ..] = format.extensions_str() else { return Err("it has another format".to_string()) };
        return Err(format!("it is a .{name} file, and only PNG, JPEG, BMP and TGA are read"));
    }
    let damaged = |error: image::ImageError| match format {
        ImageFormat::Tga => "it is not a PNG, JPEG, BMP or TGA file".to_string(),
        _ => format!("it is damaged: {error}"),
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    // What 16 bits of each colour of each pixel need.
    limits.max_alloc = Some(MOST_TEXTURE_PIXELS * 8);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > most {
        return Err(format!("it declares {width} x {height} pixels, and no more than {most} are drawn"));
    }
    if pixels > bytes.len() as u64 * MOST_PIXELS_PER_BYTE {
        return Err(format!("it declares {width} x {height} pixels, which it is too short for"));
    }
    let image = DynamicImage::from_decoder(decoder).map_err(damaged)?.into_rgba8();
    let (pixels, _) = image.as_raw().as_chunks::<4>();
    Ok((width, height, pixels.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const NOTHING: [u8; 4] = [0, 255, 0, 0];
    /// A JPEG file of 8 x 8 red pixels in the colours of printers.
    const OF_PRINTERS: &str = "ffd8ffee000e41646f626500640000000000ffdb004300100b0c0e0c0a100e0d0e1211101318281a181616183123251d283a\
        333d3c3933383740485c4e404457453738506d51575f626768673e4d71797064785c656763ffc00014080008000804431100\
        4d11005911004b1100ffc40014000100000000000000000000000000000007ffc40014100100000000000000000000000000\
        000000ffda000e0443004d0059004b00003f00401f8fc80fffd9";

    /// A TGA file of 32 bits for each pixel, from the top, with so many pixels of one colour.
    fn tga(width: u16, height: u16, pixels: usize) -> Vec<u8> {
        let mut bytes = vec![0; 18];
        bytes[2] = 2;
        bytes[12..14].copy_from_slice(&width.to_le_bytes());
        bytes[14..16].copy_from_slice(&height.to_le_bytes());
        (bytes[16], bytes[17]) = (32, 0x28);
        (0..pixels).for_each(|_| bytes.extend([0, 0, 255, 255]));
        bytes
    }

    #[test]
    fn a_file_is_decoded() {
        let texture = Texture::decode(&tga(3, 2, 6), 6).unwrap();
        assert_eq!((texture.width(), texture.height(), texture.pixels()), (3, 2, &[RED; 6][..]));
    }

    #[test]
    fn a_jpeg_file_in_the_colors_of_printers_becomes_png() {
        let bytes = |hex: &str| -> Vec<u8> {
            let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            (0..hex.len()).step_by(2).map(digits).collect()
        };
        let png = as_png(&bytes(OF_PRINTERS)).unwrap();
        assert_eq!(Texture::decode(&png, 64).unwrap().pixels().len(), 64);
        // Without a fourth channel it stays as it is.
        let usual = OF_PRINTERS.replacen("0008000804", "0008000803", 1);
        assert_ne!(usual, OF_PRINTERS);
        assert_eq!(as_png(&bytes(&usual)), None);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (bytes, why) in [
            (vec![], "it is empty"),
            (vec![1; 40], "it is not a PNG, JPEG, BMP or TGA file"),
            (b"GIF89a and more".to_vec(), "it is a .gif file, and only PNG, JPEG, BMP and TGA are read"),
            (tga(60_000, 60_000, 6), "it declares 60000 x 60000 pixels, and no more than 67108864 are drawn"),
            (tga(8_000, 8_000, 6), "it declares 8000 x 8000 pixels, which it is too short for"),
        ] {
            assert_eq!(Texture::decode(&bytes, u64::MAX).unwrap_err(), why);
        }
        let why = Texture::decode(b"\x89PNG\r\n\x1a\n and nothing", u64::MAX).unwrap_err();
        assert!(why.starts_with("it is damaged: "), "{why}");
    }

    #[test]
    fn pixels_are_in_their_middle_and_repeat() {
        let texture = Texture::new(2, 1, vec![RED, BLUE]).unwrap();
        for (u, color) in [(0.25, RED), (0.75, BLUE), (1.25, RED), (-0.25, BLUE), (1e30, [128, 0, 128, 255])]
        {
            assert_eq!(texture.at([u, 7.0], 0), color, "{u}");
        }
        assert_eq!(texture.at([f64::NAN, f64::INFINITY], 0), [128, 0, 128, 255]);
        assert_eq!(texture.at([0.1, 0.1], 1), [128, 0, 128, 255]);
    }

    #[test]
    fn what_is_not_seen_has_no_colour() {
        let texture = Texture::new(2, 2, vec![RED, NOTHING, NOTHING, NOTHING]).unwrap();
        assert_eq!(texture.at([0.5, 0.5], 0), [255, 0, 0, 64]);
        assert_eq!(texture.at([0.5, 0.5], 1), [255, 0, 0, 64]);
        assert_eq!(texture.at([0.75, 0.75], 0), [0, 0, 0, 0]);
    }

    #[test]
    fn the_size_fits_what_is_to_be_seen() {
        let texture = Texture::new(8, 2, vec![RED; 16]).unwrap();
        assert_eq!(
            [0.0, 1.0, 2.5, 9.0, 1e30, f64::NAN].map(|density| texture.level(density)),
            [0, 0, 1, 2, 3, 0]
        );
    }
}

//! Converts the times of keyframes: frames in ASCII models, seconds in binary ones.

/// A 32-bit float holds no more decimals of a frame than these.
const MOST_DECIMALS: i32 = 6;

/// The frame rate at which a model with this rate is played: MilkShape's viewer uses 1 for all below 1.
pub(super) fn playable(rate: f32) -> f32 {
    if rate >= 1.0 && rate.is_finite() { rate } else { 1.0 }
}

/// The time of a frame in seconds, at a frame rate. MilkShape counts both from the same moment, so
/// that the first frame is not at 0 seconds.
pub fn seconds(frame: f32, rate: f32) -> f32 {
    (f64::from(frame) / f64::from(rate)) as f32
}

/// The frame at a time in seconds: of the frames that [`seconds`] converts to this time the one with the
/// fewest decimals, as a time in seconds is usually rounded.
pub fn frame(time: f32, rate: f32) -> f32 {
    let exact = f64::from(time) * f64::from(rate);
    let rounded = |decimals: i32| {
        let parts = 10f64.powi(decimals);
        ((exact * parts).round() / parts) as f32
    };
    let is_then = |frame: &f32| seconds(*frame, rate) == time;
    (0..=MOST_DECIMALS).map(rounded).find(is_then).unwrap_or(exact as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back() {
        for rate in [1.0, 12.0, 23.976, 24.0, 25.0, 29.97, 30.0, 60.0, 1000.0] {
            for number in -1..200_000 {
                let whole = number as f32;
                assert_eq!(frame(seconds(whole, rate), rate), whole, "at {rate}");
            }
            for number in 0..20_000 {
                let fraction = number as f32 / 10.0;
                assert_eq!(frame(seconds(fraction, rate), rate), fraction, "at {rate}");
            }
        }
    }

    #[test]
    fn times_come_back() {
        for rate in [1.0, 24.0, 29.97, 30.0] {
            for number in 1..20_000 {
                let time = number as f32 / rate;
                assert_eq!(seconds(frame(time, rate), rate), time, "at {rate}");
            }
        }
    }
}

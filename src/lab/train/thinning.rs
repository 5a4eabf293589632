//! Smaller networks: rare windows get the mean row of those with the same near part, so
//! that the file need not contain them.

use crate::eval::network::{CHANNELS, NEAR, near_rows, rows};

/// Gives every window with a count below `least` the weighted mean of all windows with
/// the same near part, which reaches [`NEAR`]. The weight is the count, in `seen`, plus
/// one.
pub fn thin(windows: &mut [[i16; CHANNELS]], seen: &[u32], least: u32) {
    if least == 0 {
        return;
    }
    let near_of = near_rows();
    let mut sums = vec![([0; CHANNELS], 0); rows(NEAR)];
    for ((window, &near), &seen) in windows.iter().zip(&near_of).zip(seen) {
        let (sum, weight) = &mut sums[near as usize];
        let times = i64::from(seen) + 1;
        *weight += times;
        for (sum, &number) in sum.iter_mut().zip(window) {
            *sum += times * i64::from(number);
        }
    }
    for ((window, &near), &seen) in windows.iter_mut().zip(&near_of).zip(seen) {
        if seen < least {
            let (sum, weight) = sums[near as usize];
            *window = sum.map(|sum| (sum as f64 / weight as f64).round() as i16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::FAR;

    #[test]
    fn rare_windows_take_the_mean_of_their_kind() {
        let near_of = near_rows();
        let near = near_of[rows(FAR) - 1];
        let kind: Vec<usize> = (0..rows(FAR)).filter(|&one| near_of[one] == near).collect();
        let [common, rare, never] = [kind[0], kind[1], kind[2]];
        let mut windows = vec![[0; CHANNELS]; rows(FAR)];
        let mut seen = vec![0; rows(FAR)];
        windows[common] = [300; CHANNELS];
        windows[rare] = [-700; CHANNELS];
        (seen[common], seen[rare]) = (97, 4);
        let before = windows.clone();
        thin(&mut windows, &seen, 0);
        assert!(windows == before);
        thin(&mut windows, &seen, 5);
        // 98 times 300 and 5 times -700, and nothing once each.
        let others = kind.len() as f64 - 2.0;
        let mean = ((98.0 * 300.0 - 5.0 * 700.0) / (103.0 + others)).round() as i16;
        assert_eq!(windows[common], [300; CHANNELS]);
        assert_eq!(windows[rare], [mean; CHANNELS]);
        assert_eq!(windows[never], [mean; CHANNELS]);
        let other = (0..rows(FAR)).find(|&one| near_of[one] != near).unwrap();
        assert_eq!(windows[other], [0; CHANNELS]);
    }
}

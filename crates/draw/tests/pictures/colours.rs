//! The colours that tell one thing from another are told apart by everybody.

use fewest_draw::{Colour, Theme, heat};

type Matrix = [[f64; 3]; 3];

const SAME: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// What remains of a colour for those who lack one kind of cone: Machado, Oliveira and Fernandes,
/// 2009, at full severity, on light that is not yet encoded.
const PROTANOPIA: Matrix = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
];
const DEUTERANOPIA: Matrix = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
];
const TRITANOPIA: Matrix = [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.303900],
];
const EYES: [(&str, Matrix); 4] = [
    ("all cones", SAME),
    ("protanopia", PROTANOPIA),
    ("deuteranopia", DEUTERANOPIA),
    ("tritanopia", TRITANOPIA),
];

fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * x + row[1] * y + row[2] * z)
}

/// The colour as an eye sees it: lightness, and two hues that count as much (CIE L*a*b*).
fn seen(Colour(red, green, blue): Colour, eye: &Matrix) -> [f64; 3] {
    let light = [red, green, blue].map(|part| {
        let part = f64::from(part) / 255.0;
        match part {
            0.0..=0.04045 => part / 12.92,
            _ => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    let light = times(eye, light).map(|part| part.clamp(0.0, 1.0));
    let [x, y, z] = times(
        &[
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ],
        light,
    );
    let [x, y, z] = [x / 0.95047, y, z / 1.08883].map(|part| match part {
        0.008856.. => part.cbrt(),
        _ => 7.787 * part + 16.0 / 116.0,
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn apart(one: Colour, other: Colour, eye: &Matrix) -> f64 {
    let (one, other) = (seen(one, eye), seen(other, eye));
    let gaps = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    gaps.sum::<f64>().sqrt()
}

/// The colours that tell one thing from another.
fn telling(theme: &Theme) -> [(&'static str, Colour); 7] {
    [
        ("floor", theme.floor),
        ("wall", theme.wall[0]),
        ("player", theme.player[0]),
        ("goal", theme.goal[0]),
        ("lift", theme.lift[0]),
        ("drop", theme.drop[0]),
        ("danger", theme.danger[0]),
    ]
}

#[test]
fn every_eye_tells_the_colours_apart() {
    for (theme, colours) in [("light", Theme::LIGHT), ("dark", Theme::DARK)] {
        let telling = telling(&colours);
        for (who, eye) in &EYES {
            for (number, (name, one)) in telling.iter().enumerate() {
                for (other_name, other) in &telling[..number] {
                    let gap = apart(*one, *other, eye);
                    assert!(
                        gap > 14.0,
                        "{theme}, {who}: {name} and {other_name}, {gap:.1}"
                    );
                }
            }
        }
    }
}

#[test]
fn letters_are_read_on_what_is_behind_them() {
    for (theme, colours) in [("light", Theme::LIGHT), ("dark", Theme::DARK)] {
        for (who, eye) in &EYES {
            let pairs = [
                (colours.ink, colours.floor, 60.0),
                (colours.ink, colours.lid[0], 40.0),
                (colours.ink, colours.lift[1], 40.0),
                (colours.quiet, colours.paper, 40.0),
                (colours.quiet, colours.floor, 40.0),
            ];
            for (ink, behind, least) in pairs {
                let gap = (seen(ink, eye)[0] - seen(behind, eye)[0]).abs();
                assert!(gap > least, "{theme}, {who}: {ink} on {behind}, {gap:.1}");
            }
        }
    }
}

#[test]
fn warmer_is_brighter_for_every_eye() {
    for (who, eye) in &EYES {
        let lightness = |step: u32| seen(heat::tint(f64::from(step) / 20.0), eye)[0];
        for step in 0..20 {
            let (cold, warm) = (lightness(step), lightness(step + 1));
            assert!(
                warm > cold + 1.0,
                "{who}: step {step}, {cold:.1} and {warm:.1}"
            );
        }
    }
    assert_eq!(heat::tint(-1.0), heat::tint(0.0));
    assert_eq!(heat::tint(f64::NAN), heat::tint(0.0));
}

/*
 * Limits of copies and similar shots, in one file because they are tuned together on labelled pictures
 * (docs/measurements.md).
 */

/** Bits in which the hashes of two pictures differ at most (of 63), so that they are compared more closely. */
export const COPY_DISTANCE = 8

/** Photos that a photo is compared with more closely, those with the nearest hashes. */
export const COMPARED_MAX = 25

/** Copies have the same ratio of width and height within this share. */
export const RATIO_TOLERANCE = 0.02

/** Share of the pixels by which a version is at least larger than another one, not only cut by a row. */
export const LARGER = 0.02

/** Difference of luminance, 0 to 255, of all but a hundredth of the fields of identical pictures. */
export const IDENTICAL_P99 = 8

/**
 * The largest difference of identical pictures is at most `base` and `factor` times that of all but a hundredth of the fields:
 * compression and scaling change all fields a little, another digit changes a few strongly. Measured on pages, the hundredth and the
 * largest: 1 and 2 to 4 and 8 after compression and scaling; 0 and 5, 1 and 5, or more of forms that differ in one small digit. Photos
 * of 400 pixels lack their finest details.
 */
export const PAGE_PEAK = { base: 2, factor: 2 }
export const PHOTO_PEAK = { base: 8, factor: 6 }

/** How much the mean luminance, 0 to 255, and the contrast, as a share, may differ without a picture counting as lighter or darker. */
export const SAME_LIGHT = 4
export const SAME_GAIN = 0.06

/** Mean and largest difference of the colours of 4 × 4 fields that compression makes. */
export const SAME_COLOURS_MEAN = 2.5
export const SAME_COLOURS_MAX = 10

/** Difference of all but a twentieth of the fields where only a detail differs. */
export const DETAIL_P95 = 4

/** Mean difference of the fields of an edited or cropped photo, at most. */
export const EDITED_MEAN = 30

/**
 * Difference of the strongest and the weakest of red, green and blue in the fields of a picture: at most this in each field of a
 * black-and-white one, at least that on the average of a picture in colour. Between the two it may be either.
 */
export const CHROMA_OF_GREY = 3
export const CHROMA_OF_COLOUR = 6

/** How far a similar shot may differ, by the time between the two. */
export const SIMILAR_LIMITS = [
  { gapMs: 3_000, hash: 26, colours: 18 },
  { gapMs: 20_000, hash: 22, colours: 18 },
  { gapMs: 120_000, hash: 18, colours: 18 },
] as const

/** Shots before a shot that it is compared with. */
export const SHOTS_BACK = 20
export const GROUP_SHOTS_MAX = 40
export const GROUP_SPAN_MS = 600_000

/** Shares of the best sharpness of a group. */
export const ALMOST_AS_SHARP = 0.85
export const BLURRED = 0.35

/** Shares of nearly black and nearly white pixels. */
export const TOO_DARK = 0.35
export const BURNT_OUT = 0.12

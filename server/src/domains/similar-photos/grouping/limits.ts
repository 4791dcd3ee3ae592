/*
 * Limits of copies and similar shots, in one file because they are tuned together on labelled pictures
 * (docs/measurements.md).
 */

/** Bits in which the hashes of two copies differ at most (of 63). */
export const COPY_DISTANCE = 8

/** Bits for two photos of one camera, size and second: shots of a burst may be that close, copies are closer. */
export const COPY_DISTANCE_OF_ONE_SECOND = 4

/** Copies have the same ratio of width and height within this share. */
export const RATIO_TOLERANCE = 0.02

/**
 * Difference of the strongest and the weakest of red, green and blue in the fields of a picture: at most this in each field of a
 * black-and-white one, at least that on the average of a picture in colour. Between the two it may be either.
 */
export const CHROMA_OF_GREY = 3
export const CHROMA_OF_COLOUR = 6

/** Two shots of one camera within this time at different instants are never copies of each other. */
export const SHOTS_APART_MS = 600_000

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

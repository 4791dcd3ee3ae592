/** What grouping compares of a photo: its row of facts. */
export interface ComparedPhoto {
  photoId: string
  /** Local time in milliseconds as if it were UTC; undefined without a date. */
  takenAt: number | undefined
  /** Undefined when the file names no camera; 0: one of many cameras that have no number of their own. */
  cameraId: number | undefined
  contentType: string
  kind: 'photo' | 'screenshot' | 'document'
  /** Pixels of the upright picture. */
  width: number
  height: number
  /** The 64 bits of the perceptual hash; undefined for a picture of one colour, which is never grouped. */
  hash: bigint | undefined
  /** Mean colours of 4 × 4 fields, red, green, blue each. */
  colours: Uint8Array | undefined
  /** Sharpness of the 800 variant, comparable within one scene. */
  sharpness: number | undefined
  /** Shares of the pixels that are nearly black and nearly white, 0 to 1. */
  dark: number
  light: number
}

export interface GroupMember {
  photoId: string
  /** Between 0 and 1; higher is better. */
  score: number
  reason: MemberReason
  /** Quarter turns clockwise that make it stand as the recommended one. */
  turn: 0 | 1 | 2 | 3
}

/** Why a photo is recommended or not (plan 'Find and choose' §7). The closed list of the texts. */
export const MEMBER_REASONS = [
  'best-version',
  'sharpest',
  'sharpest-well-lit',
  'best-lit',
  'almost-as-sharp',
  'less-sharp',
  'blurred',
  'too-dark',
  'burnt-out',
  'same',
  'smaller',
  'cropped',
  'turned',
  'light',
  'detail',
  'edited',
  'undecided',
] as const
export type MemberReason = (typeof MEMBER_REASONS)[number]

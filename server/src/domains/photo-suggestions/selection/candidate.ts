/** What a suggestion knows of a photo. */
export interface Candidate {
  photoId: string
  /** Local time in milliseconds as if it were UTC; undefined without a date. */
  takenAt: number | undefined
  width: number
  height: number
  sharpness: number | undefined
  /** Shares of the pixels that are nearly black and nearly white, 0 to 1. */
  dark: number
  light: number
  kind: 'photo' | 'screenshot' | 'document'
  /** Its group of copies or of similar shots, if it is in one. */
  group?: { groupId: string; photos: number; isBest: boolean }
  /** In a printed product that is not cancelled. */
  isPrinted: boolean
}

/** What the customer can leave out. */
export const LEFT_OUT_KINDS = ['similar', 'blurred', 'badly-lit', 'screenshots', 'printed'] as const
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number]

/** Why a photo was chosen (NX-233). The closed list of the texts. */
export type ChoiceReason =
  | { kind: 'sharpest'; of: number }
  | { kind: 'best'; of: number }
  | { kind: 'best-of-group'; of: number }
  | { kind: 'only-of-day' }
  | { kind: 'upright' }
  | { kind: 'part-of-event' }
  | { kind: 'customer' }

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
  /** Its groups of copies and of similar shots. */
  groups: readonly CandidateGroup[]
  /** In a printed product that is not cancelled. */
  isPrinted: boolean
}

export interface CandidateGroup {
  groupId: string
  photos: number
  /** Whether it is the recommended one. */
  isBest: boolean
}

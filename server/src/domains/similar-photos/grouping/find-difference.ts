import { compareLuminance } from './compare-luminance.ts'
import type { ComparedPhoto, GroupMember } from './compared-photo.ts'
import { EDITED_MEAN, SAME_COLOURS_MAX, SAME_COLOURS_MEAN } from './limits.ts'

/**
 * How a copy differs from its best version, apart from its size and turn: not at all, in light or colours, in a detail, or in more,
 * as a crop does.
 */
export type Difference = 'none' | 'light' | 'detail' | 'other'

/**
 * Finds how a picture differs from the best version of it; 'different': it is another one. `first` and `second`: the luminance of
 * the two; `turn`: quarter turns clockwise that make the second one stand as the first.
 */
export function findDifference(
  best: ComparedPhoto,
  photo: ComparedPhoto,
  { first, second, turn }: { first: Uint8Array; second: Uint8Array; turn: GroupMember['turn'] },
): Difference | 'different' {
  const { isSamePage, isSamePhoto, hasSameLight, isLocal, mean } = compareLuminance(first, second, turn)
  // Only a photo that a camera took is edited: pages that differ in a part are different pages.
  const isPhoto = hasCamera(best) && best.kind === 'photo' && photo.kind === 'photo'
  if (isPhoto ? isSamePhoto : isSamePage)
    return hasSameLight && hasSameColours(best, photo, turn) ? 'none' : 'light'
  if (!isPhoto || mean > EDITED_MEAN) return 'different'
  return isLocal ? 'detail' : 'other'
}

export const hasCamera = ({ cameraId }: ComparedPhoto): boolean => cameraId !== undefined

/** Whether the colours differ by what compression changes; those of turned pictures are compared on the average. */
function hasSameColours({ colours: a }: ComparedPhoto, { colours: b }: ComparedPhoto, turn: number): boolean {
  if (!a || !b) return true
  const differences =
    turn === 0
      ? Array.from(a, (value, at) => Math.abs(value - b[at]!))
      : [0, 1, 2].map(channel => Math.abs(getMean(a, channel) - getMean(b, channel)))
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  return mean <= SAME_COLOURS_MEAN && Math.max(...differences) <= SAME_COLOURS_MAX
}

/** The mean of one channel of colours. */
function getMean(colours: Uint8Array, channel: number): number {
  let sum = 0
  for (let at = channel; at < colours.length; at += 3) sum += colours[at]!
  return sum / (colours.length / 3)
}

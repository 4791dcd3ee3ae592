import { LUMINANCE_EDGE } from '../../../platform/images/index.ts'
import { DETAIL_P95, IDENTICAL_P99, PAGE_PEAK, PHOTO_PEAK, SAME_GAIN, SAME_LIGHT } from './limits.ts'

/** How the luminance of two pictures differs. */
export interface LuminanceDifference {
  /** Whether both show the same, down to single digits; one of them may be lighter or have more contrast. */
  isSamePage: boolean
  /** Whether both show the same photo: scaled to a few hundred pixels it has lost its finest details. */
  isSamePhoto: boolean
  /** Whether both are equally light and have the same contrast. */
  hasSameLight: boolean
  /** Whether only a small part differs. */
  isLocal: boolean
  /** Mean difference after the second one was made as light as the first, 0 to 255. */
  mean: number
}

/**
 * Compares two pictures field by field, the second one turned by quarters clockwise and made as light as the first. Scaling and
 * compression spread small differences over all fields; another text, or another number in the same form, differs strongly in
 * a few.
 */
export function compareLuminance(
  first: Uint8Array,
  second: Uint8Array,
  turn: 0 | 1 | 2 | 3,
): LuminanceDifference {
  const other = turnLuminance(second, turn)
  const { gain, offset, light } = fitLight(first, other)
  const counts = new Uint32Array(MAX + 1)
  let sum = 0
  for (let at = 0; at < FIELDS; at++) {
    const difference = Math.min(MAX, Math.abs(first[at]! - gain * other[at]! - offset))
    counts[Math.round(difference)]!++
    sum += difference
  }
  const [p95, p99, max] = [0.95, 0.99, 1].map(share => findPercentile(counts, share)) as [
    number,
    number,
    number,
  ]
  return {
    isSamePage: p99 <= IDENTICAL_P99 && max <= PAGE_PEAK.base + PAGE_PEAK.factor * p99,
    isSamePhoto: p99 <= IDENTICAL_P99 && max <= PHOTO_PEAK.base + PHOTO_PEAK.factor * p99,
    hasSameLight: Math.abs(light) <= SAME_LIGHT && Math.abs(gain - 1) <= SAME_GAIN,
    isLocal: p95 <= DETAIL_P95,
    mean: sum / FIELDS,
  }
}

const FIELDS = LUMINANCE_EDGE ** 2
const MAX = 255

/** Gain and offset that bring the second one closest to the first (least squares), and by how much the first one is lighter. */
function fitLight(first: Uint8Array, second: Uint8Array) {
  let [sumA, sumB, products, squares] = [0, 0, 0, 0]
  for (let at = 0; at < FIELDS; at++) {
    const [a, b] = [first[at]!, second[at]!]
    sumA += a
    sumB += b
    products += a * b
    squares += b * b
  }
  const [meanA, meanB] = [sumA / FIELDS, sumB / FIELDS]
  const variance = squares / FIELDS - meanB ** 2
  const gain = variance > 0 ? (products / FIELDS - meanA * meanB) / variance : 1
  return { gain, offset: meanA - gain * meanB, light: meanA - meanB }
}

/** The lowest difference that this share of the fields does not exceed. */
function findPercentile(counts: Uint32Array, share: number): number {
  let fields = 0
  for (let difference = 0; difference < MAX; difference++) {
    fields += counts[difference]!
    if (fields >= share * FIELDS) return difference
  }
  return MAX
}

function turnLuminance(fields: Uint8Array, turn: number): Uint8Array {
  if (turn === 0) return fields
  const turned = new Uint8Array(FIELDS)
  const last = LUMINANCE_EDGE - 1
  for (let y = 0, at = 0; y <= last; y++)
    for (let x = 0; x <= last; x++, at++) {
      const [sourceX, sourceY] =
        turn === 1 ? [y, last - x] : turn === 2 ? [last - x, last - y] : [last - y, x]
      turned[at] = fields[sourceY * LUMINANCE_EDGE + sourceX]!
    }
  return turned
}

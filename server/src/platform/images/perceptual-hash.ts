import { type GreyPlane, getField } from './grey-plane.ts'

/**
 * Computes the pHash of a picture: 64 bits, one per lowest frequency of the cosine transform of 32×32 grey values, set where it is
 * above the median of all but the first; the first, the mean, is always 0. Null for flat pictures, whose hash would be noise.
 */
export function computeHash(plane: GreyPlane): bigint | null {
  const values = shrink(plane)
  if (computeDeviation(values) < FLAT_DEVIATION) return null
  const frequencies = transform(values)
  const sorted = frequencies.slice(1).sort((a, b) => a - b)
  const median = sorted[sorted.length >> 1]!
  let hash = 0n
  for (const [i, frequency] of frequencies.entries()) if (i > 0 && frequency > median) hash |= 1n << BigInt(i)
  return BigInt.asIntN(64, hash)
}

const EDGE = 32
const KEPT = 8
/** The flattest picture of the measured ones that shows something has 16.9. */
const FLAT_DEVIATION = 3

/** Mean values of 32×32 fields. */
function shrink({ data, width, height }: GreyPlane): Float64Array {
  const values = new Float64Array(EDGE * EDGE)
  for (let row = 0; row < EDGE; row++) {
    const [top, bottom] = getField(row, height, EDGE)
    for (let column = 0; column < EDGE; column++) {
      const [left, right] = getField(column, width, EDGE)
      let sum = 0
      for (let y = top; y < bottom; y++)
        for (let x = left, at = y * width + left; x < right; x++) sum += data[at++]!
      values[row * EDGE + column] = sum / ((bottom - top) * (right - left))
    }
  }
  return values
}

function computeDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** The lowest 8×8 frequencies of the two-dimensional cosine transform (DCT-II), row by row. */
function transform(values: Float64Array): Float64Array {
  const rows = new Float64Array(EDGE * KEPT)
  for (let y = 0; y < EDGE; y++)
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let x = 0; x < EDGE; x++) sum += values[y * EDGE + x]! * COSINES[u * EDGE + x]!
      rows[y * KEPT + u] = sum
    }
  const frequencies = new Float64Array(KEPT * KEPT)
  for (let v = 0; v < KEPT; v++)
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let y = 0; y < EDGE; y++) sum += rows[y * KEPT + u]! * COSINES[v * EDGE + y]!
      frequencies[v * KEPT + u] = sum
    }
  return frequencies
}

const COSINES = Float64Array.from({ length: KEPT * EDGE }, (_, i) => {
  const [frequency, position] = [Math.floor(i / EDGE), i % EDGE]
  return (
    Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * EDGE)) * (frequency === 0 ? Math.SQRT1_2 : 1)
  )
})

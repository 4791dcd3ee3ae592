/**
 * Computes the perceptual hash of a picture from the mean grey values of 32×32 fields: bit 8 · v + u says whether the cosine
 * transform's coefficient of vertical frequency v and horizontal frequency u is positive; the first, the mean, is always 0.
 * Signs instead of a comparison with the median, because the hash of the turned picture then follows from the hash
 * (0187). Null for flat pictures, whose hash would be noise.
 */
export function computeHash(values: readonly number[]): bigint | null {
  if (computeDeviation(values) < FLAT_DEVIATION) return null
  let hash = 0n
  for (const [i, frequency] of transform(values).entries())
    if (i > 0 && frequency > 0) hash |= 1n << BigInt(i)
  return BigInt.asIntN(64, hash)
}

/** Fields in a row and in a column. */
export const HASH_EDGE = 32
const KEPT = 8
/** The flattest picture of the measured ones that shows something has 16.9. */
const FLAT_DEVIATION = 3

function computeDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** The lowest 8×8 frequencies of the two-dimensional cosine transform (DCT-II), row by row. */
function transform(values: readonly number[]): Float64Array {
  const rows = new Float64Array(HASH_EDGE * KEPT)
  for (let y = 0; y < HASH_EDGE; y++)
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let x = 0; x < HASH_EDGE; x++) sum += values[y * HASH_EDGE + x]! * COSINES[u * HASH_EDGE + x]!
      rows[y * KEPT + u] = sum
    }
  const frequencies = new Float64Array(KEPT * KEPT)
  for (let v = 0; v < KEPT; v++)
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let y = 0; y < HASH_EDGE; y++) sum += rows[y * KEPT + u]! * COSINES[v * HASH_EDGE + y]!
      frequencies[v * KEPT + u] = sum
    }
  return frequencies
}

const COSINES = Float64Array.from({ length: KEPT * HASH_EDGE }, (_, i) => {
  const [frequency, position] = [Math.floor(i / HASH_EDGE), i % HASH_EDGE]
  return (
    Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * HASH_EDGE)) *
    (frequency === 0 ? Math.SQRT1_2 : 1)
  )
})

import { LUMINANCE_EDGE } from '../../../platform/images/index.ts'

/** Creates the luminance of a picture with this hash: the sum of its 63 waves, each as strong as the others. */
export function createLuminance(hash: bigint): Uint8Array {
  const bits = BigInt.asUintN(64, hash)
  const sums = new Float64Array(LUMINANCE_EDGE ** 2).fill(128)
  for (let frequency = 1; frequency < 64; frequency++) {
    const sign = (bits >> BigInt(frequency)) & 1n ? STRENGTH : -STRENGTH
    const [v, u] = [frequency >> 3, frequency & 7]
    for (let y = 0, at = 0; y < LUMINANCE_EDGE; y++)
      for (let x = 0; x < LUMINANCE_EDGE; x++, at++) sums[at]! += sign * WAVES[v]![y]! * WAVES[u]![x]!
  }
  return Uint8Array.from(sums, sum => Math.round(Math.min(255, Math.max(0, sum))))
}

const STRENGTH = 6
const WAVES = Array.from({ length: 8 }, (_, frequency) =>
  Float64Array.from({ length: LUMINANCE_EDGE }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * LUMINANCE_EDGE)),
  ),
)

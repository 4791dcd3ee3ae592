/**
 * Returns the hash that the picture has after a quarter turn clockwise, without the picture. Bit 8 · v + u says whether the
 * coefficient of vertical frequency v and horizontal frequency u is positive. A turn exchanges the two frequencies and
 * changes the sign of the odd horizontal ones, so their bits are inverted; the mean (bit 0) is not part of the hash.
 */
export function turnHash(hash: bigint): bigint {
  const bits = BigInt.asUintN(64, hash)
  const halves = [Number(bits & 0xffffffffn), Number(bits >> 32n)]
  let low = 0
  let high = 0
  for (let u = 0; u < 8; u++) {
    const column = ((halves[u >> 2]! >>> (8 * (u & 3))) & 0xff) ^ (u % 2 === 0 ? 0 : 0xff)
    low |= SPREAD[column & 0xf]! << u
    high |= SPREAD[column >> 4]! << u
  }
  return (BigInt(high >>> 0) << 32n) | BigInt((low & ~1) >>> 0)
}

/** Four bits, eight places apart from each other. */
const SPREAD = Uint32Array.from(
  { length: 16 },
  (_, bits) => (bits & 1) | ((bits & 2) << 7) | ((bits & 4) << 14) | ((bits & 8) << 21),
)

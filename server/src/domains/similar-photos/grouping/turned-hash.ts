/**
 * Returns the hash that the picture has after a quarter turn clockwise, without the picture. Bit 8 · v + u says whether the
 * coefficient of vertical frequency v and horizontal frequency u is positive. A turn exchanges the two frequencies and
 * changes the sign of the odd horizontal ones, so their bits are inverted; the mean (bit 0) is not part of the hash.
 */
export function turnHash(hash: bigint): bigint {
  let turned = 0n
  for (let v = 0; v < 8; v++)
    for (let u = 0; u < 8; u++) {
      if (u === 0 && v === 0) continue
      const bit = (hash >> BigInt(8 * u + v)) & 1n
      if (u % 2 === 0 ? bit : bit ^ 1n) turned |= 1n << BigInt(8 * v + u)
    }
  return turned
}

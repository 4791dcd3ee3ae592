/** Returns in how many bits two halves of hashes differ. */
function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Hashes as two arrays of 32 bits, because arithmetic on bigints is a hundred times slower. */
export interface HashList {
  high: Uint32Array
  low: Uint32Array
}

export function createHashList(hashes: readonly bigint[]): HashList {
  const list = { high: new Uint32Array(hashes.length), low: new Uint32Array(hashes.length) }
  hashes.forEach((hash, index) => {
    const bits = BigInt.asUintN(64, hash)
    list.high[index] = Number(bits >> 32n)
    list.low[index] = Number(bits & 0xffffffffn)
  })
  return list
}

/** Returns the distance of the hash at `index` to another one. */
export const getDistance = ({ high, low }: HashList, index: number, otherHigh: number, otherLow: number) =>
  countBits(high[index]! ^ otherHigh) + countBits(low[index]! ^ otherLow)

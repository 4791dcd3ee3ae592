/** Pixels of one byte. */
export interface GreyPlane {
  data: Uint8Array
  width: number
  height: number
}

/**
 * Measures how sharp a picture is: the 90th percentile of the variance of the Laplacian over 8×8 tiles, because a sharp subject
 * before a soft background is a sharp photo. Comparable only between pictures scaled to the same size.
 */
export function measureSharpness(plane: GreyPlane): number {
  const variances: number[] = []
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++)
      variances.push(measureVariance(plane, getPart(row, plane.height), getPart(column, plane.width)))
  variances.sort((a, b) => a - b)
  return variances[Math.floor(variances.length * 0.9)]!
}

const TILES = 8

type Part = readonly [start: number, end: number]

/** One of eight parts of a length without its first and last pixel. */
const getPart = (index: number, length: number): Part => [
  1 + Math.floor((index * (length - 2)) / TILES),
  1 + Math.floor(((index + 1) * (length - 2)) / TILES),
]

function measureVariance({ data, width }: GreyPlane, [top, bottom]: Part, [left, right]: Part): number {
  let sum = 0
  let squares = 0
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      const value = (data[at]! << 2) - data[at - 1]! - data[at + 1]! - data[at - width]! - data[at + width]!
      sum += value
      squares += value * value
    }
  const count = (bottom - top) * (right - left)
  return squares / count - (sum / count) ** 2
}

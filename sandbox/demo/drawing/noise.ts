import { seededRandom } from './random.ts'

/** Seamless square of values 0..1; once round is 0..1 in both directions. */
export type Tile = Float32Array

const side = 512

/** Reads a tile at any position, wrapping, with linear interpolation. */
export const sample = (tile: Tile, u: number, v: number): number => between(tile, side, u, v)

/** The same of any square map; `side` is a power of two. */
export function between(map: Float32Array, side: number, u: number, v: number): number {
  const mask = side - 1
  const x = u * side
  const y = v * side
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const fx = x - x0
  const fy = y - y0
  const row = (y0 & mask) * side
  const under = ((y0 + 1) & mask) * side
  const left = x0 & mask
  const right = (x0 + 1) & mask
  const a = map[row + left]! + (map[row + right]! - map[row + left]!) * fx
  const b = map[under + left]! + (map[under + right]! - map[under + left]!) * fx
  return a + (b - a) * fy
}

/** Soft fractal noise: clouds, stains, haze. */
export const cloudNoise = once(() => stretched(fractal(11, 4, 7, n => n)))
/** Sharp-crested fractal noise: ridges, ripples, cracks. */
export const ridgeNoise = once(() => stretched(fractal(23, 4, 7, n => -Math.abs(n))))
/** Fine-grained noise without large shapes: plaster, sand, bark, foliage. */
export const fineNoise = once(() => stretched(fractal(37, 32, 4, n => n)))

/** 1 above `to`, 0 below `from`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Tileable gradient noise summed over octaves, each twice as fine and half as strong. */
function fractal(seed: number, firstPeriod: number, octaves: number, shape: (n: number) => number): Tile {
  const tile = new Float32Array(side * side)
  for (let octave = 0; octave < octaves; octave++) {
    addOctave(tile, seed + octave, firstPeriod << octave, 0.5 ** octave, shape)
  }
  return tile
}

function addOctave(
  tile: Tile,
  seed: number,
  period: number,
  strength: number,
  shape: (n: number) => number,
): void {
  const random = seededRandom(seed * 7919)
  const slopes = Float32Array.from({ length: period * period * 2 }, () => random.between(-1, 1))
  const cell = side / period
  const dot = (cx: number, cy: number, dx: number, dy: number) => {
    const i = ((cy % period) * period + (cx % period)) * 2
    return slopes[i]! * dx + slopes[i + 1]! * dy
  }
  for (let y = 0; y < side; y++) {
    const cy = Math.floor(y / cell)
    const fy = y / cell - cy
    const wy = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    for (let x = 0; x < side; x++) {
      const cx = Math.floor(x / cell)
      const fx = x / cell - cx
      const wx = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
      const a = dot(cx, cy, fx, fy) * (1 - wx) + dot(cx + 1, cy, fx - 1, fy) * wx
      const b = dot(cx, cy + 1, fx, fy - 1) * (1 - wx) + dot(cx + 1, cy + 1, fx - 1, fy - 1) * wx
      tile[y * side + x]! += shape(a * (1 - wy) + b * wy) * strength
    }
  }
}

function stretched(tile: Tile): Tile {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of tile) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return tile.map(value => (value - low) / (high - low))
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

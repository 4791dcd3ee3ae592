import { cloudNoise, ridgeNoise, sample, smoothstep } from './noise.ts'

/** A seamless height map; heights 0..1, `side` a power of two. */
export type Land = { side: number; height: Float32Array }

/** Sunlight per cell of a land, 0 (shadow) .. 1. */
export type Sunlight = Float32Array

/** Sharp high mountains; higher ground is rougher, valleys are broad. */
export const alps = once(1024, (u, v) => {
  const ridge = ridgeNoise()
  const cloud = cloudNoise()
  const wu = u + (sample(cloud, u * 2, v * 2) - 0.5) * 0.07
  const wv = v + (sample(cloud, u * 2 + 0.5, v * 2) - 0.5) * 0.07
  const big = smoothstep(0.25, 1.05, sample(ridge, wu, wv))
  const mid = sample(ridge, wu * 3 + 0.3, wv * 3 + 0.1)
  const region = 0.35 + 0.65 * smoothstep(0.25, 0.7, sample(cloud, u + 0.2, v))
  return (big * 0.85 + mid * 0.2 * (0.3 + big)) * region
})

/** Rolling hills. */
export const hills = once(512, (u, v) => {
  const cloud = cloudNoise()
  return smoothstep(0.1, 0.95, sample(cloud, u, v)) * 0.8 + sample(cloud, u * 5, v * 5) * 0.04
})

/** Sand dunes: gentle on the windward side (low u), falling off sharply behind the crest. */
export const dunes = once(1024, (u, v) => {
  const cloud = cloudNoise()
  const bend = sample(cloud, u * 0.5 + 0.1, v * 0.5) * 1.5 + sample(cloud, u, v) * 0.25
  const wave = (at: number) => {
    const t = at - Math.floor(at)
    return t < 0.72 ? smoothstep(0, 1, t / 0.72) : (1 - t) / 0.28
  }
  const size = 0.35 + 0.65 * sample(cloud, u + 0.5, v + 0.3)
  return wave(u * 4 + bend) * size * 0.75 + wave(u * 9 + bend * 2 + v * 2) * 0.12 * size
})

/** Marks what the sun reaches: slope towards it times no higher ground in between. Azimuth 0 is +u, π/2 is +v. */
export function sunlight(land: Land, lift: number, azimuth: number, elevation: number): Sunlight {
  const { side, height } = land
  const light = new Float32Array(side * side)
  const sunU = Math.cos(azimuth) * Math.cos(elevation)
  const sunV = Math.sin(azimuth) * Math.cos(elevation)
  const sunUp = Math.sin(elevation)
  const relief = lift * side
  const mask = side - 1
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const at = y * side + x
      const du = (height[y * side + ((x + 1) & mask)]! - height[y * side + ((x - 1) & mask)]!) * relief * 0.5
      const dv = (height[((y + 1) & mask) * side + x]! - height[((y - 1) & mask) * side + x]!) * relief * 0.5
      light[at] = Math.max(0, (sunUp - du * sunU - dv * sunV) / Math.sqrt(1 + du * du + dv * dv))
    }
  }
  castShadows(land, light, relief, azimuth, Math.tan(elevation))
  return light
}

/** Sweeps away from the sun, carrying the height of the shadow along; twice round closes the seam. */
function castShadows(land: Land, light: Sunlight, relief: number, azimuth: number, slope: number): void {
  const { side, height } = land
  const mask = side - 1
  const alongU = Math.abs(Math.cos(azimuth)) >= Math.abs(Math.sin(azimuth))
  const main = alongU ? Math.cos(azimuth) : Math.sin(azimuth)
  const skew = (alongU ? Math.sin(azimuth) : Math.cos(azimuth)) / main
  const step = main > 0 ? -1 : 1
  const fall = (slope * Math.hypot(1, skew)) / relief
  let before = new Float32Array(side).fill(-1)
  let now = new Float32Array(side)
  for (let i = 0; i < side * 2; i++) {
    const row = (i * step) & mask
    for (let j = 0; j < side; j++) {
      const from = j - skew * step
      const j0 = Math.floor(from)
      const f = from - j0
      const shadow = before[j0 & mask]! * (1 - f) + before[(j0 + 1) & mask]! * f - fall
      const at = alongU ? j * side + row : row * side + j
      const ground = height[at]!
      if (i >= side) light[at]! *= 1 - smoothstep(0, 0.012, shadow - ground)
      now[j] = Math.max(ground, shadow)
    }
    ;[before, now] = [now, before]
  }
}

function once(side: number, height: (u: number, v: number) => number): () => Land {
  let made: Land | undefined
  return () => {
    if (!made) {
      const map = new Float32Array(side * side)
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) map[y * side + x] = height(x / side, y / side)
      }
      made = { side, height: map }
    }
    return made
  }
}

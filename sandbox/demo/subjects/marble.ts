import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, fineNoise, ridgeNoise, sample, smoothstep } from '../drawing/noise.ts'
import { ramp, rampInto } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

const inks = {
  ocean: {
    colours: ['#04202c', '#0b4a5e', '#1d8a98', '#7ad0c8', '#f2f4ec', '#0f5a70', '#06303e'],
    vein: [1.05, 0.82, 0.42],
  },
  sunset: {
    colours: ['#2a1030', '#7a2a4a', '#d8583a', '#f8b060', '#fff0d8', '#c8485a', '#3a1838'],
    vein: [1, 0.86, 0.6],
  },
  slate: {
    colours: ['#1a1e24', '#3a424c', '#8a929a', '#e8e8e4', '#c4c4c0', '#4a525c', '#20262e'],
    vein: [1.05, 0.8, 0.45],
  },
} as const

/** Ink flowing through water, very close: abstract bands with a thread of gold. */
export function marble(ink: keyof typeof inks) {
  return (canvas: Canvas, random: Random): void => {
    const look = inks[ink]
    const { height } = canvas
    const colours = ramp(look.colours)
    const [cloud, ridge, grit] = [cloudNoise(), ridgeNoise(), fineNoise()]
    const seed = random.between(0, 1)
    const flow = (u: number, v: number) => {
      const a = sample(cloud, u * 0.22 + seed, v * 0.22)
      const b = sample(cloud, u * 0.22 + 0.5, v * 0.22 + seed)
      const fold = sample(cloud, u * 0.16 + a * 0.34, v * 0.16 + b * 0.34 + seed)
      return fold * 3.1 + a * 0.9
    }
    shade(canvas, (x, y, out) => {
      const u = x / height
      const v = y / height
      const at = flow(u, v)
      const slope = flow(u + 0.006, v + 0.006) - at
      rampInto(colours, at - Math.floor(at), out)
      const relief = 1 + slope * 4.5 + (sample(grit, u * 3, v * 3) - 0.5) * 0.06
      const vein =
        smoothstep(0.07, 0.0, Math.abs(at - Math.floor(at) - 0.62)) *
        smoothstep(0.4, 0.75, sample(ridge, u * 0.7, v * 0.7 + seed))
      const gleam = 0.6 + 0.7 * sample(grit, u * 9, v * 9)
      for (let c = 0; c < 3; c++) {
        const tone = out[c]! * Math.max(0.3, relief)
        out[c] = tone + (look.vein[c]! * gleam - tone) * vein
      }
    })
    develop(canvas, random, { bloom: 0.5, contrast: 0.35, saturation: 1.05, vignette: 0.3 })
  }
}

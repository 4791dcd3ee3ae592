import { type Canvas, shade } from './canvas.ts'
import { cloudNoise, fineNoise, sample } from './noise.ts'
import type { Rgb } from './palette.ts'

/** A plastered wall above and a wooden table below `edge` (share of the height), lit from the upper left. */
export function paintTable(canvas: Canvas, edge: number, wall: Rgb, wood: Rgb, seed: number): void {
  const { width, height } = canvas
  const grit = fineNoise()
  const cloud = cloudNoise()
  const line = edge * height
  shade(canvas, (x, y, out) => {
    const falloff = 1.15 - 0.55 * Math.sqrt((x / width - 0.2) ** 2 + (y / height - 0.15) ** 2)
    if (y < line) {
      const stain =
        0.86 + 0.22 * sample(cloud, x / 1700 + seed, y / 1700) + 0.05 * sample(grit, x / 300, y / 300)
      for (let c = 0; c < 3; c++) out[c] = wall[c]! * stain * falloff
      return
    }
    const near = (y - line) / (height - line)
    const depth = 1 / (near * 0.8 + 0.45)
    const v = near * depth
    const u = ((x - width / 2) / height) * depth
    const plank = Math.floor(v * 5 + 0.3)
    const grain =
      sample(grit, u * 0.09 + plank * 0.37, v * 2.6 + seed) * 0.6 +
      sample(cloud, u * 0.5 + plank * 0.61, v * 6) * 0.4
    const gap = Math.abs(v * 5 + 0.3 - Math.round(v * 5 + 0.3)) < 0.018 ? 0.5 : 1
    const sheen = Math.exp(-(((x / width - 0.3) / 0.35) ** 2)) * (1 - near) * 0.22
    for (let c = 0; c < 3; c++)
      out[c] = wood[c]! * (0.62 + 0.75 * grain) * gap * falloff * (0.92 + plank * 0.03) + sheen
  })
}

import { type Canvas, shade } from '../drawing/canvas.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

/** A road across the picture between grass verges, from `top` (share of the height) down to the lower edge. */
export function road(
  canvas: Canvas,
  random: Random,
  look: { verge: string; road: string; gain: number },
  top: number,
): void {
  const { width: w, height: h } = canvas
  const grit = fineNoise()
  const [verge, tar] = [rgb(look.verge, look.gain), rgb(look.road, look.gain)]
  const seed = random.between(0, 1)
  shade(
    canvas,
    (x, y, out) => {
      const near = y / h
      const fleck = 0.7 + 0.6 * sample(grit, x / 300 + seed, y / 130)
      const onRoad = smoothstep(0.795, 0.8, near) * smoothstep(0.955, 0.948, near)
      const dash =
        smoothstep(0.002, 0.001, Math.abs(near - 0.898) - 0.004) * ((x / w + 0.06) % 0.24 < 0.13 ? 1 : 0)
      const line = smoothstep(0.0022, 0.001, Math.abs(near - 0.808))
      const light = 1.08 - 0.22 * Math.abs(x / w - 0.3)
      for (let c = 0; c < 3; c++) {
        const base = verge[c]! * fleck * 0.92
        const tarTone = tar[c]! * (0.86 + 0.25 * sample(grit, x / 190, y / 60))
        const tone = base + (tarTone - base) * onRoad
        out[c] = (tone + (0.88 * look.gain - tone) * Math.max(dash, line) * 0.85) * light
      }
    },
    { box: { left: 0, top: Math.round(top * h), right: w, bottom: h } },
  )
}

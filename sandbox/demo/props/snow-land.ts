import type { Canvas } from '../drawing/canvas.ts'
import { alps, hills, sunlight } from '../drawing/land.ts'
import { cloudNoise, sample, smoothstep } from '../drawing/noise.ts'
import { rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintTerrain } from '../drawing/terrain.ts'

/** Colours of snow, of bare rock and of the air before the mountains. */
export type SnowLight = { snow: string; peak: string; fog: string }

/** Snowy mountains in the background, looked at in the given direction. */
export function peaks(canvas: Canvas, light: SnowLight, heading: number): void {
  const land = alps()
  const lit = sunlight(land, 0.14, heading + 1.6, 0.35)
  const [peak, snow, fog] = [rgb(light.peak), rgb(light.snow), rgb(light.fog)]
  paintTerrain(
    canvas,
    land,
    lit,
    { u: 0.1, v: 0.7, heading, eye: 0.03, lift: 0.1, horizon: 0.64, zoom: 1.9, near: 0.2, far: 1.1 },
    (sunny, height, distance, _u, _v, out) => {
      const white = smoothstep(0.2, 0.5, height)
      const low = smoothstep(0.4, 0, height) * 0.8
      const far = 1 - Math.exp(-distance * 0.9)
      for (let c = 0; c < 3; c++) {
        const seen = (peak[c]! * 0.55 + (snow[c]! - peak[c]! * 0.55) * white) * (0.45 + sunny * 0.75)
        out[c] = seen + (fog[c]! - seen) * Math.max(far * 0.8, low)
      }
    },
  )
}

/** The snow-covered ground before them, from somewhere else each time. */
export function snowfield(canvas: Canvas, random: Random, light: SnowLight): void {
  const land = hills()
  const lit = sunlight(land, 0.03, 2.4, 0.3)
  const snow = rgb(light.snow)
  const tile = cloudNoise()
  paintTerrain(
    canvas,
    land,
    lit,
    {
      u: random.between(0, 1),
      v: 0.3,
      heading: 1.2,
      eye: 0.035,
      lift: 0.03,
      horizon: 0.6,
      zoom: 1.1,
      near: 0.03,
      far: 0.35,
    },
    (sunny, _h, distance, u, v, out) => {
      const tone = 0.62 + sunny * 0.55 + (sample(tile, u * 9, v * 9) - 0.5) * 0.14 - distance * 0.25
      out[0] = snow[0] * tone * 0.96
      out[1] = snow[1] * tone * 0.99
      out[2] = snow[2] * tone * 1.05
    },
  )
}

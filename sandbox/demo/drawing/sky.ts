import { type Canvas, shade } from './canvas.ts'
import { cloudNoise, sample, smoothstep } from './noise.ts'
import { type Ramp, type Rgb, rampInto } from './palette.ts'

/** Sky above a horizon. Positions are shares of width and height. */
export type Sky = {
  /** Colours from the top of the picture (0) to the horizon (1). */
  colours: Ramp
  horizon: number
  sun?: { x: number; y: number; colour: Rgb; size: number; halo: number }
  clouds?: {
    cover: number
    soft: number
    lit: Rgb
    dark: Rgb
    scale: number
    seed: number
    strength?: number
  }
}

/** Paints the sky over the whole canvas (below the horizon its last colour), with sun and lit clouds. */
export function paintSky(canvas: Canvas, sky: Sky): void {
  const { width, height } = canvas
  const tile = cloudNoise()
  const { sun, clouds } = sky
  const line = sky.horizon * height
  const density = (u: number, v: number) =>
    sample(tile, u, v) * 0.72 + sample(tile, u * 3.1 + 0.37, v * 3.1) * 0.28
  shade(
    canvas,
    (x, y, out) => {
      rampInto(sky.colours, y / line, out)
      const sunX = sun ? (x - sun.x * width) / height : 0
      const sunY = sun ? (y - sun.y * height) / height : 0
      const away = Math.sqrt(sunX * sunX + sunY * sunY)
      if (sun) {
        const halo = Math.exp(-away * 5) * sun.halo + Math.exp(-away * 18) * sun.halo
        for (let c = 0; c < 3; c++) out[c]! += sun.colour[c]! * halo * 0.5
      }
      if (!clouds || y > line) return
      const depth = 1 / ((line - y) / height + 0.09)
      const u = ((x - width / 2) / height) * depth * 0.05 * clouds.scale + clouds.seed
      const v = depth * 0.11 * clouds.scale + clouds.seed * 1.7
      const thick = density(u, v)
      const cover = smoothstep(clouds.cover, clouds.cover + clouds.soft, thick) * (clouds.strength ?? 1)
      if (cover === 0) return
      const toSun = sun ? density(u - sunX * 0.02, v + sunY * 0.02) : thick - 0.05
      const light = Math.max(0, Math.min(1, 0.55 + (thick - toSun) * 5 - (thick - clouds.cover) * 1.6))
      const near = sun ? Math.exp(-away * 2.4) * 0.55 : 0
      for (let c = 0; c < 3; c++) {
        const tone =
          clouds.dark[c]! + (clouds.lit[c]! - clouds.dark[c]!) * light + near * (sun?.colour[c] ?? 0) * light
        out[c]! += (tone - out[c]!) * cover * Math.min(1, (line - y) / (height * 0.03))
      }
    },
    { step: 3 },
  )
  if (sun && sun.size > 0) paintSun(canvas, sun)
}

function paintSun(canvas: Canvas, sun: NonNullable<Sky['sun']>): void {
  const { width, height, data } = canvas
  const cx = sun.x * width
  const cy = sun.y * height
  const radius = sun.size * height
  for (let y = Math.max(0, Math.floor(cy - radius * 2)); y < Math.min(height, cy + radius * 2); y++) {
    for (let x = Math.max(0, Math.floor(cx - radius * 2)); x < Math.min(width, cx + radius * 2); x++) {
      const disc = smoothstep(1.25, 0.8, Math.hypot(x - cx, y - cy) / radius)
      for (let c = 0; c < 3; c++) data[(y * width + x) * 3 + c]! += disc * sun.colour[c]! * 1.6
    }
  }
}

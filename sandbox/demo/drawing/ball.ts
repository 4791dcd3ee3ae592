import type { Canvas } from './canvas.ts'
import { tint } from './canvas.ts'
import { fineNoise, sample } from './noise.ts'
import type { Rgb } from './palette.ts'

/** A lit sphere. `light` points from its middle to the lamp; `skin` may recolour by the surface's own u, v. */
export function ball(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  {
    light = [-0.62, -0.6, 0.5] as Rgb,
    gloss = 0.35,
    rough = 0.1,
    bounce = [0.18, 0.12, 0.08] as Rgb,
    squash = 1,
    skin = undefined as ((u: number, v: number, base: Rgb) => Rgb) | undefined,
  } = {},
): void {
  const tile = fineNoise()
  const length = Math.hypot(...light)
  const [lx, ly, lz] = [light[0] / length, light[1] / length, light[2] / length]
  for (let py = Math.floor(y - radius * squash - 1); py <= y + radius * squash + 1; py++) {
    for (let px = Math.floor(x - radius - 1); px <= x + radius + 1; px++) {
      const nx = (px - x) / radius
      const ny = (py - y) / (radius * squash)
      const d = Math.sqrt(nx * nx + ny * ny)
      const cover = Math.min(1, (1 - d) * radius + 0.5)
      if (cover <= 0) continue
      const nz = Math.sqrt(Math.max(0, 1 - d * d))
      const pits = (sample(tile, nx * 0.25 + x / 999, ny * 0.25 + y / 777) - 0.5) * rough
      const facing = nx * lx + ny * ly + nz * lz + pits
      const lit = Math.max(0, facing * 0.6 + 0.42) ** 1.45
      const half = Math.max(0, nx * lx * 0.6 + ny * ly * 0.6 + nz * (lz + 1) * 0.55)
      const shine = half ** 44 * gloss
      const rim = (1 - nz) ** 3 * 0.25
      const base = skin ? skin(nx, ny, colour) : colour
      const under = Math.max(0, ny) * (1 - lit)
      tint(
        canvas,
        px,
        py,
        [
          base[0] * (lit + 0.06) + shine + rim * lit + under * bounce[0],
          base[1] * (lit + 0.06) + shine + rim * lit + under * bounce[1],
          base[2] * (lit + 0.06) + shine + rim * lit + under * bounce[2],
        ],
        cover,
      )
    }
  }
}

import { leaf } from './brush.ts'
import { type Canvas, tint } from './canvas.ts'
import { gain, type Ramp, type Rgb, rampAt } from './palette.ts'
import type { Random } from './random.ts'

/** A fir standing at (x, y): drooping branches, darker on the side away from `lightFrom` (-1 left .. 1 right). */
export function fir(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  height: number,
  colour: Rgb,
  { snow, lightFrom = -0.6 }: { snow?: Rgb; lightFrom?: number } = {},
): void {
  const tiers = 7 + Math.min(9, height / 45) + random.between(0, 4)
  const spread = random.between(0.17, 0.23)
  const phase = random.between(0, 1)
  for (let i = 0; i < height; i++) {
    const t = i / height
    const tier = (t * tiers + phase) % 1
    const half = height * spread * (t ** 0.9 * (0.62 + 0.5 * tier)) + 0.6
    const py = Math.round(y - height + i)
    const left = half * random.between(0.82, 1.1)
    const right = half * random.between(0.82, 1.1)
    for (let px = Math.floor(x - left); px <= x + right; px++) {
      const across = (px - x) / half
      const cover = Math.min(1, x + right - px + 0.3, px - x + left + 0.3)
      if (cover <= 0) continue
      const lit = 0.72 + across * lightFrom * 0.35 + tier * 0.25 + random.between(-0.16, 0.16)
      const white = snow !== undefined && tier + random.between(-0.12, 0.12) > 0.5 + Math.abs(across) * 0.3
      tint(canvas, px, py, white ? gain(snow, 0.8 + lit * 0.25) : gain(colour, lit), cover)
    }
  }
}

/** A leafy crown of single leaves, dark below and inside, bright where the light comes from. */
export function crown(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  colours: Ramp,
  { leaves = 900, size = 7, lightX = -0.4, lightY = -0.8, alpha = 0.9, brightness = 1 } = {},
): void {
  const clumps = Array.from({ length: 16 }, () => {
    const angle = random.between(0, Math.PI * 2)
    const out = Math.sqrt(random.between(0, 1)) * 0.78
    return { x: Math.cos(angle) * out, y: Math.sin(angle) * out, r: random.between(0.24, 0.46) }
  }).sort((a, b) => b.y - a.y)
  const each = Math.ceil(leaves / clumps.length)
  for (const clump of clumps) {
    for (let i = 0; i < each; i++) {
      const lx = random.bell() * 0.62
      const ly = random.bell() * 0.62
      const px = clump.x + lx * clump.r * 1.25
      const py = clump.y + ly * clump.r * 1.25
      const light =
        0.5 + (lx * lightX + ly * lightY) * 0.4 + (px * lightX + py * lightY) * 0.3 + random.bell() * 0.1
      const length = size * random.between(0.6, 1.3)
      const colour = gain(rampAt(colours, light), brightness)
      leaf(
        canvas,
        x + px * radiusX,
        y + py * radiusY,
        length,
        length * 0.6,
        random.between(0, 3.1),
        colour,
        alpha,
      )
    }
  }
}

/** A belt of firs along a shore or ridge whose foot is given per column. */
export function firBelt(
  canvas: Canvas,
  random: Random,
  foot: (x: number) => number,
  height: number,
  colour: Rgb,
  {
    from = 0,
    to = canvas.width,
    density = 1,
    snow,
  }: { from?: number; to?: number; density?: number; snow?: Rgb } = {},
): void {
  const count = Math.round(((to - from) / height) * 5 * density)
  for (let i = 0; i < count; i++) {
    const x = random.between(from, to)
    fir(canvas, random, x, foot(x), height * random.between(0.55, 1.15), colour, { snow })
  }
}

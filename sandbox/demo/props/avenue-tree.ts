import { blade } from '../drawing/brush.ts'
import { type Canvas, tint } from '../drawing/canvas.ts'
import { mix, type Ramp, type Rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { crown } from '../drawing/trees.ts'

/** A tree beside a way that runs to `vanish`; `z` 0 is there, 1 beside the viewer, `haze` how far it fades into `air`. */
export function avenueTree(
  canvas: Canvas,
  random: Random,
  vanish: { x: number; y: number },
  side: number,
  z: number,
  haze: number,
  leaves: Ramp,
  bark: Rgb,
  air: Rgb,
): void {
  const { width, height } = canvas
  const x = vanish.x + side * width * 0.56 * (z + 0.03) * random.between(0.95, 1.08)
  const foot = vanish.y + (height - vanish.y) * z * 0.92
  const tall = height * 1.15 * (z + 0.04)
  const thick = height * 0.085 * z + 1
  const colour = mix(bark, air, haze)
  const top = foot - tall * 0.95
  for (let branch = 0; branch < 5; branch++) {
    const from = tall * random.between(0.38, 0.6)
    blade(canvas, x, foot - from, tall * 0.4, random.bell() * tall * 0.3, thick * 0.45, colour, colour)
  }
  blade(canvas, x, foot, tall * 0.95, -side * tall * 0.05, thick, colour, colour)
  for (let y = Math.floor(top); y < foot; y++) {
    if (random.chance(0.8))
      tint(canvas, Math.round(x - side * thick * 0.32 * (1 - (foot - y) / tall)), y, air, 0.28)
  }
  const hazy = leaves.map((value, i) => value + (air[i % 3]! - value) * haze * 0.85)
  const radius = tall * 0.46
  const options = {
    leaves: Math.round(500 + 2600 * z),
    size: 2.5 + z * 11,
    lightX: -side * 0.6,
    lightY: -0.5,
  }
  crown(
    canvas,
    random,
    x - side * radius * 0.3,
    foot - tall * 0.82,
    radius * 1.1,
    radius * 0.95,
    hazy,
    options,
  )
}

import { ball } from '../drawing/ball.ts'
import { blade, leaf } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, type Rgb, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

/** Fruit by name, each a lit body around (x, y). */
export const fruits = {
  orange: (canvas, random, x, y, radius) => {
    ball(canvas, x, y, radius, rgb('#f58a1c'), { rough: 0.28, gloss: 0.32 })
    leaf(
      canvas,
      x + radius * 0.1,
      y - radius * 0.86,
      radius * 0.2,
      radius * 0.1,
      random.between(0, 3),
      rgb('#4a6a24'),
    )
  },
  apple: (canvas, random, x, y, radius) => {
    ball(canvas, x, y, radius, rgb('#c8202a'), { gloss: 0.6, rough: 0.04, squash: 0.94, skin: skins.apple })
    leaf(canvas, x, y - radius * 0.78, radius * 0.5, radius * 0.14, 0, gain(rgb('#5a2a14'), 0.7), 0.6)
    blade(
      canvas,
      x,
      y - radius * 0.74,
      radius * 0.42,
      random.bell() * 14,
      radius * 0.09,
      rgb('#4a2c18'),
      rgb('#7a5230'),
    )
  },
  lemon: (canvas, _random, x, y, radius) => {
    ball(canvas, x + radius * 0.86, y + radius * 0.04, radius * 0.2, rgb('#f0ce2a'), { rough: 0.3 })
    ball(canvas, x, y, radius, rgb('#f8d82e'), { rough: 0.26, gloss: 0.4, squash: 0.82, skin: skins.lemon })
  },
  plum: (canvas, _random, x, y, radius) => {
    ball(canvas, x, y, radius * 0.86, rgb('#4a2252'), {
      rough: 0.12,
      gloss: 0.3,
      skin: (u, v, base) => mix(base, rgb('#8a86b4'), 0.35 * sample(fineNoise(), u * 0.12, v * 0.12)),
    })
  },
  pear: (canvas, random, x, y, radius) => {
    const speckled = (u: number, v: number, base: Rgb): Rgb =>
      mix(
        base,
        rgb('#a8702a'),
        smoothstep(0.62, 0.8, sample(fineNoise(), u * 0.4, v * 0.4)) * 0.5 + Math.max(0, u) * 0.2,
      )
    ball(canvas, x, y, radius, rgb('#b8b83a'), { rough: 0.1, gloss: 0.3, skin: speckled })
    ball(canvas, x + radius * 0.04, y - radius * 0.8, radius * 0.56, rgb('#bcba40'), {
      rough: 0.1,
      gloss: 0.25,
      skin: speckled,
    })
    blade(
      canvas,
      x + radius * 0.05,
      y - radius * 1.28,
      radius * 0.4,
      random.bell() * 18,
      radius * 0.1,
      rgb('#4a2c18'),
      rgb('#7a5230'),
    )
  },
} satisfies Record<string, Fruit>

const skins = {
  apple: (u: number, v: number, base: Rgb): Rgb => {
    const streak = sample(fineNoise(), Math.atan2(v + 0.75, u) * 0.12, 0.3 + v * 0.04)
    return mix(base, rgb('#e8b04a'), smoothstep(0.4, 0.85, streak) * 0.55 + smoothstep(-0.45, -0.95, v) * 0.5)
  },
  lemon: (_u: number, v: number, base: Rgb): Rgb => mix(base, rgb('#d8c82a'), smoothstep(0.2, 0.9, v) * 0.6),
}

type Fruit = (canvas: Canvas, random: Random, x: number, y: number, radius: number) => void

import { dab, leaf } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { gain, mix, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

/** Wild flowers, each drawn with its middle at (x, y); `shadeBy` 1 is full light. */
export const flowers = {
  daisy: (canvas, random, x, y, size, shadeBy) => {
    const flat = random.between(0.55, 0.9)
    petals(
      canvas,
      x,
      y,
      {
        count: 17,
        reach: size * 0.62,
        length: size * 0.85,
        width: size * 0.24,
        flat,
        colour: gain(rgb('#fbfaf2'), shadeBy),
        under: gain(rgb('#c9cbd6'), shadeBy),
      },
      random,
    )
    for (let i = 0; i < 26; i++)
      dab(
        canvas,
        x + random.bell() * size * 0.2,
        y + random.bell() * size * 0.18 * flat,
        size * 0.08,
        gain(rgb('#f2b620'), shadeBy * random.between(0.7, 1.15)),
      )
  },
  cornflower: (canvas, random, x, y, size, shadeBy) => {
    petals(
      canvas,
      x,
      y,
      {
        count: 12,
        reach: size * 0.5,
        length: size * 0.6,
        width: size * 0.34,
        flat: 0.7,
        colour: gain(rgb('#4a68e0'), shadeBy),
        under: gain(rgb('#2c3a9a'), shadeBy),
      },
      random,
    )
    petals(
      canvas,
      x,
      y - size * 0.05,
      {
        count: 9,
        reach: size * 0.18,
        length: size * 0.36,
        width: size * 0.1,
        flat: 0.8,
        colour: gain(rgb('#8a4ac8'), shadeBy),
        under: rgb('#4a2a8a'),
      },
      random,
    )
  },
  poppy: (canvas, random, x, y, size, shadeBy) => {
    for (const [dx, dy, tone] of [
      [-0.34, -0.1, 0.74],
      [0.36, -0.12, 0.8],
      [0, -0.34, 0.68],
      [0.02, 0.16, 1],
    ] as const) {
      const red = gain(rgb('#e2331f'), shadeBy * tone)
      leaf(canvas, x + dx * size, y + dy * size, size * 1.05, size * 0.82, dx * 0.8, gain(red, 0.8))
      leaf(
        canvas,
        x + dx * size * 0.95,
        y + dy * size - size * 0.06,
        size * 0.9,
        size * 0.62,
        dx * 0.8,
        mix(red, rgb('#ff7a50', shadeBy), 0.35),
        0.75,
      )
    }
    for (let i = 0; i < 14; i++)
      dab(
        canvas,
        x + random.bell() * size * 0.15,
        y - size * 0.04 + random.bell() * size * 0.1,
        size * 0.055,
        [0.07, 0.05, 0.07],
        0.85,
      )
  },
  lavender: (canvas, random, x, y, size, shadeBy) => {
    for (let i = 0; i < 26; i++) {
      const t = i / 26
      const colour = gain(mix(rgb('#5a3a9a'), rgb('#b08ae0'), random.between(0, 1)), shadeBy)
      leaf(
        canvas,
        x + random.bell() * size * 0.22 * (0.4 + t),
        y - size * 0.9 + t * size * 1.9,
        size * 0.34,
        size * 0.17,
        random.between(-1, 1),
        colour,
      )
    }
  },
} satisfies Record<string, Flower>

type Flower = (canvas: Canvas, random: Random, x: number, y: number, size: number, shadeBy: number) => void

function petals(
  canvas: Canvas,
  x: number,
  y: number,
  look: {
    count: number
    reach: number
    length: number
    width: number
    flat: number
    colour: readonly [number, number, number]
    under: readonly [number, number, number]
  },
  random: Random,
): void {
  const turn = random.between(0, 6)
  for (let i = 0; i < look.count; i++) {
    const angle = turn + (i / look.count) * Math.PI * 2
    const dx = Math.cos(angle)
    const dy = Math.sin(angle) * look.flat
    const colour = mix(look.under, look.colour, Math.min(1, 0.55 - dy * 0.35 + random.between(0, 0.35)))
    leaf(
      canvas,
      x + dx * look.reach,
      y + dy * look.reach,
      look.length * Math.hypot(dx, dy),
      look.width,
      Math.atan2(dy, dx),
      colour,
      0.97,
    )
  }
}

import { dab, leaf } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { gain, mix, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

/** An open rose seen from the front: rings of petals, each lit at its outer rim and dark where it tucks in. */
export function rose(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  const base = rgb(colour)
  const deep = mix(gain(base, 0.62), [base[0] * 0.8, base[1] * 0.5, base[2] * 0.45], 0.3)
  dab(canvas, x + size * 0.08, y + size * 0.12, size * 1.1, [0.06, 0.05, 0.04], 0.35, 0.5)
  const turn = random.between(0, 6.3)
  for (let ring = 0; ring < 6; ring++) {
    const out = size * (0.66 - ring * 0.118)
    const count = 7 - ring
    for (let i = 0; i < count; i++) {
      const angle = turn + ring * 0.9 + (i / count) * Math.PI * 2 + random.bell() * 0.12
      const px = x + Math.cos(angle) * out
      const py = y + Math.sin(angle) * out * 0.92
      const lit = 0.86 - (Math.cos(angle) * 0.5 + Math.sin(angle) * 0.6) * 0.2
      const length = size * (0.98 - ring * 0.12)
      const wide = size * (0.8 - ring * 0.1)
      for (let step = 0; step < 7; step++) {
        const t = step / 6
        const tone = gain(mix(mix(base, [1, 0.97, 0.93], 0.25), mix(base, deep, 0.8), t), lit)
        const inward = size * 0.16 * t
        leaf(
          canvas,
          px - Math.cos(angle) * inward,
          py - Math.sin(angle) * inward,
          length * (1 - t * 0.2),
          wide * (1 - t * 0.26),
          angle + Math.PI / 2,
          tone,
          step === 0 ? 1 : 0.55,
        )
      }
    }
  }
  for (let i = 0; i < 9; i++) {
    const angle = turn + i * 2.1
    const out = size * (0.15 - i * 0.014)
    const tone = gain(mix(base, deep, i % 2 ? 0.75 : 0.25), 0.97)
    leaf(
      canvas,
      x + Math.cos(angle) * out,
      y + Math.sin(angle) * out,
      size * 0.3,
      size * 0.17,
      angle + Math.PI / 2,
      tone,
      0.85,
    )
  }
}

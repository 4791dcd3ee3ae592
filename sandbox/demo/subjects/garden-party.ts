import { defocus } from '../drawing/blur.ts'
import { scatterBokeh } from '../drawing/bokeh.ts'
import { dab, glow } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { gain, ramp, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { crown } from '../drawing/trees.ts'
import { drawVector, linear } from '../drawing/vector.ts'

const evenings = {
  dusk: {
    air: ['#1c2a4a', '#3a4468', '#8a6a78', '#4a4038', '#1c1c18'],
    leaves: ['#0a120c', '#182818', '#2c4428', '#5a6a3a'],
  },
  late: {
    air: ['#060a18', '#0e1630', '#1c2238', '#1a1a1c', '#0c0c0c'],
    leaves: ['#040806', '#0c180e', '#18281a', '#3a4424'],
  },
} as const

/** Strings of bulbs over a long table in the garden. */
export function garlands(evening: keyof typeof evenings) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = evenings[evening]
    const { width, height } = canvas
    const air = ramp(look.air)
    shade(canvas, (_x, y, out) => rampInto(air, y / height, out), { step: 4 })
    for (let i = 0; i < 9; i++)
      crown(
        canvas,
        random,
        random.between(0, 1) * width,
        height * random.between(0.3, 0.6),
        height * 0.24,
        height * 0.22,
        ramp(look.leaves),
        { leaves: 420, size: 16 },
      )
    scatterBokeh(canvas, random, {
      count: 44,
      colours: ['#ffc46a', '#ffd890', '#ff9a4a'],
      y: 0.5,
      spread: 0.1,
      size: 0.024,
      bright: 1.1,
    })
    defocus(canvas, 10)
    await drawVector(canvas, table(width, height), { blur: 3.5, texture: 0.04 })
    for (let i = 0; i < 9; i++) {
      const t = i / 8
      const y = height * (0.7 + t * t * 0.2)
      const x = width * (0.5 + (i % 2 ? 0.05 : -0.05) * (1 + t * 2))
      glow(canvas, x, y - 12 * t, height * (0.05 + t * 0.07), rgb('#ffb45a'), 0.3)
      dab(canvas, x, y - 14 * t, 3 + t * 6, rgb('#fff0c0', 1.8), 1, 0.7)
    }
    for (let line = 0; line < 6; line++) string(canvas, random, line)
    develop(canvas, random, { bloom: 0.9, contrast: 0.3, saturation: 1.05, warmth: 0.15, vignette: 0.35 })
  }
}

function string(canvas: Canvas, random: Random, line: number): void {
  const { width, height } = canvas
  const near = line / 5
  const left = { x: -0.05 * width, y: height * random.between(0.02, 0.28) }
  const right = { x: 1.05 * width, y: height * random.between(0.0, 0.3) }
  const sag = height * (0.1 + near * 0.16)
  const bulbs = Math.round(24 - near * 13)
  const at = (t: number) => ({
    x: left.x + (right.x - left.x) * t,
    y: left.y + (right.y - left.y) * t + sag * 4 * t * (1 - t),
  })
  for (let i = 0; i < 900; i++) {
    const p = at(i / 900)
    dab(canvas, p.x, p.y, 0.6 + near * 1.2, [0.03, 0.03, 0.03], 0.8)
  }
  for (let i = 0; i < bulbs; i++) {
    const p = at((i + 0.5) / bulbs)
    const radius = 3.4 + near * 9.5
    glow(canvas, p.x, p.y + radius * 1.6, radius * 8, rgb('#ff9f45'), 0.3)
    dab(canvas, p.x, p.y + radius * 0.3, radius * 0.45, [0.06, 0.05, 0.04], 1)
    dab(canvas, p.x, p.y + radius * 1.7, radius, gain(rgb('#ffd28a'), 1.15), 0.92, 0.5)
    dab(canvas, p.x, p.y + radius * 1.7, radius * 0.5, gain(rgb('#fff4d0'), 2), 0.9, 0.9)
  }
}

function table(w: number, h: number): string {
  const glasses = Array.from({ length: 12 }, (_, i) => {
    const t = Math.floor(i / 2) / 5
    const x = w * (0.5 + (i % 2 ? 1 : -1) * (0.09 + t * t * 0.27))
    const y = h * (0.71 + t * t * 0.2)
    const s = h * (0.02 + t * 0.045)
    return `<path d="M${x - s * 0.4} ${y - s * 2} q0 ${s} ${s * 0.4} ${s} q${s * 0.4} 0 ${s * 0.4} ${-s} z" fill="#ffe0a8" fill-opacity=".5"/><path d="M${x} ${y - s} v${s} m${-s * 0.3} 0 h${s * 0.6}" stroke="#fff0d8" stroke-opacity=".6" stroke-width="${s * 0.09}"/>`
  }).join('')
  return `<defs>${linear('cloth', [
    [0, '#e8c89a'],
    [0.5, '#a8885f'],
    [1, '#4a3826'],
  ])}${linear('runner', [
    [0, '#7a8a58'],
    [1, '#2c3820'],
  ])}</defs>
    <path d="M${w * 0.4} ${h * 0.68} H${w * 0.6} L${w * 1.02} ${h} H${-w * 0.02} Z" fill="url(#cloth)"/><path d="M${w * 0.485} ${h * 0.68} H${w * 0.515} L${w * 0.62} ${h} H${w * 0.38} Z" fill="url(#runner)" fill-opacity=".85"/>${glasses}`
}

import { scatterBokeh } from '../drawing/bokeh.ts'
import { blade, dab, leaf } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { gain, mix, ramp, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { rose } from '../props/rose.ts'

const bunches = {
  blush: {
    air: ['#e4dacd', '#d4c8b8', '#b4a898', '#94887a'],
    lamps: ['#fff4e0', '#ffe4d0', '#ffffff'],
    blooms: ['#f4c4b8', '#fbe8dc', '#e8a090', '#fff6ee'],
    green: '#7a8a74',
  },
  garden: {
    air: ['#8aa06a', '#6a8450', '#4a6238', '#2c3e24'],
    lamps: ['#e8f0a8', '#c8dc88', '#fff0c0'],
    blooms: ['#e8385a', '#f08a3a', '#f8c84a', '#d85a9a', '#fff0e0'],
    green: '#4a6a34',
  },
} as const

/** A bunch of roses filling the frame, its background far out of focus. */
export function bouquet(kind: keyof typeof bunches) {
  return (canvas: Canvas, random: Random): void => {
    const look = bunches[kind]
    const { width, height } = canvas
    const air = ramp(look.air)
    shade(canvas, (x, y, out) => rampInto(air, y / height + (x / width - 0.5) * 0.25, out), { step: 4 })
    scatterBokeh(canvas, random, {
      count: 46,
      colours: look.lamps,
      y: 0.35,
      spread: 0.3,
      size: 0.06,
      bright: 0.95,
    })
    const green = rgb(look.green)
    const s = Math.min(width, height) / 780
    const middle = { x: width * 0.5, y: height * 0.5 }
    for (let i = 0; i < 26; i++) {
      const x = middle.x + random.bell() * 60 * s
      blade(canvas, x, height + 5, height * 0.52, random.bell() * 120 * s, 9 * s, gain(green, 0.6), green)
    }
    for (let i = 0; i < 150; i++) {
      const angle = random.between(0, Math.PI * 2)
      const out = random.between(230, 390) * s
      const tone = gain(
        mix(green, rgb('#d4dcc0'), random.between(0, 0.45)),
        0.75 + 0.3 * (1 - Math.sin(angle)),
      )
      leaf(
        canvas,
        middle.x + Math.cos(angle) * out,
        middle.y + Math.sin(angle) * out * 0.86,
        random.between(70, 120) * s,
        random.between(26, 46) * s,
        angle + random.bell() * 0.5,
        tone,
        0.95,
      )
    }
    const places: [number, number, number][] = []
    for (let ring = 2; ring >= 0; ring--) {
      const count = [1, 6, 12][ring]!
      for (let i = 0; i < count; i++) {
        const angle = (i / count) * Math.PI * 2 + ring * 0.4
        const out = ring * 148 * s
        places.push([
          middle.x + Math.cos(angle) * out + random.bell() * 16 * s,
          middle.y + Math.sin(angle) * out * 0.86 + random.bell() * 16 * s,
          (108 - ring * 9) * s * random.between(0.85, 1.12),
        ])
      }
    }
    for (const [x, y, size] of places) {
      rose(canvas, random, x, y, size, random.pick(look.blooms))
      for (let i = 0; i < 6; i++) {
        const angle = random.between(0, 6.3)
        dab(
          canvas,
          x + Math.cos(angle) * size * 0.97,
          y + Math.sin(angle) * size * 0.92,
          random.between(4, 9) * s,
          rgb(kind === 'blush' ? '#fbf8f0' : '#f4f0d8'),
          0.95,
          0.4,
        )
      }
    }
    develop(canvas, random, { bloom: 0.5, contrast: 0.3, saturation: 1.02, warmth: 0.08, vignette: 0.3 })
  }
}

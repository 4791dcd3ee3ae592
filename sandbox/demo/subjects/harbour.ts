import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { css, gain, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { drawVector, linear } from '../drawing/vector.ts'
import { paintWater } from '../drawing/water.ts'
import { facadePaints, townHouse } from '../props/facade.ts'

const lights = {
  day: {
    sky: ['#3d82c8', '#7fb4e2', '#cfe4f2'],
    lit: '#ffffff',
    dark: '#a8bccd',
    glass: '#3a4a58',
    lamp: '',
    gain: 1,
    warm: 0.05,
  },
  evening: {
    sky: ['#2a3a6a', '#6a6490', '#e0988a'],
    lit: '#ffc0a0',
    dark: '#5a5478',
    glass: '#ffcf7a',
    lamp: '#ffc878',
    gain: 0.62,
    warm: 0.15,
  },
} as const

/** Gabled houses in all colours along a quay, mirrored in the harbour basin. */
export function harbour(time: keyof typeof lights, { line = 0.66, boats = 3 } = {}) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const light = lights[time]
    const { width, height } = canvas
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: line,
      sun: {
        x: 0.1,
        y: time === 'day' ? -0.1 : 0.55,
        colour: rgb('#ffd0a0'),
        size: 0,
        halo: time === 'day' ? 0.1 : 0.3,
      },
      clouds: {
        cover: 0.44,
        soft: 0.22,
        lit: rgb(light.lit),
        dark: rgb(light.dark),
        scale: 1.2,
        seed: random.between(0, 1),
      },
    })
    const foot = line * height - height * 0.035
    let shapes = ''
    let x = -random.between(0, 0.05) * width
    let last = ''
    while (x < width) {
      const wide = height * random.between(0.12, 0.19)
      const colour = random.pick(facadePaints.filter(each => each !== last))
      last = colour
      shapes += townHouse(random, x, foot, wide, height * random.between(0.3, 0.44), colour, {
        gain: light.gain,
        evening: time === 'evening',
      })
      x += wide
    }
    const defs = `<defs>${linear('shade', [
      [0, '#000', 0.05],
      [0.7, '#000', 0.12],
      [1, '#000', 0.4],
    ])}${linear('quay', [
      [0, css(gain(rgb('#8a8278'), light.gain))],
      [1, '#3a3632'],
    ])}</defs>`
    const quay = `<rect x="0" y="${foot}" width="${width}" height="${height * 0.035}" fill="url(#quay)"/>`
    await drawVector(canvas, `${defs}${shapes}${quay}`, { texture: 0.13, textureSize: 700 })
    const masts = Array.from({ length: boats }, (_, i) =>
      boat(
        random,
        ((i + random.between(0.25, 0.75)) / boats) * width,
        line * height,
        height * 0.16,
        light.gain,
      ),
    ).join('')
    await drawVector(canvas, masts)
    paintWater(canvas, {
      line,
      deep: gain(rgb('#1c3a48'), light.gain),
      ripple: 0.34,
      mirror: 0.55,
      scale: 0.9,
      seed: random.between(0, 1),
      smear: time === 'day' ? 0 : 0.012,
    })
    develop(canvas, random, { bloom: 0.6, contrast: 0.3, saturation: 1.06, warmth: light.warm })
  }
}

function boat(random: Random, x: number, y: number, size: number, light: number): string {
  const hull = css(gain(rgb(random.pick(['#f2efe6', '#2a4a6a', '#7a2f2a', '#3a5a4a'])), light))
  const wood = css(gain(rgb('#a87848'), light))
  const s = size / 100
  return `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 -170 V-10" stroke="${wood}" stroke-width="3"/><path d="M0 -165 L-62 -16 M0 -165 L66 -20 M0 -120 L58 -30" stroke="#333" stroke-opacity=".6" stroke-width="1"/><path d="M4 -32 L60 -40 L58 -32 L4 -25 Z" fill="${css(gain(rgb('#e8e2d4'), light))}"/><path d="M-70 -20 Q 0 -10 76 -26 Q 68 2 46 4 L-48 4 Q-66 0 -70 -20Z" fill="${hull}"/><path d="M-69 -16 Q 0 -6 74 -22" stroke="${wood}" stroke-width="3" fill="none"/><path d="M-34 -18 l6 -14 h34 l8 12 z" fill="${css(gain(rgb('#efe9dc'), light))}"/></g>`
}

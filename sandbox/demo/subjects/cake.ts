import { ball } from '../drawing/ball.ts'
import { scatterBokeh } from '../drawing/bokeh.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { ramp, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { drawVector, linear } from '../drawing/vector.ts'
import { candle, stand, tier } from '../props/cake-tier.ts'
import { rose } from '../props/rose.ts'

const parties = {
  birthday: {
    air: ['#2a1a24', '#4a2a30', '#6a3c34', '#3a2220'],
    lamps: ['#ffb45a', '#ff7a6a', '#ffd890', '#f06a9a'],
    tiers: [[150, 118]],
    icing: ['#fff4ea', '#e8b8a8'],
    drip: '#7a3a2a',
    candles: 7,
    cloth: '#c8a890',
  },
  wedding: {
    air: ['#c8bcae', '#d8ccbc', '#b8a894', '#a89680'],
    lamps: ['#fff2d8', '#ffe8c0', '#f8dcd0', '#ffffff'],
    tiers: [
      [160, 118],
      [112, 104],
      [68, 90],
    ],
    icing: ['#fffdf8', '#cfc2b6'],
    drip: '',
    candles: 0,
    cloth: '#f0e8de',
  },
  chocolate: {
    air: ['#1c2a34', '#2c4048', '#40545a', '#2a3438'],
    lamps: ['#ffd28a', '#8ac8d8', '#fff0d0', '#ffb070'],
    tiers: [[150, 126]],
    icing: ['#6a4030', '#33190f'],
    drip: '#f4dcc8',
    candles: 4,
    cloth: '#8a7464',
  },
} as const

/** A festive cake on a table, lights melting away behind it. */
export function cake(party: keyof typeof parties) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = parties[party]
    const { width, height } = canvas
    const air = ramp(look.air)
    shade(canvas, (_x, y, out) => rampInto(air, y / height, out), { step: 4 })
    scatterBokeh(canvas, random, {
      count: 60,
      colours: look.lamps,
      y: 0.32,
      spread: 0.2,
      size: 0.05,
      bright: party === 'wedding' ? 0.95 : 0.9,
    })
    const s = (Math.min(height, width * 1.05) / 900) * (look.tiers.length > 1 ? 1.1 : 1.4)
    const x = width * 0.5
    const foot = height * 0.8
    const table = `<defs>${linear('cloth', [
      [0, look.cloth],
      [1, '#2a1c16'],
    ])}</defs><rect x="0" y="${height * 0.72}" width="${width}" height="${height * 0.28}" fill="url(#cloth)"/>`
    await drawVector(canvas, table, { blur: 5, texture: 0.05 })
    await drawVector(
      canvas,
      `<ellipse cx="${x}" cy="${foot + 44 * s}" rx="${250 * s}" ry="${34 * s}" fill="#1a0e0a"/>`,
      { blur: 18 * s, opacity: 0.55 },
    )
    await drawVector(canvas, stand(x, foot, s), { texture: 0.02 })
    let top = foot
    for (const [radius, tall] of look.tiers) {
      await drawVector(
        canvas,
        tier(random, x, top, radius * s * 1.15, tall * s * 1.15, look.icing, look.drip, s),
        { texture: 0.03 },
      )
      if (party === 'wedding')
        for (const dx of [-0.75, -0.5, 0.62])
          rose(
            canvas,
            random,
            x + dx * radius * s * 1.1,
            top + radius * 0.2 * s * 0.5,
            22 * s,
            dx < -0.6 ? '#f0c0b8' : '#f8e4d8',
          )
      top -= tall * s * 1.15
    }
    const radius = look.tiers[look.tiers.length - 1]![0] * s * 1.15
    if (party === 'wedding')
      for (const [dx, dy] of [
        [-0.4, 0],
        [0.4, 0],
        [0, 0.1],
        [0, -0.35],
      ] as const)
        rose(
          canvas,
          random,
          x + dx * radius,
          top + (dy - 0.2) * radius,
          32 * s,
          dy < 0 ? '#f4c8bc' : '#fbeee4',
        )
    if (look.drip)
      for (let i = 0; i < 11; i++) {
        const angle = (i / 11) * Math.PI * 2 + 0.2
        ball(
          canvas,
          x + Math.cos(angle) * radius * 0.82,
          top + Math.sin(angle) * radius * 0.17 - 12 * s,
          17 * s,
          rgb(party === 'birthday' ? '#c8182a' : '#8a1a3a'),
          { gloss: 0.7 },
        )
      }
    for (let i = 0; i < look.candles; i++) {
      const angle = (i / look.candles) * Math.PI * 2 + 0.6
      await candle(canvas, x + Math.cos(angle) * radius * 0.5, top + Math.sin(angle) * radius * 0.1, s, i)
    }
    develop(canvas, random, {
      bloom: 0.85,
      contrast: 0.3,
      saturation: 1.05,
      warmth: party === 'wedding' ? 0.1 : 0.2,
      vignette: party === 'wedding' ? 0.2 : 0.42,
    })
  }
}

import { blade, dab } from '../drawing/brush.ts'
import { type Canvas, retouch, shade, tint } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, type Rgb, ramp, rampAt, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { foliage, trunk } from '../props/trunk.ts'

const seasons = {
  summer: {
    air: '#cfe0a8',
    glowing: '#fbf6c8',
    bark: '#2a2a1e',
    ground: '#3c5224',
    leaves: ['#16240f', '#3d5c1e', '#7fa032', '#d8e27a'],
  },
  autumn: {
    air: '#e8c890',
    glowing: '#fff0c4',
    bark: '#33241a',
    ground: '#7a4a20',
    leaves: ['#3a1a0c', '#8c3f14', '#d98a26', '#ffd66a'],
  },
  misty: {
    air: '#b9c6c8',
    glowing: '#eef2ea',
    bark: '#22292a',
    ground: '#3a4638',
    leaves: ['#121c1a', '#2c3d34', '#5d7260', '#a9b8a4'],
  },
} as const

/** A wood with trunks fading into the bright air, undergrowth and slanting rays of light. */
export function forest(season: keyof typeof seasons) {
  return (canvas: Canvas, random: Random): void => {
    const look = seasons[season]
    const { width, height } = canvas
    const air = rgb(look.air)
    const source = { x: random.between(0.25, 0.7) * width, y: height * 0.18 }
    backdrop(canvas, source, air, rgb(look.glowing))
    const leaves = ramp(look.leaves)
    for (let layer = 0; layer < 6; layer++) {
      const near = layer / 5
      const foot = height * (0.6 + near * near * 0.34)
      const haze = 0.86 - near * 0.86
      mossyGround(
        canvas,
        random,
        foot,
        mix(rgb(look.ground), air, haze * 0.9),
        mix(gain(rgb(look.ground), 0.55), air, haze * 0.6),
      )
      const count = Math.round(15 - near * 11)
      for (let i = 0; i < count; i++) {
        const thick = height * (0.008 + near * near * 0.062) * random.between(0.6, 1.35)
        const x = ((i + random.between(0.1, 0.9)) / count) * width
        trunk(
          canvas,
          random,
          x,
          foot + random.between(0, 0.02) * height,
          thick,
          mix(rgb(look.bark), air, haze),
          source.x,
        )
      }
      foliage(canvas, random, near, haze, leaves, air)
    }
    undergrowth(canvas, random, leaves)
    rays(canvas, random, source, rgb(look.glowing))
    develop(canvas, random, {
      bloom: 0.6,
      contrast: 0.3,
      saturation: season === 'misty' ? 0.85 : 1.05,
      vignette: 0.32,
    })
  }
}

function backdrop(canvas: Canvas, source: { x: number; y: number }, air: Rgb, glowing: Rgb): void {
  const tile = cloudNoise()
  shade(
    canvas,
    (x, y, out) => {
      const away = Math.hypot(x - source.x, (y - source.y) * 0.8) / canvas.height
      const leafy = (sample(tile, x / 500, y / 500) - 0.5) * 0.28
      const t = Math.exp(-away * 2) * 1.25 + leafy * (0.4 + away)
      for (let c = 0; c < 3; c++) out[c] = air[c]! * 0.72 + (glowing[c]! * 1.15 - air[c]! * 0.72) * t
    },
    { step: 3 },
  )
}

function mossyGround(canvas: Canvas, random: Random, foot: number, top: Rgb, bottom: Rgb): void {
  const tile = cloudNoise()
  const grit = fineNoise()
  const seed = random.between(0, 1)
  for (let x = 0; x < canvas.width; x++) {
    const edge = foot + (sample(tile, x / 1400 + seed, 0.4) - 0.5) * canvas.height * 0.06
    for (let y = Math.max(0, Math.floor(edge)); y < canvas.height; y++) {
      const t = Math.min(1, (y - edge) / (canvas.height * 0.3))
      const bright = 0.75 + 0.5 * sample(grit, x / 420, y / 240 + seed)
      tint(canvas, x, y, gain(mix(top, bottom, t), bright), Math.min(1, y + 1 - edge))
    }
  }
}

function undergrowth(canvas: Canvas, random: Random, leaves: Float32Array): void {
  const { width, height } = canvas
  for (let i = 0; i < 800; i++) {
    const depth = random.between(0, 1)
    const y = height * (0.8 + depth * 0.24)
    const tone = rampAt(leaves, 0.15 + random.between(0, 0.5) * (1 - depth * 0.5))
    blade(
      canvas,
      random.between(0, width),
      y,
      height * (0.02 + depth * 0.06),
      random.bell() * 34,
      2 + depth * 3,
      gain(tone, 0.5),
      tone,
      0.9,
    )
  }
  for (let i = 0; i < 40; i++)
    dab(
      canvas,
      random.between(0, width),
      random.between(0.1, 0.85) * height,
      random.between(1, 3.2),
      [1.2, 1.15, 0.85],
      0.4,
      1,
    )
}

function rays(canvas: Canvas, random: Random, source: { x: number; y: number }, glowing: Rgb): void {
  const tile = cloudNoise()
  const seed = random.between(0, 1)
  retouch(canvas, (x, y, out) => {
    const dx = x - source.x
    const dy = y - source.y + canvas.height * 0.25
    const angle = Math.atan2(dx, dy)
    const beam = smoothstep(0.48, 0.8, sample(tile, angle * 0.55 + seed, 0.25))
    const reach = Math.exp(-Math.sqrt(dx * dx + dy * dy) / (canvas.height * 0.6)) * 0.95 * beam
    for (let c = 0; c < 3; c++) out[c]! += glowing[c]! * reach * 0.62
  })
}

import { dab, glow } from '../drawing/brush.ts'
import { type Canvas, tint } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { fineNoise, ridgeNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { around, drawVector } from '../drawing/vector.ts'
import { paintWater } from '../drawing/water.ts'
import { lightTower } from '../props/light-tower.ts'

const lights = {
  day: {
    sky: ['#2f7cc8', '#6fb0e0', '#d0e6f2'],
    lit: '#ffffff',
    dark: '#a4b8cc',
    deep: '#0f5270',
    gain: 1,
    stripe: '#c8342a',
    grass: '#6a8a3c',
    rock: '#7a7068',
    lamp: 0,
  },
  dusk: {
    sky: ['#22305e', '#6a5a88', '#e08a78', '#f8b884'],
    lit: '#ffa888',
    dark: '#4a4470',
    deep: '#1a2c48',
    gain: 0.66,
    stripe: '#a8303a',
    grass: '#4a5438',
    rock: '#4a4450',
    lamp: 1,
  },
} as const
type Light = (typeof lights)[keyof typeof lights]

/** A lighthouse on its headland; at dusk its lamp is lit. */
export function lighthouse(time: keyof typeof lights) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const light = lights[time]
    const { width, height } = canvas
    const line = 0.64
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: line,
      sun: {
        x: 0.2,
        y: light.lamp ? line - 0.04 : -0.2,
        colour: rgb('#ffc090'),
        size: 0,
        halo: light.lamp ? 0.55 : 0.05,
      },
      clouds: {
        cover: 0.42,
        soft: 0.2,
        lit: rgb(light.lit),
        dark: rgb(light.dark),
        scale: 1.1,
        seed: random.between(0, 1),
      },
    })
    paintWater(canvas, {
      line,
      deep: rgb(light.deep),
      ripple: 0.75,
      mirror: 0.35,
      seed: random.between(0, 1),
      glitter: { x: 0.2, width: 0.14, colour: rgb('#ffd0a0'), amount: light.lamp ? 0.7 : 0.25 },
    })
    const crest = headland(canvas, random, light, line * height)
    const x = width * 0.68
    const foot = crest(x) + height * 0.012
    if (light.lamp) beam(canvas, x, foot - height * 0.475)
    await drawVector(canvas, lightTower(x, foot, height * 0.5, light), {
      texture: 0.09,
      textureSize: 800,
      within: around(x, foot - height * 0.26, height * 0.3),
    })
    if (light.lamp) {
      glow(canvas, x, foot - height * 0.475, height * 0.16, rgb('#ffd890'), 0.8)
      glow(canvas, x, foot - height * 0.475, height * 0.03, rgb('#fff4d0'), 2)
    }
    develop(canvas, random, {
      bloom: 0.7,
      contrast: 0.32,
      saturation: 1.08,
      warmth: light.lamp ? 0.12 : 0.02,
    })
  }
}

function headland(canvas: Canvas, random: Random, light: Light, sea: number): (x: number) => number {
  const { width, height } = canvas
  const [ridge, grit] = [ridgeNoise(), fineNoise()]
  const seed = random.between(0, 1)
  const crest = (x: number) => {
    const rise = smoothstep(0.3, 0.62, x / width)
    return (
      sea +
      height * (0.075 - rise * 0.145 + (sample(ridge, x / 2400 + seed, 0.3) - 0.5) * 0.05 * (1 - rise * 0.6))
    )
  }
  for (let x = Math.round(width * 0.28); x < width; x++) {
    const top = crest(x)
    const lawn =
      top + height * 0.05 * smoothstep(0.36, 0.6, x / width) * (0.6 + sample(grit, x / 500, 0.1) * 0.8)
    const foot =
      sea +
      height * (0.07 + 0.26 * smoothstep(0.28, 0.95, x / width)) +
      (sample(grit, x / 380, 0.6) - 0.5) * 50
    for (let y = Math.floor(top); y < Math.min(height, foot); y++) {
      const crag = sample(ridge, x / 700 + seed, y / 480)
      const slope = sample(ridge, x / 700 + seed + 0.006, y / 480 + 0.004) - crag
      const green = smoothstep(lawn + 8, lawn - 8, y + (sample(grit, x / 160, y / 160) - 0.5) * 50)
      const lit = 0.75 + slope * 5 + (crag - 0.5) * 0.6
      const rock = gain(rgb(light.rock), Math.max(0.18, lit))
      const lawnTone = gain(rgb(light.grass), 0.7 + 0.7 * sample(grit, x / 210, y / 120))
      const wet = smoothstep(foot - 46, foot, y) * 0.5
      tint(canvas, x, y, gain(mix(rock, lawnTone, green), 1 - wet), Math.min(1, y + 1 - top))
    }
    const foam = sample(grit, x / 140, seed)
    for (let i = 0; i < 5; i++)
      if (foam > 0.45)
        dab(
          canvas,
          x + random.bell() * 8,
          foot + random.bell() * 9,
          random.between(1, 4),
          gain([0.95, 0.97, 1], light.gain),
          0.16,
          0.7,
        )
  }
  return crest
}

function beam(canvas: Canvas, x: number, y: number): void {
  for (let px = 0; px < canvas.width; px++) {
    const reach = Math.abs(px - x)
    const spread = 5 + reach * 0.055
    const middle = y - (px - x) * 0.09
    for (let py = Math.floor(middle - spread * 2); py < middle + spread * 2; py++) {
      const light = Math.exp(-(((py - middle) / spread) ** 2)) * Math.exp(-reach / (canvas.width * 0.3)) * 0.5
      tint(canvas, px, py, [1.1, 0.95, 0.7], light)
    }
  }
}

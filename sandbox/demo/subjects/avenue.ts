import { dab, leaf } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, type Ramp, type Rgb, ramp, rampAt, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { avenueTree } from '../props/avenue-tree.ts'

const seasons = {
  autumn: {
    air: '#ffe6b0',
    path: '#8a6a4a',
    verge: '#a86a24',
    leaves: ['#4a1c0c', '#a8481a', '#e89a2a', '#ffd968'],
    fallen: 1500,
    bark: '#2c1f1a',
  },
  spring: {
    air: '#f4f0f4',
    path: '#b0a294',
    verge: '#8a9a62',
    leaves: ['#8a4a64', '#d488a4', '#f4c0d0', '#fff0f4'],
    fallen: 700,
    bark: '#3a2c2c',
  },
  summer: {
    air: '#eef4cc',
    path: '#a89a80',
    verge: '#5a7a2c',
    leaves: ['#12240c', '#35601c', '#78a834', '#d4e688'],
    fallen: 60,
    bark: '#2a2620',
  },
} as const

/** A tree-lined way running to a bright vanishing point. */
export function avenue(season: keyof typeof seasons) {
  return (canvas: Canvas, random: Random): void => {
    const look = seasons[season]
    const { width, height } = canvas
    const vanish = { x: width * random.between(0.44, 0.56), y: height * 0.55 }
    const air = rgb(look.air)
    const leaves = ramp(look.leaves)
    ground(canvas, vanish, air, rgb(look.path), rgb(look.verge))
    strewLeaves(canvas, random, vanish, leaves, look.fallen)
    for (let row = 0; row < 11; row++) {
      const z = 1 / (0.14 + (10 - row) * (10 - row) * 0.021 + (10 - row) * 0.06)
      const haze = 0.92 * (1 - row / 10) ** 1.2
      for (const side of [-1, 1])
        avenueTree(canvas, random, vanish, side, z / 7.14, haze, leaves, rgb(look.bark), air)
    }
    for (let i = 0; i < 26; i++) {
      const length = random.between(6, 15)
      leaf(
        canvas,
        random.between(0, width),
        random.between(0.2, 0.95) * height,
        length,
        length * 0.6,
        random.between(0, 3),
        rampAt(leaves, random.between(0.5, 1)),
        0.9,
      )
    }
    dab(canvas, vanish.x, vanish.y - height * 0.03, height * 0.16, gain(air, 1.25), 0.55, 1)
    develop(canvas, random, {
      bloom: 0.7,
      contrast: 0.32,
      saturation: 1.06,
      warmth: season === 'autumn' ? 0.15 : 0,
      vignette: 0.3,
    })
  }
}

function ground(canvas: Canvas, vanish: { x: number; y: number }, air: Rgb, path: Rgb, verge: Rgb): void {
  const { width, height } = canvas
  const grit = fineNoise()
  shade(canvas, (x, y, out) => {
    if (y < vanish.y) {
      for (let c = 0; c < 3; c++) out[c] = air[c]! * (0.82 + 0.22 * (y / vanish.y))
      return
    }
    const near = (y - vanish.y) / (height - vanish.y)
    const depth = 1 / (near + 0.02)
    const across = (x - vanish.x) / (width * 0.42 * (near + 0.015))
    const edge = Math.abs(across) + (sample(grit, across * 0.2, depth * 0.22) - 0.5) * 0.3
    const onPath = smoothstep(1.06, 0.9, edge)
    const rough = 0.72 + 0.55 * sample(grit, across * 0.35, depth * 0.3)
    const dapple = 0.72 + 0.7 * smoothstep(0.5, 0.72, sample(grit, across * 0.09 + 0.2, depth * 0.13))
    const haze = Math.exp(-near * 6)
    for (let c = 0; c < 3; c++) {
      const tone = (verge[c]! + (path[c]! - verge[c]!) * onPath) * rough * dapple
      out[c] = tone + (air[c]! - tone) * haze
    }
  })
}

function strewLeaves(
  canvas: Canvas,
  random: Random,
  vanish: { x: number; y: number },
  leaves: Ramp,
  count: number,
): void {
  const { width, height } = canvas
  for (let i = 0; i < count; i++) {
    const near = random.between(0, 1) ** 1.4
    const y = vanish.y + near * (height - vanish.y)
    const side = random.chance(0.7)
      ? random.pick([-1, 1]) * random.between(0.75, 2)
      : random.between(-0.8, 0.8)
    const length = 1 + near * 13 * random.between(0.6, 1.2)
    leaf(
      canvas,
      vanish.x + side * width * 0.42 * (near + 0.015),
      y,
      length,
      length * 0.42,
      random.bell() * 0.6,
      gain(rampAt(leaves, random.between(0.25, 0.95)), 0.92),
      0.85,
    )
  }
}

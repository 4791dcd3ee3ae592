import { slab } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { alps, sunlight } from '../drawing/land.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintTerrain } from '../drawing/terrain.ts'
import { fir, firBelt } from '../drawing/trees.ts'
import { drawVector } from '../drawing/vector.ts'
import { paintWater } from '../drawing/water.ts'
import { jetty } from '../props/jetty.ts'

const lights = {
  noon: {
    sky: ['#2a70bc', '#5f9dd8', '#b0d2ea'],
    sun: '#fff4e0',
    ambient: '#7090b8',
    rock: '#84807c',
    haze: '#b4cce0',
    deep: '#0f5a64',
    wood: '#1f3a2a',
    elevation: 0.6,
    thick: 0.5,
  },
  dawn: {
    sky: ['#5a78ac', '#b4b8c8', '#f6d2ac'],
    sun: '#ffc088',
    ambient: '#6a7498',
    rock: '#7c6c68',
    haze: '#dcc0b4',
    deep: '#2c4450',
    wood: '#26302e',
    elevation: 0.18,
    thick: 1,
  },
  autumn: {
    sky: ['#4a82b8', '#8ab0d0', '#dce4e4'],
    sun: '#ffe8c0',
    ambient: '#74849c',
    rock: '#84786c',
    haze: '#c4ccd0',
    deep: '#1c4a50',
    wood: '#a8661c',
    elevation: 0.4,
    thick: 0.7,
  },
} as const
type Spot = { u: number; v: number; heading: number }
type Light = (typeof lights)[keyof typeof lights]

/** A mountain lake, its far shore wooded, everything standing on its head in the water. */
export function lake(time: keyof typeof lights, view: Spot & { jetty?: boolean }) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const light = lights[time]
    const { width, height } = canvas
    const line = 0.58
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: line,
      sun: { x: 0.85, y: line - 0.25, colour: rgb(light.sun), size: 0, halo: time === 'dawn' ? 0.4 : 0.12 },
      clouds: {
        cover: 0.47,
        soft: 0.22,
        lit: rgb('#ffffff'),
        dark: rgb(light.haze),
        scale: 1.1,
        seed: random.between(0, 1),
        strength: 0.85,
      },
    })
    range(canvas, light, view, line)
    shoreline(canvas, random, light, line * height)
    const mist = rgb(light.haze)
    for (let i = 0; i < 26; i++)
      slab(canvas, 0, line * height - 26 + i, width, 1, mist, mist, (i / 26) * 0.35 * light.thick)
    paintWater(canvas, { line, deep: rgb(light.deep), ripple: 0.1, mirror: 0.58, seed: random.between(0, 1) })
    if (view.jetty)
      await drawVector(canvas, jetty(width, height, line, gain(rgb('#8a7460'), time === 'dawn' ? 0.8 : 1)), {
        texture: 0.16,
        textureSize: 500,
      })
    else
      for (const x of [0.02, 0.085, 0.15, 0.95])
        fir(
          canvas,
          random,
          x * width,
          height * 1.02,
          height * random.between(0.55, 0.85),
          gain(rgb('#14241c'), 1),
        )
    develop(canvas, random, {
      bloom: 0.5,
      contrast: 0.32,
      saturation: 1.1,
      warmth: time === 'noon' ? 0 : 0.1,
    })
  }
}

function range(canvas: Canvas, light: Light, view: Spot, line: number): void {
  const land = alps()
  const lit = sunlight(land, 0.14, view.heading + 2, light.elevation)
  const [sun, ambient, rock, haze, wood] = [
    rgb(light.sun),
    rgb(light.ambient),
    rgb(light.rock),
    rgb(light.haze),
    rgb(light.wood),
  ]
  const grit = fineNoise()
  const camera = { ...view, eye: 0.02, lift: 0.1, horizon: line - 0.01, zoom: 2.1, near: 0.22, far: 1.3 }
  paintTerrain(canvas, land, lit, camera, (sunny, height, distance, u, v, out) => {
    const grain = sample(grit, u * 7 + height * 1.3, v * 7 + height * 2.1)
    const white = smoothstep(0.44, 0.56, height + (grain - 0.5) * 0.22)
    const trees = smoothstep(0.36, 0.26, height + (grain - 0.5) * 0.16)
    const far = 1 - Math.exp(-distance * light.thick * 1.2)
    for (let c = 0; c < 3; c++) {
      let albedo = rock[c]! * (0.7 + grain * 0.6)
      albedo += (wood[c]! * (0.8 + grain * 0.8) - albedo) * trees
      albedo += (0.96 - albedo) * white
      const seen = albedo * (ambient[c]! * 0.55 + sun[c]! * sunny * 0.95)
      out[c] = seen + (haze[c]! - seen) * far
    }
  })
}

function shoreline(canvas: Canvas, random: Random, light: Light, foot: number): void {
  const { height } = canvas
  const haze = rgb(light.haze)
  for (let row = 0; row < 3; row++) {
    const colour = mix(rgb(light.wood), haze, 0.42 - row * 0.14)
    firBelt(
      canvas,
      random,
      x => foot - (2 - row) * height * 0.012 + Math.sin(x / 130 + row) * 3,
      height * (0.05 + row * 0.012),
      gain(colour, 0.8),
      { density: 1.1 },
    )
  }
  slab(canvas, 0, foot - 4, canvas.width, 4, gain(rgb(light.wood), 0.6))
}

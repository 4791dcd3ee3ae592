import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { dunes, sunlight } from '../drawing/land.ts'
import { ridgeNoise, sample } from '../drawing/noise.ts'
import { ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintTerrain } from '../drawing/terrain.ts'

const lights = {
  morning: {
    sky: ['#5f93c8', '#a9c4d8', '#f0d9bb', '#f7e0bd'],
    sun: '#ffd9a0',
    ambient: '#7a7ea6',
    sand: '#e0a060',
    haze: '#efd6b4',
  },
  evening: {
    sky: ['#38477c', '#8a6f92', '#e8966c', '#ffc07c'],
    sun: '#ffab6c',
    ambient: '#6a5c8c',
    sand: '#d98850',
    haze: '#e8a880',
  },
} as const

/** Sand dunes in low light with long shadows. */
export function desert(
  time: keyof typeof lights,
  view: { u: number; v: number; heading: number; side?: number },
) {
  return (canvas: Canvas, random: Random): void => {
    const light = lights[time]
    const horizon = 0.36
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: horizon + 0.06,
      sun: { x: 0.82, y: horizon - 0.1, colour: rgb(light.sun), size: 0, halo: 0.5 },
      clouds: {
        cover: 0.56,
        soft: 0.25,
        lit: rgb('#fff0e0'),
        dark: rgb(light.haze),
        scale: 0.8,
        seed: random.between(0, 1),
        strength: 0.6,
      },
    })
    const land = dunes()
    const lift = 0.05
    const lit = sunlight(land, lift, view.heading + (view.side ?? 1.9), 0.2)
    const [sun, ambient, sand, haze] = [rgb(light.sun), rgb(light.ambient), rgb(light.sand), rgb(light.haze)]
    const tile = ridgeNoise()
    const camera = {
      u: view.u,
      v: view.v,
      heading: view.heading,
      eye: 0.062,
      lift,
      horizon,
      zoom: 1.5,
      near: 0.035,
      far: 1.1,
    }
    paintTerrain(canvas, land, lit, camera, (sunny, height, distance, u, v, out) => {
      const ripple = sample(tile, u * 10, v * 34) - 0.5
      const far = 1 - Math.exp(-distance * 1.6)
      const bright = sunny * (1 + ripple * 0.5 * Math.max(0, 1 - distance * 3)) * 1.5
      for (let c = 0; c < 3; c++) {
        const seen = sand[c]! * (ambient[c]! * 0.42 + sun[c]! * bright + height * 0.08)
        out[c] = seen + (haze[c]! - seen) * far
      }
    })
    develop(canvas, random, { contrast: 0.35, saturation: 1.05, warmth: 0.1 })
  }
}

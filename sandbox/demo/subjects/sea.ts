import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintWater } from '../drawing/water.ts'
import { type Boat, drawSailingBoat, gull } from '../props/sailing.ts'

const lights = {
  sunset: {
    sky: ['#3a4f86', '#7f7aa0', '#e39a78', '#ffc27a'],
    sun: '#ffc480',
    deep: '#24405c',
    y: 0.43,
    size: 0.028,
    halo: 0.75,
    lit: '#ffb98c',
    dark: '#6f5a78',
    sail: ['#fff0d8', '#c78f74'],
    hull: '#2b2430',
    glitter: 1,
    warm: 0.15,
  },
  noon: {
    sky: ['#2d78c4', '#5a9fdc', '#a6d0ee', '#d5eaf5'],
    sun: '#fff6e4',
    deep: '#0f5f86',
    y: -0.25,
    size: 0,
    halo: 0.1,
    lit: '#ffffff',
    dark: '#b3c6d8',
    sail: ['#ffffff', '#cfdbe6'],
    hull: '#f4f4f2',
    glitter: 0.55,
    warm: 0,
  },
  blue: {
    sky: ['#1c2f58', '#3d5a8c', '#8f96b4', '#e3b7a2'],
    sun: '#ffb98a',
    deep: '#152a48',
    y: 0.52,
    size: 0,
    halo: 0.45,
    lit: '#c9a6ac',
    dark: '#404c74',
    sail: ['#b7b5c8', '#5b6484'],
    hull: '#1a2036',
    glitter: 0.35,
    warm: -0.1,
  },
} as const

/** Open sea with the sun's path on it, and sailing boats (positions as shares of width and height). */
export function sea(
  time: keyof typeof lights,
  scene: { horizon?: number; sunX?: number; boats?: Boat[]; gulls?: number; ripple?: number } = {},
) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const light = lights[time]
    const { horizon = 0.52, sunX = 0.5, boats = [], ripple = 0.55 } = scene
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon,
      sun: {
        x: sunX,
        y: light.y * (horizon / 0.52),
        colour: rgb(light.sun),
        size: light.size,
        halo: light.halo,
      },
      clouds: {
        cover: 0.46,
        soft: 0.2,
        lit: rgb(light.lit),
        dark: rgb(light.dark),
        scale: 1.1,
        seed: random.between(0, 1),
      },
    })
    paintWater(canvas, {
      line: horizon,
      deep: rgb(light.deep),
      ripple,
      mirror: 0.32,
      seed: random.between(0, 1),
      glitter: {
        x: sunX,
        width: time === 'noon' ? 0.35 : 0.1,
        colour: rgb(light.sun),
        amount: light.glitter,
      },
    })
    for (const boat of boats) await drawSailingBoat(canvas, boat, light)
    for (let i = 0; i < (scene.gulls ?? 0); i++) {
      gull(canvas, random, random.between(0.2, 0.8) * canvas.width, random.between(0.12, 0.4) * canvas.height)
    }
    develop(canvas, random, { contrast: 0.3, saturation: 1.08, warmth: light.warm, bloom: 0.6 })
  }
}

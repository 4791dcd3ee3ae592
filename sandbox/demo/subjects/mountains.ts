import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { alps, sunlight } from '../drawing/land.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintTerrain, type Surface, type View } from '../drawing/terrain.ts'

const lights = {
  dawn: {
    sky: ['#5b7fb4', '#9fb0c9', '#f0c9a8', '#ffdcae'],
    sun: '#ffcf94',
    ambient: '#5a6d92',
    fog: '#e9c3a6',
    mist: '#f2d9c4',
    rock: '#7a6a62',
    grass: '#4d5a3a',
    elevation: 0.16,
    away: 1.9,
    haze: 1.5,
    lit: '#ffe3c4',
    dark: '#b08f95',
  },
  noon: {
    sky: ['#2f74c0', '#5f9bd8', '#a9cdea', '#d8e8f2'],
    sun: '#fff4df',
    ambient: '#6f8fb8',
    fog: '#b9d2e6',
    mist: '#d5e4ee',
    rock: '#7d7a76',
    grass: '#5c7a3a',
    elevation: 0.72,
    away: 2.4,
    haze: 0.55,
    lit: '#ffffff',
    dark: '#a9bccf',
  },
  dusk: {
    sky: ['#2f3a63', '#6b5d88', '#c98a90', '#f2b894'],
    sun: '#ff9a78',
    ambient: '#565a8c',
    fog: '#a88ba6',
    mist: '#c4a3b4',
    rock: '#6e5a62',
    grass: '#3f4038',
    elevation: 0.12,
    away: 2.2,
    haze: 1.1,
    lit: '#ffb48f',
    dark: '#6f4f78',
  },
} as const
type Light = (typeof lights)[keyof typeof lights]

/** High mountains seen from among their peaks; `fog` fills the valleys, `snow` is the height it lies from. */
export function mountains(
  time: keyof typeof lights,
  view: { u: number; v: number; heading: number; zoom?: number; fog?: number; snow?: number },
) {
  return (canvas: Canvas, random: Random): void => {
    const light = lights[time]
    const horizon = 0.46
    const sunX = 0.5 + Math.sin(light.away) * 0.3
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: horizon + 0.1,
      sun: {
        x: sunX,
        y: horizon - 0.12,
        colour: rgb(light.sun),
        size: 0,
        halo: time === 'noon' ? 0.15 : 0.5,
      },
      clouds: {
        cover: 0.52,
        soft: 0.22,
        lit: rgb(light.lit),
        dark: rgb(light.dark),
        scale: 1,
        seed: random.between(0, 1),
        strength: 0.85,
      },
    })
    const land = alps()
    const lift = 0.1
    const camera: View = {
      u: view.u,
      v: view.v,
      heading: view.heading,
      eye: 0.085,
      lift,
      horizon,
      zoom: view.zoom ?? 2.2,
      near: 0.1,
      far: 1.6,
    }
    const lit = sunlight(land, lift * 1.4, view.heading + light.away, light.elevation)
    paintTerrain(canvas, land, lit, camera, alpine(light, view.fog ?? 0.5, view.snow ?? 0.5))
    develop(canvas, random, { contrast: 0.35, saturation: 1.12, warmth: time === 'noon' ? 0 : 0.15 })
  }
}

function alpine(light: Light, fogHeight: number, snowLine: number): Surface {
  const [sun, ambient, fog, mist] = [rgb(light.sun), rgb(light.ambient), rgb(light.fog), rgb(light.mist)]
  const [rock, grass, snow] = [rgb(light.rock), rgb(light.grass), rgb('#f4f6fb')]
  const grit = fineNoise()
  return (sunny, height, distance, u, v, out) => {
    const grain = sample(grit, u * 7 + height * 1.3, v * 7 + height * 2.1)
    const white = smoothstep(snowLine - 0.03, snowLine + 0.08, height + (grain - 0.5) * 0.22)
    const green = smoothstep(0.34, 0.2, height + (grain - 0.5) * 0.15)
    const far = 1 - Math.exp(-distance * light.haze * 1.3)
    const low =
      smoothstep(0.34 * fogHeight, 0.0, height - (grain - 0.5) * 0.03) * smoothstep(0.1, 0.5, distance) * 0.95
    for (let c = 0; c < 3; c++) {
      let albedo = rock[c]! * (0.75 + grain * 0.5)
      albedo += (grass[c]! * (0.7 + grain * 0.6) - albedo) * green
      albedo += (snow[c]! - albedo) * white
      const seen = albedo * (ambient[c]! * 0.5 + sun[c]! * sunny * 0.95)
      const hazy = seen + (fog[c]! - seen) * far
      out[c] = hazy + (mist[c]! - hazy) * low
    }
  }
}

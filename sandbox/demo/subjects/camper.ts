import { defocus } from '../drawing/blur.ts'
import { blade } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { hills, sunlight } from '../drawing/land.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintTerrain } from '../drawing/terrain.ts'
import { drawVector } from '../drawing/vector.ts'
import { paintWater } from '../drawing/water.ts'
import { road } from '../props/road.ts'
import { van } from '../props/van.ts'

const places = {
  coast: {
    sky: ['#4a6aa8', '#a49ab0', '#f0b48c', '#ffd09a'],
    sun: '#ffc48a',
    sunY: 0.455,
    verge: '#8a7a44',
    road: '#5a5458',
    paint: ['#2f8a9a', '#f6eedc'],
    gain: 0.8,
    warm: 0.18,
  },
  hills: {
    sky: ['#2f78c4', '#70aee0', '#d4e8f2'],
    sun: '#fff0d8',
    sunY: -0.2,
    verge: '#6f8a3a',
    road: '#7a787c',
    paint: ['#d8582f', '#fbf3e2'],
    gain: 1,
    warm: 0.04,
  },
} as const

/** A camper van on an empty road, by the sea at sunset or among green hills. */
export function camper(place: keyof typeof places) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = places[place]
    const { width: w, height: h } = canvas
    const horizon = 0.5
    paintSky(canvas, {
      colours: ramp(look.sky),
      horizon,
      sun: {
        x: 0.24,
        y: look.sunY,
        colour: rgb(look.sun),
        size: place === 'coast' ? 0.03 : 0,
        halo: place === 'coast' ? 0.6 : 0.08,
      },
      clouds: {
        cover: 0.44,
        soft: 0.2,
        lit: rgb('#fff4e8'),
        dark: mix(rgb(look.sky[1]!), [0.5, 0.45, 0.5], 0.4),
        scale: 1.1,
        seed: random.between(0, 1),
      },
    })
    if (place === 'coast')
      paintWater(canvas, {
        line: horizon,
        deep: rgb('#2a5068'),
        ripple: 0.6,
        mirror: 0.35,
        glitter: { x: 0.24, width: 0.1, colour: rgb('#ffd098'), amount: 0.9 },
      })
    else greenHills(canvas, horizon)
    defocus(canvas, 3)
    road(canvas, random, look, 0.74)
    const [x, y, s] = [w * 0.56, h * 0.865, h / 900]
    await drawVector(
      canvas,
      `<ellipse cx="${x + 20 * s}" cy="${y + 6 * s}" rx="${290 * s}" ry="${16 * s}" fill="#0a0808"/>`,
      { blur: 8, opacity: 0.7 },
    )
    await drawVector(canvas, van(x, y, s * 1.1, look), { texture: 0.03 })
    for (let i = 0; i < 520; i++) {
      const tone = gain(
        mix(rgb(look.verge), [0.85, 0.78, 0.45], random.between(0, 0.5)),
        random.between(0.6, 1.15),
      )
      blade(
        canvas,
        random.between(0, w),
        h + 6,
        h * random.between(0.025, 0.1),
        random.bell() * 30,
        random.between(2, 4),
        gain(tone, 0.35),
        tone,
        0.92,
      )
    }
    develop(canvas, random, {
      bloom: 0.6,
      contrast: 0.32,
      saturation: 1.06,
      warmth: look.warm,
      vignette: 0.25,
    })
  }
}

function greenHills(canvas: Canvas, horizon: number): void {
  const land = hills()
  const lit = sunlight(land, 0.09, 3.4, 0.6)
  const grit = fineNoise()
  const [grass, wood, haze] = [rgb('#7a9a42'), rgb('#3c5a2c'), rgb('#b8d0dc')]
  paintTerrain(
    canvas,
    land,
    lit,
    {
      u: 0.7,
      v: 0.2,
      heading: 1.9,
      eye: 0.05,
      lift: 0.09,
      horizon: horizon + 0.06,
      zoom: 1.5,
      near: 0.06,
      far: 1,
    },
    (sunny, _h, distance, u, v, out) => {
      const trees = smoothstep(0.54, 0.6, sample(grit, u, v)) * (0.6 + 0.8 * sample(grit, u * 12, v * 12))
      const far = 1 - Math.exp(-distance * 1.6)
      for (let c = 0; c < 3; c++) {
        const albedo =
          (grass[c]! + (wood[c]! - grass[c]!) * Math.min(1, trees)) * (0.8 + 0.4 * sample(grit, u * 6, v * 6))
        out[c] = albedo * (0.42 + sunny * 0.95)
        out[c]! += (haze[c]! - out[c]!) * far
      }
    },
  )
}

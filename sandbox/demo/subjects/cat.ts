import { defocus } from '../drawing/blur.ts'
import { scatterBokeh } from '../drawing/bokeh.ts'
import { leaf } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { gain, ramp, rampAt, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { crown } from '../drawing/trees.ts'
import { drawVector, linear } from '../drawing/vector.ts'
import { sittingCat } from '../props/sitting-cat.ts'

const outside = {
  afternoon: {
    air: ['#fff2d0', '#ffe2a4', '#d8d084', '#8a9a4a'],
    leaves: ['#4a6a24', '#8aa03a', '#d8d070', '#fff4b8'],
    lamps: ['#fff6cc', '#ffe890', '#d8e890'],
    frame: '#4a3626',
    wall: '#2c2018',
    fur: '#17110e',
    rim: '#ffd890',
  },
  evening: {
    air: ['#3a4a80', '#8a7a9c', '#f0a880', '#ffcf94'],
    leaves: ['#1c2030', '#3a3448', '#7a5a60', '#d89a80'],
    lamps: ['#ffd890', '#ffb070', '#ff9a80'],
    frame: '#2a2430',
    wall: '#17141c',
    fur: '#0a090e',
    rim: '#ffa878',
  },
} as const
type Outside = (typeof outside)[keyof typeof outside]

/** A cat on the window sill, dark against the light outside. */
export function cat(time: keyof typeof outside) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = outside[time]
    const { width: w, height: h } = canvas
    const air = ramp(look.air)
    shade(canvas, (_x, y, out) => rampInto(air, y / (h * 0.85), out), { step: 4 })
    const leaves = ramp(look.leaves)
    for (let i = 0; i < 8; i++)
      crown(canvas, random, random.between(0, w), h * random.between(0.35, 0.85), h * 0.22, h * 0.2, leaves, {
        leaves: 260,
        size: 20,
      })
    defocus(canvas, 20)
    scatterBokeh(canvas, random, {
      count: 34,
      colours: look.lamps,
      y: 0.42,
      spread: 0.26,
      size: 0.045,
      bright: 1.05,
    })
    await drawVector(canvas, casement(w, h, look), { texture: 0.06 })
    await plant(canvas, random, w * 0.22, h * 0.8, h, leaves)
    const s = h / 900
    const x = w * 0.6
    await drawVector(canvas, sittingCat(x - 5 * s, h * 0.8 - 2 * s, s * 1.012, look.rim, look.rim), {
      blur: 3,
      opacity: 0.85,
      light: 1.15,
    })
    await drawVector(
      canvas,
      sittingCat(
        x,
        h * 0.8,
        s,
        look.fur,
        gain(rgb(look.rim), 0.5)
          .map(v => Math.round(v * 255))
          .join(','),
      ),
      { blur: 0.7, texture: 0.25, textureSize: 420 },
    )
    develop(canvas, random, { bloom: 0.8, contrast: 0.32, saturation: 1.05, warmth: 0.15, vignette: 0.35 })
  }
}

function casement(w: number, h: number, look: Outside): string {
  const bar = h * 0.03
  return `<defs>${linear(
    'wood',
    [
      [0, look.frame],
      [1, look.wall],
    ],
    { x2: 1, y2: 0 },
  )}${linear('sill', [
    [0, '#e8c088'],
    [0.12, look.frame],
    [1, look.wall],
  ])}${linear(
    'drape',
    [
      [0, '#fff8e8', 0.85],
      [0.3, '#fff8e8', 0.35],
      [0.5, '#fff8e8', 0.7],
      [0.75, '#fff8e8', 0.25],
      [1, '#fff8e8', 0.02],
    ],
    { x2: 1, y2: 0 },
  )}</defs>
    <path d="M0 0 H${w * 0.2} Q${w * 0.17} ${h * 0.5} ${w * 0.1} ${h * 0.8} H0Z" fill="url(#drape)"/>
    <rect x="${w * 0.03}" y="0" width="${bar}" height="${h}" fill="url(#wood)"/><rect x="${w * 0.44}" y="0" width="${bar * 0.9}" height="${h * 0.8}" fill="url(#wood)"/><rect x="${w * 0.93}" y="0" width="${bar * 1.4}" height="${h}" fill="url(#wood)"/><rect x="0" y="${h * 0.27}" width="${w}" height="${bar * 0.7}" fill="url(#wood)"/>
    <rect x="0" y="0" width="${w * 0.03}" height="${h}" fill="${look.wall}"/><rect x="${w * 0.955}" y="0" width="${w * 0.05}" height="${h}" fill="${look.wall}"/>
    <rect x="0" y="${h * 0.79}" width="${w}" height="${h * 0.21}" fill="url(#sill)"/><rect x="0" y="${h * 0.86}" width="${w}" height="${h * 0.14}" fill="${look.wall}"/><rect x="0" y="${h * 0.858}" width="${w}" height="${h * 0.006}" fill="#000" fill-opacity=".5"/>`
}

async function plant(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  h: number,
  leaves: Float32Array,
): Promise<void> {
  for (let i = 0; i < 26; i++) {
    const angle = -Math.PI / 2 + random.bell() * 0.85
    const reach = h * random.between(0.1, 0.2)
    const tone = gain(rampAt(leaves, random.between(0, 0.6)), 0.55)
    leaf(
      canvas,
      x + Math.cos(angle) * reach,
      y - h * 0.1 + Math.sin(angle) * reach,
      reach * 1.1,
      h * 0.028,
      angle + random.bell() * 0.2,
      tone,
      0.96,
    )
  }
  const pot = `<defs>${linear(
    'pot',
    [
      [0, '#d8885a'],
      [0.3, '#a85a34'],
      [1, '#3a1c10'],
    ],
    { x2: 1, y2: 0 },
  )}</defs><path d="M${x - h * 0.062} ${y - h * 0.1} h${h * 0.124} l${-h * 0.018} ${h * 0.105} h${-h * 0.088} z" fill="url(#pot)"/><rect x="${x - h * 0.069}" y="${y - h * 0.115}" width="${h * 0.138}" height="${h * 0.026}" rx="3" fill="url(#pot)"/>`
  await drawVector(canvas, pot, { texture: 0.12 })
}

import { dab } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { around, drawVector, linear } from '../drawing/vector.ts'

const bands = ['#d8263a', '#f2b81e', '#e85a9a', '#f6f0e6', '#7a2a8a', '#f07a28', '#c81e5a', '#f8d84a'].map(
  hex => rgb(hex),
)

/** Striped tulip fields: from the ground towards a windmill, or straight from above. */
export function tulips(from: 'ground' | 'air') {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    if (from === 'air') paintFromAir(canvas, random)
    else await paintFromGround(canvas, random)
    develop(canvas, random, { contrast: 0.3, saturation: 1.02, vignette: 0.2 })
  }
}

function paintFromAir(canvas: Canvas, random: Random): void {
  const grit = fineNoise()
  const cloud = cloudNoise()
  const turn = random.between(0.35, 0.55)
  const soil = rgb('#5a4634')
  const green = rgb('#4f7a34')
  const canal = rgb('#54788c')
  shade(canvas, (x, y, out) => {
    const u = (x * Math.cos(turn) + y * Math.sin(turn)) / canvas.height
    const v = (y * Math.cos(turn) - x * Math.sin(turn)) / canvas.height
    const wide = u * 7.3 + 40
    const index = Math.floor(wide)
    const across = wide - index
    const block = v > 0.28 ? 3 : 0
    const colour = bands[(index * 5 + block + Math.floor(index / 3)) % bands.length]!
    const leafy = sample(cloud, index * 0.31, block * 0.2) > 0.55 ? 1 : 0
    const row = 0.5 + 0.5 * Math.cos(wide * Math.PI * 2 * 9)
    const fleck = 0.7 + 0.6 * sample(grit, u * 5, v * 5)
    const path = smoothstep(0.045, 0.02, Math.min(across, 1 - across))
    const water = smoothstep(0.016, 0.011, Math.abs(v - 0.28))
    const bank = smoothstep(0.032, 0.024, Math.abs(v - 0.28))
    const light = 0.9 + 0.22 * (sample(cloud, u * 0.5, v * 0.5) - 0.3)
    for (let c = 0; c < 3; c++) {
      let tone = colour[c]! + (green[c]! * 1.15 - colour[c]!) * leafy * 0.88
      tone += (green[c]! * 0.6 - tone) * (1 - row) * 0.4
      tone += (soil[c]! - tone) * path
      tone = tone * fleck
      tone += (green[c]! - tone) * bank
      out[c] = (tone + (canal[c]! - tone) * water) * light
    }
  })
  for (let i = 0; i < 9; i++) {
    const along = random.between(-0.5, 1.6) * canvas.height
    const x = along * Math.cos(turn) - 0.245 * canvas.height * Math.sin(turn)
    const y = along * Math.sin(turn) + 0.245 * canvas.height * Math.cos(turn)
    dab(canvas, x + 9, y + 9, 15, [0.08, 0.12, 0.06], 0.5, 0.5)
    for (let n = 0; n < 40; n++)
      dab(
        canvas,
        x + random.bell() * 11,
        y + random.bell() * 11,
        random.between(2, 4),
        gain(rgb('#4a6e2c'), random.between(0.6, 1.4)),
        0.8,
      )
  }
}

async function paintFromGround(canvas: Canvas, random: Random): Promise<void> {
  const { width, height } = canvas
  const horizon = 0.46
  paintSky(canvas, {
    colours: ramp(['#3f8ad2', '#84b8e4', '#cfe2ee', '#e8eef0']),
    horizon,
    sun: { x: 0.2, y: -0.2, colour: rgb('#fff4e0'), size: 0, halo: 0.1 },
    clouds: {
      cover: 0.4,
      soft: 0.18,
      lit: rgb('#ffffff'),
      dark: rgb('#aebfd0'),
      scale: 1.2,
      seed: random.between(0, 1),
    },
  })
  const grit = fineNoise()
  const line = horizon * height
  const vanish = width * 0.58
  const haze = rgb('#c8d8dc')
  shade(
    canvas,
    (x, y, out) => {
      const near = (y - line) / (height - line)
      const lane = (x - vanish) / (width * (near * 0.9 + 0.006)) + 400
      const index = Math.floor(lane * 3.2)
      const across = lane * 3.2 - index
      const colour = bands[(index * 3) % bands.length]!
      const depth = 1 / (near + 0.03)
      const fleck = sample(grit, lane * 1.3, depth * 0.26)
      const fine = sample(grit, lane * 4.1, depth * 0.9)
      const furrow = smoothstep(0.16, 0.04, Math.min(across, 1 - across))
      const leafy = smoothstep(0.58, 0.4, fleck * 0.6 + fine * 0.4) * 0.75
      const far = Math.exp(-near * 9) * 0.75
      for (let c = 0; c < 3; c++) {
        let tone = colour[c]! * (0.66 + 0.62 * fine)
        tone += ([0.2, 0.34, 0.12][c]! - tone) * leafy * Math.min(1, near * 3)
        tone += ([0.2, 0.2, 0.11][c]! - tone) * furrow * 0.85
        out[c] = tone + (haze[c]! - tone) * far
      }
    },
    { box: { left: 0, top: Math.round(line), right: width, bottom: height } },
  )
  for (let i = 0; i < 260; i++) {
    const colour = mix(rgb('#4a6850'), haze, random.between(0.2, 0.6))
    dab(canvas, random.between(0, width), line + random.between(-12, 3), random.between(3, 10), colour, 0.8)
  }
  await drawVector(canvas, windmill(width * 0.27, line + 6, height * 0.27), {
    texture: 0.08,
    within: around(width * 0.27, line - height * 0.2, height * 0.28),
  })
}

function windmill(x: number, y: number, size: number): string {
  const sail = (angle: number) =>
    `<g transform="rotate(${angle})"><path d="M0 0 V-78" stroke="#4a3a30" stroke-width="2.6"/><rect x="1" y="-76" width="13" height="58" fill="#efe6d2" fill-opacity=".9"/><path d="M1 -64 h13 M1 -52 h13 M1 -40 h13 M1 -28 h13 M7.5 -76 v58" stroke="#6a5444" stroke-width="1"/></g>`
  return `<defs>${linear(
    'mill',
    [
      [0, '#8a6a52'],
      [0.35, '#6a4c3a'],
      [1, '#3c2a22'],
    ],
    { x2: 1, y2: 0 },
  )}${linear('cap', [
    [0, '#5a4a40'],
    [1, '#2a2220'],
  ])}</defs>
    <g transform="translate(${x} ${y}) scale(${size / 100})"><path d="M-26 0 L-15 -66 H15 L26 0 Z" fill="url(#mill)"/><path d="M-32 -18 H32 v4 H-32 Z" fill="#4a382c"/><path d="M-17 -66 Q-15 -86 0 -87 Q15 -86 17 -66 Z" fill="url(#cap)"/>
    <rect x="-4" y="-48" width="8" height="10" fill="#f4ead8"/><rect x="-5" y="-12" width="10" height="12" fill="#2c4a3a"/><g transform="translate(0 -72)">${[20, 110, 200, 290].map(sail).join('')}<circle r="4" fill="#3a2c24"/></g></g>`
}

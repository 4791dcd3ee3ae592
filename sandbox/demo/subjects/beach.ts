import { dab } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, fineNoise, ridgeNoise, sample, smoothstep } from '../drawing/noise.ts'
import { ramp, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { around, drawVector } from '../drawing/vector.ts'

const coasts = {
  turquoise: {
    water: ['#0b5a86', '#1787a8', '#3fb8c0', '#9fe0d4', '#d8f0e0'],
    sand: '#ecd9b2',
    parasols: ['#f4f0e6', '#e8604a', '#f4c24a', '#3f8fb0'],
  },
  grey: {
    water: ['#24424c', '#3c6068', '#6a8c8c', '#a8bcb4', '#d4dcd0'],
    sand: '#c8b594',
    parasols: [] as string[],
  },
} as const

/** A beach straight from above: surf running out over the sand. */
export function beach(coast: keyof typeof coasts) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = coasts[coast]
    const { height, width } = canvas
    const water = ramp(look.water)
    const sand = rgb(look.sand)
    const [cloud, ridge, grit] = [cloudNoise(), ridgeNoise(), fineNoise()]
    const seed = random.between(0, 1)
    const turn = random.between(-0.3, 0.3)
    const shoreAt = (x: number, y: number) => {
      const across = ((x - width / 2) * Math.cos(turn) + (y - height / 2) * Math.sin(turn)) / height
      const along = ((y - height / 2) * Math.cos(turn) - (x - width / 2) * Math.sin(turn)) / height
      return { off: across + 0.02 + (sample(cloud, along * 0.16 + seed, 0.2) - 0.5) * 0.42, along }
    }
    shade(canvas, (x, y, out) => {
      const { off, along } = shoreAt(x, y)
      const lace = sample(ridge, (x / height) * 1.1 + seed, (y / height) * 1.1)
      const chop = sample(ridge, (x / height) * 0.9 + 0.3, (y / height) * 0.45 + seed) - 0.6
      if (off < 0) {
        const depth = Math.min(1, -off * 1.5)
        rampInto(
          water,
          1 - depth ** 0.62 + (sample(cloud, x / 1300 + seed, y / 1300) - 0.5) * 0.22 * depth,
          out,
        )
        for (let wave = 0; wave < 3; wave++) {
          const crest = -0.015 - wave * 0.115 - (sample(cloud, along * 0.35 + wave * 0.3, seed) - 0.5) * 0.14
          const past = off - crest
          const body = past < 0 ? Math.exp(past * 55) : Math.exp(-past * (20 + wave * 24))
          const foam = smoothstep(0.52 - body * 0.42, 0.8 - body * 0.2, lace) * body * (1.05 - wave * 0.26)
          for (let c = 0; c < 3; c++) out[c]! += (1.02 - out[c]!) * Math.min(1, foam * 1.25)
        }
        for (let c = 0; c < 3; c++) out[c]! *= 1 + chop * 0.22
        return
      }
      const wet = smoothstep(0.13, 0.02, off + (lace - 0.5) * 0.04)
      const grain =
        0.9 + 0.2 * sample(grit, x / 260, y / 260) + (sample(cloud, x / 700, y / 700) - 0.5) * 0.12
      const edge = Math.exp(-off * 90) * smoothstep(0.35, 0.7, lace)
      for (let c = 0; c < 3; c++) {
        const tone = sand[c]! * grain * (1 - wet * [0.24, 0.27, 0.3][c]!)
        out[c] = tone + (1 - tone) * edge
      }
    })
    for (let i = 0; i < (look.parasols.length ? 15 : 0); i++) {
      const x = random.between(0.62, 0.97) * width
      const y = ((i + random.between(0.2, 0.8)) / 15) * height
      if (shoreAt(x, y).off > 0.16)
        await parasol(canvas, random, x, y, height * 0.034, random.pick(look.parasols))
    }
    if (!look.parasols.length) footprints(canvas, random)
    develop(canvas, random, { contrast: 0.25, saturation: 1.06, warmth: 0.04, vignette: 0.18 })
  }
}

async function parasol(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: string,
): Promise<void> {
  for (let i = 0; i < 26; i++)
    dab(
      canvas,
      x + size * 0.75 + i * 0.4,
      y + size * 0.6 + i * 0.3,
      size * 0.9,
      [0.36, 0.28, 0.22],
      0.05,
      0.4,
    )
  const panels = Array.from({ length: 8 }, (_, i) => {
    const [a, b] = [(i * Math.PI) / 4, ((i + 1) * Math.PI) / 4]
    return `<path d="M0 0 L${Math.cos(a)} ${Math.sin(a)} Q${Math.cos((a + b) / 2) * 0.97} ${Math.sin((a + b) / 2) * 0.97} ${Math.cos(b)} ${Math.sin(b)}Z" fill="${i % 2 ? '#faf6ec' : colour}"/><path d="M0 0 L${Math.cos(a)} ${Math.sin(a)} L${Math.cos(b)} ${Math.sin(b)}Z" fill="#000" fill-opacity="${(0.05 + 0.2 * Math.max(0, Math.cos((a + b) / 2 - 0.7))).toFixed(2)}"/>`
  })
  const towel = `<g transform="translate(${x - size * 1.7} ${y + size * 0.3}) rotate(${random.between(-25, 25)})"><rect width="${size * 0.75}" height="${size * 1.6}" fill="${random.pick(['#3f8fb0', '#f0ead8', '#e88a6a', '#5aa890'])}"/><rect y="${size * 0.2}" width="${size * 0.75}" height="${size * 0.16}" fill="#fff" fill-opacity=".8"/></g>`
  await drawVector(
    canvas,
    `${towel}<g transform="translate(${x} ${y}) rotate(${random.between(0, 45)}) scale(${size})">${panels.join('')}<circle r=".07" fill="#e8e0d0"/></g>`,
    { within: around(x, y, size * 3) },
  )
}

function footprints(canvas: Canvas, random: Random): void {
  for (let i = 0; i < 24; i++) {
    const y = canvas.height * (1 - i / 24)
    const x = canvas.width * (0.83 + 0.05 * Math.sin(i / 5)) + (i % 2 ? 9 : -9) + random.bell() * 2
    dab(canvas, x + 1.5, y + 1.5, 6, [0.9, 0.85, 0.75], 0.35, 0.6)
    dab(canvas, x, y, 5.5, [0.42, 0.36, 0.28], 0.5, 0.5)
  }
}

import { dab } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, fineNoise, ridgeNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { crown } from '../drawing/trees.ts'
import { drawVector, linear } from '../drawing/vector.ts'
import { bicycleSide } from '../props/bicycle.ts'

const walls = {
  ochre: { plaster: '#e0a450', brick: '#a8603c', shutter: ['#3f7a72', '#28544e'], frame: '#1f5a6a' },
  blue: { plaster: '#7fa6bc', brick: '#8a7064', shutter: ['#f0e8d8', '#c8bca4'], frame: '#c8382c' },
  rose: { plaster: '#d89a8a', brick: '#8a5a4c', shutter: ['#4a6a4a', '#2c442e'], frame: '#f0e4cc' },
} as const
type Wall = (typeof walls)[keyof typeof walls]

/** A bicycle leaning on an old plastered wall in the sun. */
export function bicycle(wall: keyof typeof walls) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = walls[wall]
    const { width: w, height: h } = canvas
    plaster(canvas, random, look)
    await drawVector(canvas, window(w * 0.7, h * 0.14, h * 0.23, h * 0.36, look.shutter), {
      texture: 0.12,
      textureSize: 500,
    })
    for (let i = 0; i < 5; i++)
      crown(
        canvas,
        random,
        w * (0.755 + i * 0.034),
        h * 0.505,
        h * 0.05,
        h * 0.045,
        ramp(['#1c3014', '#4a7028', '#8ab04a', '#c8dc80']),
        { leaves: 150, size: 9 },
      )
    for (let i = 0; i < 70; i++)
      dab(
        canvas,
        w * random.between(0.72, 0.93),
        h * (0.49 + random.bell() * 0.03),
        random.between(3, 6),
        gain(rgb(random.pick(['#e8385a', '#f06a8a', '#fff0f0'])), random.between(0.7, 1.1)),
        0.95,
      )
    for (let i = 0; i < 16; i++)
      crown(
        canvas,
        random,
        w * random.between(-0.02, 0.2) * (1 - i * 0.02),
        h * (i * 0.062 - 0.02),
        h * 0.075,
        h * 0.07,
        ramp(['#14240e', '#345420', '#6a9038', '#b4cc6a']),
        { leaves: 170, size: 11 },
      )
    const s = h / 900
    const [x, y] = [w * 0.42, h * 0.875]
    const bike = bicycleSide(look.frame)
    const shadowed = bicycleSide('#000')
      .replace(/stroke="#[0-9a-f]+"/g, 'stroke="#1c0f08"')
      .replace(/fill="#[0-9a-f]+"/g, 'fill="#1c0f08"')
    await drawVector(
      canvas,
      `<g transform="translate(${x + 64 * s} ${y - 6 * s}) skewX(-9) scale(${s} ${s * 0.94})">${shadowed}</g>`,
      { blur: 4.5, opacity: 0.45 },
    )
    await drawVector(
      canvas,
      `<ellipse cx="${x + 50 * s}" cy="${y + 6 * s}" rx="${320 * s}" ry="${12 * s}" fill="#1c0f08"/>`,
      { blur: 9, opacity: 0.5 },
    )
    await drawVector(canvas, `<g transform="translate(${x} ${y}) scale(${s})">${bike}</g>`)
    develop(canvas, random, { bloom: 0.45, contrast: 0.32, saturation: 1.04, warmth: 0.15, vignette: 0.28 })
  }
}

function plaster(canvas: Canvas, random: Random, look: Wall): void {
  const { width: w, height: h } = canvas
  const [cloud, grit, ridge] = [cloudNoise(), fineNoise(), ridgeNoise()]
  const [wall, brick] = [rgb(look.plaster), rgb(look.brick)]
  const seed = random.between(0, 1)
  const line = h * 0.86
  shade(canvas, (x, y, out) => {
    if (y > line) {
      const near = (y - line) / (h - line)
      const row = Math.floor(near * 4.2)
      const stone = (x / h) * (6.5 - near * 2.4) + (row % 2) * 0.5
      const joint = smoothstep(
        0.02,
        0.09,
        Math.min(stone % 1, 1 - (stone % 1), ((near * 4.2) % 1) * 0.6, (1 - ((near * 4.2) % 1)) * 0.6),
      )
      const tone =
        (0.36 +
          0.16 * sample(cloud, Math.floor(stone) * 0.37, row * 0.21) +
          0.16 * sample(grit, x / 240, y / 160)) *
        (0.45 + 0.55 * joint)
      for (let c = 0; c < 3; c++) out[c] = tone * [1.22, 1.12, 1][c]!
      return
    }
    const bare = smoothstep(0.66, 0.7, sample(cloud, x / 1500 + seed, y / 1500) + (y / line) * 0.09)
    const course = Math.floor(y / 22)
    const along = x / 58 + (course % 2) * 0.5
    const joint = Math.min(along % 1, 1 - (along % 1)) < 0.045 || y % 22 < 2.4 ? 0.72 : 1
    const stain =
      0.8 + 0.3 * sample(cloud, x / 1000, y / 1600 + seed) + (sample(grit, x / 260, y / 260) - 0.5) * 0.16
    const damp = 1 - 0.22 * smoothstep(0.75, 1, y / line + (sample(cloud, x / 500, seed) - 0.5) * 0.3)
    const crack = smoothstep(0.93, 0.985, sample(ridge, x / 2100 + seed, y / 2100)) * 0.25
    const shadow =
      smoothstep(-0.02, 0.03, x / w - 0.22 + (y / h) * 0.3 - (sample(cloud, x / 700, y / 700) - 0.5) * 0.5) *
        0.34 +
      0.72
    for (let c = 0; c < 3; c++) {
      const tone = wall[c]! * stain * damp * (1 - crack)
      const bricks = brick[c]! * joint * (0.75 + 0.5 * sample(grit, Math.floor(along) * 0.13, course * 0.17))
      out[c] = (tone + (bricks - tone) * bare) * shadow
    }
  })
}

function window(x: number, y: number, w: number, h: number, shutter: readonly [string, string]): string {
  const leafOf = (sx: number) => {
    const slats = Array.from(
      { length: 17 },
      (_, i) =>
        `<rect x="${sx + w * 0.05}" y="${y + h * (0.03 + i * 0.056)}" width="${w * 0.36}" height="${h * 0.03}" fill="${shutter[1]}"/>`,
    ).join('')
    return `<rect x="${sx + 7}" y="${y + 7}" width="${w * 0.46}" height="${h}" fill="#1c0f08" fill-opacity=".35"/><rect x="${sx}" y="${y}" width="${w * 0.46}" height="${h}" fill="${shutter[0]}"/>${slats}`
  }
  return `<defs>${linear(
    'glass',
    [
      [0, '#6a8494'],
      [0.5, '#2c3a44'],
      [1, '#18222a'],
    ],
    { x2: 1 },
  )}</defs><rect x="${x - 7}" y="${y - 7}" width="${w + 14}" height="${h + 14}" fill="#efe6d4"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#glass)"/><path d="M${x} ${y + h * 0.5} l${w * 0.5} ${-h * 0.5} h${w * 0.2} l${-w * 0.7} ${h * 0.7}z" fill="#fff" fill-opacity=".1"/>
    <path d="M${x + w / 2} ${y} v${h} M${x} ${y + h * 0.35} h${w} M${x} ${y + h * 0.68} h${w}" stroke="#efe6d4" stroke-width="7"/>${leafOf(x - w * 0.5)}${leafOf(x + w * 1.04)}<rect x="${x - 16}" y="${y + h + 6}" width="${w + 32}" height="15" fill="#d8cdb8"/><rect x="${x + w * 0.02}" y="${y + h * 0.98}" width="${w * 0.96}" height="${h * 0.12}" fill="#8a5030"/>`
}

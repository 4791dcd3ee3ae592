import { sampleInto } from '../drawing/blur.ts'
import { dab } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, ramp, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

const views = {
  city: {
    air: ['#101a2c', '#1c2a40', '#33405a', '#1a2030'],
    lamps: ['#ffb45a', '#ff8a4a', '#ff4a4a', '#6ac8ff', '#fff0c8', '#ffd07a'],
    count: 75,
    bright: 1,
  },
  garden: {
    air: ['#a9b4a4', '#7f9468', '#4c6a38', '#243a22'],
    lamps: ['#b8d468', '#f0eca8', '#4a7a38', '#f0a8a0', '#e8f0d0', '#f4c860'],
    count: 130,
    bright: 1.05,
  },
} as const

/** Rain drops on a pane, each a tiny upside-down picture of the blurred world behind it. */
export function rainyWindow(behind: keyof typeof views) {
  return (canvas: Canvas, random: Random): void => {
    const view = views[behind]
    const { width, height } = canvas
    const air = ramp(view.air)
    const tile = cloudNoise()
    shade(
      canvas,
      (x, y, out) => {
        rampInto(air, y / height + (sample(tile, x / 1500, y / 1500) - 0.5) * 0.5, out)
      },
      { step: 4 },
    )
    for (let i = 0; i < view.count; i++) {
      const y = height * (0.5 + random.bell() * 0.24)
      const radius = height * random.between(0.018, 0.06)
      const colour = rgb(random.pick(view.lamps), view.bright * random.between(0.6, 1.25))
      dab(canvas, random.between(0, width), y, radius, colour, random.between(0.18, 0.6), 0.12)
    }
    const world: Canvas = { width, height, data: canvas.data.slice() }
    mist(canvas, random)
    for (let i = 0; i < 1500; i++)
      drop(canvas, world, random, random.between(0, width), random.between(0, height), random.between(1.2, 4))
    for (let i = 0; i < 230; i++)
      drop(
        canvas,
        world,
        random,
        random.between(0, width),
        random.between(0, height),
        4 + random.between(0, 1) ** 2.5 * 20,
      )
    for (let i = 0; i < 7; i++) runner(canvas, world, random)
    develop(canvas, random, { bloom: 0.7, contrast: 0.3, saturation: 1.1, vignette: 0.3 })
  }
}

function mist(canvas: Canvas, random: Random): void {
  const tile = cloudNoise()
  const seed = random.between(0, 1)
  const { width, data } = canvas
  for (let y = 0, at = 0; y < canvas.height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const veil = 0.06 + 0.1 * sample(tile, x / 900 + seed, y / 900)
      for (let c = 0; c < 3; c++) data[at + c]! += (0.62 - data[at + c]!) * veil
    }
  }
}

function drop(canvas: Canvas, world: Canvas, random: Random, x: number, y: number, radius: number): void {
  const { width, height, data } = canvas
  const tall = random.between(1, 1.35)
  const seen = new Float32Array(3)
  const wobble = random.between(0, 6)
  for (
    let py = Math.max(0, Math.floor(y - radius * tall - 1));
    py <= Math.min(height - 1, y + radius * tall + 1);
    py++
  ) {
    for (let px = Math.max(0, Math.floor(x - radius - 1)); px <= Math.min(width - 1, x + radius + 1); px++) {
      const dx = (px - x) / radius
      const dy = (py - y) / (radius * tall)
      const edge = 1 + 0.07 * Math.sin(Math.atan2(dy, dx) * 3 + wobble)
      const d = Math.sqrt(dx * dx + dy * dy) / edge
      const cover = Math.min(1, (1 - d) * radius + 0.4)
      if (cover <= 0) continue
      const lens = d * d
      sampleInto(world, x - dx * height * 0.16 * (0.5 + lens), y - dy * height * 0.3 * (0.5 + lens), seen)
      const rim = 1 - smoothstep(0.62, 1, d) * 0.62
      const low = 0.72 + dy * 0.38
      const shine = Math.exp(-((dx + 0.32) ** 2 + (dy + 0.42) ** 2) * 26) * 0.9 * Math.min(1, radius / 6)
      const at = (py * width + px) * 3
      for (let c = 0; c < 3; c++)
        data[at + c]! += (seen[c]! * rim * low * 1.3 + shine - data[at + c]!) * cover
    }
  }
}

function runner(canvas: Canvas, world: Canvas, random: Random): void {
  let x = random.between(0.05, 0.95) * canvas.width
  const end = random.between(0.35, 0.95) * canvas.height
  for (let y = random.between(-0.1, 0.3) * canvas.height; y < end; y += random.between(5, 15)) {
    x += random.bell() * 1.6
    drop(canvas, world, random, x, y, random.between(2, 4.6))
  }
  dab(canvas, x, end + 3, 10, gain([0.1, 0.1, 0.12], 1), 0.12, 0.8)
  drop(canvas, world, random, x, end, random.between(10, 15))
}
